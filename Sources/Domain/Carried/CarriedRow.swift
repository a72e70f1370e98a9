public import Ledger

/// A row whose file syncs automatically, as the sounds of takes do: a picture, or a saved copy of all reeds.
public struct CarriedRow: Equatable, Sendable {
  public let id: RowID
  public let file: BlobReference
  /// Whether the file is also on the server.
  public let isSent: Bool
  /// What it is in the middle of a sentence.
  public let words: String
  private let sent: (kind: KindID, field: FieldID)

  /// The file of a row; `nil` if it has none.
  public init?(_ row: Row) {
    switch row.kind {
    case .picture:
      let picture = Picture(row)
      guard let file = picture.file else { return nil }
      (id, self.file, isSent) = (row.id, file, picture.isSent)
      words = picture.caption.isEmpty ? "a picture" : "the picture “\(picture.caption)”"
      sent = (.picture, Picture.sentField)
    case .reedSave:
      let save = ReedSave(row)
      guard let file = save.file else { return nil }
      (id, self.file, isSent) = (row.id, file, save.isSent)
      words = "the saved copy “\(save.title)”"
      sent = (.reedSave, ReedSave.sentField)
    default: return nil
    }
  }

  /// All that are not in the trash.
  public static func all(in data: Replica) -> [CarriedRow] {
    (data.rows(Query(.picture)) + data.rows(Query(.reedSave))).compactMap { CarriedRow($0) }
  }

  /// The edit that records whether its file is on the server.
  public func marking(isSent: Bool) -> [Edit] {
    [Edit(id, sent.kind, sent.field, .bool(isSent))]
  }

  public static func == (one: CarriedRow, other: CarriedRow) -> Bool {
    one.id == other.id && one.file == other.file && one.isSent == other.isSent
      && one.words.hasSameBytes(as: other.words)
  }
}
