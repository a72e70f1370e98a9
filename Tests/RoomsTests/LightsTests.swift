import Program
import Testing

@testable import Domain
@testable import Ledger
@testable import Light
@testable import LightRoom
@testable import RoomKit
@testable import Rooms

/// Plays the real instrument through the room: storing, keeping, sharing, and changes from other devices.
@Suite struct LightsTests {
  private func send(_ messages: Lights.Message..., to desk: Desk) {
    for message in messages { desk.send(.light(message)) }
  }

  private func tap(_ control: Hands.Control, at desk: Desk) {
    desk.touch(.down, control)
    desk.touch(.up, control)
  }

  /// Stores the chord in the controllers.
  private func store(_ chord: Int, at desk: Desk) {
    desk.touch(.down, .shift, pointer: 9)
    tap(.selector(chord), at: desk)
    desk.touch(.up, .shift, pointer: 9)
  }

  private func slide(_ ribbon: Int, to x: Double, at desk: Desk) {
    desk.touch(.down, .ribbon(ribbon), x: x)
    desk.touch(.up, .ribbon(ribbon), x: x)
  }

  private func sets(_ desk: Desk) -> [LightSet] { LightSet.all(in: desk.data) }

  @Test func theFirstVisitShowsASetOfTheApp() {
    let desk = Desk("/light")
    #expect(desk.state.light.stage == .open(isPlain: false))
    for words in ["Low tide", "Chordset 1 of 12 · flashes limited", "store this light"] {
      #expect(desk.html.contains(words), "\(words)")
    }
    #expect(desk.html.contains("data-chord=\"app:tide 7 "))
    #expect(desk.html.contains("aria-label=\"Chord 1, Before dawn: tempered 9.7, blue"))
    #expect(sets(desk).isEmpty)
  }

  @Test func aStoredChordMakesTheSetOnesOwnAndUndoTakesItBack() {
    let drawer = Desk.Drawer()
    let desk = Desk("/light", drawer: drawer)
    slide(0, to: 0.25, at: desk)
    store(2, at: desk)
    #expect(sets(desk).map { $0.title } == ["Low tide (mine)"])
    #expect(sets(desk).first?.chords[2].contains("background hue=3 ") == true)
    #expect(desk.html.contains("Chordset 1 of 13"))
    #expect(desk.html.contains("your own copy of “Low tide”"))
    slide(0, to: 0.5, at: desk)
    store(3, at: desk)
    #expect(sets(desk).first?.chords[3].contains("background hue=6 ") == true)
    desk.send(.undoTapped)
    #expect(sets(desk).first?.chords[3].contains("background hue=6 ") == false)
    desk.send(.undoTapped)
    #expect(sets(desk).isEmpty)
  }

  /// The stage may have said what is in the hand before the copy was saved, and then says nothing more.
  @Test func aCopyIsInTheHandWhenTheRoomIsOpenedAgain() throws {
    let drawer = Desk.Drawer()
    let desk = Desk("/light", drawer: drawer)
    store(2, at: desk)
    let set = try #require(sets(desk).first)
    let later = Desk("/light", drawer: drawer)
    #expect(later.state.light.hand.set == set.id.bits.hex)
    #expect(later.html.contains("Chordset 1 of 13"))
  }

  @Test func theHandComesBackAsItWasLeft() {
    let drawer = Desk.Drawer()
    let desk = Desk("/light", drawer: drawer)
    tap(.on, at: desk)
    slide(0, to: 0.75, at: desk)
    desk.play(0.5)
    let title = desk.state.light.playing?.title
    #expect(title != "Low tide")
    let later = Desk("/light", drawer: drawer)
    #expect(later.state.light.playing?.title == title)
    #expect(later.state.light.playing?.ribbons.first?.way == 0.75)
    #expect(later.html.contains("aria-valuetext=\"tempered 9.0"))
    // What the hand does is nothing to be undone.
    #expect(desk.state.safekeeping.keeper.replica.undoable == nil)
  }

