public import Ledger

extension KindID {
  /// Cane before it is tied.
  public static let cane = KindID(30)
}

/// A piece of cane before it is tied: its measurements pass to the reed made from it.
///
/// Its measurements are in the cells of its row, under ``ReedField/pieceOfCane``.
public struct PieceOfCane: RowRecord, Equatable {
  public let id: RowID
  public var name = ""
  public var day: Int64 = 0
  public var note = ""
  /// Whether it was thrown away.
  public var isDiscarded = false

  public init(_ id: RowID, named name: String, day: Int64) {
    (self.id, self.name, self.day) = (id, name, day)
  }
}

extension PieceOfCane {
  public static let kind = KindID.cane
  public static let names = KindNames("cane", "Piece of cane", "Pieces of cane", title: nameField)
  public static let nameField = field(1)
  static let dayField = field(2)
  public static let noteField = field(3)
  public static let discardedField = field(4)

  public init(blank id: RowID) { self.id = id }

  public static func visit(_ fields: inout RowFields, _ cane: inout PieceOfCane) {
    fields.text(nameField, "name", "Name", &cane.name, upTo: Reed.nameLimit, always: true)
    fields.day(dayField, "day", "Day", &cane.day, always: true)
    fields.text(noteField, "note", "Note", &cane.note, upTo: 4_000)
    fields.flag(discardedField, "discarded", "Thrown away", &cane.isDiscarded)
    fields.described(ReedField.pieceOfCane)
  }
}
