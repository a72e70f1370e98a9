public import Ledger
import Markup

/// The content of a space at one revision.
public struct LoadedRecords: Equatable, Sendable {
  /// 0 if the space is empty and new. It grows with every commit, and has no other meaning.
  public let revision: UInt64
  /// What changed since the requested revision; everything, if that is 0 or the space does not continue it.
  public let records: [Record]
  public let continuity: StoreContinuity

  public init(revision: UInt64, records: [Record], continuity: StoreContinuity = .continued) {
    self.revision = revision
    self.records = records
    self.continuity = continuity
  }
}

/// How loading records ended.
public enum RecordsLoad: Equatable, Sendable {
  case loaded(LoadedRecords)
  /// Nothing could be read. The text is the browser's name for the error.
  case failed(String)
}

/// How a commit ended.
public enum RecordsCommit: Equatable, Sendable {
  /// Everything is saved, and this is the revision to expect in the next commit.
  case committed(revision: UInt64)
  /// Nothing was written, because the space has a different revision than expected.
  case moved(revision: UInt64)
  /// Nothing was written and nothing lost. The text is the browser's name for the error, such as
  /// `QuotaExceededError`.
  case failed(String)
}

/// How erasing a space ended.
public enum RecordsErasure: Equatable, Sendable {
  /// Nothing is left of it.
  case erased
  /// Nothing was erased, because the space has a later revision than expected.
  case moved
  /// Nothing was erased. The text is the browser's name for the error.
  case failed(String)
}

/// A space that stores records.
public struct RecordSpace: Equatable, Sendable {
  public let name: String
  public let revision: UInt64

  public init(name: String, revision: UInt64) {
    self.name = name
    self.revision = revision
  }
}

/// How listing the spaces ended.
public enum RecordSpaces: Equatable, Sendable {
  case listed([RecordSpace])
  case failed(String)
}

/// How much of the device's storage this app may use.
public struct StorageRoom: Equatable, Sendable {
  /// Whether the browser promised not to clear it automatically.
  public let isPersisted: Bool
  public let usedBytes: UInt64
  /// How many bytes may be used in total; 0 if the browser does not say.
  public let allowedBytes: UInt64

  public init(isPersisted: Bool, usedBytes: UInt64, allowedBytes: UInt64) {
    self.isPersisted = isPersisted
    self.usedBytes = usedBytes
    self.allowedBytes = allowedBytes
  }
}

extension Effect {
  /// Reads the records of a space that changed after `revision`, all at one moment.
  ///
  /// Loads and commits are carried out in the order they are requested.
  public static func loadRecords(
    of space: String, since revision: UInt64 = 0, _ make: @escaping (RecordsLoad) -> Message
  ) -> Effect {
    once(.recordsLoad(space: space, since: revision)) { make(RecordsLoad(&$0)) }
  }

  /// Makes all `writes` at once, if the space still has the expected revision.
  ///
  /// A new space has revision 0. A commit with `isStrict` survives a power cut; otherwise it may be lost, but only
  /// as a whole.
  public static func commitRecords(
    _ writes: [RecordWrite], in space: String, expecting revision: UInt64, isStrict: Bool,
    _ make: @escaping (RecordsCommit) -> Message
  ) -> Effect {
    once(.recordsCommit(space: space, expected: revision, isStrict: isStrict, writes: writes)) {
      make(RecordsCommit(&$0))
    }
  }

  /// Reports which space another page of the app changed, and its revision; 0 if it was removed. Without a name,
  /// the browser closed the database: any space may be erased.
  public static func watchRecords(_ make: @escaping (RecordSpace) -> Message) -> Effect {
    lasting(.recordsWatch) { make(RecordSpace(&$0)) }
  }

  /// Lists the spaces by name.
  public static func listRecordSpaces(
    _ make: @escaping (RecordSpaces) -> Message
  ) -> Effect {
    once(.recordsSpaces) { make(RecordSpaces(&$0)) }
  }

  /// Deletes a space with all its records; with an expected revision, only if it has no later one, or is empty.
  public static func eraseRecords(
    of space: String, expecting revision: UInt64? = nil,
    _ make: @escaping (RecordsErasure) -> Message
  ) -> Effect {
    once(.recordsErase(space: space, expected: revision)) { make(RecordsErasure(&$0)) }
  }

