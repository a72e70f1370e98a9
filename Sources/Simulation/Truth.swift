import Ledger

/// What a server must have: one list of all that it took, and a rule that a person can check by hand.
struct Truth {
  /// What stands in each cell.
  var cells: [CellKey: RowCell] = [:]

  /// What stands in a row.
  func cell(_ row: RowID, _ field: FieldID) -> RowCell? { cells[CellKey(row, field)] }

  func life(of row: RowID) -> Life {
    cell(row, .life).map { Life($0.cell.value) } ?? .alive
  }

  /// Takes one change in: the later stamp stands, of equal stamps what is there, and a purge for ever.
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

  /// By the time, and where that is the same by the device: said once more, so that the ledger's own word
  /// for it is not its own judge.
  static func isLater(_ one: Stamp, than other: Stamp) -> Bool {
    let (a, b) = (one.time.bits, other.time.bits)
    return a > b || a == b && one.device.bits > other.device.bits
  }

  /// Forgets which rows were purged: the time for that has passed for every one of them.
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

  /// What all cells add up to, counted anew.
  var digest: SpaceDigest {
    var digest = SpaceDigest()
    for cell in cells.values { digest.add(cell) }
    return digest
  }

  /// Everything that stands, by row and field.
  var sorted: [RowCell] { cells.values.sorted { $0.key < $1.key } }
}
