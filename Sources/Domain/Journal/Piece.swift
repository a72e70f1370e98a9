public import Ledger

extension KindID {
  public static let piece = KindID(17)
}

/// A piece that is practised.
public struct Piece: RowRecord, Equatable {
  public let id: RowID
  public var title = ""
  public var composer = ""
  /// In hundredths of a bpm; 0 if none is set.
  public var tempoGoal: Int64 = 0
  public var tags = ""
  public var note = ""
  /// Whether it is archived: kept, but not suggested.
  public var isResting = false

  public static let titleLimit = 400

  public init(_ id: RowID, titled title: String) { (self.id, self.title) = (id, title) }
}

extension Piece {
  public static let kind = KindID.piece
  public static let names = KindNames("piece", "Piece", "Pieces", title: titleField)
  public static let titleField = field(1)
  public static let composerField = field(2)
  public static let tempoGoalField = field(3)
  public static let tagsField = field(4)
  public static let noteField = field(5)

  public init(blank id: RowID) { self.id = id }

  public static func visit(_ fields: inout RowFields, _ piece: inout Piece) {
    fields.text(titleField, "title", "Title", &piece.title, upTo: titleLimit, always: true)
    fields.text(composerField, "composer", "Composer", &piece.composer, upTo: titleLimit)
    fields.tempo(tempoGoalField, "tempo-goal", "Target tempo", &piece.tempoGoal)
    fields.text(tagsField, "tags", "Tags", &piece.tags, upTo: 2_000)
    fields.text(noteField, "note", "Note", &piece.note, upTo: 20_000)
    fields.flag(field(6), "resting", "Archived", &piece.isResting)
  }

  /// All of them, by title.
  public static func all(in data: Replica) -> [Piece] {
    all(in: data, by: [.ascending(titleField)])
  }
}
