public import Ledger

/// A store for the list of blobs; their bytes are stored elsewhere.
///
/// As with ``Store``, every call may block and may come from any thread, and results are on the disk. A blob is only
/// found through its account: nobody can see the files of others.
public protocol BlobStore: Sendable {
  /// Adds a blob that will arrive, if its account has room and does not have it yet.
  func admit(_ blob: Blob, within quota: BlobQuota) throws(StorageError) -> BlobAdmission

  func blob(_ name: BlobName, of account: AccountID) throws(StorageError) -> Blob?

  func blob(arrivingBy upload: UploadID, of account: AccountID) throws(StorageError) -> Blob?

  /// Every blob of an account, arriving or ready, by name.
  func blobs(of account: AccountID) throws(StorageError) -> [Blob]

  /// Every blob that is still arriving, of all accounts.
  func arrivingBlobs() throws(StorageError) -> [Blob]

  /// Marks an upload as complete; `false` if it no longer exists.
  func finish(
    _ upload: UploadID, of account: AccountID, now: Int64
  ) throws(StorageError) -> Bool

  /// Restarts the grace period of a blob that is about to be referred to.
  func renew(_ name: BlobName, of account: AccountID, now: Int64) throws(StorageError)

  func remove(_ name: BlobName, of account: AccountID) throws(StorageError)

  func blobUse(of account: AccountID) throws(StorageError) -> BlobUse

  /// Marks the blobs to which current or superseded cells of the account refer, and removes ready ones to which nothing
  /// has referred for ``Blob/grace``; returns their names.
  func sweepBlobs(of account: AccountID, now: Int64) throws(StorageError) -> [BlobName]
}

/// The result of adding a blob.
public enum BlobAdmission: Hashable, Sendable {
  case added
  /// The account has it, or is getting it.
  case known(Blob)
  /// It does not fit into the account's quota.
  case full(BlobUse)
  /// The account does not exist.
  case noAccount
}
