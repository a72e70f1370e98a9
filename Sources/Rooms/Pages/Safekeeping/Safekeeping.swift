public import Ledger
public import Program
public import RoomKit

/// Runs the keeper of the current space: carries out its orders through effects, and tells it the
/// results.
public enum Safekeeping {
  public struct State: Sendable {
    public var keeper: Keeper
    public internal(set) var space: DeviceSpace
    /// What the browser says about storage: whether it is persistent, and how much there is.
    public var room: StorageRoom?
    var isVisible = true
    /// Counts the opened spaces: an answer for an earlier one is dropped.
    public var turn = 0
    public var isHolder = false
    public var hasAskedToPersist = false
    /// Whether this tab is timing the silence of the one that syncs.
    var isWatchingHolder = false
    /// Whether another tab has committed something since then.
    var hasHeardHolder = false
    public var isOnline = true
    /// Whether this page has looked for what earlier pages left behind of this space.
    var hasTakenLate = false
    /// What this page has left behind for now.
    var late: String?

    public init(_ space: DeviceSpace, random: RandomBits) {
      var random = random
      self.space = space
      keeper = Keeper(
        space: space.id, device: DeviceID(random.next()), random: random, account: space.account)
      keeper.setWatching(true)
    }

    /// A person's data, as they see it.
    public var data: Replica { keeper.replica }

    /// Whether the device is still reading a person's data, and what an earlier page left behind of it.
    public var isOpening: Bool {
      keeper.storage == .opening || keeper.isWritable && !hasTakenLate
    }

    /// Why nothing can be saved, if so.
    public var failure: String? {
      if case .failing(let reason) = keeper.storage { reason } else { nil }
    }
  }

  public enum Message: Sendable {
    case loaded(turn: Int, RecordsLoad)
    case committed(turn: Int, RecordsCommit)
    case otherTabCommitted(RecordSpace)
    case lockChanged(Bool)
    case answered(turn: Int, number: UInt64, FetchAnswer)
    case woke(turn: Int)
    case patienceEnded
    case lookedAt
    case roomMeasured(StorageRoom)
    case visibilityChanged(Bool)
    case onlineChanged(Bool)
    case hid
    case lateRead(turn: Int, String?)
  }

  @export(interface)
  public static func start(_ state: inout State) -> [Effect<Message>] {
    [
      .watchRecords(Message.otherTabCommitted),
      .watchVisibility(Message.visibilityChanged),
      .watchHide(.hid),
      holdLock(),
    ] + carryOut(&state)
  }

  @export(interface)
  public static func update(
    _ state: inout State, _ message: Message, _ context: Context
  ) -> [Effect<Message>] {
    let wall = context.milliseconds
    switch message {
    case .loaded(state.turn, .loaded(let loaded)):
      state.keeper.loaded(
        loaded.records, revision: loaded.revision, continuity: loaded.continuity, wall: wall)
    case .loaded(state.turn, .failed(let reason)):
      state.keeper.loadFailed(reason)
    case .committed(state.turn, let result):
      take(result, &state, wall)
    case .otherTabCommitted(let space):
      if space.name.utf8.isEmpty {
        state.keeper.look(wall: wall)
        break
      }
      guard space.name.hasSameBytes(as: state.space.name) else { break }
      // Another tab has removed the space: start with an empty one.
      if space.revision == 0 { return open(state.space, &state, context) }
      state.hasHeardHolder = true
      state.keeper.otherTabCommitted(revision: space.revision)
    case .lockChanged(let isHeld):
      state.isHolder = isHeld
      state.keeper.setHolder(isHeld && state.space.isSynced, wall: wall)
      // A tab that lost the lock queues for it again.
      if !isHeld { return [holdLock()] + carryOut(&state) }
    case .answered(state.turn, let number, let answer):
      state.keeper.answered(number, answer.serverAnswer, wall: wall)
    case .woke(state.turn):
      // A hidden page only sends what is waiting.
      if state.isVisible || state.data.waitingCount > 0 || state.failure != nil {
        state.keeper.wake(wall: wall)
      }
    case .patienceEnded:
      // Another tab has the lock and has sent nothing for a while: it may be frozen.
      state.isWatchingHolder = false
      guard state.isVisible, state.isOnline, !state.hasHeardHolder, !state.isHolder,
        state.data.waitingCount > 0
      else { break }
      return [holdLock(isStealing: true)]
    case .lookedAt:
      // Somebody looks at this page, so it talks to the server rather than one that is hidden.
      guard state.isVisible, state.keeper.hasServer, !state.isHolder else { break }
      return [holdLock(isStealing: true)]
    case .roomMeasured(let room):
      state.room = room
    case .visibilityChanged(let isVisible):
      state.isVisible = isVisible
      state.keeper.setWatching(isVisible)
      if isVisible, state.failure != nil { state.keeper.wake(wall: wall) }
      if isVisible {
        state.keeper.syncNow(wall: wall)
        return carryOut(&state) + [.wait(milliseconds: 500, as: "looked at", .lookedAt)]
      }
    case .onlineChanged(let isOnline):
      state.isOnline = isOnline
      state.keeper.setOnline(isOnline, wall: wall)
    case .hid:
      if state.data.waitingCount > 0 { state.keeper.syncNow(wall: wall) }
      return carryOut(&state) + lookAtLate(state, isLeaving: true)
    case .lateRead(state.turn, let text):
      return takeLate(text ?? "", &state, wall) + carryOut(&state)
    case .loaded, .committed, .answered, .woke, .lateRead:
      break
    }
    return carryOut(&state) + lookAtLate(state, isLeaving: false)
  }

