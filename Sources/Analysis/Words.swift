import Domain
import Ledger
public import Reports
public import Statistics

/// Numbers in words, the same in every report and at every place on earth.
public enum Words {
  // MARK: - Numbers

  /// `6.2`, `−0.4`; a dash for what is not a number.
  public static func number(_ value: Double, places: Int) -> String {
    NumberText.text(value, places: places)
  }

  /// `+0.7`, `−1.3`, `0.0`.
  public static func signed(_ value: Double, places: Int) -> String {
    NumberText.text(value, places: places, isSigned: true)
  }

  /// `10,000`.
  public static func count(_ count: Int) -> String {
    let digits = "\(count)".utf8
    var bytes: [UInt8] = []
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place) % 3 == 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(digit)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// `all 924 arrangements`, or `10,000 draws` of more than can be counted.
  static func ways(_ count: Int, isExact: Bool, _ all: String) -> String {
    isExact ? "all \(Self.count(count)) \(all)" : "\(Self.count(count)) draws"
  }

  /// `32 %`.
  public static func percent(_ share: Double) -> String { "\(number(share * 100, places: 0)) %" }

  /// `57 times in 100`. What is neither certain nor impossible is never said to be.
  public static func timesInHundred(_ share: Double) -> String {
    if share > 0, share < 0.01 { return "less than once in 100" }
    if share < 1, share > 0.99 { return "more than 99 times in 100" }
    let text = number(share * 100, places: 0)
    return text.hasSameBytes(as: "1") ? "once in 100" : "\(text) times in 100"
  }

  /// `4.1 to 6.8`.
  public static func interval(_ interval: Interval, places: Int) -> String {
    "\(number(interval.low, places: places)) to \(number(interval.high, places: places))"
  }

  /// `−1.3 to +2.6`.
  public static func signedInterval(_ interval: Interval, places: Int) -> String {
    "\(signed(interval.low, places: places)) to \(signed(interval.high, places: places))"
  }

  /// Whether both ends are on one side of 0 as they are shown: nobody believes “sharp” beside `95 % 0.0 to +0.5`.
  static func excludesZero(_ interval: Interval, places: Int) -> Bool {
    let ends = [interval.low, interval.high].map { end in
      (0..<places).reduce(end) { value, _ in value * 10 }.rounded()
    }
    return ends[0] > 0 || ends[1] < 0
  }

  /// `0.57`, `0.004`, `< 0.001`.
  public static func p(_ p: Double) -> String {
    p < 0.001 ? "< 0.001" : number(p, places: p < 0.0995 ? 3 : 2)
  }

  // MARK: - Values of a column

  /// A value with its unit, as precise as it was entered: `6`, `0.590 mm`, `C6 +14`, `1 h 12 min`.
  public static func value(_ value: Double, in column: Column, _ log: ReedLog) -> String {
    text(value, column, log, extra: 0)
  }

  /// A mean or median: as a value, and whole numbers with one decimal.
  public static func mean(_ value: Double, in column: Column, _ log: ReedLog) -> String {
    text(value, column, log, extra: 1)
  }

  /// The value of a single reed: as a mean, or yes or no of a column that says whether something is so.
  static func ofReed(_ value: Double, in column: Column, _ log: ReedLog) -> String {
    guard column.isShare else { return mean(value, in: column, log) }
    return value > 0 ? "Yes" : "No"
  }

  /// The interval of a mean: `4.1 to 6.8`, `0.58 to 0.61 mm`.
  public static func means(_ interval: Interval, in column: Column, _ log: ReedLog) -> String {
    guard isPlain(column) else {
      return "\(mean(interval.low, in: column, log)) to \(mean(interval.high, in: column, log))"
    }
    let (factor, places, unit) = measure(column, log, extra: 1)
    let shown = Interval(low: interval.low * factor, high: interval.high * factor)
    return withUnit(Self.interval(shown, places: places), unit)
  }

  /// A difference of two values: `+0.7`, `−0.012 mm`, `+1 h 12 min`.
  public static func difference(_ value: Double, in column: Column, _ log: ReedLog) -> String {
    if case .hours = column.source { return signedDuration(value) }
    let (factor, places, unit) = measureOfDifference(column, log)
    return withUnit(signed(value * factor, places: places), unit)
  }

  /// The interval of a difference: `−1.3 to +2.6`.
  public static func differences(
    _ interval: Interval, in column: Column, _ log: ReedLog
  ) -> String {
    if case .hours = column.source {
      return "\(signedDuration(interval.low)) to \(signedDuration(interval.high))"
    }
    let (factor, places, unit) = measureOfDifference(column, log)
    let shown = Interval(low: interval.low * factor, high: interval.high * factor)
    return withUnit(signedInterval(shown, places: places), unit)
  }

  /// Shares differ by percentage points: 50 % more could be a share times 1.5.
  private static func measureOfDifference(
    _ column: Column, _ log: ReedLog
  ) -> (factor: Double, places: Int, unit: String) {
    let (factor, places, unit) = measure(column, log, extra: 1)
    return (factor, places, column.isShare ? "points" : unit)
  }

  /// A value in the unit it is shown in, for plots: lengths in inches if these were chosen. Axes of shares have their own.
  public static func shown(_ value: Double, in column: Column, _ log: ReedLog) -> Double {
    column.isShare ? value : value * measure(column, log, extra: 0).factor
  }

  /// The scale of such values in a plot.
  public static func scale(of column: Column, _ log: ReedLog) -> Plot.Scale {
    guard isInches(column, log) else { return column.scale }
    let (_, places, unit) = measure(column, log, extra: 0)
    if case .signed = column.scale { return .signed(places: places, unit: unit) }
    return .number(places: places, unit: unit)
  }