  /// Otherwise it is saved once the hand has rested for a while.
  @Test func whatWasJustPlayedIsSavedWhenTheRoomOrThePageIsLeft() {
    let drawer = Desk.Drawer()
    var way: Double? { Desk("/light", drawer: drawer).state.light.playing?.ribbons.first?.way }
    let desk = Desk("/light", drawer: drawer)
    desk.send(.addressChanged("/journal"))
    #expect(desk.data[LightHand.row] == nil, "nothing was played")
    desk.send(.addressChanged("/light"))
    slide(0, to: 0.75, at: desk)
    desk.play(0.02)
    #expect(desk.data[LightHand.row] == nil)
    desk.send(.addressChanged("/journal"))
    #expect(way == 0.75)

    desk.send(.addressChanged("/light"))
    slide(0, to: 0.25, at: desk)
    desk.play(0.02)
    #expect(way == 0.75)
    send(.hid, to: desk)
    #expect(way == 0.25)
    // The stage lets go of what is held when the page is hidden, and says so afterwards.
    slide(0, to: 0.5, at: desk)
    desk.play(0.02)
    #expect(way == 0.5)
    slide(0, to: 0.75, at: desk)
    desk.play(0.02)
    #expect(way == 0.5)
    desk.play(0.4)
    #expect(way == 0.75)
  }

  /// On a busy device the stage is there first, then the rows, then what the page before had no time to save.
  @Test(arguments: [false, true]) func whatTheLastPageLeftComesBackHoweverLateTheRowsAre(
    isShut: Bool
  ) {
    let drawer = Desk.Drawer()
    let before = Desk("/light", drawer: drawer)
    slide(0, to: 0.25, at: before)
    before.play(0.5)
    before.failure = "AbortError"
    slide(0, to: 0.75, at: before)
    before.play(0.02)
    send(.hid, to: before)
    before.send(.safekeeping(.hid))
    #expect(drawer.texts["woodshed.late.own"] != nil)
    drawer.isShut = isShut
    let desk = Desk("/light", drawer: drawer)
    #expect(desk.state.light.stage == .open(isPlain: false))
    desk.openDrawer()
    #expect(desk.state.light.playing?.ribbons.first?.way == 0.75)
    #expect(Desk("/light", drawer: drawer).state.light.playing?.ribbons.first?.way == 0.75)
  }

  @Test func aSetThatIsAddedBeforeTheRowsAreLoadedComesIntoTheHand() {
    let drawer = Desk.Drawer()
    let before = Desk("/light", drawer: drawer)
    tap(.on, at: before)
    before.play(0.5)
    #expect(before.data[LightHand.row] != nil)
    drawer.isShut = true
    let desk = Desk("/light", drawer: drawer)
    send(.added, to: desk)
    desk.openDrawer()
    #expect(desk.state.light.playing?.title == "New chordset")
  }

  /// The rows of a large shed may come after the stage.
  @Test func whatIsPlayedBeforeTheRowsAreLoadedStays() {
    let drawer = Desk.Drawer()
    let before = Desk("/light", drawer: drawer)
    tap(.on, at: before)
    slide(0, to: 0.75, at: before)
    send(.snapped(true), .ribbonChosen(2, "3"), to: before)
    before.play(0.5)
    let left = before.state.light.playing

    drawer.isShut = true
    let waiting = Desk("/light", drawer: drawer)
    #expect(waiting.state.light.stage == .open(isPlain: false))
    waiting.openDrawer()
    #expect(waiting.state.light.playing?.title == left?.title)
    #expect(waiting.state.light.playing?.ribbons.first?.way == 0.75)

    drawer.isShut = true
    let early = Desk("/light", drawer: drawer)
    tap(.on, at: early)
    tap(.on, at: early)
    slide(0, to: 0.25, at: early)
    early.play(0.5)
    let played = early.state.light.playing
    #expect(played?.title != left?.title)
    early.openDrawer()
    #expect(early.state.light.playing?.title == played?.title)
    #expect(early.state.light.playing?.ribbons.first?.way == 0.25)
    #expect(early.state.light.hand.snaps && early.state.light.playing?.ribbons.count == 3)
    let next = Desk("/light", drawer: drawer)
    #expect(next.state.light.playing?.title == played?.title)
    #expect(next.state.light.playing?.ribbons.first?.way == 0.25)
    early.play(0.5)
    slide(0, to: 0.5, at: early)
    early.play(0.5)
    // Hues snap, as before.
    let way = early.state.light.playing?.ribbons.first?.way
    #expect(way != 0.25)
    let later = Desk("/light", drawer: drawer)
    #expect(later.state.light.playing?.title == played?.title)
    #expect(later.state.light.playing?.ribbons.first?.way == way)
    #expect(later.state.light.playing?.ribbons.count == 3)
  }