  private static func take(_ result: RecordsCommit, _ state: inout State, _ wall: Int64) {
    switch result {
    case .committed(let revision):
      state.keeper.committed(.done, revision: revision, wall: wall)
    case .moved: state.keeper.committed(.moved, wall: wall)
    case .failed(let reason): state.keeper.committed(.failed(reason), wall: wall)
    }
  }

  /// Turns the keeper's orders into effects.
  @export(interface)
  public static func carryOut(_ state: inout State) -> [Effect<Message>] {
    let turn = state.turn
    let name = state.space.name
    let effects: [Effect<Message>] = state.keeper.takeOrders().map { order in
      switch order {
      case .load(let revision):
        .loadRecords(of: name, since: revision) { .loaded(turn: turn, $0) }
      case .commit(let commit):
        .commitRecords(
          commit.writes, in: name, expecting: commit.expectedRevision, isStrict: commit.isStrict
        ) { .committed(turn: turn, $0) }
      case .send(let number, let request):
        .fetch(FetchRequest(request, of: state.data.head)) {
          .answered(turn: turn, number: number, $0)
        }
      case .wake(let milliseconds):
        .wait(milliseconds: Int(clamping: milliseconds), as: "safekeeping", .woke(turn: turn))
      }
    }
    return effects + watchHolder(&state)
  }

  /// While something waits for another tab to send it, checks again after ten seconds.
  private static func watchHolder(_ state: inout State) -> [Effect<Message>] {
    guard state.keeper.hasServer, !state.isHolder, !state.isWatchingHolder,
      state.data.waitingCount > 0
    else { return [] }
    state.isWatchingHolder = true
    state.hasHeardHolder = false
    return [.wait(milliseconds: 10_000, as: "holder", .patienceEnded)]
  }

  /// Shows another space; the stored data of this one stays where it is.
  @export(interface)
  public static func open(
    _ space: DeviceSpace, _ state: inout State, _ context: Context
  ) -> [Effect<Message>] {
    let before = state
    state = State(space, random: RandomBits(seed: context.randomBits.0, context.randomBits.1))
    state.turn = before.turn + 1
    state.isHolder = before.isHolder
    state.isVisible = before.isVisible
    state.isOnline = before.isOnline
    state.room = before.room
    state.hasAskedToPersist = before.hasAskedToPersist
    state.keeper.setWatching(before.isVisible)
    state.keeper.setOnline(before.isOnline, wall: context.milliseconds)
    state.keeper.setHolder(before.isHolder && space.isSynced, wall: context.milliseconds)
    return carryOut(&state)
  }

