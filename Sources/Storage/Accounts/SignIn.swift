public import Ledger

/// A browser that is signed in, from a password or a link until its end.
public struct SignIn: Hashable, Sendable {
  /// Identifies it to its owner; gives no access.
  public let id: UInt64
  public let account: AccountID
  /// The digest of the secret in the cookie, so that nobody can sign in with what is in the store.
  public let tokenDigest: [UInt8]
  /// The owner's name for the device.
  public var deviceName: String
  public let madeAt: Int64
  /// When it was used last, to the hour.
  public var seenAt: Int64
  /// When a password or a launch link last proved the person's identity.
  public var provedAt: Int64

  public init(
    id: UInt64, account: AccountID, tokenDigest: [UInt8], deviceName: String, madeAt: Int64,
    seenAt: Int64, provedAt: Int64
  ) {
    self.id = id
    self.account = account
    self.tokenDigest = tokenDigest
    self.deviceName = deviceName
    self.madeAt = madeAt
    self.seenAt = seenAt
    self.provedAt = provedAt
  }
}

extension SignIn {
  /// It ends after this long without use.
  public static let idleLimit: Int64 = 30 * 86_400_000
  /// It ends after this long in any case.
  public static let ageLimit: Int64 = 180 * 86_400_000
  /// How long a proof of identity is valid for actions that cannot be undone.
  public static let proofLimit: Int64 = 10 * 60_000

  /// How far in the future a sign-in or a proof may be, because clocks are adjusted slightly.
  public static let tolerance: Int64 = 60_000

  /// Whether it is valid. A sign-in from the future is not, whatever clock made it; and a last use too far in the future
  /// is ignored.
  public func isValid(at now: Int64) -> Bool {
    let lastUse = seenAt <= now + ClockWatch.leap ? seenAt : madeAt
    return madeAt <= now + Self.tolerance && now - lastUse < Self.idleLimit
      && now - madeAt < Self.ageLimit
  }

  public func isProved(at now: Int64) -> Bool {
    provedAt <= now + Self.tolerance && now - provedAt < Self.proofLimit
  }
}
