/// Something that a transport plays or reports, at a sample of its clock.
public struct Cue: Hashable, Sendable {
  /// What it belongs to, and its position there.
  public enum Kind: Hashable, Sendable {
    /// A click of a metronome; bars, beats and subdivisions are counted from 1, voices from 0.
    case pulse(bar: Int, beat: Int, subdivision: Int, voice: Int)
    /// A moment of a timed score; lines and bars are counted from 1.
    case score(ScoreCue.Kind, line: Int, bar: Int)
    /// A score continues within a bar, after a pause or at another speed; line and bar are 0 if it has no bars.
    case place(line: Int, bar: Int, milliseconds: Int)
    /// Everything was played.
    case end
  }

  public var sample: Int64
  public var kind: Kind
  /// The strike to play; `nil` if the cue is only reported.
  public var strike: Strike?
  /// Which pass of a score it belongs to, counted from 1.
  public var pass = 0
  /// Which of the player's runs it belongs to, counted from 1.
  public var run = 0
}

extension Cue {
  init(_ pulse: Pulse, _ sound: ClickSound, voices: Int) {
    self.init(
      sample: pulse.sample,
      kind: .pulse(
        bar: pulse.bar, beat: pulse.beat, subdivision: pulse.subdivision, voice: pulse.voice),
      strike: pulse.strike(sound, voices: voices))
  }

  init(_ cue: ScoreCue, sample: Int64, pass: Int, of plan: ScorePlan) {
    let isHeard = cue.kind == .count || !plan.isSilent(inPass: pass)
    self.init(
      sample: sample, kind: .score(cue.kind, line: cue.line, bar: cue.bar),
      strike: isHeard ? cue.strike(on: sample, plan.sounds) : nil, pass: pass)
  }
}

extension Pulse {
  /// How it sounds; further voices use the sounds that follow the first.
  ///
  /// - Parameter voices: how many there are besides the beats: those that coincide stay below full scale.
  public func strike(_ sound: ClickSound, voices: Int) -> Strike {
    let sounds = ClickSound.allCases
    return Strike(
      sample: sample, sound: sounds[(sound.rawValue + voice) % sounds.count], accent: accent,
      level: 1 / Float(voices + 1))
  }
}

extension ScoreCue {
  /// How it sounds: the count-in and the bars with the chosen sounds, the rest distinct from them.
  public func strike(on sample: Int64, _ sounds: ScoreSounds = ScoreSounds()) -> Strike {
    switch kind {
    case .count: Strike(sample: sample, sound: sounds.count, accent: .normal)
    case .bar where bar == 1: Strike(sample: sample, sound: sounds.first, accent: .strong)
    case .bar: Strike(sample: sample, sound: sounds.other, accent: .strong)
    case .hold: Strike(sample: sample, sound: .bell, accent: .normal)
    case .mark: Strike(sample: sample, sound: .rim, accent: .soft)
    case .bracket: Strike(sample: sample, sound: .beep, accent: .normal)
    case .warning: Strike(sample: sample, sound: .wood, accent: .soft)
    case .start: Strike(sample: sample, sound: .tick, accent: .mute)
    }
  }
}