  /// Somebody signed in or out on this page, so this page asks the server who is signed in.
  @export(interface)
  public static func sessionChanged(_ state: inout State, _ context: Context) -> [Effect<Message>] {
    state.keeper.sessionChanged(wall: context.milliseconds)
    return takeTheSync(&state)
  }

  /// The account that this page was signed in to was erased.
  @export(interface)
  public static func accountErased(
    _ account: AccountID, _ state: inout State, _ context: Context
  ) -> [Effect<Message>] {
    state.keeper.accountErased(account, wall: context.milliseconds)
    return takeTheSync(&state)
  }

  private static func takeTheSync(_ state: inout State) -> [Effect<Message>] {
    (state.isHolder ? [] : [holdLock(isStealing: true)]) + carryOut(&state)
  }

  private static func holdLock(isStealing: Bool = false) -> Effect<Message> {
    .holdLock("woodshed sync", isStealing: isStealing, as: "sync lock", Message.lockChanged)
  }
}

// What a page could not commit before it went away. It leaves a text in the browser's small storage, which is written at
// once; the next page replays the text and removes it.
extension Safekeeping {
  /// Its storage key.
  @export(interface)
  public static func lateKey(_ space: DeviceSpace) -> String { "woodshed.late." + space.name }

  private static func lookAtLate(_ state: State, isLeaving: Bool) -> [Effect<Message>] {
    let isKept = state.keeper.unkeptCount == 0
    let isDue = isKept ? state.late != nil : isLeaving
    guard isDue || (!state.hasTakenLate && state.keeper.isWritable) else { return [] }
    let turn = state.turn
    return [.load(lateKey(state.space)) { .lateRead(turn: turn, $0) }]
  }

  /// Replays what earlier pages left, once; then leaves a line of its own, as long as something is unsaved.
  private static func takeLate(
    _ text: String, _ state: inout State, _ wall: Int64
  ) -> [Effect<Message>] {
    var lines: [String] = []
    for line in text.utf8.split(separator: 0x0A) {
      let line = String(decoding: Array(line), as: UTF8.self)
      if state.late?.hasSameBytes(as: line) != true { lines.append(line) }
    }
    if !state.hasTakenLate, state.keeper.isWritable {
      state.hasTakenLate = true
      for line in lines { state.keeper.takeInLate(line, wall: wall) }
      lines = []
    }
    state.late = state.keeper.late
    if let line = state.late { lines.append(line) }
    let key = lateKey(state.space)
    if !lines.isEmpty { return [.save(lines.joined(separator: "\n"), under: key)] }
    return text.isEmpty ? [] : [.erase(key)]
  }
}

extension FetchRequest {
  init(_ request: ServerRequest, of head: Head) {
    guard let account = head.account else {
      self.init(path: "/v1/now")
      return
    }
    let space = SpaceID.own(of: account)
    let base = "/v1/s/\(account.bits.hex)/\(space.bits.hex)"
    switch request {
    case .now: self.init(path: "/v1/now")
    case .push(let push):
      self.init(
        "POST", path: base + (push.isOffer ? "/offer" : "/push"), contentType: Frame.mediaType,
        body: Frame(space: space, .push(push)).bytes)
    case .pull(let since): self.init(path: base + "/pull?since=\(since)&bytes=1048576")
    case .watch(let since):
      // Half of the device's name is enough to tell two copies of a profile apart.
      let device = head.device.bits >> 32
      // Longer than the server holds it, and no longer than proxies do.
      self.init(
        path: base + "/watch?since=\(since)&bytes=1048576&device=\(device)",
        timeoutMilliseconds: 60_000)
    case .digest: self.init(path: base + "/digest")
    }
  }
}

extension FetchAnswer {
  /// What the answer means to the keeper.
  var serverAnswer: ServerAnswer {
    switch status {
    case 200: break
    case 401, 403, 404: return .refused
    default: return .unreachable
    }
    guard let frame = try? Frame(bytes: bytes) else { return .unreachable }
    return switch frame.body {
    case .now(let time): .now(time)
    case .pushReply(let reply): .push(reply)
    case .pull(let page): .page(page)
    case .digest(let digest): .digest(digest)
    default: .unreachable
    }
  }
}
