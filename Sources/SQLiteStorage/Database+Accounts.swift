import Ledger
import Storage

// Accounts and sign-ins.

extension Database {
  mutating func add(_ account: Account) throws(SQLiteError) -> Bool {
    if let known = try self.account(account.id) { return known == account }
    if let login = account.login {
      guard try owner(of: login.key) == nil else { return false }
      try note(login.key, of: account.id)
    }
    try run("INSERT INTO account VALUES (?1, ?2, ?3, ?4, ?5)") { statement throws(SQLiteError) in
      try statement.bind(account.id.bits, at: 1)
      try statement.bind(account.login)
      try statement.bind(account.madeAt, at: 5)
    }
    return true
  }

  mutating func account(_ id: AccountID) throws(SQLiteError) -> Account? {
    try withStatement("SELECT account, name, argon2, made_ms FROM account WHERE account = ?") {
      statement throws(SQLiteError) in
      try statement.bind(id.bits, at: 1)
      return try statement.step() ? try statement.account() : nil
    }
  }

  mutating func accounts() throws(SQLiteError) -> [Account] {
    try withStatement(
      "SELECT account, name, argon2, made_ms FROM account ORDER BY made_ms, account"
    ) { statement throws(SQLiteError) in
      var accounts: [Account] = []
      while try statement.step() { accounts.append(try statement.account()) }
      return accounts
    }
  }

  /// The owner of a name.
  mutating func owner(of key: LoginKey) throws(SQLiteError) -> AccountID? {
    try withStatement("SELECT account FROM login WHERE login = ?") {
      statement throws(SQLiteError) in
      try statement.bind(key.bytes, at: 1)
      return try statement.step() ? AccountID(try statement.bits(0)) : nil
    }
  }

  mutating func set(
    _ login: Login, of account: AccountID, replacing earlier: Login?
  ) throws(SQLiteError) -> LoginChange {
    guard let known = try self.account(account), known.login == earlier else { return .overtaken }
    let owner = try owner(of: login.key)
    guard owner == nil || owner == account else { return .nameTaken }
    try forgetLogins(of: account)
    try note(login.key, of: account)
    try run("UPDATE account SET name = ?2, login = ?3, argon2 = ?4 WHERE account = ?1") {
      statement throws(SQLiteError) in
      try statement.bind(account.bits, at: 1)
      try statement.bind(login)
    }
    return .done
  }

  private mutating func note(_ key: LoginKey, of account: AccountID) throws(SQLiteError) {
    try run("INSERT INTO login VALUES (?, ?)") { statement throws(SQLiteError) in
      try statement.bind(key.bytes, at: 1)
      try statement.bind(account.bits, at: 2)
    }
  }

  private mutating func forgetLogins(of account: AccountID) throws(SQLiteError) {
    try run(
      "DELETE FROM login WHERE login = (SELECT login FROM account WHERE account = ?)",
      bound(account))
  }

  /// How many rows of an account are erased at once.
  static let erasedAtOnce = 256

  /// Erases a part of an account's data; returns whether there was any.
  ///
  /// The account itself stays until the end: if this is interrupted, it can be erased again.
  mutating func eraseSome(of account: AccountID) throws(SQLiteError) -> Bool {
    let tables: [StaticString] = [
      """
      DELETE FROM hist WHERE account = ?1 AND (space, rid, fld, hlc, dev) IN (
        SELECT space, rid, fld, hlc, dev FROM hist WHERE account = ?1 LIMIT ?2) RETURNING 1
      """,
      """
      DELETE FROM cell WHERE account = ?1 AND (space, rid, fld) IN (
        SELECT space, rid, fld FROM cell WHERE account = ?1 LIMIT ?2) RETURNING 1
      """,
      """
      DELETE FROM stub WHERE account = ?1 AND (space, rid) IN (
        SELECT space, rid FROM stub WHERE account = ?1 LIMIT ?2) RETURNING 1
      """,
      """
      DELETE FROM blob WHERE account = ?1 AND sha256 IN (
        SELECT sha256 FROM blob WHERE account = ?1 LIMIT ?2) RETURNING 1
      """,
    ]
    for table in tables {
      let hasErased = try withStatement(table) { statement throws(SQLiteError) in
        try statement.bind(account.bits, at: 1)
        try statement.bind(Int64(Self.erasedAtOnce), at: 2)
        var hasErased = false
        while try statement.step() { hasErased = true }
        return hasErased
      }
      if hasErased { return true }
    }
    return false
  }

  /// Erases all data of an account, and its grants to and from others.
  mutating func erase(_ account: AccountID) throws(SQLiteError) {
    try forgetLogins(of: account)
    try run("DELETE FROM grant_in WHERE owner = ?", bound(account))
    try run("DELETE FROM grant_out WHERE grantee = ?", bound(account))
    try run("DELETE FROM grant_in WHERE account = ?", bound(account))
    try run("DELETE FROM grant_out WHERE account = ?", bound(account))
    try run("DELETE FROM published WHERE account = ?", bound(account))
    try run("DELETE FROM signin WHERE account = ?", bound(account))
    try run("DELETE FROM blob WHERE account = ?", bound(account))
    try run("DELETE FROM mark WHERE account = ?", bound(account))
    try run("DELETE FROM stub WHERE account = ?", bound(account))
    try run("DELETE FROM hist WHERE account = ?", bound(account))
    try run("DELETE FROM cell WHERE account = ?", bound(account))
    try run("DELETE FROM space WHERE account = ?", bound(account))
    try run("DELETE FROM account WHERE account = ?", bound(account))
  }

