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

  /// Reads `rid, fld, tbl, hlc, dev, val` from the first columns.
  func cell() throws(SQLiteError) -> RowCell {
    let cell = Cell(
      field: FieldID(unsigned(1)), stamp: stamp(3), value: Value(encoded: bytes(5)))
    return RowCell(row: RowID(try bits(0)), kind: KindID(unsigned(2)), cell: cell)
  }
}
