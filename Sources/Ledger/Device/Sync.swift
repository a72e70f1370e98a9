/// What a device asks of a server.
public enum ServerRequest: Hashable, Sendable {
  case now
  case push(Push)
  case pull(since: UInt64)
  /// The same as a pull, but answered only once there is something new, or after a while without.
  case watch(since: UInt64)
  case digest
}

/// What came back.
public enum ServerAnswer: Hashable, Sendable {
  case now(ServerTime)
  case push(PushReply)
  case page(PullPage)
  case digest(SpaceDigest)
  /// No answer came, or one that cannot be read.
  case unreachable
  /// There is no account here for this device.
  case refused
}

/// A device's progress with its server.
struct Sync: Sendable {
  enum Phase: Sendable {
    case idle
    case asking
    /// Actions to send are being marked.
    case marking
    case pushing(ordinals: [UInt64])
    case pulling(Staged)
    /// Everything is in sync, and the server holds a request open until something is new.
    case watching(Staged)
    /// What a pull brought is being saved; `isSame` says whether its digest equals the server's.
    case settling(digest: UInt64, isSame: Bool)
    case comparing
    case offering(Offering)
    case entering
  }

  /// Pages of a pull that is not complete.
  struct Staged: Sendable {
    var cells: [RowCell] = []
    /// The cursor at which the pull started.
    let from: UInt64
    var to: UInt64
    var epoch: Epoch
    /// The server's time on the first page.
    var began: Int64?
    /// Whether these cells replace all rows of this device.
    let isReplacing: Bool

    init(from cursor: UInt64, epoch: Epoch, isReplacing: Bool) {
      from = cursor
      to = cursor
      self.epoch = epoch
      self.isReplacing = isReplacing
    }
  }

  /// Cells to send to a store in another epoch, or to one that lacks them.
  struct Offering: Sendable {
    let epoch: Epoch
    let cells: [RowCell]
    /// The digest of everything confirmed here when the offer started.
    let digest: UInt64
    var next = 0
    /// What the store has no room for.
    var refused: [RowCell] = []
    /// Whether this device's rows start over afterwards.
    let isRepair: Bool

    /// The same, continued from the cell at `next`.
    func going(on next: Int) -> Offering {
      var offering = self
      offering.next = next
      return offering
    }
  }

  var phase = Phase.idle
  /// The number of the request under way; answers to others come too late.
  var number: UInt64 = 0
  /// When the request under way began, by this device's clock.
  var began: Int64 = 0
  var isHolder = false
  /// Whether the store knows that this tab is pushing: whatever another tab meant to do with pending actions and has
  /// not saved by then is dropped.
  var hasMarked = false
  var isOnline = true
  /// Whether somebody is looking, so that news must come at once.
  var isWatching = false
  /// Whether the server may send news unasked, as far as is known.
  var hasWatches = true
  /// Whether to start a sync as soon as possible.
  var isWanted = false
  /// Whether the server knows this device as its space's account.
  var isPresent: Bool?
  var isSignedOut = false
  var otherAccount: AccountID?
  var hasTime = false
  var failureCount = 0
  var lastContact: Int64?
  /// Actions the server has accepted since the last complete pull.
  var acknowledged: Set<UInt64> = []
  var gone: Set<RowID> = []
  /// Cells the server has no room for, by action, since the last complete pull.
  var refused: [UInt64: Set<CellKey>] = [:]
  var clockRefusals = 0
  /// How often this device's digest differed from the server's.
  var mismatchCount = 0
  var isRepairing = false
  /// The server's digest that a repair did not reach.
  var unrepaired: UInt64?
  /// Why the server accepts nothing more, if so.
  var refusal: PushReply.Status?

  /// Whether the server has decided about an action.
  func isAnswered(_ ordinal: UInt64) -> Bool {
    acknowledged.contains(ordinal) || refused[ordinal] != nil
  }
}
