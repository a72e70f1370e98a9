import Ledger

/// What happens between the owner and somebody with access: at any time the owner restricts or ends it, and
/// whatever the guest then pulls or pushes, they must hold nothing that they may not see, and change nothing.
extension World {
  mutating func meetGuest() {
    guard hasAccount else { return }
    // In the middle of something is the best time to end the access.
    if guest.isPulling, guest.random.once(in: 4) { return changeGrant() }
    switch guest.random.below(16) {
    case 0..<2: changeGrant()
    case 2..<4: changePrivacy()
    case 4..<9: guestPulls(pages: 1)
    case 9..<12: guestPulls(pages: 64)
    case 12..<14: guestWrites()
    default: guestAttacks()
    }
  }

  // MARK: - The owner

  private mutating func changeGrant() {
    if guest.grant != nil, guest.random.once(in: 3) {
      tally.note(guest.isPulling ? .revokedBetweenPages : .revoked)
      tell("the owner ends the guest's access")
      guest.grant = nil
    } else {
      let role: [Role] = [.reader, .commenter, .editor]
      var grant = Grant(role[guest.random.below(3)])
      if guest.random.once(in: 3) { grant.kinds = [Self.kind] }
      if guest.random.once(in: 6) { grant.kinds = [.remark] }
      if guest.random.once(in: 3) { grant.since = now - Int64(guest.random.below(200_000)) }
      if guest.random.once(in: 4) {
        grant.expiry = serverNow + Int64(guest.random.below(40_000))
      }
      tally.note(.grantChanged)
      tell {
        "the owner gives the guest access as \($0.words(grant.role))"
          + (grant.kinds.map { " to \($0.count) kind" } ?? "")
          + (grant.since.map { " since \($0)" } ?? "")
          + (grant.expiry.map { " until \($0)" } ?? "")
      }
      guest.grant = grant
    }
    server.give(guest.grant)
  }

  /// A row becomes private, or no longer private.
  private mutating func changePrivacy() {
    let device = guest.random.below(devices.count)
    guard devices[device].awayUntil <= now else { return }
    let tab = guest.random.below(devices[device].tabs.count)
    let replica = devices[device].tabs[tab].keeper.replica
    let row = rows[guest.random.below(rows.count)]
    guard let known = replica[row], known.life != .purged,
      devices[device].tabs[tab].keeper.isWritable
    else { return }
    let isPrivate = known.value(.privacy) == .bool(true)
    if !isPrivate { tally.note(.madePrivate) }
    let edit = Edit(row, Self.kind, .privacy, .bool(!isPrivate))
    _ = devices[device].tabs[tab].keeper.edit(
      "Edit", [edit], wall: wall(device), draft: nil)
    tell { "device \(device), tab \(tab): \($0.words([edit]))" }
    carryOut(device, messages: guest.random.below(12))
  }

  // MARK: - The guest

  private mutating func guestPulls(pages: Int) {
    for _ in 0..<pages where oracle.violation == nil {
      var page = server.guestPull(
        guest.since, schedule.guestReach, schedule.pageLimit, serverNow)
      if schedule.hasCodec, let bare = page { page = recoded(bare) }
      let isLetIn = guest.grant.map { !isOver($0) } ?? false
      oracle.check(
        (page != nil) == isLetIn, "a guest is \(isLetIn ? "refused" : "served") against the grant")
      guard let page else { return guest.deleteCopy() }
      tell {
        "the guest receives cells \(page.from)-\(page.to)\(page.hasMore ? " and more" : ""): "
          + page.cells.map($0.oracle.words).joined(separator: ", ")
      }
      checkPage(page)
      if page.hasMore, page.to - page.from >= schedule.guestReach { tally.note(.guestViewEnded) }
      guard guest.random.below(64) >= schedule.messageFaults else {
        // The page is lost; occasionally the pull is abandoned.
        if guest.random.once(in: 2) { guest.interrupt() }
        tally.note(.guestInterrupted)
        return
      }
      if guest.take(page) { return checkGuest() }
    }
  }

  /// No page has a cell of a row that the guest may not see at that moment.
  private mutating func checkPage(_ page: PullPage) {
    for cell in page.cells {
      oracle.check(isInView(cell.row), "a guest is sent a row that they may not see")
    }
  }

  /// A guest who has everything has exactly what they may see.
  private mutating func checkGuest() {
    var expected = 0
    for cell in oracle.truth.cells.values where !isPurge(cell) && isInView(cell.row) {
      expected += 1
      let words = oracle.words(cell)
      oracle.check(guest.cells[cell.key] == cell, "a guest lacks a cell they may see: \(words)")
    }
    let held = guest.cells.values.count { !isPurge($0) }
    oracle.check(held == expected, "a guest holds a row that they may not see")
  }

