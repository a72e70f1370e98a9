import Foundation
import HTTP
import MicroHTTPD
import Platform
import Server
import TestSupport
import Testing

/// The whole server on a free port of this machine, with routes that show what arrives.
final class TestServer: Sendable {
  /// What a handler waits at, so that a test decides when it goes on.
  struct Gate: Sendable {
    let entered = Bell()
    let opened = Bell()
  }

  let port: Int
  let server: SocketServer
  let gate = Gate()

  init(_ change: (inout SocketSettings) -> Void = { _ in }) throws {
    let socket = try ListeningSocket(.loopbackV4, port: 0)
    port = socket.port
    let origin = Origin.loopback(port: socket.port)
    let files = [
      "index.html": Array("page".utf8), "large.txt": [UInt8](repeating: 0x61, count: 300_000),
    ]
    let site = try #require(StaticSite(files: files, shared: SecurityHeaders.all(for: origin)))
    let gate = gate
    let application = WebApplication(
      site: site, origin: origin, proxy: .none, metrics: Metrics(), log: EventLog(descriptor: -1)
    ) { router in
      router.on(.post, "/v1/echo") { request, _ in Response(.ok, body: Body(request.body)) }
      router.on(.post, "/v1/small", bodyLimit: 10) { request, _ in
        Response(.ok, body: Body(request.body))
      }
      router.on(.get, "/v1/wait") { _, _ in
        gate.entered.ring()
        gate.opened.wait()
        return Response(json: "waited")
      }
      router.on(.get, "/v1/fails") { _, _ throws(ServerError) in
        throw .refused(.internalError)
      }
      router.on(.get, "/v1/unsendable") { _, _ in
        Response(.ok, headers: ["Bad": "line\r\nbreak"], body: Body("x"))
      }
      router.on(.get, "/v1/huge") { _, _ in
        Response(.ok, body: Body([UInt8](repeating: 0x62, count: 20_000_000)))
      }
    }
    var settings = SocketSettings()
    change(&settings)
    server = SocketServer(application, settings)
    try server.open(socket)
  }

  deinit { server.stop(patience: .seconds(1)) }

  func connect() throws -> TestClient { try #require(TestClient(port: port)) }

  /// A request's text, with our Host and a proper source unless other headers are given.
  func request(_ line: String, _ headers: [String] = [], body: String = "") -> String {
    let own = ["Host: localhost:\(port)", "Sec-Fetch-Site: same-origin"]
    let length = body.isEmpty ? [] : ["Content-Length: \(body.utf8.count)"]
    let head = ["\(line) HTTP/1.1"] + own + length + headers
    return head.joined(separator: "\r\n") + "\r\n\r\n" + body
  }

  /// Whether a fresh client is answered rightly.
  func isWell() -> Bool {
    // A server of little patience also cuts a client that the machine holds up, which then asks again.
    for _ in 0..<5 {
      guard let client = TestClient(port: port) else { return false }
      client.send(request("GET /healthz"))
      guard let answer = client.readAnswer() else { continue }
      return answer.text.hasPrefix(#"{"status":"ok""#)
    }
    return false
  }
}
