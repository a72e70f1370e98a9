import HTTP
import Ledger
import Platform
import Storage

/// The calls of whoever is not signed in yet.
extension AccountRoutes {
  @Sendable func doors(_ request: Request, _ parameters: Parameters) throws(HTTPError) -> Response {
    Response(json: .object([.init("signUp", .string(policy.rawValue))]))
  }

  @Sendable func signIn(
    _ request: Request, _ parameters: Parameters
  ) throws(HTTPError) -> Response {
    let body = try AccountBody(request)
    let (name, password) = (try body.text("name"), try body.text("password"))
    let device = try body.device()
    let key = LoginKey(name.trimmed)
    let found = try asking(for: request) { () throws(StorageError) in
      try store.account(named: key)
    }
    try verify(password, of: found?.login, key, request)
    guard var account = found, let login = account.login else { throw .wrongPassword }
    if passwords.needsRehash(login.passwordHash) {
      let renewed = Login(name: login.name, passwordHash: try passwords.hash(password))
      if try set(renewed, of: account, isEndingAll: false, request) { account.login = renewed }
    }
    let response = try enter(account, device: device, request)
    log.audit("signed-in", account.id, request)
    return response
  }

  @Sendable func signUp(
    _ request: Request, _ parameters: Parameters
  ) throws(HTTPError) -> Response {
    guard policy != .closed else { throw .signUpClosed }
    let body = try AccountBody(request)
    let (device, password) = (try body.device(), try body.text("password"))
    let wanted = try body.wantedAccount()
    let invitation = try invitation(in: body, request)
    try countAttempt(from: request)
    guard let name = DisplayName.exact(try body.text("name")) else { throw .nameWrong }
    try passwords.check(password, name: name)
    let isTaken = try asking(for: request) { () throws(StorageError) in
      try store.account(named: LoginKey(name)) != nil
    }
    guard !isTaken else { throw .nameTaken }
    let login = Login(name: name, passwordHash: try passwords.hash(password))
    let ticket = try redeem(invitation, request)
    let account = try givingBack(ticket, invitation, request) { () throws(HTTPError) in
      guard let account = try add(login, as: wanted, request) else { throw .nameTaken }
      return account
    }
    log.audit("signed-up", account.id, request)
    return try enter(account, device: device, request, status: .created)
  }

  @Sendable func launch(
    _ request: Request, _ parameters: Parameters
  ) throws(HTTPError) -> Response {
    let body = try AccountBody(request)
    let (token, device) = (try body.text("token"), try body.device())
    try countAttempt(from: request)
    let known = try linking(for: request) { () throws(SystemError) in
      try tickets.ticket(for: token, .launch, now: sessions.now)
    }
    guard known != nil else { throw .linkUsed }
    let account = try asking(for: request) { () throws(StorageError) in
      if let owner = try store.account(.onlyOwner) { return owner }
      let owner = Account(id: .onlyOwner, login: nil, madeAt: sessions.now)
      // Another may have made it in this moment.
      return try store.add(owner) ? owner : try store.account(.onlyOwner) ?? owner
    }
    let ticket = try linking(for: request) { () throws(SystemError) in
      try tickets.redeem(token, .launch, now: sessions.now)
    }
    guard let ticket else { throw .linkUsed }
    let response = try givingBack(ticket, token, request) { () throws(HTTPError) in
      try enter(account, device: device, request)
    }
    log.audit("signed-in", account.id, request)
    return response
  }

  @Sendable func reset(
    _ request: Request, _ parameters: Parameters
  ) throws(HTTPError) -> Response {
    let body = try AccountBody(request)
    let (token, password) = (try body.text("token"), try body.text("password"))
    let device = try body.device()
    try countAttempt(from: request)
    let known = try linking(for: request) { () throws(SystemError) in
      try tickets.ticket(for: token, .reset, now: sessions.now)
    }
    guard let known else { throw .linkUsed }
    let found = try asking(for: request) { () throws(StorageError) in
      try store.account(named: LoginKey(known.name))
    }
    guard var account = found, let earlier = account.login else { throw .linkUsed }
    try passwords.check(password, name: earlier.name)
    let login = Login(name: earlier.name, passwordHash: try passwords.hash(password))
    let ticket = try linking(for: request) { () throws(SystemError) in
      try tickets.redeem(token, .reset, now: sessions.now)
    }
    guard let ticket else { throw .linkUsed }
    try givingBack(ticket, token, request) { () throws(HTTPError) in
      guard try set(login, of: account, isEndingAll: true, request) else { throw .nameTaken }
    }
    account.login = login
    log.audit("password-reset", account.id, request)
    return try enter(account, device: device, request)
  }
}

// MARK: - New accounts

extension AccountRoutes {
  /// The token of an invitation that is good, where one is needed.
  private func invitation(
    in body: AccountBody, _ request: Request
  ) throws(HTTPError) -> String? {
    let token = try body.optionalText("invitation")
    guard policy == .invitation else { return nil }
    guard let token else { throw .invitationNeeded }
    let ticket = try linking(for: request) { () throws(SystemError) in
      try tickets.ticket(for: token, .invitation, now: sessions.now)
    }
    guard ticket != nil else { throw .invitationUsed }
    return token
  }

  private func redeem(_ invitation: String?, _ request: Request) throws(HTTPError) -> Ticket? {
    guard let invitation else { return nil }
    let ticket = try linking(for: request) { () throws(SystemError) in
      try tickets.redeem(invitation, .invitation, now: sessions.now)
    }
    guard let ticket else { throw .invitationUsed }
    return ticket
  }

  /// Does what a link was used for; where that fails, the link is as good as before.
  private func givingBack<Result>(
    _ ticket: Ticket?, _ token: String?, _ request: Request,
    _ body: () throws(HTTPError) -> Result
  ) throws(HTTPError) -> Result {
    do throws(HTTPError) {
      return try body()
    } catch {
      if let ticket, let token {
        try linking(for: request) { () throws(SystemError) in try tickets.keep(ticket, for: token) }
      }
      throw error
    }
  }

  /// Adds an account, under the id that the device's data has where that is free; `nil` where its name is taken.
  ///
  /// The id of a server's owner is nobody's to take, as the launch link opens it.
  private func add(
    _ login: Login, as wanted: AccountID?, _ request: Request
  ) throws(HTTPError) -> Account? {
    try asking(for: request) { () throws(StorageError) in
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
}

extension AccountBody {
  /// The account that the device's data belongs to already, where it says so.
  fileprivate func wantedAccount() throws(HTTPError) -> AccountID? {
    guard let text = try optionalText("account") else { return nil }
    guard let bits = Bits128(hex: text) else { throw .badJSON }
    return AccountID(bits)
  }
}
