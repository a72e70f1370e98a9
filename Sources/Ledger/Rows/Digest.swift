/// The sums of 256 groups of cells: replicas with equal digests hold equal cells.
///
/// A row's group is the last byte of its id. A sum does not depend on the order of cells, and a cell that is removed is
/// subtracted. Purged rows count for nothing, as their stubs are forgotten in time. It guards against loss and
/// mistakes, not against someone who forges cells.
public struct SpaceDigest: Hashable, Sendable {
  public static let bucketCount = 256

  public private(set) var sums: [UInt64]

  public init() {
    sums = [UInt64](repeating: 0, count: Self.bucketCount)
  }

  /// Takes 256 sums; `nil` for any other count.
  public init?(sums: [UInt64]) {
    guard sums.count == Self.bucketCount else { return nil }
    self.sums = sums
  }

  /// All sums as one number, for a quick comparison.
  public var total: UInt64 {
    var total: UInt64 = 0
    for (index, sum) in sums.enumerated() where sum != 0 { total &+= (sum &+ UInt64(index)).mixed }
    return total
  }

  public static func bucket(of row: RowID) -> Int {
    Int(truncatingIfNeeded: row.bits.low & 0xFF)
  }

  public mutating func add(_ cell: RowCell) {
    guard !cell.isPurge else { return }
    sums[Self.bucket(of: cell.row)] &+= cell.weight
  }

  public mutating func remove(_ cell: RowCell) {
    guard !cell.isPurge else { return }
    sums[Self.bucket(of: cell.row)] &-= cell.weight
  }

  /// The groups in which the two differ.
  public func differences(from other: SpaceDigest) -> [Int] {
    sums.indices.filter { sums[$0] != other.sums[$0] }
  }
}

extension RowCell {
  /// A number derived from the cell's place, its stamp and its value.
  public var weight: UInt64 {
    var hash = row.bits.high.mixed
    hash = (hash ^ row.bits.low).mixed
    hash = (hash ^ cell.field.number).mixed
    hash = (hash ^ cell.stamp.time.bits).mixed
    hash = (hash ^ cell.stamp.device.bits).mixed
    var word: UInt64 = 0
    var count: UInt64 = 0
    for byte in cell.value.encoded {
      word = word << 8 | UInt64(byte)
      count += 1
      if count % 8 == 0 {
        hash = (hash ^ word).mixed
        word = 0
      }
    }
    return (hash ^ word ^ count << 56).mixed
  }
}
