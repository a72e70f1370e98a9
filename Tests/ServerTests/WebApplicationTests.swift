import HTTP
import Platform
import Server
import Testing

/// The whole server without a socket.
@Suite struct WebApplicationTests {
  private static func application(
    _ origin: Origin = .loopback(port: 8080), proxy: TrustedProxy = .none
  ) throws -> WebApplication {
    let site = try #require(
      StaticSite(
        files: ["index.html": Array("page".utf8)], shared: SecurityHeaders.all(for: origin)))
    return WebApplication(
      site: site, origin: origin, proxy: proxy, metrics: Metrics(), log: EventLog(descriptor: -1)
    ) { router in
      router.on(.post, "/v1/echo", bodyLimit: 10) { request, _ in
        Response(.ok, body: Body(request.body))
      }
    }
  }

  private static func answer(_ request: Request, _ application: WebApplication) -> Response {
    switch application.admit(request) {
    case .refused(let response): response
    case .admitted: application.respond(to: request)
    }
  }

  private static let own: Headers = ["Host": "localhost:8080"]

  @Test func carriesTheSecurityHeadersOnEveryAnswer() throws {
    let application = try Self.application()
    let expected = [
      "Content-Security-Policy":
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' "
        + "blob: data:; media-src 'self' blob:; font-src 'self'; connect-src 'self'; "
        + "worker-src 'self'; manifest-src 'self'; object-src 'none'; base-uri 'none'; "
        + "form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; "
        + "trusted-types woodshed",
      "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
      "Cross-Origin-Embedder-Policy": "require-corp", "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer", "Permissions-Policy": "microphone=(self)",
    ]
    let targets = [
      "/", "/healthz", "/nope.js", "/..", "/v1/echo", "/" + String(repeating: "a", count: 3_000),
    ]
    for target in targets {
      let response = Self.answer(Request(.get, target, headers: Self.own), application)
      for (name, value) in expected { #expect(response.headers.all(name) == [value], "\(target)") }
      #expect(response.headers["Server"] == nil)
      #expect(response.headers["Access-Control-Allow-Origin"] == nil)
      #expect(response.headers["Strict-Transport-Security"] == nil)
    }
  }

  @Test func demandsTLSOfSites() throws {
    let application = try Self.application(try #require(Origin("https://a.example")))
    let request = Request(.get, "/", headers: ["Host": "a.example"])
    #expect(
      Self.answer(request, application).headers["Strict-Transport-Security"]
        == "max-age=31536000; includeSubDomains")
  }

  @Test(
    arguments: [
      (["Host": "localhost:8080"], 200), (["Host": "evil.example"], 403), ([:], 400),
      (["Host": "localhost:8080", "host": "evil.example"], 400),
    ] as [(Headers, Int)])
  func checksTheHost(headers: Headers, status: Int) throws {
    let application = try Self.application()
    #expect(Self.answer(Request(.get, "/", headers: headers), application).status.code == status)
    let health = Request(.get, "/healthz", headers: headers)
    #expect(Self.answer(health, application).status == .ok)
  }

  @Test func believesTheTargetsHostOverTheHeader() throws {
    let request = Request(.get, "http://evil.example/", headers: Self.own)
    #expect(Self.answer(request, try Self.application()).status == .forbidden)
  }

  @Test(
    arguments: [
      (["Sec-Fetch-Site": "same-origin"], 200), (["Sec-Fetch-Site": "same-site"], 403),
      (["Sec-Fetch-Site": "none"], 403), (["Origin": "http://localhost:8080"], 200),
      (["Origin": "http://localhost:9"], 403), (["Origin": "null"], 403), ([:], 403),
      (["Sec-Fetch-Site": "cross-site", "Origin": "http://localhost:8080"], 403),
    ] as [(Headers, Int)])
  func takesChangesFromItsOwnPagesOnly(headers: Headers, status: Int) throws {
    var headers = headers
    headers["Host"] = "localhost:8080"
    headers["Content-Length"] = "2"
    let request = Request(.post, "/v1/echo", headers: headers, body: [1, 2])
    #expect(Self.answer(request, try Self.application()).status.code == status)
  }

  @Test(arguments: [
    (HTTP.Method.get, "/v1/echo", 405), (.get, "/v1/nope", 404), (.get, "/v1", 404),
    (.get, "/nope", 404),
    (.get, "/healthz/x", 404), (.refused, "/", 405), (.unknown, "/", 501), (.get, "/%2e%2e/x", 400),
  ])
  func answersErrorsInJSON(method: HTTP.Method, target: String, status: Int) throws {
    var headers = Self.own
    headers["Accept"] = target == "/nope" ? "*/*" : "text/html"
    if target == "/healthz/x" { headers["Accept"] = "*/*" }
    let request = Request(method, target, headers: headers)
    let response = Self.answer(request, try Self.application())
    #expect(response.status.code == status)
    #expect(response.headers["Content-Type"] == "application/json")
    #expect(response.headers["X-Request-Id"] == request.id.description)
  }

  @Test func refusesABodyBeyondItsRoutesLimit() throws {
    var headers = Self.own
    headers["Sec-Fetch-Site"] = "same-origin"
    headers["Content-Length"] = "11"
    let request = Request(.post, "/v1/echo", headers: headers)
    #expect(Self.answer(request, try Self.application()).status == .contentTooLarge)
  }

  @Test func limitsWhatAProxiedCustomerHasUnderWay() throws {
    let origin = try #require(Origin("https://a.example"))
    let application = try Self.application(origin, proxy: .loopback)
    func request(from client: String) -> Request {
      Request(.get, "/", headers: ["Host": "a.example", "X-Forwarded-For": client])
    }
    func status(from client: String) -> Int {
      switch application.admit(request(from: client)) {
      case .admitted: 200
      case .refused(let response): response.status.code
      }
    }
    for _ in 0..<32 { #expect(status(from: "9.9.9.9") == 200) }
    #expect(status(from: "9.9.9.9") == 429)
    #expect(status(from: "9.9.9.8") == 200)
    application.finished(
      Exchange(
        request: request(from: "9.9.9.9"), status: .ok, byteCount: 0, nanoseconds: 1,
        wasAdmitted: true, wasAnswered: true))
    #expect(status(from: "9.9.9.9") == 200)
    guard case .refused(let refusal) = application.admit(request(from: "9.9.9.9")) else {
      Issue.record("the limit does not hold")
      return
    }
    #expect(refusal.headers["Retry-After"] == "1")
  }
}