  @Test func theLimitChosenBeforeTheRowsAreLoadedStays() {
    let drawer = Desk.Drawer()
    let before = Desk("/light", drawer: drawer)
    send(.ribbonChosen(2, "3"), to: before)
    drawer.isShut = true
    let early = Desk("/light", drawer: drawer)
    send(.calm(true), to: early)
    #expect(early.state.light.playing?.level == .calm)
    early.openDrawer()
    #expect(early.state.light.playing?.level == .calm)
    #expect(early.state.light.playing?.ribbons.count == 3)
    #expect(Desk("/light", drawer: drawer).state.light.playing?.level == .calm)
  }

  @Test func glideAndBrightnessComeBack() throws {
    let (glide, brightness) = (
      Int(LightEvent.Target.glide.number), Int(LightEvent.Target.brightness.number)
    )
    let drawer = Desk.Drawer()
    let desk = Desk("/light", drawer: drawer)
    // A row from before they were saved.
    send(.snapped(true), to: desk)
    let row = try #require(desk.data[LightHand.row])
    #expect(LightHand(row).glide == 0 && LightHand(row).brightness == 100)
    #expect(row.cells.allSatisfy { $0.field < LightHand.field(6) })
    send(.played(glide, 0.5), .played(brightness, 0.4), to: desk)
    desk.play(0.5)
    let later = Desk("/light", drawer: drawer)
    #expect(later.state.light.playing?.glide == 0.5)
    #expect(later.state.light.playing?.brightness == 0.4)
    let saved = try #require(later.data[LightHand.row])
    later.play(1)
    #expect(later.data[LightHand.row] == saved, "restoring them is not playing")

    // What was chosen before the rows were loaded stays.
    drawer.isShut = true
    let early = Desk("/light", drawer: drawer)
    send(.played(brightness, 0.7), to: early)
    early.openDrawer()
    #expect(early.state.light.playing?.brightness == 0.7)
    #expect(early.state.light.playing?.glide == 0.5)
    // A room that was left in the dark opens with some light.
    send(.played(brightness, 0), to: early)
    early.play(0.5)
    #expect(Desk("/light", drawer: drawer).state.light.playing?.brightness == 0.1)
  }

  /// What opens with the room is no hand that somebody left there: another device's would be lost to it.
  @Test func openingTheRoomSavesNoHand() {
    let desk = Desk("/light")
    desk.play(1)
    #expect(desk.data[LightHand.row] == nil)
    tap(.on, at: desk)
    desk.play(1)
    #expect(desk.data[LightHand.row] != nil)
  }

  @Test func playingKeepsTheLineUntilTheRoomIsLeft() {
    let desk = Desk("/light")
    #expect(desk.html.contains("Got it"))
    slide(0, to: 0.25, at: desk)
    // Nothing moves under the finger.
    #expect(desk.html.contains("Got it"))
    #expect(desk.drawer.texts[Shell.linesKey] == "Light")
    desk.send(.addressChanged("/journal"))
    desk.send(.addressChanged("/light"))
    #expect(!desk.html.contains("Got it"))
  }

  @Test func leavingTheRoomStopsTheStage() {
    let desk = Desk("/light")
    desk.send(.addressChanged("/journal"))
    #expect(desk.state.light.stage == .closed && desk.state.light.playing == nil)
    desk.send(.addressChanged("/light"))
    #expect(desk.state.light.stage == .open(isPlain: false))
    #expect(desk.html.contains("Low tide"))
  }

