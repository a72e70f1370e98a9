import Ledger

/// Carries out the orders of keepers: their stores and the network, with everything that goes wrong there.
extension World {
  /// A request or an answer in transit.
  struct Message: Sendable {
    let device: Int
    /// The tab that asked; it may be gone by the time an answer comes.
    let tab: Int
    let number: UInt64
    var content: Content
    /// When the server lets go of it, if it is held.
    var heldUntil: Int64?
    /// What the server had when it sent its digest.
    var truth: Truth?

    enum Content: Sendable {
      case request(ServerRequest)
      case answer(ServerAnswer)
    }
  }

  /// Carries out a device's orders until none is left, or `limit` messages were sent.
  mutating func carryOut(_ device: Int, messages limit: Int) {
    var left = limit
    var count = 0
    while oracle.violation == nil {
      count += 1
      letGo()
      guard count < 10_000 else { return oracle.fail("device \(device) does not come to rest") }
      var isBusy = false
      for tab in devices[device].tabs.indices {
        collect(device, tab)
        if !devices[device].tabs[tab].storeOrders.isEmpty,
          isCalm || random.below(8) < schedule.eagerness
        {
          runStore(device, tab)
          isBusy = true
        }
      }
      if left > 0, let place = messages.firstIndex(where: { $0.device == device }) {
        left -= 1
        deliver(messages.remove(at: place))
        isBusy = true
      }
      guard isBusy else { return }
    }
  }

  mutating func collect(_ device: Int, _ tab: Int) {
    for order in devices[device].tabs[tab].keeper.takeOrders() {
      switch order {
      case .load, .commit: devices[device].tabs[tab].storeOrders.append(order)
      case .send(let number, let request):
        devices[device].tabs[tab].repair = nil
        devices[device].tabs[tab].comparing = request == .digest ? number : nil
        messages.append(
          Message(
            device: device, tab: devices[device].tabs[tab].number, number: number,
            content: .request(request)))
      case .wake(let wait): devices[device].tabs[tab].wakesAt = now + wait
      }
    }
  }

  // MARK: - The store

  private mutating func runStore(_ device: Int, _ tab: Int) {
    let order = devices[device].tabs[tab].storeOrders.removeFirst()
    let isFaulty = !isCalm && random.below(64) < schedule.storeFaults
    now += Int64(random.below(5))
    switch order {
    case .load(let since):
      if isFaulty {
        tally.note(.loadFailed)
        tell("device \(device), tab \(tab): the store cannot be read")
        devices[device].tabs[tab].keeper.loadFailed("UnknownError")
        return
      }
      if devices[device].tabs[tab].keeper.unkeptCount > 0 || devices[device].hasLostStore {
        noteRace(device, tab)
      }
      let store = devices[device].store
      let (records, continuity) = store.load(since: since)
      if continuity != .continued { devices[device].tabs[tab].commitsAnew() }
      devices[device].tabs[tab].keeper.loaded(
        records, revision: store.revision, continuity: continuity, wall: wall(device))
    case .commit(let commit):
      if isFaulty { return failCommit(commit, device, tab) }
      guard let revision = commitRecords(commit, device, tab) else {
        tally.note(.tabsRaced)
        noteRace(device, tab)
        devices[device].tabs[tab].keeper.committed(.moved, wall: wall(device))
        return
      }
      devices[device].tabs[tab].keeper.committed(.done, revision: revision, wall: wall(device))
      checkKept(device, tab)
      notify(device, except: tab)
    default: break
    }
  }

  /// What a tab did without knowing what another had saved.
  private mutating func noteRace(_ device: Int, _ tab: Int) {
    let kept = stored(device)
    // A tab that slept until a purge was forgotten does to its row what it was about to do.
    for key in devices[device].tabs[tab].keeper.unkeptCells
    where oracle.forgottenRows.contains(key.row) { oracle.sharedRows.insert(key.row) }
    guard kept?.head.epoch ?? Epoch.none == Epoch.none else { return }
    var keys: Set<CellKey> = []
    for action in devices[device].tabs[tab].keeper.replica.actions {
      let known = kept?.action(action.ordinal)?.steps.map { $0.change } ?? []
      for step in action.steps where !known.contains(step.change) { keys.insert(step.change.key) }
    }
    // What a store has lost meets what another tab has restarted it with.
    for cell in devices[device].tabs[tab].keeper.replica.shadow.cells
    where devices[device].hasLostStore && kept?[cell.row]?.cell(cell.cell.field) != cell.cell {
      keys.insert(cell.key)
    }
    let told = keys.sorted().map { "\(name($0.row)).\($0.field.number & 0xFF)" }
    tell("device \(device), tab \(tab): another tab saved something meanwhile, beside \(told)")
    oracle.racedAlone(in: devices[device].store.number, at: keys)
  }

