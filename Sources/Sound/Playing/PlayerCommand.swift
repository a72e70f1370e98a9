/// The commands of a ``Player``.
public enum PlayerCommand: Hashable, Sendable {
  /// Plays a metronome from its first bar.
  case play(Metronome, ClickSound)
  /// Replaces the metronome that is playing, keeping the beat.
  case change(Metronome)
  /// Changes the click of the metronome that is playing.
  case changeSound(ClickSound)
  /// Plays the cues of a score, given at the scale ``ScoreScale/written``.
  case playScore([ScoreCue], ScoreScale, isLooping: Bool, ScorePlan = ScorePlan())
  case changeScale(ScoreScale)
  case pause
  /// Resumes after a pause, or after a hold that a score waits at.
  case goOn
  case stop
  /// Jumps to a bar, of a line if it is a score.
  case seek(line: Int, bar: Int)
  /// Jumps to a bracket of a part of the score.
  case seekBracket(Int, part: Int)
  /// Repeats these bars of the metronome, or stops repeating.
  case repeatBars(ClosedRange<Int>?)
  /// Shifts everything later by this many milliseconds, or earlier.
  case nudge(Double)
  /// Plays these tones instead of the present ones; in gaps, only while a metronome with gaps is silent.
  case drone(
    [Drone.Tone], Timbre, chorus: Cents = .zero, fades: Drone.Fades = Drone.Fades(),
    inGaps: Bool = false)
  /// Multiplies the frequencies of the drone by a factor.
  case retuneDrone(Double)
  case stopDrone
  case levels(Player.Levels)
  /// Changes how the score that is playing continues, from where it is.
  case changeScore([ScoreCue], ScoreScale, isLooping: Bool, ScorePlan)
}

// MARK: - As a message

// A message is a list of numbers: the first identifies the command, the rest are its arguments. The receiver
// checks all of them, as the types would.

extension PlayerCommand {
  private enum Code: Int {
    case play = 1
    case change, playScore, changeScale, pause, goOn, stop, seek, repeatBars, nudge, drone
    case retuneDrone, stopDrone, levels, changeSound, changeScore, seekBracket
  }

  /// The command as numbers.
  public var message: [Double] {
    var message = Message()
    func begin(_ code: Code) { message.write(code.rawValue) }
    switch self {
    case .play(let metronome, let sound):
      begin(.play)
      message.write(sound.rawValue)
      message.write(metronome)
    case .change(let metronome):
      begin(.change)
      message.write(metronome)
    case .changeSound(let sound):
      begin(.changeSound)
      message.write(sound.rawValue)
    case .playScore(let cues, let scale, let isLooping, let plan):
      begin(.playScore)
      message.write(cues, scale, isLooping: isLooping, plan)
    case .changeScore(let cues, let scale, let isLooping, let plan):
      begin(.changeScore)
      message.write(cues, scale, isLooping: isLooping, plan)
    case .changeScale(let scale):
      begin(.changeScale)
      message.write(scale.percent)
    case .pause: begin(.pause)
    case .goOn: begin(.goOn)
    case .stop: begin(.stop)
    case .seek(let line, let bar):
      begin(.seek)
      message.write(line)
      message.write(bar)
    case .seekBracket(let number, let part):
      begin(.seekBracket)
      message.write(number)
      message.write(part)
    case .repeatBars(let bars):
      begin(.repeatBars)
      message.write(bars?.lowerBound ?? 0)
      message.write(bars?.upperBound ?? 0)
    case .nudge(let milliseconds):
      begin(.nudge)
      message.numbers.append(milliseconds)
    case .drone(let tones, let timbre, let chorus, let fades, let inGaps):
      begin(.drone)
      message.write(timbre)
      message.numbers += [chorus.value, fades.attack, fades.release]
      message.write(inGaps ? 1 : 0)
      message.write(tones.count)
      for tone in tones { message.numbers += [tone.frequency, tone.level] }
    case .retuneDrone(let ratio):
      begin(.retuneDrone)
      message.numbers.append(ratio)
    case .stopDrone: begin(.stopDrone)
    case .levels(let levels):
      begin(.levels)
      message.numbers += [levels.clicks, levels.drone]
    }
    return message.numbers
  }

  /// Reads a command from a message, or `nil` if it is not one.
  public init?(message numbers: [Double]) {
    var message = Message(numbers)
    guard let number = message.readWhole(), let code = Code(rawValue: number),
      let command = Self.read(code, from: &message), message.isAtEnd
    else { return nil }
    self = command
  }

