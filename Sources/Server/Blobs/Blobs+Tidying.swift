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
    for blob in failures.noting(try arriving(), or: []) {
      failures.noting(try putRight(blob, isForgetting, now: now), or: ())
    }
    failures.noting(try removeStrayUploads(), or: ())
    return failures.words
  }

  /// Puts right, gives up what takes too long, and removes what nothing has referred to for a while; gives what
  /// failed, in words for the log. `now` is a time that is trusted.
  /// Nothing of the accounts in `damaged` is swept: a damaged row may refer to it.
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
    let names = try filing(folder.uploadNames())
    let known = Set(try arriving().compactMap(\.upload))
    for (file, upload) in names where upload.map({ !known.contains($0) }) ?? true {
      try filing(folder.removeUpload(file: file))
    }
  }

  /// Removes files that their account's rows do not know.
  private func removeStrays(of account: AccountID) throws(BlobError) {
    let names = try filing(folder.names(of: account))
    let blobs = try storing(store.blobs(of: account))
    let known = Set(blobs.map(\.name))
    for name in names where !known.contains(name) {
      // An upload may just have been completed: its row is looked for again while none can.
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
  /// What fails here is done at night.
  public func remove(ofErased account: AccountID) -> [String] {
    var failures = Failures()
    failures.noting(try removeStrays(of: account), or: ())
    failures.noting(try removeStrayUploads(), or: ())
    return failures.words
  }
}

/// What went wrong in a work of many parts, of which none keeps another from its turn.
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
