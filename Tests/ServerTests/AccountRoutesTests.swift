import HTTP
import Ledger
import Server
import Storage
import Testing

/// Accounts from their beginning to their end.
@Suite struct AccountRoutesTests {
  private let desk: SyncDesk

  init() throws { desk = try SyncDesk() }

  @Test func opensTheOwnersDoorByALinkOnce() throws {
    let token = try desk.tickets.issue(.launch, lifetime: 1_000, now: desk.now)
    let answer = try desk.post(
      ["token": token, "device": " the\u{7} attic\n"], to: "signin/launch", as: .nobody)
    #expect(answer.status == .ok)
    let profile = try desk.json(in: answer)
    #expect(profile["account"]?.string == AccountID.onlyOwner.bits.hex)
    #expect(profile["hasPassword"]?.bool == false && profile["isProved"]?.bool == true)
    let own = profile["devices"]?.array?.first { $0["id"]?.string == profile["device"]?.string }
    #expect(own?["name"]?.string == "the attic")
    guard case .null = profile["name"] else { throw SyncDesk.Unexpected() }
    let again = try desk.post(["token": token, "device": "x"], to: "signin/launch", as: .nobody)
    #expect(again.status == .forbidden && desk.code(of: again) == "link_used")
  }

  @Test func makesAnAccountAndFindsItWithoutCaseAndMarks() throws {
    let cookie = try desk.signUp(" Zoë ")
    #expect(try desk.profile(as: .cookie(cookie))["name"]?.string == "Zoë")
    let answer = try desk.signIn("ZOE")
    #expect(answer.status == .ok)
    #expect(try desk.json(in: answer)["devices"]?.array?.count == 2)
    let taken = try desk.post(
      ["name": "zoe", "password": SyncDesk.password, "device": "x"], to: "signin/new", as: .nobody)
    #expect(taken.status == .conflict && desk.code(of: taken) == "name_taken")
  }

