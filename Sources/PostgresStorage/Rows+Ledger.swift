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

  /// Reads `rid, fld, tbl, hlc, dev, val, seq, sum` from the first columns; `nil` if the row is damaged. Without sums,
  /// nothing is compared.
  func cell(_ row: Int, _ sums: RowSums?) throws(PostgresError) -> StoredCell? {
    let (name, value) = (try bits(row, 0), bytes(row, 5))
    let stored = try stored(row, name, value)
    guard let sums else { return stored }
    let sum = sums.cell(
      name, try unsigned(row, 1), try unsigned(row, 2), try stamp(row, 3), stored.sequence, value)
    return sum == (try int(row, 7)) ? stored : nil
  }

  /// Reads `rid, fld, tbl, hlc, dev, val, seq, sum, flags, at_ms` from the first columns; `nil` if the row is damaged.
  func history(_ row: Int, _ sums: RowSums?) throws(PostgresError) -> HistoryCell? {
    let (name, value) = (try bits(row, 0), bytes(row, 5))
    let (flags, keptAt) = (try int(row, 8), try int(row, 9))
    let stored = try stored(row, name, value)
    let sum = sums?.history(
      name, try unsigned(row, 1), try unsigned(row, 2), try stamp(row, 3), stored.sequence, value,
      flags: flags, keptAt: keptAt)
    if let sum, sum != (try int(row, 7)) { return nil }
    return HistoryCell(
      stored.cell, sequence: stored.sequence, isConflict: flags & 1 == 1, keptAt: keptAt)
  }

  private func stored(
    _ row: Int, _ name: Bits128, _ value: [UInt8]
  ) throws(PostgresError) -> StoredCell {
    let cell = Cell(
      field: FieldID(try unsigned(row, 1)), stamp: try stamp(row, 3), value: Value(encoded: value))
    return StoredCell(
      RowCell(row: RowID(name), kind: KindID(try unsigned(row, 2)), cell: cell),
      sequence: try unsigned(row, 6))
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
