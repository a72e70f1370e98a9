import HTTP
import Ledger
import Server
import Storage
import Testing

/// Every endpoint of a space, asked by everybody in every state of his grant: nobody is answered what is not for
/// him.
@Suite struct GrantMatrixTests {
  /// Who asks.
  enum Asking: CaseIterable {
    case owner, editor, commenter, reader
    /// Signed in, and never let in anywhere.
    case noRole
    /// Let into another's space.
    case stranger
    case signedOut

    var role: Role? {
      switch self {
      case .editor: .editor
      case .commenter: .commenter
      case .reader: .reader
      case .owner, .noRole, .stranger, .signedOut: nil
      }
    }
  }

  /// What is so with the grant, or with the row that is asked for.
  enum State: CaseIterable {
    case valid, expired, revoked, otherKinds, beforeSince, privateRow

    var isInForce: Bool { self != .expired && self != .revoked }
  }

  enum Call: CaseIterable {
    case pull, pullByPages, watch, digest, history, at
    case edit, editWithAnother, purge, makePrivate, makePublic, remark, offer
    case list, give, revoke, erasedPlace
  }

  /// What an answer has to be.
  enum Expected {
    case all, shown, taken, refused, notThere, signedOut
  }

  private static func expected(_ asking: Asking, _ state: State, _ call: Call) -> Expected {
    if asking == .signedOut { return .signedOut }
    if call == .erasedPlace { return .notThere }
    if asking == .owner { return .all }
    guard let role = asking.role, state.isInForce else { return .notThere }
    let isTargetShown = state == .valid
    return switch call {
    case .pull, .pullByPages, .watch, .digest: .shown
    case .history, .at, .offer, .list, .give, .revoke, .erasedPlace: .notThere
    case .edit where role == .editor: isTargetShown ? .taken : .refused
    case .remark where role != .reader: .taken
    case .edit, .editWithAnother, .purge, .makePrivate, .makePublic, .remark:
      role == .reader ? .notThere : .refused
    }
  }

  // MARK: - The space

  private static let plain = RowID.numbered(1)
  private static let secret = RowID.numbered(2)
  private static let ofOtherKind = RowID.numbered(3)
  private static let earlier = RowID.numbered(4)
  private static let rows = [plain, secret, ofOtherKind, earlier]

  private static func target(_ state: State) -> RowID {
    switch state {
    case .valid, .expired, .revoked: plain
    case .otherKinds: ofOtherKind
    case .beforeSince: earlier
    case .privateRow: secret
    }
  }

  private static func kind(_ row: RowID) -> KindID { row == ofOtherKind ? .piece : .note }

  /// The rows that a grant in that state shows.
  private static func shown(_ state: State) -> Set<RowID> {
    switch state {
    case .valid, .privateRow: [plain, ofOtherKind, earlier]
    case .otherKinds: [plain, earlier]
    case .beforeSince: [plain, ofOtherKind]
    case .expired, .revoked: []
    }
  }

  private struct Case {
    let desk: SyncDesk
    let asking: Asking
    let state: State
    let asker: SyncDesk.Asker
    let guest: SyncDesk.Person
  }

  private func makeCase(_ asking: Asking, _ state: State) throws -> Case {
    let desk = try SyncDesk()
    for row in Self.rows {
      let isEarlier = row == Self.earlier
      let values: [(FieldID, Value)] =
        [(FieldID(9), .text("first words")), (FieldID(10), .text("more"))]
        + (row == Self.secret ? [(.privacy, .bool(true))] : [])
      _ = try desk.push(desk.changes(row, of: Self.kind(row), values, at: isEarlier ? -1_000 : 0))
      // So that there is a history.
      _ = try desk.push(
        desk.changes(
          row, of: Self.kind(row), [(FieldID(9), .text("words"))], at: isEarlier ? -500 : 1))
    }
    let guest = try desk.person("a guest")
    let other = try desk.person("another")
    if let role = asking.role {
      try desk.letIn(
        guest,
        Grant(
          role, kinds: state == .otherKinds ? [.note, .remark] : nil,
          since: state == .beforeSince ? SyncDesk.now : nil,
          expiry: state == .expired ? SyncDesk.now : nil))
      if state == .revoked {
        _ = try desk.store.revokeGrant(of: guest.account, in: SyncDesk.owned)
      }
    }
    if asking == .stranger {
      let place = Place(other.account, .own(of: other.account))
      _ = try desk.store.give(Grant(.editor), label: "g", in: place, to: guest.account)
    }
    let asker: SyncDesk.Asker =
      switch asking {
      case .owner: .owner
      case .signedOut: .nobody
      default: guest.asker
      }
    return Case(desk: desk, asking: asking, state: state, asker: asker, guest: guest)
  }

