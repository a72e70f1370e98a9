public import Ledger
public import Storage

extension PostgresStore: PublicationStore {
  public func publish(
    _ row: RowID, of kind: KindID, in place: Place, as id: PublicationID, now: Int64
  ) throws(StorageError) -> Publishing {
    try write { connection throws(PostgresError) in
      guard try connection.holds(place.account) else { return Publishing.noAccount }
      // Readers need a space.
      _ = try openHeader(of: place, on: &connection)
      return try connection.publish(row, of: kind, in: place, as: id, now: now)
    }
  }

  public func publication(
    _ id: PublicationID
  ) throws(StorageError) -> (publication: Publication, mark: SpaceMark)? {
    try perform { connection throws(PostgresError) in try connection.publication(id) }
  }

  public func publications(in place: Place) throws(StorageError) -> [Publication] {
    try perform(for: place.account) { connection throws(PostgresError) in
      try connection.publications(in: place)
    }
  }

  public func publications(
    of kind: KindID, limit: Int
  ) throws(StorageError) -> [Publication] {
    try perform { connection throws(PostgresError) in
      try connection.publications(of: kind, limit: limit)
    }
  }

  public func endPublication(
    of row: RowID, in place: Place
  ) throws(StorageError) -> Bool {
    try write { connection throws(PostgresError) in
      try connection.endPublication(of: row, in: place)
    }
  }

  public func add(reads: [PublicationID: Int64]) throws(StorageError) {
    try write { connection throws(PostgresError) in try connection.add(reads: reads) }
  }

  public func read(
    _ kinds: [KindID], in place: Place, changedAfter sequence: UInt64, take: (StoredRow) -> Bool
  ) throws(StorageError) -> SpaceMark? {
    try perform(for: place.account) { connection throws(PostgresError) in
      try connection.read(
        kinds, in: place, changedAfter: sequence, within: readingLimit.shared, take: take)
    }
  }

  public func row(_ id: RowID, in place: Place) throws(StorageError) -> StoredRow? {
    try perform(for: place.account) { connection throws(PostgresError) in
      try connection.row(id, in: place, within: readingLimit.shared)
    }
  }
}
