/// One period of a timbre, readable at any speed.
///
/// Reads between entries by a cubic, with an error below −120 dB.
struct ToneTable: Sendable {
  /// A power of two.
  fileprivate static let size = 4_096
  /// The period, with one extra entry before it and two after it.
  private let entries: [Float]
  /// How many of the note's periods the table holds: two if an organ's 16′ sounds.
  let periods: Double
  /// The largest absolute value of a sample.
  let peak: Double

  fileprivate init(_ partials: [(halves: Int, amplitude: Double)], _ sines: [Double]) {
    let hasHalves = partials.contains { $0.halves % 2 == 1 }
    periods = hasHalves ? 2 : 1
    var power = 0.0
    var sound = [Double](repeating: 0, count: Self.size)
    for (index, partial) in partials.enumerated() {
      power += partial.amplitude * partial.amplitude
      let cycles = hasHalves ? partial.halves : partial.halves / 2
      // Phases that grow quadratically keep the peak of many partials low.
      let phase = index * index * Self.size / (2 * max(partials.count, 1))
      for place in 0..<Self.size {
        sound[place] += partial.amplitude * sines[(cycles * place + phase) & (Self.size - 1)]
      }
    }
    // All timbres have equal power: that of a sine of amplitude 1.
    let scale = power > 0 ? 1 / power.squareRoot() : 0
    peak = sound.reduce(0) { max($0, abs($1)) } * scale
    entries = ([sound[Self.size - 1]] + sound + sound[0...1]).map { Float($0 * scale) }
  }

  /// The sample at a position in the table, from 0 up to 1.
  @inline(__always)
  func sample(at place: Double) -> Float {
    let position = place * Double(Self.size)
    let index = min(Int(position), Self.size - 1)
    let t = Float(position - Double(index))
    let (a, b, c, d) = (entries[index], entries[index + 1], entries[index + 2], entries[index + 3])
    // The cubic through four neighbours, from their differences.
    let first = (c - b) - (b - a)
    let third = (d - c) - (c - b) - first
    return b + t * ((c - b) + (t - 1) / 2 * (first + (t + 1) / 3 * third))
  }
}

/// The tables of a timbre, one per octave: their content stays below ``highest``, so that nothing aliases.
struct ToneBank: Sendable {
  let timbre: Timbre
  private let sampleRate: Double
  private let sines: [Double]
  private var tables: [ToneTable?]

  /// The highest frequency of a partial, as a fraction of the sample rate.
  static let highest = 0.45
  /// Where the lowest octave starts, in hertz.
  private static let lowest = 16.0
  private static let octaves = 10

  /// Another timbre at the same rate.
  init(_ timbre: Timbre, like other: ToneBank) {
    self.timbre = timbre
    sampleRate = other.sampleRate
    sines = other.sines
    tables = [ToneTable?](repeating: nil, count: Self.octaves)
  }

  init(_ timbre: Timbre, sampleRate: Double) {
    self.timbre = timbre
    self.sampleRate = sampleRate
    sines = (0..<ToneTable.size).map { place in
      Functions.sine(turns: Double(place) / Double(ToneTable.size))
    }
    tables = [ToneTable?](repeating: nil, count: Self.octaves)
  }

  /// Makes all tables in advance, so that none is made during playback.
  mutating func makeReady() {
    for octave in tables.indices { _ = table(octave) }
  }

  /// The table for a frequency in hertz.
  mutating func table(for frequency: Double) -> ToneTable {
    let octave = Int(Functions.floor(Functions.log2(max(frequency, 1) / Self.lowest)))
    return table(min(max(octave, 0), Self.octaves - 1))
  }

  private mutating func table(_ octave: Int) -> ToneTable {
    if let table = tables[octave] { return table }
    let bottom = Self.lowest * Double(1 << octave)
    let partials = timbre.partials(of: bottom * 1.414).filter { partial in
      bottom * Double(partial.halves) < sampleRate * Self.highest || partial.halves == 2
    }
    let table = ToneTable(partials, sines)
    tables[octave] = table
    return table
  }
}
