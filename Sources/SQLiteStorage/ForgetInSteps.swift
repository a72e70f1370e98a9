import Ledger
import Platform
import Storage

/// Forgets what is past the horizon in a space, in parts between which the writing thread can do other work.
final class ForgetInSteps: Sendable {
  private enum Stage: Sendable {
    case history(behind: PushPlanner.Identity?)
    case purged(behind: RowID?)
    case marks
  }

  private let place: Place
  private let now: Int64
  private let stage = Lock(Stage.history(behind: nil))

  init(in place: Place, now: Int64) {
    self.place = place
    self.now = now
  }

  /// Looks through the next stretch; the space's header is as it is after it.
  func step(_ database: inout Database) throws(SQLiteError) -> Step<SpaceHeader> {
    try stage.withLock { stage throws(SQLiteError) in
      var isDone = false
      switch stage {
      case .history(let last):
        let next = try database.forgetHistory(of: place, behind: last, now: now)
        stage = next == nil ? .purged(behind: nil) : .history(behind: next)
      case .purged(let last):
        let next = try database.forgetPurged(of: place, behind: last, now: now)
        stage = next == nil ? .marks : .purged(behind: next)
      case .marks:
        try database.forgetMarks(of: place, before: now - Horizon.history)
        isDone = true
      }
      let header = try database.openHeader(of: place)
      return isDone ? .done(header) : .more(header)
    }
  }
}
