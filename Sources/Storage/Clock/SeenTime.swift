/// What a store remembers of the time, so that a clock that jumps is noticed, also across a restart.
public struct SeenTime: Hashable, Sendable {
  /// Another time than the trusted one that the clock has shown since.
  public struct Claim: Hashable, Sendable {
    /// When it was last shown, by itself, in milliseconds since 1970.
    public var latest: Int64
    /// For how many milliseconds the clock has kept pace with the machine's steady one.
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