  @Test func keepsEveryoneToHimself() throws {
    let (anna, bela) = (try desk.signUp("anna"), try desk.signUp("bela"))
    let owner = anna.prefix(32)
    let space = SpaceID.own(of: AccountID(try #require(Bits128(hex: String(owner)))))
    let path = "/v1/s/\(owner)/\(space.bits.hex)/digest"
    #expect(desk.ask(.get, path, as: .cookie(anna)).status == .ok)
    #expect(desk.ask(.get, path, as: .cookie(bela)).status == .notFound)
    // Another's account id before one's own secret opens nothing.
    let mixed = "\(owner)\(bela.dropFirst(32))"
    #expect(desk.ask(.get, path, as: .cookie(mixed)).status == .unauthorized)
    let device = try #require(try desk.profile(as: .cookie(anna))["device"]?.string)
    for (call, texts) in [
      ("account/signout", ["which": device]), ("account/device", ["id": device, "name": "mine"]),
    ] {
      #expect(try desk.post(texts, to: call, as: .cookie(bela)).status == .notFound)
    }
    #expect(try desk.profile(as: .cookie(anna))["devices"]?.array?[0]["name"]?.string == "a tablet")
  }

  /// A page that shows one account changes no other, to which another tab has signed in since.
  @Test func changesOnlyTheAccountThatThePageShows() throws {
    let (anna, bela) = (try desk.signUp("anna"), try desk.signUp("bela"))
    let texts = [
      "account": String(anna.prefix(32)), "password": SyncDesk.password,
      "current": SyncDesk.password,
      "name": "carla", "which": "all",
      "id": try #require(try desk.profile(as: .cookie(bela))["device"]?.string),
    ]
    for call in ["prove", "login", "signout", "device", "erase"] {
      let refused = try desk.post(texts, to: "account/\(call)", as: .cookie(bela))
      #expect(refused.status == .conflict && desk.code(of: refused) == "other_account", "\(call)")
    }
    let profile = try desk.profile(as: .cookie(bela))
    #expect(profile["name"]?.string == "bela")
    #expect(profile["devices"]?.array?[0]["name"]?.string == "a tablet")
    #expect(desk.ask(.get, "/v1/account", as: .cookie(anna)).status == .ok)
    let right = try desk.post(
      ["account": String(bela.prefix(32)), "which": "this"], to: "account/signout",
      as: .cookie(bela))
    #expect(right.status == .ok)
  }

  @Test func takesTheIdOfWhatTheDeviceHas() throws {
    let id = "00112233445566778899aabbccddeeff"
    #expect(try desk.signUp("anna", ["account": id]).hasPrefix(id))
    // Taken, the owner's, or with something stored under it: then a new one.
    _ = try desk.store.header(of: Place(AccountID(Bits128(high: 1, low: 1)), desk.space))
    let stored = Bits128(high: 1, low: 1).hex
    for (name, taken) in [
      ("bela", id), ("carl", AccountID.onlyOwner.bits.hex), ("dora", stored),
    ] {
      #expect(try desk.signUp(name, ["account": taken]).hasPrefix(taken) == false)
    }
    let wrong = try desk.post(
      ["name": "e", "password": SyncDesk.password, "device": "", "account": "../x"],
      to: "signin/new", as: .nobody)
    #expect(desk.code(of: wrong) == "bad_json")
  }

  @Test(arguments: [
    ("short", "password_short"), ("1234567", "password_short"), ("password1", "password_common"),
    ("aaaaaaaaaaaa", "password_common"), ("saxophone", "password_common"),
    ("ANNALENA.weber", "password_common"), ("12345678", "password_common"),
    (String(repeating: "reed and rain ", count: 20), "password_long"),
    (String(repeating: "é", count: 129), "password_long"),
  ])
  func refusesWeakPasswords(password: String, code: String) throws {
    let name = "Annalena.Weber"
    let answer = try desk.post(
      ["name": name, "password": password, "device": "x"], to: "signin/new", as: .nobody)
    #expect(answer.status == .unprocessable && desk.code(of: answer) == code)
    let cookie = try desk.signUp(name)
    let change = try desk.post(
      ["name": name, "password": password, "current": SyncDesk.password], to: "account/login",
      as: .cookie(cookie))
    #expect(desk.code(of: change) == code)
    let token = try desk.tickets.issue(.reset, name: name, lifetime: 1_000, now: desk.now)
    let reset = try desk.post(
      ["token": token, "password": password, "device": "x"], to: "signin/reset", as: .nobody)
    #expect(desk.code(of: reset) == code)
    let then = try desk.post(
      ["token": token, "password": "another oak door", "device": "x"], to: "signin/reset",
      as: .nobody)
    #expect(then.status == .ok)
  }

  @Test(arguments: [
    "", " ", "\n", "a\u{0}b", "a\u{202e}b", "a\u{200b}b", "\u{2028}",
    String(repeating: "n", count: 65),
  ])
  func refusesNamesThatCannotBeSeen(name: String) throws {
    let answer = try desk.post(
      ["name": name, "password": SyncDesk.password, "device": "x"], to: "signin/new", as: .nobody)
    #expect(answer.status == .unprocessable && desk.code(of: answer) == "name_wrong")
  }

  @Test(arguments: [SignUpPolicy.open, .invitation, .closed])
  func heedsWhoMaySignUp(policy: SignUpPolicy) throws {
    let desk = try SyncDesk(policy: policy)
    let doors = try desk.json(in: desk.ask(.get, "/v1/signin", as: .nobody))
    #expect(doors["signUp"]?.string == policy.rawValue)
    func code(_ name: String, _ invitation: String?) throws -> String? {
      let texts = [
        "name": name, "password": SyncDesk.password, "device": "x", "invitation": invitation,
      ]
      return desk.code(of: try desk.post(texts, to: "signin/new", as: .nobody))
    }
    let token = try desk.tickets.issue(.invitation, lifetime: 1_000, now: desk.now)
    switch policy {
    case .open: #expect(try code("anna", nil) == nil)
    case .closed: #expect(try code("anna", token) == "signup_closed")
    case .invitation:
      #expect(try code("anna", nil) == "invitation_needed")
      #expect(try code("anna", "../../etc/passwd") == "invitation_used")
      let launch = try desk.tickets.issue(.launch, lifetime: 1_000, now: desk.now)
      #expect(try code("anna", launch) == "invitation_used")
      #expect(try code("", token) == "name_wrong")
      #expect(try code("anna", token) == nil)
      #expect(try code("bela", token) == "invitation_used")
    }
  }

  /// A name that is not here reads as one that is.
  @Test func answersAlikeForUnknownNames() throws {
    _ = try desk.signUp("anna")
    var texts: Set<String> = []
    for name in ["anna", "nobody", "", "\u{0}", "the owner"] {
      let answer = try desk.signIn(name, "a wrong password")
      #expect(answer.status == .unauthorized && desk.code(of: answer) == "wrong_password")
      #expect(answer.headers["Set-Cookie"] == nil)
      texts.insert(try desk.json(in: answer)["error"]?["message"]?.string ?? "")
    }
    #expect(texts.count == 1)
    for name in ["anna", "nobody"] {
      for _ in 0..<4 { _ = try desk.signIn(name, "a wrong password") }
      let answer = try desk.signIn(name, "a wrong password")
      #expect(answer.status == .tooManyRequests && desk.code(of: answer) == "too_many_attempts")
      #expect(answer.headers["Retry-After"] == "60")
    }
  }

  @Test func delaysGuessingAndLocksNobodyOut() throws {
    let cookie = try desk.signUp("anna")
    for _ in 0..<5 { #expect(try desk.signIn("anna", "wrong").status == .unauthorized) }
    #expect(try desk.signIn("anna").status == .tooManyRequests)
    // The same counts where somebody proves who he is, and from elsewhere he is not kept out.
    let proof = try desk.post(
      ["password": SyncDesk.password], to: "account/prove", as: .cookie(cookie))
    #expect(proof.status == .tooManyRequests)
    let elsewhere = try #require(IPAddress("192.0.2.7"))
    #expect(try desk.signIn("anna", peer: elsewhere).status == .ok)
    desk.pass(milliseconds: 60_000)
    #expect(try desk.signIn("anna").status == .ok)
    #expect(try desk.signIn("anna", "wrong").status == .unauthorized)
    // An address has twenty attempts a minute, whatever the names.
    let many = try #require(IPAddress("2001:db8::1"))
    let neighbour = try #require(IPAddress("2001:db8::2"))
    for number in 0..<20 {
      #expect(try desk.signIn("name \(number)", "wrong", peer: many).status == .unauthorized)
    }
    #expect(try desk.signIn("anna", peer: neighbour).status == .tooManyRequests)
    for call in ["signin/new", "signin/launch", "signin/reset"] {
      let texts = ["token": "", "name": "x", "password": SyncDesk.password, "device": ""]
      let answer = try desk.post(texts, to: call, as: .nobody, peer: many)
      #expect(desk.code(of: answer) == "too_many_attempts", "\(call)")
    }
  }

  @Test func changesThePassword() throws {
    let (first, second) = (try desk.signUp("anna"), try desk.cookie(in: desk.signIn("anna")))
    let new = "a new oak shed door"
    for current in [nil, "wrong", new] {
      let answer = try desk.post(
        ["name": "anna", "password": new, "current": current], to: "account/login",
        as: .cookie(first))
      #expect(desk.code(of: answer) == "wrong_password")
    }
    let answer = try desk.post(
      ["name": "Annika", "password": new, "current": SyncDesk.password], to: "account/login",
      as: .cookie(first))
    #expect(answer.status == .ok)
    let third = try desk.cookie(in: answer)
    for dead in [first, second] {
      #expect(desk.ask(.get, "/v1/account", as: .cookie(dead)).status == .unauthorized)
    }
    let profile = try desk.profile(as: .cookie(third))
    #expect(profile["name"]?.string == "Annika")
    #expect(profile["devices"]?.array?.count == 1)
    #expect(profile["devices"]?.array?[0]["name"]?.string == "a tablet")
    #expect(try desk.signIn("anna").status == .unauthorized)
    #expect(try desk.signIn("annika").status == .unauthorized)
    #expect(try desk.signIn("annika", new).status == .ok)
  }

  @Test func givesTheOwnerAPassword() throws {
    _ = try desk.signUp("anna")
    func set(_ name: String) throws -> Response {
      try desk.post(["name": name, "password": SyncDesk.password], to: "account/login")
    }
    #expect(desk.code(of: try set("anna")) == "name_taken")
    desk.pass(milliseconds: SignIn.proofLimit)
    #expect(desk.code(of: try set("owner")) == "not_proved")
    let token = try desk.tickets.issue(.launch, lifetime: 1_000, now: desk.now)
    let cookie = try desk.cookie(
      in: desk.post(["token": token, "device": "x"], to: "signin/launch", as: .nobody))
    let answer = try desk.post(
      ["name": "owner", "password": SyncDesk.password], to: "account/login", as: .cookie(cookie))
    #expect(answer.status == .ok)
    #expect(try desk.json(in: answer)["hasPassword"]?.bool == true)
    #expect(try desk.signIn("owner").status == .ok)
  }

  @Test func provesWhoIsThere() throws {
    let cookie = SyncDesk.Asker.cookie(try desk.signUp("anna"))
    desk.pass(milliseconds: SignIn.proofLimit)
    #expect(try desk.profile(as: cookie)["isProved"]?.bool == false)
    let refused = try desk.post([:], to: "account/erase", as: cookie)
    #expect(refused.status == .forbidden && desk.code(of: refused) == "not_proved")
    let wrong = try desk.post(["password": "wrong"], to: "account/prove", as: cookie)
    #expect(desk.code(of: wrong) == "wrong_password")
    let right = try desk.post(["password": SyncDesk.password], to: "account/prove", as: cookie)
    #expect(try desk.json(in: right)["isProved"]?.bool == true)
    desk.pass(milliseconds: SignIn.proofLimit - 1)
    let erased = try desk.post([:], to: "account/erase", as: cookie)
    #expect(erased.status == .ok && erased.headers["Set-Cookie"]?.contains("Max-Age=0") == true)
    #expect(desk.ask(.get, "/v1/account", as: cookie).status == .unauthorized)
    #expect(try desk.signIn("anna").status == .unauthorized)
    #expect(try desk.store.accounts().map(\.id) == [.onlyOwner])
  }

  @Test func erasesWhatWasKept() throws {
    _ = try desk.push(desk.changes(3))
    #expect(try desk.store.places().count == 1)
    #expect(try desk.post([:], to: "account/erase").status == .ok)
    #expect(try desk.store.places().isEmpty)
    #expect(try desk.store.accounts().isEmpty)
  }

  @Test func namesAndSignsOutDevices() throws {
    let first = SyncDesk.Asker.cookie(try desk.signUp("anna"))
    let second = SyncDesk.Asker.cookie(try desk.cookie(in: desk.signIn("anna")))
    let third = SyncDesk.Asker.cookie(try desk.cookie(in: desk.signIn("anna")))
    let id = try desk.profile(as: second)["device"]?.string
    let named = try desk.post(["id": id, "name": "Stand"], to: "account/device", as: first)
    let names = try desk.json(in: named)["devices"]?.array?.map { $0["name"]?.string ?? "" }
    #expect(Set(names ?? []) == ["Stand", "a tablet", "a phone"])
    func status(_ asker: SyncDesk.Asker) -> Int {
      desk.ask(.get, "/v1/account", as: asker).status.code
    }
    let out = try desk.post(["which": id], to: "account/signout", as: first)
    #expect(out.status == .ok && out.headers["Set-Cookie"] == nil)
    #expect([status(first), status(second), status(third)] == [200, 401, 200])
    _ = try desk.post(["which": "others"], to: "account/signout", as: third)
    #expect([status(first), status(third)] == [401, 200])
    let own = try desk.profile(as: third)["device"]?.string
    let last = try desk.post(["which": own], to: "account/signout", as: third)
    #expect(last.headers["Set-Cookie"]?.contains("Max-Age=0") == true)
    #expect(status(third) == 401)
    for which in ["", "none", "../x", String(repeating: "0", count: 16)] {
      #expect(try desk.post(["which": which], to: "account/signout").status == .notFound)
    }
  }

  @Test func resetsAPassword() throws {
    let cookie = try desk.signUp("anna")
    let token = try desk.tickets.issue(.reset, name: "Anna", lifetime: 600_000, now: desk.now)
    let new = "a new oak shed door"
    func reset() throws -> Response {
      try desk.post(
        ["token": token, "password": new, "device": "x"], to: "signin/reset", as: .nobody)
    }
    let answer = try reset()
    #expect(answer.status == .ok)
    #expect(desk.ask(.get, "/v1/account", as: .cookie(cookie)).status == .unauthorized)
    #expect(
      desk.ask(.get, "/v1/account", as: .cookie(try desk.cookie(in: answer))).status == .ok)
    #expect(desk.code(of: try reset()) == "link_used")
    #expect(try desk.signIn("anna").status == .unauthorized)
    #expect(try desk.signIn("anna", new).status == .ok)
  }

  @Test func rehashesAtSignIn() throws {
    _ = try desk.signUp("anna")
    let before = try #require(try desk.store.account(named: LoginKey("anna")))
    let hash = try Passwords(cost: .init(memoryByteCount: 16_384, passes: 1)).hash(
      SyncDesk.password)
    let change = try desk.store.setLogin(
      Login(name: "anna", passwordHash: hash), of: before.id, replacing: before.login,
      isEndingAll: false)
    #expect(change == .done)
    #expect(try desk.signIn("anna").status == .ok)
    let after = try #require(try desk.store.account(named: LoginKey("anna"))?.login)
    #expect(after.passwordHash != hash && after.passwordHash.contains("m=8,t=1,p=1"))
    #expect(try desk.signIn("anna").status == .ok)
  }
}
