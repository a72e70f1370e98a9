public import Ledger
public import Storage

/// The result of checking every page and row of a store's file.
public struct StoreReport: Sendable {
  /// A space with the totals of its cells.
  public struct Space: Hashable, Sendable {
    public let place: Place
    public let header: SpaceHeader
    public var cellCount = 0
    /// The digest of the cells that were read.
    public var digest = SpaceDigest()
    var highest: UInt64 = 0
    /// Whether the header is intact.
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
  /// Damage: a store with any of these is not intact.
  public internal(set) var problems: [StoreProblem] = []
  /// Unusual content that may be intended.
  public internal(set) var remarks: [StoreRemark] = []
  /// The names of the files that cells refer to.
  public internal(set) var blobs: Set<[UInt8]> = []

  /// The store's recorded time, if any.
  public internal(set) var seenTime: SeenTime?

  /// The version of the file's tables.
  var version: Int?

  public init() {}

  public var isSound: Bool { problems.isEmpty }
  public var cellCount: Int { spaces.reduce(0) { $0 + $1.cellCount } }
}

/// Damage in a store's file.
public enum StoreProblem: Hashable, Sendable {
  /// SQLite could not continue reading.
  case unreadable(while: String, words: String)
  /// A finding of SQLite's own check.
  case structure(String)
  /// The cells do not match the digest in the space's header.
  case digest(Place)
  /// Cells have numbers that the space has not assigned, or none.
  case sequence(Place)
  /// A space has deleted more than it ever had.
  case minimum(Place)
  /// Rows of a table are orphaned.
  case orphans(table: String, count: Int)
  /// Rows of a table are malformed.
  case malformed(table: String, count: Int)
  /// Rows of a space do not match their checksums.
  case damaged(Place, table: String, count: Int)
}

extension StoreProblem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unreadable(let what, let words): "\(what) cannot be read: \(words)"
    case .structure(let words): "the file's structure is damaged: \(words)"
    case .digest(let place): "the values of space \(place.words) do not match their recorded total"
    case .sequence(let place): "values of space \(place.words) have invalid change numbers"
    case .minimum(let place): "space \(place.words) has deleted more than it ever had"
    case .orphans(let table, let count): "orphaned entries in `\(table)`: \(count)"
    case .malformed(let table, let count): "malformed entries in `\(table)`: \(count)"
    case .damaged(let place, let table, let count):
      "entries with wrong checksums in `\(table)` of space \(place.words): \(count)"
    }
  }
}

/// Something that no known Woodshed writes, left unchanged.
public enum StoreRemark: Hashable, Sendable {
  case mixedKinds(rows: Int)
  case foreignValues(cells: Int)
}

extension StoreRemark: CustomStringConvertible {
  public var description: String {
    switch self {
    case .mixedKinds(let rows): "rows with values of more than one kind: \(rows)"
    case .foreignValues(let cells):
      "values in an unknown format: \(cells)"
    }
  }
}
