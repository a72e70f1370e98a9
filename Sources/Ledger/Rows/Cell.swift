/// One value of a row, and when and where it was written.
public struct Cell: Hashable, Sendable {
  public let field: FieldID
  public var stamp: Stamp
  public var value: Value

  public init(field: FieldID, stamp: Stamp, value: Value) {
    self.field = field
    self.stamp = stamp
    self.value = value
  }
}

/// Which cell: a row and one of its fields.
public struct CellKey: Hashable, Sendable {
  public let row: RowID
  public let field: FieldID

  public init(_ row: RowID, _ field: FieldID) {
    self.row = row
    self.field = field
  }
}

extension CellKey: Comparable {
  public static func < (one: CellKey, other: CellKey) -> Bool {
    one.row != other.row ? one.row < other.row : one.field < other.field
  }
}

/// A cell of any row, as it is transferred.
public struct RowCell: Hashable, Sendable {
  public let row: RowID
  public let kind: KindID
  public var cell: Cell

  public init(row: RowID, kind: KindID, cell: Cell) {
    self.row = row
    self.kind = kind
    self.cell = cell
  }

  public var key: CellKey { CellKey(row, cell.field) }

  /// Whether this cell says that its row is purged.
  public var isPurge: Bool { cell.field == .life && Life(cell.value) == .purged }

  /// Whether this cell replaces another: the rule by which all devices agree.
  ///
  /// The later stamp wins, and a purged row stays purged. If stamps are equal, which only happens with copied devices
  /// or damage, neither wins: the server's value counts there, see ``Twins``.
  public func wins(over other: RowCell) -> Bool {
    isPurge != other.isPurge ? isPurge : cell.stamp > other.cell.stamp
  }
}

/// Whether a row is alive, in the trash or gone for good.
public enum Life: UInt8, Sendable {
  case alive = 0
  case trashed = 1
  case purged = 2

  /// Reads the value of a life cell; unknown values count as alive, so that nothing gets hidden.
  public init(_ value: Value) {
    if case .int(let number) = value, let life = Life(rawValue: UInt8(clamping: number)) {
      self = life
    } else {
      self = .alive
    }
  }

  public var value: Value { .int(Int64(rawValue)) }
}

/// A cell that a person or program wrote, with the stamp of the value they saw there.
public struct Change: Hashable, Sendable {
  public var cell: RowCell
  /// The stamp of the value that the author saw there, if there was one.
  public var base: Stamp?
  /// In a life cell: the greatest stamp that the author saw in the row.
  public var seen: Stamp?

  public init(_ cell: RowCell, base: Stamp?, seen: Stamp? = nil) {
    self.cell = cell
    self.base = base
    self.seen = seen
  }

  public var key: CellKey { cell.key }
  public var stamp: Stamp { cell.cell.stamp }
  /// The latest time the author saw.
  public var latestSeen: HybridTime { max(base?.time ?? .zero, seen?.time ?? .zero) }
}
