public import Ledger

/// Reads the past of rows, and notices where a value that stands is missing: an earlier one would be taken for it.
///
/// Of every cell that has a past, one value stands, and one only, whenever it came.
public struct PastScan: Sendable {
  private let sequence: UInt64
  private var builder: PastBuilder
  private var key: CellKey?
  private var standing = 1

  /// Reads what was when `sequence` was the last number, up to about so many bytes.
  public init(asOf sequence: UInt64, byteLimit: Int) {
    self.sequence = sequence
    builder = PastBuilder(byteLimit: byteLimit)
  }

  /// What came of a value.
  public enum Taking: Sendable {
    case more, full
    /// The cell before it has not one value that stands.
    case damaged
  }

  /// Takes the next value, in the order of rows and fields.
  public mutating func take(_ stored: StoredCell, isStanding: Bool) -> Taking {
    if key != stored.cell.key {
      guard isWhole else { return .damaged }
      (key, standing) = (stored.cell.key, 0)
    }
    if isStanding { standing += 1 }
    guard stored.sequence <= sequence else { return .more }
    return builder.take(stored.cell) ? .more : .full
  }

  /// Whether the cell that was taken last has one value that stands.
  public var isWhole: Bool { standing == 1 }

  public var page: PastPage { builder.page(asOf: sequence) }
}
