public import Ledger

/// Something that is practised, as a whole.
public struct Piece: Equatable, Sendable {
  public let id: RowID
  public var title: String
  public var composer: String
  /// In hundredths of a beat a minute; 0 where none is set.
  public var tempoGoal: Int64
  public var tags: String
  public var note: String
  /// Whether it is laid aside: kept, and not asked for.
  public var isResting: Bool

  public static let titleLimit = 400

  public init(_ id: RowID, titled title: String) {
    (self.id, self.title) = (id, title)
    (composer, tags, note, tempoGoal, isResting) = ("", "", "", 0, false)
  }
}

extension Piece {
  public static let titleKey = FieldKey(
    KindID.piece.field(1), "title", "Title", byteLimit: titleLimit)
  public static let composerKey = FieldKey(
    KindID.piece.field(2), "composer", "Composer", byteLimit: titleLimit)
  public static let tempoGoalKey = FieldKey(
    KindID.piece.field(3), "tempo-goal", "Tempo to reach", standardUnits: 0, places: 2,
    in: 0...60_000, unit: "bpm")
  public static let tagsKey = FieldKey(KindID.piece.field(4), "tags", "Tags", byteLimit: 2_000)
  public static let noteKey = FieldKey(KindID.piece.field(5), "note", "Note", byteLimit: 20_000)
  public static let restingKey = FieldKey(
    KindID.piece.field(6), "resting", "Laid aside", standard: false)

  static let rows = Kind(
    .piece, "piece", "Piece", plural: "Pieces", title: titleKey.id,
    fields: [
      titleKey.field, composerKey.field, tempoGoalKey.field, tagsKey.field, noteKey.field,
      restingKey.field,
    ])

  public init(_ row: Row) {
    self.init(row.id, titled: row[Self.titleKey])
    (composer, tempoGoal) = (row[Self.composerKey], row[Self.tempoGoalKey])
    (tags, note, isResting) = (row[Self.tagsKey], row[Self.noteKey], row[Self.restingKey])
  }

  /// What keeps it; where there is an `old` one, only what differs.
  public func edits(from old: Piece?) -> [Edit] {
    var edit = RowEdit(id, .piece, isNew: old == nil)
    edit.set(Self.titleKey, title, unless: old?.title)
    edit.set(Self.composerKey, composer, unless: old?.composer ?? "")
    edit.set(Self.tempoGoalKey, tempoGoal, unless: old?.tempoGoal ?? 0)
    edit.set(Self.tagsKey, tags, unless: old?.tags ?? "")
    edit.set(Self.noteKey, note, unless: old?.note ?? "")
    edit.set(Self.restingKey, isResting, unless: old?.isResting ?? false)
    return edit.edits
  }

  /// What moves it to the trash; its sections come back with it.
  public var trashing: [Edit] { Edit.trashing(id, .piece) }

  /// All there are, in the order of their titles.
  public static func all(in data: Replica) -> [Piece] {
    var query = Query(.piece)
    query.order = [.ascending(titleKey.id)]
    return data.rows(query).map { Piece($0) }
  }
}
