public import HTTP
import Ledger
import Platform
public import Storage

/// The front door: signing in below `/v1/signin`, and one's own account below `/v1/account`. Bodies are JSON,
/// both ways.
public struct AccountRoutes: Sendable {
  let store: any Store & AccountStore
  let sessions: Sessions
  let passwords: Passwords
  let tickets: Tickets
  let blobs: Blobs?
  let policy: SignUpPolicy
  let log: EventLog
  let rates: SessionRates
  private let proxy: TrustedProxy
  private let rate = Lock(LoginRate())

  public init(
    _ store: any Store & AccountStore, sessions: Sessions, passwords: Passwords, tickets: Tickets,
    blobs: Blobs? = nil, policy: SignUpPolicy, limits: RateLimits = RateLimits(),
    proxy: TrustedProxy, log: EventLog
  ) {
    self.store = store
    self.sessions = sessions
    self.passwords = passwords
    self.tickets = tickets
    self.blobs = blobs
    self.policy = policy
    rates = SessionRates(limits)
    self.proxy = proxy
    self.log = log
  }

  public func add(to router: inout Router) {
    router.on(.get, "/v1/signin", doors)
    router.on(.get, "/v1/account", account)
    let changes: [(String, Router.Handler)] = [
      ("signin", signIn), ("signin/new", signUp), ("signin/launch", launch),
      ("signin/reset", reset), ("account/prove", prove), ("account/login", setLogin),
      ("account/signout", signOut), ("account/device", nameDevice), ("account/erase", erase),
    ]
    for (path, handler) in changes {
      router.on(.post, "/v1/\(path)", bodyLimit: AccountBody.byteLimit, handler)
    }
  }
}

// MARK: - What several of them do

extension AccountRoutes {
  func asking<Result>(
    for request: Request, _ ask: () throws(StorageError) -> Result
  ) throws(HTTPError) -> Result {
    try log.asking(for: request, ask)
  }

  /// The account that is signed in.
  func account(of signIn: SignIn, _ request: Request) throws(HTTPError) -> Account {
    let account = try asking(for: request) { () throws(StorageError) in
      try store.account(signIn.account)
    }
    guard let account else { throw .noSession }
    return account
  }

  /// Signs a browser in to an account, and shows it.
  func enter(
    _ account: Account, device: String, _ request: Request, status: Status = .ok
  ) throws(HTTPError) -> Response {
    let (signIn, cookie) = try sessions.begin(account.id, device: device, for: request)
    // A login that was changed meanwhile has ended every sign-in but this one, which came too late.
    guard try isStill(account, request) else {
      try sessions.end(.one(signIn.id), of: account.id, request)
      throw .hashingBusy
    }
    return Response(
      status, json: try profile(of: account, signIn, request).json, cookie: cookie)
  }

  /// Whether an account has the same login as when it was looked at.
  private func isStill(_ account: Account, _ request: Request) throws(HTTPError) -> Bool {
    try asking(for: request) { () throws(StorageError) in
      guard let current = try store.account(account.id) else { return false }
      return current.login == account.login
    }
  }

  func profile(
    of account: Account, _ signIn: SignIn, _ request: Request
  ) throws(HTTPError) -> Profile {
    let signIns = try asking(for: request) { () throws(StorageError) in
      try store.signIns(of: account.id)
    }
    return Profile(account: account, current: signIn, signIns: signIns, now: sessions.now)
  }

  /// Counts an attempt of somebody who is about to have something hashed or opened.
  func countAttempt(from request: Request) throws(HTTPError) {
    let client = proxy.client(of: request)
    let wait = rate.withLock { $0.attempt(nil, from: client, now: sessions.now) }
    if let wait { throw .tooManyAttempts(wait: wait) }
  }

  /// Whether a password is that of the login, which is found under `key`; too many attempts are refused
  /// unlooked at, and it takes as long where there is no login.
  func verify(
    _ password: String, of login: Login?, _ key: LoginKey, _ request: Request
  ) throws(HTTPError) {
    let client = proxy.client(of: request)
    let wait = rate.withLock { $0.attempt(key, from: client, now: sessions.now) }
    if let wait { throw .tooManyAttempts(wait: wait) }
    let isRight: Bool
    do throws(HTTPError) {
      isRight = try passwords.verify(password, against: login?.passwordHash)
    } catch {
      rate.withLock { $0.withdraw(key, from: client.address) }
      throw error
    }
    guard isRight else { throw .wrongPassword }
    rate.withLock { $0.succeeded(key, from: client.address) }
  }

  /// Gives an account a login; `false` where the name is somebody else's. Where it has another one by now than
  /// this was decided on, the person is asked to try again.
  func set(
    _ login: Login, of account: Account, isEndingAll: Bool, _ request: Request
  ) throws(HTTPError) -> Bool {
    let change = try asking(for: request) { () throws(StorageError) in
      try store.setLogin(
        login, of: account.id, replacing: account.login, isEndingAll: isEndingAll)
    }
    guard change != .overtaken else { throw .hashingBusy }
    return change == .done
  }

  /// Looks at links; where their folder cannot be read, that is logged and becomes an answer.
  func linking<Result>(
    for request: Request, _ look: () throws(SystemError) -> Result
  ) throws(HTTPError) -> Result {
    do throws(SystemError) {
      return try look()
    } catch {
      var line = LogLine(.error, "links")
      line.add("failure", "code-\(error.code)")
      line.add("id", request.id.description)
      log.write(line)
      throw StorageError.unavailable.answer
    }
  }
}
