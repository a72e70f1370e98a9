import Foundation
import Ledger
import Markup
import Program
import Testing

@testable import JournalRoom
@testable import Pages
@testable import RoomKit
@testable import Rooms
@testable import ToolsRoom

/// Making an account, signing in and out, and what becomes of what is on the device.
@Suite struct AccountTests {
  private let server = AccountServer()

  private func refuse(_ path: String, _ status: Int, _ code: String, _ message: String) {
    server.refusals[path] = (status, code, message)
  }

  // MARK: - Nobody is signed in

  @Test func withoutAServerEverythingIsKeptHere() {
    server.isDown = true
    let desk = Desk(of: server)
    #expect(desk.html.contains("saved on this device"))
    #expect(!desk.html.contains("<form"))
    server.isDown = false
    desk.send(.account(.lookTapped))
    #expect(desk.html.contains("Back up your data</h1>"))
  }

  @Test func offersAnAccountAtOnceAndQuietly() {
    let desk = Desk("/journal", of: server)
    #expect(desk.html.contains(#"href="/account">Back it up</a>"#))
    #expect(!Desk("/journal").html.contains("Back it up"))
    server.account = AccountServer.ada
    #expect(!Desk("/journal", of: server).html.contains("Back it up"))
  }

  /// Whoever types a name already must not lose the field.
  @Test func theFormStaysWhenTheDataIsReadAndACardComesBeforeIt() {
    let drawer = Desk.Drawer()
    let before = Desk("/journal", drawer: drawer)
    for message in [Days.NoteMessage.added, .typed("Long tones"), .due] {
      before.send(.journal(.days(.note(message))))
    }
    drawer.isShut = true
    let desk = Desk(of: server, drawer: drawer)
    var renderer = Renderer<Shell.Message>()
    func texts() -> String {
      var texts = ""
      renderer.render(Shell.view(desk.state)) { texts = String(decoding: $0.text, as: UTF8.self) }
      return texts
    }
    #expect(texts().contains("account-name"))
    desk.openDrawer()
    let changed = texts()
    #expect(changed.contains("Download a copy"))
    #expect(!changed.contains("account-name") && !changed.contains("account-mode"))
  }

  @Test(arguments: [
    ("open", "Create account", true), ("invitation", "by invitation", false),
    ("closed", "isn’t accepting new accounts", false),
  ])
  func saysWhoMayMakeAnAccount(policy: String, words: String, hasForm: Bool) {
    server.policy = policy
    let desk = Desk(of: server)
    #expect(desk.html.contains(words))
    #expect(desk.html.contains("<form") == hasForm)
    desk.send(.account(.modeChosen(isCreating: false)))
    #expect(desk.html.contains(#"autocomplete="current-password""#))
  }

