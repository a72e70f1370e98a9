import Foundation

@testable import Sound

/// A crow that follows from a seed, with what should be said of it.
struct MadeCrow {
  let kind: Crow.Kind
  /// The frequency of its lowest C, on average.
  let frequency: Double
  /// What it is made of, for whoever asks why it was misunderstood.
  private(set) var recipe = ""
  let sampleRate: Int
  private(set) var samples: [Float] = []

  private var chance: Chance

  /// A series of partials: one C.
  private struct Voice {
    var octave: Int
    /// The amplitude of its first partial.
    var level: Double
    /// The amplitude falls with this power of the partial's number.
    var slope: Double
    var cents = 0.0
    /// Partials up to here, as strong as in a vowel.
    var formant = 0
  }

  init(seed: UInt64, kind: Crow.Kind) {
    var chance = Chance(seed: seed)
    sampleRate = [44_100, 48_000, 48_000, 32_000][Int(chance.part() * 4)]
    // Mostly near the oboe's C, else from the bassoon's to a small reed's.
    let (low, high) = [(440.0, 620.0), (440, 620), (120, 440), (620, 1_100)][Int(chance.part() * 4)]
    frequency = low * pow(high / low, chance.part())
    (self.kind, self.chance) = (kind, chance)
    kind == .unpitched ? makeNoise() : makeSound()
  }

  private mutating func between(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * chance.part()
  }

  private mutating func isChosen(_ share: Double) -> Bool { chance.part() < share }

  // MARK: - With a pitch

  private mutating func makeSound() {
    let count = kind == .rattle ? 1 + Int(chance.part() * 3) : kind.rawValue
    var voices = makeVoices(count)
    if count == 1 {
      if isChosen(0.2) { voices[0].slope = 9 }
      if isChosen(0.3), frequency < 440 { voices[0].formant = 3 }
    }
    // Octaves that beat slowly, because they are not exact.
    if isChosen(0.3) {
      let most = isChosen(0.5) ? 2.0 : 10
      for index in voices.indices.dropFirst() { voices[index].cents = between(-most, most) }
    }
    var noise = pow(10, -between(12, 40) / 20)
    var (depth, swing) = (0.0, 0.0)
    if kind == .rattle {
      switch Int(chance.part() * 3) {
      case 0:
        noise = pow(10, between(-3, 6) / 20)
        recipe += "noise "
      case 1:
        depth = between(0.8, 1)
        swing = between(15, 45)
        recipe += "swinging at \(swing) by \(depth) "
      default:
        let apart = between(12, 40)
        let cents = 1_200 * log2((frequency + apart) / frequency)
        let level = pow(10, -between(1.5, 3.5) / 20)
        voices += voices.map { voice in
          var other = voice
          other.cents += cents
          other.level *= level
          return other
        }
        recipe += "beating at \(apart) "
      }
    }
    recipe += voices.map { "[\($0.octave) \($0.level) \($0.slope) \($0.formant)]" }.joined()
    recipe += " noise \(noise)"
    render(voices, noise: noise, depth: depth, swing: swing)
  }

  private mutating func makeVoices(_ count: Int) -> [Voice] {
    var levels = (0..<count).map { _ in pow(10, -between(0, 14) / 20) }
    levels[Int(chance.part() * Double(count))] = 1
    var voices: [Voice] = []
    for octave in 0..<count {
      var slope = between(0.9, 2.5)
      // A C that can be heard is stronger than the partial of a lower one that it meets, by 10 dB or more.
      for higher in octave + 1..<max(count, octave + 1) {
        let needed = log2(levels[octave] / levels[higher] * 3.2) / Double(higher - octave)
        slope = max(slope, needed + between(0, 0.7))
      }
      voices.append(Voice(octave: octave, level: levels[octave], slope: slope))
    }
    return voices
  }

  private static let tableSize = 4_096

  /// One period of a voice.
  private mutating func table(_ voice: Voice) -> [Double] {
    let first = frequency * pow(2, Double(voice.octave))
    let last = max(1, Int(min(10_000, 0.45 * Double(sampleRate)) / first))
    var table = [Double](repeating: 0, count: Self.tableSize + 1)
    for number in 1...last {
      let amplitude =
        voice.level * pow(max(Double(number) / Double(max(voice.formant, 1)), 1), -voice.slope)
      guard amplitude > 1e-4 else { break }
      let phase = chance.part()
      for index in table.indices {
        let turns = Double(index) / Double(Self.tableSize)
        table[index] += amplitude * sin(2 * .pi * (turns * Double(number) + phase))
      }
    }
    return table
  }

  private mutating func render(_ voices: [Voice], noise: Double, depth: Double, swing: Double) {
    let rate = Double(sampleRate)
    let (before, after) = (Int(between(0, 0.4) * rate), Int(between(0, 0.4) * rate))
    let length = Int(between(2, 4) * rate)
    var sound = [Double](repeating: 0, count: length)
    // The breath is never quite even, and nor is the pitch.
    let (drift, period) = (between(0, 4), between(0.4, 0.9))
    for voice in voices {
      let table = table(voice)
      let step = frequency * pow(2, Double(voice.octave) + voice.cents / 1_200) / rate
      var turns = chance.part()
      for index in 0..<length {
        let place = turns * Double(Self.tableSize)
        let whole = Int(place)
        let part = place - Double(whole)
        sound[index] += table[whole] + part * (table[whole + 1] - table[whole])
        // A cent is 0.00058 of a frequency.
        let bend = drift * 0.000_577_6 * Functions.sine(turns: Double(index) / rate / period)
        turns += step * (1 + bend)
        if turns >= 1 { turns -= 1 }
      }
    }
    let power = sound.reduce(0) { $0 + $1 * $1 } / Double(length)
    // As strong against the sound as was said, and falling off above 3 kHz like breath.
    let keep = exp(-2 * .pi * 3_000 / rate)
    let gain = noise * power.squareRoot() * ((1 + keep) / (1 - keep) * 3).squareRoot()
    let peak = sound.reduce(0) { max($0, abs($1)) }
    let scale = pow(10, -between(1, 30) / 20) / peak / (1 + noise)
    var breath = 0.0
    for index in -before..<length + after {
      breath = keep * breath + (1 - keep) * (2 * chance.part() - 1)
      guard index >= 0, index < length else {
        samples.append(Float(scale * breath * 0.001))
        continue
      }
      let edge = Double(min(index, length - index)) / (0.05 * rate)
      let loud = 1 + depth * Functions.sine(turns: Double(index) / rate * swing)
      let swell = 1 + 0.1 * Functions.sine(turns: Double(index) / rate * 0.7)
      samples.append(Float(scale * min(edge, 1) * swell * (loud * sound[index] + gain * breath)))
    }
  }

  // MARK: - Without one

  private mutating func makeNoise() {
    let count = Int(between(1, 4) * Double(sampleRate))
    let way = Int(chance.part() * 4)
    let (keep, level, offset) = (
      between(0, 0.95), pow(10, -between(6, 40) / 20), between(-0.3, 0.3)
    )
    recipe = "way \(way), keeping \(keep), at \(level)"
    var breath = 0.0
    samples = (0..<count).map { index in
      breath = keep * breath + (1 - keep) * (2 * chance.part() - 1)
      switch way {
      case 0: return 0
      case 1: return Float(level * breath)
      case 2: return Float(0.5 * level * breath + offset)
      default: return Float(offset + (index % 30_011 < 40 ? level * breath : 0))
      }
    }
  }
}
