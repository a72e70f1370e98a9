public import Domain
import Ledger
public import Reports

/// Something known about reeds: a field, or what follows from fields. Numbers are in the unit that is shown.
public struct Column: Sendable {
  public enum Source: Sendable {
    /// Of the reed itself.
    case reed(ReedField)
    /// Of its tests.
    case test(ReedField)
    /// Whether a choice was made, 1 or 0; yes is choice 1. Of the reed itself, or of its tests.
    case reedIs(ReedField, Int64), testIs(ReedField, Int64)
    /// The mean of the eight qualities, with the player's weights.
    case score([Double])
    /// Of the gouge: the mean of its points; left minus right; half A minus half B.
    case gougeMean, gougeSides, gougeHalves
    /// When it was started.
    case month, season
    case day
    /// Seconds played.
    case hours
  }

  public let source: Source
  /// Its name in a ``Question``; for a field, its name in exports.
  public let name: String
  public let label: String
  public let direction: ReedField.Direction

  public init(
    _ source: Source, _ name: String, _ label: String, _ direction: ReedField.Direction = .neutral
  ) {
    (self.source, self.name, self.label, self.direction) = (source, name, label, direction)
  }

  /// Which of a reed's tests count.
  public enum Moment: Equatable, Sendable {
    /// The mean of all of them.
    case mean
    case first, latest
    /// The one nearest to a day after the first use; none more than three days from it.
    case day(Int64)

    /// What the value of a reed is: `mean of all tests of each reed`.
    var words: String {
      switch self {
      case .mean: "mean of all tests of each reed"
      case .first: "first test of each reed"
      case .latest: "latest test of each reed"
      case .day(let day): "test of each reed nearest to day \(day)"
      }
    }
  }

  /// Whether its values are numbers; otherwise they are names.
  public var isNumber: Bool {
    switch source {
    case .reed(let field), .test(let field): field.isNumber
    case .month, .season: false
    default: true
    }
  }

  /// How its numbers are shown.
  public var scale: Plot.Scale {
    switch source {
    case .reed(let field), .test(let field):
      switch field.content {
      case .number(let places, _, let unit): .number(places: Int(places), unit: unit)
      case .pitch: .number(places: 1, unit: "cents")
      default: .number(places: 0, unit: "")
      }
    case .score: .number(places: 1, unit: "")
    case .gougeMean: .number(places: 3, unit: "mm")
    case .gougeSides, .gougeHalves: .signed(places: 3, unit: "mm")
    case .day: .day
    case .hours: .time
    case .month, .season: .names([])
    case .reedIs, .testIs: .share
    }
  }

  /// Whether its numbers are 1 and 0, so that their mean is a share of reeds.
  var isShare: Bool {
    switch source {
    case .reedIs, .testIs: true
    default: false
    }
  }
}

extension ReedField {
  /// Whether its values are numbers that can be ranked.
  public var isNumber: Bool {
    switch content {
    case .number, .scale, .pitch: true
    default: false
    }
  }

  /// Whether its values are few names, so that reeds fall into groups.
  public var isGroup: Bool {
    switch content {
    case .choice, .tool, .flag: true
    case .text(let isLong): !isLong
    default: false
    }
  }
}

// MARK: - The columns of a log

extension ReedLog {
  /// What is known before a reed is played, numbers and groups.
  public var inputs: [Column] {
    var columns = fields.reed.all.filter {
      !$0.isHidden && ($0.isNumber || $0.isGroup) && $0.group != .outcome
    }.map { Column(.reed($0), $0.name, $0.label, $0.direction) }
    columns += [
      Column(.gougeMean, "gouge_mean", "Gouge, mean"),
      Column(.gougeSides, "gouge_sides", "Gouge, left minus right"),
      Column(.gougeHalves, "gouge_halves", "Gouge, half A minus half B"),
      Column(.season, "season", "Season"), Column(.month, "month", "Month"),
    ]
    return columns
  }

