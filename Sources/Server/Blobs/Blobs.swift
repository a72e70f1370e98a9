import Glibc
import Ledger
public import Platform
public import Storage

/// The files that people keep on a server: what their store knows of them, and what lies in a folder.
///
/// Bytes come first and the row after them: what a row calls ready is on the disk as a whole, and has its name. All
/// that is done to one file of one account is done in turn. One process has the folder.
public final class Blobs: Sendable {
  struct Key: Hashable, Sendable {
    let account: AccountID
    let name: BlobName
  }

  /// What one file may have.
  static let byteLimit: Int64 = 512 << 20
  /// What a chunk may have.
  static let chunkLimit = 1_048_576

  let store: any AccountStore & BlobStore
  let folder: BlobFolder
  /// Held for as long as this is: what is done in turn is done so in one process alone.
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

  /// What an upload has come to.
  enum Progress: Hashable, Sendable {
    /// So many bytes of it are on the disk.
    case arriving(Blob, UploadID, offset: Int64)
    case ready(Blob)
  }

  /// What somebody says that he will send.
  struct Claim: Hashable, Sendable {
    let name: BlobName
    let byteCount: Int64
    let mimeType: String
  }
}

// MARK: - Uploads

extension Blobs {
  /// Begins to take a file, goes on with it, or knows it already.
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
        // It took too long, or its bytes are gone: it comes anew.
        try forget(known)
      case .full(let use):
        guard use.count < quota.count else { throw .refused(.tooMany(limit: quota.count)) }
        throw .refused(.noRoom(left: max(quota.byteCount - use.byteCount, 0)))
      case .noAccount: throw .refused(.notThere)
      }
    }
  }

  /// How far a blob is that is known, where it is the one that is claimed and its bytes are as they should be.
  private func progress(
    of known: Blob, claimedAs claim: Blob, now: Int64
  ) throws(BlobError) -> Progress? {
    // What is known stands: a file of that name has one size, and what is claimed otherwise is wrong.
    guard known.byteCount == claim.byteCount else { throw .refused(.wrongContent) }
    guard let upload = known.upload else {
      let count = try filing(folder.byteCount(of: known.name, known.account))
      guard count == known.byteCount else { return nil }
      // Whoever asks is about to refer to it.
      try storing(store.renew(known.name, of: known.account, now: now))
      return .ready(known)
    }
    guard !known.isOutdated(at: now) else { return nil }
    return .arriving(known, upload, offset: try offset(of: known, upload))
  }

  /// How far an upload is.
  func progress(of upload: UploadID, for account: AccountID) throws(BlobError) -> Progress {
    let blob = try blob(arrivingBy: upload, for: account)
    return .arriving(blob, upload, offset: try offset(of: blob, upload))
  }

  /// Takes a chunk of a file, which is complete with the last one.
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

  /// Gives an upload up.
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

  /// How many bytes of an upload are there. One whose row could not be written has its name already.
  private func offset(of blob: Blob, _ upload: UploadID) throws(BlobError) -> Int64 {
    if let count = try filing(folder.byteCount(of: upload)) { return min(count, blob.byteCount) }
    let count = try filing(folder.byteCount(of: blob.name, blob.account))
    return count == blob.byteCount ? blob.byteCount : 0
  }

  /// Looks at a file's first bytes; what is not kept is forgotten.
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
  /// Makes an upload whose bytes are all there a blob that is ready, or forgets it where they are others than were
  /// promised.
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
      // The answer to an earlier attempt may have got lost.
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

  /// Removes a blob: the row first, so that nothing is called ready whose bytes are gone.
  func forget(_ blob: Blob) throws(BlobError) {
    try storing(store.remove(blob.name, of: blob.account))
    if let upload = blob.upload { try filing(folder.remove(upload)) }
    try filing(folder.remove(blob.name, blob.account))
  }
}

// MARK: - What is there

extension Blobs {
  /// Opens a file of an account, which whoever asks must close; `nil` where the account has none of that name.
  func open(
    _ name: BlobName, of account: AccountID
  ) throws(BlobError) -> (blob: Blob, file: OpenFile)? {
    guard let blob = try storing(store.blob(name, of: account)), blob.state == .ready else {
      return nil
    }
    // A file that is shorter than its row says is not served.
    guard try filing(folder.byteCount(of: name, account)) == blob.byteCount else {
      throw .files(.failing)
    }
    return (blob, try filing(folder.open(name, account)))
  }
}

extension Blob {
  var key: Blobs.Key { Blobs.Key(account: account, name: name) }

  /// Whether its upload has taken too long.
  func isOutdated(at now: Int64) -> Bool {
    upload != nil && now - receivedAt >= Blob.uploadLimit
  }
}
