public import HTTP
import Ledger
import Platform
public import Storage

/// Signing in, below `/v1/signin`, and one's own account, below `/v1/account`. Requests and answers are JSON.
public struct AccountRoutes: Sendable {
  let store: any Store & AccountStore
  let sessions: Sessions
  let passwords: Passwords
  let tickets: Tickets
  let belongings: (any Belongings)?
  let policy: SignUpPolicy
  let log: EventLog
  let access: Access
  private let proxy: TrustedProxy
  private let rate = Lock(LoginRate())

  public init(
    _ store: any Store & AccountStore, sessions: Sessions, passwords: Passwords, tickets: Tickets,
    belongings: (any Belongings)? = nil, policy: SignUpPolicy, limits: RateLimits = RateLimits(),
    proxy: TrustedProxy, log: EventLog
  ) {
    self.store = store
    self.sessions = sessions
    self.passwords = passwords
    self.tickets = tickets
    self.belongings = belongings
    self.policy = policy
    access = Access(sessions, limits: limits)
    self.proxy = proxy
    self.log = log
  }

  public func add(to router: inout Router<ServerError>) {
    router.on(.get, "/v1/signin", doors)
    router.on(.get, "/v1/account", account)
    let changes: [(String, Router<ServerError>.Handler)] = [
      ("signin", signIn), ("signin/new", signUp), ("signin/launch", launch),
      ("signin/reset", reset), ("account/prove", prove), ("account/login", setLogin),
      ("account/signout", signOut), ("account/device", nameDevice), ("account/erase", erase),
    ]
    for (path, handler) in changes {
      router.on(.post, "/v1/\(path)", bodyLimit: AccountBody.byteLimit, handler)
    }
  }
}

// MARK: - Shared

extension AccountRoutes {
  /// The account that is signed in.
  func account(of signIn: SignIn) throws(ServerError) -> Account {
    guard let account = try asking(store.account(signIn.account)) else { throw .noSession }
    return account
  }

  /// Signs a browser in to an account and answers with its profile.
  func enter(
    _ account: Account, device: String, _ request: Request, status: Status = .ok
  ) throws(ServerError) -> Response {
    let (signIn, cookie) = try sessions.begin(account.id, device: device, for: request)
    // If the login was changed meanwhile, all sign-ins were ended, and this one came too late.
    let current = try asking(store.account(account.id))
    guard let current, current.login == account.login else {
      try sessions.end(.one(signIn.id), of: account.id)
      throw .hashingBusy
    }
    return try show(account, signIn, status: status, cookie: cookie)
  }

  /// Answers with the profile of an account, for one of its devices.
  func show(
    _ account: Account, _ signIn: SignIn, status: Status = .ok, cookie: String? = nil
  ) throws(ServerError) -> Response {
    let signIns = try asking(store.signIns(of: account.id))
    let profile = Profile(account: account, current: signIn, signIns: signIns, now: sessions.now)
    return Response(status, json: profile.json, cookie: cookie)
  }

  /// Counts an attempt before something is hashed or opened.
  func countAttempt(from request: Request) throws(ServerError) {
    let client = proxy.client(of: request)
    let wait = rate.withLock { $0.attempt(nil, from: client, now: sessions.now) }
    if let wait { throw .tooManyAttempts(wait: wait) }
  }

  /// Checks the password of the login with `key`; too many attempts are refused without a check, and without a login
  /// it takes as long.
  func verify(
    _ password: String, of login: Login?, _ key: LoginKey, _ request: Request
  ) throws(ServerError) {
    let client = proxy.client(of: request)
    let wait = rate.withLock { $0.attempt(key, from: client, now: sessions.now) }
    if let wait { throw .tooManyAttempts(wait: wait) }
    let isRight: Bool
    do throws(ServerError) {
      isRight = try passwords.verify(password, against: login?.passwordHash)
    } catch {
      rate.withLock { $0.withdraw(key, from: client.address) }
      throw error
    }
    guard isRight else { throw .wrongPassword }
    rate.withLock { $0.succeeded(key, from: client.address) }
  }

  /// Gives an account a login; `false` if the name is taken. If the login has changed meanwhile, the person is asked
  /// to try again.
  func set(
    _ login: Login, of account: Account, isEndingAll: Bool
  ) throws(ServerError) -> Bool {
    let change = try asking(
      store.setLogin(login, of: account.id, replacing: account.login, isEndingAll: isEndingAll))
    guard change != .overtaken else { throw .hashingBusy }
    return change == .done
  }
}
