import Foundation
import HTTP
import MicroHTTPD
import Platform
import TestSupport
import Testing

@Suite struct SlowClientTests {
  /// Sends one byte after another until the server has had enough, and says how long it bore it.
  private func trickle(_ client: TestClient, _ bytes: [UInt8]) -> Duration? {
    let clock = ContinuousClock()
    let start = clock.now
    for byte in bytes {
      if client.hasNews(within: 20) { return clock.now - start }
      client.send([byte])
    }
    return nil
  }

  @Test func aTricklingHeadIsCut() throws {
    let server = try TestServer { $0.headDuration = .milliseconds(300) }
    let client = try server.connect()
    let text = server.request("GET /", ["X: " + String(repeating: "a", count: 500)])
    let borne = try #require(trickle(client, Array(text.utf8)))
    #expect(borne > .milliseconds(250))
    #expect(client.readToEnd() == [])
    #expect(server.isWell())
  }

  @Test func aTricklingBodyIsCut() throws {
    let server = try TestServer { $0.bodyDuration = .milliseconds(300) }
    let client = try server.connect()
    client.send(server.request("POST /v1/echo", ["Content-Length: 10000"]))
    #expect(trickle(client, [UInt8](repeating: 0x61, count: 500)) != nil)
    #expect(server.isWell())
  }

  @Test func aTricklingSecondHeadIsCut() throws {
    let server = try TestServer { $0.headDuration = .milliseconds(300) }
    let client = try server.connect()
    client.send(server.request("GET /healthz"))
    #expect(client.readAnswer()?.status == 200)
    let text = server.request("GET /", ["X: " + String(repeating: "a", count: 500)])
    #expect(trickle(client, Array(text.utf8)) != nil)
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
      $0.headDuration = .milliseconds(100)
      $0.bodyDuration = .milliseconds(100)
    }
    let client = try server.connect()
    client.send(server.request("GET /v1/wait"))
    #expect(server.gate.entered.wait(milliseconds: 5_000))
    #expect(!client.hasNews(within: 400))
    server.gate.opened.ring()
    #expect(client.readAnswer()?.text == "waited")
  }
}