  @Test func setsAreAddedNamedOrderedCopiedAndRemoved() throws {
    let desk = Desk("/light")
    send(.listTapped, .added, to: desk)
    #expect(desk.state.light.playing?.title == "New chordset")
    let first = try #require(sets(desk).first)
    send(
      .naming(.asked(first.id, named: first.title)), .naming(.typed("Evening")), .naming(.done),
      to: desk)
    #expect(desk.html.contains("Evening"))
    send(.duplicated("app:fire"), to: desk)
    #expect(sets(desk).map { $0.title } == ["Copy of \(FactorySets.all[1].title)", "Evening"])
    send(.order(.moved(first.id, by: -1)), to: desk)
    #expect(sets(desk).first?.title == "Evening")
    send(.duplicated(first.id.bits.hex), to: desk)
    #expect(sets(desk).map { $0.title }.prefix(2) == ["Evening", "Copy of Evening"])
    send(.removed(first.id), to: desk)
    #expect(sets(desk).count == 2)
    desk.send(.undoTapped)
    #expect(sets(desk).count == 3)
    send(.findTyped("even"), to: desk)
    #expect(!desk.html.contains("light-set-name\" type=\"button\"><strong>Low tide"))
  }

  @Test func aLongListIsShownInPartAndPrintedInFull() throws {
    let desk = Desk("/light")
    // A set that is there already would not be added again.
    func file(_ mark: String) -> [UInt8] {
      let sets = FactorySets.all.map { set in
        var set = set
        set.title += " \(mark)"
        return set
      }
      return Array(ChordText.file(sets).utf8)
    }
    send(.listTapped, .fileRead(file("A")), .fileRead(file("B")), to: desk)
    #expect(desk.html.ranges(of: "light-set-name").count == 36 && !desk.html.contains("later"))
    send(.fileRead(file("C")), to: desk)
    let later = try #require(desk.html.ranges(of: "list later").first)
    #expect(desk.html[..<later.lowerBound].ranges(of: "light-set-name").count == 40)
    #expect(desk.html[later.upperBound...].ranges(of: "light-set-name").count == 8)
    #expect(desk.html.contains("40 of 48; type to find others"))
    send(.findTyped("tide"), to: desk)
    #expect(desk.html.ranges(of: "light-set-name").count == 4 && !desk.html.contains("later"))
  }