  // MARK: - Asking

  private func ask(_ call: Call, in one: Case) throws -> Response {
    let desk = one.desk
    let row = Self.target(one.state)
    let kind = Self.kind(row)
    func push(_ changes: [Change], to call: String = "push") throws -> Response {
      try desk.push(changes, to: call, as: one.asker)
    }
    let edit = desk.changes(row, of: kind, [(FieldID(9), .text("mine"))], at: 2, by: 2)
    switch call {
    case .pull: return desk.ask(.get, desk.path("pull?since=0"), as: one.asker)
    case .pullByPages: return desk.ask(.get, desk.path("pull?since=0&bytes=1"), as: one.asker)
    case .watch: return desk.ask(.get, desk.path("watch?since=0"), as: one.asker)
    case .digest: return desk.ask(.get, desk.path("digest"), as: one.asker)
    case .history: return desk.ask(.get, desk.path("history?rid=\(row.bits.hex)"), as: one.asker)
    case .at:
      let last = try desk.store.latestSequence(of: SyncDesk.owned)
      return desk.ask(.get, desk.path("at?seq=\(last)"), as: one.asker)
    case .edit: return try push(edit)
    case .editWithAnother:
      // One action in two rows, of which one is private: neither half is taken.
      let hidden = desk.changes(
        Self.secret, [(FieldID(9), .text("mine"))], at: 2, by: 2)
      return try push(edit + hidden)
    case .purge: return try push(desk.changes(row, of: kind, [(.life, Life.purged.value)], at: 2))
    case .makePrivate:
      return try push(desk.changes(row, of: kind, [(.privacy, .bool(true))], at: 2))
    case .makePublic:
      return try push(desk.changes(row, of: kind, [(.privacy, .bool(false))], at: 2))
    case .remark:
      return try push(
        desk.changes(.numbered(99), of: .remark, [(FieldID(9), .text("well played"))], at: 2, by: 2)
      )
    case .offer: return try push(edit, to: "offer")
    case .list: return desk.ask(.get, desk.path("grants"), as: one.asker)
    case .give:
      return desk.tell(
        [
          .init("account", .string(String(repeating: "0a", count: 16))),
          .init("name", .string("a friend")), .init("role", .string("editor")),
        ], to: "grants", as: one.asker)
    case .revoke:
      return desk.tell(
        [.init("account", .string(one.guest.account.bits.hex))], to: "grants/revoke",
        as: one.asker)
    case .erasedPlace:
      return desk.ask(.get, Self.nowhere("pull?since=0"), as: one.asker)
    }
  }

  private static func nowhere(_ call: String) -> String {
    let nobody = AccountID(Bits128(high: 404, low: 404))
    return "/v1/s/\(nobody.bits.hex)/\(SpaceID.own(of: nobody).bits.hex)/\(call)"
  }

  /// What a refusal says, without the number of the request.
  private func words(_ response: Response, _ desk: SyncDesk) throws -> [String?] {
    let error = try desk.json(in: response)["error"]
    return [error?["code"]?.string, error?["message"]?.string, response.headers["Content-Type"]]
  }

