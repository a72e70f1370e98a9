import Glibc
import Ledger
public import Platform
public import Storage

/// The files that people keep on a server: their rows in the store, and their bytes in a folder.
///
/// Bytes are written before the row: a file whose row is ready is complete on the disk and has its name. Operations on
/// the same file of an account run one at a time. Only one process uses the folder.
public final class Blobs: Sendable {
  struct Key: Hashable, Sendable {
    let account: AccountID
    let name: BlobName
  }

  /// The size limit of a file.
  static let byteLimit: Int64 = 512 << 20
  /// The size limit of a chunk.
  static let chunkLimit = 1_048_576

  let store: any AccountStore & BlobStore
  let folder: BlobFolder
  /// Held as long as this exists, because turns work only within one process.
  private let lock: Lock<FileLock?>
  let turns = Turns<Key>()
  private let quota: BlobQuota

  /// The files in a data folder, of which `store` keeps the list.
  public convenience init(
    _ store: any AccountStore & BlobStore, in data: DataFolder, quota: BlobQuota = BlobQuota()
  ) throws(SystemError) {
    guard let held = try FileLock(path: data.path + "/files.lock") else {
      throw SystemError(code: EBUSY)
    }
    self.init(store, in: try BlobFolder(path: data.path), quota: quota, lock: held)
  }

  init(
    _ store: any AccountStore & BlobStore, in folder: BlobFolder, quota: BlobQuota = BlobQuota(),
    lock: consuming sending FileLock? = nil
  ) {
    self.store = store
    self.folder = folder
    self.quota = quota
    self.lock = Lock(lock)
  }

  /// The progress of an upload.
  enum Progress: Hashable, Sendable {
    /// `offset` bytes of it are on the disk.
    case arriving(Blob, UploadID, offset: Int64)
    case ready(Blob)
  }

  /// An announced file.
  struct Claim: Hashable, Sendable {
    let name: BlobName
    let byteCount: Int64
    let mimeType: String
  }
}

// MARK: - Uploads

extension Blobs {
  /// Starts or continues an upload, unless the file is already there.
  func begin(_ claim: Claim, for account: AccountID, now: Int64) throws(BlobError) -> Progress {
    guard let kind = BlobKind(mimeType: claim.mimeType) else {
      let couldRun = ["html", "svg", "xml"].contains { claim.mimeType.lowercased().contains($0) }
      throw .refused(couldRun ? .couldRun : .kindNotKept)
    }
    guard claim.byteCount <= Self.byteLimit else {
      throw .refused(.tooLarge(limit: Self.byteLimit))
    }
    let upload = UploadID(Bits128(high: Secret.number(), low: Secret.number()))
    let blob = Blob(
      account: account, name: claim.name, byteCount: claim.byteCount, mimeType: kind.rawValue,
      state: .arriving(upload), receivedAt: now)
    return try turns.with(Key(account: account, name: claim.name)) { () throws(BlobError) in
      try admit(blob, now: now)
    }
  }

  private func admit(_ blob: Blob, now: Int64) throws(BlobError) -> Progress {
    while true {
      switch try storing(store.admit(blob, within: quota)) {
      case .added:
        guard let upload = blob.upload else { return .ready(blob) }
        return .arriving(blob, upload, offset: 0)
      case .known(let known):
        if let progress = try progress(of: known, claimedAs: blob, now: now) { return progress }
        // It took too long, or its bytes are gone: start again.
        try forget(known)
      case .full(let use):
        guard use.count < quota.count else { throw .refused(.tooMany(limit: quota.count)) }
        throw .refused(.noRoom(left: max(quota.byteCount - use.byteCount, 0)))
      case .noAccount: throw .refused(.notThere)
      }
    }
  }

  /// The progress of a known blob, if it matches the claim and its bytes are there.
  private func progress(
    of known: Blob, claimedAs claim: Blob, now: Int64
  ) throws(BlobError) -> Progress? {
    // A file of that name has only one size, so the claim is wrong.
    guard known.byteCount == claim.byteCount else { throw .refused(.wrongContent) }
    guard let upload = known.upload else {
      let count = try filing(folder.byteCount(of: known.name, known.account))
      guard count == known.byteCount else { return nil }
      // The client is about to refer to it.
      try storing(store.renew(known.name, of: known.account, now: now))
      return .ready(known)
    }
    guard !known.isOutdated(at: now) else { return nil }
    return .arriving(known, upload, offset: try offset(of: known, upload))
  }

  /// The progress of an upload.
  func progress(of upload: UploadID, for account: AccountID) throws(BlobError) -> Progress {
    let blob = try blob(arrivingBy: upload, for: account)
    return .arriving(blob, upload, offset: try offset(of: blob, upload))
  }

