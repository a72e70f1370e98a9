public import Ledger

/// A past moment of a space.
public enum PastMoment: Hashable, Sendable {
  /// The start of a minute; a moment within a minute counts as the start of the next.
  case time(milliseconds: Int64)
  /// When a cell was received that is never written again; each restore point has one.
  case cell(CellKey)
  /// When that number was the last, for the next page of an earlier request.
  case sequence(UInt64)
}

/// What a store knows of a past moment.
public enum Recollection: Hashable, Sendable {
  /// The last number of the space at that moment.
  case sequence(UInt64)
  /// The store's history only starts then; `nil` if it has none.
  case forgotten(since: Int64?)
  /// There is no such cell.
  case unknown
}

/// The first change of a minute: when it arrived, and the number of the last change before it.
///
/// Stamps say when people wrote, not when a space received it: an import today may contain values of last year.
public struct MinuteMark: Hashable, Sendable {
  public let at: Int64
  public let sequence: UInt64

  public init(at milliseconds: Int64, sequence: UInt64) {
    at = milliseconds
    self.sequence = sequence
  }

  /// The number of the minute that contains a moment.
  public static func minute(of milliseconds: Int64) -> Int64 { milliseconds / length }

  static let length: Int64 = 60_000
}

/// What a store looks up to find the last number at a moment.
public struct PastFacts: Hashable, Sendable {
  public var lastSequence: UInt64
  /// The first mark: the store's history starts there.
  public var first: MinuteMark?
  /// The first mark in ``PastMoment/minute`` or later.
  public var next: MinuteMark?
  /// The current value of the requested cell.
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
  /// The first minute that starts at or after this moment.
  public var minute: Int64? {
    guard case .time(let milliseconds) = self else { return nil }
    let minute = MinuteMark.minute(of: milliseconds)
    return milliseconds > minute * MinuteMark.length ? minute + 1 : minute
  }

  /// The last number at that moment, if the history reaches back so far.
  public func recollection(from facts: PastFacts, now: Int64) -> Recollection {
    guard let first = facts.first else { return .forgotten(since: nil) }
    let since = max(first.at, now - Horizon.history)
    switch self {
    case .time(let milliseconds):
      // The first mark says nothing about the time before.
      guard milliseconds >= since, let minute, minute > MinuteMark.minute(of: first.at) else {
        return .forgotten(since: since)
      }
      return .sequence(facts.next?.sequence ?? facts.lastSequence)
    case .cell:
      guard let cell = facts.cell else { return .unknown }
      // An older cell arrived when a store was refilled, when other cells were still missing.
      guard cell.cell.cell.stamp.time.milliseconds >= since else {
        return .forgotten(since: since)
      }
      return .sequence(cell.sequence)
    case .sequence(let sequence):
      // A number in the future is from another store.
      let isKnown = (first.sequence...max(first.sequence, facts.lastSequence)).contains(sequence)
      return isKnown ? .sequence(sequence) : .forgotten(since: since)
    }
  }
}
