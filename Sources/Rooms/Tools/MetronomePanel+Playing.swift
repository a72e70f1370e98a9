import Domain
import Program
import RoomKit
import Sound

// MARK: - Starting, stopping, changing

extension MetronomePanel {
  /// What plays, and what is shown of it.
  struct Run: Sendable {
    let number: Int
    /// The metronome in the last command to the player.
    var sent: Metronome
    var sound: ClickSound
    fileprivate var bars: PlannedBars
    /// The last reported bar, and the sample on which it began.
    fileprivate var bar: Int
    fileprivate var barSample: Int64 = 0
    /// The sample of the first bar.
    fileprivate var firstSample: Int64 = 0
    /// When the first bar is heard, by the page's clock; computed again at each bar line.
    fileprivate var firstMoment: Double?
    /// Whether it was changed while playing.
    fileprivate var isChanged = false
    /// The length of a beat, in milliseconds.
    fileprivate var beatLength = 500.0
    /// The number of reported beats.
    fileprivate var beatCount = 0
    fileprivate var flashed = -1e9
    /// When each extra voice was last reported.
    fileprivate var struck = [Double](repeating: -1e9, count: Meter.voiceLimit)
    /// Whether it has played to its end.
    var isOver = false
    /// Whether the trainer leads; it is over when this run is.
    var isTraining = false

    // What is shown now.
    var beat: Beat?
    /// The current stroke of each extra voice; 0 before its first.
    var strikes = [Int](repeating: 0, count: Meter.voiceLimit)
    var isFlashing = false

    init(_ number: Int, _ metronome: Metronome, _ sound: ClickSound) {
      (self.number, self.sound, sent) = (number, sound, metronome)
      bars = PlannedBars(metronome)
      bar = -metronome.countInBars
    }

    mutating func send(_ metronome: Metronome) {
      sent = metronome
      bars = PlannedBars(metronome)
      isChanged = true
    }

    /// What is shown when it has played to its end.
    var farewell: String {
      let bars = sent.bars ?? 0
      return "Stopped after \(bars == 1 ? "1 bar" : "\(bars) bars")."
    }
  }

  /// A beat, for the frame in which it is heard.
  public struct Beat: Hashable, Sendable {
    /// Bars of the count-in are 0, −1 and so on.
    let bar: Int
    /// Counted from 1.
    let beat: Int
    /// In milliseconds.
    let length: Double
    /// Since the first bar, in seconds.
    let seconds: Int
    /// Whether a gap has silenced it.
    let isGap: Bool
    let isFlash: Bool
    /// Counts all beats, so that consecutive ones differ.
    let count: Int
  }

  static func begin(
    _ state: inout State, _ bench: inout Bench, isTraining: Bool = false
  ) -> [Effect<Tools.Message>] {
    let setup = isTraining ? state.hand.setup.trained : state.hand.setup
    let metronome = metronome(setup, nil, rate: 0)
    state.runCount += 1
    state.run = Run(state.runCount, metronome, setup.sound)
    state.run?.isTraining = isTraining
    state.ended = ""
    return bench.output.play(
      .metronome, .play(metronome, setup.sound), level: level(state), saying: first(setup))
  }

  /// What a voice says with the first click, if it counts in.
  private static func first(_ setup: MetronomeSetup) -> CountVoice.Saying? {
    guard setup.countsAloud, setup.countInBars > 0 else { return nil }
    let count = setup.spokenCount
    return count.said.first.map { CountVoice.Saying(number: $0, gap: count.gap) }
  }

  /// Restarts a recalled setup from its first bar if it has a plan; otherwise it continues in the beat. The trainer ends.
  static func beginAgain(_ state: inout State, _ bench: inout Bench) -> [Effect<Tools.Message>] {
    state.run?.isTraining = false
    guard isPlaying(state, bench), state.hand.setup.isPlanned else { return [] }
    return begin(&state, &bench)
  }

  static func stop(_ state: inout State, _ bench: inout Bench) -> [Effect<Tools.Message>] {
    state.run = nil
    state.calibration.stopped()
    state.version += 1
    return bench.output.stop(.metronome)
  }

  /// Something else plays now, or sound was lost.
  static func abandon(_ state: inout State) {
    guard state.run?.isOver == false || state.calibration.isRunning else {
      return
    }
    state.run = nil
    state.calibration.stopped()
    state.version += 1
  }

  static func isPlaying(_ state: State, _ bench: Bench) -> Bool {
    bench.output.part == .metronome && state.run != nil
  }

  /// Sets the volume of the clicks, 0 while muted; the drone is unaffected.
  static func setLevels(_ state: State, _ bench: inout Bench) -> [Effect<Tools.Message>] {
    // Other parts have a level of their own.
    guard bench.output.part == .metronome else { return [] }
    return bench.output.setClicks(level(state))
  }