  private static func read(_ code: Code, from message: inout Message) -> PlayerCommand? {
    switch code {
    case .play:
      guard let number = message.readWhole(), let sound = ClickSound(rawValue: number),
        let metronome = message.readMetronome()
      else { return nil }
      return .play(metronome, sound)
    case .change: return message.readMetronome().map { .change($0) }
    case .changeSound:
      return message.readWhole().flatMap { ClickSound(rawValue: $0) }.map { .changeSound($0) }
    case .playScore:
      return message.readScore().map { .playScore($0, $1, isLooping: $2, $3) }
    case .changeScore:
      return message.readScore().map { .changeScore($0, $1, isLooping: $2, $3) }
    case .changeScale: return message.readScale().map { .changeScale($0) }
    case .pause: return .pause
    case .goOn: return .goOn
    case .stop: return .stop
    case .seek:
      guard let line = message.readWhole(in: places), let bar = message.readWhole(in: places)
      else { return nil }
      return .seek(line: line, bar: bar)
    case .seekBracket:
      guard let number = message.readWhole(in: places), let part = message.readWhole(in: places)
      else { return nil }
      return .seekBracket(number, part: part)
    case .repeatBars:
      guard let first = message.readWhole(in: places), let last = message.readWhole(in: places),
        first <= last
      else { return nil }
      return .repeatBars(first == 0 ? nil : first...last)
    case .nudge: return message.read(in: -1_000...1_000).map { .nudge($0) }
    case .drone:
      guard let timbre = message.readTimbre(), let chorus = message.read(in: Drone.chorus),
        let attack = message.read(in: Drone.Fades.range),
        let release = message.read(in: Drone.Fades.range), let gaps = message.readWhole(in: 0...1),
        let count = message.readWhole(in: 0...Chord.sizes.upperBound),
        let tones = message.readList(count, { $0.readTone() })
      else { return nil }
      return .drone(
        tones, timbre, chorus: Cents(chorus), fades: Drone.Fades(attack: attack, release: release),
        inGaps: gaps == 1)
    case .retuneDrone: return message.read(in: 0.5...2).map { .retuneDrone($0) }
    case .stopDrone: return .stopDrone
    case .levels:
      guard let clicks = message.read(in: 0...1), let drone = message.read(in: 0...1) else {
        return nil
      }
      return .levels(Player.Levels(clicks: clicks, drone: drone))
    }
  }

  private static let places = 0...1_000_000
}

extension Cue {
  /// The length of a cue's message.
  public static let messageLength = 8

  /// The cue as a message: sample, kind, up to four positions, its accent, and its run.
  public var message: InlineArray<8, Double> {
    let (code, a, b, c, d) =
      switch kind {
      case .pulse(let bar, let beat, let subdivision, let voice): (0, bar, beat, subdivision, voice)
      case .score(let kind, let line, let bar): (1, line, bar, kind.number, pass)
      case .end: (2, 0, 0, 0, 0)
      case .place(let line, let bar, let milliseconds): (3, line, bar, milliseconds, pass)
      }
    let accent = strike?.accent.rawValue ?? 0
    return [
      Double(sample), Double(code), Double(a), Double(b), Double(c), Double(d), Double(accent),
      Double(run),
    ]
  }
}

/// What a player reported, as the page reads it.
public struct Sounded: Hashable, Sendable {
  public let sample: Int64
  public let kind: Cue.Kind
  public let accent: Accent
  /// Which pass of a score it belongs to, counted from 1.
  public let pass: Int
  /// Which of the player's runs it belongs to, counted from 1.
  public let run: Int

  /// Reads a cue from a message, or `nil` if it is not one.
  public init?(message: [Double]) {
    var message = Message(message)
    guard let sample = message.readWhole64(), let code = message.readWhole(in: 0...3),
      let places = message.readList(4, { $0.readWhole() }),
      let number = message.readWhole(), let accent = Accent(rawValue: number),
      let run = message.readWhole(), message.isAtEnd
    else { return nil }
    self.sample = sample
    self.run = run
    self.accent = accent
    pass = code == 1 || code == 3 ? places[3] : 0
    switch code {
    case 0:
      kind = .pulse(bar: places[0], beat: places[1], subdivision: places[2], voice: places[3])
    case 1:
      guard let of = ScoreCue.Kind(number: places[2]) else { return nil }
      kind = .score(of, line: places[0], bar: places[1])
    case 3: kind = .place(line: places[0], bar: places[1], milliseconds: places[2])
    default: kind = .end
    }
  }
}
