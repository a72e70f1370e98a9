/// Keeps one space on one device: what a person does is seen at once, then kept in the device's store, then
/// synced with a server.
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
    /// Writes records if the revision is still that; answered by ``committed(_:wall:)``.
    case commit(Commit)
    /// Asks the server; answered by ``answered(_:_:wall:)``.
    case send(number: UInt64, ServerRequest)
    /// Calls ``wake(wall:)`` after so many milliseconds, instead of an earlier such order.
    case wake(afterMilliseconds: Int64)
  }

  /// What the store is to write, all of it or nothing.
  public struct Commit: Hashable, Sendable {
    public let expectedRevision: UInt64
    /// Whether it is a person's own work, which must be on the disk before the screen says so.
    public let isStrict: Bool
    public let writes: [RecordWrite]
  }

  /// How a commit went.
  public enum CommitResult: Hashable, Sendable {
    case done
    /// Another tab was faster.
    case moved
    /// The store refused, for a reason that has this name.
    case failed(String)
  }

  /// Whether the device keeps what a person does.
  public enum Storage: Hashable, Sendable {
    case opening
    case open
    /// Nothing more is taken in until a commit succeeds.
    case failing(String)
  }

  public let space: SpaceID
  /// The one account that this space may be linked with; `nil` where any that signs in first may.
  let onlyAccount: AccountID?
  /// What a person sees.
  public internal(set) var replica: Replica
  public private(set) var storage = Storage.opening
  var sync = Sync()
  var orders: [Order] = []
  var random: RandomBits

  /// The replica as the store has it.
  private(set) var kept: Replica
  private var revision: UInt64 = 0
  /// What is done in memory and not kept yet.
  private var queue: [Queued] = []
  private var committing: Committing?
  private var isLoading = false
  /// The latest revision that another tab told of.
  private var latestKnown: UInt64 = 0
  /// What actions of this tab are called now, where another tab took their numbers.
  var renamed = Renaming()

  private struct Queued: Sendable {
    var intent: Intent
    /// The names that its actions had when it was last done.
    var made: [Replica.Made]
  }

  private struct Committing: Sendable {
    let count: Int
    let replica: Replica
  }

  /// Opens a space; `device` is used if this device has not been here before.
  public init(
    space: SpaceID, device: DeviceID, random: RandomBits, account: AccountID? = nil
  ) {
    self.space = space
    onlyAccount = account
    self.random = random
    replica = Replica(device: device)
    kept = replica
    load()
  }

  /// What is to be done outside, in order; each is handed out once.
  public mutating func takeOrders() -> [Order] {
    defer { orders = [] }
    return orders
  }

  /// How many actions the device has not kept yet.
  public var unkeptCount: Int { queue.count { $0.intent.isPersonal } }

  /// What the store has once the commit that is under way is done.
  var onItsWay: Replica? { committing?.replica }

  /// Whether a person can change things.
  public var isWritable: Bool { storage == .open }

  // MARK: - The store

  private mutating func load() {
    isLoading = true
    orders.append(.load(since: revision))
  }

  /// Takes in what the store has.
  public mutating func loaded(_ records: [Record], revision: UInt64, wall: Int64) {
    isLoading = false
    let epoch = kept.head.epoch
    let isWhole = kept.take(records)
    self.revision = revision
    guard isWhole else {
      // What can be read is shown and can be exported; nothing is written over the rest.
      storage = .failing(Self.damaged)
      redoQueue()
      return
    }
    if kept.head.epoch != epoch {
      // Another tab met a store in another life: what was acknowledged before may be missing there, and an
      // answer that is still on its way comes from the old one.
      abandonRound()
    }
    // A store that could not be read at first can be read now; one that takes nothing is another matter.
    if storage == .opening || queue.isEmpty { storage = .open }
    redoQueue()
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

  /// The store could not be read.
  public mutating func loadFailed(_ reason: String) {
    isLoading = false
    storage = .failing(reason)
    orders.append(.wake(afterMilliseconds: Self.storageRetry))
  }

  /// Takes in how the last commit went; without word of the store's new revision it is the next.
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
      renamed.note(queue[index].made, became: made)
      queue[index].made = made
    }
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

  /// Does something in memory, and has it kept.
  @discardableResult
  mutating func perform(_ intent: Intent) -> Replica.Outcome {
    var intent = intent
    let outcome = replica.apply(&intent)
    queue.append(Queued(intent: intent, made: outcome.made))
    keepNext()
    return outcome
  }

  /// Whether everything is kept.
  var isAllKept: Bool { queue.isEmpty }

  /// Tries again what failed or was waiting.
  public mutating func wake(wall: Int64) {
    if case .failing(let reason) = storage {
      guard !reason.hasSameBytes(as: Self.damaged), committing == nil, !isLoading else { return }
      if queue.isEmpty { load() } else { keepNext() }
      return
    }
    sync.refusal = nil
    startSync(wall)
  }

  private static let storageRetry: Int64 = 5_000
  private static let damaged = "DamagedRecord"
}

extension Intent {
  /// Whether it is a person's own work.
  var isPersonal: Bool {
    switch self {
    case .edit, .revert, .adopt: true
    default: false
    }
  }
}