  private static func level(_ state: State) -> Double {
    state.isMuted ? 0 : Double(state.hand.setup.level) / 100
  }

  /// Lets fields and sound follow a changed setup.
  static func follow(
    _ state: inout State, _ bench: inout Bench, from before: MetronomeSetup
  ) -> [Effect<Tools.Message>] {
    let setup = state.played
    state.numbers.show(setup)
    state.trainer.show(setup.training)
    if let stretch = state.hand.setup.stretch(at: state.plan.open) {
      state.plan.numbers.show(stretch)
    }
    guard setup != before, isPlaying(state, bench) else { return [] }
    let isAnother = !setup.countsAloud || setup.spokenCount != before.spokenCount
    return (isAnother ? bench.output.hush() : []) + setLevels(state, &bench)
      + sendSound(&state, &bench) + sendChange(&state, &bench)
  }

  private static func sendSound(
    _ state: inout State, _ bench: inout Bench
  ) -> [Effect<Tools.Message>] {
    let sound = state.hand.setup.sound
    guard let run = state.run, run.sound != sound else { return [] }
    state.run?.sound = sound
    return bench.output.change(
      .metronome, .changeSound(sound), whole: .play(run.sent, sound))
  }

  private static func sendChange(
    _ state: inout State, _ bench: inout Bench
  ) -> [Effect<Tools.Message>] {
    guard let run = state.run else { return [] }
    let metronome = metronome(state.played, run, rate: bench.output.sampleRate)
    guard metronome != run.sent else { return [] }
    state.run?.send(metronome)
    return bench.output.change(
      .metronome, .change(metronome), whole: .play(metronome, run.sound))
  }

  /// What to play for a setup, up to the bar line at which it stops.
  private static func metronome(_ setup: MetronomeSetup, _ run: Run?, rate: Int) -> Metronome {
    var metronome = setup.metronome
    let bar = max(run?.bar ?? 1, 1)
    switch setup.limit {
    case .none: break
    // The current bar is completed.
    case .bars: metronome.bars = max(setup.limitCount, bar)
    case .minutes:
      var left = Double(setup.limitCount) * 60_000
      if let run, run.bar >= 1, rate > 0 {
        left -= Double(run.barSample - run.firstSample) * 1_000 / Double(rate)
      }
      metronome.bars = PlannedBars(metronome).bars(until: left, from: bar)
    }
    return metronome
  }
}

// MARK: - Beside a take

extension MetronomePanel {
  /// The click track of a take that began at a moment of the page's clock; `nil` if there is none, or if it changed.
  ///
  /// - Parameter way: the speaker-to-microphone delay, in milliseconds.
  static func click(
    _ state: State, _ bench: Bench, from moment: Double, way: Double
  ) -> TakeClick? {
    guard isPlaying(state, bench), !state.calibration.isRunning, let run = state.run,
      !run.isChanged, let first = run.firstMoment
    else { return nil }
    let frames = (first - moment + way) / 1_000 * Double(bench.ear.sampleRate)
    guard let offset = Int64(exactly: frames.rounded()) else { return nil }
    return TakeClick(run.sent, offset: offset, sound: run.sound)
  }

  /// Whether the click changed since it began.
  static func hasChanged(_ state: State, _ bench: Bench) -> Bool {
    isPlaying(state, bench) && state.run?.isChanged == true
  }
}

// MARK: - Cues

extension MetronomePanel {
  /// The least time between flashes, in milliseconds: more than three per second can be harmful.
  fileprivate static let flashGap = 334.0
  /// Strokes of an extra voice that are closer than this are not all shown.
  private static let strikeGap = 60.0

  /// Handles a cue of the player; `moment` is when it is heard, in milliseconds of the page's clock.
  static func hear(
    _ sounded: Sounded, at moment: Double, _ state: inout State, _ bench: inout Bench
  ) -> [Effect<Tools.Message>] {
    if state.calibration.isRunning { return Calibration.hear(at: moment, &state) }
    guard let run = state.run else { return [] }
    let seen = moment + Double(bench.beatOffset)
    switch sounded.kind {
    case .pulse(let bar, let beat, 1, 0):
      var effects: [Effect<Tools.Message>] = []
      if beat == 1 { effects = beginBar(bar, sounded.sample, at: moment, &state, &bench) }
      if bar < 1 { effects += sayNext(after: beat, of: bar, at: moment, state, &bench) }
      let isMeant = state.hand.setup.isHeard(beat)
      guard
        let shown = state.run?.take(
          beat, of: bar, at: seen, sounded.sample, rate: bench.output.sampleRate,
          isGap: sounded.accent == .mute && isMeant, flash: state.hand.setup.flash != .off
        )
      else { return effects }
      let name = "beat \(shown.count % 8)"
      return effects + [
        .picture(
          atMilliseconds: seen, as: name, .metronome(.beatShown(run: run.number, shown)))
      ]
    case .pulse(_, let strike, _, let voice) where voice > 0 && voice < Meter.voiceLimit:
      guard abs(seen - run.struck[voice]) >= strikeGap else { return [] }
      state.run?.struck[voice] = seen
      return [
        .picture(
          atMilliseconds: seen, as: "voice \(voice) stroke \(strike % 4)",
          .metronome(.strikeShown(run: run.number, voice: voice, strike: strike)))
      ]
    case .end:
      state.run?.isOver = true
      return [
        .picture(
          atMilliseconds: seen, as: "beat end", .metronome(.ended(run: run.number)))
      ]
    default: return []
    }
  }