  private mutating func failCommit(_ commit: Keeper.Commit, _ device: Int, _ tab: Int) {
    switch random.below(3) {
    case 0:
      tally.note(.deviceFull)
      tell("device \(device), tab \(tab): a commit fails")
      devices[device].tabs[tab].keeper.committed(.failed("QuotaExceededError"), wall: wall(device))
      devices[device].tabs[tab].commitsAnew()
    case 1:
      tally.note(.crashedBeforeCommit)
      reopen(device, tab)
    default:
      if commitRecords(commit, device, tab) != nil {
        tally.note(.crashedAfterCommit)
        notify(device, except: tab)
      }
      reopen(device, tab)
    }
  }

  private mutating func commitRecords(
    _ commit: Keeper.Commit, _ device: Int, _ tab: Int
  ) -> UInt64? {
    let old = devices[device].tabs[tab].largeChanges.isEmpty ? nil : stored(device)
    guard let revision = devices[device].store.commit(commit, now: now) else { return nil }
    var saved: [CellKey: [Value]] = [:]
    for write in commit.writes {
      guard case .put(let name, let bytes) = write else { continue }
      if devices[device].hasLostStore, case .page(let rows)? = (try? Frame(bytes: bytes))?.body {
        oracle.kept(rows, in: devices[device].store.number)
      }
      guard name.utf8.first == UInt8(ascii: "a") else { continue }
      guard let frame = try? Frame(bytes: bytes), case .action(let action) = frame.body else {
        oracle.fail("a device saved an action that cannot be read")
        continue
      }
      oracle.kept(action, in: devices[device].store.number)
      // What is set aside is saved as well: a server that has silently lost a row leaves no other place for it.
      for step in action.steps + action.lost {
        saved[step.change.key, default: []].append(step.change.cell.cell.value)
      }
      checkSetAside(by: action)
      // What was not saved as set aside before the store was erased is pending once more, and goes where its row
      // went.
      guard action.isWaiting else { continue }
      for tab in devices[device].tabs.indices {
        devices[device].tabs[tab].setAside.subtract(action.steps.map { $0.change.key })
      }
    }
    checkLargeChanges(saved, after: commit.expectedRevision, over: old, device, tab)
    return revision
  }

  /// A change of several actions is saved with all of them or none, apart from what has no place any more.
  private mutating func checkLargeChanges(
    _ saved: [CellKey: [Value]], after revision: UInt64, over old: Replica?, _ device: Int,
    _ tab: Int
  ) {
    let changes = devices[device].tabs[tab].largeChanges
    devices[device].tabs[tab].largeChanges = []
    for large in changes {
      let change = large.values
      let there = change.filter { saved[$0.key, default: []].contains($0.value) }
      guard !there.isEmpty, revision >= large.since else {
        devices[device].tabs[tab].largeChanges.append(large)
        continue
      }
      let missing = change.keys.filter { key in
        there[key] == nil && !oracle.everPurged.contains(key.row)
          && view(device, tab)[key.row].map { $0.cells.count < Row.cellLimit } ?? true
      }
      guard !missing.isEmpty else { continue }
      // Another tab may have purged the row meanwhile, or written the same value before: it is not written again, and
      // something later may replace it at once.
      let kept = stored(device)
      let lost = missing.filter { key in
        let row = kept?[key.row]
        return row?.life != .purged && row?.value(key.field) != change[key]
          && old?[key.row]?.value(key.field) != change[key]
      }
      guard let key = lost.min() else { continue }
      let cell = "\(name(key.row)).\(key.field.number & 0xFF)"
      oracle.fail(
        "half a change is saved: \(there.count) of \(change.count) cells, but not \(cell)")
    }
  }

