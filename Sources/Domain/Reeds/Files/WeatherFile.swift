public import Ledger

/// A table of temperature, humidity and air pressure, as weather stations export it.
public struct WeatherFile: Sendable {
  /// In order of time.
  private let readings: [Reading]
  /// Whether its times have a zone; otherwise they are local.
  private let hasZone: Bool
  /// How many lines have no date or no value that can be true.
  public let leftOut: Int
  /// What is measured, and the heading of its column.
  let columns: [(label: String, heading: String)]

  /// What was measured at a moment.
  private struct Reading {
    /// In milliseconds since 1970, UTC or local.
    let time: Int64
    /// Whether only its day is known.
    let isDay: Bool
    /// By the place of their ``Quantity``.
    var values: [Double?]
  }

  private enum Quantity: Int, CaseIterable {
    case humidity, temperature, pressure

    var field: FieldID { KindID.reedTest.field([64, 65, 66][rawValue]) }
    /// What can be true, in %, °C and hPa.
    var range: ClosedRange<Double> { [0...100, -60...60, 400...1_100][rawValue] }
    var headings: [String] {
      switch self {
      case .humidity:
        [
          "rh", "humidity", "relative humidity", "outdoor humidity", "indoor humidity", "hum",
          "luftfeuchtigkeit", "luftfeuchte", "humidité", "humedad",
        ]
      case .temperature:
        [
          "temp", "temperature", "air temperature", "outdoor temperature", "indoor temperature",
          "temperatur", "lufttemperatur", "température", "temperatura",
        ]
      case .pressure:
        [
          "pressure", "air pressure", "abs pressure", "absolute pressure", "station pressure",
          "barometer", "luftdruck", "pression", "presión",
        ]
      }
    }
  }

  public var readingCount: Int { readings.count }

  /// On how many days something was measured.
  var dayCount: Int {
    var (days, last): (Int, Int64?) = (0, nil)
    for reading in readings {
      let day = JournalDay.day(of: reading.time, zoneMinutes: 0)
      if day != last { days += 1 }
      last = day
    }
    return days
  }

  /// Whether a table looks like one of a station: times and measurements, and no column that could name a reed.
  static func isOne(_ table: ReedTable, _ fields: ReedFieldLists) -> Bool {
    let matching = table.matching(ReedTable.names[0], fields)
    return Columns(table.headings).areComplete
      && !matching.columns.contains { $0.target?.hasSameBytes(as: "name") == true }
  }

  /// Reads a table with headings, or throws where it cannot be read.
  public init(_ bytes: [UInt8]) throws(ReedProblem) {
    try self.init(ReedTable(bytes))
  }

  init(_ table: ReedTable) throws(ReedProblem) {
    let columns = Columns(table.headings)
    let place = TextPlace(line: table.first.line, column: 1)
    guard columns.day != nil || columns.time != nil else {
      throw ReedProblem(place, "No column is called “date” or “time”.")
    }
    guard columns.quantities.contains(where: { $0 != nil }) else {
      throw ReedProblem(place, "No column is called “temperature”, “humidity” or “pressure”.")
    }
    var (readings, leftOut): ([Reading], Int) = ([], 0)
    var hasZone: Bool?
    for record in table.records {
      guard let moment = columns.moment(record.cells), moment.hasZone == hasZone ?? moment.hasZone
      else {
        leftOut += 1
        continue
      }
      let values = columns.values(record.cells)
      guard values.contains(where: { $0 != nil }) else {
        leftOut += 1
        continue
      }
      hasZone = moment.hasZone
      readings.append(Reading(time: moment.time, isDay: moment.isDay, values: values))
    }
    let order = readings.indices.sorted {
      (readings[$0].time, $0) < (readings[$1].time, $1)
    }
    self.readings = order.map { readings[$0] }
    (self.hasZone, self.leftOut) = (hasZone ?? false, leftOut)
    self.columns = Quantity.allCases.compactMap { quantity in
      guard let found = columns.quantities[quantity.rawValue] else { return nil }
      let label = ReedField.test.first { $0.id == quantity.field }?.label ?? ""
      return (label, table.headings[found.column])
    }
  }
}

// MARK: - Columns

/// Where things are in a line.
private struct Columns {
  private(set) var day: Int?
  private(set) var time: Int?
  /// By quantity: its column, and what makes a number of its unit one of ours.
  private(set) var quantities: [(column: Int, unit: Unit)?] = [nil, nil, nil]

  /// Whether there is a time and something measured.
  var areComplete: Bool { (day ?? time) != nil && quantities.contains { $0 != nil } }

