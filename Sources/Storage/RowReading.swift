/// Limits how much of some rows a store reads at once: by default, the cells of a few hundred rows.
///
/// A row on its own is read completely, however large it is.
public struct ReadingLimit: Sendable {
  public let cellCount: Int
  public let byteCount: Int
  /// Is told of each reading, so that a test can see how much it was.
  private let note: @Sendable (RowReading) -> Void

  public init(
    cells: Int, bytes: Int, note: @escaping @Sendable (RowReading) -> Void = { _ in }
  ) {
    cellCount = cells
    byteCount = bytes
    self.note = note
  }

  /// What is read at once for a push.
  public static let push = ReadingLimit(cells: 100_000, bytes: 32 << 20)

  /// What is read at once of rows that others may read: as much, but no more than four megabytes.
  public var shared: ReadingLimit {
    ReadingLimit(cells: min(cellCount, 16_384), bytes: min(byteCount, 4 << 20), note: note)
  }

  /// Reports how many names of rows were read at once.
  public func noteEnd(ofNames count: Int) {
    var reading = RowReading(ofRows: count, within: self)
    for _ in 0..<count { _ = reading.take(byteCount: 0) }
    note(reading)
  }

  /// Reports what was read at once.
  public func noteEnd(of reading: RowReading) {
    note(reading)
  }
}

/// What a store has read at once of some rows.
public struct RowReading: Sendable {
  /// How many rows are wanted.
  public let rowCount: Int
  public private(set) var cellCount = 0
  public private(set) var byteCount = 0
  /// The most cells and bytes; the cell that exceeds them is read, too.
  public let cellLimit: Int
  public let byteLimit: Int

  public init(ofRows rowCount: Int, within limit: ReadingLimit) {
    self.rowCount = rowCount
    cellLimit = rowCount > 1 ? limit.cellCount : .max
    byteLimit = rowCount > 1 ? limit.byteCount : .max
  }

  /// Takes a cell with a value of some bytes; returns whether reading may continue.
  public mutating func take(byteCount: Int) -> Bool {
    cellCount += 1
    self.byteCount += byteCount
    return !isCut
  }

  /// Whether the rows have more than the limit, so that not all of them was read.
  public var isCut: Bool { cellCount > cellLimit || byteCount > byteLimit }

  /// Whether twice as much could have been read.
  public var isHalfEmpty: Bool { cellCount <= cellLimit / 2 && byteCount <= byteLimit / 2 }
}
