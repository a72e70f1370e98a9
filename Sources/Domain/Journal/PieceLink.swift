public import Ledger

/// What may belong to a piece: a take, a preset of a tool, or a setlist.
public struct PieceLink: Equatable, Sendable {
  public let id: RowID
  public let kind: KindID
  public let name: String
  public let piece: RowID?

  /// The field that names the piece.
  static func key(of kind: KindID) -> FieldKey<RowID?> {
    let number: UInt64 = kind == .take ? 9 : kind == .setlist ? 2 : 240
    return .link(kind.field(number), "piece", "Piece")
  }

  /// A row that may belong to a piece; `nil` for others, and for what is in the hand.
  public init?(_ row: Row) {
    switch row.kind {
    case .take: break
    case .setlist, .tuner, .drone, .metronome, .score:
      // What is in the hand has no name.
      if row.value(row.kind.field(1)) == .null { return nil }
    default: return nil
    }
    (id, kind, piece) = (row.id, row.kind, row[Self.key(of: row.kind)])
    if case .text(let text) = row.value(row.kind.field(1)) { name = text } else { name = "" }
  }

  /// All that may belong to one, by their names.
  public static func all(in data: Replica) -> [PieceLink] {
    var links: [PieceLink] = []
    for kind in [KindID.take, .setlist, .tuner, .drone, .metronome, .score] {
      var query = Query(kind)
      query.order = [.ascending(kind.field(1))]
      links += data.rows(query).compactMap { PieceLink($0) }
    }
    return links
  }

  /// What gives it to a piece, or to none.
  public func giving(to piece: RowID?) -> [Edit] {
    piece == self.piece
      ? [] : [Edit(id, kind, Self.key(of: kind).id, Self.key(of: kind).value(of: piece))]
  }
}
