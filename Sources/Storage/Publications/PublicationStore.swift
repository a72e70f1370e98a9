public import Ledger

/// What the server asks of whatever keeps published catalogues, and the rows that are read of them.
///
/// As with ``Store``, every call may block and may come from any thread, and what is answered is on the disk. Nothing that
/// reads waits for a writer, or makes one wait.
public protocol PublicationStore: Sendable {
  /// Publishes a catalogue under an id; one that is published already keeps the id it has.
  func publish(
    _ catalogue: RowID, in place: Place, as id: PublicationID, now: Int64
  ) throws(StorageError) -> Publishing

  /// The publication of an id, and where its space is now; `nil` where there is none, or no space.
  func publication(
    _ id: PublicationID
  ) throws(StorageError) -> (publication: Publication, mark: SpaceMark)?

  /// What is published of a place, the earliest first.
  func publications(in place: Place) throws(StorageError) -> [Publication]

  /// Up to so many of all publications, the earliest first.
  func publications(limit: Int) throws(StorageError) -> [Publication]

  /// Ends a publication; says whether there was one. Its id is never used again.
  func endPublication(of catalogue: RowID, in place: Place) throws(StorageError) -> Bool

  /// Adds to how often publications were read; those that have ended are left out.
  func add(reads: [PublicationID: Int64]) throws(StorageError)

  /// Hands over the rows of some kinds that changed after a number, whole, until `take` has no room for more.
  ///
  /// A damaged value fails the call, as it may be the one that says that its row is in the trash.
  ///
  /// - Returns: the space's mark of the same moment; `nil` where there is no space.
  func read(
    _ kinds: [KindID], in place: Place, changedAfter sequence: UInt64, take: (StoredRow) -> Bool
  ) throws(StorageError) -> SpaceMark?
}

/// What came of publishing a catalogue.
public enum Publishing: Hashable, Sendable {
  case published(Publication)
  /// As many as may be are published of this space.
  case full
  /// The owner's account is not there, or no longer.
  case noAccount
}

/// Where a space is in the order of its changes.
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

/// A row as a server keeps it: its cells with their places in the order of changes.
public struct StoredRow: Sendable {
  public let id: RowID
  public let cells: [StoredCell]

  /// Creates a row of at least one cell.
  public init(_ id: RowID, _ cells: [StoredCell]) {
    (self.id, self.cells) = (id, cells)
  }

  /// The row with some of its fields; `nil` where its cells don't agree on what kind of row it is.
  public func row(only fields: Set<FieldID>) -> Row? {
    guard let kind = cells.first?.cell.kind, cells.allSatisfy({ $0.cell.kind == kind }) else {
      return nil
    }
    let some = cells.filter { fields.contains($0.cell.cell.field) }
    return Row(id: id, kind: kind, cells: some.map(\.cell.cell))
  }

  /// The number of the last change of some of its fields; 0 where it has none of them.
  public func sequence(of fields: Set<FieldID>) -> UInt64 {
    cells.reduce(0) { latest, stored in
      fields.contains(stored.cell.cell.field) ? max(latest, stored.sequence) : latest
    }
  }
}
