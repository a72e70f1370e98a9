public import Ledger

/// The checksums of the rows of one space, over the content of a row and its position.
///
/// Each step is a bijection of the state before, so damage within one 64-bit word of a row is always found, and any
/// other in all but one of 2⁶⁴ cases. A row in the place of another has a different sum.
/// It guards against accidents, not against forged rows. Stores contain these numbers, so they never change.
public struct RowSums: Sendable {
  private let seed: RowSum

  public init(_ place: Place) {
    var sum = RowSum()
    sum.take(place.account.bits)
    sum.take(place.space.bits)
    seed = sum
  }

  /// The sum of a current cell; `value` is encoded as stored.
  public func cell(
    _ row: Bits128, _ field: UInt64, _ kind: UInt64, _ stamp: Stamp, _ sequence: UInt64,
    _ value: [UInt8]
  ) -> Int64 {
    sum(1, row, field, kind, stamp, sequence, value).number
  }

  /// The sum of a superseded value, with its flags as stored.
  public func history(
    _ row: Bits128, _ field: UInt64, _ kind: UInt64, _ stamp: Stamp, _ sequence: UInt64,
    _ value: [UInt8], flags: Int64, keptAt: Int64
  ) -> Int64 {
    var sum = sum(2, row, field, kind, stamp, sequence, value)
    sum.take(UInt64(bitPattern: flags))
    sum.take(UInt64(bitPattern: keptAt))
    return sum.number
  }

  /// The sum of a space's header.
  public func header(_ header: SpaceHeader) -> Int64 {
    var sum = seed
    sum.take(3)
    sum.take(header.epoch.bits)
    sum.take(header.lastSequence)
    sum.take(header.minSequence)
    for bucket in header.digest.sums { sum.take(bucket) }
    return sum.number
  }

  /// The sum of the owner's copy of a grant.
  public func grant(_ given: GivenGrant) -> Int64 {
    var sum = seed
    sum.take(4)
    sum.take(given.grantee.bits)
    sum.take(UInt64(given.grant.role.rawValue))
    sum.take(given.grant.kindBytes)
    sum.take(UInt64(bitPattern: given.grant.firstMoment))
    sum.take(UInt64(bitPattern: given.grant.lastMoment))
    sum.take(given.view)
    sum.take(Array(given.label.utf8))
    return sum.number
  }

  private func sum(
    _ table: UInt64, _ row: Bits128, _ field: UInt64, _ kind: UInt64, _ stamp: Stamp,
    _ sequence: UInt64, _ value: [UInt8]
  ) -> RowSum {
    var sum = seed
    sum.take(table)
    sum.take(row)
    sum.take(field)
    sum.take(kind)
    sum.take(stamp.time.bits)
    sum.take(stamp.device.bits)
    sum.take(sequence)
    sum.take(value)
    return sum
  }
}

extension RowSums {
  public func cell(_ stored: StoredCell, _ value: [UInt8]) -> Int64 {
    let cell = stored.cell
    return self.cell(
      cell.row.bits, cell.cell.field.number, cell.kind.number, cell.cell.stamp, stored.sequence,
      value)
  }

  public func history(_ kept: HistoryCell, _ value: [UInt8]) -> Int64 {
    let cell = kept.cell
    return history(
      cell.row.bits, cell.cell.field.number, cell.kind.number, cell.cell.stamp, kept.sequence,
      value, flags: kept.isConflict ? 1 : 0, keptAt: kept.keptAt)
  }
}

/// A sum of words and bytes in order.
private struct RowSum: Sendable {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  mutating func take(_ word: UInt64) {
    state = (state ^ word) &* 0xD6E8_FEB8_6659_FD93
    state ^= state >> 32
  }

  mutating func take(_ bits: Bits128) {
    take(bits.high)
    take(bits.low)
  }

  /// Takes the number of bytes, then the bytes, eight at a time.
  mutating func take(_ bytes: [UInt8]) {
    take(UInt64(bytes.count))
    let whole = bytes.count & ~7
    unsafe bytes.withUnsafeBytes { buffer in
      for offset in stride(from: 0, to: whole, by: 8) {
        let word = unsafe buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        take(UInt64(littleEndian: word))
      }
    }
    guard whole < bytes.count else { return }
    var word: UInt64 = 0
    for byte in bytes[whole...].reversed() { word = word << 8 | UInt64(byte) }
    take(word)
  }

  var number: Int64 {
    var sum = self
    sum.take(0)
    return Int64(bitPattern: sum.state)
  }
}
