import HTTP
import Ledger
import Storage
import Testing

@testable import Server

/// Every call in every state of a session.
@Suite struct SessionTests {
  enum State: CaseIterable {
    case none, empty, foreignText, unused, tooOld, signedOut, doubled, other, valid
  }

  private static let accountCalls = ["prove", "login", "signout", "device", "erase"]
  private static let other = "00112233445566778899aabbccddeeff"
  private static let syncCalls = [
    "pull?since=0", "digest", "history?rid=\(other)", "at?seq=0",
  ]

  private static func asker(_ state: State, at desk: SyncDesk) throws -> SyncDesk.Asker {
    let cookie = try desk.signUp("anna")
    switch state {
    case .none: return .nobody
    case .empty: return .cookie("")
    case .foreignText: return .cookie("\(cookie.dropLast(64))\(other)\(other)")
    case .unused:
      desk.pass(milliseconds: SignIn.idleLimit)
      return .cookie(cookie)
    case .tooOld:
      for _ in 0..<8 {
        desk.pass(milliseconds: SignIn.ageLimit / 8 - 1)
        #expect(desk.ask(.get, "/v1/account", as: .cookie(cookie)).status == .ok)
      }
      desk.pass(milliseconds: 8)
      return .cookie(cookie)
    case .signedOut:
      #expect(
        try desk.post(["which": "this"], to: "account/signout", as: .cookie(cookie)).status == .ok)
      return .cookie(cookie)
    case .doubled: return .cookie("\(cookie); \(desk.origin.sessionCookieName)=\(cookie)")
    case .other: return .cookie(cookie)
    case .valid: return .owner
    }
  }

  @Test(arguments: State.allCases)
  func everyCall(state: State) throws {
    let desk = try SyncDesk()
    let asker = try Self.asker(state, at: desk)
    var answers: [(call: String, isOfSpace: Bool, answer: Response)] = []
    for call in Self.syncCalls {
      answers.append((call, true, desk.ask(.get, desk.path(call), as: asker)))
    }
    let frame = try desk.frame(with: desk.changes(1)).bytes
    for call in ["push", "offer"] {
      let answer = desk.ask(
        .post, desk.path(call), ["Content-Type": Frame.mediaType], body: frame, as: asker)
      answers.append((call, true, answer))
    }
    answers.append(("account", false, desk.ask(.get, "/v1/account", as: asker)))
    for call in Self.accountCalls {
      answers.append((call, false, try desk.post([:], to: "account/\(call)", as: asker)))
    }
    for (call, isOfSpace, answer) in answers {
      switch state {
      case .valid:
        #expect(answer.status == (call == "offer" ? .badRequest : answer.status), "\(call)")
        #expect(answer.status != .unauthorized && answer.status != .notFound, "\(call)")
      case .other where isOfSpace: #expect(answer.status == .notFound, "\(call)")
      case .other: #expect(answer.status != .unauthorized && answer.status != .notFound, "\(call)")
      default:
        #expect(answer.status == .unauthorized, "\(call)")
        #expect(desk.code(of: answer) == "no_session", "\(call)")
      }
      #expect(answer.headers["Cache-Control"] == "no-store" || answer.status.code >= 400)
    }
    if state != .valid {
      #expect(try desk.store.header(of: Place(.onlyOwner, desk.space)).lastSequence == 0)
    }
  }

  /// What no route knows says no more to a stranger than what one does.
  @Test(arguments: [
    "/v1", "/v1/", "/v1/nope", "/v1/now/", "/v1/signin/", "/v1/signin/nope", "/v1/signin/new/x",
    "/%761/nope", "/v1/account/nope", "/v1/s", "/v1//now", "/v1/%6e%6fpe", "/v1/account?x=1",
  ])
  func unknownPaths(path: String) throws {
    let desk = try SyncDesk()
    for method in [HTTP.Method.get, .head, .post, .put, .delete, .patch] {
      let answer = desk.ask(method, path, as: .nobody)
      #expect(answer.status == .unauthorized, "\(method) \(path)")
    }
    #expect(desk.ask(.get, path).status != .unauthorized)
  }

  @Test(arguments: ["/v1/now", "/v1/signin"])
  func openPaths(path: String) throws {
    #expect(try SyncDesk().ask(.get, path, as: .nobody).status == .ok)
  }

  @Test func tellsWhoIsSignedIn() throws {
    let desk = try SyncDesk()
    let cookie = try desk.signUp("anna")
    let account = try #require(Bits128(hex: String(cookie.prefix(32))))
    let frame = try desk.frame(of: desk.ask(.get, "/v1/now", as: .cookie(cookie)))
    #expect(frame.space == .own(of: AccountID(account)))
    #expect(frame.body == .now(ServerTime(now: SyncDesk.now, account: AccountID(account))))
  }

  @Test func handsOutCookiesThatOnlyBrowsersSend() throws {
    for (origin, start, end) in [
      ("https://shed.example", "__Host-woodshed=", "; Secure; HttpOnly; SameSite=Strict; Path=/"),
      ("http://shed.example:81", "woodshed-81=", "; HttpOnly; SameSite=Strict; Path=/"),
    ] {
      let desk = try SyncDesk(origin: try #require(Origin(origin)))
      _ = try desk.signUp("anna")
      let answer = try desk.signIn("anna")
      let header = try #require(answer.headers["Set-Cookie"])
      #expect(header.hasPrefix(start))
      #expect(header.hasSuffix(end + "; Max-Age=15552000"))
      let out = try desk.post(
        ["which": "all"], to: "account/signout", as: .cookie(try desk.cookie(in: answer)))
      #expect(out.headers["Set-Cookie"] == start + end + "; Max-Age=0")
    }
  }

  /// A cookie that somebody planted before is never the one that is good after.
  @Test func fixation() throws {
    let desk = try SyncDesk()
    let planted = try desk.signUp("mallory")
    _ = try desk.signUp("anna")
    let answer = try desk.signIn("anna", as: .cookie(planted))
    let cookie = try desk.cookie(in: answer)
    #expect(cookie != planted)
    #expect(desk.ask(.get, "/v1/account", as: .cookie(planted)).status == .unauthorized)
    #expect(try desk.profile(as: .cookie(cookie))["name"]?.string == "anna")
    let made = String(repeating: "0", count: 32) + "." + String(repeating: "0", count: 64)
    #expect(try desk.cookie(in: desk.signIn("anna", as: .cookie(made))) != made)
  }

  @Test func isUsedByTheHour() throws {
    let desk = try SyncDesk()
    let cookie = SyncDesk.Asker.cookie(try desk.signUp("anna"))
    func seen() throws -> Int64? { try desk.profile(as: cookie)["devices"]?.array?[0]["seen"]?.int }
    desk.pass(milliseconds: 3_599_999)
    #expect(try seen() == SyncDesk.now)
    desk.pass(milliseconds: 1)
    #expect(try seen() == SyncDesk.now + 3_600_000)
    // What is used stays; thirty days of rest end it.
    desk.pass(milliseconds: SignIn.idleLimit - 1)
    #expect(desk.ask(.get, "/v1/account", as: cookie).status == .ok)
  }

  @Test func keepsOnlyTheDigest() throws {
    let desk = try SyncDesk()
    let cookie = try desk.signUp("anna")
    let account = AccountID(try #require(Bits128(hex: String(cookie.prefix(32)))))
    let signIn = try #require(try desk.store.signIns(of: account).first)
    let halves = [cookie.dropFirst(33).prefix(32), cookie.suffix(32)]
    let secret = try halves.flatMap { try #require(Bits128(hex: String($0))).bytes }
    #expect(signIn.tokenDigest == SHA256.digest(of: secret).bytes)
  }

  @Test func boundsHowManyAreSignedIn() throws {
    let desk = try SyncDesk()
    let first = try desk.signUp("anna")
    var last = first
    for _ in 0..<100 {
      desk.pass(milliseconds: 1)
      last = try desk.cookie(in: desk.signIn("anna"))
    }
    #expect(desk.ask(.get, "/v1/account", as: .cookie(first)).status == .unauthorized)
    #expect(try desk.profile(as: .cookie(last))["devices"]?.array?.count == 100)
  }

  @Test func outdatedOnesAreForgotten() throws {
    let desk = try SyncDesk()
    _ = try desk.signUp("anna")
    desk.pass(milliseconds: SignIn.idleLimit)
    let cookie = try desk.signUp("bela")
    #expect(HousekeepingRounds.tidy(desk.store, now: desk.now) == [])
    let counts = try desk.store.accounts().map { try desk.store.signIns(of: $0.id).count }
    #expect(counts.sorted() == [0, 0, 1])
    #expect(desk.ask(.get, "/v1/account", as: .cookie(cookie)).status == .ok)
  }
}
