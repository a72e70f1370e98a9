public import Ledger

extension KindID {
  public static let selfTest = KindID(12)
}

/// How exactly the bars of a score were tapped in a self-test, by day.
public struct ScoreTestRow: RowRecord, Equatable {
  public let id: RowID
  /// The civil day, as the ledger counts days.
  public var day: Int64 = 0
  /// Of the score.
  public var title = ""
  /// In percent of the written speed.
  public var speed = 100
  /// How many bars were measured.
  public var count = 0
  /// In tenths of a millisecond.
  public var bias = 0
  public var spread = 0

  public init(
    _ id: RowID, day: Int64, title: String, speed: Int, count: Int, bias: Int, spread: Int
  ) {
    (self.id, self.day, self.title, self.speed) = (id, day, title, speed)
    (self.count, self.bias, self.spread) = (count, bias, spread)
  }
}

extension ScoreTestRow {
  public static let kind = KindID.selfTest
  public static let names = KindNames(
    "score-test", "Score test", "Score tests", title: titleField)
  public static let saysLife = false
  private static let dayField = field(1)
  private static let titleField = field(2)

  public init(blank id: RowID) { self.id = id }

  public static func visit(_ fields: inout RowFields, _ test: inout ScoreTestRow) {
    fields.writesAll = true
    fields.day(dayField, "day", "Day", &test.day)
    fields.text(titleField, "score", "Score", &test.title, upTo: 1_000)
    fields.whole(field(3), "speed", "Speed", &test.speed, in: 20...300, unit: "%")
    fields.whole(field(4), "bars", "Bars measured", &test.count, in: 0...1_000_000)
    fields.decimal(
      field(5), "bias", "Bias", &test.bias, places: 1, in: -1_000_000...1_000_000, unit: "ms")
    fields.decimal(
      field(6), "spread", "Spread", &test.spread, places: 1, in: 0...1_000_000, unit: "ms")
  }

  /// All tests of a score, oldest first.
  public static func all(of title: String, in data: Replica) -> [ScoreTestRow] {
    all(in: data, where: [.equals(titleField, .text(title))], by: [.ascending(dayField)])
  }
}