  enum Unit { case ours, fahrenheit, inchesOfMercury }

  init(_ headings: [String]) {
    for (place, heading) in headings.enumerated() {
      let (name, unit) = Self.split(heading)
      func isOne(of names: [String]) -> Bool {
        names.contains { ReedTable.key($0) == name }
      }
      if day == nil, isOne(of: ["date", "day", "datum", "fecha", "jour"]) {
        day = place
      } else if time == nil,
        isOne(of: [
          "time", "datetime", "date time", "timestamp", "uhrzeit", "zeit", "heure", "hora",
          "simple date",
        ])
      {
        time = place
      } else {
        for quantity in WeatherFile.headings where quantities[quantity.place] == nil {
          if isOne(of: quantity.names) { quantities[quantity.place] = (place, unit) }
        }
      }
    }
  }

  /// A heading without its unit: `Temperature (°F)`, `temp_f`, `Pressure inHg`.
  private static func split(_ heading: String) -> (name: [UInt8], unit: Unit) {
    var name = ReedTable.key(heading)
    let units: [(text: String, unit: Unit)] = [
      ("inhg", .inchesOfMercury), ("fahrenheit", .fahrenheit), ("°f", .fahrenheit),
      ("celsius", .ours), ("°c", .ours), ("hpa", .ours), ("mbar", .ours), ("mb", .ours),
    ]
    for (text, unit) in units {
      let ending = ReedTable.key(text)
      if name.count > ending.count, name.suffix(ending.count).elementsEqual(ending) {
        name.removeLast(ending.count)
        return (name, unit)
      }
    }
    // A single letter is a unit only behind a bracket, a blank or a line.
    let bytes = Array(heading.utf8).filter { $0 != UInt8(ascii: ")") && $0 != UInt8(ascii: "]") }
    if bytes.count > 2, let last = name.last,
      [0x20, 0x28, 0x2F, 0x5B, 0x5F].contains(bytes[bytes.count - 2]),
      last == UInt8(ascii: "f") || last == UInt8(ascii: "c")
    {
      name.removeLast()
      return (name, last == UInt8(ascii: "f") ? .fahrenheit : .ours)
    }
    return (name, .ours)
  }

  func moment(_ cells: [String]) -> (time: Int64, isDay: Bool, hasZone: Bool)? {
    func cell(_ place: Int?) -> String {
      place.map { $0 < cells.count ? cells[$0].trimmingBlanks : "" } ?? ""
    }
    let text = day == nil ? cell(time) : cell(day)
    if let moment = FileMoment.read(text) { return (moment.milliseconds, false, true) }
    let bytes = Array(text.utf8)
    let mark = bytes.firstIndex { $0 == 0x20 || $0 == UInt8(ascii: "T") }
    let date = String(decoding: bytes[..<(mark ?? bytes.count)], as: UTF8.self)
    // No station is so old or so new that its days in milliseconds overflow.
    guard let day = LooseDay.day(of: date), (-1_000_000...1_000_000).contains(day) else {
      return nil
    }
    let behind = mark.map { String(decoding: bytes[($0 + 1)...], as: UTF8.self) } ?? ""
    let clock = behind.utf8.isEmpty && self.day != nil ? cell(time) : behind
    guard !clock.utf8.isEmpty else { return (day * 86_400_000, true, false) }
    return Self.minutes(clock).map { (day * 86_400_000 + $0 * 60_000, false, false) }
  }

  /// The minutes of `14:05`, `14:05:30` and `2:05 PM`.
  private static func minutes(_ text: String) -> Int64? {
    let bytes = Array(text.inLowerCase.utf8).filter { $0 > 0x20 && $0 < 0x80 }
    var digits = bytes[...]
    var half: Int64?
    if digits.suffix(2).elementsEqual("am".utf8) { half = 0 }
    if digits.suffix(2).elementsEqual("pm".utf8) { half = 12 }
    if half != nil { digits = digits.dropLast(2) }
    let parts = digits.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3,
      let hour = Int64(String(decoding: Array(parts[0]), as: UTF8.self)),
      let minute = Int64(String(decoding: Array(parts[1]), as: UTF8.self)), 0..<60 ~= minute
    else { return nil }
    if let half { return 1...12 ~= hour ? (hour % 12 + half) * 60 + minute : nil }
    return 0..<24 ~= hour ? hour * 60 + minute : nil
  }