  /// The guest changes what they may, based on what they have seen; occasionally while the permission
  /// changes.
  private mutating func guestWrites() {
    guard let grant = guest.grant, grant.role == .editor else { return }
    let seen = guest.cells.values.filter { $0.kind == Self.kind && $0.cell.field != .life }
      .sorted { $0.key < $1.key }
    guard !seen.isEmpty else { return }
    let target = seen[guest.random.below(seen.count)]
    let life = guest.cells[CellKey(target.row, .life)].map { Life($0.cell.value) } ?? .alive
    guard target.cell.field != .privacy, life != .purged else { return }
    let value = oracle.newValue(
      at: target.key, seen: oracle.number(target), sawTrash: life == .trashed)
    let time = max(HybridTime(milliseconds: serverNow), target.cell.stamp.time.next, guest.lastTime)
    guest.lastTime = time.next
    let cell = Cell(field: target.cell.field, stamp: Stamp(time, Guest.device), value: value)
    let change = Change(
      RowCell(row: target.row, kind: Self.kind, cell: cell), base: target.cell.stamp)
    let before = server.header()
    let push = Push(
      epoch: before.epoch, cursor: guest.since, pulledAt: serverNow, changes: [change])
    let mayWrite = !isOver(grant) && isInView(target.row)
    let reply = server.guestPush(push, serverNow)
    tell {
      "the guest writes \($0.oracle.words(change.cell)): \(reply.map { "\($0.status)" } ?? "nothing")"
    }
    guard let reply, reply.status == .ok else {
      oracle.check(server.header() == before, "a guest was refused, but the server changed")
      return
    }
    oracle.check(mayWrite, "a guest wrote something without permission")
    judge(push, reply, since: before.lastSequence)
  }

  /// The guest attempts what the grant does not allow.
  private mutating func guestAttacks() {
    let before = server.header()
    let standing = oracle.truth.cells.values.filter { !isPurge($0) }.sorted { $0.key < $1.key }
    guard !standing.isEmpty else { return }
    let target = standing[guest.random.below(standing.count)]
    var cell = Cell(
      field: target.cell.field, stamp: Stamp(HybridTime(milliseconds: serverNow), Guest.device),
      value: .text("not mine"))
    let canEdit = guest.grant.map { $0.role == .editor && !isOver($0) } ?? false
    var mayChange = canEdit && isInView(target.row)
    var base = target.cell.stamp
    var changes: [Change] = []
    switch guest.random.below(7) {
    case 6:
      // A permitted change must not smuggle a forbidden one past the check.
      let allowed = standing.first {
        $0.kind == Self.kind && Self.fields.contains($0.cell.field) && isInView($0.row)
      }
      if let allowed, canEdit {
        let cell = Cell(field: allowed.cell.field, stamp: cell.stamp, value: cell.value)
        changes.append(
          Change(RowCell(row: allowed.row, kind: Self.kind, cell: cell), base: allowed.cell.stamp))
      }
      cell = Cell(field: .privacy, stamp: cell.stamp, value: .bool(false))
      mayChange = false
    case 4:
      // The guest claims to have seen a time that nobody has written: what follows it could not be changed
      // again.
      let latest =
        standing.filter { $0.row == target.row }
        .map { $0.cell.stamp.time.milliseconds }.max() ?? 0
      base = Stamp(
        HybridTime(milliseconds: max(latest, serverNow) + Horizon.history),
        target.cell.stamp.device)
      cell.stamp = Stamp(base.time.next, Guest.device)
      mayChange = false
    case 5:
      // Another value under a known stamp would push the owner's out of history.
      cell.stamp = target.cell.stamp
      mayChange = false
    case 0:
      cell = Cell(field: .life, stamp: cell.stamp, value: Life.purged.value)
      mayChange = false
    case 1:
      cell = Cell(field: .privacy, stamp: cell.stamp, value: .bool(false))
      mayChange = false
    default: break
    }
    // What an editor may do is not an attack.
    guard !mayChange else { return }
    changes.append(
      Change(RowCell(row: target.row, kind: target.kind, cell: cell), base: base))
    let push = Push(
      epoch: before.epoch, cursor: before.lastSequence + UInt64(guest.random.below(3)),
      pulledAt: 0, isOffer: guest.random.once(in: 4), changes: changes)
    let reply = server.guestPush(push, serverNow)
    tally.note(.guestRefused)
    oracle.check(
      reply.map { $0.status == .forbidden && !$0.held.contains(true) } ?? true,
      "a guest's push was not refused")
    oracle.check(server.header() == before, "a guest changed something without permission")
  }

  private func words(_ role: Role) -> String {
    switch role {
    case .reader: "reader"
    case .commenter: "commenter"
    case .editor: "editor"
    case .owner: "owner"
    }
  }

  /// At the end the guest has exactly what they may see.
  mutating func guestRests() {
    guest.interrupt()
    guestPulls(pages: 20_000)
  }

  // MARK: - The naive rule

  private func isPurge(_ cell: RowCell) -> Bool {
    cell.cell.field == .life && Life(cell.cell.value) == .purged
  }

  private func isOver(_ grant: Grant) -> Bool {
    grant.expiry.map { $0 <= serverNow } ?? false
  }

  /// Whether the guest may see a row in its present state: defined here again, so that the ledger's own rule
  /// does not judge itself.
  private func isInView(_ row: RowID) -> Bool {
    guard let grant = guest.grant, !isOver(grant) else { return false }
    for cell in oracle.truth.cells.values where cell.row == row {
      if cell.kind == .conflict { return false }
      if cell.cell.field == .privacy, cell.cell.value != .bool(false), cell.cell.value != .null {
        return false
      }
      if let kinds = grant.kinds, !kinds.contains(cell.kind) { return false }
      if let since = grant.since {
        if cell.cell.stamp.time.milliseconds < since { return false }
        if case .instant(let moment, _) = cell.cell.value, moment < since { return false }
      }
    }
    return true
  }
}
