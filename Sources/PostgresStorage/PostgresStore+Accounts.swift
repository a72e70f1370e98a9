public import Ledger
public import Storage

extension PostgresStore: AccountStore {
  public func add(_ account: Account) throws(StorageError) -> Bool {
    let isAdded = try write { connection throws(PostgresError) in try connection.add(account) }
    if isAdded { erased.forget(account.id) }
    return isAdded
  }

  public func account(_ id: AccountID) throws(StorageError) -> Account? {
    try perform { connection throws(PostgresError) in try connection.account(id) }
  }

  public func account(named key: LoginKey) throws(StorageError) -> Account? {
    try perform { connection throws(PostgresError) in
      guard let id = try connection.owner(of: key) else { return nil }
      return try connection.account(id)
    }
  }

  public func accounts() throws(StorageError) -> [Account] {
    try perform { connection throws(PostgresError) in try connection.accounts() }
  }

  public func setLogin(
    _ login: Login, of account: AccountID, replacing earlier: Login?, isEndingAll: Bool
  ) throws(StorageError) -> LoginChange {
    try write { connection throws(PostgresError) in
      let change = try connection.set(login, of: account, replacing: earlier)
      if change == .done, isEndingAll { try connection.end(.all, of: account) }
      return change
    }
  }

  public func erase(_ account: AccountID) throws(StorageError) {
    // First, so that nothing queued behind it writes for the account again.
    erased.note(account)
    do throws(StorageError) {
      // Other accounts first: if this fails, erasing again finds the rest.
      try perform { connection throws(PostgresError) in
        try connection.eraseGrants(with: account)
      }
      try write { connection throws(PostgresError) in try connection.erase(account) }
    } catch {
      erased.forget(account)
      throw error
    }
  }

  public func add(_ signIn: SignIn) throws(StorageError) {
    try erased.check(signIn.account)
    try write { connection throws(PostgresError) in try connection.add(signIn) }
  }

  public func signIn(
    of account: AccountID, tokenDigest: [UInt8]
  ) throws(StorageError) -> SignIn? {
    try perform { connection throws(PostgresError) in
      try connection.signIn(of: account, tokenDigest: tokenDigest)
    }
  }

  public func signIns(of account: AccountID) throws(StorageError) -> [SignIn] {
    try perform { connection throws(PostgresError) in try connection.signIns(of: account) }
  }

  public func update(_ signIn: SignIn) throws(StorageError) {
    try write { connection throws(PostgresError) in try connection.update(signIn) }
  }

  public func endSignIns(
    _ ending: SignInEnding, of account: AccountID
  ) throws(StorageError) {
    try write { connection throws(PostgresError) in try connection.end(ending, of: account) }
  }

  func write<Value: Sendable>(
    _ body: (inout Connection) throws(PostgresError) -> Value
  ) throws(StorageError) -> Value {
    try perform { connection throws(PostgresError) in
      try connection.inTransaction("BEGIN", body)
    }
  }
}