  func values(_ cells: [String]) -> [Double?] {
    WeatherFile.headings.map { quantity in
      guard let (column, unit) = quantities[quantity.place], column < cells.count,
        let number = Self.number(cells[column])
      else { return nil }
      let value =
        switch unit {
        case .ours: number
        case .fahrenheit: (number - 32) / 1.8
        case .inchesOfMercury: number * 33.863_89
        }
      return quantity.range.contains(value) ? value : nil
    }
  }

  /// A number with a decimal point or comma, and perhaps its unit.
  private static func number(_ text: String) -> Double? {
    var bytes = Array(text.trimmingBlanks.utf8)
    if bytes.starts(with: "−".utf8) { bytes.replaceSubrange(..<3, with: [UInt8(ascii: "-")]) }
    let digits = bytes.prefix { 0x30...0x39 ~= $0 || 0x2B...0x2E ~= $0 }
    guard digits.count <= 12,
      let decimal = try? Decimal(
        parsing: String(decoding: Array(digits), as: UTF8.self), places: 9)
    else { return nil }
    return Double(decimal.units) / 1e9
  }
}

extension WeatherFile {
  /// The quantities by their place, with their names and what can be true.
  fileprivate static var headings: [(place: Int, names: [String], range: ClosedRange<Double>)] {
    Quantity.allCases.map { ($0.rawValue, $0.headings, $0.range) }
  }
}

// MARK: - Filling in

extension WeatherFile {
  /// What would be filled in.
  public struct Plan: Sendable {
    public fileprivate(set) var edits: [Edit] = []
    /// How many tests get a value.
    public fileprivate(set) var tests = 0
    /// How many tests have everything, so that nothing of them changes.
    public fileprivate(set) var complete = 0
    /// How many lack something that the file does not have for their day.
    public fileprivate(set) var unknown = 0
  }

  /// How far a measurement may be from a test, in milliseconds.
  private static let reach: Int64 = 3 * 3_600_000

  /// The conditions that tests lack: measured nearest to the test, up to three hours away; otherwise the mean
  /// of its day. What is there already stays.
  public func plan(_ rows: ReedRows) -> Plan {
    var plan = Plan()
    for row in rows.alive(.reedTest) {
      let missing = Quantity.allCases.filter { row.value($0.field) == .null }
      guard !missing.isEmpty else {
        plan.complete += 1
        continue
      }
      let edits = missing.compactMap { quantity in
        value(quantity, of: row).map { Edit(row.id, row.kind, quantity.field, $0) }
      }
      if edits.isEmpty { plan.unknown += 1 } else { plan.tests += 1 }
      plan.edits += edits
    }
    return plan
  }

  private func value(_ quantity: Quantity, of row: Row) -> Value? {
    let test = ReedTest(row)
    guard (-1_000_000...1_000_000).contains(test.day) else { return nil }
    var zone: Int64 = 0
    if case .instant(_, let minutes) = row.value(KindID.reedTest.field(3)) {
      zone = min(max(Int64(minutes), -1_439), 1_439)
    }
    // A test that was written on another day says nothing about its hour.
    let isKnown = JournalDay.day(of: test.made, zoneMinutes: Int(zone)) == test.day
    let local = zone * 60_000
    let start = test.day * 86_400_000 - (hasZone ? local : 0)
    let found =
      isKnown ? nearest(quantity, to: test.made + (hasZone ? 0 : local)) : nil
    return (found ?? mean(quantity, from: start)).map { number in
      quantity == .temperature
        ? .decimal(units: Int64((number * 10).rounded()), places: 1)
        : .int(Int64(number.rounded()))
    }
  }

  private func nearest(_ quantity: Quantity, to time: Int64) -> Double? {
    var best: (distance: Int64, value: Double)?
    for reading in readings(time - Self.reach...time + Self.reach) where !reading.isDay {
      guard let value = reading.values[quantity.rawValue] else { continue }
      let distance = abs(reading.time - time)
      if distance < best?.distance ?? .max { best = (distance, value) }
    }
    return best?.value
  }

  private func mean(_ quantity: Quantity, from start: Int64) -> Double? {
    let values = readings(start...start + 86_399_999).compactMap { $0.values[quantity.rawValue] }
    return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }

  private func readings(_ times: ClosedRange<Int64>) -> ArraySlice<Reading> {
    var (low, high) = (0, readings.count)
    while low < high {
      let middle = (low + high) / 2
      if readings[middle].time < times.lowerBound { low = middle + 1 } else { high = middle }
    }
    return readings[low...].prefix { $0.time <= times.upperBound }
  }
}
