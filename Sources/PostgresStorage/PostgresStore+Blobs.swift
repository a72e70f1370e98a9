public import Ledger
public import Storage

extension PostgresStore: BlobStore {
  public func admit(
    _ blob: Blob, within quota: BlobQuota
  ) throws(StorageError) -> BlobAdmission {
    try write { connection throws(PostgresError) in try connection.admit(blob, within: quota) }
  }

  public func blob(_ name: BlobName, of account: AccountID) throws(StorageError) -> Blob? {
    try perform { connection throws(PostgresError) in try connection.blob(name, of: account) }
  }

  public func blob(
    arrivingBy upload: UploadID, of account: AccountID
  ) throws(StorageError) -> Blob? {
    try perform { connection throws(PostgresError) in
      try connection.blob(arrivingBy: upload, of: account)
    }
  }

  public func blobs(of account: AccountID) throws(StorageError) -> [Blob] {
    try perform { connection throws(PostgresError) in try connection.blobs(of: account) }
  }

  public func arrivingBlobs() throws(StorageError) -> [Blob] {
    try perform { connection throws(PostgresError) in try connection.arrivingBlobs() }
  }

  public func finish(
    _ upload: UploadID, of account: AccountID, now: Int64
  ) throws(StorageError) -> Bool {
    try write { connection throws(PostgresError) in
      try connection.finish(upload, of: account, now: now)
    }
  }

  public func renew(_ name: BlobName, of account: AccountID, now: Int64) throws(StorageError) {
    try write { connection throws(PostgresError) in
      try connection.renew(name, of: account, now: now)
    }
  }

  public func remove(_ name: BlobName, of account: AccountID) throws(StorageError) {
    try write { connection throws(PostgresError) in try connection.remove(name, of: account) }
  }

  public func blobUse(of account: AccountID) throws(StorageError) -> BlobUse {
    try perform { connection throws(PostgresError) in try connection.blobUse(of: account) }
  }

  public func sweepBlobs(
    of account: AccountID, now: Int64
  ) throws(StorageError) -> [BlobName] {
    try write { connection throws(PostgresError) in
      try connection.sweepBlobs(of: account, now: now)
    }
  }
}