  /// Asks the browser not to clear stored data, and how much space there is.
  public static func askToPersist(_ make: @escaping (StorageRoom) -> Message) -> Effect {
    once(.askToPersist) { make(StorageRoom(&$0)) }
  }

  /// Waits for a lock that only one page of the app can have, and holds it until the effect is stopped.
  ///
  /// The flag is `true` when the lock is held and `false` when another page took it. `isStealing` takes it from its
  /// holder; without `isWaiting` the flag is `false` at once if somebody has it. A browser without locks reports at
  /// once that it is held.
  public static func holdLock(
    _ lock: String, isStealing: Bool = false, isWaiting: Bool = true, as name: String,
    _ make: @escaping (_ isHeld: Bool) -> Message
  ) -> Effect {
    lasting(
      .holdLock(name: lock, isStealing: isStealing, isWaiting: isWaiting), as: name
    ) { make($0.flag()) }
  }

  /// Reports which locks whose names begin with `start` other pages hold: the rest of each name, one per line.
  ///
  /// A lock is gone as soon as its page releases it, is closed or crashes. Without locks, nothing is reported.
  public static func watchLocks(
    _ start: String, _ make: @escaping (_ names: String) -> Message
  ) -> Effect {
    lasting(.watchLocks(start: start)) { make($0.text()) }
  }
}

// MARK: - Reading answers

extension RecordsLoad {
  fileprivate init(_ reader: inout Payload.Reader) {
    if let error = reader.failure() {
      self = .failed(error)
      return
    }
    let revision = reader.wholeNumber()
    let number = reader.number()
    let continuity: StoreContinuity = number == 2 ? .removed : number == 1 ? .erased : .continued
    var records: [Record] = []
    reader.each { reader in
      let name = reader.text()
      records.append(Record(name: name, bytes: reader.data()))
    }
    self = .loaded(
      LoadedRecords(revision: revision, records: records, continuity: continuity))
  }
}

extension RecordsCommit {
  fileprivate init(_ reader: inout Payload.Reader) {
    let outcome = reader.number()
    let error = reader.text()
    let revision = reader.wholeNumber()
    switch outcome {
    case 0 where revision > 0: self = .committed(revision: revision)
    case 1: self = .moved(revision: revision)
    default: self = .failed(error)
    }
  }
}

extension RecordsErasure {
  fileprivate init(_ reader: inout Payload.Reader) {
    let isMissing = reader.isAtEnd
    let outcome = reader.number()
    let error = reader.text()
    self = outcome == 1 ? .moved : outcome != 0 || isMissing ? .failed(error) : .erased
  }
}

extension RecordSpace {
  fileprivate init(_ reader: inout Payload.Reader) {
    self.init(name: reader.text(), revision: reader.wholeNumber())
  }
}

extension RecordSpaces {
  fileprivate init(_ reader: inout Payload.Reader) {
    if let error = reader.failure() {
      self = .failed(error)
      return
    }
    var spaces: [RecordSpace] = []
    reader.each { spaces.append(RecordSpace(&$0)) }
    self = .listed(spaces)
  }
}

extension StorageRoom {
  fileprivate init(_ reader: inout Payload.Reader) {
    self.init(
      isPersisted: reader.flag(), usedBytes: reader.wholeNumber(),
      allowedBytes: reader.wholeNumber())
  }
}

extension Payload.Reader {
  /// The name of the error at the start of an answer, if any.
  fileprivate mutating func failure() -> String? {
    let isMissing = isAtEnd
    let hasFailed = flag()
    let error = text()
    return hasFailed || isMissing ? error : nil
  }

  /// Reads a count, and then this many things; fewer if the payload is truncated.
  fileprivate mutating func each(_ read: (inout Self) -> Void) {
    var count = wholeNumber()
    while count > 0, !isAtEnd {
      read(&self)
      count -= 1
    }
  }

  /// A number that counts something; 0 if it is not a number.
  fileprivate mutating func wholeNumber() -> UInt64 {
    let number = number()
    return number >= 1 && number < 9_007_199_254_740_992 ? UInt64(number) : 0
  }
}
