public import Ledger

/// What the server asks of whatever keeps the list of blobs; where their bytes lie is not its affair.
///
/// As with ``Store``, every call may block and may come from any thread, and what is answered is on the disk. A
/// blob is found through its account alone: what others have is not there for anybody.
public protocol BlobStore: Sendable {
  /// Adds a blob that is to arrive, where its account has room and does not know it yet.
  func admit(_ blob: Blob, within quota: BlobQuota) throws(StorageError) -> BlobAdmission

  func blob(_ name: BlobName, of account: AccountID) throws(StorageError) -> Blob?

  func blob(arrivingBy upload: UploadID, of account: AccountID) throws(StorageError) -> Blob?

  /// Every blob of an account, arriving or ready, by name.
  func blobs(of account: AccountID) throws(StorageError) -> [Blob]

  /// Every blob that is still to arrive, whoever it is for.
  func arrivingBlobs() throws(StorageError) -> [Blob]

  /// Notes that the bytes of an upload are there as a whole; `false` where nobody waits for them any more.
  func finish(
    _ upload: UploadID, of account: AccountID, now: Int64
  ) throws(StorageError) -> Bool

  /// Notes that a blob is about to be referred to: its grace begins anew.
  func renew(_ name: BlobName, of account: AccountID, now: Int64) throws(StorageError)

  func remove(_ name: BlobName, of account: AccountID) throws(StorageError)

  func blobUse(of account: AccountID) throws(StorageError) -> BlobUse

  /// Notes which blobs cells of the account refer to, current ones and superseded, and removes those that are
  /// ready and to which nothing has referred for ``Blob/grace``; gives their names.
  func sweepBlobs(of account: AccountID, now: Int64) throws(StorageError) -> [BlobName]
}

/// What came of adding a blob.
public enum BlobAdmission: Hashable, Sendable {
  case added
  /// The account has it, or is getting it.
  case known(Blob)
  /// There is no room for it beside what the account has.
  case full(BlobUse)
  /// The account is not there, or no longer.
  case noAccount
}
