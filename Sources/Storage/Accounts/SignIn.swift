public import Ledger

/// A browser that is signed in, from a password or a link until its end.
public struct SignIn: Hashable, Sendable {
  /// Names it to its owner; it opens nothing.
  public let id: UInt64
  public let account: AccountID
  /// The digest of the secret that the browser sends back: who reads the store cannot sign in with it.
  public let tokenDigest: [UInt8]
  /// What its owner calls the device.
  public var deviceName: String
  public let madeAt: Int64
  /// When it was used last, to the hour.
  public var seenAt: Int64
  /// When a password or a launch link last proved who is there.
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
  /// Unused for this long, it ends.
  public static let idleLimit: Int64 = 30 * 86_400_000
  /// After this long it ends in any case.
  public static let ageLimit: Int64 = 180 * 86_400_000
  /// For this long a proof counts where something cannot be undone.
  public static let proofLimit: Int64 = 10 * 60_000

  /// How far in the future a sign-in or a proof may be, as clocks are set right by a little.
  public static let tolerance: Int64 = 60_000

  /// Whether it opens anything. One from the future counts for nothing, whatever clock made it; and neither does a
  /// use that lies further ahead than a clock may be wrong without being noticed.
  public func isValid(at now: Int64) -> Bool {
    let lastUse = seenAt <= now + ClockWatch.leap ? seenAt : madeAt
    return madeAt <= now + Self.tolerance && now - lastUse < Self.idleLimit
      && now - madeAt < Self.ageLimit
  }

  public func isProved(at now: Int64) -> Bool {
    provedAt <= now + Self.tolerance && now - provedAt < Self.proofLimit
  }
}
