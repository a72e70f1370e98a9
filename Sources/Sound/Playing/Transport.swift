/// Plays the clicks of a metronome or the cues of a score, from one origin.
///
/// It has no clock: whoever runs it says which sample it is, and asks for the cues before the next.
///
///     transport.play(.metronome(pulses, .tick), at: sample)
///     while let cue = transport.next(before: sample + 128) { … }
public struct Transport: Sendable {
  /// What it plays.
  public enum Program: Sendable {
    case metronome(Pulses, ClickSound)
    case score(ScoreRun)
  }

  public enum State: Hashable, Sendable {
    case stopped, playing, paused
  }

  public private(set) var state = State.stopped
  /// Whether the last click given was in a gap of the metronome.
  private(set) var isInGap = false
  private var program: Program?
  /// What replaces the metronome as soon as possible.
  private var successor: Pulses?
  /// Bars of a metronome to repeat, counted from 1.
  private var loop: ClosedRange<Int>?
  private var pausedAt: Int64 = 0

  public init() {}

  // MARK: - Starting and stopping

  /// Plays from the first cue on, starting at a sample.
  public mutating func play(_ program: Program, at sample: Int64) {
    self.program = program
    (state, successor, loop, isInGap) = (.playing, nil, nil, false)
    delay(by: Double(sample) - (upcomingTime ?? 0))
  }

  public mutating func stop() {
    (state, program, successor, loop, isInGap) = (.stopped, nil, nil, nil, false)
  }

  /// Silences everything until it resumes.
  public mutating func pause(at sample: Int64) {
    guard state == .playing else { return }
    (state, pausedAt) = (.paused, sample)
  }

  /// Resumes where it paused, or after a hold that it waits at.
  public mutating func goOn(at sample: Int64) {
    if state == .paused {
      state = .playing
      delay(by: Double(sample - pausedAt))
      tell(at: sample)
    } else if case .score(var run) = program, run.goOn(at: Double(sample)) {
      program = .score(run)
    }
  }

  /// Makes a score report its position, unless it stands still.
  private mutating func tell(at sample: Int64) {
    guard state == .playing, case .score(var run) = program else { return }
    run.tell(at: sample)
    program = .score(run)
  }

  // MARK: - Moving

  /// Jumps to a bar of the metronome, or of a line of the score, at a sample.
  ///
  /// - Returns: whether there is such a bar.
  public mutating func seek(line: Int = 1, bar: Int, at sample: Int64) -> Bool {
    let time = Double(state == .paused ? pausedAt : sample)
    switch program {
    case .metronome(var pulses, let sound):
      guard bar >= 1, bar <= Self.lastBar else { return false }
      pulses.jump(toBar: Int64(bar) - 1, at: time)
      program = .metronome(pulses, sound)
      return true
    case .score(var run):
      guard run.jump(toLine: line, bar: bar, at: time) else { return false }
      program = .score(run)
      return true
    case nil: return false
    }
  }

  /// Jumps to a bracket of a part of the score, at a sample.
  ///
  /// - Returns: whether there is such a bracket.
  public mutating func seek(bracket number: Int, part: Int, at sample: Int64) -> Bool {
    guard case .score(var run) = program else { return false }
    let time = Double(state == .paused ? pausedAt : sample)
    guard run.jump(toBracket: number, part: part, at: time) else { return false }
    program = .score(run)
    tell(at: sample)
    return true
  }

  /// Repeats these bars of a metronome, or stops repeating.
  public mutating func repeatBars(_ bars: ClosedRange<Int>?) {
    loop = bars
  }

  /// Switches to another metronome at the next click, or at the next bar if their bars differ.
  ///
  /// The next click stays where it is, so no interval is shorter than the shorter of the two adjacent
  /// ones.
  public mutating func change(to pulses: Pulses) {
    if case .metronome = program { successor = pulses }
  }

  /// Switches to another click sound from the next click on.
  public mutating func change(to sound: ClickSound) {
    if case .metronome(let pulses, _) = program { program = .metronome(pulses, sound) }
  }

  /// Changes the speed of a score from here on.
  public mutating func change(to scale: ScoreScale, at sample: Int64) {
    guard case .score(var run) = program else { return }
    run.change(to: scale, at: Double(state == .paused ? pausedAt : sample))
    program = .score(run)
    tell(at: sample)
  }

  /// Switches a score to another run, keeping its position.
  public mutating func change(to run: ScoreRun, at sample: Int64) {
    guard case .score(let old) = program else { return }
    var run = run
    run.follow(old, at: Double(state == .paused ? pausedAt : sample))
    program = .score(run)
    tell(at: sample)
  }

  /// Shifts everything to come later by this many samples, or earlier: the player nudges the beat.
  public mutating func delay(by samples: Double) {
    switch program {
    case .metronome(var pulses, let sound):
      pulses.delay(by: samples)
      program = .metronome(pulses, sound)
    case .score(var run):
      run.delay(by: samples)
      program = .score(run)
    case nil: break
    }
  }

  // MARK: - Playing

  /// The next cue, if it comes before a sample.
  public mutating func next(before sample: Int64) -> Cue? {
    guard state == .playing else { return nil }
    switch program {
    case .metronome(var pulses, let sound):
      move(&pulses)
      guard pulses.upcomingSample < sample else {
        program = .metronome(pulses, sound)
        return nil
      }
      isInGap = pulses.isUpcomingInGap
      guard let pulse = pulses.next() else {
        stop()
        return Cue(sample: pulses.upcomingSample, kind: .end, strike: nil)
      }
      program = .metronome(pulses, sound)
      return Cue(pulse, sound, voices: pulses.metronome.meter.voices.count)
    case .score(var run):
      let cue = run.next(before: sample)
      program = .score(run)
      if cue?.kind == .end { stop() }
      return cue
    case nil: return nil
    }
  }

  /// Whether a metronome with silent parts is playing.
  var hasGaps: Bool {
    guard state == .playing, case .metronome(let pulses, _) = program else { return false }
    return pulses.metronome.gaps.turns != nil || pulses.metronome.gaps.dropChance > 0
  }

  /// The sample of the next cue.
  var upcomingSample: Int64? {
    switch program {
    case .metronome(let pulses, _): pulses.upcomingSample
    case .score(let run): run.upcoming?.sample
    case nil: nil
    }
  }

  /// The first sample after another on which something is heard, if it comes before an end.
  public func nextHeard(after sample: Int64, before end: Int64) -> Int64? {
    var ahead = self
    while let cue = ahead.next(before: end) {
      if let strike = cue.strike, strike.accent != .mute, cue.sample > sample { return cue.sample }
    }
    return nil
  }

  /// Applies the successor and the loop before the next click is given.
  private mutating func move(_ pulses: inout Pulses) {
    if let other = successor, pulses.goOn(as: other) { successor = nil }
    if let loop, pulses.isAtBarLine, pulses.upcomingBar >= Int64(loop.upperBound) {
      pulses.jump(toBar: Int64(loop.lowerBound) - 1, at: pulses.upcomingTime)
    }
  }

  private var upcomingTime: Double? {
    switch program {
    case .metronome(let pulses, _): pulses.upcomingTime
    case .score(let run): run.upcomingTime
    case nil: nil
    }
  }

  /// More bars than any metronome plays.
  private static let lastBar = 1_000_000
}
