/// Something that a transport sounds or tells of, at a sample of its clock.
public struct Cue: Hashable, Sendable {
  /// What it belongs to, and where it stands there.
  public enum Kind: Hashable, Sendable {
    /// A click of a metronome; bars, beats and subdivisions are counted from 1, voices from 0.
    case pulse(bar: Int, beat: Int, subdivision: Int, voice: Int)
    /// A moment of a timed score; lines and bars are counted from 1.
    case score(ScoreCue.Kind, line: Int, bar: Int)
    /// A score goes on within a bar, after a pause or at another speed; where it has no bars, line and bar are 0.
    case place(line: Int, bar: Int, milliseconds: Int)
    /// Everything was played.
    case end
  }

  public var sample: Int64
  public var kind: Kind
  /// What is struck; nothing where something is only told of.
  public var strike: Strike?
  /// Which pass of a score it belongs to, counted from 1.
  public var pass = 0
  /// Which of the things that a player was asked to play it belongs to, counted from 1.
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
  /// What is heard of it; further voices sound like the sounds that follow the first.
  ///
  /// - Parameter voices: how many there are beside the beats: those that fall together stay below the top.
  public func strike(_ sound: ClickSound, voices: Int) -> Strike {
    let sounds = ClickSound.allCases
    return Strike(
      sample: sample, sound: sounds[(sound.rawValue + voice) % sounds.count], accent: accent,
      level: 1 / Float(voices + 1))
  }
}

extension ScoreCue {
  /// What is heard of it: the count and the bars as they were chosen, the rest as it differs from them.
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
