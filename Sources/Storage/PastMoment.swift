public import Ledger

/// A moment of a space that is past.
public enum PastMoment: Hashable, Sendable {
  /// When a minute began; a moment within one counts as the beginning of the next.
  case time(milliseconds: Int64)
  /// When a cell was taken in that nobody wrote into again, as each restore point has one.
  case cell(CellKey)
  /// When that number was the last, for the next page of what was asked before.
  case sequence(UInt64)
}

/// What a store knows of a past moment.
public enum Recollection: Hashable, Sendable {
  /// The number that was the space's last then.
  case sequence(UInt64)
  /// The store remembers only since then; `nil` where it remembers nothing.
  case forgotten(since: Int64?)
  /// There is no such cell.
  case unknown
}

/// The first change of a minute: when it came, and the number of the last change before it.
///
/// Stamps say when people wrote, not when a space had it: a file brings values of last year in today.
public struct MinuteMark: Hashable, Sendable {
  public let at: Int64
  public let sequence: UInt64

  public init(at milliseconds: Int64, sequence: UInt64) {
    at = milliseconds
    self.sequence = sequence
  }

  /// The number of the minute that a moment lies in.
  public static func minute(of milliseconds: Int64) -> Int64 { milliseconds / length }

  static let length: Int64 = 60_000
}

/// What a store looks up to find the number that was the last at a moment.
public struct PastFacts: Hashable, Sendable {
  public var lastSequence: UInt64
  /// The first mark that is kept: what the store remembers begins there.
  public var first: MinuteMark?
  /// The first mark in ``PastMoment/minute`` or later.
  public var next: MinuteMark?
  /// What stands in the cell that is asked about.
  public var cell: StoredCell?

  public init(
    lastSequence: UInt64, first: MinuteMark?, next: MinuteMark? = nil, cell: StoredCell? = nil
  ) {
    self.lastSequence = lastSequence
    self.first = first
    self.next = next
    self.cell = cell
  }
}

extension PastMoment {
  /// The minute whose first change came after this moment, or a later one's.
  public var minute: Int64? {
    guard case .time(let milliseconds) = self else { return nil }
    let minute = MinuteMark.minute(of: milliseconds)
    return milliseconds > minute * MinuteMark.length ? minute + 1 : minute
  }

  /// The number that was the last then, as far as it is remembered.
  public func recollection(from facts: PastFacts, now: Int64) -> Recollection {
    guard let first = facts.first else { return .forgotten(since: nil) }
    let since = max(first.at, now - Horizon.history)
    switch self {
    case .time(let milliseconds):
      // What there was when the first mark was made says nothing of the time before.
      guard milliseconds >= since, let minute, minute > MinuteMark.minute(of: first.at) else {
        return .forgotten(since: since)
      }
      return .sequence(facts.next?.sequence ?? facts.lastSequence)
    case .cell:
      guard let cell = facts.cell else { return .unknown }
      // One that is older came when a store was filled again, among much that was not there yet.
      guard cell.cell.cell.stamp.time.milliseconds >= since else {
        return .forgotten(since: since)
      }
      return .sequence(cell.sequence)
    case .sequence(let sequence):
      // A number that is still to come is one of another store.
      let isKnown = (first.sequence...max(first.sequence, facts.lastSequence)).contains(sequence)
      return isKnown ? .sequence(sequence) : .forgotten(since: since)
    }
  }
}
