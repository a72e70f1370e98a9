import HTTP
import Ledger
import Server
import Storage
import TestSupport
import Testing

/// What somebody who means harm sends to the front door.
@Suite struct AttackerTests {
  private static let calls = [
    "signin", "signin/new", "signin/launch", "signin/reset", "account/prove", "account/login",
    "account/signout", "account/device", "account/erase",
  ]

  private let desk: SyncDesk
  private let json: [UInt8]

  init() throws {
    desk = try SyncDesk()
    let names = ["name", "password", "device", "token", "current", "which", "id", "invitation"]
    json = JSON.object(names.map { .init($0, .string("this")) }).bytes
  }

  @Test(arguments: calls)
  func fromAnotherSite(call: String) throws {
    for headers: Headers in [
      ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"],
      ["Sec-Fetch-Site": "none"], ["Sec-Fetch-Site": ""],
      ["Sec-Fetch-Site": "cross-site", "Origin": "http://localhost:8080"],
    ] {
      var headers = headers
      headers["Content-Type"] = "application/json"
      let answer = desk.ask(.post, "/v1/\(call)", headers, body: json)
      #expect(answer.status == .forbidden && desk.code(of: answer) == "cross_site")
      #expect(answer.headers["Set-Cookie"] == nil)
    }
    let rebound = desk.ask(
      .post, "/v1/\(call)", ["Host": "evil.example:8080", "Content-Type": "application/json"],
      body: json)
    #expect(desk.code(of: rebound) == "wrong_host")
    // Nothing happens by being looked at.
    let looked = desk.ask(.get, "/v1/\(call)")
    #expect(looked.status == (call == "signin" ? .ok : .methodNotAllowed))
    #expect(try desk.store.accounts().map(\.id) == [.onlyOwner])
    #expect(desk.ask(.get, "/v1/account").status == .ok)
  }

  @Test(arguments: calls)
  func inAnotherShape(call: String) throws {
    for type in [
      "", "text/plain", "application/x-www-form-urlencoded", "application/jsonx", "json",
    ] {
      let answer = desk.ask(.post, "/v1/\(call)", ["Content-Type": type], body: json)
      #expect(answer.status == .unsupportedMediaType && desk.code(of: answer) == "not_json")
    }
    let packed = desk.ask(
      .post, "/v1/\(call)", ["Content-Type": "application/json", "Content-Encoding": "gzip"],
      body: json)
    #expect(desk.code(of: packed) == "not_json")
    for text in [
      "", "{", "[]", "null", "\"text\"", "{}{}", #"{"name":1,"password":[],"token":{},"which":0}"#,
      #"{"name":"a","name":"b"}"#, String(repeating: "[", count: 16_000),
    ] where !(text == "{}" && call == "account/erase") {
      let answer = desk.ask(
        .post, "/v1/\(call)", ["Content-Type": "application/json; charset=utf-8"],
        body: Array(text.utf8))
      let isErased = call == "account/erase" && answer.status == .ok
      #expect(isErased || desk.code(of: answer) == "bad_json", "\(text.prefix(20))")
      if isErased { return }
    }
    let large = desk.ask(
      .post, "/v1/\(call)", ["Content-Type": "application/json"],
      body: [UInt8](repeating: 0x20, count: 16_385))
    #expect(large.status == .contentTooLarge)
  }

  @Test func withAPathInEveryParameter() throws {
    let paths = [
      "../../etc/passwd", "..%2f..%2fetc%2fpasswd", "/etc/passwd", "tickets/../woodshed.db",
      "\u{0}", "....//", "file:///etc/passwd", "'; DROP TABLE account; --", "*", "%",
    ]
    for path in paths {
      for call in Self.calls where call != "account/erase" {
        let texts = [
          "name": path, "password": path, "device": path, "token": path, "current": path,
          "which": path, "id": path, "invitation": path,
        ]
        let answer = try desk.post(texts, to: call)
        #expect(400..<500 ~= answer.status.code || call == "signin/new", "\(call) \(path)")
        desk.pass(milliseconds: 3_600_000)
      }
      for target in [
        "/v1/s/\(path)/\(path)/digest", "/v1/\(path)", "/v1/account/\(path)", "/v1/signin/\(path)",
      ] {
        #expect(400..<500 ~= desk.ask(.get, target).status.code, "\(target)")
      }
      for query in ["history?rid=\(path)", "pull?since=\(path)"] {
        #expect(desk.ask(.get, desk.path(query)).status == .badRequest)
      }
      let stranger = desk.ask(.get, "/v1/account", as: .cookie(path)).status
      #expect(stranger == (path == "\u{0}" ? .badRequest : .unauthorized))
    }
  }

