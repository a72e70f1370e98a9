public import Ledger
import Platform
import Storage

/// Automatic maintenance of files.
extension Blobs {
  /// Repairs what a crash left: uploads whose file has its name but whose row does not say so, and files without a
  /// row. Runs before the first request and every night; old uploads are given up only if `isForgetting`, with a
  /// trusted time.
  public func putRight(now: Int64, isForgetting: Bool) -> [String] {
    var failures = Failures()
    for blob in failures.noting(try arriving(), or: []) {
      failures.noting(try putRight(blob, isForgetting, now: now), or: ())
    }
    failures.noting(try removeStrayUploads(), or: ())
    return failures.words
  }

  /// Repairs, gives up old uploads, and removes files that nothing has referred to for a while; returns the failures,
  /// in words for the log. `now` is a trusted time.
  /// No files of the accounts in `damaged` are swept: a damaged row may refer to them.
  public func tidy(now: Int64, except damaged: Set<AccountID> = []) -> [String] {
    var failures = Failures(words: putRight(now: now, isForgetting: true))
    let accounts = failures.noting(try storing(store.accounts()), or: []).map(\.id)
    for account in accounts where !damaged.contains(account) {
      failures.noting(try storing(store.sweepBlobs(of: account, now: now)), or: [])
    }
    for owner in failures.noting(try filing(folder.accounts()), or: []) {
      failures.noting(try removeStrays(of: owner), or: ())
    }
    return failures.words
  }

  private func arriving() throws(BlobError) -> [Blob] {
    try storing(store.arrivingBlobs())
  }

  private func putRight(
    _ blob: Blob, _ isForgetting: Bool, now: Int64
  ) throws(BlobError) {
    try turns.with(blob.key) { () throws(BlobError) in
      let current = try storing(store.blob(blob.name, of: blob.account))
      guard let current, let upload = current.upload else { return }
      let unnamed = try filing(folder.byteCount(of: upload))
      let named = try filing(folder.byteCount(of: current.name, current.account))
      if unnamed == nil, named == current.byteCount {
        do throws(BlobError) {
          _ = try complete(current, upload, now: now)
        } catch .refused {
          // Its bytes did not match its name, and it was removed.
        }
      } else if isForgetting && current.isOutdated(at: now)
        || unnamed.map({ $0 > current.byteCount }) == true
      {
        try forget(current)
      }
    }
  }

  /// Removes uploads without a row. Files are listed first, because a row exists before its file.
  private func removeStrayUploads() throws(BlobError) {
    let names = try filing(folder.uploadNames())
    let known = Set(try arriving().compactMap(\.upload))
    for (file, upload) in names where upload.map({ !known.contains($0) }) ?? true {
      try filing(folder.removeUpload(file: file))
    }
  }

  /// Removes files without a row in their account.
  private func removeStrays(of account: AccountID) throws(BlobError) {
    let names = try filing(folder.names(of: account))
    let blobs = try storing(store.blobs(of: account))
    let known = Set(blobs.map(\.name))
    for name in names where !known.contains(name) {
      // An upload may have just been completed, so its row is looked up again in its turn.
      try turns.with(Key(account: account, name: name)) { () throws(BlobError) in
        let blob = try storing(store.blob(name, of: account))
        guard blob == nil else { return }
        try filing(folder.remove(name, account))
      }
    }
    guard blobs.isEmpty else { return }
    try filing(folder.removeFolders(of: account))
  }
}

extension Blobs: Belongings {
  /// Failures here are retried at night.
  public func remove(ofErased account: AccountID) -> [String] {
    var failures = Failures()
    failures.noting(try removeStrays(of: account), or: ())
    failures.noting(try removeStrayUploads(), or: ())
    return failures.words
  }
}

/// The failures of several steps that run independently of each other.
private struct Failures {
  private(set) var words: [String] = []

  init(words: [String] = []) {
    self.words = words
  }

  @discardableResult
  mutating func noting<Value>(
    _ work: @autoclosure () throws(BlobError) -> Value, or otherwise: Value
  ) -> Value {
    do throws(BlobError) {
      return try work()
    } catch {
      words.append(error.logWord)
      return otherwise
    }
  }
}
