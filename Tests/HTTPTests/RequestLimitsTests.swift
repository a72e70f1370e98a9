import HTTP
import Testing

@Suite struct RequestLimitsTests {
  private let limits = RequestLimits()

  @Test(arguments: [
    Request(.get, "/"), Request(.post, "/", headers: ["Content-Length": "1048576"]),
    Request(.get, "/" + String(repeating: "a", count: 2_047)),
  ])
  func accepts(request: Request) throws {
    try limits.check(request, bodyLimit: nil)
  }

  @Test(arguments: [
    (Request(.get, "/" + String(repeating: "a", count: 2_048)), 414),
    (Request(.get, "/", headers: ["A": String(repeating: "a", count: 16_384)]), 431),
    (Request(.post, "/", headers: ["Transfer-Encoding": "chunked"]), 411),
    (Request(.post, "/", headers: ["transfer-encoding": "identity"]), 411),
    (Request(.post, "/", headers: ["Content-Length": "1048577"]), 413),
    (Request(.post, "/", headers: ["Content-Length": "99999999999999999999"]), 413),
    (Request(.post, "/", headers: ["Content-Length": "-1"]), 400),
    (Request(.post, "/", headers: ["Content-Length": "+1"]), 400),
    (Request(.post, "/", headers: ["Content-Length": "1,1"]), 400),
    (Request(.post, "/", headers: ["Content-Length": ""]), 400),
    (Request(.post, "/", headers: ["Content-Length": "1", "content-length": "1"]), 400),
    (Request(.get, "/", headers: ["Host ": "a"]), 400),
    (Request(.get, "/", headers: ["A": "b\u{1}c"]), 400),
    (Request(.refused, "/"), 405), (Request(.unknown, "/"), 501), (Request(.get, "/.."), 400),
  ])
  func refuses(request: Request, with status: Int) {
    let error = #expect(throws: HTTPError.self) { try limits.check(request, bodyLimit: nil) }
    #expect(error?.status.code == status)
  }

  @Test func holdsARouteToItsOwnLimit() {
    let request = Request(.post, "/", headers: ["Content-Length": "11"])
    #expect(throws: HTTPError.bodyTooLarge(limit: 10)) {
      try limits.check(request, bodyLimit: 10)
    }
  }
}
