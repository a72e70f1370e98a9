import Ledger
import Storage

// Accounts and sign-ins.

extension Connection {
  mutating func add(_ account: Account) throws(PostgresError) -> Bool {
    // The second of two finds the row taken once the first has committed.
    let added = try run(
      "INSERT INTO account (account, made_ms) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING account",
      [account.id.parameter, .int(account.madeAt)])
    // It is the same account if the answer to an earlier attempt was lost.
    guard added.count == 1 else { return try self.account(account.id) == account }
    guard let login = account.login else { return true }
    guard try set(login, of: account.id, replacing: nil) == .done else {
      try run("DELETE FROM account WHERE account = $1", [account.id.parameter])
      return false
    }
    return true
  }

  mutating func account(_ id: AccountID) throws(PostgresError) -> Account? {
    let rows = try run(
      "SELECT account, name, argon2, made_ms FROM account WHERE account = $1", [id.parameter])
    return rows.count == 1 ? try rows.account(0) : nil
  }

  mutating func accounts() throws(PostgresError) -> [Account] {
    let rows = try run(
      "SELECT account, name, argon2, made_ms FROM account ORDER BY made_ms, account")
    var accounts: [Account] = []
    for row in 0..<rows.count { accounts.append(try rows.account(row)) }
    return accounts
  }

  /// The owner of a name.
  mutating func owner(of key: LoginKey) throws(PostgresError) -> AccountID? {
    let rows = try run("SELECT account FROM login WHERE login = $1", [.bytes(key.bytes)])
    return rows.count == 1 ? AccountID(try rows.bits(0, 0)) : nil
  }

  /// Locks an account's row until the transaction ends, so that changes run one at a time, even on several servers.
  private mutating func hold(_ account: AccountID) throws(PostgresError) {
    try run("SELECT account FROM account WHERE account = $1 FOR UPDATE", [account.parameter])
  }

  mutating func set(
    _ login: Login, of account: AccountID, replacing earlier: Login?
  ) throws(PostgresError) -> LoginChange {
    try hold(account)
    guard let known = try self.account(account), known.login == earlier else { return .overtaken }
    try run(
      "INSERT INTO login VALUES ($1, $2) ON CONFLICT DO NOTHING",
      [.bytes(login.key.bytes), account.parameter])
    guard try owner(of: login.key) == account else { return .nameTaken }
    try run(
      "DELETE FROM login WHERE login = (SELECT login FROM account WHERE account = $1) AND login <> $2",
      [account.parameter, .bytes(login.key.bytes)])
    try run(
      "UPDATE account SET name = $2, login = $3, argon2 = $4 WHERE account = $1",
      [account.parameter] + login.parameters)
    return .done
  }

  /// Erases grants from others to an account, and the mirrors of its grants; affects all accounts.
  mutating func eraseGrants(with account: AccountID) throws(PostgresError) {
    try run("DELETE FROM grant_in WHERE owner = $1", [account.parameter])
    try run("DELETE FROM grant_out WHERE grantee = $1", [account.parameter])
  }

  /// Erases all data of an account, after writes in progress.
  mutating func erase(_ account: AccountID) throws(PostgresError) {
    try hold(account)
    try run("SELECT space FROM space WHERE account = $1 FOR UPDATE", [account.parameter])
    try run(
      "DELETE FROM login WHERE login = (SELECT login FROM account WHERE account = $1)",
      [account.parameter])
    try run("DELETE FROM grant_in WHERE account = $1", [account.parameter])
    try run("DELETE FROM grant_out WHERE account = $1", [account.parameter])
    try run("DELETE FROM published WHERE account = $1", [account.parameter])
    try run("DELETE FROM signin WHERE account = $1", [account.parameter])
    try run("DELETE FROM blob WHERE account = $1", [account.parameter])
    try run("DELETE FROM mark WHERE account = $1", [account.parameter])
    try run("DELETE FROM stub WHERE account = $1", [account.parameter])
    try run("DELETE FROM hist WHERE account = $1", [account.parameter])
    try run("DELETE FROM cell WHERE account = $1", [account.parameter])
    try run("DELETE FROM space WHERE account = $1", [account.parameter])
    try run("DELETE FROM account WHERE account = $1", [account.parameter])
  }
}

