import Ledger

extension PractisedSession {
  /// The longest that can be kept, in seconds: more than eleven days.
  public static let longest: Int64 = 1_000_000

  /// The practice time up to a moment in seconds, by the clock, even if the device slept.
  public func seconds(at now: Int64) -> Int64 {
    let end = ended != 0 ? ended : pausedSince != 0 ? pausedSince : now
    return Self.bounded(
      end.subtractingReportingOverflow(began).partialValue / 1_000 - pausedSeconds)
  }

  /// Pauses at a moment.
  public mutating func pause(at now: Int64) {
    guard ended == 0, pausedSince == 0 else { return }
    pausedSince = max(now, began)
  }

  /// Resumes at a moment.
  public mutating func resume(at now: Int64) {
    guard pausedSince != 0 else { return }
    let rest = now.subtractingReportingOverflow(pausedSince).partialValue / 1_000
    pausedSeconds = Self.bounded(pausedSeconds + Self.bounded(rest))
    pausedSince = 0
  }

  /// Ends at a moment; a paused session ended when it was paused.
  public mutating func end(at now: Int64) {
    ended = max(pausedSince != 0 ? pausedSince : now, began)
    pausedSince = 0
  }

  private static func bounded(_ seconds: Int64) -> Int64 { min(max(seconds, 0), longest) }
}

extension [PractisedBlock] {
  /// What is left for the last block once the session has lasted `total` seconds.
  public func lastSeconds(of total: Int64) -> Int64 {
    Swift.max(total - dropLast().reduce(0) { $0 + $1.seconds }, 0)
  }

  /// The blocks of a session that lasted `total` seconds: if it ended sooner than they say, the later ones are
  /// shortened, and the last has what is left.
  public func filling(_ total: Int64) -> [PractisedBlock] {
    var blocks = self
    var rest = total
    for place in indices {
      let isLast = place == endIndex - 1
      blocks[place].seconds = isLast ? rest : Swift.min(blocks[place].seconds, rest)
      rest -= blocks[place].seconds
    }
    return blocks
  }
}
