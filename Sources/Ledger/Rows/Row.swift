/// A thing that a person keeps: its kind and its cells, ordered by field.
public struct Row: Hashable, Sendable {
  public let id: RowID
  public private(set) var kind: KindID
  public private(set) var cells: [Cell]

  public init(id: RowID, kind: KindID, cells: [Cell] = []) {
    self.id = id
    self.kind = kind
    self.cells = cells.sorted { $0.field < $1.field }
  }

  public func cell(_ field: FieldID) -> Cell? {
    index(of: field).map { cells[$0] }
  }

  /// The value of a field; null if there is none.
  public func value(_ field: FieldID) -> Value {
    index(of: field).map { cells[$0].value } ?? .null
  }

  public var life: Life {
    cells.first.map { $0.field == .life ? Life($0.value) : .alive } ?? .alive
  }

  /// The latest stamp of any cell.
  public var latest: Stamp? {
    cells.map { $0.stamp }.max()
  }

  /// Changes whenever any cell changes.
  public var mark: UInt64 {
    var mark: UInt64 = 0
    for cell in cells {
      mark &+= (cell.stamp.time.bits.mixed ^ cell.stamp.device.bits &+ cell.field.number).mixed
    }
    return mark
  }

  func rowCell(_ cell: Cell) -> RowCell {
    RowCell(row: id, kind: kind, cell: cell)
  }

  /// The outcome of merging a cell.
  enum Merging {
    case kept, added
    case replaced(RowCell)
    /// The row is purged; these cells were removed.
    case purged([RowCell])
  }

  /// Merges a cell by the rule of ``RowCell/wins(over:)``; if stamps are equal the new one wins, as it comes from a
  /// server.
  mutating func merge(_ new: RowCell) -> Merging {
    if life == .purged, !new.isPurge { return .kept }
    let isLatest = latest.map { new.cell.stamp > $0 } ?? true
    guard let index = index(of: new.cell.field) else {
      if new.isPurge { return purge(new) }
      cells.insert(new.cell, at: cells.firstIndex { $0.field > new.cell.field } ?? cells.endIndex)
      if isLatest { kind = new.kind }
      return .added
    }
    let old = rowCell(cells[index])
    let isTwin = new.cell.stamp == old.cell.stamp && new.cell.value != old.cell.value
    guard isTwin && !old.isPurge || new.wins(over: old) else { return .kept }
    if new.isPurge { return purge(new) }
    cells[index] = new.cell
    if isLatest { kind = new.kind }
    return .replaced(old)
  }

  private mutating func purge(_ stub: RowCell) -> Merging {
    let gone = cells.map(rowCell)
    cells = [stub.cell]
    kind = stub.kind
    return .purged(gone)
  }

  private func index(of field: FieldID) -> Int? {
    // Rows are short: a linear search is faster than a binary one.
    cells.firstIndex { $0.field == field }
  }
}

extension [Row] {
  /// The rows ordered by id.
  public func sortedByID() -> [Row] {
    sorted { $0.id < $1.id }
  }
}
