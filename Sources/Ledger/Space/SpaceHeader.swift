/// What a server knows about a space as a whole.
public struct SpaceHeader: Hashable, Sendable {
  public var epoch: Epoch
  /// The number of the last change; each accepted cell takes the next.
  public var lastSequence: UInt64
  /// Purged rows up to here are forgotten: a device that has seen less must start over.
  public var minSequence: UInt64
  public var digest: SpaceDigest

  public init(
    epoch: Epoch, lastSequence: UInt64 = 0, minSequence: UInt64 = 0,
    digest: SpaceDigest = SpaceDigest()
  ) {
    self.epoch = epoch
    self.lastSequence = lastSequence
    self.minSequence = minSequence
    self.digest = digest
  }
}

/// A cell as a server stores it, with its place in the sequence of changes.
public struct StoredCell: Hashable, Sendable {
  public var cell: RowCell
  public var sequence: UInt64

  public init(_ cell: RowCell, sequence: UInt64) {
    self.cell = cell
    self.sequence = sequence
  }
}

/// A value that was replaced by another.
public struct HistoryCell: Hashable, Sendable {
  public var cell: RowCell
  public var sequence: UInt64
  /// Whether its author did not know the current value.
  public var isConflict: Bool
  /// When it was moved here, by the server's clock.
  public var keptAt: Int64

  public init(_ cell: RowCell, sequence: UInt64, isConflict: Bool, keptAt: Int64) {
    self.cell = cell
    self.sequence = sequence
    self.isConflict = isConflict
    self.keptAt = keptAt
  }
}

/// How long a server remembers, in milliseconds.
public enum Horizon {
  public static let day: Int64 = 86_400_000
  /// After this time, rows in the trash are purged.
  public static let trash = 90 * day
  /// After this time, superseded values and the stubs of purged rows are forgotten.
  public static let history = 400 * day
}
