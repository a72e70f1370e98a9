public import Ledger

extension KindID {
  public static let intonation = KindID(25)
}

/// The intonation of a day's notes, as the tuner of one device heard it.
public struct IntonationDay: RowRecord, Equatable {
  public let id: RowID
  public var day: Int64 = 0
  /// The name of the instrument.
  public var instrument = ""
  /// From low to high.
  public var notes: [Note] = []

  /// The readings in a quarter of a second; fewer are ignored.
  public static let leastCount: Int64 = 24

  /// A written note, with the count and sums of its readings.
  public struct Note: Equatable, Sendable {
    public let number: Int
    public var count: Int64
    /// Of all readings, in cents and in squares of them.
    public var sum: Double
    public var squares: Double

    public init(_ number: Int, count: Int64, sum: Double, squares: Double) {
      (self.number, self.count, self.sum, self.squares) = (number, count, sum, squares)
    }

    /// In cents.
    public var mean: Double { count > 0 ? sum / Double(count) : 0 }

    /// The standard deviation of the readings, in cents.
    public var spread: Double {
      guard count > 0 else { return 0 }
      let square = squares / Double(count) - mean * mean
      return square > 0 ? square.squareRoot() : 0
    }
  }

  /// The row of one day, instrument and device: two devices never write the same row.
  public init(_ day: Int64, _ instrument: String, on device: DeviceID) {
    let name = "intonation \(day) \(device.bits) \(instrument)"
    id = RowID(of: Array(name.utf8), in: "woodshed row")
    (self.day, self.instrument) = (day, instrument)
  }

  /// Adds what has been heard since.
  public mutating func add(_ heard: [Note]) { notes = Self.merged(notes, heard, 1) }

  /// What notes contain beyond those from before.
  public static func heard(_ notes: [Note], since before: [Note]) -> [Note] {
    merged(notes, before, -1)
  }

  /// Notes with others added or subtracted; both from low to high.
  private static func merged(_ notes: [Note], _ others: [Note], _ sign: Int64) -> [Note] {
    var all = notes
    for other in others {
      let place = all.firstIndex { $0.number >= other.number } ?? all.count
      if place == all.count || all[place].number != other.number {
        all.insert(Note(other.number, count: 0, sum: 0, squares: 0), at: place)
      }
      all[place].count += sign * other.count
      all[place].sum += Double(sign) * other.sum
      all[place].squares += Double(sign) * other.squares
    }
    return all.filter { $0.count > 0 }
  }
}

extension IntonationDay {
  public static let kind = KindID.intonation
  public static let names = KindNames("intonation", "Intonation", "Intonation", title: field(2))
  public static let saysLife = false
  static let dayField = field(1)

  public init(blank id: RowID) { self.id = id }

  public static func visit(_ fields: inout RowFields, _ day: inout IntonationDay) {
    fields.day(dayField, "day", "Day", &day.day, always: true)
    fields.text(field(2), "instrument", "Instrument", &day.instrument, upTo: 200, always: true)
    fields.text(field(3), "map", "Notes", day.text, upTo: 20_000, always: true) {
      day.notes = notes(in: $0)
    }
  }

  /// Each note as its number, its count, its mean and its spread, both in hundredths of a cent.
  var text: String {
    var text = ""
    for note in notes {
      if !text.utf8.isEmpty { text += ";" }
      let (mean, spread) = (Self.hundredths(note.mean), Self.hundredths(note.spread))
      text += "\(note.number) \(note.count) \(mean) \(spread)"
    }
    return text
  }

  /// Reads such a text; what cannot be read is left out.
  static func notes(in text: String) -> [Note] {
    var notes: [Note] = []
    for part in text.utf8.split(separator: UInt8(ascii: ";")) {
      let numbers = part.split(separator: UInt8(ascii: " ")).compactMap {
        Int64(String(decoding: $0, as: UTF8.self))
      }
      guard numbers.count == 4, (0...127).contains(numbers[0]),
        (1...1 << 40).contains(numbers[1]), (-10_000...10_000).contains(numbers[2]),
        (0...10_000).contains(numbers[3]), notes.last.map({ $0.number < Int(numbers[0]) }) ?? true
      else { continue }
      let (count, mean, spread) = (
        Double(numbers[1]), Double(numbers[2]) / 100, Double(numbers[3]) / 100
      )
      notes.append(
        Note(
          Int(numbers[0]), count: numbers[1], sum: mean * count,
          squares: (mean * mean + spread * spread) * count))
    }
    return notes
  }

  private static func hundredths(_ cents: Double) -> Int64 {
    Int64((min(max(cents, -100), 100) * 100).rounded())
  }
}
