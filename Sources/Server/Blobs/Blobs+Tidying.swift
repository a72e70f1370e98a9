public import Ledger
import Platform
import Storage

/// What is done to files without being asked.
extension Blobs {
  /// Puts right what a crash left: uploads whose bytes have their name but whose row does not say so, and files that
  /// nobody waits for. Comes before the first request, and again each night; uploads are given up for their age
  /// only where `isForgetting`, with a time that is trusted.
  public func putRight(now: Int64, isForgetting: Bool) -> [String] {
    var failures = Failures()
    for blob in failures.of([], { () throws(BlobError) in try arriving() }) {
      failures.of(()) { () throws(BlobError) in try putRight(blob, isForgetting, now: now) }
    }
    failures.of(()) { () throws(BlobError) in try removeStrayUploads() }
    return failures.words
  }

  /// Puts right, gives up what takes too long, and removes what nothing has referred to for a while; gives what
  /// failed, in words for the log. `now` is a time that is trusted.
  /// Nothing of the accounts in `damaged` is swept: a damaged row may refer to it.
  public func tidy(now: Int64, except damaged: Set<AccountID> = []) -> [String] {
    var failures = Failures(words: putRight(now: now, isForgetting: true))
    let accounts = failures.of([]) { () throws(BlobError) in
      try BlobError.storing { () throws(StorageError) in try store.accounts() }.map(\.id)
    }
    for account in accounts where !damaged.contains(account) {
      failures.of(()) { () throws(BlobError) in
        _ = try BlobError.storing { () throws(StorageError) in
          try store.sweepBlobs(of: account, now: now)
        }
      }
    }
    let owners = failures.of([]) { () throws(BlobError) in
      try BlobError.filing { () throws(SystemError) in try folder.accounts() }
    }
    for owner in owners {
      failures.of(()) { () throws(BlobError) in try removeStrays(of: owner) }
    }
    return failures.words
  }

  /// Removes the files of an account that is erased; what fails is done at night.
  public func removeStrays(ofErased account: AccountID) -> [String] {
    var failures = Failures()
    failures.of(()) { () throws(BlobError) in try removeStrays(of: account) }
    failures.of(()) { () throws(BlobError) in try removeStrayUploads() }
    return failures.words
  }

  private func arriving() throws(BlobError) -> [Blob] {
    try BlobError.storing { () throws(StorageError) in try store.arrivingBlobs() }
  }

  private func putRight(
    _ blob: Blob, _ isForgetting: Bool, now: Int64
  ) throws(BlobError) {
    try turns.with(blob.key) { () throws(BlobError) in
      let current = try BlobError.storing { () throws(StorageError) in
        try store.blob(blob.name, of: blob.account)
      }
      guard let current, let upload = current.upload else { return }
      let (unnamed, named) = try BlobError.filing { () throws(SystemError) in
        (
          try folder.byteCount(of: upload),
          try folder.byteCount(of: current.name, current.account)
        )
      }
      if unnamed == nil, named == current.byteCount {
        do throws(BlobError) {
          _ = try complete(current, upload, now: now)
        } catch .refused {
          // Its bytes were others than its name says, and it is forgotten.
        }
      } else if isForgetting && current.isOutdated(at: now)
        || unnamed.map({ $0 > current.byteCount }) == true
      {
        try forget(current)
      }
    }
  }

  /// Removes uploads that no row knows. Files are listed first: a row is there before its file.
  private func removeStrayUploads() throws(BlobError) {
    let names = try BlobError.filing { () throws(SystemError) in try folder.uploadNames() }
    let known = Set(try arriving().compactMap(\.upload))
    for (file, upload) in names where upload.map({ !known.contains($0) }) ?? true {
      try BlobError.filing { () throws(SystemError) in try folder.removeUpload(file: file) }
    }
  }

  /// Removes files that their account's rows do not know.
  private func removeStrays(of account: AccountID) throws(BlobError) {
    let names = try BlobError.filing { () throws(SystemError) in try folder.names(of: account) }
    let blobs = try BlobError.storing { () throws(StorageError) in try store.blobs(of: account) }
    let known = Set(blobs.map(\.name))
    for name in names where !known.contains(name) {
      // An upload may just have been completed: its row is looked for again while none can.
      try turns.with(Key(account: account, name: name)) { () throws(BlobError) in
        let blob = try BlobError.storing { () throws(StorageError) in
          try store.blob(name, of: account)
        }
        guard blob == nil else { return }
        try BlobError.filing { () throws(SystemError) in try folder.remove(name, account) }
      }
    }
    guard blobs.isEmpty else { return }
    try BlobError.filing { () throws(SystemError) in try folder.removeFolders(of: account) }
  }
}

/// What went wrong in a work of many parts, of which none keeps another from its turn.
private struct Failures {
  private(set) var words: [String] = []

  init(words: [String] = []) {
    self.words = words
  }

  @discardableResult
  mutating func of<Value>(
    _ otherwise: Value, _ work: () throws(BlobError) -> Value
  ) -> Value {
    do throws(BlobError) {
      return try work()
    } catch {
      words.append(error.logWord)
      return otherwise
    }
  }
}