  /// What a value of a column is shown times, with how many decimals, and in what unit. Whole numbers get
  /// `extra` decimals.
  static func measure(
    _ column: Column, _ log: ReedLog, extra: Int
  ) -> (factor: Double, places: Int, unit: String) {
    switch column.scale {
    case .number(let places, let unit), .signed(let places, let unit):
      isInches(column, log)
        ? (1 / 25.4, 4, LengthUnit.inches.symbol) : (1, places == 0 ? extra : places, unit)
    case .share: (100, 0, "%")
    case .day: (1, 0, "days")
    case .time, .names: (1, 0, "")
    }
  }

  private static func isInches(_ column: Column, _ log: ReedLog) -> Bool {
    guard log.lengths == .inches else { return false }
    switch column.scale {
    case .number(_, let unit), .signed(_, let unit):
      return unit.hasSameBytes(as: LengthUnit.millimetres.symbol)
    default: return false
    }
  }

  /// Whether its values are numbers with a unit; otherwise notes, days or times.
  private static func isPlain(_ column: Column) -> Bool {
    if isPitch(column) { return false }
    switch column.scale {
    case .number, .signed, .share: return true
    default: return false
    }
  }

  private static func isPitch(_ column: Column) -> Bool {
    switch column.source {
    case .reed(let field), .test(let field):
      if case .pitch = field.content { true } else { false }
    default: false
    }
  }

  private static func text(
    _ value: Double, _ column: Column, _ log: ReedLog, extra: Int
  ) -> String {
    if isPitch(column) {
      guard value.isFinite else { return "–" }
      return PitchText.text(Int64(min(max(value * 10, 0), 127_999).rounded()))
    }
    switch column.scale {
    case .day: return value.isFinite ? day(whole(value)) : "–"
    case .time: return duration(value)
    case .signed:
      let (factor, places, unit) = measure(column, log, extra: extra)
      return withUnit(signed(value * factor, places: places), unit)
    default:
      let (factor, places, unit) = measure(column, log, extra: extra)
      return withUnit(number(value * factor, places: places), unit)
    }
  }

  private static func withUnit(_ text: String, _ unit: String) -> String {
    unit.isEmpty ? text : "\(text) \(unit)"
  }

  // MARK: - Days and times

  /// `1 h 12 min`, from seconds.
  public static func duration(_ seconds: Double) -> String {
    guard seconds.isFinite else { return "–" }
    return seconds < 0
      ? "−\(DayWords.length(whole(-seconds)))" : DayWords.length(whole(seconds))
  }

  private static func signedDuration(_ seconds: Double) -> String {
    seconds >= 0.5 ? "+\(duration(seconds))" : duration(seconds)
  }

  /// `20 Nov 2026`.
  public static func day(_ day: Int64) -> String { MomentText.dayText(day) }

  /// The nearest whole number; numbers beyond all calendars and clocks are cut short.
  static func whole(_ value: Double) -> Int64 {
    value.isNaN ? 0 : Int64(min(max(value, -1e15), 1e15).rounded())
  }

  // MARK: - Lists and counts

  /// `A, B and C`.
  public static func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.last ?? "" }
    var text = names[0]
    for name in names.dropFirst().dropLast() { text += ", \(name)" }
    return "\(text) and \(last)"
  }

  /// `1 reed`, `6 reeds`.
  public static func count(_ number: Int, _ one: String, _ many: String) -> String {
    DayWords.count(number, one, many)
  }

  /// `four`; numbers above twelve in digits.
  public static func small(_ number: Int) -> String {
    let names = [
      "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
      "eleven", "twelve",
    ]
    return names.indices.contains(number) ? names[number] : "\(number)"
  }

  /// A name with its article: `a B`, `an A`, `an 8`, `a Gilbert`.
  public static func article(_ name: String) -> String {
    "\(startsWithVowel(Array(name.utf8)) ? "an" : "a") \(name)"
  }

  private static func startsWithVowel(_ name: [UInt8]) -> Bool {
    func isCapital(_ byte: UInt8) -> Bool { 0x41...0x5A ~= byte }
    guard let first = name.first else { return false }
    if 0x30...0x39 ~= first {
      // Eight, eleven, eighteen, eighty …
      let digits = name.prefix { 0x30...0x39 ~= $0 }
      let isTeen = digits.elementsEqual("11".utf8) || digits.elementsEqual("18".utf8)
      return first == UInt8(ascii: "8") || isTeen
    }
    let word = name.prefix { isCapital($0 & 0xDF) }
    // Letters are read by their names: an F, an RC, but a Ulm.
    if word.count < 4, word.allSatisfy(isCapital) {
      return "AEFHILMNORSX".utf8.contains(first)
    }
    return "AEIO".utf8.contains(first & 0xDF) && isCapital(first & 0xDF)
  }

  /// The text with its first letter large, as at the beginning of a sentence.
  public static func sentence(_ text: String) -> String {
    var bytes = Array(text.utf8)
    if let first = bytes.first, 0x61...0x7A ~= first { bytes[0] = first - 0x20 }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Names are put in order by their bytes, the same everywhere.
  static func precedes(_ one: String, _ other: String) -> Bool {
    one.utf8.lexicographicallyPrecedes(other.utf8)
  }

  /// A label within a sentence: `shaper`, `colour of the cane`, but `A4 on the instrument`.
  static func lowered(_ text: String) -> String {
    var bytes = Array(text.utf8)
    if bytes.count > 1, 0x41...0x5A ~= bytes[0], 0x61...0x7A ~= bytes[1] { bytes[0] += 0x20 }
    return String(decoding: bytes, as: UTF8.self)
  }
}
