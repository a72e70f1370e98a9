/// The cues of a timed score, one after another, at a speed that may change during playback.
///
/// All times are computed from one origin, the beginning of the pass; the next pass begins on the sample on which
/// the last one ends. At an unlimited hold it waits until ``goOn(at:)``.
public struct ScoreRun: Sendable {
  /// At the written speed.
  public let cues: [ScoreCue]
  public private(set) var scale: ScoreScale
  /// The present pass, counted from 1.
  public private(set) var pass = 1
  /// The index of the cue given last.
  private(set) var given = 0
  private let plan: ScorePlan
  /// Whether it repeats when it ends.
  private let isLooping: Bool
  private let sampleRate: Double
  /// When the last cue ends, in milliseconds of the score.
  private let end: Double
  /// The first cue after the count-in, and the one that the first pass starts with.
  private let first: Int
  private let begin: Int
  /// The sample at time 0 of the pass.
  private var origin = 0.0
  private var index: Int
  /// Whether the count-in is over.
  private var isBegun = false
  /// The time of the hold that it waits at, in milliseconds of the score.
  private var waiting: Double?
  /// The sample on which it reports its position.
  private var telling: Int64?

  /// - Parameter cues: of ``Score/cues(_:scale:countIn:passes:seed:)`` at the scale ``ScoreScale/written``.
  public init(
    _ cues: [ScoreCue], scale: ScoreScale = .written, isLooping: Bool = false,
    plan: ScorePlan = ScorePlan(), sampleRate: Int
  ) {
    self.cues = cues
    self.scale = plan.ladder?.scale(ofPass: 1) ?? scale
    self.isLooping = isLooping
    self.plan = plan
    self.sampleRate = Double(sampleRate)
    end = cues.reduce(0) { max($0, $1.milliseconds + $1.length.value) }
    let first = cues.firstIndex { $0.milliseconds >= 0 } ?? cues.count
    self.first = first
    begin = cues.firstIndex { $0.isBar(plan.line, plan.bar) } ?? first
    index = first == 0 ? begin : 0
    origin = -lead
  }

  /// The next cue, with its sample; after the last one the end, and `nil` while it waits.
  var upcoming: Cue? {
    guard waiting == nil else { return nil }
    guard index < cues.count else {
      return index == cues.count
        ? Cue(sample: Int64(Functions.nearest(time(end))), kind: .end, strike: nil) : nil
    }
    return Cue(
      cues[index], sample: Int64(Functions.nearest(upcomingTime)), pass: pass, of: plan)
  }

  /// The next cue, if it comes before a sample.
  mutating func next(before sample: Int64) -> Cue? {
    if let told = telling, told < sample {
      telling = nil
      return whereabouts(at: told)
    }
    guard waiting == nil else { return nil }
    if index == cues.count, isLooping || pass < plan.passes, end >= 1, time(end) < Double(sample) {
      beginNextPass()
    }
    guard let cue = upcoming, cue.sample < sample else { return nil }
    if index < cues.count, cues[index].waits { waiting = cues[index].milliseconds }
    if index == begin { isBegun = true }
    given = index
    index += 1
    // The count-in is over: the first pass may start anywhere.
    if index == first { index = begin }
    return cue
  }

  /// When the next cue is due, in samples.
  var upcomingTime: Double { time(index < cues.count ? cues[index].milliseconds : end) }

  /// Returns to the first bar, without its count-in.
  private mutating func beginNextPass() {
    origin = time(end)
    pass = min(pass + 1, ScorePlan.passCounts.upperBound)
    scale = plan.ladder?.scale(ofPass: pass) ?? scale
    index = first
  }

  /// In samples; a count-in runs at clock speed, towards the bar it counts to.
  private func time(_ milliseconds: Double) -> Double {
    milliseconds < 0
      ? origin + lead + milliseconds * sampleRate / 1_000 : origin + samples(milliseconds)
  }

  private func samples(_ milliseconds: Double) -> Double {
    milliseconds * sampleRate / (10 * Double(scale.percent))
  }

  private func milliseconds(at time: Double) -> Double {
    (time - origin) * 10 * Double(scale.percent) / sampleRate
  }

  /// How long after time 0 the first pass starts.
  private var lead: Double { begin < cues.count ? samples(cues[begin].milliseconds) : 0 }

  // MARK: - Moving

  /// Changes the speed at a time, keeping the position in the score.
  mutating func change(to scale: ScoreScale, at time: Double) {
    // Before the first bar, and while waiting at a hold, time stands still.
    let now = waiting.map { self.time($0) } ?? time
    let passed = isBegun ? max(now - origin, 0) : lead
    origin += passed - passed * Double(self.scale.percent) / Double(scale.percent)
    self.scale = scale
  }

