import Ledger
import Platform
import Storage

/// The blobs to which an account's cells referred at one moment.
struct BlobReferences: Sendable {
  var names: [BlobName] = []
  /// The last number of each space at that moment: what was written since has this or a higher one.
  var reached: [SpaceID: UInt64] = [:]
}

/// Marks the blobs to which an account refers and removes those to which nothing has referred for long, in parts between
/// which the writing thread can do other work.
///
/// Looking through all cells takes the longest. It is done before, by a connection that only reads; what is written
/// meanwhile is found by its numbers at the end, in the step that removes.
final class SweepInSteps: Sendable {
  static let markedAtOnce = 256

  private let account: AccountID
  private let references: BlobReferences
  private let now: Int64
  private let atOnce: Int
  private let markedCount = Lock(0)

  init(
    of account: AccountID, _ references: BlobReferences, now: Int64, atOnce: Int = markedAtOnce
  ) {
    self.account = account
    self.references = references
    self.now = now
    self.atOnce = atOnce
  }

  /// Does the next part; the last returns what was removed.
  func step(_ database: inout Database) throws(SQLiteError) -> Step<[BlobName]> {
    try markedCount.withLock { count throws(SQLiteError) in
      let names = references.names[count...].prefix(atOnce)
      guard !names.isEmpty else {
        try database.limitBlobTimes(of: account, now: now)
        return .done(try database.removeUnreferred(of: account, since: references, now: now))
      }
      for name in names { try database.renew(name, of: account, now: now) }
      count += names.count
      return .more([])
    }
  }
}
