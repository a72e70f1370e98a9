/// The pitch of a whole take, reading by reading, in four bytes each.
public struct PitchTrack: Hashable, Sendable {
  /// The reading after a hop.
  public struct Reading: Hashable, Sendable {
    /// In hertz; `nil` if there was no pitch.
    public var frequency: Double?
    public var level: Decibels
    /// From 0 to 1.
    public var clarity: Double

    public init(frequency: Double?, level: Decibels, clarity: Double) {
      self.frequency = frequency
      self.level = level
      self.clarity = clarity
    }
  }

  public let sampleRate: Int
  /// How many samples there are between readings.
  public let hop: Int
  private var data: [UInt8] = []

  /// The resolution is a quarter of a cent, from the lowest encodable C.
  private static let stepsPerOctave = 4_800.0
  private static let lowest = 8.175798915643707
  private static let mark = Array("PTCH".utf8)
  private static let headLength = 16

  public init(sampleRate: Int, hop: Int) {
    self.sampleRate = sampleRate
    self.hop = hop
  }

  public var count: Int { data.count / 4 }

  /// The time of a reading's last sample, in seconds after the first sample.
  public func time(of index: Int) -> Double {
    Double(Int64(index + 1) * Int64(hop)) / Double(sampleRate)
  }

  /// Appends a tracker's frame.
  public mutating func append(_ frame: PitchTracker.Frame) {
    append(
      Reading(
        frequency: frame.pitch?.frequency, level: frame.level, clarity: frame.pitch?.clarity ?? 0))
  }

  public mutating func append(_ reading: Reading) {
    var steps = 0.0
    if let frequency = reading.frequency, frequency > Self.lowest {
      steps = Functions.nearest(Functions.log2(frequency / Self.lowest) * Self.stepsPerOctave)
    }
    let number = UInt16(min(max(steps, 0), 65_535))
    data.append(UInt8(truncatingIfNeeded: number))
    data.append(UInt8(number >> 8))
    // In steps of half a decibel from −127.5 to 0.
    data.append(Self.byte(255 + 2 * reading.level.value))
    data.append(Self.byte(255 * reading.clarity))
  }

  private static func byte(_ value: Double) -> UInt8 {
    value > 0 ? UInt8(Functions.nearest(min(value, 255))) : 0
  }

  public subscript(index: Int) -> Reading {
    let steps = Int(data[4 * index]) | Int(data[4 * index + 1]) << 8
    let frequency = Self.lowest * Functions.exp2(Double(steps) / Self.stepsPerOctave)
    return Reading(
      frequency: steps > 0 ? frequency : nil,
      level: Decibels((Double(data[4 * index + 2]) - 255) / 2),
      clarity: Double(data[4 * index + 3]) / 255)
  }
}

// MARK: - A picture

extension PitchTrack {
  /// The given number of columns of a picture: the median pitch of each in semitones, A4 being 69, and `nil` if most
  /// of it has no pitch.
  public func columns(_ columns: Int, a4: Double = 440) -> [Double?] {
    (0..<max(columns, 0)).map { column in
      let first = Int(Int64(count) * Int64(column) / Int64(columns))
      let last = max(Int(Int64(count) * Int64(column + 1) / Int64(columns)), first + 1)
      var pitches: [Double] = []
      for index in first..<min(last, count) {
        if let frequency = self[index].frequency {
          pitches.append(69 + 12 * Functions.log2(frequency / a4))
        }
      }
      guard !pitches.isEmpty, pitches.count * 2 >= last - first else { return nil }
      pitches.sort()
      return pitches[pitches.count / 2]
    }
  }
}

// MARK: - Bytes

// "PTCH", a version and three zeros, the rate in four bytes and the hop in four, lowest first; then the readings:
// quarters of a cent in two bytes, 0 for none, the level and the clarity.

extension PitchTrack {
  /// The track in its stored form.
  public var bytes: [UInt8] {
    var bytes = Self.mark + [1, 0, 0, 0]
    for number in [sampleRate, hop] {
      for index in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
    }
    return bytes + data
  }

  /// Reads a track; `nil` if the bytes are not one.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.headLength, Array(bytes[..<4]) == Self.mark, bytes[4] == 1,
      bytes.count % 4 == 0
    else { return nil }
    func number(_ start: Int) -> Int {
      var number: UInt32 = 0
      for index in (start..<start + 4).reversed() { number = number << 8 | UInt32(bytes[index]) }
      return Int(clamping: number)
    }
    (sampleRate, hop) = (number(8), number(12))
    guard PitchTracker.sampleRates.contains(sampleRate), (1...65_536).contains(hop) else {
      return nil
    }
    data = Array(bytes[Self.headLength...])
  }
}
