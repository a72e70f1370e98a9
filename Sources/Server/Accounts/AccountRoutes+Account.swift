import HTTP
import Ledger
import Storage

/// The requests of people who are signed in.
extension AccountRoutes {
  @Sendable func account(
    _ request: Request, _ parameters: Parameters
  ) throws(ServerError) -> Response {
    let signIn = try sessions.require(request)
    return try show(try account(of: signIn), signIn)
  }

  @Sendable func prove(
    _ request: Request, _ parameters: Parameters
  ) throws(ServerError) -> Response {
    var (signIn, body) = try change(request)
    let password = try body.text("password")
    let account = try account(of: signIn)
    try verify(password, of: account, request)
    signIn.provedAt = sessions.now
    try asking(store.update(signIn))
    log.audit("proved", account.id, request)
    return try show(account, signIn)
  }

  @Sendable func setLogin(
    _ request: Request, _ parameters: Parameters
  ) throws(ServerError) -> Response {
    let (signIn, body) = try change(request)
    let (wanted, password) = (try body.text("name"), try body.text("password"))
    let current = try body.optionalText("current")
    var account = try account(of: signIn)
    if account.login == nil {
      guard signIn.isProved(at: sessions.now) else { throw .notProved }
    } else {
      try verify(current ?? "", of: account, request)
    }
    guard let name = DisplayName.exact(wanted) else { throw .nameWrong }
    try passwords.check(password, name: name)
    let holder = try asking(store.account(named: LoginKey(name)))
    guard holder == nil || holder?.id == account.id else { throw .nameTaken }
    let login = Login(name: name, passwordHash: try passwords.hash(password))
    guard try set(login, of: account, isEndingAll: true) else { throw .nameTaken }
    account.login = login
    log.audit("password-changed", account.id, request)
    return try enter(account, device: signIn.deviceName, request)
  }

  @Sendable func signOut(
    _ request: Request, _ parameters: Parameters
  ) throws(ServerError) -> Response {
    let (signIn, body) = try change(request)
    let which = try body.text("which")
    let ending: SignInEnding =
      switch which {
      case "this": .one(signIn.id)
      case "others": .allBut(signIn.id)
      case "all": .all
      default: .one(try device(which, of: signIn).id)
      }
    try sessions.end(ending, of: signIn.account)
    log.audit("signed-out", signIn.account, request)
    let isOut = ending == .all || ending == .one(signIn.id)
    return Response(json: .object([]), cookie: isOut ? sessions.clearingCookie : nil)
  }

  @Sendable func nameDevice(
    _ request: Request, _ parameters: Parameters
  ) throws(ServerError) -> Response {
    let (signIn, body) = try change(request)
    var device = try device(try body.text("id"), of: signIn)
    guard let name = DisplayName.exact(try body.text("name")) else { throw .nameWrong }
    device.deviceName = name
    try asking(store.update(device))
    return try show(try account(of: signIn), signIn)
  }

  @Sendable func erase(_ request: Request, _ parameters: Parameters) throws(ServerError) -> Response
  {
    let (signIn, _) = try change(request)
    guard signIn.isProved(at: sessions.now) else { throw .notProved }
    try asking(store.erase(signIn.account))
    for word in belongings?.remove(ofErased: signIn.account) ?? [] {
      var line = LogLine(.warning, "files")
      line.add("failure", word)
      log.write(line)
    }
    log.audit("erased", signIn.account, request)
    return Response(json: .object([]), cookie: sessions.clearingCookie)
  }
}

extension AccountRoutes {
  /// The sign-in and the body of a change; refused if the page shows a different account, for example because another
  /// tab has signed in to it meanwhile.
  private func change(
    _ request: Request
  ) throws(ServerError) -> (signIn: SignIn, body: AccountBody) {
    let signIn = try access.enter(request, .account)
    let body = try AccountBody(request)
    if let shown = try body.optionalText("account"), shown != signIn.account.bits.hex {
      throw .otherAccount
    }
    return (signIn, body)
  }

  /// Checks the password of the account; counted with the attempts to sign in under its name.
  private func verify(
    _ password: String, of account: Account, _ request: Request
  ) throws(ServerError) {
    let key = account.login?.key ?? LoginKey(account.id.bits.hex)
    try verify(password, of: account.login, key, request)
  }

  /// One of the account's own devices.
  private func device(_ text: String, of signIn: SignIn) throws(ServerError) -> SignIn {
    let signIns = try asking(store.signIns(of: signIn.account))
    guard let device = signIns.first(where: { Profile.text(of: $0.id) == text }) else {
      throw .noSuchDevice
    }
    return device
  }
}
