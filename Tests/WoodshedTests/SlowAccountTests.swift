import Foundation
import HTTP
import Ledger
import MicroHTTPD
import Platform
import SQLiteStorage
import Server
import Storage
import TestSupport
import Testing

/// Whoever is slow, or sends too much, at the front door: cut off in time, while others are answered.
@Suite(.timeLimit(.minutes(1))) struct SlowAccountTests {
  private static let calls = [
    "signin", "signin/new", "signin/launch", "signin/reset", "account/prove", "account/login",
    "account/signout", "account/device", "account/erase",
  ]

  /// The front door with a store of its own on a real socket; patience is short there.
  private final class Door {
    let port: Int
    let cookie: String
    private let folder = TemporaryFolder()
    private let store: SQLiteStore
    private let server: SocketServer

    init(_ change: (inout SocketSettings) -> Void) throws {
      let socket = try ListeningSocket(.loopbackV4, port: 0)
      port = socket.port
      let origin = Origin.loopback(port: socket.port)
      let log = EventLog(descriptor: -1)
      store = try SQLiteStore(path: folder.path + "/woodshed.db", readerCount: 1)
      let tickets = try Tickets(in: DataFolder(path: folder.path))
      let sessions = Sessions(store, origin: origin)
      let accounts = AccountRoutes(
        store, sessions: sessions, passwords: Passwords(), tickets: tickets, policy: .open,
        proxy: .none, log: log)
      let site = try #require(StaticSite(files: ["index.html": []], shared: Headers()))
      let application = WebApplication(
        site: site, origin: origin, proxy: .none, metrics: Metrics(), log: log, sessions: sessions,
        routes: accounts.add(to:))
      var settings = SocketSettings()
      change(&settings)
      server = SocketServer(application, settings)
      try server.open(socket)
      // A server of little patience also cuts a caller that the machine holds up, which then asks again.
      var answer: TestClient.Answer?
      for _ in 0..<5 where answer == nil {
        let token = try tickets.issue(.launch, lifetime: 60_000)
        let body = Array(#"{"token":"\#(token)","device":"Test"}"#.utf8)
        let caller = try #require(Caller(port: port, cookie: "none=0"))
        answer = caller.ask("POST", "/v1/signin/launch", "application/json", body: body)
      }
      cookie = String(try #require(answer?.header("Set-Cookie")).prefix { $0 != ";" })
    }

    deinit {
      server.stop(patience: .seconds(1))
      store.close()
    }

    func caller() throws -> Caller { try #require(Caller(port: port, cookie: cookie)) }

    /// Whether somebody else is answered meanwhile.
    func isOpen() throws -> Bool {
      for _ in 0..<5 {
        if let answer = try caller().ask("GET", "/v1/account") { return answer.status == 200 }
      }
      return false
    }
  }

  /// Sends one byte after another until the server has had enough.
  private func isCut(_ caller: Caller, _ bytes: [UInt8]) -> Bool {
    for byte in bytes {
      if caller.client.hasNews(within: 20) { return true }
      caller.client.send([byte])
    }
    return false
  }

  @Test(arguments: calls)
  func aHeadThatTricklesIsCut(call: String) throws {
    let door = try Door { $0.headDuration = .milliseconds(300) }
    let caller = try door.caller()
    let bytes = caller.request(
      "POST", "/v1/\(call)", "application/json", ["X: " + String(repeating: "a", count: 500)],
      body: Array("{}".utf8))
    #expect(isCut(caller, bytes))
    #expect(caller.client.readToEnd() == [])
    #expect(try door.isOpen())
  }

  @Test(arguments: calls)
  func aBodyThatTricklesIsCut(call: String) throws {
    let door = try Door { $0.bodyDuration = .milliseconds(300) }
    let caller = try door.caller()
    let body = [UInt8](repeating: 0x20, count: 1_000)
    let bytes = caller.request("POST", "/v1/\(call)", "application/json", body: body)
    caller.client.send(bytes.dropLast(body.count))
    #expect(isCut(caller, body))
    #expect(try door.isOpen())
  }

  /// Many who are slow at once hold up nobody else, and go.
  @Test func manyWhoAreSlowHoldUpNobody() throws {
    let door = try Door { $0.headDuration = .seconds(6) }
    let slow = try (0..<200).map { _ in try door.caller() }
    for caller in slow { caller.client.send("POST /v1/signin HTTP/1.1\r\nHost: localhost") }
    let begin = ContinuousClock.now
    #expect(try door.isOpen())
    // Well before the first of them is cut.
    #expect(ContinuousClock.now - begin < .seconds(3))
    for caller in slow { #expect(caller.client.readToEnd() == []) }
    #expect(try door.isOpen())
  }

  @Test(arguments: calls)
  func whatIsTooLargeIsNotRead(call: String) throws {
    let door = try Door { _ in }
    for length in [16_385, 1_048_577, 1_000_000_000_000] {
      let caller = try door.caller()
      let head = caller.request("POST", "/v1/\(call)", nil, ["Content-Length: \(length)"])
      caller.client.send(head)
      // Nothing of the body is there yet, so nothing of it was waited for.
      #expect(caller.client.readAnswer()?.status == 413, "\(length)")
    }
    let caller = try door.caller()
    let large = caller.ask(
      "POST", "/v1/\(call)", "application/json", ["X: " + String(repeating: "a", count: 17_000)])
    #expect(large?.status == 431)
    let long = try door.caller().ask("POST", "/v1/\(call)?\(String(repeating: "a", count: 3_000))")
    #expect(long?.status == 414)
    #expect(try door.isOpen())
  }
}
