public import Ledger

/// A store for what is published, and for its rows.
///
/// As with ``Store``, every call may block and may come from any thread, and results are on the disk. Readers and writers
/// do not wait for each other.
public protocol PublicationStore: Sendable {
  /// Publishes a row under an id; one that is already published keeps its id.
  func publish(
    _ row: RowID, of kind: KindID, in place: Place, as id: PublicationID, now: Int64
  ) throws(StorageError) -> Publishing

  /// The publication with an id and the current mark of its space; `nil` if there is none, or no space.
  func publication(
    _ id: PublicationID
  ) throws(StorageError) -> (publication: Publication, mark: SpaceMark)?

  /// The publications of a place, oldest first.
  func publications(in place: Place) throws(StorageError) -> [Publication]

  /// The first `limit` of all publications of a kind, oldest first.
  func publications(of kind: KindID, limit: Int) throws(StorageError) -> [Publication]

  /// Ends a publication; returns whether there was one. Its id is never used again.
  func endPublication(of row: RowID, in place: Place) throws(StorageError) -> Bool

  /// Adds to the read counts of publications; ignores those that have ended.
  func add(reads: [PublicationID: Int64]) throws(StorageError)

  /// Passes complete rows of some kinds that changed after a number to `take`, until it returns `false`.
  ///
  /// A damaged value makes the call fail, because it may be the one that puts its row in the trash.
  ///
  /// - Returns: the space's mark at the same moment; `nil` if there is no space.
  func read(
    _ kinds: [KindID], in place: Place, changedAfter sequence: UInt64, take: (StoredRow) -> Bool
  ) throws(StorageError) -> SpaceMark?

  /// A complete row of any kind; `nil` if there is none. A damaged value makes the call fail, as above.
  func row(_ id: RowID, in place: Place) throws(StorageError) -> StoredRow?
}

/// The result of publishing a row.
public enum Publishing: Hashable, Sendable {
  case published(Publication)
  /// The limit for this kind in this space is reached.
  case full
  /// The owner's account does not exist.
  case noAccount
}

/// The position of a space in the order of its changes.
public struct SpaceMark: Hashable, Sendable {
  public let epoch: Epoch
  public let sequence: UInt64

  public init(_ epoch: Epoch, _ sequence: UInt64) {
    (self.epoch, self.sequence) = (epoch, sequence)
  }

  public init(_ header: SpaceHeader) {
    self.init(header.epoch, header.lastSequence)
  }
}

/// A stored row: its cells with their positions in the order of changes.
public struct StoredRow: Sendable {
  public let id: RowID
  public let cells: [StoredCell]

  /// Creates a row of at least one cell.
  public init(_ id: RowID, _ cells: [StoredCell]) {
    (self.id, self.cells) = (id, cells)
  }

  /// The row with some of its fields; `nil` if its cells have different kinds.
  public func row(only fields: Set<FieldID>) -> Row? {
    guard let kind = cells.first?.cell.kind, cells.allSatisfy({ $0.cell.kind == kind }) else {
      return nil
    }
    let some = cells.filter { fields.contains($0.cell.cell.field) }
    return Row(id: id, kind: kind, cells: some.map(\.cell.cell))
  }

  /// The number of the last change of some of its fields; 0 if it has none of them.
  public func sequence(of fields: Set<FieldID>) -> UInt64 {
    cells.reduce(0) { latest, stored in
      fields.contains(stored.cell.cell.field) ? max(latest, stored.sequence) : latest
    }
  }
}