  private func bound(
    _ account: AccountID
  ) -> (inout Statement) throws(SQLiteError) -> Void {
    { statement throws(SQLiteError) in try statement.bind(account.bits, at: 1) }
  }
}

extension Database {
  mutating func add(_ signIn: SignIn) throws(SQLiteError) {
    try run("INSERT INTO signin VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)") {
      statement throws(SQLiteError) in
      try statement.bind(signIn)
      try statement.bind(bits: signIn.id, at: 3)
      try statement.bind(signIn.madeAt, at: 5)
    }
  }

  mutating func update(_ signIn: SignIn) throws(SQLiteError) {
    try run(
      """
      UPDATE signin SET name = ?4, seen_ms = ?6, proved_ms = ?7 WHERE account = ?1 AND token = ?2
      """
    ) { statement throws(SQLiteError) in try statement.bind(signIn) }
  }

  mutating func signIn(
    of account: AccountID, tokenDigest: [UInt8]
  ) throws(SQLiteError) -> SignIn? {
    try withStatement(
      """
      SELECT account, token, id, name, made_ms, seen_ms, proved_ms FROM signin
      WHERE account = ? AND token = ?
      """
    ) { statement throws(SQLiteError) in
      try statement.bind(account.bits, at: 1)
      try statement.bind(tokenDigest, at: 2)
      return try statement.step() ? try statement.signIn() : nil
    }
  }

  mutating func signIns(of account: AccountID) throws(SQLiteError) -> [SignIn] {
    try withStatement(
      """
      SELECT account, token, id, name, made_ms, seen_ms, proved_ms FROM signin
      WHERE account = ? ORDER BY seen_ms DESC, made_ms DESC, id
      """
    ) { statement throws(SQLiteError) in
      try statement.bind(account.bits, at: 1)
      var signIns: [SignIn] = []
      while try statement.step() { signIns.append(try statement.signIn()) }
      return signIns
    }
  }

  mutating func end(_ ending: SignInEnding, of account: AccountID) throws(SQLiteError) {
    switch ending {
    case .all:
      try run("DELETE FROM signin WHERE account = ?", bound(account))
    case .one(let id):
      try run("DELETE FROM signin WHERE account = ? AND id = ?") { statement throws(SQLiteError) in
        try statement.bind(account.bits, at: 1)
        try statement.bind(bits: id, at: 2)
      }
    case .allBut(let id):
      try run("DELETE FROM signin WHERE account = ? AND id <> ?") { statement throws(SQLiteError) in
        try statement.bind(account.bits, at: 1)
        try statement.bind(bits: id, at: 2)
      }
    case .outdated(let now):
      try run(
        """
        DELETE FROM signin WHERE account = ?1 AND (seen_ms <= ?2 OR made_ms <= ?3
          OR made_ms > ?4 OR (seen_ms > ?4 AND made_ms <= ?2))
        """
      ) { statement throws(SQLiteError) in
        try statement.bind(account.bits, at: 1)
        try statement.bind(now - SignIn.idleLimit, at: 2)
        try statement.bind(now - SignIn.ageLimit, at: 3)
        try statement.bind(now + ClockWatch.leap, at: 4)
      }
    }
  }
}

extension Statement {
  /// Binds name, key and password hash from place 2 on; nulls if there is no login.
  fileprivate mutating func bind(_ login: Login?) throws(SQLiteError) {
    guard let login else {
      for place: Int32 in 2...4 { try bindNull(at: place) }
      return
    }
    try bind(Array(login.name.utf8), at: 2)
    try bind(login.key.bytes, at: 3)
    try bind(Array(login.passwordHash.utf8), at: 4)
  }

  /// Binds the key of a sign-in and what may change of it.
  fileprivate mutating func bind(_ signIn: SignIn) throws(SQLiteError) {
    try bind(signIn.account.bits, at: 1)
    try bind(signIn.tokenDigest, at: 2)
    try bind(Array(signIn.deviceName.utf8), at: 4)
    try bind(signIn.seenAt, at: 6)
    try bind(signIn.provedAt, at: 7)
  }

  fileprivate func account() throws(SQLiteError) -> Account {
    let login =
      isNull(1)
      ? nil
      : Login(
        name: String(decoding: bytes(1), as: UTF8.self),
        passwordHash: String(decoding: bytes(2), as: UTF8.self))
    return Account(id: AccountID(try bits(0)), login: login, madeAt: int(3))
  }

  fileprivate func signIn() throws(SQLiteError) -> SignIn {
    SignIn(
      id: unsigned(2), account: AccountID(try bits(0)), tokenDigest: bytes(1),
      deviceName: String(decoding: bytes(3), as: UTF8.self), madeAt: int(4), seenAt: int(5),
      provedAt: int(6))
  }
}