  /// Why an answer is wrong, if it is.
  private func fault(
    _ response: Response, to call: Call, _ expected: Expected, in one: Case, before: SpaceHeader
  ) throws -> String? {
    let desk = one.desk
    let after = try desk.store.header(of: SyncDesk.owned)
    let grants = try desk.store.grants(in: SyncDesk.owned)
    let isUntouched = after == before
    switch expected {
    case .signedOut:
      return response.status == .unauthorized && isUntouched ? nil : "\(response.status)"
    case .notThere:
      let absent = desk.ask(.get, Self.nowhere("pull?since=0"), as: one.asker)
      guard response.status == .notFound, isUntouched, grants.count <= 1,
        try words(response, desk) == words(absent, desk)
      else { return "\(response.status), not as if nothing were there" }
      return nil
    case .refused:
      let reply = try desk.reply(in: response)
      return reply.status == .forbidden && !reply.held.contains(true) && isUntouched
        ? nil : "\(reply.status), and \(isUntouched ? "nothing" : "something") changed"
    case .taken:
      let reply = try desk.reply(in: response)
      return reply.status == .ok && reply.held == [true] && !isUntouched ? nil : "\(reply.status)"
    case .shown:
      return try leak(response, Self.shown(one.state), in: one)
    case .all:
      guard response.status == .ok else { return "\(response.status)" }
      let isFrame = response.headers["Content-Type"] == Frame.mediaType
      guard isFrame, case .pushReply(let reply) = try desk.frame(of: response).body else {
        return nil
      }
      return reply.status == .ok && !reply.held.contains(false) ? nil : "\(reply.status)"
    }
  }

  /// Why an answer tells less or more than of these rows.
  private func leak(
    _ response: Response, _ shown: Set<RowID>, in one: Case
  ) throws -> String? {
    let state = try one.desk.store.state(
      of: SyncDesk.owned, asOf: .max, after: nil, byteLimit: 1 << 20
    ).cells
    let cells = state.filter { shown.contains($0.row) }
    var digest = SpaceDigest()
    for cell in cells { digest.add(cell) }
    switch try one.desk.frame(of: response).body {
    case .pull(let page):
      guard Set(page.cells).isSubset(of: Set(cells)) else { return "cells of hidden rows" }
      guard page.view != 0 else { return "no view" }
      if page.hasMore { return page.digest == 0 ? nil : "a digest too early" }
      return page.cells.count == cells.count && page.digest == digest.total ? nil : "too little"
    case .digest(let found): return found == digest ? nil : "another digest"
    default: return "something else"
    }
  }

  @Test func nobodyIsAnsweredWhatIsNotForHim() throws {
    var count = 0
    var wrong = 0
    for asking in Asking.allCases {
      for state in State.allCases {
        let reading = try makeCase(asking, state)
        for call in Call.allCases {
          // What changes something has a space of its own.
          let isChanging = ![.pull, .pullByPages, .digest, .history, .at, .list]
            .contains(call)
          let one =
            isChanging && asking.role != nil || asking == .owner && isChanging
            ? try makeCase(asking, state) : reading
          let before = try one.desk.store.header(of: SyncDesk.owned)
          let response = try ask(call, in: one)
          let fault = try fault(
            response, to: call, Self.expected(asking, state, call), in: one, before: before)
          count += 1
          if let fault {
            wrong += 1
            Issue.record("\(asking), \(state), \(call): \(fault)")
          }
        }
      }
    }
    #expect(count == Asking.allCases.count * State.allCases.count * Call.allCases.count)
    print("answered to the wrong person: \(wrong) of \(count)")
  }

  /// Files are their owner's: whoever was let into his space gets none of them.
  @Test func filesAreTheirOwners() throws {
    let desk = try BlobDesk()
    let bytes = [UInt8]("RIFF".utf8) + [36, 0, 0, 0] + [UInt8]("WAVEfmt ".utf8)
    let name = try #require(BlobName(hex: SHA256.digest(of: bytes).hex))
    _ = try desk.store.admit(
      Blob(
        account: .number(1), name: name, byteCount: Int64(bytes.count), mimeType: "audio/wav",
        state: .ready, receivedAt: BlobDesk.now), within: BlobQuota())
    let place = Place(.number(1), .own(of: .number(1)))
    let absent = desk.ask(
      .get, "/v1/b/\(String(repeating: "0b", count: 32))", as: 2)
    for role in [Role.reader, .commenter, .editor] {
      _ = try desk.store.give(Grant(role), label: "a guest", in: place, to: .number(2))
      let answer = desk.ask(.get, "/v1/b/\(name.hex)", as: 2)
      #expect(answer.status == .notFound && absent.status == .notFound)
      #expect(answer.headers["Content-Length"] == absent.headers["Content-Length"])
    }
  }

