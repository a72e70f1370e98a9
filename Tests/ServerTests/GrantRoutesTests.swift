import HTTP
import Ledger
import Server
import Storage
import Testing

/// How an owner lets others in, over the interface.
@Suite struct GrantRoutesTests {
  private let desk: SyncDesk
  private let guest: SyncDesk.Person

  init() throws {
    desk = try SyncDesk()
    guest = try desk.person("a guest")
  }

  private func wish(
    _ changes: [String: JSON] = [:], without left: String? = nil, account: String? = nil
  ) -> [JSON.Member] {
    let standard: [String: JSON] = [
      "account": .string(account ?? guest.account.bits.hex), "name": .string("my teacher"),
      "role": .string("reader"), "kinds": .array([.int(13), .int(17)]), "since": .int(5),
      "expires": .int(SyncDesk.now + 1),
    ]
    return standard.merging(changes) { $1 }.filter { $0.key != left }
      .map { name, value in JSON.Member(name, value) }
  }

  private func list(_ response: Response) throws -> [JSON] {
    try #require(try desk.json(in: response)["grants"]?.array)
  }

  @Test func letsInChangesAndPutsOut() throws {
    let given = desk.tell(wish(), to: "grants")
    #expect(given.status == .ok)
    let one = try #require(try list(given).first)
    #expect(one["account"]?.string == guest.account.bits.hex)
    #expect(one["name"]?.string == "my teacher" && one["role"]?.string == "reader")
    #expect(one["kinds"]?.array?.compactMap(\.int) == [13, 17])
    #expect(one["since"]?.int == 5 && one["expires"]?.int == SyncDesk.now + 1)
    let received = try #require(
      try list(desk.ask(.get, "/v1/grants", as: guest.asker)).first)
    #expect(received["owner"]?.string == AccountID.onlyOwner.bits.hex)
    #expect(received["space"]?.string == desk.space.bits.hex)
    #expect(received["role"]?.string == "reader" && received["expires"]?.int == SyncDesk.now + 1)

