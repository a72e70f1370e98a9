public import Ledger
public import Storage

extension PostgresStore: PublicationStore {
  public func publish(
    _ catalogue: RowID, in place: Place, as id: PublicationID, now: Int64
  ) throws(StorageError) -> Publishing {
    try write { connection throws(PostgresError) in
      guard try connection.holds(place.account) else { return Publishing.noAccount }
      // Readers need a space.
      _ = try openHeader(of: place, on: &connection)
      return try connection.publish(catalogue, in: place, as: id, now: now)
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

  public func publications(limit: Int) throws(StorageError) -> [Publication] {
    try perform { connection throws(PostgresError) in try connection.publications(limit: limit) }
  }

  public func endPublication(
    of catalogue: RowID, in place: Place
  ) throws(StorageError) -> Bool {
    try write { connection throws(PostgresError) in
      try connection.endPublication(of: catalogue, in: place)
    }
  }

  public func add(reads: [PublicationID: Int64]) throws(StorageError) {
    try write { connection throws(PostgresError) in try connection.add(reads: reads) }
  }

  public func read(
    _ kinds: [KindID], in place: Place, changedAfter sequence: UInt64, take: (StoredRow) -> Bool
  ) throws(StorageError) -> SpaceMark? {
    try perform(for: place.account) { connection throws(PostgresError) in
      try connection.read(kinds, in: place, changedAfter: sequence, take: take)
    }
  }
}
