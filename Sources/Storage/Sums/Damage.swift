import Platform

/// What of a store is not as it was written.
public protocol SoundStore: Sendable {
  /// What was met while answering.
  var damage: DamageLog { get }

  /// Reads every row once, at one moment and beside whatever else goes on, and says what is damaged.
  func inspect() throws(StorageError) -> DamageReport
}

/// What a look at all rows found.
public struct DamageReport: Hashable, Sendable {
  /// Rows of a table of a space whose checksum is wrong.
  public struct Rows: Hashable, Sendable {
    public let place: Place
    public let table: String

    public init(_ place: Place, _ table: String) {
      self.place = place
      self.table = table
    }
  }

  public var counts: [Rows: Int] = [:]
  /// Spaces whose cells are sound, and yet do not add up to what was noted: some are missing, or doubled.
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

/// Counts the damaged rows that a store meets while it answers; any thread counts.
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

  /// How often a damaged row was met.
  public var total: Int { state.withLock { $0.total } }

  /// What was met since this was asked last.
  public func takeUntold() -> DamageReport {
    state.withLock { state in
      defer { state.untold = DamageReport() }
      return state.untold
    }
  }
}
