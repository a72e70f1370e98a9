import Foundation
import HTTP
import MicroHTTPD
import Platform
import TestSupport
import Testing

@Suite struct SlowClientTests {
  /// Sends one byte after another until the server has had enough.
  private func isCut(_ client: TestClient, _ bytes: [UInt8]) -> Bool {
    for byte in bytes {
      if client.hasNews(within: 20) { return true }
      client.send([byte])
    }
    return false
  }

  @Test func aTricklingHeadIsCut() throws {
    let server = try TestServer { $0.headDuration = .milliseconds(300) }
    // The server counts from the moment it takes the connection.
    let start = ContinuousClock.now
    let client = try server.connect()
    let text = server.request("GET /", ["X: " + String(repeating: "a", count: 500)])
    #expect(isCut(client, Array(text.utf8)))
    #expect(ContinuousClock.now - start > .milliseconds(250))
    #expect(client.readToEnd() == [])
    #expect(server.isWell())
  }

  @Test func aTricklingBodyIsCut() throws {
    let server = try TestServer { $0.bodyDuration = .milliseconds(300) }
    let client = try server.connect()
    client.send(server.request("POST /v1/echo", ["Content-Length: 10000"]))
    #expect(isCut(client, [UInt8](repeating: 0x61, count: 500)))
    #expect(server.isWell())
  }

  @Test func aTricklingSecondHeadIsCut() throws {
    // Long enough for the first, even if the machine is held up.
    let server = try TestServer { $0.headDuration = .seconds(2) }
    let client = try server.connect()
    client.send(server.request("GET /healthz"))
    #expect(client.readAnswer()?.status == 200)
    let text = server.request("GET /", ["X: " + String(repeating: "a", count: 500)])
    #expect(isCut(client, Array(text.utf8)))
  }

  @Test func aReaderWhoTakesNothingIsCut() throws {
    let server = try TestServer { $0.idleSeconds = 1 }
    let client = try server.connect()
    client.send(server.request("GET /v1/huge"))
    #expect(client.hasNews(within: 5_000))
    let gone = waitUntil { server.server.connectionCount == 0 }
    #expect(gone)
  }

  @Test func aSilentOneIsCut() throws {
    let server = try TestServer { $0.idleSeconds = 1 }
    let client = try server.connect()
    client.send("GET / HT")
    #expect(client.readToEnd(seconds: 5) == [])
  }

  /// The library counts a handler's time as silence.
  @Test func aHandlerMayTakeLongerThanASilence() throws {
    let server = try TestServer { $0.idleSeconds = 1 }
    let client = try server.connect()
    client.send(server.request("GET /v1/wait"))
    #expect(server.gate.entered.wait(milliseconds: 5_000))
    // Twice as long as any silence may be; a server that is slow to notice makes the test weaker, not wrong.
    Bell().wait(milliseconds: 2_200)
    server.gate.opened.ring()
    #expect(client.readAnswer()?.text == "waited")
    client.send(server.request("GET /healthz"))
    #expect(client.readAnswer()?.status == 200)
    #expect(client.readToEnd(seconds: 5) == [], "silence ends it as before")
  }

  @Test func aHandlerMayTakeLongerThanItsClient() throws {
    let server = try TestServer {
      $0.headDuration = .seconds(1)
      $0.bodyDuration = .seconds(1)
    }
    let client = try server.connect()
    client.send(server.request("GET /v1/wait"))
    #expect(server.gate.entered.wait(milliseconds: 5_000))
    #expect(!client.hasNews(within: 1_500))
    server.gate.opened.ring()
    #expect(client.readAnswer()?.text == "waited")
  }
}
