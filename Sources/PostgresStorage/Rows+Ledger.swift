import Ledger
import Storage

extension Rows {
  func unsigned(_ row: Int, _ column: Int32) throws(PostgresError) -> UInt64 {
    UInt64(bitPattern: try int(row, column))
  }

  func bits(_ row: Int, _ column: Int32) throws(PostgresError) -> Bits128 {
    let words = try words(row, column)
    return Bits128(high: words.high, low: words.low)
  }

  func stamp(_ row: Int, _ column: Int32) throws(PostgresError) -> Stamp {
    Stamp(HybridTime(try unsigned(row, column)), DeviceID(try unsigned(row, column + 1)))
  }

  /// Reads `rid, fld, tbl, hlc, dev, val` from the first columns.
  func cell(_ row: Int) throws(PostgresError) -> RowCell {
    let cell = Cell(
      field: FieldID(try unsigned(row, 1)), stamp: try stamp(row, 3),
      value: Value(encoded: bytes(row, 5)))
    return RowCell(row: RowID(try bits(row, 0)), kind: KindID(try unsigned(row, 2)), cell: cell)
  }
}

extension Place {
  /// The account and the space, which come first in every statement.
  var parameters: [Parameter] { [.bytes(account.bits.bytes), .bytes(space.bits.bytes)] }
}

extension Parameter {
  static func bits(_ number: UInt64) -> Parameter { .int(Int64(bitPattern: number)) }

  static func bits(_ numbers: [UInt64]) -> Parameter {
    .ints(numbers.map { Int64(bitPattern: $0) })
  }

  static func rows(_ rows: [RowID]) -> Parameter { .byteStrings(rows.map(\.bits.bytes)) }
}