  /// Says the next number of the count-in with its click; this one's has just been given.
  private static func sayNext(
    after beat: Int, of bar: Int, at moment: Double, _ state: State, _ bench: inout Bench
  ) -> [Effect<Tools.Message>] {
    guard state.played.countsAloud else { return [] }
    let count = state.played.spokenCount
    guard let next = count.next(after: beat, repeats: bar < 0) else { return [] }
    return bench.output.say(
      CountVoice.Saying(number: next.count, gap: count.gap), at: moment + next.milliseconds)
  }

  /// Handles a bar line: computes the bar's tempo and whether it is the last.
  private static func beginBar(
    _ bar: Int, _ sample: Int64, at moment: Double, _ state: inout State, _ bench: inout Bench
  ) -> [Effect<Tools.Message>] {
    guard var run = state.run else { return [] }
    if bar == 1 || bar < run.bar { run.firstSample = sample }
    (run.bar, run.barSample) = (bar, sample)
    let rate = Double(bench.output.sampleRate)
    if bar >= 1, rate > 0 {
      run.firstMoment = moment - Double(sample - run.firstSample) * 1_000 / rate
    }
    state.run = run
    return state.hand.setup.limit == .minutes ? sendChange(&state, &bench) : []
  }

  /// Shows the beat that is heard in this frame, and vibrates if the device can.
  static func show(
    _ beat: Beat, _ run: Int, _ state: inout State, _ bench: Bench
  ) -> [Effect<Tools.Message>] {
    guard state.run?.number == run,
      bench.output.part == .metronome || state.run?.isOver == true
    else { return [] }
    state.run?.beat = beat
    var effects: [Effect<Tools.Message>] = []
    if beat.isFlash {
      state.run?.isFlashing = true
      effects.append(.wait(milliseconds: 90, as: "flash", .metronome(.flashOver)))
    }
    let setup = state.hand.setup
    if setup.isVibrating, !beat.isGap, setup.isHeard(beat.beat) {
      let accent = setup.beats[beat.beat - 1]
      effects.append(.vibrate(milliseconds: [accent == .strong ? 60 : accent == .soft ? 15 : 30]))
    }
    return effects
  }
}

extension MetronomeSetup {
  /// Whether a beat, counted from 1, sounds.
  fileprivate func isHeard(_ beat: Int) -> Bool {
    beats.indices.contains(beat - 1) && beats[beat - 1] != .mute
  }
}

extension MetronomePanel.Run {
  /// Counts a beat and returns what is shown of it.
  fileprivate mutating func take(
    _ beat: Int, of bar: Int, at moment: Double, _ sample: Int64, rate: Int, isGap: Bool,
    flash: Bool
  ) -> MetronomePanel.Beat {
    beatCount += 1
    self.bar = bar
    beatLength = bars.beatLength(inBar: bar)
    let beats = sent.meter.beats.count
    let isFlash = flash && !isGap && isFlashing(on: beat, of: beats, at: moment)
    if isFlash { flashed = moment }
    let passed = bar >= 1 && rate > 0 ? (sample - firstSample) / Int64(rate) : 0
    return MetronomePanel.Beat(
      bar: bar, beat: beat, length: beatLength, seconds: Int(clamping: passed), isGap: isGap,
      isFlash: isFlash, count: beatCount)
  }

  /// Whether a beat flashes: every beat at slow tempos; at fast ones every second, third and so on from the bar line.
  private func isFlashing(on beat: Int, of beats: Int, at moment: Double) -> Bool {
    guard abs(moment - flashed) >= MetronomePanel.flashGap else { return false }
    let every = Int(MetronomePanel.flashGap / beatLength) + 1
    // The last beats leave room for the bar line.
    return beat == 1 || (beat - 1) % every == 0 && beat - 1 + every <= beats
  }
}
