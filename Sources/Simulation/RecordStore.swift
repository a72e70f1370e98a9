public import Ledger

/// A device's store: records with the revision in which each was last written, as the browser's script keeps
/// them. What it has survives, until the browser erases it.
public struct RecordStore: Sendable {
  private struct Entry: Sendable {
    let name: String
    var bytes: [UInt8]
    var revision: UInt64
  }

  /// What is kept beside the records.
  private struct Head: Sendable {
    var revision: UInt64 = 0
    /// The first revision since it was new or had lost a part.
    var born: UInt64 = 0
    /// The revision of its last removal.
    var removed: UInt64 = 0
    var count = 0
  }

  /// Which store it is: a copy of a profile is another one.
  var number: Int
  private var noted = Head()
  private var entries: [Entry] = []

  public init(number: Int = 0) {
    self.number = number
  }

  public var isEmpty: Bool { entries.isEmpty }

  public var revision: UInt64 { head.revision }

  private var head: Head {
    guard entries.isEmpty, noted.count > 0 else { return noted }
    return Head(removed: noted.removed)
  }

  /// Where a new store begins: at the time of day, with room for a thousand commits in each millisecond before the next, so
  /// that no revision of an erased life comes again.
  private static func birth(_ now: Int64) -> UInt64 { UInt64(now) << 10 }

  private var isWhole: Bool { entries.count == noted.count }

  /// The records that changed since a revision, in the order in which they were first written; all of them
  /// where the store does not continue that revision.
  public func load(since revision: UInt64) -> (records: [Record], continuity: StoreContinuity) {
    let isKnown = isWhole && revision >= head.born && revision <= head.revision
    var records: [Record] = []
    for entry in entries where !isKnown || entry.revision > revision {
      records.append(Record(name: entry.name, bytes: entry.bytes))
    }
    if revision > 0 ? isKnown : isWhole { return (records, .continued) }
    return (records, revision > 0 && revision < head.removed ? .removed : .erased)
  }

  /// Writes all of it, or nothing where the revision is another or a part was lost; gives the revision.
  public mutating func commit(_ commit: Keeper.Commit, now: Int64) -> UInt64? {
    let head = head
    guard commit.expectedRevision == head.revision, isWhole || head.revision == 0 else {
      if !isWhole, head.revision > 0 {
        // What has lost a part begins anew, and every tab hears of it at its next look.
        noted.revision += 1
        noted.born = noted.revision
        noted.count = entries.count
      }
      return nil
    }
    noted = head
    noted.revision = head.revision > 0 ? head.revision + 1 : Self.birth(now)
    if head.revision == 0 { noted.born = noted.revision }
    for write in commit.writes { carryOut(write) }
    noted.count = entries.count
    return noted.revision
  }

  private mutating func carryOut(_ write: RecordWrite) {
    switch write {
    case .put(let name, let bytes):
      if let place = place(of: name) {
        entries[place].bytes = bytes
        entries[place].revision = noted.revision
      } else {
        entries.append(Entry(name: name, bytes: bytes, revision: noted.revision))
      }
    case .delete(let name):
      if let place = place(of: name) { entries.remove(at: place) }
    }
  }

  private func place(of name: String) -> Int? {
    // What is written again was mostly written last.
    entries.lastIndex { $0.name.hasSameBytes(as: name) }
  }

  // MARK: - What a browser may do

  /// Erases everything.
  public mutating func erase() {
    entries = []
    noted = Head()
  }

  /// Erases the records that `isGoing` names.
  public mutating func erase(where isGoing: (String) -> Bool) {
    entries.removeAll { isGoing($0.name) }
  }

  /// Spoils the records that `isSpoiled` names: they cannot be read any more.
  public mutating func spoil(where isSpoiled: (String) -> Bool) {
    for place in entries.indices where isSpoiled(entries[place].name) {
      entries[place].bytes = Array(entries[place].bytes.dropLast())
    }
  }

  /// Removes everything because a person wishes so.
  public mutating func remove(now: Int64) {
    entries = []
    let revision = max(Self.birth(now), noted.revision + 1)
    noted = Head(revision: revision, born: revision, removed: revision)
  }
}
