import Foundation
import Domain
import HTTP
import Ledger
import Platform
import SQLiteStorage
import Server
import Storage
import TestSupport
import Testing

/// The ledger's interface, asked without a socket.
@Suite struct SyncRoutesTests {
  private let desk = try? SyncDesk()

  @Test func tellsTheTimeAndTheOwner() throws {
    let desk = try #require(desk)
    let frame = try desk.frame(of: desk.ask(.get, "/v1/now"))
    #expect(frame.space == .own(of: .onlyOwner))
    #expect(frame.body == .now(ServerTime(now: SyncDesk.now, account: .onlyOwner)))
  }

  @Test func takesAPushAndGivesItBack() throws {
    let desk = try #require(desk)
    let changes = desk.changes(3)
    let answer = try desk.push(changes)
    #expect(answer.status == .ok)
    #expect(answer.headers["Cache-Control"] == "no-store")
    #expect(answer.headers["Content-Type"] == Frame.mediaType)
    #expect(answer.headers.all("Content-Security-Policy") == ["default-src 'none'"])
    let reply = try desk.reply(in: answer)
    #expect(reply.status == .ok && reply.held == [true, true, true] && reply.now == SyncDesk.now)
    guard case .pull(let page) = try desk.frame(of: desk.ask(.get, desk.path("pull?since=0"))).body
    else { throw SyncDesk.Unexpected() }
    #expect(page.cells == changes.map(\.cell))
    guard case .digest(let digest) = try desk.frame(of: desk.ask(.get, desk.path("digest"))).body
    else { throw SyncDesk.Unexpected() }
    #expect(page.digest == digest.total)
  }

  @Test func tellsOfEarlierValues() throws {
    let desk = try #require(desk)
    let first = desk.changes(1)
    let second = [
      Change(
        RowCell(
          row: first[0].key.row, kind: .settings,
          cell: Cell(
            field: first[0].key.field,
            stamp: Stamp(first[0].stamp.time.next, first[0].stamp.device), value: .null)),
        base: first[0].stamp)
    ]
    _ = try desk.push(first)
    _ = try desk.push(second)
    let rid = first[0].key.row.bits.hex
    guard
      case .history(let history) = try desk.frame(
        of: desk.ask(.get, desk.path("history?rid=\(rid)"))
      ).body
    else { throw SyncDesk.Unexpected() }
    #expect(history.cells.map(\.cell) == [first[0].cell] && !history.hasMore)
    #expect(try desk.past("seq=1").cells == [first[0].cell])
    #expect(try desk.past("seq=2").cells == [second[0].cell])
  }

  @Test func tellsOfEarlierValuesPageByPage() throws {
    let desk = try #require(desk)
    let row = desk.changes(1)[0].key.row
    for time in 0..<40 {
      let value = Value.text("\(time)")
      _ = try desk.push(
        desk.changes(row, of: .settings, [(FieldID(9), value)], at: Int64(time) + 1, by: 1))
    }
    var path = "history?rid=\(row.bits.hex)&bytes=1024"
    var found: [Value] = []
    var pages = 0
    while true {
      guard case .history(let page) = try desk.frame(of: desk.ask(.get, desk.path(path))).body
      else { throw SyncDesk.Unexpected() }
      found += page.cells.map(\.cell.cell.value)
      pages += 1
      guard let next = page.next else { break }
      path = "history?rid=\(row.bits.hex)&bytes=1024&behind=\(next.hex)"
    }
    #expect(pages > 2)
    #expect(found == (0..<39).reversed().map { .text("\($0)") })
    let refused = desk.ask(.get, desk.path("history?rid=\(row.bits.hex)&behind=12"))
    #expect(refused.status == .badRequest)
  }

  @Test func tellsWhatWasPageByPage() throws {
    let desk = try #require(desk)
    for row in 0..<40 { _ = try desk.push(desk.changes(3, at: row)) }
    desk.pass(milliseconds: 90_000)
    _ = try desk.push(desk.changes(3, at: 40))
    // The minute that the first pushes came in.
    let minute = (SyncDesk.now / 60_000 + 1) * 60_000
    var page = try desk.past("time=\(minute)&bytes=1")
    var cells = page.cells
    while page.hasMore {
      let last = try #require(page.cells.last).row.bits.hex
      page = try desk.past("seq=\(page.sequence)&after=\(last)&bytes=1")
      cells += page.cells
    }
    #expect(cells == (0..<40).flatMap { desk.changes(3, at: $0).map(\.cell) })
    #expect(try desk.past("time=\(desk.now + 60_000)").cells.count == 123)
  }

