import HTTP
import Ledger
import Platform
import Storage

/// The requests of people who are not signed in yet.
extension AccountRoutes {
  @Sendable func doors(_ request: Request, _ parameters: Parameters) throws(ServerError) -> Response
  {
    Response(json: .object([.init("signUp", .string(policy.rawValue))]))
  }

  @Sendable func signIn(
    _ request: Request, _ parameters: Parameters
  ) throws(ServerError) -> Response {
    let body = try AccountBody(request)
    let (name, password) = (try body.text("name"), try body.text("password"))
    let device = try body.device()
    let key = LoginKey(name.trimmed)
    let found = try asking(store.account(named: key))
    try verify(password, of: found?.login, key, request)
    guard var account = found, let login = account.login else { throw .wrongPassword }
    if passwords.needsRehash(login.passwordHash) {
      let renewed = Login(name: login.name, passwordHash: try passwords.hash(password))
      if try set(renewed, of: account, isEndingAll: false) { account.login = renewed }
    }
    let response = try enter(account, device: device, request)
    log.audit("signed-in", account.id, request)
    return response
  }

  @Sendable func signUp(
    _ request: Request, _ parameters: Parameters
  ) throws(ServerError) -> Response {
    guard policy != .closed else { throw .signUpClosed }
    let body = try AccountBody(request)
    let (device, password) = (try body.device(), try body.text("password"))
    let wanted = try body.wantedAccount()
    let invitation = try invitation(in: body)
    try countAttempt(from: request)
    guard let name = DisplayName.exact(try body.text("name")) else { throw .nameWrong }
    try passwords.check(password, name: name)
    guard try asking(store.account(named: LoginKey(name))) == nil else { throw .nameTaken }
    let login = Login(name: name, passwordHash: try passwords.hash(password))
    let account = try using(invitation, .invitation) { () throws(ServerError) in
      guard let account = try asking(add(login, as: wanted)) else { throw .nameTaken }
      return account
    }
    log.audit("signed-up", account.id, request)
    return try enter(account, device: device, request, status: .created)
  }

  @Sendable func launch(
    _ request: Request, _ parameters: Parameters
  ) throws(ServerError) -> Response {
    let body = try AccountBody(request)
    let (token, device) = (try body.text("token"), try body.device())
    try countAttempt(from: request)
    _ = try ticket(for: token, .launch)
    let account = try asking(owner())
    let response = try using(token, .launch) { () throws(ServerError) in
      try enter(account, device: device, request)
    }
    log.audit("signed-in", account.id, request)
    return response
  }

  @Sendable func reset(
    _ request: Request, _ parameters: Parameters
  ) throws(ServerError) -> Response {
    let body = try AccountBody(request)
    let (token, password) = (try body.text("token"), try body.text("password"))
    let device = try body.device()
    try countAttempt(from: request)
    let name = LoginKey(try ticket(for: token, .reset).name)
    guard var account = try asking(store.account(named: name)), let earlier = account.login else {
      throw .linkUsed
    }
    try passwords.check(password, name: earlier.name)
    let login = Login(name: earlier.name, passwordHash: try passwords.hash(password))
    try using(token, .reset) { () throws(ServerError) in
      guard try set(login, of: account, isEndingAll: true) else { throw .nameTaken }
    }
    account.login = login
    log.audit("password-reset", account.id, request)
    return try enter(account, device: device, request)
  }
}

// MARK: - Links

extension AccountRoutes {
  /// The ticket of a valid link.
  private func ticket(
    for token: String, _ kind: Ticket.Kind
  ) throws(ServerError) -> Ticket {
    let ticket = try passing(
      tickets.ticket(for: token, kind, now: sessions.now), as: ServerError.links)
    guard let ticket else { throw kind.used }
    return ticket
  }

  /// Redeems a link, if there is one, and does `work`; if that fails, the link stays valid.
  private func using<Result>(
    _ token: String?, _ kind: Ticket.Kind, for work: () throws(ServerError) -> Result
  ) throws(ServerError) -> Result {
    guard let token else { return try work() }
    let ticket = try passing(
      tickets.redeem(token, kind, now: sessions.now), as: ServerError.links)
    guard let ticket else { throw kind.used }
    do throws(ServerError) {
      return try work()
    } catch let cause {
      do throws(SystemError) {
        try tickets.keep(ticket, for: token)
      } catch {
        throw .linkLost(error, after: cause)
      }
      throw cause
    }
  }

  /// The token of a valid invitation, if one is needed.
  private func invitation(in body: AccountBody) throws(ServerError) -> String? {
    let token = try body.optionalText("invitation")
    guard policy == .invitation else { return nil }
    guard let token else { throw .invitationNeeded }
    _ = try ticket(for: token, .invitation)
    return token
  }
}

extension Ticket.Kind {
  /// The error for an invalid link of this kind.
  fileprivate var used: ServerError {
    switch self {
    case .launch, .reset: .linkUsed
    case .invitation: .invitationUsed
    }
  }
}

// MARK: - New accounts

extension AccountRoutes {
  /// The account of the server's owner, created with the first sign-in.
  private func owner() throws(StorageError) -> Account {
    if let owner = try store.account(.onlyOwner) { return owner }
    let owner = Account(id: .onlyOwner, login: nil, madeAt: sessions.now)
    // Another request may have just created it.
    return try store.add(owner) ? owner : try store.account(.onlyOwner) ?? owner
  }

  /// Adds an account, with the id of the device's data if that is free; `nil` if its name is taken.
  ///
  /// The id of the server's owner is reserved, because the launch link opens it.
  private func add(_ login: Login, as wanted: AccountID?) throws(StorageError) -> Account? {
    if let wanted, wanted != .onlyOwner,
      try !store.places().contains(where: { $0.account == wanted })
    {
      let account = Account(id: wanted, login: login, madeAt: sessions.now)
      if try store.add(account) { return account }
    }
    let id = AccountID(Bits128(high: Secret.number(), low: Secret.number()))
    let account = Account(id: id, login: login, madeAt: sessions.now)
    return try store.add(account) ? account : nil
  }
}

extension AccountBody {
  /// The account that the device's data already belongs to, if given.
  fileprivate func wantedAccount() throws(ServerError) -> AccountID? {
    guard let text = try optionalText("account") else { return nil }
    guard let bits = Bits128(hex: text) else { throw .badJSON }
    return AccountID(bits)
  }
}
