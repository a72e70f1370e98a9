public import Ledger

/// A device's store: records with the revision in which each was last written, as the browser's script keeps them. Its
/// content survives until the browser erases it.
public struct RecordStore: Sendable {
  private struct Entry: Sendable {
    let name: String
    var bytes: [UInt8]
    var revision: UInt64
  }

  /// What is stored besides the records.
  private struct Head: Sendable {
    var revision: UInt64 = 0
    /// The first revision since it was new or lost a part.
    var born: UInt64 = 0
    /// The revision of its last removal.
    var removed: UInt64 = 0
    var count = 0
  }

  /// Identifies the store: a copy of a profile is another one.
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

  /// Where a new store starts: at the time of day, with room for a thousand commits in each millisecond before the
  /// next, so that no revision of an erased store is reused.
  private static func birth(_ now: Int64) -> UInt64 { UInt64(now) << 10 }

  private var isWhole: Bool { entries.count == noted.count }

  /// The records that changed since a revision, in the order they were first written; all of them if the store does not
  /// continue that revision.
  public func load(since revision: UInt64) -> (records: [Record], continuity: StoreContinuity) {
    let isKnown = isWhole && revision >= head.born && revision <= head.revision
    var records: [Record] = []
    for entry in entries where !isKnown || entry.revision > revision {
      records.append(Record(name: entry.name, bytes: entry.bytes))
    }
    if revision > 0 ? isKnown : isWhole { return (records, .continued) }
    return (records, revision > 0 && revision < head.removed ? .removed : .erased)
  }

  /// Writes everything, or nothing if the revision differs or a part was lost; returns the revision.
  public mutating func commit(_ commit: Keeper.Commit, now: Int64) -> UInt64? {
    let head = head
    guard commit.expectedRevision == head.revision, isWhole || head.revision == 0 else {
      if !isWhole, head.revision > 0 {
        // A store that lost a part starts over, and every tab learns of it at its next look.
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
    // A record that is written again was usually written recently.
    entries.lastIndex { $0.name.hasSameBytes(as: name) }
  }

  // MARK: - What a browser may do

  /// Erases everything.
  public mutating func erase() {
    entries = []
    noted = Head()
  }

  /// Erases the records for which `isGoing` is true.
  public mutating func erase(where isGoing: (String) -> Bool) {
    entries.removeAll { isGoing($0.name) }
  }

  /// Spoils the records for which `isSpoiled` is true: they can no longer be read.
  public mutating func spoil(where isSpoiled: (String) -> Bool) {
    for place in entries.indices where isSpoiled(entries[place].name) {
      entries[place].bytes = Array(entries[place].bytes.dropLast())
    }
  }

  /// Removes everything at a person's request.
  public mutating func remove(now: Int64) {
    entries = []
    let revision = max(Self.birth(now), noted.revision + 1)
    noted = Head(revision: revision, born: revision, removed: revision)
  }
}
