public import Ledger

/// Reads the past of rows and detects missing current values, for which an earlier one would be mistaken.
///
/// Every cell with a past has exactly one current value.
public struct PastScan: Sendable {
  private let sequence: UInt64
  private var builder: PastBuilder
  private var key: CellKey?
  private var standing = 1

  /// Reads the state as of the change number `sequence`, up to about `byteLimit` bytes.
  public init(asOf sequence: UInt64, byteLimit: Int) {
    self.sequence = sequence
    builder = PastBuilder(byteLimit: byteLimit)
  }

  /// The result of taking a value.
  public enum Taking: Sendable {
    case more, full
    /// The cell before it does not have exactly one current value.
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

  /// Whether the last cell has exactly one current value.
  public var isWhole: Bool { standing == 1 }

  public var page: PastPage { builder.page(asOf: sequence) }
}
