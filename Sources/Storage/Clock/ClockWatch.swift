/// Judges a wall clock by what a store has seen of it, and by the machine's steady clock.
///
/// People and time servers set clocks, and sometimes set them wrong. Whatever forgets for good must not believe a
/// clock that jumped. It is believed again once it has kept pace for ``proof``, or when an operator says so.
///
/// All times are handed in: `wall` in milliseconds since 1970, `elapsed` in milliseconds since any moment, of a
/// clock that nobody sets.
public struct ClockWatch: Sendable {
  /// By how much a clock may differ from what was seen: it is more often a server that was off than a wrong clock.
  public static let leap: Int64 = 7 * 86_400_000
  /// For how long a clock that jumped must keep pace until it is believed.
  public static let proof: Int64 = 7 * 86_400_000
  /// For how long a clock must keep pace where nothing is known of it.
  public static let settling: Int64 = 3_600_000
  /// Steps up to this are no jump: that is how time servers set clocks right.
  private static let pace: Int64 = 3_600_000

  public enum Verdict: Hashable, Sendable {
    case steady
    /// There is nothing yet to judge it by.
    case unproven
    case ahead(by: Int64)
    case behind(by: Int64)
  }

  /// The time to go by, and whether anything may be forgotten by it.
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
  /// The steady clock when the claim was noted last.
  private var claimNoted: Int64
  /// For how long this process has seen the clock steady.
  private var steadyFor: Int64 = 0

  /// Begins with what the store has seen; `isTrusted` where an operator vouches for the clock.
  public init(seen: SeenTime?, isTrusted: Bool = false, wall: Int64, elapsed: Int64) {
    self.seen = isTrusted ? SeenTime(trusted: wall) : seen
    anchor = elapsed
    latest = (wall, elapsed)
    paceBegan = elapsed
    claimNoted = elapsed
  }

  /// Looks at the clocks.
  ///
  /// A clock behind what was seen is wrong, and the time is reckoned from that. One ahead may be right, if the
  /// server was off for long: only where this process has known better for a while is the time reckoned.
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

  /// What to note in the store at this look, and whether in the place of a trusted time that was not right;
  /// `nil` where nothing is known.
  ///
  /// A time is never noted as trusted while the clock is doubted.
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

  /// Continues the clock's claim, or begins another; gives for how long it has kept pace.
  private mutating func claim(_ wall: Int64, _ elapsed: Int64) -> Int64 {
    var claim = SeenTime.Claim(latest: wall, agreed: 0)
    if let earlier = seen?.claim, wall >= earlier.latest - Self.pace,
      wall - earlier.latest <= Self.leap
    {
      // Only what this process has seen since the last note and since the last jump counts.
      claim.agreed = earlier.agreed + max(elapsed - max(claimNoted, paceBegan), 0)
    }
    claimNoted = elapsed
    seen?.claim = claim
    return claim.agreed
  }
}
