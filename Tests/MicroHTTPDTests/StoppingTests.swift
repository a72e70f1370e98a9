import Foundation
import HTTP
import MicroHTTPD
import Platform
import TestSupport
import Testing

@Suite struct StoppingTests {
  @Test func finishesWhatIsUnderWayAndTakesNothingNew() throws {
    let server = try TestServer()
    let idle = try server.connect()
    idle.send(server.request("GET /healthz"))
    #expect(idle.readAnswer()?.status == 200)
    let busy = try server.connect()
    busy.send(server.request("GET /v1/wait"))
    #expect(server.gate.entered.wait(milliseconds: 5_000))

    let stopped = Bell()
    let thread = Thread { if server.server.stop(patience: .seconds(10)) { stopped.ring() } }
    // The idle connection's end tells that the stop has begun.
    #expect(idle.readToEnd() == [])
    #expect(TestClient(port: server.port) == nil)
    #expect(!busy.hasNews(within: 50))

    server.gate.opened.ring()
    #expect(busy.readAnswer()?.text == "waited")
    #expect(stopped.wait(milliseconds: 5_000))
    thread?.join()
    #expect(server.server.connectionCount == 0)
  }

  @Test func losesPatience() throws {
    let server = try TestServer()
    let busy = try server.connect()
    busy.send(server.request("GET /v1/wait"))
    #expect(server.gate.entered.wait(milliseconds: 5_000))
    #expect(!server.server.stop(patience: .milliseconds(50)))
    server.gate.opened.ring()
    #expect(busy.readAnswer()?.text == "waited")
    #expect(server.server.stop(patience: .seconds(5)))
  }

  @Test func finishesAnUpload() throws {
    let server = try TestServer()
    let client = try server.connect()
    client.send(server.request("POST /v1/echo", ["Content-Length: 4", "Expect: 100-continue"]))
    #expect(client.hasNews(within: 5_000))
    let idle = try server.connect()
    idle.send(server.request("GET /healthz"))
    #expect(idle.readAnswer()?.status == 200)
    let thread = Thread { server.server.stop(patience: .seconds(10)) }
    #expect(idle.readToEnd() == [])
    client.send("done")
    #expect(client.readAnswer()?.text == "done")
    thread?.join()
  }
}