extension Connection {
  mutating func add(_ signIn: SignIn) throws(PostgresError) {
    try run(
      "INSERT INTO signin VALUES ($1, $2, $3, $4, $5, $6, $7)",
      [
        signIn.account.parameter, .bytes(signIn.tokenDigest), .bits(signIn.id),
        .text(signIn.deviceName), .int(signIn.madeAt), .int(signIn.seenAt), .int(signIn.provedAt),
      ])
  }

  mutating func update(_ signIn: SignIn) throws(PostgresError) {
    try run(
      """
      UPDATE signin SET name = $3, seen_ms = $4, proved_ms = $5 WHERE account = $1 AND token = $2
      """,
      [
        signIn.account.parameter, .bytes(signIn.tokenDigest), .text(signIn.deviceName),
        .int(signIn.seenAt), .int(signIn.provedAt),
      ])
  }

  mutating func signIn(
    of account: AccountID, tokenDigest: [UInt8]
  ) throws(PostgresError) -> SignIn? {
    let rows = try run(
      """
      SELECT account, token, id, name, made_ms, seen_ms, proved_ms FROM signin
      WHERE account = $1 AND token = $2
      """, [account.parameter, .bytes(tokenDigest)])
    return rows.count == 1 ? try rows.signIn(0) : nil
  }

  mutating func signIns(of account: AccountID) throws(PostgresError) -> [SignIn] {
    let rows = try run(
      """
      SELECT account, token, id, name, made_ms, seen_ms, proved_ms FROM signin
      WHERE account = $1 ORDER BY seen_ms DESC, made_ms DESC, id
      """, [account.parameter])
    var signIns: [SignIn] = []
    for row in 0..<rows.count { signIns.append(try rows.signIn(row)) }
    return signIns
  }

  mutating func end(_ ending: SignInEnding, of account: AccountID) throws(PostgresError) {
    switch ending {
    case .all:
      try run("DELETE FROM signin WHERE account = $1", [account.parameter])
    case .one(let id):
      try run(
        "DELETE FROM signin WHERE account = $1 AND id = $2", [account.parameter, .bits(id)])
    case .allBut(let id):
      try run(
        "DELETE FROM signin WHERE account = $1 AND id <> $2", [account.parameter, .bits(id)])
    case .outdated(let now):
      try run(
        """
        DELETE FROM signin WHERE account = $1 AND (seen_ms <= $2 OR made_ms <= $3
          OR made_ms > $4 OR (seen_ms > $4 AND made_ms <= $2))
        """,
        [
          account.parameter, .int(now - SignIn.idleLimit), .int(now - SignIn.ageLimit),
          .int(now + ClockWatch.leap),
        ])
    }
  }
}

extension AccountID {
  fileprivate var parameter: Parameter { .bytes(bits.bytes) }
}

extension Parameter {
  fileprivate static func text(_ text: String) -> Parameter { .bytes(Array(text.utf8)) }
}

extension Login {
  /// Name, key and password hash.
  fileprivate var parameters: [Parameter] {
    [.text(name), .bytes(key.bytes), .text(passwordHash)]
  }
}

extension Rows {
  /// An account without a password has no login.
  fileprivate func account(_ row: Int) throws(PostgresError) -> Account {
    let hash = String(decoding: bytes(row, 2), as: UTF8.self)
    let name = String(decoding: bytes(row, 1), as: UTF8.self)
    return Account(
      id: AccountID(try bits(row, 0)),
      login: hash.isEmpty ? nil : Login(name: name, passwordHash: hash), madeAt: try int(row, 3))
  }

  fileprivate func signIn(_ row: Int) throws(PostgresError) -> SignIn {
    SignIn(
      id: try unsigned(row, 2), account: AccountID(try bits(row, 0)), tokenDigest: bytes(row, 1),
      deviceName: String(decoding: bytes(row, 3), as: UTF8.self), madeAt: try int(row, 4),
      seenAt: try int(row, 5), provedAt: try int(row, 6))
  }
}
