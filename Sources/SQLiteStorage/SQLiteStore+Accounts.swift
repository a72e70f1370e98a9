public import Ledger
public import Storage

extension SQLiteStore: AccountStore {
  public func add(_ account: Account) throws(StorageError) -> Bool {
    try writer.perform(for: account.id) { database throws(SQLiteError) in
      try database.add(account)
    } committed: { isAdded in
      if isAdded { self.erased.forget(account.id) }
    }
  }

  public func account(_ id: AccountID) throws(StorageError) -> Account? {
    try readers.read { database throws(SQLiteError) in try database.account(id) }
  }

  public func account(named key: LoginKey) throws(StorageError) -> Account? {
    try readers.read { database throws(SQLiteError) in
      try database.owner(of: key).flatMap { id throws(SQLiteError) in try database.account(id) }
    }
  }

  public func accounts() throws(StorageError) -> [Account] {
    try readers.read { database throws(SQLiteError) in try database.accounts() }
  }

  public func setLogin(
    _ login: Login, of account: AccountID, replacing earlier: Login?, isEndingAll: Bool
  ) throws(StorageError) -> LoginChange {
    try writer.perform(for: account) { database throws(SQLiteError) in
      let change = try database.set(login, of: account, replacing: earlier)
      if change == .done, isEndingAll { try database.end(.all, of: account) }
      return change
    }
  }

  public func erase(_ account: AccountID) throws(StorageError) {
    // First, so that nothing queued behind it writes for the account again.
    erased.note(account)
    do throws(StorageError) {
      try writer.performInSteps(for: account, weight: { Database.erasedAtOnce }) {
        database throws(SQLiteError) in
        if try database.eraseSome(of: account) { return .more(()) }
        return .done(try database.erase(account))
      } committed: { _ in
        self.forgetLatest(of: account)
      }
    } catch {
      erased.forget(account)
      throw error
    }
  }

  public func add(_ signIn: SignIn) throws(StorageError) {
    try writeFor(signIn.account) { database throws(SQLiteError) in try database.add(signIn) }
  }

  public func signIn(
    of account: AccountID, tokenDigest: [UInt8]
  ) throws(StorageError) -> SignIn? {
    try readers.read { database throws(SQLiteError) in
      try database.signIn(of: account, tokenDigest: tokenDigest)
    }
  }

  public func signIns(of account: AccountID) throws(StorageError) -> [SignIn] {
    try readers.read { database throws(SQLiteError) in try database.signIns(of: account) }
  }

  public func update(_ signIn: SignIn) throws(StorageError) {
    try writer.perform(for: signIn.account) { database throws(SQLiteError) in
      try database.update(signIn)
    }
  }

  public func endSignIns(
    _ ending: SignInEnding, of account: AccountID
  ) throws(StorageError) {
    try writer.perform(for: account) { database throws(SQLiteError) in
      try database.end(ending, of: account)
    }
  }
}
