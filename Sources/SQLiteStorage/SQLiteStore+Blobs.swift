public import Ledger
public import Storage

extension SQLiteStore: BlobStore {
  public func admit(
    _ blob: Blob, within quota: BlobQuota
  ) throws(StorageError) -> BlobAdmission {
    try writer.perform(for: blob.account) { database throws(SQLiteError) in
      try database.admit(blob, within: quota)
    }
  }

  public func blob(_ name: BlobName, of account: AccountID) throws(StorageError) -> Blob? {
    try readers.read { database throws(SQLiteError) in try database.blob(name, of: account) }
  }

  public func blob(
    arrivingBy upload: UploadID, of account: AccountID
  ) throws(StorageError) -> Blob? {
    try readers.read { database throws(SQLiteError) in
      try database.blob(arrivingBy: upload, of: account)
    }
  }

  public func blobs(of account: AccountID) throws(StorageError) -> [Blob] {
    try readers.read { database throws(SQLiteError) in try database.blobs(of: account) }
  }

  public func arrivingBlobs() throws(StorageError) -> [Blob] {
    try readers.read { database throws(SQLiteError) in try database.arrivingBlobs() }
  }

  public func finish(
    _ upload: UploadID, of account: AccountID, now: Int64
  ) throws(StorageError) -> Bool {
    try writer.perform(for: account) { database throws(SQLiteError) in
      try database.finish(upload, of: account, now: now)
    }
  }

  public func renew(_ name: BlobName, of account: AccountID, now: Int64) throws(StorageError) {
    try writer.perform(for: account) { database throws(SQLiteError) in
      try database.renew(name, of: account, now: now)
    }
  }

  public func remove(_ name: BlobName, of account: AccountID) throws(StorageError) {
    try writer.perform(for: account) { database throws(SQLiteError) in
      try database.remove(name, of: account)
    }
  }

  public func blobUse(of account: AccountID) throws(StorageError) -> BlobUse {
    try readers.read { database throws(SQLiteError) in try database.blobUse(of: account) }
  }

  public func sweepBlobs(
    of account: AccountID, now: Int64
  ) throws(StorageError) -> [BlobName] {
    let references = try readers.read { database throws(SQLiteError) in
      try database.references(of: account)
    }
    let work = SweepInSteps(of: account, references, now: now)
    return try writer.performInSteps(for: account, weight: { SweepInSteps.markedAtOnce }) {
      database throws(SQLiteError) in
      try work.step(&database)
    }
  }
}