  /// 100,000 requests that were damaged by chance: refused, none applied, and the server answers after.
  @Test func byChance() throws {
    let desk = try SyncDesk(policy: .closed)
    let owner = try #require(try desk.store.account(.onlyOwner))
    let hash = try Passwords(cost: .least).hash(SyncDesk.password)
    let login = Login(name: "owner", passwordHash: hash)
    let change = try desk.store.setLogin(
      login, of: owner.id, replacing: nil, isEndingAll: false)
    #expect(change == .done)
    let token = try desk.tickets.issue(.invitation, now: desk.now)
    let cookie = try desk.cookie(in: desk.signIn("owner", SyncDesk.password))
    desk.pass(milliseconds: SignIn.proofLimit)
    let before = try desk.store.signIns(of: .onlyOwner)
    let frame = try desk.frame(with: desk.changes(2)).bytes
    var random = RandomBits(seed: 20_261_122)
    var faults: [String] = []
    for round in 0..<100_000 {
      var hostile = HostileRequest(
        desk: desk, json: json, frame: frame, cookie: cookie, round: round)
      let answer = hostile.send(&random)
      let isRight =
        (400..<500 ~= answer.status.code || answer.status == .unavailable
          || answer.status == .ok && hostile.isHarmless) && answer.headers["Set-Cookie"] == nil
      if !isRight { faults.append("\(round): \(answer.status.code) \(hostile.target)") }
      if random.once(in: 4) { desk.pass(milliseconds: Int64(random.below(2_000))) }
    }
    #expect(faults.prefix(10) == [])
    #expect(
      try desk.store.accounts() == [Account(id: owner.id, login: login, madeAt: owner.madeAt)])
    let after = try desk.store.signIns(of: .onlyOwner)
    #expect(Set(after.map(\.id)) == Set(before.map(\.id)))
    #expect(Set(after.map(\.deviceName)) == Set(before.map(\.deviceName)))
    #expect(Set(after.map(\.provedAt)) == Set(before.map(\.provedAt)))
    #expect(try desk.store.header(of: Place(.onlyOwner, desk.space)).lastSequence == 0)
    #expect(try desk.tickets.redeem(token, .invitation, now: desk.now) != nil)
    desk.pass(milliseconds: 3_600_000)
    #expect(try desk.signIn("owner", SyncDesk.password).status == .ok)
  }
}

/// A request in which body, cookie, headers or address went wrong.
private struct HostileRequest {
  let desk: SyncDesk
  let json: [UInt8]
  let frame: [UInt8]
  let cookie: String
  let round: Int
  var target = "/v1/account"
  /// Whether what is damaged may leave a question that changes nothing.
  var isHarmless = false

  mutating func send(_ random: inout RandomBits) -> Response {
    let calls = [
      "signin", "signin/new", "signin/launch", "signin/reset", "account/prove", "account/login",
      "account/signout", "account/device", "account/erase",
    ]
    switch random.below(5) {
    case 0:
      target = "/v1/" + calls[random.below(calls.count)]
      var body = json
      // "this" would sign out rightly.
      body.replace("this".utf8, with: "that".utf8)
      return desk.ask(
        .post, target, ["Content-Type": "application/json"], body: random.damaged(body),
        as: .cookie(cookie))
    case 1:
      target = desk.path(random.once(in: 2) ? "push" : "offer")
      var body = random.damaged(frame)
      if body == frame { body.removeLast() }
      return desk.ask(
        .post, target, ["Content-Type": Frame.mediaType], body: body, as: .cookie(cookie))
    case 2:
      // A cookie of which one character is another, or that is cut or doubled.
      var text = Array(cookie.utf8)
      switch random.below(3) {
      case 0: text[random.below(text.count)] ^= 1 << UInt8(random.below(7))
      case 1: text = Array(text[..<random.below(text.count)])
      default: text.insert(contentsOf: text[..<random.below(text.count)], at: random.below(96))
      }
      if text == Array(cookie.utf8) { text.removeLast() }
      target = random.once(in: 2) ? "/v1/account" : desk.path("pull?since=0")
      return desk.ask(.get, target, as: .cookie(String(decoding: text, as: UTF8.self)))
    case 3:
      let names = [
        "Host", "Sec-Fetch-Site", "Content-Length", "Content-Type", "Cookie", "Transfer-Encoding",
        "Accept-Encoding", "Origin", "X-Forwarded-For", "If-None-Match",
      ]
      var headers: Headers = [:]
      headers["Content-Type"] = "application/json"
      for _ in 0...random.below(3) {
        let value = (0..<random.below(200)).map { _ in UInt8(32 + random.below(96)) }
        headers[names[random.below(names.count)]] = String(decoding: value, as: UTF8.self)
      }
      target = "/v1/account/login"
      return desk.ask(
        .post, target, headers, body: Array("{}".utf8), as: .cookie(cookie))
    default:
      isHarmless = true
      let path = random.damaged(Array(desk.path("history?rid=0").utf8))
      target = "/v1/" + String(decoding: path.map { $0 & 0x7F }, as: UTF8.self).dropFirst(4)
      return desk.ask(.get, target, as: .cookie(cookie))
    }
  }
}