  /// Only changes to a row that somebody erased, or that is full, are set aside. What a server, or part of the store,
  /// has silently lost looks the same. A conflict's row is erased by whoever settles it.
  private mutating func checkSetAside(by action: Action) {
    let excuses: [Fault] = [.rowFilled, .serverCopiedBack, .storePartlyErased]
    guard shadowless.isEmpty, excuses.allSatisfy({ tally.count(of: $0) == 0 }) else { return }
    for step in action.lost where step.change.cell.kind != .conflict {
      let key = step.change.key
      let cell = "\(name(key.row)).\(key.field.number & 0xFF)"
      oracle.check(
        oracle.everPurged.contains(key.row),
        "a change of \(cell) is set aside, although nobody erased its row")
    }
  }

  /// When a tab says that everything is saved, a tab that opens now sees the same.
  private mutating func checkKept(_ device: Int, _ tab: Int) {
    let keeper = devices[device].tabs[tab].keeper
    guard keeper.isAllKept, devices[device].hasLostStore || random.once(in: 64) else { return }
    guard let stored = stored(device) else {
      return oracle.fail("device \(device) says that everything is saved in an unreadable store")
    }
    oracle.checkSame(keeper.replica, stored)
  }

  /// Notifies the other tabs, or not: such notices are not guaranteed.
  private mutating func notify(_ device: Int, except tab: Int) {
    for other in devices[device].tabs.indices where other != tab {
      if !isCalm, random.once(in: 8) {
        tally.note(.noticeLost)
      } else {
        devices[device].tabs[other].keeper.otherTabCommitted(
          revision: devices[device].store.revision)
      }
    }
  }

  // MARK: - The network

  /// Any message is delivered, out of turn.
  mutating func deliverAny() {
    guard !messages.isEmpty else { return }
    let place = random.below(messages.count)
    if place > 0 { tally.note(.reordered) }
    let message = messages.remove(at: place)
    deliver(message)
    carryOut(message.device, messages: 0)
  }

  private mutating func deliver(_ message: Message) {
    now += Int64(1 + random.below(120))
    switch message.content {
    case .request(let request): deliver(request, message)
    case .answer(let answer): hand(answer, message)
    }
  }

  private mutating func deliver(_ request: ServerRequest, _ message: Message) {
    guard devices[message.device].isOnline else { return hand(.unreachable, message) }
    if case .watch(let since) = request, message.heldUntil == nil,
      server.header().lastSequence <= since
    {
      var message = message
      message.heldUntil = now + 50_000
      held.append(message)
      return
    }
    let isFaulty = !isCalm && random.below(64) < schedule.messageFaults
    if isFaulty {
      switch random.below(5) {
      case 0:
        tally.note(.requestLost)
        return hand(.unreachable, message)
      case 1:
        // The device gives up, and the request still arrives at some time.
        tally.note(.reordered)
        messages.append(message)
        return hand(.unreachable, message)
      case 2:
        tally.note(.truncated)
        if schedule.hasCodec { checkTruncated(request) }
        return hand(.unreachable, message)
      case 3:
        tally.note(.duplicated)
        messages.append(message)
      default:
        tally.note(.replyLost)
        if case .pull(let since) = request, since > 0 { tally.note(.pageInterrupted) }
        _ = serve(request, message.device)
        return hand(.unreachable, message)
      }
    }
    var reply = message
    reply.content = .answer(serve(request, message.device))
    if case .digest = request { reply.truth = oracle.truth }
    if !isCalm, random.once(in: 4) {
      messages.append(reply)
    } else {
      messages.insert(reply, at: 0)
    }
  }

  /// Releases held requests: something is new, or they have waited long enough.
  private mutating func letGo() {
    guard !held.isEmpty else { return }
    let last = server.header().lastSequence
    for place in held.indices.reversed() {
      guard case .request(.watch(let since)) = held[place].content,
        last > since || now >= held[place].heldUntil ?? 0
      else { continue }
      messages.append(held.remove(at: place))
    }
  }

  private mutating func hand(_ answer: ServerAnswer, _ message: Message) {
    let device = message.device
    guard let tab = devices[device].tabs.firstIndex(where: { $0.number == message.tab }) else {
      return
    }
    tell { "device \(device), tab \(tab) receives \($0.words(answer)) to \(message.number)" }
    hand(answer, knowing: message.truth, to: tab, message.number, device)
  }

  // MARK: - The server