  /// Jumps to a bar of a line, or does nothing if there is none.
  mutating func jump(toLine line: Int, bar: Int, at time: Double) -> Bool {
    jump(to: cues.firstIndex { $0.isBar(line, bar) }, at: time)
  }

  /// Jumps to the beginning of a bracket of a part, or does nothing if there is none.
  mutating func jump(toBracket number: Int, part: Int, at time: Double) -> Bool {
    let bracket = cues.firstIndex {
      $0.kind == .bracket && $0.line == part && $0.bar == number
    }
    return jump(to: bracket, at: time)
  }

  private mutating func jump(to found: Int?, at time: Double) -> Bool {
    guard let found else { return false }
    index = found
    (isBegun, waiting, telling) = (true, nil, nil)
    origin += time - upcomingTime
    return true
  }

  mutating func delay(by samples: Double) { origin += samples }

  /// Continues after an unlimited hold; returns whether it was waiting at one.
  mutating func goOn(at time: Double) -> Bool {
    guard let waiting else { return false }
    origin += time - self.time(waiting)
    self.waiting = nil
    return true
  }

  /// Replaces another run: continues from its position in the bar, or starts over if this run has no such bar.
  mutating func follow(_ other: ScoreRun, at time: Double) {
    pass = other.pass
    scale = plan.ladder?.scale(ofPass: pass) ?? scale
    guard other.isBegun else {
      // The bar that is counted to stays where it is.
      origin = other.origin + other.lead - lead
      index = cues[..<first].firstIndex { self.time($0.milliseconds) >= time } ?? begin
      return
    }
    isBegun = true
    let place = other.place(at: time)
    var start = begin < cues.count ? cues[begin].milliseconds : 0
    if place.line == 0 {
      start = min(place.milliseconds, end)
    } else if let bar = cues.firstIndex(where: { $0.isBar(place.line, place.bar) }) {
      let next = cues[(bar + 1)...].first { $0.kind == .bar }?.milliseconds ?? end
      start = min(cues[bar].milliseconds + place.milliseconds, next)
    }
    origin = time - samples(start)
    // A thousandth of the distance between two samples, so that no cue is given twice or skipped.
    let from = start - 1e-6
    index = cues[first...].firstIndex { $0.milliseconds >= from } ?? cues.count
    // At the very beginning of a bar, nothing of the previous one is repeated.
    if place.line > 0, place.milliseconds == 0,
      let bar = cues.firstIndex(where: { $0.isBar(place.line, place.bar) })
    {
      index = bar
    }
    guard other.waiting != nil else { return }
    if let hold = cues[index...].firstIndex(where: { $0.waits && $0.milliseconds <= start + 1e-6 })
    {
      waiting = cues[hold].milliseconds
      index = hold + 1
    }
  }

  // MARK: - Where it is

  /// Reports its position at a sample, unless a cue does so then.
  mutating func tell(at sample: Int64) {
    let isSaid = upcoming.map { $0.sample <= sample && $0.tellsPlace } ?? false
    telling = isBegun && !isSaid ? sample : nil
  }

  private func whereabouts(at sample: Int64) -> Cue {
    let place = place(at: Double(sample))
    return Cue(
      sample: sample,
      kind: .place(
        line: place.line, bar: place.bar,
        milliseconds: Int(Functions.nearest(min(place.milliseconds, 2e9)))),
      strike: nil, pass: pass)
  }

  /// The bar that contains a time, and the offset in it; without bars, the offset in the score.
  private func place(at time: Double) -> (line: Int, bar: Int, milliseconds: Double) {
    let now = max(waiting ?? milliseconds(at: time), 0)
    if waiting == nil, index < cues.count, cues[index].kind == .bar,
      cues[index].milliseconds <= now + 1e-6
    {
      return (cues[index].line, cues[index].bar, 0)
    }
    let last = cues[..<min(index, cues.count)].lastIndex { $0.kind == .bar }
    guard let last, last >= first else { return (0, 0, now) }
    let bar = cues[last]
    return (bar.line, bar.bar, max(now - bar.milliseconds, 0))
  }
}

extension Cue {
  /// Whether it reveals the position in a score.
  fileprivate var tellsPlace: Bool {
    switch kind {
    case .score(.bar, _, _), .score(.hold, _, _), .score(.start, _, _), .end: true
    default: false
    }
  }
}

extension ScoreCue {
  fileprivate var milliseconds: Double { start.value }

  fileprivate func isBar(_ line: Int, _ bar: Int) -> Bool {
    kind == .bar && self.line == line && self.bar == bar
  }
}