  /// How a reed turned out.
  ///
  /// - Parameter weights: of the eight qualities, for the player's own score; the player's, if there are none.
  public func outcomes(weights: [Double]? = nil) -> [Column] {
    var columns = fields.test.all.filter {
      !$0.isHidden && $0.isNumber && $0.group != .conditions
    }.map { Column(.test($0), $0.name, $0.label, $0.direction) }
    // Success is what most people ask about.
    if let place = columns.firstIndex(where: { $0.name.hasSameBytes(as: "success") }) {
      columns.insert(columns.remove(at: place), at: 0)
    }
    columns.insert(
      Column(.score(weights ?? self.weights), "score", "Your score", .higher),
      at: min(1, columns.count))
    columns.append(Column(.hours, "hours", "Time played", .higher))
    return columns
  }

  /// How a reed turned out, as shares: one for each choice; of two choices for the first alone, as the other is the rest.
  ///
  /// Of several tests of a reed the latest counts, unless another moment is asked for.
  var shares: [Column] {
    let ofTests = fields.test.all.filter { !$0.isHidden && $0.group != .conditions }
    let ofReeds = fields.reed.all.filter { !$0.isHidden && $0.group == .outcome }
    return ofTests.flatMap { field in Self.shares(field) { .testIs(field, $0) } }
      + ofReeds.flatMap { field in Self.shares(field) { .reedIs(field, $0) } }
  }

  private static func shares(
    _ field: ReedField, _ source: (Int64) -> Column.Source
  ) -> [Column] {
    switch field.content {
    case .flag: return [Column(source(1), field.name, field.label, field.direction)]
    case .choice(let choices):
      // Only of two choices can a direction say which is the good one. Who would make a reed again liked it.
      let isGood = field.direction == .higher || field.name.hasSameBytes(as: "would_repeat")
      let kept = choices.count == 2 ? choices.prefix(1) : choices[...]
      let colon = field.label.utf8.last == UInt8(ascii: "?") ? "" : ":"
      return kept.map { choice in
        Column(
          source(choice.number), "\(field.name):\(choice.label)",
          "\(field.label)\(colon) \(choice.label)",
          isGood && choices.count == 2 ? .higher : .neutral)
      }
    default: return []
    }
  }

  /// The conditions under which tests were made.
  public var conditions: [Column] {
    fields.test.all.filter { !$0.isHidden && $0.isNumber && $0.group == .conditions }
      .map { Column(.test($0), $0.name, $0.label, $0.direction) }
  }

  /// The column with a name.
  public func column(_ name: String) -> Column? {
    (outcomes() + inputs + conditions).first { $0.name.hasSameBytes(as: name) }
  }

  // MARK: - Values

  /// A reed's number in a column; `nil` if it has none.
  public func number(
    _ column: Column, of entry: Entry, _ moment: Column.Moment = .mean
  ) -> Double? {
    switch column.source {
    case .reed(let field): return number(field, in: entry.row)
    case .test(let field):
      return value(moment, of: entry) { number(field, in: $0.row) }
    case .reedIs(let field, let choice): return Self.isChosen(choice, field, entry.row)
    case .testIs(let field, let choice):
      return value(moment == .mean ? .latest : moment, of: entry) {
        Self.isChosen(choice, field, $0.row)
      }
    case .score(let weights):
      return value(moment, of: entry) { score($0, weights) }
    case .gougeMean:
      let points = ReedField.gougePoints.prefix(6).compactMap { length($0, of: entry) }
      return points.count == 6 ? points.reduce(0, +) / 6 : nil
    case .gougeSides:
      guard let (al, ar) = pair(0, 2, entry), let (bl, br) = pair(3, 5, entry) else { return nil }
      return (al + bl - ar - br) / 2
    case .gougeHalves:
      guard let (a, b) = pair(1, 4, entry) else { return nil }
      return a - b
    case .day: return Double(entry.reed.begun)
    case .hours:
      let seconds = entry.seconds
      return seconds > 0 ? Double(seconds) : nil
    case .month, .season: return nil
    }
  }

