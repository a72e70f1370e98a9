import Ledger

/// A device's store: records with the revision in which each was last written. What it has survives.
struct RecordStore: Sendable {
  private struct Entry: Sendable {
    let name: String
    var bytes: [UInt8]
    var revision: UInt64
  }

  /// Which store it is: a copy of a profile is another one.
  var number: Int
  private(set) var revision: UInt64 = 0
  private var entries: [Entry] = []

  init(number: Int) {
    self.number = number
  }

  var isEmpty: Bool { entries.isEmpty }

  /// The records that changed since a revision, in the order in which they were first written.
  func records(since revision: UInt64) -> [Record] {
    var records: [Record] = []
    for entry in entries where entry.revision > revision {
      records.append(Record(name: entry.name, bytes: entry.bytes))
    }
    return records
  }

  /// Writes all of it, or nothing where the revision is another.
  mutating func commit(_ commit: Keeper.Commit) -> Bool {
    guard commit.expectedRevision == revision else { return false }
    revision += 1
    for write in commit.writes {
      switch write {
      case .put(let name, let bytes):
        if let place = place(of: name) {
          entries[place].bytes = bytes
          entries[place].revision = revision
        } else {
          entries.append(Entry(name: name, bytes: bytes, revision: revision))
        }
      case .delete(let name):
        if let place = place(of: name) { entries.remove(at: place) }
      }
    }
    return true
  }

  private func place(of name: String) -> Int? {
    // What is written again was mostly written last.
    entries.lastIndex { $0.name.hasSameBytes(as: name) }
  }
}
