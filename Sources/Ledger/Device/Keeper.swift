/// Keeps one space on one device: what a person does is visible at once, then saved in the device's store, then synced
/// with a server.
///
/// It is a state machine without a clock, a store or a network of its own. Whoever runs it tells it what
/// happened and carries out its ``orders``:
///
///     keeper.edit("Rename", [edit], wall: now)
///     for order in keeper.takeOrders() { … }
public struct Keeper: Sendable {
  /// What the keeper wants done outside.
  public enum Order: Hashable, Sendable {
    /// Reads the records that changed since a revision; answered by ``loaded(_:revision:)``.
    case load(since: UInt64)
    /// Writes records if the store is still at that revision; answered by ``committed(_:wall:)``.
    case commit(Commit)
    /// Asks the server; answered by ``answered(_:_:wall:)``.
    case send(number: UInt64, ServerRequest)
    /// Calls ``wake(wall:)`` after this many milliseconds, replacing an earlier such order.
    case wake(afterMilliseconds: Int64)
  }

  /// What the store must write, all or nothing.
  public struct Commit: Hashable, Sendable {
    public let expectedRevision: UInt64
    /// Whether it is a person's own work, which must be on disk before the screen says so.
    public let isStrict: Bool
    public let writes: [RecordWrite]

    public init(expectedRevision: UInt64, isStrict: Bool, writes: [RecordWrite]) {
      self.expectedRevision = expectedRevision
      self.isStrict = isStrict
      self.writes = writes
    }
  }

  /// How a commit went.
  public enum CommitResult: Hashable, Sendable {
    case done
    /// Another tab was faster.
    case moved
    /// The store refused; this names the reason.
    case failed(String)
  }

  /// Whether the device saves what a person does.
  public enum Storage: Hashable, Sendable {
    case opening
    case open
    /// Nothing more is accepted until a commit succeeds.
    case failing(String)
  }

  public let space: SpaceID
  /// The one account that this space may be linked with; `nil` where any that signs in first may.
  let onlyAccount: AccountID?
  /// How many cells an action may have here: a larger change becomes several actions, saved in one commit.
  public let partLimit: Int
  /// What a person sees.
  public internal(set) var replica: Replica
  public private(set) var storage = Storage.opening
  var sync = Sync()
  var orders: [Order] = []
  var random: RandomBits

  /// The replica as the store has it.
  private(set) var kept: Replica
  private var revision: UInt64 = 0
  /// What is done in memory and not saved yet.
  private var queue: [Queued] = []
  private var committing: Committing?
  private(set) var isLoading = false
  /// The latest revision another tab reported since the store was last read.
  private var latestKnown: UInt64 = 0
  /// New numbers of this tab's actions, where another tab took the old ones.
  var renamed = Renaming()

  /// The store's revision when it was last read here, or once what is being written is saved.
  public var latestRevision: UInt64 { committing == nil ? revision : revision + 1 }

  private struct Queued: Sendable {
    var intent: Intent
    /// The names its actions got when it was last applied.
    var made: [Replica.Made]
  }

  private struct Committing: Sendable {
    let count: Int
    let replica: Replica
  }

  /// Opens a space; `device` is used if this device is new here.
  public init(
    space: SpaceID, device: DeviceID, random: RandomBits, account: AccountID? = nil,
    partLimit: Int = Action.cellLimit
  ) {
    self.space = space
    self.partLimit = partLimit
    onlyAccount = account
    self.random = random
    replica = Replica(device: device)
    kept = replica
    load()
  }

  /// What must be done outside, in order; each order is returned once.
  public mutating func takeOrders() -> [Order] {
    defer { orders = [] }
    return orders
  }

  /// How many actions the device has not saved yet.
  public var unkeptCount: Int { queue.count { $0.intent.isPersonal } }

  /// What the store will have once the commit under way is done.
  var onItsWay: Replica? { committing?.replica }

  /// Whether a person can change things.
  public var isWritable: Bool { storage == .open }

  // MARK: - The store