  // MARK: - In the middle of a pull

  private func deskWithRows(_ count: UInt64) throws -> (SyncDesk, SyncDesk.Person) {
    let desk = try SyncDesk()
    for number in 1...count {
      _ = try desk.push(
        desk.changes(
          .numbered(number), of: number % 2 == 0 ? .note : .piece,
          [(FieldID(9), .text(String(repeating: "word ", count: 60)))], at: Int64(number)))
    }
    return (desk, try desk.person("a guest"))
  }

  private func page(
    _ since: UInt64, _ desk: SyncDesk, _ guest: SyncDesk.Person
  ) throws -> PullPage? {
    let answer = desk.ask(.get, desk.path("pull?since=\(since)&bytes=1024"), as: guest.asker)
    guard answer.status == .ok else {
      #expect(answer.status == .notFound)
      return nil
    }
    guard case .pull(let page) = try desk.frame(of: answer).body else {
      throw SyncDesk.Unexpected()
    }
    return page
  }

  @Test func revokedBetweenPages() throws {
    let (desk, guest) = try deskWithRows(20)
    try desk.letIn(guest, Grant(.reader))
    let first = try #require(try page(0, desk, guest))
    #expect(first.hasMore)
    let revoked = desk.tell(
      [.init("account", .string(guest.account.bits.hex))], to: "grants/revoke")
    #expect(revoked.status == .ok)
    #expect(try page(first.to, desk, guest) == nil)
    // Let in again, with less: it is another view, so that what was pulled goes.
    try desk.letIn(guest, Grant(.reader, kinds: [.note]))
    let again = try #require(try page(first.to, desk, guest))
    #expect(again.view != first.view)
    #expect(again.cells.allSatisfy { $0.kind == .note })
  }

  @Test func everyChangeOfWhatIsSeenIsAnotherView() throws {
    let (desk, guest) = try deskWithRows(6)
    var views: Set<UInt64> = []
    func expectAnotherView(_ what: String) throws {
      let page = try #require(try desk.pages(as: guest.asker).last)
      #expect(views.insert(page.view).inserted, "\(what)")
    }
    for grant in [
      Grant(.editor), Grant(.reader), Grant(.reader, kinds: [.note, .piece]),
      Grant(.reader, kinds: [.note]), Grant(.reader, since: SyncDesk.now),
      Grant(.reader, since: SyncDesk.now + 3), Grant(.reader, expiry: SyncDesk.now + 1_000),
      Grant(.reader, expiry: SyncDesk.now + 500), Grant(.reader),
    ] {
      try desk.letIn(guest, grant)
      try expectAnotherView("\(grant)")
    }
    let row = RowID.numbered(2)
    _ = try desk.push(desk.changes(row, [(.privacy, .bool(true))], at: 50))
    try expectAnotherView("a row became private")
    _ = try desk.push(desk.changes(row, [(.privacy, .bool(false))], at: 51))
    try expectAnotherView("a row is private no more")
    try desk.letIn(guest, Grant(.reader, since: SyncDesk.now))
    try expectAnotherView("since a moment")
    _ = try desk.push(desk.changes(row, [(FieldID(11), .day(1))], at: 52))
    try expectAnotherView("a row was dated back")
    // What changes nothing for him leaves his view as it is.
    let before = try #require(try desk.pages(as: guest.asker).last)
    try desk.letIn(guest, Grant(.reader, since: SyncDesk.now))
    _ = try desk.push(
      desk.changes(.numbered(50), [(.privacy, .bool(true)), (FieldID(9), .null)], at: 53))
    _ = try desk.push(desk.changes(.numbered(4), [(FieldID(9), .text("anew"))], at: 54))
    _ = try desk.push(desk.changes(.numbered(50), [(.life, Life.purged.value)], at: 55))
    let after = try #require(try desk.pages(since: before.to, as: guest.asker).last)
    #expect(after.view == before.view)
    #expect(Set(after.cells.map(\.row)) == [.numbered(4), .numbered(50)])
    #expect(try desk.digest(as: guest.asker).total == after.digest)
    // Nothing new is told from memory, with the same digest.
    let idle = try #require(try desk.pages(since: after.to, as: guest.asker).last)
    #expect(idle.digest == after.digest && idle.cells.isEmpty && idle.view == after.view)
  }

