public import Ledger

/// What may belong to a piece: a take, a preset of a tool, or a setlist.
public struct PieceLink: Equatable, Sendable {
  public let id: RowID
  public let kind: KindID
  public let name: String
  public let piece: RowID?

  /// The field that names the piece.
  private static func pieceField(of kind: KindID) -> FieldID {
    kind == .take ? Take.pieceField : kind == .setlist ? Setlist.pieceField : kind.presetPieceField
  }

  /// A row that may belong to a piece; `nil` for others, and for a tool's current setup.
  public init?(_ row: Row) {
    switch row.kind {
    case .take: break
    case .setlist, .tuner, .drone, .metronome, .score:
      // A tool's current setup has no name.
      if row.value(row.kind.field(1)) == .null { return nil }
    default: return nil
    }
    (id, kind) = (row.id, row.kind)
    if case .row(let piece) = row.value(Self.pieceField(of: kind)) {
      self.piece = piece
    } else {
      piece = nil
    }
    if case .text(let text) = row.value(row.kind.field(1)) { name = text } else { name = "" }
  }

  /// All rows that may belong to a piece, by name.
  public static func all(in data: Replica) -> [PieceLink] {
    var links: [PieceLink] = []
    for kind in [KindID.take, .setlist, .tuner, .drone, .metronome, .score] {
      var query = Query(kind)
      query.order = [.ascending(kind.field(1))]
      links += data.rows(query).compactMap { PieceLink($0) }
    }
    return links
  }

  /// The edits that link it to a piece, or to none.
  public func giving(to piece: RowID?) -> [Edit] {
    guard piece != self.piece else { return [] }
    return [Edit(id, kind, Self.pieceField(of: kind), piece.map { .row($0) } ?? .null)]
  }
}
