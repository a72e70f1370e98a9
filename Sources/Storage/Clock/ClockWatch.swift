/// Checks a wall clock against the times recorded in a store and against the machine's steady clock.
///
/// People and time servers set clocks, sometimes wrongly. Code that deletes data for good must not trust a clock that
/// jumped. It is trusted again once it has run steadily for ``proof``, or when an operator says so.
///
/// All times are passed in: `wall` in milliseconds since 1970, `elapsed` in milliseconds since any moment, of a clock
/// that nobody sets.
public struct ClockWatch: Sendable {
  /// By how much a clock may differ from the recorded time: more often, the server was off than its clock wrong.
  public static let leap: Int64 = 7 * 86_400_000
  /// How long a clock that jumped must run steadily until it is trusted.
  public static let proof: Int64 = 7 * 86_400_000
  /// How long a clock must run steadily if no time is recorded.
  public static let settling: Int64 = 3_600_000
  /// Steps up to this are not a jump: time servers adjust clocks like that.
  private static let pace: Int64 = 3_600_000

  public enum Verdict: Hashable, Sendable {
    case steady
    /// There is nothing to check it against yet.
    case unproven
    case ahead(by: Int64)
    case behind(by: Int64)
  }

  /// The time to use, and whether data may be deleted by it.
  public struct Reading: Hashable, Sendable {
    public let time: Int64
    public let verdict: Verdict

    public init(time: Int64, verdict: Verdict) {
      self.time = time
      self.verdict = verdict
    }

    public var isSteady: Bool { verdict == .steady }
  }

  private var seen: SeenTime?
  /// The steady clock when `seen` was right.
  private var anchor: Int64
  private var latest: (wall: Int64, elapsed: Int64)
  /// The steady clock at the last jump, or at the start.
  private var paceBegan: Int64
  /// The steady clock when the claim was last recorded.
  private var claimNoted: Int64
  /// How long this process has seen the clock steady.
  private var steadyFor: Int64 = 0

  /// Starts with the time recorded in the store; `isTrusted` if an operator vouches for the clock.
  public init(seen: SeenTime?, isTrusted: Bool = false, wall: Int64, elapsed: Int64) {
    self.seen = isTrusted ? SeenTime(trusted: wall) : seen
    anchor = elapsed
    latest = (wall, elapsed)
    paceBegan = elapsed
    claimNoted = elapsed
  }

  /// Looks at the clocks.
  ///
  /// A clock behind the recorded time is wrong, and the time is calculated from the recorded one. A clock ahead may be
  /// right if the server was off for long: the time is calculated only if this process has known better for a while.
  public mutating func look(wall: Int64, elapsed: Int64) -> Reading {
    let step = max(elapsed - latest.elapsed, 0)
    if abs(wall - latest.wall - step) > Self.pace { paceBegan = elapsed }
    latest = (wall, elapsed)
    guard let expected = expected(at: elapsed) else {
      return Reading(time: wall, verdict: .unproven)
    }
    let difference = wall - expected
    if difference > Self.leap {
      let time = steadyFor >= Self.settling ? expected : wall
      return Reading(time: time, verdict: .ahead(by: difference))
    }
    if difference < -Self.leap {
      return Reading(time: expected, verdict: .behind(by: -difference))
    }
    steadyFor += step
    return Reading(time: wall, verdict: .steady)
  }

  /// What to record in the store now, and whether it replaces a wrong trusted time; `nil` if nothing is known.
  ///
  /// No time is recorded as trusted while the clock is not.
  public mutating func noting(
    wall: Int64, elapsed: Int64
  ) -> (seen: SeenTime, isReplacing: Bool)? {
    switch look(wall: wall, elapsed: elapsed).verdict {
    case .unproven:
      guard elapsed - paceBegan >= Self.settling else { return nil }
      trust(wall, elapsed)
      return seen.map { ($0, true) }
    case .steady:
      trust(wall, elapsed)
      return seen.map { ($0, false) }
    case .ahead, .behind:
      guard claim(wall, elapsed) >= Self.proof else { return seen.map { ($0, false) } }
      trust(wall, elapsed)
      return seen.map { ($0, true) }
    }
  }

  private func expected(at elapsed: Int64) -> Int64? {
    seen.map { $0.trusted + max(elapsed - anchor, 0) }
  }

  private mutating func trust(_ wall: Int64, _ elapsed: Int64) {
    seen = SeenTime(trusted: wall)
    anchor = elapsed
  }

  /// Continues the clock's claim or starts a new one; returns how long it has run steadily.
  private mutating func claim(_ wall: Int64, _ elapsed: Int64) -> Int64 {
    var claim = SeenTime.Claim(latest: wall, agreed: 0)
    if let earlier = seen?.claim, wall >= earlier.latest - Self.pace,
      wall - earlier.latest <= Self.leap
    {
      // Only the time since the last record and the last jump in this process counts.
      claim.agreed = earlier.agreed + max(elapsed - max(claimNoted, paceBegan), 0)
    }
    claimNoted = elapsed
    seen?.claim = claim
    return claim.agreed
  }
}
