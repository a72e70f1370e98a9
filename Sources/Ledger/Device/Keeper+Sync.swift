extension Keeper {
  // MARK: - What the outside sees

  /// Whether a server keeps this space as well.
  public var hasServer: Bool { replica.head.account != nil }

  /// When the server last answered, by this device's clock.
  public var lastContact: Int64? { sync.lastContact }
  /// Whether the last request failed.
  public var isOutOfReach: Bool { sync.failureCount > 0 }

  /// Whether nobody who may sync this space is signed in: until then everything stays here.
  public var isSignedOut: Bool { sync.isSignedOut }

  /// Who is signed in instead of the account this space belongs to; none of it is sent to them.
  public var otherAccount: AccountID? { sync.otherAccount }

  /// Why the server accepts nothing more, if so.
  public var refusal: PushReply.Status? { sync.refusal }

  /// How often this device's digest differed from the server's; it then repairs itself.
  public var mismatchCount: Int { sync.mismatchCount }

  // MARK: - What the outside says

  /// Whether this tab is the one that talks to the server.
  public mutating func setHolder(_ isHolder: Bool, wall: Int64) {
    if !isHolder || !sync.isHolder { sync.hasMarked = false }
    sync.isHolder = isHolder
    // A tab that closed may have saved something last without telling anybody.
    if isHolder { return look(wall: wall) }
    rest()
    forgetSession()
  }

  /// Whether the device believes that it has a network.
  public mutating func setOnline(_ isOnline: Bool, wall: Int64) {
    sync.isOnline = isOnline
    sync.failureCount = 0
    if isOnline { startSync(wall) }
  }

  /// Whether somebody is looking at this device: then the server is asked to tell what is new as soon as it has it.
  public mutating func setWatching(_ isWatching: Bool) {
    sync.isWatching = isWatching
    if isWatching { sync.hasWatches = true }
  }

  /// Syncs now: the person came back, left a field or asked for it.
  public mutating func syncNow(wall: Int64) {
    sync.failureCount = 0
    look(wall: wall)
  }

  /// Somebody signed in or out: asks the server again who it is.
  public mutating func sessionChanged(wall: Int64) {
    rest()
    forgetSession()
    sync.isPresent = nil
    sync.refusal = nil
    sync.hasWatches = true
    syncNow(wall: wall)
  }

  /// The account was erased, and with it the server's data: what is here belongs to this device alone.
  public mutating func accountErased(_ account: AccountID, wall: Int64) {
    perform(.unlink(account))
    sessionChanged(wall: wall)
  }

  private mutating func forgetSession() {
    sync.isSignedOut = false
    sync.otherAccount = nil
  }

  /// Something changed: syncs soon, or later while someone types.
  mutating func edited(_ wall: Int64, isTyping: Bool) {
    if sync.isPresent == true || replica.head.account != nil {
      guard sync.failureCount == 0 else { return }
      orders.append(.wake(afterMilliseconds: isTyping ? 5_000 : 500))
    } else if replica.waitingCount >= Self.aloneLimit {
      perform(.confirm)
    }
  }

  /// Handles the answer to a request.
  public mutating func answered(_ number: UInt64, _ answer: ServerAnswer, wall: Int64) {
    guard number == sync.number else { return }
    let phase = sync.phase
    if case .watching(let staged) = phase, isNothingNew(answer, after: staged, wall) { return }
    switch answer {
    case .unreachable:
      sync.phase = .idle
      retryLater()
      return
    case .refused:
      sync.phase = .idle
      signedOut()
      return
    default:
      sync.lastContact = wall
    }
    sync.phase = .idle
    switch (phase, answer) {
    case (.asking, .now(let time)): heard(time, wall)
    case (.pushing(let ordinals), .push(let reply)): pushed(ordinals, reply, wall)
    case (.pulling(let staged), .page(let page)), (.watching(let staged), .page(let page)):
      pulled(staged, page, wall)
    case (.offering(let offering), .push(let reply)): offered(offering, reply, wall)
    case (.comparing, .digest(let digest)): compared(digest, wall)
    default: retryLater()
    }
  }

  /// Handles an answer to a watch that says nothing of the data; `false` if it does, or if there is no server.
  private mutating func isNothingNew(
    _ answer: ServerAnswer, after staged: Sync.Staged, _ wall: Int64
  ) -> Bool {
    let lasted = wall - sync.began
    switch answer {
    case .refused:
      // A server without watches, or one that nobody is signed in to any more: a pull will tell.
      sync.hasWatches = false
    case .unreachable where lasted >= Self.proxyPatience:
      // Something on the way ends what stays open for long. Only if the next request fails as well is there no server.
      break
    case .page(let page) where lasted < 1_000 && page.to == staged.to && page.cells.isEmpty:
      // A server that holds nothing open must not be asked without a rest.
      sync.lastContact = wall
      sync.phase = .idle
      orders.append(.wake(afterMilliseconds: Self.poll))
      return true
    default:
      return false
    }
    sync.phase = .idle
    startSync(wall)
    return true
  }

  // MARK: - One round

  /// Starts a round: pushes pending actions, then pulls, until nothing is left.
  mutating func startSync(_ wall: Int64) {
    guard sync.isHolder, sync.isOnline else { return }
    // The server lets go of the old request as soon as it hears of anything newer.
    if case .watching = sync.phase { rest() }
    guard case .idle = sync.phase, isWritable, isAllKept, !isLoading else {
      sync.isWanted = true
      return
    }
    sync.isWanted = false
    sync.isRepairing = false
    guard sync.isPresent == true, sync.hasTime else {
      sync.phase = .asking
      send(.now, wall)
      return
    }
    let through = lastWaiting
    if let through, sync.refusal == nil {
      if through > replica.head.sentThrough || !sync.hasMarked {
        sync.phase = .marking
        perform(.send(through: through))
      } else {
        push(wall)
      }
    } else {
      pullOn(wall)
    }
  }

  /// Continues once everything is saved.
  mutating func allKept(_ wall: Int64) {
    switch sync.phase {
    case .marking:
      sync.phase = .idle
      sync.hasMarked = true
      push(wall)
    case .entering:
      sync.phase = .idle
      pullOn(wall)
    case .settling(let digest, let isSame):
      sync.phase = .idle
      settled(digest, isSame, wall)
    case .idle, .watching:
      if sync.isWanted { startSync(wall) }
    default:
      break
    }
  }

  private mutating func send(_ request: ServerRequest, _ wall: Int64) {
    sync.number += 1
    sync.began = wall
    orders.append(.send(number: sync.number, request))
  }

  private mutating func rest() {
    sync.phase = .idle
    sync.number += 1
  }

  /// Discards what this round learnt about a store, and starts another.
  mutating func abandonRound() {
    sync.acknowledged = []
    sync.gone = []
    sync.refused = [:]
    if case .idle = sync.phase { return }
    rest()
    sync.isWanted = true
  }

  /// Retries after 1, 2, 4 … 300 seconds, with some jitter.
  private mutating func retryLater() {
    sync.failureCount += 1
    let seconds = min(Int64(1) << Int64(min(sync.failureCount - 1, 9)), 300)
    let spread = Int64(random.below(601)) - 300
    orders.append(.wake(afterMilliseconds: seconds * (1_000 + spread)))
  }

  // MARK: - The time

  private mutating func heard(_ time: ServerTime, _ wall: Int64) {
    measure(time.now, wall)
    sync.hasTime = true
    guard let account = time.account else { return signedOut() }
    sync.isSignedOut = false
    if let own = replica.head.account ?? onlyAccount, own != account {
      // One person's data never goes to another.
      sync.isPresent = false
      sync.otherAccount = account
      retryLater()
      return
    }
    sync.otherAccount = nil
    sync.isPresent = true
    if replica.head.account == nil { perform(.link(account)) }
    startSync(wall)
  }

  /// This device has no account on the server: a space without an account continues alone, one with an account waits.
  private mutating func signedOut() {
    sync.isPresent = false
    sync.otherAccount = nil
    sync.isSignedOut = replica.head.account != nil
    if replica.head.account == nil, replica.waitingCount > 0 { perform(.confirm) }
    retryLater()
  }

  /// Measures how far ahead the server's clock is, if the answer came fast enough to tell.
  private mutating func measure(_ now: Int64, _ wall: Int64) {
    let trip = wall - sync.began
    guard (0...10_000).contains(trip), (0...HybridTime.lastMilliseconds).contains(now) else {
      return
    }
    let offset = now - (sync.began + trip / 2)
    let change = offset - replica.head.clock.offset
    if abs(change) > trip + 1_000 { perform(.setOffset(offset)) }
  }

  // MARK: - Pushing

  private var lastWaiting: UInt64? {
    replica.actions.last { $0.isWaiting && !sync.isAnswered($0.ordinal) }?.ordinal
  }

  private mutating func push(_ wall: Int64) {
    var changes: [Change] = []
    var ordinals: [UInt64] = []
    var size = 0
    var isOffer: Bool?
    for action in replica.actions
    where action.isWaiting && !sync.isAnswered(action.ordinal) {
      guard action.ordinal <= replica.head.sentThrough, isOffer ?? action.isOffer == action.isOffer
      else { break }
      for step in action.steps { size += 80 + step.change.cell.cell.value.encoded.count }
      let isFull = changes.count + action.steps.count > Push.changeLimit || size > Self.pushSize
      if isFull, !changes.isEmpty { break }
      isOffer = action.isOffer
      changes += action.steps.map { $0.change }
      ordinals.append(action.ordinal)
    }
    guard !ordinals.isEmpty else {
      pullOn(wall)
      return
    }
    sync.phase = .pushing(ordinals: ordinals)
    let head = replica.head
    send(
      .push(
        Push(
          epoch: head.epoch, cursor: head.cursor, pulledAt: head.pulledAt,
          isOffer: isOffer ?? false, changes: changes)), wall)
  }

  private mutating func pushed(_ ordinals: [UInt64], _ reply: PushReply, _ wall: Int64) {
    if reply.status != .clock { measure(reply.now, wall) }
    switch reply.status {
    case .ok where ordinals.isEmpty:
      retryLater()
    case .ok:
      sync.failureCount = 0
      sync.clockRefusals = 0
      sync.acknowledged.formUnion(ordinals)
      sync.gone.formUnion(reply.gone)
      startSync(wall)
    case .clock:
      stampAnew(ordinals, reply, wall)
    case .epoch:
      offerEverything(to: reply.epoch, wall)
    case .reset:
      beginAnew(reply.epoch, wall)
    case .forbidden where setAside(ordinals, reply):
      sync.failureCount = 0
      sync.clockRefusals = 0
      sync.gone.formUnion(reply.gone)
      startSync(wall)
    case .quota, .forbidden, .tooOldSchema:
      sync.refusal = reply.status
      retryLater()
    }
  }

  /// Records which actions the server accepted, and which cells of the others it has no room for; `false` if the reply
  /// is not about them.
  private mutating func setAside(_ ordinals: [UInt64], _ reply: PushReply) -> Bool {
    var place = 0
    var refused: [UInt64: Set<CellKey>] = [:]
    for ordinal in ordinals {
      guard let steps = replica.action(ordinal)?.steps, place + steps.count <= reply.held.count
      else { return false }
      for step in steps {
        if !reply.held[place] { refused[ordinal, default: []].insert(step.change.key) }
        place += 1
      }
    }
    guard place == reply.held.count, !refused.isEmpty else { return false }
    sync.acknowledged.formUnion(ordinals.filter { refused[$0] == nil })
    for (ordinal, cells) in refused { sync.refused[ordinal] = cells }
    return true
  }

  private mutating func stampAnew(_ ordinals: [UInt64], _ reply: PushReply, _ wall: Int64) {
    guard isAllKept else {
      // Unsaved actions may be applied again after another tab's work, and then get new stamps that are unknown to
      // later edits based on them. The server is asked again once everything is saved.
      sync.isWanted = true
      return
    }
    sync.clockRefusals += 1
    guard sync.clockRefusals < 5, (0...HybridTime.lastMilliseconds).contains(reply.now) else {
      sync.clockRefusals = 0
      retryLater()
      return
    }
    var held: Set<UInt64> = sync.acknowledged
    var place = 0
    for ordinal in ordinals {
      let count = replica.action(ordinal)?.steps.count ?? 0
      let end = min(place + count, reply.held.count)
      if place < end, reply.held[place..<end].allSatisfy({ $0 }) { held.insert(ordinal) }
      place = end
    }
    let trip = wall - sync.began
    let middle = (0...10_000).contains(trip) ? sync.began + trip / 2 : wall
    perform(
      .stampAnew(
        ClockRefusal(
          offset: reply.now - middle, wall: wall, held: held, waiting: replica.waiting)))
    sync.acknowledged = held
    startSync(wall)
  }

  // MARK: - Pulling

  /// Pulls what came after this device's cursor.
  private mutating func pullOn(_ wall: Int64) {
    let head = replica.head
    pull(Sync.Staged(from: head.cursor, epoch: head.epoch, isReplacing: false), wall)
  }

  private mutating func pull(_ staged: Sync.Staged, _ wall: Int64) {
    sync.phase = .pulling(staged)
    send(.pull(since: staged.to), wall)
  }

  private mutating func pulled(_ staged: Sync.Staged, _ page: PullPage, _ wall: Int64) {
    measure(page.now, wall)
    let head = replica.head
    var staged = staged
    if page.epoch != staged.epoch {
      guard replica.shadow.isEmpty, staged.to == 0, staged.cells.isEmpty else {
        offerEverything(to: page.epoch, wall)
        return
      }
      // There is nothing to offer: the device starts from here.
      sync.acknowledged = []
      staged.epoch = page.epoch
    }
    // A device that starts empty has missed nothing, even if its pages are old; unless it slept between two of them
    // until rows purged meanwhile were forgotten.
    let began = staged.began ?? page.now
    staged.began = began
    guard !page.isReset || staged.from == 0 && page.now - began < Horizon.history else {
      beginAnew(page.epoch, wall)
      return
    }
    guard page.from == staged.to else {
      retryLater()
      return
    }
    guard page.to >= page.from else {
      // The store knows less than it once sent: it is an old copy. A push tells it so.
      sync.phase = .pushing(ordinals: [])
      let push = Push(
        epoch: head.epoch, cursor: head.cursor, pulledAt: head.pulledAt, changes: [])
      send(.push(push), wall)
      return
    }
    staged.cells += page.cells
    staged.to = page.to
    if page.hasMore {
      pull(staged, wall)
      return
    }
    let isNews = !staged.cells.isEmpty || staged.to != head.cursor || staged.isReplacing
    if isNews || !sync.acknowledged.isEmpty || !sync.refused.isEmpty
      || abs(page.now - head.pulledAt) > Horizon.day
    {
      perform(
        .pulled(
          Pulled(
            over: head.epoch, cells: staged.cells, cursor: staged.to, epoch: page.epoch,
            now: page.now, wall: wall,
            isReplacing: staged.isReplacing, confirmed: sync.acknowledged, gone: sync.gone,
            refused: sync.refused)))
    }
    sync.acknowledged = []
    sync.gone = []
    sync.refused = [:]
    // Another tab that also believed it was the one that syncs may have pulled further meanwhile.
    let isElsewhere = replica.head.cursor != page.to
    sync.phase = .settling(
      digest: page.digest, isSame: isElsewhere || replica.shadow.digest.total == page.digest)
    if isAllKept { allKept(wall) }
  }

  private mutating func settled(_ digest: UInt64, _ isSame: Bool, _ wall: Int64) {
    if isSame {
      sync.isRepairing = false
      if lastWaiting != nil { startSync(wall) } else { finishRound(wall) }
    } else if sync.isRepairing || sync.unrepaired == digest {
      // One failed repair is enough until the server's digest changes.
      sync.isRepairing = false
      sync.unrepaired = digest
      finishRound(wall)
    } else {
      sync.mismatchCount += 1
      sync.phase = .comparing
      send(.digest, wall)
    }
  }

  private mutating func finishRound(_ wall: Int64) {
    sync.failureCount = 0
    if sync.isWanted {
      startSync(wall)
    } else if sync.isWatching, sync.hasWatches {
      let head = replica.head
      sync.phase = .watching(
        Sync.Staged(from: head.cursor, epoch: head.epoch, isReplacing: false))
      send(.watch(since: head.cursor), wall)
      orders.append(.wake(afterMilliseconds: Self.watchPatience))
    } else {
      orders.append(.wake(afterMilliseconds: Self.poll))
    }
  }

  // MARK: - A store in another epoch, or one that differs

  /// Offers every confirmed cell, even if a change to it is pending: the server may lack both.
  private mutating func offerEverything(to epoch: Epoch, _ wall: Int64) {
    sync.acknowledged = []
    sync.gone = []
    sync.refused = [:]
    let shadow = replica.shadow
    offerNext(
      Sync.Offering(
        epoch: epoch, cells: shadow.cells, digest: shadow.digest.total, isRepair: false), wall)
  }

  /// Offers the cells of the buckets that differ, then starts over.
  private mutating func compared(_ digest: SpaceDigest, _ wall: Int64) {
    let wrong = Set(digest.differences(from: replica.shadow.digest))
    let cells = replica.shadow.cells.filter { wrong.contains(SpaceDigest.bucket(of: $0.row)) }
    offerNext(
      Sync.Offering(
        epoch: replica.head.epoch, cells: cells, digest: replica.shadow.digest.total,
        isRepair: true), wall)
  }

  private mutating func offerNext(_ offering: Sync.Offering, _ wall: Int64) {
    guard offering.next < offering.cells.count else {
      if !offering.refused.isEmpty { perform(.setAside(offering.refused)) }
      if offering.isRepair {
        // Nothing is recorded until everything is here: an interrupted repair starts again.
        beginAnew(offering.epoch, wall)
        sync.isRepairing = true
      } else {
        sync.phase = .entering
        perform(.enterEpoch(offering.epoch, offered: offering.digest))
      }
      return
    }
    let head = replica.head
    // A cursor means nothing in another epoch: the store would conclude that it is an old copy.
    let cursor = head.epoch == offering.epoch ? head.cursor : 0
    let changes = part(of: offering).map { Change($0, base: nil) }
    sync.phase = .offering(offering)
    send(
      .push(
        Push(
          epoch: offering.epoch, cursor: cursor, pulledAt: head.pulledAt, isOffer: true,
          changes: changes)), wall)
  }

  private func part(of offering: Sync.Offering) -> ArraySlice<RowCell> {
    var end = offering.next
    var size = 0
    while end < offering.cells.count, end - offering.next < Push.changeLimit {
      size += 64 + offering.cells[end].cell.value.encoded.count
      if size > Self.pushSize, end > offering.next { break }
      end += 1
    }
    return offering.cells[offering.next..<end]
  }

  private mutating func offered(
    _ offering: Sync.Offering, _ reply: PushReply, _ wall: Int64
  ) {
    switch reply.status {
    case .ok:
      offerNext(offering.going(on: part(of: offering).endIndex), wall)
    case .forbidden where reply.held.count == part(of: offering).count:
      var offering = offering
      let part = part(of: offering)
      offering.refused += zip(part, reply.held).filter { !$1 }.map { $0.0 }
      offerNext(offering.going(on: part.endIndex), wall)
    case .epoch: offerEverything(to: reply.epoch, wall)
    case .reset: beginAnew(reply.epoch, wall)
    default:
      sync.refusal = reply.status
      retryLater()
    }
  }

  /// Pulls everything again; pending actions are kept.
  private mutating func beginAnew(_ epoch: Epoch, _ wall: Int64) {
    sync.acknowledged = []
    sync.gone = []
    sync.refused = [:]
    pull(Sync.Staged(from: 0, epoch: epoch, isReplacing: true), wall)
  }

  // MARK: - Sizes

  /// How many actions may be pending on a device without a server before it confirms them.
  static let aloneLimit = 200
  private static let pushSize = 900_000
  /// How often a device asks that nobody is looking at.
  private static let poll: Int64 = 30_000
  /// After how long without an answer a watch is given up; servers answer within 50 seconds.
  private static let watchPatience: Int64 = 75_000
  /// A watch that ends without an answer after this time was ended by something on the way, not by a missing server.
  private static let proxyPatience: Int64 = 5_000
}