  /// Appends a chunk; the last one completes the file.
  func append(
    _ bytes: [UInt8], checksum: UInt32, at offset: Int64, to upload: UploadID,
    for account: AccountID, now: Int64
  ) throws(BlobError) -> Progress {
    let key = try blob(arrivingBy: upload, for: account).key
    return try turns.with(key) { () throws(BlobError) in
      let blob = try blob(arrivingBy: upload, for: account)
      let have = try self.offset(of: blob, upload)
      guard offset == have else { throw .refused(.wrongOffset(have)) }
      guard Int64(bytes.count) <= blob.byteCount - have else { throw .refused(.pastItsEnd) }
      guard CRC32C.checksum(of: bytes[...]) == checksum else { throw .refused(.damagedChunk) }
      if !bytes.isEmpty {
        if offset == 0 {
          try inspect(bytes, of: blob, isAll: Int64(bytes.count) == blob.byteCount)
        }
        try filing(folder.append(bytes, to: upload, at: offset))
      }
      let end = offset + Int64(bytes.count)
      guard end == blob.byteCount else { return .arriving(blob, upload, offset: end) }
      return .ready(try complete(blob, upload, now: now))
    }
  }

  /// Cancels an upload.
  func cancel(_ upload: UploadID, for account: AccountID) throws(BlobError) {
    let key = try blob(arrivingBy: upload, for: account).key
    try turns.with(key) { () throws(BlobError) in
      try forget(try blob(arrivingBy: upload, for: account))
    }
  }

  private func blob(
    arrivingBy upload: UploadID, for account: AccountID
  ) throws(BlobError) -> Blob {
    guard let blob = try storing(store.blob(arrivingBy: upload, of: account)) else {
      throw .refused(.notThere)
    }
    return blob
  }

  /// How many bytes of an upload have arrived. If its row could not be written, the file already has its name.
  private func offset(of blob: Blob, _ upload: UploadID) throws(BlobError) -> Int64 {
    if let count = try filing(folder.byteCount(of: upload)) { return min(count, blob.byteCount) }
    let count = try filing(folder.byteCount(of: blob.name, blob.account))
    return count == blob.byteCount ? blob.byteCount : 0
  }

  /// Checks a file's first bytes; forgets the file if it is refused.
  private func inspect(_ head: [UInt8], of blob: Blob, isAll: Bool) throws(BlobError) {
    do throws(BlobRefusal) {
      guard let kind = BlobKind(rawValue: blob.mimeType) else { throw .kindNotKept }
      try BlobInspection.check(head, is: kind, isAll: isAll)
    } catch {
      if case .headTooShort = error { throw .refused(error) }
      try forget(blob)
      throw .refused(error)
    }
  }
}

// MARK: - The end of an upload

extension Blobs {
  /// Turns a complete upload into a ready blob, or forgets it if its bytes do not match its name.
  func complete(_ blob: Blob, _ upload: UploadID, now: Int64) throws(BlobError) -> Blob {
    let isUnnamed = try filing(folder.byteCount(of: upload)) != nil
    let digest =
      isUnnamed
      ? try filing(folder.digest(of: upload))
      : try filing(folder.digest(of: blob.name, blob.account))
    guard digest == blob.name else {
      try forget(blob)
      throw .refused(.wrongContent)
    }
    if isUnnamed {
      let head = try filing(folder.head(of: upload, count: BlobInspection.mostHead))
      try inspect(head, of: blob, isAll: true)
      try filing(folder.publish(upload, as: blob.name, of: blob.account))
    }
    try filing(folder.settle(blob.name, of: blob.account))
    guard try storing(store.finish(upload, of: blob.account, now: now)) else {
      // The answer to an earlier attempt may have been lost.
      let known = try storing(store.blob(blob.name, of: blob.account))
      if let known, known.state == .ready { return known }
      try forget(blob)
      throw .refused(.notThere)
    }
    var ready = blob
    ready.state = .ready
    ready.receivedAt = now
    return ready
  }

  /// Removes a blob: the row first, so that no ready row is without its bytes.
  func forget(_ blob: Blob) throws(BlobError) {
    try storing(store.remove(blob.name, of: blob.account))
    if let upload = blob.upload { try filing(folder.remove(upload)) }
    try filing(folder.remove(blob.name, blob.account))
  }
}

// MARK: - Complete files

extension Blobs {
  /// Opens a file of an account, which the caller must close; `nil` if there is none of that name.
  func open(
    _ name: BlobName, of account: AccountID
  ) throws(BlobError) -> (blob: Blob, file: OpenFile)? {
    guard let blob = try ready(name, of: account) else { return nil }
    // A file that is shorter than its row says is not served.
    guard try filing(folder.byteCount(of: name, account)) == blob.byteCount else {
      throw .files(.failing)
    }
    return (blob, try filing(folder.open(name, account)))
  }

  /// A complete file of an account; `nil` if there is none of that name.
  func ready(_ name: BlobName, of account: AccountID) throws(BlobError) -> Blob? {
    guard let blob = try storing(store.blob(name, of: account)), blob.state == .ready else {
      return nil
    }
    return blob
  }
}

extension Blob {
  var key: Blobs.Key { Blobs.Key(account: account, name: name) }

  /// Whether its upload has taken too long.
  func isOutdated(at now: Int64) -> Bool {
    upload != nil && now - receivedAt >= Blob.uploadLimit
  }
}