  @Test func withoutAnAccountACopyIsDownloadedFirstAndRemovingIsLast() throws {
    server.policy = "invitation"
    let empty = Desk(of: server)
    #expect(!empty.html.contains("Download a copy") && !empty.html.contains("Remove your data"))
    let desk = Desk("/settings", of: server)
    desk.send(.settings(.themeChosen(.dark)))
    desk.send(.addressChanged("/account"))
    let words = [
      "Download a copy", "by invitation only", "What an account does", "Remove your data",
    ]
    let places = try words.map { try #require(desk.html.range(of: $0), "\($0)").lowerBound }
    #expect(places == places.sorted())
    #expect(desk.html.contains("Without an account, download a copy now and then."))
    desk.send(.account(.exportTapped))
    #expect(desk.state.toasts.last?.text.hasPrefix("Exported 1 item") == true)
  }

  @Test func makesAnAccountAndAdoptsWhatIsHere() {
    let desk = Desk("/settings", of: server)
    desk.send(.settings(.themeChosen(.dark)))
    #expect(server.requests.allSatisfy { !$0.path.hasPrefix("/v1/s/") })
    desk.send(.addressChanged("/account"))
    desk.submit(.create)
    let body = server.body(of: "/v1/signin/new")
    #expect(body?["name"]?.string == "Ada" && body?["password"]?.string == "correct horse")
    #expect(body?["device"]?.string == "Chrome on Linux")
    #expect(body?["account"] == nil && body?["invitation"] == nil)
    #expect(desk.html.contains("ada@example.org") && desk.html.contains("Signed in since"))
    #expect(desk.state.account.form.password.isEmpty)
    // What was made before belongs to the account now, and goes there.
    #expect(desk.state.safekeeping.space == .own)
    #expect(desk.data.head.account == AccountServer.ada)
    #expect(desk.state.chosen.theme == .dark)
    #expect(server.pushes(of: AccountServer.ada) == 1)
    #expect(desk.drawer.texts["woodshed.owner"] == AccountServer.ada.bits.hex)
  }

  @Test func saysHowLongAgoTheServerWasHeard() {
    server.account = AccountServer.ada
    let desk = Desk("/journal", of: server)
    desk.send(.settings(.themeChosen(.dark)))
    #expect(desk.html.contains(" · last contact just now"))
    server.isDown = true
    desk.milliseconds += 40 * 60_000
    desk.send(.settings(.themeChosen(.light)))
    #expect(desk.html.contains("waiting for the server · last contact 40 min ago"))
  }

  @Test func saysThatItNeverReachedTheServer() {
    server.account = AccountServer.ada
    let desk = Desk("/journal", of: server)
    server.isDown = true
    let next = Desk("/journal", of: server, drawer: desk.drawer)
    #expect(next.html.contains(" · can’t reach the server"))
  }

  @Test func saysThatItIsOffline() {
    server.account = AccountServer.ada
    let desk = Desk("/journal", of: server)
    #expect(desk.html.contains(" · all saved on the server · last contact just now"))
    server.isDown = true
    desk.send(.onlineChanged(false))
    #expect(desk.html.contains(" · all saved on the server · offline"))
    desk.send(.settings(.themeChosen(.light)))
    #expect(desk.html.contains(" waiting for the server · offline"))
  }

  @Test func aPasswordStaysNowhere() {
    let desk = Desk(of: server)
    desk.submit(.signIn, password: "tr0ub4dor")
    #expect(!desk.html.contains("tr0ub4dor"))
    #expect(!desk.texts.contains("tr0ub4dor"))
    #expect(!desk.state.toasts.contains { $0.text.contains("tr0ub4dor") })
    let other = Desk(of: AccountServer())
    other.send(.account(.typed(.password, "tr0ub4dor")))
    other.send(.addressChanged("/settings"))
    other.send(.addressChanged("/account"))
    #expect(!other.html.contains("tr0ub4dor"))
  }

  @Test func whatTheServerRefusesStandsAtItsField() {
    let desk = Desk(of: server)
    refuse("/v1/signin/new", 422, "password_common", "This password is known to everybody.")
    desk.submit(.create, password: "password")
    #expect(desk.html.contains("This password is known to everybody."))
    #expect(desk.orders.last == .focus(id: "account-password"))
    #expect(desk.state.account.form.password == "password")
    #expect(desk.html.contains("aria-invalid"))
    refuse("/v1/signin/new", 409, "name_taken", "This name is taken.")
    desk.send(.account(.submitted(.create)))
    #expect(desk.orders.last == .focus(id: "account-name"))
    refuse("/v1/signin/new", 503, "hashing_busy", "Many people are signing in.")
    desk.send(.account(.submitted(.create)))
    #expect(desk.html.contains(#"role="alert""#) && desk.html.contains("Many people"))
    desk.send(.account(.modeChosen(isCreating: false)))
    refuse("/v1/signin", 401, "wrong_password", "Name or password is wrong.")
    desk.send(.account(.submitted(.signIn)))
    #expect(desk.html.contains("Name or password is wrong."))
    server.refusals = [:]
    server.isDown = true
    desk.send(.account(.submitted(.signIn)))
    #expect(desk.html.contains("The server sent an unexpected answer."))
    #expect(desk.state.account.pending == nil)
  }

  @Test func nothingIsAskedWithoutAName() {
    let desk = Desk(of: server)
    let count = server.requests.count
    desk.send(.account(.submitted(.create)))
    #expect(desk.html.contains("Enter a name or an email address."))
    desk.send(.account(.typed(.name, "Ada")))
    desk.send(.account(.submitted(.create)))
    #expect(desk.html.contains("Enter a password."))
    #expect(server.requests.count == count)
  }

  @Test func thePasswordCanBeSeen() {
    let desk = Desk(of: server)
    #expect(desk.html.contains(#"type="password""#))
    desk.send(.account(.showTapped))
    #expect(!desk.html.contains(#"type="password""#))
    #expect(desk.html.contains("Hide password"))
  }

  // MARK: - Links

  @Test func aLaunchLinkSignsInAndGoesOn() {
    let desk = Desk("/open#abc123", of: server)
    #expect(server.body(of: "/v1/signin/launch")?["token"]?.string == "abc123")
    #expect(desk.state.route == .journal(.days))
    #expect(desk.orders.contains(.navigate(path: "/journal", replacing: true)))
    #expect(desk.state.account.token == nil)
    #expect(desk.data.head.account == .onlyOwner)
    #expect(desk.state.toasts.count == 1)
    desk.send(.addressChanged("/account"))
    #expect(desk.html.contains("Sign in on other devices"))
    #expect(desk.html.contains("Set name and password"))
    desk.send(.account(.signOutTapped))
    #expect(desk.html.contains("You have no password yet"))
  }

  @Test func aUsedLinkSaysWhatToDo() {
    refuse("/v1/signin/launch", 403, "link_used", "This link was used.")
    let desk = Desk("/open#abc", of: server)
    #expect(desk.html.contains("This link was used."))
    #expect(desk.html.contains("The server prints a new one each time it starts"))
    server.refusals = [:]
    // A new one is pasted where the old one stood.
    desk.send(.addressChanged("/open#def"))
    #expect(desk.state.route == .journal(.days))
  }

  @Test func aResetAsksForTheNewPassword() {
    let desk = Desk("/reset#xyz", of: server)
    #expect(desk.html.contains("Set password"))
    desk.send(.account(.typed(.password, "four words are easy")))
    desk.send(.account(.submitted(.reset)))
    let body = server.body(of: "/v1/signin/reset")
    #expect(body?["token"]?.string == "xyz" && body?["password"]?.string == "four words are easy")
    #expect(desk.state.route == .page(.account))
    #expect(Desk("/reset", of: AccountServer()).html.contains("incomplete"))
  }

  @Test func anInvitationOpensTheForm() {
    server.policy = "invitation"
    let desk = Desk("/join#inv", of: server)
    #expect(desk.html.contains("Create account"))
    desk.submit(.create)
    #expect(server.body(of: "/v1/signin/new")?["invitation"]?.string == "inv")
    #expect(desk.state.route == .page(.account))
  }

  // MARK: - Signed in

  private func signedIn(_ drawer: Desk.Drawer = Desk.Drawer()) -> Desk {
    server.account = AccountServer.ada
    return Desk(of: server, drawer: drawer)
  }

  @Test func showsTheDevices() {
    let desk = signedIn()
    #expect(desk.html.contains("Phone") && desk.html.contains("Last seen 1 h ago"))
    #expect(desk.html.contains("This device"))
    desk.send(.account(.renameTapped("00000000000000bb")))
    desk.send(.account(.nameTyped("Pocket")))
    desk.send(.account(.submitted(.rename)))
    #expect(server.body(of: "/v1/account/device")?["name"]?.string == "Pocket")
    #expect(desk.state.account.renaming == nil)
    desk.send(.account(.submitted(.signOutOf("00000000000000bb"))))
    #expect(server.body(of: "/v1/account/signout")?["which"]?.string == "00000000000000bb")
  }

  @Test func signsOutEverywhereElse() {
    let desk = signedIn()
    #expect(desk.html.contains("Sign out everywhere else"))
    desk.send(.account(.submitted(.signOutOf("others"))))
    #expect(server.body(of: "/v1/account/signout")?["which"]?.string == "others")
    #expect(desk.html.contains("ada@example.org"))
  }

  @Test func changesNameAndPassword() {
    let desk = signedIn()
    desk.send(.account(.changeTapped))
    #expect(desk.state.account.form.name == "ada@example.org")
    desk.send(.account(.submitted(.login)))
    #expect(desk.html.contains("Enter your current password."))
    desk.send(.account(.typed(.current, "old words")))
    refuse("/v1/account/login", 401, "wrong_password", "That is not your password.")
    desk.send(.account(.submitted(.login)))
    #expect(desk.orders.last == .focus(id: "account-current"))
    server.refusals = [:]
    desk.send(.account(.submitted(.login)))
    let body = server.body(of: "/v1/account/login")
    #expect(body?["current"]?.string == "old words" && body?["password"]?.string == "old words")
    #expect(!desk.state.account.isChanging && desk.state.account.form.current.isEmpty)
  }

  @Test func signsOutAndKeepsWhatIsHere() {
    let desk = signedIn()
    desk.send(.settings(.themeChosen(.dark)))
    desk.send(.account(.signOutTapped))
    // What waits would be lost, so removing is not offered.
    #expect(desk.html.contains("reached the server yet"))
    #expect(!desk.html.contains("Sign out and remove"))
    desk.send(.account(.submitted(.signOut(isRemoving: false))))
    #expect(desk.state.chosen.theme == .dark)
    #expect(desk.html.contains("Signed out: sync is paused"))
    #expect(desk.html.contains("On this device</h2>"))
    // Also where no server answers, what is here opens.
    server.isDown = true
    let next = Desk("/journal", of: server, drawer: desk.drawer)
    #expect(next.state.chosen.theme == .dark)
  }

  @Test func signsOutAndRemovesWhatIsHere() {
    let desk = signedIn()
    desk.send(.account(.signOutTapped))
    #expect(desk.html.contains("Sign out and remove it from this device"))
    desk.send(.account(.submitted(.signOut(isRemoving: true))))
    #expect(desk.orders.contains(.recordsErase(space: "own", expected: nil)))
    #expect(desk.data.isEmpty && desk.data.head.account == nil)
    #expect(desk.drawer.texts["woodshed.owner"] == nil)
    #expect(desk.drawer.texts["woodshed.removal"] == nil)
    #expect(desk.html.contains("Removed from this device."))
  }

  @Test func whatAClosedPageWasRemovingIsRemovedByTheNext() {
    let desk = signedIn()
    desk.drawer.isLeftEarly = true
    desk.send(.account(.submitted(.signOut(isRemoving: true))))
    #expect(!desk.drawer.records.isEmpty)
    desk.drawer.isLeftEarly = false
    // A recording that is in use is tried again once more.
    desk.drawer.isFileInUse = true
    let next = Desk(of: server, drawer: desk.drawer)
    #expect(next.data.isEmpty && next.data.head.account == nil)
    #expect(!next.html.contains("Removed from this device."))
    desk.drawer.isFileInUse = false
    let third = Desk(of: server, drawer: desk.drawer)
    #expect(third.html.contains("Removed from this device."))
    #expect(desk.drawer.texts["woodshed.removal"] == nil)
  }

  @Test func whatWasBegunAfterARemovalStays() {
    let desk = signedIn()
    desk.drawer.isLeftEarly = true
    desk.send(.account(.submitted(.signOut(isRemoving: true))))
    desk.drawer.isLeftEarly = false
    let words = desk.drawer.texts["woodshed.removal"]?.split(separator: " ") ?? []
    #expect(words.last == "own" && words.first.flatMap { UInt64($0) } == desk.drawer.revision)
    desk.drawer.revision += 1
    let next = Desk(of: server, drawer: desk.drawer)
    #expect(next.data.head.account != nil)
    #expect(desk.drawer.texts["woodshed.removal"] == nil)
    // A text that means nothing harms nobody.
    desk.drawer.texts["woodshed.removal"] = "\u{1F3B6} own 7"
    #expect(Desk(of: server, drawer: desk.drawer).data.head.account != nil)
  }

  @Test func goesOnWhereItWasAfterSigningInAgain() {
    let desk = signedIn()
    server.account = nil
    desk.send(.safekeeping(.visibilityChanged(true)))
    #expect(desk.html.contains("Signed out: sync is paused"))
    desk.send(.settings(.themeChosen(.dark)))
    let before = server.pushes(of: AccountServer.ada)
    server.account = AccountServer.ada
    desk.submit(.signIn)
    #expect(!desk.html.contains("Signed out: sync is paused"))
    #expect(server.pushes(of: AccountServer.ada) == before + 1)
    #expect(desk.state.safekeeping.space == .own)
  }

  @Test func aRequestThatIsHeldIsNotGivenUpBeforeItsAnswer() {
    let request = FetchRequest(.watch(since: 3), of: signedIn().data.head)
    #expect(request.path.contains("/watch?since=3&"))
    // The server holds it for 50 seconds.
    #expect(request.timeoutMilliseconds > 50_000)
  }

  @Test func anotherAccountHasASpaceOfItsOwn() {
    let desk = signedIn()
    desk.send(.settings(.themeChosen(.dark)))
    server.account = AccountServer.bob
    desk.send(.safekeeping(.visibilityChanged(true)))
    #expect(desk.state.safekeeping.space == .account(AccountServer.bob))
    #expect(desk.data.isEmpty && desk.data.head.account == AccountServer.bob)
    #expect(desk.drawer.texts["woodshed.space"] == "own-" + AccountServer.bob.bits.hex)
    #expect(server.pushes(of: AccountServer.bob) == 0)
    desk.send(.settings(.themeChosen(.light)))
    // It shows again at the next start, and each finds what is theirs.
    server.isDown = true
    let next = Desk(of: server, drawer: desk.drawer)
    #expect(next.state.chosen.theme == .light)
    server.isDown = false
    server.account = AccountServer.ada
    let third = Desk(of: server, drawer: desk.drawer)
    #expect(third.state.safekeeping.space == .own)
    #expect(third.state.chosen.theme == .dark)
  }

  @Test(arguments: [(1, "or saved file is only"), (3, "3 recordings, pictures or saved files are")])
  func deletingTellsOfSoundsThatOnlyTheServerHas(count: Int, words: String) {
    let desk = signedIn()
    desk.send(.account(.eraseTapped))
    func html(away: Int) -> String {
      let shown = AccountPage.Shown(
        isLinked: true, isEmpty: false, waitingCount: 0, unsentTakes: 0, awayTakes: away, now: 0,
        zoneMinutes: 0)
      return HTML.text(of: AccountPage.view(desk.state.account, at: nil, shown))
    }
    #expect(html(away: count).contains(words))
    let hint = "exports don’t include \(count == 1 ? "it" : "them"). <a href=\"/journal/takes\">"
    #expect(html(away: count).contains(hint))
    #expect(!html(away: 0).contains("only on the server"))
  }

  @Test func deletingAsksForThePasswordAndKeepsWhatIsHere() {
    let desk = signedIn()
    desk.send(.account(.eraseTapped))
    #expect(desk.html.contains("Export first"))
    desk.send(.account(.submitted(.prove)))
    #expect(desk.html.contains("Enter your current password."))
    desk.send(.account(.typed(.current, "wrong")))
    refuse("/v1/account/prove", 401, "wrong_password", "That is not your password.")
    desk.send(.account(.submitted(.prove)))
    #expect(desk.html.contains("That is not your password."))
    server.refusals = [:]
    desk.send(.account(.submitted(.prove)))
    #expect(server.requests.contains { $0.path == "/v1/account/erase" })
    #expect(desk.html.contains("Account deleted."))
    #expect(desk.data.head.account == nil && desk.state.owner == nil)
    #expect(!desk.html.contains("saved on the server") && !desk.html.contains("is still here"))
    #expect(desk.state.account.form.current.isEmpty)
    desk.send(.account(.removeTapped))
    #expect(desk.html.contains("Remove it for good"))
    desk.send(.account(.removeConfirmed))
    #expect(desk.data.head.account == nil)
  }

  @Test func anEndedSessionIsNoticedOnThePage() {
    let desk = signedIn()
    server.account = nil
    desk.send(.account(.submitted(.signOutOf("others"))))
    desk.send(.account(.changeTapped))
    desk.send(.account(.typed(.current, "x")))
    desk.send(.account(.submitted(.login)))
    #expect(desk.html.contains("Signed out: sync is paused"))
    #expect(desk.html.contains("Back up your data</h1>"))
  }

  @Test(arguments: [
    (AccountPage.Call.signOutOf("others"), "signout"), (.signOut(isRemoving: true), "signout"),
    (.rename, "device"), (.login, "login"), (.prove, "prove"), (.prove, "erase"),
  ])
  func namesTheAccountThatItChanges(call: AccountPage.Call, name: String) {
    let desk = signedIn()
    desk.send(.account(.typed(.name, "Ada")))
    desk.send(.account(.typed(.current, "old words")))
    desk.send(.account(.submitted(call)))
    let body = server.body(of: "/v1/account/\(name)")
    #expect(body?["account"]?.string == AccountServer.ada.bits.hex)
  }

  @Test func showsWhoseAccountItIsByNow() {
    let desk = signedIn()
    server.account = AccountServer.bob
    server.name = "bob@example.org"
    refuse("/v1/account/erase", 409, "other_account", "Another account is signed in here now.")
    refuse("/v1/account/prove", 409, "other_account", "Another account is signed in here now.")
    desk.send(.account(.eraseTapped))
    desk.send(.account(.typed(.current, "old words")))
    desk.send(.account(.submitted(.prove)))
    #expect(!server.requests.contains { $0.path == "/v1/account/erase" })
    #expect(desk.html.contains("Another account is signed in here now."))
    #expect(desk.html.contains("bob@example.org") && desk.state.account.form.current.isEmpty)
    #expect(desk.state.account.sheet == nil)
  }

  // MARK: - Small things

  @Test(arguments: [
    (
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
      "Chrome on Linux"
    ),
    (
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36 Edg/142.0",
      "Edge on Windows"
    ),
    (
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1",
      "Safari on iPhone"
    ),
    ("Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0", "Firefox on Android"),
    (
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15",
      "Safari on Mac"
    ),
    ("", "A browser"),
  ])
  func namesADevice(browser: String, name: String) {
    #expect(DeviceName.text(of: browser) == name)
  }

  @Test(arguments: [
    DeviceSpace.own, .sample, .account(AccountServer.ada),
  ])
  func spacesHaveNames(space: DeviceSpace) {
    #expect(DeviceSpace(name: space.name) == space)
    #expect(
      space.name.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 })
  }

  @Test(arguments: ["", "own-", "own-xyz", "samples", "own-../../etc"])
  func otherNamesAreNoSpaces(name: String) {
    #expect(DeviceSpace(name: name) == nil)
  }

  @Test func settingsLeadToTheAccount() {
    var html = Desk("/settings", of: server).html
    #expect(html.contains(#"href="/account">Create an account or sign in"#))
    #expect(!html.contains("sync to all your devices"), "nothing syncs without an account")
    server.account = AccountServer.ada
    html = Desk("/settings", of: server).html
    #expect(html.contains("Account and devices"))
    #expect(html.contains("sync to all your devices"))
  }
}
