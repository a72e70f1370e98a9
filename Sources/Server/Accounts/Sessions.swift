import HTTP
import Ledger
public import Platform
public import Storage

/// Who a request comes from, by its cookie; and the beginning and end of that.
///
/// The cookie holds the account's id and 256 random bits, of which a store keeps only the digest.
public struct Sessions: Sendable {
  /// An account has at most so many devices signed in; the longest unused gives way.
  static let deviceLimit = 100
  private static let refreshInterval: Int64 = 3_600_000

  private let store: any AccountStore
  private let origin: Origin
  private let clock: @Sendable () -> Int64
  private let isSteady: @Sendable () -> Bool

  /// The sign-ins that `store` keeps, for a server known as `origin`; while the clock is not steady, none is
  /// ended for its age, and no use is noted.
  public init(
    _ store: any AccountStore, origin: Origin,
    clock: @escaping @Sendable () -> Int64 = { WallClock.milliseconds },
    isSteady: @escaping @Sendable () -> Bool = { true }
  ) {
    self.store = store
    self.origin = origin
    self.clock = clock
    self.isSteady = isSteady
  }

  /// What time it is, for all that depends on who is signed in.
  var now: Int64 { clock() }

  /// The sign-in that a request belongs to, where it is a valid one.
  func find(_ request: Request) throws(ServerError) -> SignIn? {
    guard let token = request.cookie(origin.sessionCookieName).flatMap(Token.init(text:)) else {
      return nil
    }
    let digest = token.digest
    guard var signIn = try asking(store.signIn(of: token.account, tokenDigest: digest)),
      signIn.account == token.account, Secret.areEqual(signIn.tokenDigest, digest),
      signIn.isValid(at: now)
    else { return nil }
    let age = now - signIn.seenAt
    if age >= Self.refreshInterval || age < -SignIn.tolerance, isSteady() {
      signIn.seenAt = now
      // It is kept with the next request, where it is not with this one.
      try? store.update(signIn)
    }
    return signIn
  }

  /// The same, where nothing is to be had without it.
  func require(_ request: Request) throws(ServerError) -> SignIn {
    guard let signIn = try find(request) else { throw .noSession }
    return signIn
  }

  /// Signs a browser in: a new token, while the one that came with the request is dead.
  func begin(
    _ account: AccountID, device: String, for request: Request
  ) throws(ServerError) -> (signIn: SignIn, cookie: String) {
    if let earlier = try find(request) { try end(.one(earlier.id), of: earlier.account) }
    let token = Token(account: account, secret: Secret.bytes(32))
    let signIn = SignIn(
      id: Secret.number(), account: account, tokenDigest: token.digest, deviceName: device,
      madeAt: now, seenAt: now, provedAt: now)
    try asking(add(signIn))
    return (signIn, "\(origin.sessionCookie(token.text)); Max-Age=\(SignIn.ageLimit / 1_000)")
  }

  /// Keeps a sign-in, in place of those that are too old or too many.
  private func add(_ signIn: SignIn) throws(StorageError) {
    let account = signIn.account
    if isSteady() { try store.endSignIns(.outdated(now: now), of: account) }
    let others = try store.signIns(of: account).sorted { $0.seenAt > $1.seenAt }
    for other in others.dropFirst(Self.deviceLimit - 1) {
      try store.endSignIns(.one(other.id), of: account)
    }
    try store.add(signIn)
  }

  func end(_ ending: SignInEnding, of account: AccountID) throws(ServerError) {
    try asking(store.endSignIns(ending, of: account))
  }

  /// The Set-Cookie text that has a browser forget.
  var clearingCookie: String { "\(origin.sessionCookie("")); Max-Age=0" }
}

/// What a browser sends back: whose it is, and the secret that proves it.
private struct Token {
  let account: AccountID
  let secret: [UInt8]

  init(account: AccountID, secret: [UInt8]) {
    self.account = account
    self.secret = secret
  }

  /// Reads 32 hexadecimal digits, a dot and 64 more.
  init?(text: String) {
    let bytes = text.utf8
    guard bytes.count == 97, bytes.dropFirst(32).first == UInt8(ascii: "."),
      let account = Bits128(hex: String(decoding: bytes.prefix(32), as: UTF8.self)),
      let high = Bits128(hex: String(decoding: bytes.dropFirst(33).prefix(32), as: UTF8.self)),
      let low = Bits128(hex: String(decoding: bytes.suffix(32), as: UTF8.self))
    else { return nil }
    self.init(account: AccountID(account), secret: high.bytes + low.bytes)
  }

  var text: String { "\(account.bits.hex).\(Hex.text(of: secret))" }
  var digest: [UInt8] { SHA256.digest(of: secret).bytes }
}
