import Platform

/// A store that detects damage.
public protocol SoundStore: Sendable {
  /// Damage found while answering requests.
  var damage: DamageLog { get }

  /// Reads every row once, as of one moment and without blocking others, and reports damage.
  func inspect() throws(StorageError) -> DamageReport
}

/// The result of checking all rows.
public struct DamageReport: Hashable, Sendable {
  /// Rows with wrong checksums in a table of a space.
  public struct Rows: Hashable, Sendable {
    public let place: Place
    public let table: String

    public init(_ place: Place, _ table: String) {
      self.place = place
      self.table = table
    }
  }

  public var counts: [Rows: Int] = [:]
  /// Spaces whose cells are intact but do not add up to the recorded total: some are missing or duplicated.
  public var mismatches: Set<Place> = []

  /// How many cells were read.
  public var cellCount = 0

  public init() {}

  public var isSound: Bool { counts.isEmpty && mismatches.isEmpty }
  public var rowCount: Int { counts.values.reduce(0, +) }
  /// The spaces that have any damage.
  public var places: Set<Place> { mismatches.union(counts.keys.map(\.place)) }

  public mutating func note(_ place: Place, _ table: String, count: Int = 1) {
    counts[Rows(place, table), default: 0] += count
  }
}

/// Counts the damaged rows that a store finds while answering; any thread can count.
public final class DamageLog: Sendable {
  private struct State: Sendable {
    var total = 0
    var untold = DamageReport()
  }

  private let state = Lock(State())

  public init() {}

  public func note(_ place: Place, _ table: String) {
    state.withLock { state in
      state.total += 1
      state.untold.note(place, table)
    }
  }

  /// How often a damaged row was found.
  public var total: Int { state.withLock { $0.total } }

  /// The damage found since the last call.
  public func takeUntold() -> DamageReport {
    state.withLock { state in
      defer { state.untold = DamageReport() }
      return state.untold
    }
  }
}
