import Ledger

/// What a server must have: a list of everything it accepted, and a rule that a person can check by hand.
struct Truth {
  /// The current value of each cell.
  var cells: [CellKey: RowCell] = [:]

  /// The current cell of a row's field.
  func cell(_ row: RowID, _ field: FieldID) -> RowCell? { cells[CellKey(row, field)] }

  func life(of row: RowID) -> Life {
    cell(row, .life).map { Life($0.cell.value) } ?? .alive
  }

  /// Applies one change: the later stamp wins, of equal stamps the existing one, and a purge is final.
  mutating func take(_ new: RowCell) {
    let old = cells[new.key]
    if life(of: new.row) == .purged {
      if isPurge(new), let old, Self.isLater(new.cell.stamp, than: old.cell.stamp) {
        cells[new.key] = new
      }
      return
    }
    if isPurge(new) {
      for key in cells.keys.filter({ $0.row == new.row }) { cells[key] = nil }
      cells[new.key] = new
      return
    }
    guard let old else {
      cells[new.key] = new
      return
    }
    if Self.isLater(new.cell.stamp, than: old.cell.stamp) { cells[new.key] = new }
  }

  /// By time, or by device if the times are equal: defined here again, so that the ledger's own rule does
  /// not judge itself.
  static func isLater(_ one: Stamp, than other: Stamp) -> Bool {
    let (a, b) = (one.time.bits, other.time.bits)
    return a > b || a == b && one.device.bits > other.device.bits
  }

  /// Forgets which rows were purged: the time for that has passed for all of them.
  mutating func forgetStubs() -> Set<RowID> {
    var rows: Set<RowID> = []
    for (key, cell) in cells where isPurge(cell) {
      cells[key] = nil
      rows.insert(key.row)
    }
    return rows
  }

  private func isPurge(_ cell: RowCell) -> Bool {
    cell.cell.field == .life && Life(cell.cell.value) == .purged
  }

  /// The digest of all cells, computed from scratch.
  var digest: SpaceDigest {
    var digest = SpaceDigest()
    for cell in cells.values { digest.add(cell) }
    return digest
  }

  /// All current cells, by row and field.
  var sorted: [RowCell] { cells.values.sorted { $0.key < $1.key } }
}
