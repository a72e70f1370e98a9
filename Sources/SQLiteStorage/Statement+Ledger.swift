import Ledger
import Storage

extension Statement {
  /// Binds the account and the space, which come first in every statement.
  mutating func bind(_ place: Place) throws(SQLiteError) {
    try bind(place.account.bits, at: 1)
    try bind(place.space.bits, at: 2)
  }

  mutating func bind(_ bits: Bits128, at index: Int32) throws(SQLiteError) {
    try bind(high: bits.high, low: bits.low, at: index)
  }

  mutating func bind(bits: UInt64, at index: Int32) throws(SQLiteError) {
    try bind(Int64(bitPattern: bits), at: index)
  }

  func bits(_ column: Int32) throws(SQLiteError) -> Bits128 {
    guard let words = words(column) else { throw .damagedRow }
    return Bits128(high: words.high, low: words.low)
  }

  func unsigned(_ column: Int32) -> UInt64 {
    UInt64(bitPattern: int(column))
  }

  func stamp(_ column: Int32) -> Stamp {
    Stamp(HybridTime(unsigned(column)), DeviceID(unsigned(column + 1)))
  }

  /// Reads `rid, fld, tbl, hlc, dev, val, seq, sum` from the first columns; `nil` if the row is damaged. Without sums, as
  /// in a file of an older program, nothing is compared.
  func cell(_ sums: RowSums?) -> StoredCell? {
    guard let row = words(0) else { return nil }
    let (name, value) = (Bits128(high: row.high, low: row.low), bytes(5))
    let stored = stored(name, value)
    guard let sums else { return stored }
    let sum = sums.cell(name, unsigned(1), unsigned(2), stamp(3), unsigned(6), value)
    return sum == int(7) ? stored : nil
  }

  /// Reads `rid, fld, tbl, hlc, dev, val, seq, sum, flags, at_ms` from the first columns; `nil` if the row is damaged.
  func history(_ sums: RowSums?) -> HistoryCell? {
    guard let row = words(0) else { return nil }
    let (name, value) = (Bits128(high: row.high, low: row.low), bytes(5))
    let sum = sums?.history(
      name, unsigned(1), unsigned(2), stamp(3), unsigned(6), value, flags: int(8), keptAt: int(9))
    if let sum, sum != int(7) { return nil }
    let stored = stored(name, value)
    return HistoryCell(
      stored.cell, sequence: stored.sequence, isConflict: int(8) & 1 == 1, keptAt: int(9))
  }

  private func stored(_ row: Bits128, _ value: [UInt8]) -> StoredCell {
    let cell = Cell(field: FieldID(unsigned(1)), stamp: stamp(3), value: Value(encoded: value))
    return StoredCell(
      RowCell(row: RowID(row), kind: KindID(unsigned(2)), cell: cell), sequence: unsigned(6))
  }
}
