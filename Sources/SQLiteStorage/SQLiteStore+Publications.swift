public import Ledger
public import Storage

extension SQLiteStore: PublicationStore {
  public func publish(
    _ row: RowID, of kind: KindID, in place: Place, as id: PublicationID, now: Int64
  ) throws(StorageError) -> Publishing {
    try writeFor(place.account) { database throws(SQLiteError) in
      try database.publish(row, of: kind, in: place, as: id, now: now)
    }
  }

  public func publication(
    _ id: PublicationID
  ) throws(StorageError) -> (publication: Publication, mark: SpaceMark)? {
    try readers.read { database throws(SQLiteError) in try database.publication(id) }
  }

  public func publications(in place: Place) throws(StorageError) -> [Publication] {
    try readers.read(for: place.account) { database throws(SQLiteError) in
      try database.publications(in: place)
    }
  }

  public func publications(
    of kind: KindID, limit: Int
  ) throws(StorageError) -> [Publication] {
    try readers.read { database throws(SQLiteError) in
      try database.publications(of: kind, limit: limit)
    }
  }

  public func endPublication(
    of row: RowID, in place: Place
  ) throws(StorageError) -> Bool {
    try writer.perform(for: place.account) { database throws(SQLiteError) in
      try database.endPublication(of: row, in: place)
    }
  }

  public func add(reads: [PublicationID: Int64]) throws(StorageError) {
    try writer.perform(for: nil) { database throws(SQLiteError) in
      try database.add(reads: reads)
    }
  }

  public func read(
    _ kinds: [KindID], in place: Place, changedAfter sequence: UInt64, take: (StoredRow) -> Bool
  ) throws(StorageError) -> SpaceMark? {
    try readers.read(for: place.account) { database throws(SQLiteError) in
      try database.read(
        kinds, in: place, changedAfter: sequence, within: readingLimit.shared, take: take)
    }
  }

  public func row(_ id: RowID, in place: Place) throws(StorageError) -> StoredRow? {
    try readers.read(for: place.account) { database throws(SQLiteError) in
      try database.row(id, in: place)
    }
  }
}
