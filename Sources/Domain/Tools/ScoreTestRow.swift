public import Ledger

/// What came of a self-test with a score, kept by day.
public struct ScoreTestRow: Equatable, Sendable {
  public let id: RowID
  /// The civil day, as the ledger counts days.
  public var day: Int64
  /// Of the score.
  public var title: String
  /// In percent of the written speed.
  public var speed: Int
  /// How many bars were measured.
  public var count: Int
  /// In tenths of a millisecond.
  public var bias: Int
  public var spread: Int

  public init(
    _ id: RowID, day: Int64, title: String, speed: Int, count: Int, bias: Int, spread: Int
  ) {
    self.id = id
    self.day = day
    self.title = title
    self.speed = speed
    self.count = count
    self.bias = bias
    self.spread = spread
  }
}

extension ScoreTestRow {
  private static let dayKey = Field(KindID.selfTest.field(1), "day", "Day", .day)
  private static let titleKey = FieldKey(
    KindID.selfTest.field(2), "score", "Score", byteLimit: 1_000)
  private static let speedKey = FieldKey(
    KindID.selfTest.field(3), "speed", "Speed", standard: 100, in: 20...300, unit: "%")
  private static let countKey = FieldKey(
    KindID.selfTest.field(4), "bars", "Bars measured", standard: 0, in: 0...1_000_000)
  private static let biasKey = FieldKey(
    KindID.selfTest.field(5), "bias", "Bias", standardUnits: 0, places: 1,
    in: -1_000_000...1_000_000, unit: "ms")
  private static let spreadKey = FieldKey(
    KindID.selfTest.field(6), "spread", "Spread", standardUnits: 0, places: 1, in: 0...1_000_000,
    unit: "ms")

  static let rows = Kind(
    .selfTest, "score-test", "Score test", plural: "Score tests", title: titleKey.id,
    fields: [
      dayKey, titleKey.field, speedKey.field, countKey.field, biasKey.field, spreadKey.field,
    ])

  /// All there are of a score, the earliest first.
  public static func all(of title: String, in data: Replica) -> [ScoreTestRow] {
    var query = Query(.selfTest)
    query.conditions = [.equals(titleKey.id, .text(title))]
    query.order = [.ascending(dayKey.id)]
    return data.rows(query).map { row in
      var day: Int64 = 0
      if case .day(let known) = row.value(dayKey.id) { day = known }
      return ScoreTestRow(
        row.id, day: day, title: row[titleKey], speed: Int(row[speedKey]),
        count: Int(row[countKey]), bias: Int(row[biasKey]), spread: Int(row[spreadKey]))
    }
  }

  /// What keeps it.
  public var making: [Edit] {
    var edit = RowEdit(id, .selfTest)
    edit.set(Self.titleKey, title)
    edit.set(Self.speedKey, Int64(speed))
    edit.set(Self.countKey, Int64(count))
    edit.set(Self.biasKey, Int64(bias))
    edit.set(Self.spreadKey, Int64(spread))
    return [Edit(id, .selfTest, Self.dayKey.id, .day(day))] + edit.edits
  }
}