  @Test func tellsWhatWasWhenAPointWasMade() throws {
    let desk = try #require(desk)
    var random = RandomBits(seed: 3)
    let before = desk.changes(2)
    _ = try desk.push(before)
    let point = RestorePoint(
      RowID(milliseconds: desk.now, random: &random), "Before", .byHand,
      made: .init(desk.now, zoneMinutes: 0))
    let stamp = Stamp(HybridTime(milliseconds: desk.now + 1), DeviceID(1))
    let missing = desk.ask(.get, desk.path("at?point=\(point.id.bits.hex)"))
    #expect(missing.status == .notFound)
    #expect(String(decoding: missing.body.bytes, as: UTF8.self).contains("no_point"))
    _ = try desk.push(
      point.edits(from: nil).map { edit in
        let cell = Cell(field: edit.field, stamp: stamp, value: edit.value)
        return Change(RowCell(row: edit.row, kind: edit.kind, cell: cell), base: nil)
      })
    _ = try desk.push(desk.changes(2, at: 9))
    let page = try desk.past("point=\(point.id.bits.hex)")
    #expect(page.cells.filter { $0.kind != .restorePoint } == before.map(\.cell))
  }

  @Test func saysFromWhenItRemembers() throws {
    let desk = try #require(desk)
    _ = try desk.push(desk.changes(1))
    let answer = desk.ask(.get, desk.path("at?time=\(SyncDesk.now - 86_400_000)"))
    #expect(answer.status == .gone)
    let text = String(decoding: answer.body.bytes, as: UTF8.self)
    #expect(text.contains("forgotten") && text.contains("15 Jan 2027, 08:00 UTC"))
    #expect(
      desk.ask(.get, desk.path("at?time=\(SyncDesk.now)"), as: .nobody).status == .unauthorized)
  }

  @Test func anOfferIsNotAPush() throws {
    let desk = try #require(desk)
    let changes = desk.changes(1)
    #expect(try desk.push(changes, to: "offer").status == .badRequest)
    #expect(try desk.push(changes, isOffer: true).status == .badRequest)
    #expect(try desk.push(changes, to: "offer", isOffer: true).status == .ok)
  }

  @Test func compressesLongAnswersForThoseWhoTakeIt() throws {
    let desk = try #require(desk)
    _ = try desk.push(desk.changes(100))
    let plain = desk.ask(.get, desk.path("pull?since=0"))
    #expect(plain.headers["Content-Encoding"] == nil)
    #expect(plain.headers["Vary"] == "Accept-Encoding")
    let packed = desk.ask(.get, desk.path("pull?since=0"), ["Accept-Encoding": "br, gzip"])
    #expect(packed.headers["Content-Encoding"] == "gzip")
    #expect(packed.body.count < plain.body.count)
    #expect(try gunzip(packed.body.bytes) == plain.body.bytes)
    let short = desk.ask(.get, "/v1/now", ["Accept-Encoding": "gzip"])
    #expect(short.headers["Content-Encoding"] == nil)
  }

  @Test func limitsAPage() throws {
    let desk = try #require(desk)
    _ = try desk.push((0..<50).flatMap { desk.changes(1, at: $0) })
    guard
      case .pull(let page) = try desk.frame(
        of: desk.ask(.get, desk.path("pull?since=0&bytes=1"))
      ).body
    else { throw SyncDesk.Unexpected() }
    #expect(page.hasMore && page.cells.count < 50)
  }

  @Test(arguments: [
    "pull", "pull?since=", "pull?since=-1", "pull?since=x", "pull?since=1&since=2",
    "pull?since=99999999999999999999", "pull?since=0&bytes=many",
    "history", "history?rid=12", "at", "at?seq=-1",
    "at?time=", "at?time=soon", "at?point=12", "at?seq=0&after=1", "at?seq=0&bytes=x",
  ])
  func refusesWhatIsWronglyAsked(query: String) throws {
    let desk = try #require(desk)
    let answer = desk.ask(.get, desk.path(query))
    #expect(answer.status == .badRequest)
    #expect(String(decoding: answer.body.bytes, as: UTF8.self).contains("malformed_request"))
  }

  @Test(arguments: [
    (String?.none, HTTP.Status.unsupportedMediaType), ("application/json", .unsupportedMediaType),
    ("application/x-www-form-urlencoded", .unsupportedMediaType),
    ("Application/VND.woodshed.sync; v=1", .ok),
  ])
  func wantsItsOwnKindOfContent(type: String?, status: HTTP.Status) throws {
    let desk = try #require(desk)
    var headers = Headers()
    headers["Content-Type"] = type
    let answer = desk.ask(
      .post, desk.path("push"), headers, body: try desk.frame(with: desk.changes(1)).bytes)
    #expect(answer.status == status)
  }

  @Test func refusesOtherFramesAndSpaces() throws {
    let desk = try #require(desk)
    var frame = try desk.frame(with: desk.changes(1))
    frame.space = SpaceID(Bits128(high: 1, low: 1))
    #expect(desk.post(frame.bytes, to: "push").status == .badRequest)
    let page = Frame(space: desk.space, .page([]))
    #expect(desk.post(page.bytes, to: "push").status == .badRequest)
    #expect(try desk.store.places().count <= 1)
  }

  @Test(arguments: ["push", "offer", "pull?since=0", "digest", "history?rid=\(other)", "at?seq=0"])
  func knowsNoOtherOwners(call: String) throws {
    let desk = try #require(desk)
    let space = SpaceID.own(of: .onlyOwner).bits.hex
    let owner = AccountID.onlyOwner.bits.hex
    for path in ["\(Self.other)/\(space)", "\(owner)/\(Self.other)", "x/y", "\(owner)/\(space)0"] {
      let method: HTTP.Method = ["push", "offer"].contains(call) ? .post : .get
      let answer = desk.ask(
        method, "/v1/s/\(path)/\(call)", ["Content-Type": Frame.mediaType],
        body: method == .post ? try desk.frame(with: desk.changes(1), epoch: Epoch.none).bytes : [])
      #expect(answer.status == .notFound)
    }
    #expect(try desk.store.places().isEmpty)
  }

  @Test func tellsTheTimeToNobodyInParticular() throws {
    let desk = try SyncDesk(origin: try #require(Origin("https://shed.example")))
    let frame = try desk.frame(of: desk.ask(.get, "/v1/now", as: .nobody))
    #expect(frame.body == .now(ServerTime(now: SyncDesk.now, account: nil)))
  }

  @Test func limitsWhatOneDeviceAsksFor() throws {
    let desk = try SyncDesk(
      limits: RateLimits(
        push: .init(perMinute: 60, burst: 2), pull: .init(perMinute: 120, burst: 3)))
    for _ in 0..<3 { #expect(desk.ask(.get, desk.path("digest")).status == .ok) }
    let refused = desk.ask(.get, desk.path("pull?since=0"))
    #expect(refused.status == .tooManyRequests && refused.headers["Retry-After"] == "1")
    #expect(desk.code(of: refused) == "too_many_requests")
    for _ in 0..<2 { #expect(try desk.push(desk.changes(1)).status == .ok) }
    #expect(try desk.push(desk.changes(1)).status == .tooManyRequests)
    desk.pass(milliseconds: 500)
    #expect(desk.ask(.get, desk.path("pull?since=0")).status == .ok)
    #expect(try desk.push(desk.changes(1)).status == .tooManyRequests)
    desk.pass(milliseconds: 500)
    #expect(try desk.push(desk.changes(1)).status == .ok)
  }

  @Test func saysWhatIsSafeWhenTheStoreFails() throws {
    let desk = try #require(desk)
    desk.store.close()
    let answer = try desk.push(desk.changes(1), epoch: Epoch.none)
    #expect(answer.status == .unavailable)
    #expect(answer.headers["Retry-After"] == "10")
    let text = String(decoding: answer.body.bytes, as: UTF8.self)
    #expect(text.contains("storage_unavailable"))
    #expect(text.contains("your work is safe on this device"))
  }

  private static let other = "00112233445566778899aabbccddeeff"

  /// Unpacks with the system's own program.
  private func gunzip(_ bytes: [UInt8]) throws -> [UInt8] {
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/bin/gzip")
    process.arguments = ["-dc"]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    input.fileHandleForWriting.write(Data(bytes))
    try input.fileHandleForWriting.close()
    return Array(output.fileHandleForReading.readDataToEndOfFile())
  }
}