    let changed = desk.tell(
      wish(["role": .string("editor"), "kinds": .null, "since": .null, "expires": .null]),
      to: "grants")
    let other = try list(changed)
    #expect(other.count == 1 && other.first?["role"]?.string == "editor")
    #expect(
      try desk.store.grant(of: guest.account, in: SyncDesk.owned)?.grant == Grant(.editor))
    #expect(try list(desk.ask(.get, desk.path("grants"))).count == 1)

    let gone = desk.tell(
      [.init("account", .string(guest.account.bits.hex))], to: "grants/revoke")
    #expect(try list(gone).isEmpty)
    #expect(try list(desk.ask(.get, "/v1/grants", as: guest.asker)).isEmpty)
    // Again it is the same.
    let again = desk.tell(
      [.init("account", .string(guest.account.bits.hex))], to: "grants/revoke")
    #expect(again.status == .ok)
  }

  /// Nobody learns by giving who has an account.
  @Test func anIDThatNobodyHasGetsTheSameAnswer() throws {
    let nobody = String(repeating: "c0", count: 16)
    let known = desk.tell(wish(), to: "grants")
    _ = desk.tell([.init("account", .string(guest.account.bits.hex))], to: "grants/revoke")
    let unknown = desk.tell(wish(account: nobody), to: "grants")
    #expect(known.status == unknown.status)
    let texts = [known, unknown].map { String(decoding: $0.body.bytes, as: UTF8.self) }
    #expect(
      texts[0].replacing(guest.account.bits.hex, with: "?")
        == texts[1].replacing(nobody, with: "?"))
    #expect(try desk.store.grants(to: AccountID(try #require(Bits128(hex: nobody)))).isEmpty)
    let revoked = [nobody, String(repeating: "d0", count: 16)].map {
      desk.tell([.init("account", .string($0))], to: "grants/revoke")
    }
    #expect(revoked[0].body.bytes == revoked[1].body.bytes)
  }

  @Test(arguments: [
    ("account", JSON.string("me")), ("account", .string("")), ("role", .string("owner")),
    ("role", .string("Reader")), ("kinds", .array([])), ("kinds", .array([.string("13")])),
    ("kinds", .array([.int(-1)])), ("kinds", .int(13)), ("since", .int(-1)),
    ("since", .string("5")), ("expires", .int(SyncDesk.now)),
    ("expires", .int(.max)), ("kinds", .array((0...256).map { .int($0) })),
  ])
  func refusesWhatIsNoGrant(name: String, value: JSON) throws {
    let answer = desk.tell(wish([name: value]), to: "grants")
    #expect(answer.status == .unprocessable && desk.code(of: answer) == "grant_wrong")
    #expect(try desk.store.grants(in: SyncDesk.owned).isEmpty)
  }

  @Test func refusesWhatIsNotWhole() throws {
    for name in ["account", "name", "role"] {
      let answer = desk.tell(wish(without: name), to: "grants")
      #expect(desk.code(of: answer) == "bad_json", "\(name)")
    }
    #expect(desk.code(of: desk.tell(wish(["name": .string(" ")]), to: "grants")) == "name_wrong")
    let own = desk.tell(wish(account: AccountID.onlyOwner.bits.hex), to: "grants")
    #expect(desk.code(of: own) == "grant_to_oneself")
    #expect(try desk.store.grants(in: SyncDesk.owned).isEmpty)
  }

  @Test(arguments: ["grants", "grants/revoke"])
  func fromAnotherSite(call: String) throws {
    try desk.letIn(guest, Grant(.reader))
    let body = JSON.object(wish(["role": .string("editor")])).bytes
    for site in ["cross-site", "same-site", "none", ""] {
      let answer = desk.ask(
        .post, desk.path(call), ["Content-Type": "application/json", "Sec-Fetch-Site": site],
        body: body)
      #expect(answer.status == .forbidden && desk.code(of: answer) == "cross_site")
    }
    let form = desk.ask(.post, desk.path(call), ["Content-Type": "text/plain"], body: body)
    #expect(desk.code(of: form) == "not_json")
    #expect(
      try desk.store.grant(of: guest.account, in: SyncDesk.owned)?.grant == Grant(.reader))
  }

  @Test func countsHowOftenOneAsks() throws {
    let desk = try SyncDesk(
      limits: RateLimits(
        push: .init(perMinute: 1, burst: 2), pull: .init(perMinute: 1, burst: 2)))
    let answers = (0..<3).map { _ in desk.ask(.get, desk.path("grants")).status }
    #expect(answers == [.ok, .ok, .tooManyRequests])
    let received = (0..<3).map { _ in desk.ask(.get, "/v1/grants").status }
    #expect(received.last == .tooManyRequests)
  }

  /// Who finds a browser open lets nobody in.
  @Test func lettingInNeedsAFreshProof() throws {
    desk.pass(milliseconds: 11 * 60_000)
    let answer = desk.tell(wish(), to: "grants")
    #expect(answer.status == .forbidden && desk.code(of: answer) == "not_proved")
    #expect(try desk.store.grants(in: SyncDesk.owned).isEmpty)
    let revoking = desk.tell(
      [.init("account", .string(guest.account.bits.hex))], to: "grants/revoke")
    #expect(revoking.status == .ok)
  }

  private func push(
    _ values: [(FieldID, Value)], to row: RowID, of kind: KindID = .note, base: Stamp? = nil,
    at moment: Int64, by device: UInt64 = 9
  ) throws -> PushReply {
    var changes = desk.changes(row, of: kind, values, at: moment, by: device)
    for index in changes.indices { changes[index].base = base }
    let response = try desk.push(changes, as: guest.asker)
    guard case .pushReply(let reply) = try desk.frame(of: response).body else {
      throw SyncDesk.Unexpected()
    }
    return reply
  }

  /// What an editor overwrites stays in the owner's history, whatever he says its stamp was.
  @Test func nobodyWritesOverHistory() throws {
    let row = RowID.numbered(1)
    let field = FieldID(9)
    _ = try desk.push(desk.changes(row, [(field, .text("the owner's"))], at: 1), as: .owner)
    try desk.letIn(guest, Grant(.editor))
    let forged = try push([(field, .text("a"))], to: row, at: 1, by: 1)
    #expect(forged.status == .forbidden && forged.held == [false])
    let standing = Stamp(HybridTime(milliseconds: SyncDesk.now + 1), DeviceID(1))
    let reply = try push([(field, .text("the editor's"))], to: row, base: standing, at: 5)
    #expect(reply.status == .ok)
    let history = try desk.store.wholeHistory(of: row, in: SyncDesk.owned)
    #expect(history.map(\.cell.cell.value) == [.text("the owner's")])
  }

  /// A value from a future that nobody has seen could never be changed again.
  @Test func nobodyWritesBeyondTheClock() throws {
    let row = RowID.numbered(1)
    try desk.letIn(guest, Grant(.editor))
    let future = Stamp(HybridTime(milliseconds: 1 << 45), DeviceID(.max))
    let reply = try push(
      [(FieldID(9), .text("for ever"))], to: row, base: future, at: (1 << 45) - SyncDesk.now)
    #expect(reply.status == .forbidden && reply.held == [false])
    #expect(try desk.store.latestSequence(of: SyncDesk.owned) == 0)
  }

  @Test func restorePointsAreTheOwners() throws {
    let row = RowID.numbered(1)
    let made = desk.changes(row, of: .restorePoint, [(FieldID(9), .text("Before"))], at: 1)
    _ = try desk.push(made, as: .owner)
    try desk.letIn(guest, Grant(.editor))
    #expect(try desk.pages(as: guest.asker).allSatisfy { $0.cells.isEmpty })
    let reply = try push([(FieldID(9), .text("After"))], to: row, of: .restorePoint, at: 5)
    #expect(reply.status == .forbidden)
    let another = try push(
      [(FieldID(9), .text("Mine"))], to: .numbered(2), of: .restorePoint, at: 6)
    #expect(another.status == .forbidden)
  }

  /// A mirror that is behind is no way in, and is not shown.
  @Test func theOwnersCopyDecides() throws {
    try desk.letIn(guest, Grant(.reader, expiry: SyncDesk.now + 10))
    #expect(try list(desk.ask(.get, "/v1/grants", as: guest.asker)).count == 1)
    desk.pass(milliseconds: 10)
    #expect(try desk.store.grants(to: guest.account).count == 1)
    #expect(try list(desk.ask(.get, "/v1/grants", as: guest.asker)).isEmpty)
    #expect(desk.ask(.get, desk.path("pull?since=0"), as: guest.asker).status == .notFound)
  }
}