  private mutating func serve(_ request: ServerRequest, _ device: Int) -> ServerAnswer {
    let request = schedule.hasCodec ? recoded(request) : request
    let answer: ServerAnswer
    switch request {
    case .now:
      if !hasAccount, random.once(in: 2) { return .refused }
      answer = .now(ServerTime(now: serverNow, account: hasAccount ? .onlyOwner : nil))
    case .push(let push):
      guard hasAccount else { return .refused }
      answer = .push(take(push, device))
    case .pull(let since), .watch(let since):
      guard hasAccount else { return .refused }
      tally.pulls += 1
      answer = .page(server.pull(since, schedule.pageLimit, serverNow))
    case .digest:
      guard hasAccount else { return .refused }
      answer = .digest(server.header().digest)
    }
    return schedule.hasCodec ? recoded(answer) : answer
  }

  private mutating func take(_ push: Push, _ device: Int) -> PushReply {
    let header = server.header()
    if isServerFull, !isCalm {
      tally.note(.serverFull)
      return PushReply(
        status: .quota, epoch: header.epoch, sequence: header.lastSequence, now: serverNow)
    }
    tally.pushes += 1
    var push = push
    push.sender = UInt64(devices[device].store.number) + 1
    let reply = server.push(push, serverNow)
    tell { world in
      "device \(device) \(push.isOffer ? "offers" : "pushes") \(push.changes.count) cells: "
        + "\(world.words(reply.status)), \(reply.sequence): "
        + push.changes.map { change in
          world.oracle.words(change.cell)
            + (change.base.map { " on \($0.time.milliseconds)+\($0.time.counter)" } ?? "")
        }.joined(separator: ", ")
        + (reply.held.contains(false) ? ", of which the server has \(reply.held.count { $0 })" : "")
    }
    if reply.status == .reset, push.isOffer {
      // A device that was away past the horizon starts over even with a restored server, which may lack what only
      // this device still had. The two disasters together are not provided for.
      shadowless.insert(device)
      forgiveWhatIsNowhere()
    }
    oracle.check(
      reply.status != .ok || push.epoch != header.epoch || push.cursor <= header.lastSequence,
      "a store that is an old copy accepted a push from a device that has seen more")
    if reply.status == .forbidden {
      judgeTakenPart(of: push, reply, since: header.lastSequence)
      return reply
    }
    guard reply.status == .ok else {
      if reply.status == .clock {
        oracle.noteRefused(push)
        oracle.checkHeld(push, reply, server.history)
      }
      checkRefusal(push, reply, header)
      return reply
    }
    judge(push, reply, since: header.lastSequence)
    if random.once(in: 8) { replay(push) }
    lastPushes.append(push)
    if lastPushes.count > 8 { lastPushes.removeFirst() }
    return reply
  }

  /// A refused push changes nothing, unless it shows that the store is an old copy: then the store starts another
  /// epoch, however little it lacks.
  private mutating func checkRefusal(_ push: Push, _ reply: PushReply, _ before: SpaceHeader) {
    let after = server.header()
    guard push.epoch == before.epoch, push.cursor > before.lastSequence else {
      return oracle.check(after == before, "a push was refused, but the server changed")
    }
    lastPushes = []
    forgetMoments()
    var expected = before
    expected.epoch = after.epoch
    oracle.check(
      reply.status == .epoch && reply.epoch == after.epoch && after.epoch != before.epoch
        && after == expected, "a store that is an old copy did not start another epoch")
  }

  /// What a full row has no room for is refused; the rest of a push is accepted like any other.
  private mutating func judgeTakenPart(of push: Push, _ reply: PushReply, since: UInt64) {
    oracle.checkRefused(push, reply)
    var (part, answer) = (push, reply)
    part.changes = zip(push.changes, reply.held).filter { $0.1 }.map { $0.0 }
    answer.held = part.changes.map { _ in true }
    judge(part, answer, since: since)
  }

  mutating func judge(_ push: Push, _ reply: PushReply, since: UInt64) {
    var news: [RowCell] = []
    var next = since
    while true {
      let page = server.pull(next, 100_000, serverNow)
      news += page.cells
      next = page.to
      guard page.hasMore else { break }
    }
    oracle.judge(push, reply, news: news, now: serverNow)
    if random.once(in: 16) {
      oracle.check(
        server.header().digest == oracle.truth.digest,
        "the server's digest does not match its cells")
    }
    tally.conflicts += UInt64(news.count { $0.cell.field == .conflictSettled })
    lookBack(since: since)
  }