  @Test func aRowBecomesPrivateBetweenPages() throws {
    let (desk, guest) = try deskWithRows(20)
    try desk.letIn(guest, Grant(.reader))
    let first = try #require(try page(0, desk, guest))
    let row = try #require(first.cells.first?.row)
    _ = try desk.push(desk.changes(row, of: .piece, [(.privacy, .bool(true))], at: 100))
    let second = try #require(try page(first.to, desk, guest))
    #expect(second.view != first.view)
    let all = try desk.pages(bytes: 1_024, as: guest.asker).flatMap(\.cells)
    #expect(!all.contains { $0.row == row })
    #expect(Set(all.map(\.row)).count == 19)
  }

  /// What tells of a conflict holds the value that lost: it is the owner's.
  @Test func aConflictIsTheOwners() throws {
    let desk = try SyncDesk()
    let guest = try desk.person("a guest")
    try desk.letIn(guest, Grant(.editor))
    let row = RowID.numbered(1)
    _ = try desk.push(desk.changes(row, [(FieldID(9), .text("the owner's"))], at: 0))
    let answer = try desk.push(
      desk.changes(row, [(FieldID(9), .text("the guest's"))], at: 1, by: 2), as: guest.asker)
    #expect(try desk.reply(in: answer).status == .ok)
    let seen = try desk.pages(as: guest.asker).flatMap(\.cells)
    #expect(seen.map(\.cell.value) == [.text("the guest's")])
    let owned = try desk.pages(as: .owner).flatMap(\.cells)
    #expect(owned.contains { $0.kind == .conflict })
    #expect(owned.contains { $0.cell.value == .text("the owner's") })
  }

  /// An editor that claims to have seen more than there is begins no new epoch.
  @Test func aGuestBeginsNoEpoch() throws {
    let desk = try SyncDesk()
    let guest = try desk.person("a guest")
    try desk.letIn(guest, Grant(.editor))
    let epoch = try desk.store.header(of: SyncDesk.owned).epoch
    let push = Push(
      epoch: epoch, cursor: 1_000, pulledAt: 0,
      changes: desk.changes(.numbered(1), [(FieldID(9), .text("words"))]))
    let answer = desk.ask(
      .post, desk.path("push"), ["Content-Type": Frame.mediaType],
      body: Frame(space: desk.space, .push(push)).bytes, as: guest.asker)
    #expect(try desk.reply(in: answer).status == .ok)
    #expect(try desk.store.header(of: SyncDesk.owned).epoch == epoch)
  }

  /// Of a push that is allowed in part, that part is kept, and the answer says which.
  @Test func whatIsAllowedOfAPushIsKept() throws {
    let desk = try SyncDesk()
    let guest = try desk.person("a guest")
    try desk.letIn(guest, Grant(.editor, kinds: [.note]))
    let mine = desk.changes(.numbered(1), [(FieldID(9), .text("a note"))], at: 1, by: 2)
    let others = desk.changes(
      .numbered(2), of: .piece, [(FieldID(9), .text("a piece"))], at: 2, by: 2)
    let more = desk.changes(.numbered(3), [(FieldID(9), .text("a note"))], at: 3, by: 2)
    let reply = try desk.reply(in: desk.push(others + mine + more, as: guest.asker))
    #expect(reply.status == .forbidden && reply.held == [false, true, true])
    #expect(try desk.pages(as: .owner).flatMap(\.cells) == (mine + more).map(\.cell))
  }
}
