/// The time recorded in a store, so that a clock jump is noticed even across a restart.
public struct SeenTime: Hashable, Sendable {
  /// A different time that the clock has shown since the trusted one.
  public struct Claim: Hashable, Sendable {
    /// The last time it has shown, in milliseconds since 1970.
    public var latest: Int64
    /// For how many milliseconds the clock has run in step with the machine's steady clock.
    public var agreed: Int64

    public init(latest: Int64, agreed: Int64) {
      self.latest = latest
      self.agreed = agreed
    }
  }

  /// The latest time that was trusted, in milliseconds since 1970.
  public var trusted: Int64
  public var claim: Claim?

  public init(trusted: Int64, claim: Claim? = nil) {
    self.trusted = trusted
    self.claim = claim
  }
}
