/// A reed's melody in the sample studio: its notes deviate a little from the tuning and the beat, as people's do.
///
/// It is determined by a number alone, the same everywhere.
public struct StudioTune: Sendable {
  /// What is played.
  public enum Kind: Int, CaseIterable, Sendable {
    case longTones, scale, thirds, study, song
  }

  /// One of its notes.
  private struct Tone {
    /// In samples.
    var start: Int64
    var length: Int64
    /// In turns per sample.
    var step: Double
    var level: Double
  }

  public let sampleRate: Int
  public let frames: Int64
  private let tones: [Tone]
  private var chance: Chance
  private var place: Int64 = 0
  private var index = 0
  private var turns = 0.0
  private var breath = 0.0

  /// The strength of each partial of the reed.
  private static let partials = [1.0, 0.8, 0.55, 0.5, 0.3, 0.2, 0.12, 0.08, 0.05]
  /// The tempos at which it can be played, in beats per minute.
  public static let tempos = 40...160

  /// - Parameter tempo: in beats per minute, within ``tempos``.
  public init(_ kind: Kind, tempo: Int, seed: UInt64, sampleRate: Int = 48_000) {
    self.sampleRate = sampleRate
    var chance = Chance(seed: seed)
    let tempo = min(max(tempo, Self.tempos.lowerBound), Self.tempos.upperBound)
    let beat = Double(sampleRate) * 60 / Double(tempo)
    // The player is a little high or low overall, and a little early or late.
    let lean = chance.part() * 10 - 4
    var tones: [Tone] = []
    var time = beat
    for (step, beats) in Self.line(kind) {
      let cents = lean + (chance.part() + chance.part() - 1) * 14
      let late = (chance.part() + chance.part() - 1) * 0.025 * Double(sampleRate)
      let frequency = 440 * Functions.exp2((Double(step) + cents / 100) / 12)
      tones.append(
        Tone(
          start: Int64(max(time + late, 0)), length: Int64(beats * beat * 0.96),
          step: frequency / Double(sampleRate), level: 0.16 + 0.06 * chance.part()))
      time += beats * beat
    }
    self.tones = tones
    self.chance = chance
    frames = Int64(time + beat)
  }

  /// Semitones from A4 and beats, note by note.
  private static func line(_ kind: Kind) -> [(Int, Double)] {
    // The scale of D from D4, up and down.
    let scale = [-7, -5, -3, -2, 0, 2, 4, 5]
    switch kind {
    case .longTones: return [(-7, 4), (-2, 4), (0, 4), (5, 4)]
    case .scale:
      return (scale + scale.dropLast().reversed()).map { ($0, 0.5) } + [(-7, 2)]
    case .thirds:
      var line: [(Int, Double)] = []
      for index in 0..<scale.count - 2 { line += [(scale[index], 0.5), (scale[index + 2], 0.5)] }
      return line + [(5, 2)]
    case .study:
      return [
        (0, 1), (4, 0.5), (2, 0.5), (0, 1), (-2, 1), (-3, 0.5), (-2, 0.5), (0, 0.5), (2, 0.5),
        (4, 2), (5, 1), (4, 0.5), (2, 0.5), (0, 1), (-5, 1), (-3, 0.5), (-5, 0.5), (-7, 3),
      ]
    case .song:
      return [
        (-7, 1.5), (-3, 0.5), (0, 2), (2, 1), (0, 1), (-2, 1.5), (-3, 0.5), (-5, 2), (-7, 1),
        (-2, 1), (0, 1.5), (-3, 0.5), (-5, 1), (-7, 3),
      ]
    }
  }

  /// Replaces `samples` with the next `count`; fewer at the end.
  public mutating func render(_ count: Int, to samples: inout [Float]) {
    samples.removeAll(keepingCapacity: true)
    while samples.count < count, place < frames {
      samples.append(Float(next()))
      place += 1
    }
  }

  private mutating func next() -> Double {
    // The room is never quite silent.
    breath += 0.05 * ((chance.part() - 0.5) * 0.004 - breath)
    while index + 1 < tones.count, place >= tones[index + 1].start {
      index += 1
      turns = 0
    }
    let tone = tones[index]
    let at = Double(place - tone.start)
    guard at >= 0, at < Double(tone.length) else { return breath }
    let rate = Double(sampleRate)
    let swell = min(at / (0.03 * rate), 1) * min((Double(tone.length) - at) / (0.05 * rate), 1)
    // Long notes get vibrato after a while.
    let depth = min(max(at / rate - 0.5, 0), 0.5) * 0.008
    turns += tone.step * (1 + depth * Functions.sine(turns: at / rate * 5.2))
    var sum = 0.0
    for (number, strength) in Self.partials.enumerated() {
      sum += strength * Functions.sine(turns: turns * Double(number + 1))
    }
    return sum * swell * tone.level + breath * (1 + 4 * swell)
  }
}
