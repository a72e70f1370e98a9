public import Ledger

/// A part of a piece that is practised by itself.
///
/// How fast it was played stands in its blocks, and in them alone.
public struct Section: Equatable, Sendable {
  public let id: RowID
  public let piece: RowID
  public var name: String
  /// Where it is to be found, such as `12–20`.
  public var bars: String
  /// In hundredths of a beat a minute; 0 where none is set.
  public var tempoGoal: Int64
  public var place: Int64
  /// The civil day on which it is to be played again; 0 where nothing is due yet.
  public var due: Int64
  /// The days from the last time to that one; 0 where it is not to come back by itself.
  public var interval: Int64

  public static let nameLimit = 400
}

extension Section {
  static let pieceKey = FieldKey.link(KindID.section.field(1), "piece", "Piece")
  public static let nameKey = FieldKey(
    KindID.section.field(2), "name", "Name", byteLimit: nameLimit)
  public static let barsKey = FieldKey(
    KindID.section.field(3), "bars", "Bars", byteLimit: nameLimit)
  public static let tempoGoalKey = FieldKey(
    KindID.section.field(4), "tempo-goal", "Tempo to reach", standardUnits: 0, places: 2,
    in: 0...60_000, unit: "bpm")
  static let placeKey = FieldKey(
    KindID.section.field(5), "place", "Place", standard: 0, in: Int64.min...Int64.max)
  public static let dueKey = FieldKey.day(KindID.section.field(6), "due", "Due")
  static let intervalKey = FieldKey(
    KindID.section.field(7), "interval", "Days until it is due", standard: 0, in: 0...1_000,
    unit: "days")

  static let rows = Kind(
    .section, "section", "Section", plural: "Sections", title: nameKey.id,
    fields: [
      pieceKey.field, nameKey.field, barsKey.field, tempoGoalKey.field, placeKey.field,
      dueKey.field, intervalKey.field,
    ])

  init(_ row: Row) {
    self.init(
      id: row.id, piece: row[Self.pieceKey] ?? row.id, name: row[Self.nameKey],
      bars: row[Self.barsKey], tempoGoal: row[Self.tempoGoalKey], place: row[Self.placeKey],
      due: PracticeBook.isDay(row[Self.dueKey]) ? row[Self.dueKey] : 0,
      interval: row[Self.intervalKey])
  }

  /// What makes a new one after the others of its piece. It comes back by the rule of ``Review``.
  public static func making(
    _ id: RowID, in piece: RowID, named name: String, after others: [Section]
  ) -> [Edit] {
    var edit = RowEdit(id, .section, isNew: true)
    edit.set(pieceKey, piece)
    edit.set(nameKey, name)
    edit.set(placeKey, Places.after(others.last?.place))
    edit.set(intervalKey, 1)
    return edit.edits
  }

  /// What lets it come back by itself, or no more.
  public func reviewing(_ review: Review?) -> [Edit] {
    var edit = RowEdit(id, .section)
    edit.set(Self.intervalKey, review?.interval ?? 0, unless: interval)
    if let review { edit.set(Self.dueKey, review.due, unless: due) }
    return edit.edits
  }

  public var trashing: [Edit] { Edit.trashing(id, .section) }

  /// What moves one of a piece's sections to another place among them.
  public static func moving(_ id: RowID, by steps: Int, among sections: [Section]) -> [Edit] {
    Places.moving(id, by: steps, among: sections.map { ($0.id, $0.place) }, .section, placeKey.id)
  }
}