  private mutating func load() {
    isLoading = true
    // The answer covers everything until now, even if the store was erased after the notice.
    latestKnown = 0
    orders.append(.load(since: revision))
  }

  /// Takes what the store has: the changes since the requested revision, or everything if the store does not continue
  /// from that revision.
  public mutating func loaded(
    _ records: [Record], revision: UInt64, continuity: StoreContinuity = .continued, wall: Int64
  ) {
    isLoading = false
    if continuity == .continued, records.isEmpty, revision == self.revision, revision > 0,
      storage == .open
    {
      // The store is as this tab knows it.
      goOn(wall)
      return
    }
    let epoch = kept.head.epoch
    let obstacle =
      switch continuity {
      case .erased: recover(records)
      case .removed where self.revision > 0: beginAnew(records)
      default: readOn(records)
      }
    if let obstacle {
      // The readable part is shown and can be exported; nothing overwrites the rest. Another tab may remember the
      // missing part, so the store is read again.
      storage = .failing(obstacle)
      redoQueue()
      if continuity != .erased || self.revision == 0 {
        // This tab remembers nothing that the store lacks: it reads everything.
        self.revision = 0
        kept = Replica(device: kept.head.device)
      }
      orders.append(.wake(afterMilliseconds: Self.storageRetry))
      return
    }
    if revision != self.revision || continuity != .continued { dropRefusals() }
    self.revision = revision
    if kept.head.epoch != epoch {
      // Another tab found a store in another epoch: what was acknowledged before may be missing there, and an answer
      // still on its way comes from the old one.
      abandonRound()
    }
    // A store that was unreadable can be read now; one that accepts no writes is another matter.
    if storage == .opening || storage == .failing(Self.damaged) || queue.isEmpty { storage = .open }
    redoQueue()
    goOn(wall)
  }

  private mutating func goOn(_ wall: Int64) {
    keepNext()
    if latestKnown > revision, committing == nil {
      load()
    } else if sync.isWanted {
      startSync(wall)
    } else if sync.isHolder, sync.isPresent == true, replica.waitingCount > 0 {
      // Another tab has left something for the server.
      orders.append(.wake(afterMilliseconds: 500))
    }
  }

  /// A server's refusal of this tab's push means nothing once another tab has written, as that one may have pushed
  /// since.
  private mutating func dropRefusals() {
    for index in queue.indices {
      guard case .stampAnew(var refusal) = queue[index].intent else { continue }
      refusal.isOver = true
      queue[index].intent = .stampAnew(refusal)
    }
  }

  /// Reads what changed; returns why that is impossible, if so.
  private mutating func readOn(_ records: [Record]) -> String? {
    // Rows without a head are only part of the data, and nobody can tell whose.
    kept.take(records) && (kept.hasHead || records.isEmpty || revision > 0) ? nil : Self.damaged
  }

  /// The browser erased the store, wholly or partly: writes again what this tab had saved there, beside what another
  /// tab has started meanwhile. A tab that opens now remembers nothing, and writes what is left.
  private mutating func recover(_ records: [Record]) -> String? {
    let isNew = revision == 0
    var found = Replica(device: kept.head.device)
    guard found.take(records), found.hasHead || !isNew || records.isEmpty else {
      if isNew { kept = found }
      return Self.damaged
    }
    let lost = isNew ? found : kept
    if let owner = found.head.account, let own = lost.head.account, owner != own {
      // One person's data never goes to another.
      return Self.foreign
    }
    abandonRound()
    queue.removeAll { $0.intent.isOfRound }
    kept = found
    let intent = Intent.recover(lost, as: DeviceID(random.next()))
    queue.insert(Queued(intent: intent, made: lost.actions.map { Replica.Made($0) }), at: 0)
    return nil
  }

  /// A person removed the store: this tab must forget it, too.
  private mutating func beginAnew(_ records: [Record]) -> String? {
    abandonRound()
    queue = []
    kept = Replica(device: DeviceID(random.next()))
    return readOn(records)
  }

