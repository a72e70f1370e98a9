import HTTP
import Ledger
public import Platform
public import Storage

/// Finds the sign-in of a request by its cookie; starts and ends sign-ins.
///
/// The cookie contains the account's id and 256 random bits; the store keeps only their digest.
public struct Sessions: Sendable {
  /// The most devices that can be signed in to an account; the one unused for longest is signed out.
  static let deviceLimit = 100
  private static let refreshInterval: Int64 = 3_600_000

  private let store: any AccountStore
  private let origin: Origin
  private let clock: @Sendable () -> Int64
  /// Whether the clock is known to be right.
  let isSteady: @Sendable () -> Bool

  /// The sign-ins in `store`, for a server known as `origin`; while the clock is not steady, none is ended for its
  /// age, and no use is recorded.
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

  /// The time, for everything that depends on sign-ins.
  var now: Int64 { clock() }

  /// The sign-in of a request, if it has a valid one.
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
      // If this fails, the next request saves it.
      try? store.update(signIn)
    }
    return signIn
  }

  /// The same, but it is required.
  func require(_ request: Request) throws(ServerError) -> SignIn {
    guard let signIn = try find(request) else { throw .noSession }
    return signIn
  }

  /// Signs a browser in with a new token; the token of the request becomes invalid.
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

  /// Saves a sign-in, and ends those that are too old or too many.
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

  /// The Set-Cookie text that deletes the cookie.
  var clearingCookie: String { "\(origin.sessionCookie("")); Max-Age=0" }
}

/// The content of the cookie: the account, and the secret that proves it.
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
