public import Ledger

extension KindID {
  /// How a reed was at one moment.
  public static let reedTest = KindID(35)
  /// A change to a reed.
  public static let adjustment = KindID(36)
}

/// How a reed was at one moment: what was tested, how it played, and where.
///
/// The answers are in the cells of its row, under ``ReedField/test``.
public struct ReedTest: RowRecord, Equatable {
  public let id: RowID
  public var reed: RowID
  public var day: Int64 = 0
  /// In milliseconds since 1970 UTC.
  public var made: Int64 = 0
  /// Whether name and history were hidden from the judge.
  public var isBlind = false
  /// The take of its crow.
  public var take: RowID?
  public var note = ""

  public init(_ id: RowID, of reed: RowID, day: Int64, made: Int64) {
    (self.id, self.reed, self.day, self.made) = (id, reed, day, made)
  }
}

extension ReedTest {
  public static let kind = KindID.reedTest
  public static let names = KindNames("reed-test", "Test", "Tests")
  public static let reedField = field(1)
  public static let dayField = field(2)
  public static let blindField = field(4)
  public static let noteField = field(6)
  public static let crowKindField = field(36)
  public static let crowField = field(37)
  public static let crowBalanceField = field(38)
  public static let crowRattleField = field(39)
  public static let successField = field(70)

  public init(blank id: RowID) { (self.id, reed) = (id, id) }

  public static func visit(_ fields: inout RowFields, _ test: inout ReedTest) {
    fields.link(reedField, "reed", "Reed", &test.reed, always: true)
    fields.day(dayField, "day", "Day", &test.day, always: true)
    fields.moment(field(3), "made", "Written", &test.made, always: true)
    fields.flag(blindField, "blind", "Judged blind", &test.isBlind)
    fields.link(field(5), "take", "Crow", &test.take)
    fields.text(noteField, "note", "Note", &test.note, upTo: 4_000)
    fields.described(ReedField.test)
  }
}

/// A change to a reed, and its effect.
public struct Adjustment: RowRecord, Equatable {
  public let id: RowID
  public var reed: RowID
  public var day: Int64 = 0
  /// In milliseconds since 1970 UTC.
  public var made: Int64 = 0
  public var area = Area.none
  public var amount = ""
  public var symptom = ""
  /// From −2, worse, to 2, better; `nil` if not rated.
  public var effect: Int?
  /// The tests before and after it.
  public var before: RowID?
  public var after: RowID?
  public var note = ""

  public enum Area: Int, CaseIterable, Sendable {
    case none, tip, corners, sides, blend, heart, windows, rails, clip, open, close, wire, seal,
      tying, table

    public static let choices: Choices<Area> = [
      (1, "Tip", .tip), (2, "Corners", .corners), (3, "Sides", .sides), (4, "Blend", .blend),
      (5, "Heart", .heart), (6, "Windows", .windows), (7, "Rails", .rails), (8, "Clipped", .clip),
      (9, "Opened", .open), (10, "Closed", .close), (11, "Wire", .wire), (12, "Seal", .seal),
      (13, "Tied again", .tying), (14, "Table", .table),
    ]

    public var label: String { self == .none ? "Adjusted" : Self.choices[rawValue - 1].label }

    /// The numbers of the places that reeds of a family do not have: a single reed has no wire, a double reed no table.
    public static func absent(from family: ReedField.Family) -> [Int64] {
      let areas: [Area] =
        family == .singles ? [.windows, .open, .close, .wire, .seal, .tying] : [.table]
      return areas.map { Int64($0.rawValue) }
    }
  }

  public init(_ id: RowID, of reed: RowID, day: Int64, made: Int64) {
    (self.id, self.reed, self.day, self.made) = (id, reed, day, made)
  }
}

extension Adjustment {
  public static let kind = KindID.adjustment
  public static let names = KindNames("adjustment", "Adjustment", "Adjustments")
  public static let reedField = field(1)
  public static let dayField = field(2)
  public static let areaField = field(4)
  public static let amountField = field(5)
  public static let symptomField = field(6)
  public static let effectField = field(7)
  public static let noteField = field(10)

  /// The words for an effect, worst first.
  public static let effects = ["Much worse", "Worse", "No change", "Better", "Much better"]

  public init(blank id: RowID) { (self.id, reed) = (id, id) }

  public static func visit(_ fields: inout RowFields, _ adjustment: inout Adjustment) {
    fields.link(reedField, "reed", "Reed", &adjustment.reed, always: true)
    fields.day(dayField, "day", "Day", &adjustment.day, always: true)
    fields.moment(field(3), "made", "Written", &adjustment.made, always: true)
    fields.choice(areaField, "area", "Where", &adjustment.area, Area.choices)
    fields.text(amountField, "amount", "How much", &adjustment.amount, upTo: 400)
    fields.text(symptomField, "symptom", "Why", &adjustment.symptom, upTo: 2_000)
    let effects: Choices<Int?> = Self.effects.enumerated().map {
      (Int64($0.offset + 1), $0.element, $0.offset - 2)
    }
    fields.choice(effectField, "effect", "Effect", &adjustment.effect, effects)
    fields.link(field(8), "before", "Test before", &adjustment.before)
    fields.link(field(9), "after", "Test after", &adjustment.after)
    fields.text(noteField, "note", "Note", &adjustment.note, upTo: 4_000)
  }
}
