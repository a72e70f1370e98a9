/// What a device asks of a server.
public enum ServerRequest: Hashable, Sendable {
  case now
  case push(Push)
  case pull(since: UInt64)
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

/// How far a device is with its server.
struct Sync: Sendable {
  enum Phase: Sendable {
    case idle
    case asking
    /// What goes to the server is being marked.
    case marking
    case pushing(ordinals: [UInt64])
    case pulling(Staged)
    /// What a pull brought is being kept; `isSame` says whether it adds up to what the server has.
    case settling(digest: UInt64, isSame: Bool)
    case comparing
    case offering(Offering)
    case entering
  }

  /// Pages of a pull that is not complete.
  struct Staged: Sendable {
    var cells: [RowCell] = []
    /// The cursor with which the pull began.
    let from: UInt64
    var to: UInt64
    var epoch: Epoch
    /// The server's time on the first page.
    var began: Int64?
    /// Whether this device's rows begin anew with these.
    let isReplacing: Bool

    init(from cursor: UInt64, epoch: Epoch, isReplacing: Bool) {
      from = cursor
      to = cursor
      self.epoch = epoch
      self.isReplacing = isReplacing
    }
  }

  /// Cells that go to a store in another life, or to one that lacks them.
  struct Offering: Sendable {
    let epoch: Epoch
    let cells: [RowCell]
    /// What all that is confirmed here added up to when the offer began.
    let digest: UInt64
    var next = 0
    /// What the store has no room for.
    var refused: [RowCell] = []
    /// Whether this device's rows begin anew afterwards.
    let isRepair: Bool

    /// The same from the cell at `next` on.
    func going(on next: Int) -> Offering {
      var offering = self
      offering.next = next
      return offering
    }
  }

  var phase = Phase.idle
  /// The number of the request under way; what answers another is too late.
  var number: UInt64 = 0
  /// When the request under way began, by this device's clock.
  var began: Int64 = 0
  var isHolder = false
  /// Whether the store knows that this tab pushes: what another tab meant to do with what waits, and has not kept by then, is
  /// off.
  var hasMarked = false
  var isOnline = true
  /// Whether a sync is to begin as soon as it can.
  var isWanted = false
  /// Whether the server knows this device as its space's account.
  var isPresent: Bool?
  var isSignedOut = false
  var otherAccount: AccountID?
  var hasTime = false
  var failureCount = 0
  var lastContact: Int64?
  /// Actions that the server has taken since the last complete pull.
  var acknowledged: Set<UInt64> = []
  var gone: Set<RowID> = []
  /// Cells of actions for which the server has no room, by action, since the last complete pull.
  var refused: [UInt64: Set<CellKey>] = [:]
  var clockRefusals = 0
  /// How often this device did not add up to what its server has.
  var mismatchCount = 0
  var isRepairing = false
  /// The server's digest that a repair did not come to.
  var unrepaired: UInt64?
  /// Why the server takes nothing more, if so.
  var refusal: PushReply.Status?

  /// Whether the server has said what becomes of an action.
  func isAnswered(_ ordinal: UInt64) -> Bool {
    acknowledged.contains(ordinal) || refused[ordinal] != nil
  }
}
