public import Ledger

extension KindID {
  public static let reedFilter = KindID(45)
}

/// A saved search for reeds.
public struct ReedFilter: RowRecord, Equatable {
  public let id: RowID
  public var name = ""
  /// The words of the search.
  public var question = ""
  public var stage: ReedStage?
  public var box: RowID?
  public var instrument: Reed.Instrument?
  /// How the reeds are sorted, as the room numbers it.
  public var sort = 0
  public var place: Int64 = 0

  public init(_ id: RowID, named name: String, after others: [ReedFilter]) {
    (self.id, self.name) = (id, name)
    place = Places.after(others.last?.place)
  }

  /// Whether both look for the same.
  public func looks(like other: ReedFilter) -> Bool {
    question.hasSameBytes(as: other.question) && stage == other.stage && box == other.box
      && instrument == other.instrument && sort == other.sort
  }
}

extension ReedFilter {
  public static let kind = KindID.reedFilter
  public static let names = KindNames("reed-filter", "Filter", "Filters", title: nameField)
  public static let nameField = field(1)
  public static let nameLimit = 60

  public init(blank id: RowID) { self.id = id }

  public static func visit(_ fields: inout RowFields, _ filter: inout ReedFilter) {
    fields.text(nameField, "name", "Name", &filter.name, upTo: nameLimit, always: true)
    fields.text(field(2), "question", "Words", &filter.question, upTo: 400)
    // Numbers are one higher, so that 0 means none.
    let stage = filter.stage.map { $0.rawValue + 1 } ?? 0
    fields.whole(field(3), "stage", "Stage", stage, in: 0...99) {
      filter.stage = ReedStage(rawValue: $0 - 1)
    }
    fields.link(field(4), "box", "Box", &filter.box)
    let instrument = filter.instrument.map { $0.rawValue + 1 } ?? 0
    fields.whole(field(5), "instrument", "Instrument", instrument, in: 0...99) {
      filter.instrument = Reed.Instrument(rawValue: $0 - 1)
    }
    fields.whole(field(6), "sort", "Order", &filter.sort, in: 0...99)
    fields.place(field(7), &filter.place)
  }
}