  /// A reed's group in a column; `nil` if it has none.
  public func group(_ column: Column, of entry: Entry) -> String? {
    switch column.source {
    case .reed(let field), .test(let field):
      let value = entry.row.value(field.id)
      switch (field.content, value) {
      case (_, .null): return nil
      case (_, .row(let tool)):
        let name = name(ofTool: tool)
        return name.isEmpty ? nil : name
      default:
        let text = field.text(of: value)
        return text.isEmpty ? nil : text
      }
    case .month:
      return entry.reed.begun == 0
        ? nil : DayWords.months[CalendarMonth(of: entry.reed.begun).number - 1]
    case .season:
      guard entry.reed.begun != 0 else { return nil }
      let names = ["Winter", "Spring", "Summer", "Autumn"]
      return names[CalendarMonth(of: entry.reed.begun).number % 12 / 3]
    default: return nil
    }
  }

  /// A reed's group in a column as an experiment keeps it; `nil` if it has none that an experiment could draw.
  func arm(_ column: Column, of entry: Entry) -> String? {
    guard case .reed(let field) = column.source, field.canBeArm else { return nil }
    let value = entry.row.value(field.id)
    return value == .null ? nil : field.arm(of: value)
  }

  /// The number of one test.
  public func number(_ column: Column, in test: Test) -> Double? {
    switch column.source {
    case .test(let field): number(field, in: test.row)
    case .testIs(let field, let choice): Self.isChosen(choice, field, test.row)
    case .score(let weights): score(test, weights)
    default: nil
    }
  }

  /// Whether a choice was made, 1 or 0; `nil` if none was.
  private static func isChosen(_ choice: Int64, _ field: ReedField, _ row: Row) -> Double? {
    switch row.value(field.id) {
    case .int(let number): number == choice ? 1 : 0
    case .bool(let isOn): (isOn ? 1 : 0) == choice ? 1 : 0
    default: nil
    }
  }

  /// The number of a field in a row of any kind that has it; none if it is far outside the usual range.
  func number(_ field: ReedField, in row: Row) -> Double? {
    guard field.isNumber, let units = ReedField.units(of: row.value(field.id)),
      !field.isFarOut(units)
    else { return nil }
    var number = Double(units)
    for _ in 0..<field.content.places { number /= 10 }
    return number
  }

  private func length(_ field: Ledger.FieldID, of entry: Entry) -> Double? {
    fields.reed[field].flatMap { number($0, in: entry.row) }
  }

  private func pair(_ one: Int, _ other: Int, _ entry: Entry) -> (Double, Double)? {
    let points = Array(ReedField.gougePoints)
    guard let a = length(points[one], of: entry), let b = length(points[other], of: entry) else {
      return nil
    }
    return (a, b)
  }

  /// The eight qualities of a test; resistance, loudness and pitch count from how near they are to just right.
  private func score(_ test: Test, _ weights: [Double]) -> Double? {
    var (sum, weight) = (0.0, 0.0)
    for (place, number) in (48...55).enumerated() where place < weights.count {
      guard weights[place] > 0, let field = fields.test[KindID.reedTest.field(UInt64(number))],
        let value = self.number(field, in: test.row)
      else { continue }
      let part = field.direction == .target ? 10 - abs(value) * 3 : value
      sum += part * weights[place]
      weight += weights[place]
    }
    return weight > 0 ? sum / weight : nil
  }

  private func value(
    _ moment: Column.Moment, of entry: Entry, _ number: (Test) -> Double?
  ) -> Double? {
    switch moment {
    case .mean:
      let numbers = entry.tests.compactMap(number)
      return numbers.isEmpty ? nil : numbers.reduce(0, +) / Double(numbers.count)
    case .first:
      for test in entry.tests { if let number = number(test) { return number } }
      return nil
    case .latest:
      for test in entry.tests.reversed() { if let number = number(test) { return number } }
      return nil
    case .day(let day):
      guard let first = entry.firstUse else { return nil }
      var nearest: (distance: Int64, number: Double)?
      for test in entry.tests {
        guard let number = number(test) else { continue }
        let distance = abs(test.day - first - day)
        if distance <= 3, distance < nearest?.distance ?? .max { nearest = (distance, number) }
      }
      return nearest?.number
    }
  }
}