  @Test func aLinkCarriesASetToSomebodyElse() throws {
    let desk = Desk("/light")
    slide(0, to: 0.25, at: desk)
    store(0, at: desk)
    send(.linkWanted(try #require(sets(desk).first).id.bits.hex), to: desk)
    guard case .link(_, let code?) = desk.state.light.sheet else {
      Issue.record("there is no link")
      return
    }
    let path = String(code.address.dropFirst("https://shed.example".count))
    let other = Desk(path)
    #expect(other.html.contains("Add “Low tide (mine)”?"))
    #expect(sets(other).isEmpty)
    send(.offerTaken, to: other)
    #expect(sets(other).first?.chords == sets(desk).first?.chords)
    #expect(other.state.light.playing?.setCount == 13)
    // It is not offered again when the page is loaded again, and a second time adds nothing.
    let leaving = Order.navigate(path: "/light", replacing: true)
    #expect(other.orders.contains(leaving))
    other.send(.addressChanged("/light"))
    other.send(.addressChanged(path))
    #expect(other.html.contains("Add “Low tide (mine)”?"))
    send(.offerTaken, to: other)
    #expect(sets(other).count == 1 && other.html.contains("you already have all of it"))
    other.send(.addressChanged("/light"))
    other.send(.addressChanged(path))
    send(.closed, to: other)
    #expect(other.orders.count { $0 == leaving } == 3)
    #expect(sets(other).count == 1)
    let broken = Desk(String(path.dropLast(3)))
    #expect(broken.html.contains("This link contains no chordset"))
  }

  @Test func aFileBringsSetsBackAndABadOneChangesNothing() {
    let desk = Desk("/light")
    send(.added, to: desk)
    let text = ChordText.file(FactorySets.all)
    desk.file = Array(text.utf8)
    send(.fileRead(desk.file), to: desk)
    #expect(sets(desk).count == 13)
    #expect(desk.html.contains("Imported 12 chordsets"))
    send(.fileRead(Array("no".utf8)), .fileRead(nil), to: desk)
    #expect(sets(desk).count == 13)
    #expect(desk.html.contains("Nothing was imported.") && desk.html.contains("can’t be read"))
    send(.fileRead(desk.file), to: desk)
    #expect(sets(desk).count == 13 && desk.html.contains("you already have all of it"))
    // One that differs in a chord is told from the other, and known again.
    let tide = FactorySets.all[0]
    let other = Chordset(title: tide.title, mode: tide.mode, chords: tide.chords.reversed())
    for _ in 1...2 { send(.fileRead(Array(ChordText.file([other]).utf8)), to: desk) }
    let titles = sets(desk).map { $0.title }.filter { $0.contains(tide.title) }
    #expect(titles == ["\(tide.title) 2", tide.title])
    desk.send(.undoTapped)
    desk.send(.undoTapped)
    #expect(sets(desk).count == 1)
  }

  @Test func theLimitIsSwitchedOffOnlyOnPurposeAndForThisPage() {
    let drawer = Desk.Drawer()
    let desk = Desk("/light", drawer: drawer)
    send(.calm(true), to: desk)
    #expect(desk.state.light.playing?.level == .calm)
    send(.opened(.limit), to: desk)
    #expect(desk.html.contains("seizure") && desk.state.light.playing?.level == .calm)
    send(.unlocked, to: desk)
    #expect(desk.state.light.playing?.level == .off)
    #expect(desk.html.contains("no flash limit"))
    // It stays so in the room, and not in the next page.
    #expect(Desk("/light", drawer: drawer).state.light.playing?.level == .calm)
    send(.calm(false), to: desk)
    #expect(desk.state.light.playing?.level == .safe)
  }

  @Test func reducedMotionBeginsCalmUntilALevelIsChosen() {
    let drawer = Desk.Drawer()
    let desk = Desk("/light", drawer: drawer)
    send(.motionReduced(true), to: desk)
    #expect(desk.state.light.playing?.level == .calm)
    #expect(desk.html.contains("Chordset 1 of 12 · few flashes"))
    send(.calm(false), to: desk)
    #expect(desk.state.light.playing?.level == .safe)
    send(.motionReduced(true), .motionReduced(false), to: desk)
    #expect(desk.state.light.playing?.level == .safe)
    send(.unlocked, .motionReduced(true), to: desk)
    #expect(desk.state.light.playing?.level == .off, "what was asked for on purpose stays")
    // It belongs to the device, and is not saved.
    #expect(Desk("/light", drawer: drawer).state.light.playing?.level == .safe)
  }

  @Test func panesModeAndTempoAreSetInTheSheet() throws {
    let desk = Desk("/light")
    let (tempo, mode) = (
      Int(LightEvent.Target.tempo.number), Int(LightEvent.Target.mode.number)
    )
    send(.opened(.settings), to: desk)
    #expect(desk.html.contains("“Low tide”") && desk.html.contains("Copy this chordset"))
    #expect(desk.html.contains("value=\"40\""), "the tempo of a set of the app can be seen")
    send(.played(2, 4), to: desk)
    #expect(desk.state.light.playing?.panes == 4)
    send(.added, to: desk)
    #expect(desk.html.contains("“New chordset”") && !desk.html.contains("Copy this chordset"))
    send(.played(tempo, 132.5), .played(mode, 1), to: desk)
    let set = try #require(sets(desk).first)
    #expect(set.tempo == 13_250 && set.isEven)
    #expect(desk.html.contains("value=\"132.5\""))
    desk.send(.undoTapped)
    #expect(sets(desk).first?.isEven == false && sets(desk).first?.tempo == 13_250)
    desk.send(.undoTapped)
    #expect(sets(desk).first?.tempo == 6_000)
  }

  @Test func theScreenIsFilledAndGivenBack() {
    let desk = Desk("/light")
    send(.fullTapped, to: desk)
    #expect(desk.html.contains("light-room full"))
    send(.idle, to: desk)
    #expect(desk.html.contains("full bare"))
    send(.touched, to: desk)
    #expect(!desk.html.contains("full bare"))
    send(.hideTapped, to: desk)
    #expect(desk.html.contains("full bare"))
    // The browser's own way out.
    send(.fullChanged(true), .fullChanged(false), to: desk)
    #expect(!desk.html.contains("light-room full"))
    send(.fullTapped, .fullTapped, to: desk)
    #expect(!desk.html.contains("light-room full"))
    send(.idle, .touched, to: desk)
    #expect(!desk.html.contains("light-room full"))
    // The key that hides everything restores it, except the open list.
    send(.listTapped, .hideTapped, to: desk)
    #expect(desk.html.contains("full bare") && !desk.html.contains("light-list-heading"))
    send(.hideTapped, to: desk)
    #expect(!desk.html.contains("light-room full"))
    send(.hideTapped, .touched, .hideTapped, .hideTapped, to: desk)
    #expect(desk.html.contains("light-room full\""))
  }

  @Test func aStageThatFailsIsStartedAgainOnceWithWhatWasInTheHand() {
    let desk = Desk("/light")
    tap(.selector(2), at: desk)
    slide(0, to: 0.25, at: desk)
    send(.played(Int(LightEvent.Target.blackout.number), 1), to: desk)
    desk.play(0.1)
    let words = desk.state.light.playing?.ribbons[0].words
    #expect(words?.hasPrefix("tempered 3.0") == true && desk.html.contains("The picture: black"))
    send(.told("failed\u{1F}out of bounds"), to: desk)
    #expect(desk.state.light.playing?.ribbons[0].words == words)
    #expect(desk.html.contains("The picture: black"))
    #expect(desk.state.light.attempts == 1 && !desk.html.contains("could not be started"))
    send(.told("failed"), to: desk)
    #expect(desk.html.contains("could not be started"))
    // In another visit it may be started again as well.
    desk.send(.addressChanged("/journal"))
    desk.send(.addressChanged("/light"))
    send(.told("failed"), to: desk)
    #expect(!desk.html.contains("could not be started"))
  }

  @Test func aStageThatFailsAgainIsSaidAndTriedAgain() {
    let desk = Desk("/light")
    send(.told("failed"), .told("failed"), to: desk)
    #expect(desk.html.contains("could not be started") && desk.html.contains("Try again"))
    send(.again, to: desk)
    #expect(!desk.html.contains("could not be started"))
    send(.told("failed\u{1F}out of memory"), to: desk)
    #expect(desk.html.contains("could not be started (out of memory). Your chordsets are safe."))
    send(.again, to: desk)
    send(.told(""), .told("playing"), .told("\u{1F}\u{1F}"), .told("made\u{1F}\u{1F}9"), to: desk)
    send(.slid(0, ""), .slid(99, "10"), .ribbonChosen(9, "x"), .chosen("nothing"), to: desk)
    #expect(desk.html.contains("Low tide"))
  }

  @Test func theSecondScreenFollowsAndKeepsNothing() {
    let desk = Desk("/light/screen")
    #expect(desk.html.contains("data-stage=\"follows\"") && !desk.html.contains("light-chord"))
    desk.send(.addressChanged("/light"))
    #expect(desk.html.contains("Low tide") && desk.html.contains("light-chord"))
  }

  @Test func theSecondScreenIsFittedAndItsDeviceRemembers() {
    let drawer = Desk.Drawer()
    let desk = Desk("/light/screen", drawer: drawer)
    let before = sets(desk)
    #expect(desk.html.contains("light-screen full bare"))
    send(.touched, to: desk)
    #expect(!desk.html.contains("bare") && desk.html.contains("4:3"))
    send(.screen(.shaped(.wide)), .screen(.mirrored), .screen(.pullingTapped), to: desk)
    #expect(desk.html.contains("light-corners shaped"))
    send(.idle, to: desk)
    #expect(!desk.html.contains("bare"), "while corners are pulled the controls stay")
    send(.screen(.pulled(x: 0.3, y: 0.3)), to: desk)
    #expect(
      desk.state.light.screenDesk.fit.corners == ScreenFit().corners, "no corner is in the hand")
    send(
      .screen(.grabbed(0)), .screen(.pulled(x: 0.2, y: 0.1)), .screen(.letGo),
      .screen(.pulled(x: 0.4, y: 0.4)), .screen(.nudged(2, x: -0.02, y: 0)), to: desk)
    let fit = desk.state.light.screenDesk.fit
    #expect(fit.corners[0] == ScreenFit.Place(0.2, 0.1) && fit.corners[2].x == 0.98)
    #expect(desk.html.contains("Reset"))
    let next = Desk("/light/screen", drawer: drawer)
    #expect(next.state.light.screenDesk.fit == fit)
    #expect(next.instrument?.frame == desk.instrument?.frame)
    #expect(sets(desk) == before)
    send(.screen(.reset), to: next)
    #expect(Desk("/light/screen", drawer: drawer).state.light.screenDesk.fit == ScreenFit())
  }

  @Test func withoutShadersTheSecondScreenIsNotFittedAndSaysSo() {
    let desk = Desk("/light/screen")
    send(
      .touched, .screen(.mirrored), .screen(.grabbed(0)), .screen(.pulled(x: 0.2, y: 0.1)),
      .screen(.letGo), to: desk)
    let frame = desk.instrument?.frame
    desk.painter = "plain"
    send(.again, to: desk)
    #expect(desk.html.contains("no WebGL2, so the picture always fills the window"))
    #expect(!desk.html.contains("4:3"))
    let unfitted = LightStage().frame
    #expect(desk.instrument?.frame == unfitted && frame != unfitted)
  }

  @Test func aSecondScreenThatFailsIsSaidInBothWindows() {
    let screen = Desk("/light/screen")
    send(.told("failed"), .told("failed"), to: screen)
    #expect(screen.html.contains("could not be started") && screen.html.contains("Try again"))
    send(.again, to: screen)
    #expect(!screen.html.contains("could not be started"))
    let desk = Desk("/light")
    send(.told("screenFailed"), to: desk)
    #expect(desk.html.contains("The second screen couldn’t start its picture."))
    #expect(desk.html.contains("Low tide") && !desk.html.contains("could not be started"))
  }

  /// Rows of other programs and later versions may hold anything.
  @Test func rowsThatMakeNoSenseStopNothing() {
    var hand = LightHand()
    hand.ribbons = "99999999999 -7 x 0"
    #expect(Lights.numbers(of: hand) == [-7, 0])
    var set = LightSet(RowID(Bits128(high: 8, low: 8)), titled: "A\nchord B", at: 1)
    (set.tempo, set.chords[0]) = (60_000, "\u{1F}nonsense")
    set.chords[1] = "chord Red\nbackground hue=1.5\n"
    var stage = LightStage()
    let order = StageOrder.sets([("a", Lights.text(of: set))], hand: "a")
    stage.take(StageOrder(StageMessage(order.message.text)) ?? order, at: 0)
    #expect(stage.performance.set.title == "A chord B" && stage.performance.set.tempo == 60)
    #expect(stage.performance.set[1].background.hue.value == 1.5)
  }

  @Test func moreRibbonsAreChosen() {
    let desk = Desk("/light")
    send(.ribbonChosen(2, "3"), to: desk)
    #expect(desk.state.light.playing?.ribbons.count == 3)
    send(.ribbonChosen(3, "16"), .ribbonChosen(2, ""), to: desk)
    #expect(desk.state.light.playing?.ribbons.map { $0.parameter } == [0, 1, 16])
  }

  @Test func nothingIsKeptWhereNothingCanBe() {
    let desk = Desk("/light")
    desk.failure = "QuotaExceededError"
    store(0, at: desk)
    slide(0, to: 0.3, at: desk)
    desk.play(1)
    #expect(desk.html.contains("Low tide"))
  }
}
