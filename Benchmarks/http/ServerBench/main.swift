import Glibc
import HTTP
import MicroHTTPD
import Platform
import Server

// Woodshed's server with routes made for measuring: `/v1/small`, `/v1/block`, and a file of 20,000 bytes.

/// Bytes that look like packed script: no two rounds of the generator are alike.
func fileBytes(_ count: Int) -> [UInt8] {
  var state: UInt32 = 1
  return (0..<count).map { _ in
    state = state &* 1_664_525 &+ 1_013_904_223
    return UInt8(32 + (state >> 24) % 95)
  }
}

signal(SIGPIPE, SIG_IGN)
let socket = try ListeningSocket(.loopbackV4, port: 0)
let origin = Origin.loopback(port: socket.port)
let shared = SecurityHeaders.all(for: origin)
let files = [
  "index.html": Array("<!doctype html>".utf8),
  "assets/bench-0123456789abcdef.js": fileBytes(20_000),
]
guard let site = StaticSite(files: files, shared: shared) else { exit(1) }
let small = #"{"status":"ok","items":["# + String(repeating: "1234567,", count: 120) + "0]}"
let application = WebApplication(
  site: site, origin: origin, proxy: .none, metrics: Metrics(), log: EventLog()
) { router in
  // Made anew for every request, as the app's own answers are.
  router.on(.get, "/v1/small") { _, _ in Response(json: small) }
  router.on(.get, "/v1/block") { _, _ in
    usleep(130_000)
    return Response(json: "{}")
  }
}
let server = SocketServer(application, SocketSettings())
try server.open(socket)
let line = Array("\(socket.port)\n".utf8)
_ = unsafe write(1, line, line.count)
while true { pause() }
