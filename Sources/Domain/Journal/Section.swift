public import Ledger

extension KindID {
  public static let section = KindID(18)
}

/// A part of a piece that is practised separately.
///
/// Only its blocks record how fast it was played.
public struct Section: RowRecord, Equatable {
  public let id: RowID
  public private(set) var piece: RowID
  public var name = ""
  /// Where it is, such as `12–20`.
  public var bars = ""
  /// In hundredths of a bpm; 0 if none is set.
  public var tempoGoal: Int64 = 0
  public var place: Int64 = 0
  /// The civil day on which it is due; 0 if it is not due yet.
  public var due: Int64 = 0
  /// The days from the last time to that day; 0 if it is not reviewed.
  public var interval: Int64 = 0

  public static let nameLimit = 400

  /// A new one at the end of its piece. It is reviewed as ``Review`` says.
  public init(_ id: RowID, in piece: RowID, named name: String, after others: [Section]) {
    (self.id, self.piece, self.name) = (id, piece, name)
    (place, interval) = (Places.after(others.last?.place), 1)
  }
}

extension Section {
  public static let kind = KindID.section
  public static let names = KindNames("section", "Section", "Sections", title: nameField)
  public static let nameField = field(2)
  public static let barsField = field(3)
  public static let tempoGoalField = field(4)
  public static let placeField = field(5)
  public static let dueField = field(6)

  public init(blank id: RowID) { (self.id, piece) = (id, id) }

  public static func visit(_ fields: inout RowFields, _ section: inout Section) {
    fields.link(field(1), "piece", "Piece", &section.piece, always: true)
    fields.text(nameField, "name", "Name", &section.name, upTo: nameLimit, always: true)
    fields.text(barsField, "bars", "Bars", &section.bars, upTo: nameLimit)
    fields.tempo(tempoGoalField, "tempo-goal", "Target tempo", &section.tempoGoal)
    fields.place(placeField, &section.place)
    fields.day(dueField, "due", "Due", &section.due)
    fields.whole(
      field(7), "interval", "Review interval", &section.interval, in: 0...1_000, unit: "days")
    if !PracticeBook.isDay(section.due) { section.due = 0 }
  }

  /// The edits that schedule its review, or stop it.
  public func reviewing(_ review: Review?) -> [Edit] {
    var next = self
    next.interval = review?.interval ?? 0
    if let review { next.due = review.due }
    return next.edits(from: self)
  }
}