  /// The store could not be read.
  public mutating func loadFailed(_ reason: String) {
    isLoading = false
    storage = .failing(reason)
    orders.append(.wake(afterMilliseconds: Self.storageRetry))
  }

  /// Handles the result of the last commit; without the store's new revision it is the next one.
  public mutating func committed(_ result: CommitResult, revision: UInt64? = nil, wall: Int64) {
    guard let done = committing else { return }
    committing = nil
    switch result {
    case .done:
      self.revision = revision ?? self.revision + 1
      kept = done.replica
      queue.removeFirst(done.count)
      storage = .open
      keepNext()
      if queue.isEmpty { allKept(wall) }
    case .moved:
      load()
    case .failed(let reason):
      storage = .failing(reason)
      redoQueue()
      orders.append(.wake(afterMilliseconds: Self.storageRetry))
    }
  }

  /// Another tab has committed.
  public mutating func otherTabCommitted(revision: UInt64) {
    latestKnown = max(latestKnown, revision)
    guard revision > self.revision, committing == nil, !isLoading, storage == .open else { return }
    load()
  }

  private mutating func redoQueue() {
    let version = replica.version
    replica = kept
    replica.version = version + 1
    var renaming = Renaming()
    for index in queue.indices {
      queue[index].intent.rename(renaming)
      let made = replica.apply(&queue[index].intent).made
      renaming.note(queue[index].made, became: made)
      queue[index].made = made
    }
    renamed.follow(renaming)
  }

  mutating func keepNext() {
    guard committing == nil, !isLoading, !queue.isEmpty, storage != .opening else { return }
    let commit = Commit(
      expectedRevision: revision, isStrict: queue.contains { $0.intent.isPersonal },
      writes: replica.writes(in: space))
    replica.touched = Replica.Touched()
    committing = Committing(count: queue.count, replica: replica)
    orders.append(.commit(commit))
  }

  /// Does something in memory, and has it saved.
  @discardableResult
  mutating func perform(_ intent: Intent) -> Replica.Outcome {
    defer { keepNext() }
    return performPart(intent)
  }

  /// Does a part of something large in memory. The caller then has all parts saved in one commit by ``keepNext()``, so
  /// that a page closed meanwhile has saved all or nothing.
  mutating func performPart(_ intent: Intent) -> Replica.Outcome {
    var intent = intent
    let outcome = replica.apply(&intent)
    if intent.isPersonal { for made in outcome.made { renamed.forget(made.ordinal) } }
    queue.append(Queued(intent: intent, made: outcome.made))
    return outcome
  }

  /// Whether everything is saved.
  public var isAllKept: Bool { queue.isEmpty }

  /// Retries what failed or was waiting.
  public mutating func wake(wall: Int64) {
    if case .failing(let reason) = storage {
      guard !reason.hasSameBytes(as: Self.foreign), committing == nil, !isLoading else { return }
      if queue.isEmpty || revision == 0 { load() } else { keepNext() }
      return
    }
    sync.refusal = nil
    look(wall: wall)
  }

  /// Checks that the store is still as this tab knows it, then syncs: a browser may erase it at any time without
  /// notice.
  public mutating func look(wall: Int64) {
    guard storage == .open, committing == nil, !isLoading, queue.isEmpty, revision > 0 else {
      return startSync(wall)
    }
    sync.isWanted = true
    load()
  }

  private static let storageRetry: Int64 = 5_000
  /// A record that cannot be read.
  public static let damaged = "DamagedRecord"
  /// The store was erased, and belongs to another account now.
  public static let foreign = "OtherAccount"
}

extension Intent {
  /// Whether it tells how far a round of sync got with the rows and actions of that time.
  fileprivate var isOfRound: Bool {
    switch self {
    case .send, .pulled, .enterEpoch, .setAside: true
    default: false
    }
  }

  /// Whether it is a person's own work.
  var isPersonal: Bool {
    switch self {
    case .edit, .revert, .adopt, .recover: true
    default: false
    }
  }
}
