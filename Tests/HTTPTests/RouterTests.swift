import HTTP
import Testing

@Suite struct RouterTests {
  private let router: Router = {
    var router = Router<HTTPError>()
    router.on(.get, "/pieces") { _, _ in Response(json: "all") }
    router.on(.post, "/pieces", bodyLimit: 10) { _, _ in Response(json: "new") }
    router.on(.get, "/pieces/{piece}") { _, parameters in Response(json: parameters["piece"]) }
    router.on(.get, "/pieces/best") { _, _ in Response(json: "best") }
    router.on(.get, "/pieces/{piece}/bars/{bar}") { _, parameters in
      Response(json: parameters["piece"] + "," + parameters["bar"])
    }
    router.on(.get, "/broken") { _, _ throws(HTTPError) in throw .internalError }
    return router
  }()

  private func answer(to request: Request) throws(HTTPError) -> Response? {
    try router.route(for: request)?.respond(to: request)
  }

  @Test(arguments: [
    (Method.get, "/pieces", "all"), (.post, "/pieces", "new"), (.head, "/pieces", "all"),
    (.get, "/pieces/7", "7"), (.get, "/pieces/best", "best"), (.get, "/pieces/a%20b", "a b"),
    (.get, "/pieces/best/bars/3", "best,3"), (.get, "/pieces?x=1", "all"),
  ])
  func answers(method: Method, target: String, with text: String) throws {
    let response = try #require(try answer(to: Request(method, target)))
    #expect(response.body == Body(text))
  }

  @Test(arguments: ["/", "/nothing", "/pieces/", "/pieces/7/bars", "/PIECES", "/pieces/7/bars/3/x"])
  func knowsNot(target: String) throws {
    #expect(try router.route(for: Request(.get, target)) == nil)
  }

  @Test(arguments: [
    (Method.delete, "/pieces", "GET, HEAD, POST"), (.post, "/pieces/7", "GET, HEAD"),
  ])
  func namesAllowedMethods(method: Method, target: String, allowed: String) {
    let error = #expect(throws: HTTPError.self) { try router.route(for: Request(method, target)) }
    #expect(error?.status == .methodNotAllowed)
    #expect(error?.headers["Allow"] == allowed)
  }

  @Test func passesHandlersErrorsOn() {
    #expect(throws: HTTPError.internalError) { try answer(to: Request(.get, "/broken")) }
  }

  @Test func knowsBodyLimits() throws {
    #expect(try #require(try router.route(for: Request(.post, "/pieces"))).bodyLimit == 10)
    #expect(try #require(try router.route(for: Request(.get, "/pieces"))).bodyLimit == nil)
  }
}