  /// Occasionally records what the server has, to query it again after other things have happened.
  private mutating func lookBack(since: UInt64) {
    let header = server.header()
    let begun = serverNow / 60_000
    if begun > minute, minutes.count < 4 { minutes[begun * 60_000] = since }
    minute = begun
    if random.once(in: 12), let moment = minutes.keys.min() {
      let expected = minutes.removeValue(forKey: moment)
      let sequence = server.sequence(moment, serverNow)
      oracle.check(
        sequence == nil || sequence == expected,
        "the server gives the wrong last number for a moment")
    }
    if random.once(in: 12) {
      moments[header.lastSequence] = oracle.truth.cells
    } else if random.once(in: 12), let sequence = moments.keys.min() {
      let then = moments.removeValue(forKey: sequence) ?? [:]
      oracle.checkPast(server.past(sequence), then, sequence)
    }
  }

  /// The server is a different one, or has forgotten.
  mutating func forgetMoments() {
    moments = [:]
    minutes = [:]
  }

  /// A push that was accepted once changes nothing when it comes again, whatever came in between.
  private mutating func replay(_ push: Push) {
    let before = server.header()
    let again =
      random.once(in: 2) || lastPushes.isEmpty
      ? push : lastPushes[random.below(lastPushes.count)]
    let reply = server.push(again, serverNow)
    oracle.check(
      reply.status == .ok && server.header() == before, "a push that came twice changed something")
  }

  private func words(_ answer: ServerAnswer) -> String {
    switch answer {
    case .now: "the time"
    case .push(let reply): words(reply.status)
    case .page(let page): "cells \(page.from)-\(page.to)\(page.hasMore ? " and more" : "")"
    case .digest: "the digest"
    case .unreachable: "nothing"
    case .refused: "no"
    }
  }

  private func words(_ status: PushReply.Status) -> String {
    switch status {
    case .ok: "ok"
    case .clock: "clock"
    case .epoch: "epoch"
    case .reset: "reset"
    case .quota: "quota"
    case .forbidden: "forbidden"
    case .tooOldSchema: "too old"
    }
  }

  // MARK: - Encoding

  /// A request after being encoded and decoded.
  private mutating func recoded(_ request: ServerRequest) -> ServerRequest {
    guard case .push(let push) = request else { return request }
    let frame = Frame(space: Self.space, .push(push))
    guard let again = try? Frame(bytes: frame.bytes), again == frame,
      case .push(let push) = again.body
    else {
      oracle.fail("a push changes when it is encoded and decoded")
      return request
    }
    return .push(push)
  }

  private mutating func recoded(_ answer: ServerAnswer) -> ServerAnswer {
    let body: Frame.Body
    switch answer {
    case .now(let time): body = .now(time)
    case .push(let reply): body = .pushReply(reply)
    case .page(let page): body = .pull(page)
    case .digest(let digest): body = .digest(digest)
    case .unreachable, .refused: return answer
    }
    let frame = Frame(space: Self.space, body)
    guard let again = try? Frame(bytes: frame.bytes), again == frame else {
      oracle.fail("an answer changes when it is encoded and decoded")
      return answer
    }
    switch again.body {
    case .now(let time): return .now(time)
    case .pushReply(let reply): return .push(reply)
    case .pull(let page): return .page(page)
    case .digest(let digest): return .digest(digest)
    default: return .unreachable
    }
  }

  /// A page after being encoded and decoded.
  mutating func recoded(_ page: PullPage) -> PullPage {
    guard case .page(let page) = recoded(.page(page)) else { return page }
    return page
  }

  /// A truncated or damaged frame is refused.
  private mutating func checkTruncated(_ request: ServerRequest) {
    guard case .push(let push) = request else { return }
    // Separate random numbers, so that a schedule runs the same way without encoding.
    var random = RandomBits(seed: schedule.seed, tally.count(of: .truncated))
    var bytes = Frame(space: Self.space, .push(push)).bytes
    if random.once(in: 2) {
      bytes.removeLast(1 + random.below(bytes.count))
    } else {
      bytes[random.below(bytes.count)] ^= 1 << UInt8(random.below(8))
    }
    oracle.check((try? Frame(bytes: bytes)) == nil, "damaged bytes were accepted as a push")
  }
}
