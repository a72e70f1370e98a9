import Storage
import Testing

/// How a clock is judged, moment by moment.
@Suite struct ClockWatchTests {
  private static let day: Int64 = 86_400_000
  private static let hour: Int64 = 3_600_000
  private static let week = ClockWatch.leap

  /// A clock on the wall and a steady one.
  private struct Clocks {
    var watch: ClockWatch
    var wall = start
    var elapsed: Int64 = 0
    var noted: SeenTime?

    init(seen: Int64?, isTrusted: Bool = false) {
      watch = ClockWatch(
        seen: seen.map { SeenTime(trusted: $0) }, isTrusted: isTrusted, wall: start, elapsed: 0)
    }

    mutating func pass(_ milliseconds: Int64) {
      wall += milliseconds
      elapsed += milliseconds
    }

    mutating func look() -> ClockWatch.Reading { watch.look(wall: wall, elapsed: elapsed) }

    /// Lets hours pass, as a server does that notes the time in each.
    mutating func run(hours: Int) {
      for _ in 0..<hours {
        pass(hour)
        note()
      }
    }

    mutating func note() {
      if let noting = watch.noting(wall: wall, elapsed: elapsed) { noted = noting.seen }
    }

    /// Stops for so long by the wall, and starts with what was noted.
    mutating func restart(after milliseconds: Int64) {
      wall += milliseconds
      elapsed = 5
      watch = ClockWatch(seen: noted, wall: wall, elapsed: elapsed)
    }
  }

  private static let starts: [(seen: Int64, verdict: ClockWatch.Verdict)] = [
    (0, ClockWatch.Verdict.steady), (-5 * day, .steady), (week, .steady), (-week, .steady),
    (week + 1, .behind(by: week + 1)), (-week - 1, .ahead(by: week + 1)),
    (-500 * day, .ahead(by: 500 * day)), (500 * day, .behind(by: 500 * day)),
  ]

  @Test(arguments: starts)
  func judgesAStartByWhatWasSeen(seen: Int64, verdict: ClockWatch.Verdict) {
    var clocks = Clocks(seen: start + seen)
    #expect(clocks.look().verdict == verdict)
    // It cannot be earlier than what was seen; it may well be later.
    let isBehind = if case .behind = verdict { true } else { false }
    #expect(clocks.look().time == (isBehind ? start + seen : start))
  }

  @Test func believesAnUnknownClockAfterAnHourWithoutAJump() {
    var clocks = Clocks(seen: nil)
    #expect(clocks.look() == .init(time: start, verdict: .unproven))
    clocks.note()
    #expect(clocks.noted == nil)
    clocks.pass(Self.hour / 2)
    // As on a machine that is told the time by others, a while after its start.
    clocks.wall += 400 * Self.day
    #expect(clocks.look() == .init(time: clocks.wall, verdict: .unproven))
    clocks.pass(Self.hour - 1)
    clocks.note()
    #expect(clocks.noted == nil)
    clocks.pass(1)
    clocks.note()
    #expect(clocks.noted == SeenTime(trusted: clocks.wall))
    #expect(clocks.look().isSteady)
  }

  /// The clock of a running server is 500 days ahead for a minute.
  @Test func knowsBetterWhileItRuns() {
    var clocks = Clocks(seen: start)
    clocks.run(hours: 3)
    let right = clocks.wall
    clocks.wall += 500 * Self.day
    #expect(clocks.look() == .init(time: right, verdict: .ahead(by: 500 * Self.day)))
    clocks.pass(60_000)
    clocks.note()
    #expect(clocks.look().time == right + 60_000)
    #expect(clocks.noted?.trusted == right)
    clocks.wall -= 500 * Self.day
    #expect(clocks.look() == .init(time: right + 60_000, verdict: .steady))
    clocks.note()
    #expect(clocks.noted == SeenTime(trusted: right + 60_000))
  }

  /// A clock that runs a thousand times too fast is noticed, too.
  @Test func noticesAClockThatRuns() {
    var clocks = Clocks(seen: start)
    clocks.run(hours: 2)
    var time = clocks.wall
    for _ in 0..<100 {
      clocks.wall += Self.hour
      clocks.elapsed += 3_600
      clocks.note()
      time = clocks.look().time
    }
    #expect(clocks.noted.map { $0.trusted < start + 8 * Self.day } == true)
    #expect(time < start + 8 * Self.day)
  }

  @Test func believesALongStopAfterAWeekOfPace() {
    var clocks = Clocks(seen: start)
    clocks.run(hours: 1)
    clocks.restart(after: 90 * Self.day)
    #expect(clocks.look().verdict == .ahead(by: 90 * Self.day))
    clocks.note()
    clocks.run(hours: 7 * 24 - 1)
    #expect(!clocks.look().isSteady)
    #expect(clocks.noted?.trusted == start + Self.hour)
    clocks.run(hours: 1)
    #expect(clocks.look() == .init(time: clocks.wall, verdict: .steady))
    #expect(clocks.noted == SeenTime(trusted: clocks.wall))
  }

  /// Pace counts across restarts, but not what nobody saw.
  @Test func countsPaceAcrossRestarts() {
    var clocks = Clocks(seen: start)
    clocks.note()
    clocks.restart(after: 90 * Self.day)
    clocks.note()
    for _ in 0..<6 {
      clocks.run(hours: 24)
      clocks.restart(after: 5 * Self.day)
      clocks.note()
    }
    #expect(!clocks.look().isSteady)
    clocks.run(hours: 23)
    #expect(!clocks.look().isSteady)
    clocks.run(hours: 1)
    #expect(clocks.look().isSteady)
  }

  @Test func aSecondJumpBeginsThePaceAnew() {
    var clocks = Clocks(seen: start)
    clocks.note()
    clocks.wall += 90 * Self.day
    clocks.note()
    clocks.run(hours: 6 * 24)
    clocks.wall += 90 * Self.day
    clocks.run(hours: 2 * 24)
    #expect(!clocks.look().isSteady)
    clocks.run(hours: 5 * 24 + 1)
    #expect(clocks.look().isSteady)
  }

  /// A store that was begun with a clock far ahead is not held to that for ever.
  @Test func leavesATimeBehindThatWasWrong() {
    var clocks = Clocks(seen: start + 500 * Self.day)
    clocks.note()
    #expect(clocks.look().verdict == .behind(by: 500 * Self.day))
    clocks.run(hours: 7 * 24)
    #expect(clocks.look() == .init(time: clocks.wall, verdict: .steady))
  }

  @Test func anOperatorMayVouchForIt() {
    var clocks = Clocks(seen: start - 500 * Self.day, isTrusted: true)
    #expect(clocks.look() == .init(time: start, verdict: .steady))
  }
}
