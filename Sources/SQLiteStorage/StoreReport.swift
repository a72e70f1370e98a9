public import Ledger
public import Storage

/// What a look at every page and every row of a store's file found.
public struct StoreReport: Sendable {
  /// A space, and what its cells come to.
  public struct Space: Hashable, Sendable {
    public let place: Place
    public let header: SpaceHeader
    public var cellCount = 0
    /// What the cells add up to, as they are read.
    public var digest = SpaceDigest()
    var highest: UInt64 = 0
    /// Whether the header is as it was written.
    var hasSoundHeader = true

    init(_ place: Place, _ header: SpaceHeader) {
      self.place = place
      self.header = header
    }
  }

  public internal(set) var spaces: [Space] = []
  public internal(set) var accountCount = 0
  public internal(set) var grantCount = 0
  public internal(set) var historyCount = 0
  /// What is damaged: a store with any of these is not sound.
  public internal(set) var problems: [StoreProblem] = []
  /// What is odd, and may still be as somebody meant it.
  public internal(set) var remarks: [StoreRemark] = []
  /// The names of the files that cells speak of.
  public internal(set) var blobs: Set<[UInt8]> = []

  /// What the store has seen of the time, where that is noted.
  public internal(set) var seenTime: SeenTime?

  /// Which tables the file has.
  var version: Int?

  public init() {}

  public var isSound: Bool { problems.isEmpty }
  public var cellCount: Int { spaces.reduce(0) { $0 + $1.cellCount } }
}

/// Something in a store's file that is not as it was written.
public enum StoreProblem: Hashable, Sendable {
  /// SQLite could not read on.
  case unreadable(while: String, words: String)
  /// What SQLite's own check says of the file.
  case structure(String)
  /// The cells do not add up to what the space's header says.
  case digest(Place)
  /// Cells have numbers that the space has not given yet, or none.
  case sequence(Place)
  /// A space has forgotten more than it ever had.
  case minimum(Place)
  /// Rows of a table belong to nothing.
  case orphans(table: String, count: Int)
  /// Rows of a table hold what no row may.
  case malformed(table: String, count: Int)
  /// Rows of a space are not as they were written, by their checksums.
  case damaged(Place, table: String, count: Int)
}

extension StoreProblem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unreadable(let what, let words): "\(what) cannot be read: \(words)"
    case .structure(let words): "the file's own order is broken: \(words)"
    case .digest(let place): "the cells of space \(place.words) do not add up to what was noted"
    case .sequence(let place): "cells of space \(place.words) have numbers it never gave"
    case .minimum(let place): "space \(place.words) notes to have forgotten more than it had"
    case .orphans(let table, let count): "\(count) entries in `\(table)` belong to nothing"
    case .malformed(let table, let count): "\(count) entries in `\(table)` hold what cannot be"
    case .damaged(let place, let table, let count):
      "\(count) entries in `\(table)` of space \(place.words) are not as they were written"
    }
  }
}

/// Something that nobody of ours would have written, and that is kept as it is.
public enum StoreRemark: Hashable, Sendable {
  case mixedKinds(rows: Int)
  case foreignValues(cells: Int)
}

extension StoreRemark: CustomStringConvertible {
  public var description: String {
    switch self {
    case .mixedKinds(let rows): "\(rows) rows have cells of more than one kind"
    case .foreignValues(let cells):
      "\(cells) values are written as no Woodshed known here writes them"
    }
  }
}
