import Program
import Testing

@testable import Domain
@testable import JournalRoom
@testable import Ledger
@testable import RoomKit
@testable import Rooms

/// A plan in practice: due on its days, its items in turn, a bell at the end of each.
@Suite struct PracticePlanTests {
  private let desk = PracticeDesk()
  private let plan: RowID
  private let pieces: [RowID]

  /// A plan of two, three and one minutes.
  init() throws {
    pieces = ["Long tones", "Ferling 12", "Britten"].map { [desk] in desk.addPiece($0) }
    desk.send(.planTyped("Mornings"), .planMade)
    plan = try #require(desk.state.book.plans.first).id
    for (piece, minutes) in zip(pieces, ["2", "3", "1"]) {
      desk.send(.picked(.plan(plan), Practice.Spot(piece)))
      let item = try #require(desk.state.book.items(of: plan).last)
      #expect(item.minutes == 10)
      desk.send(.form(.typed(.init(item.id, PracticePlan.Item.minutesField), minutes)))
    }
    desk.send(.planOpened(nil))
  }

  private var items: [PracticePlan.Item] { desk.state.book.items(of: plan) }
  private var blocks: [PractisedBlock] { desk.state.runningBlocks }
  private var part: Practice.Part? { Practice.part(desk.state) }
  private var bells: Int { desk.orders.count { $0 == .ask(.ring) } }

  @Test func isDueOnItsDaysUntilItIsStarted() {
    #expect(!desk.html.contains("Due today") && desk.html.contains("Start this plan"))
    // 13 November 2025 is a Thursday.
    desk.send(.planDay(plan, 3))
    #expect(desk.html.contains("Due today") && desk.html.contains("Start “Mornings”"))
    #expect(desk.html.contains("3 items · 6 min") && desk.html.contains(">Thu<"))
    #expect(desk.state.book.duePlans(on: 20_406).isEmpty)
    #expect(desk.state.book.duePlans(on: 20_412).map(\.id) == [plan])
    desk.send(.itemStarted(items[0].id))
    #expect(!desk.html.contains("Due today"))
    for day in [0, 1, 2, 4, 5, 6] { desk.send(.planDay(plan, day)) }
    #expect(desk.html.contains("Every day"))
    desk.send(.endTapped)
    #expect(desk.state.book.duePlans(on: 20_405).isEmpty)
    #expect(desk.state.book.duePlans(on: 20_406).map(\.id) == [plan])
    for item in items { desk.send(.itemRemoved(item.id)) }
    #expect(desk.state.book.duePlans(on: 20_406).isEmpty)
    #expect(!desk.html.contains("Start this plan"))
  }

  @Test func itsItemsComeInTurnWithABell() {
    desk.send(.itemStarted(items[0].id))
    #expect(desk.orders.contains(.ask(.readySound)))
    desk.pass(119)
    #expect(bells == 0 && desk.html.contains("“Mornings”, item 1 of 3: 0:01 left"))
    #expect(desk.html.contains("Next: Ferling 12") && desk.html.contains("Skip to Ferling 12"))
    desk.pass(1)
    #expect(bells == 1 && blocks.map(\.piece) == [pieces[0], pieces[1]])
    #expect(desk.toasts.last == "Now: Ferling 12.")
    #expect(desk.orders.contains(.vibrate(milliseconds: [200, 100, 200])))
    desk.pass(180)
    #expect(bells == 2 && blocks.map(\.piece) == pieces)
    #expect(!desk.html.contains("Skip to"))
    desk.pass(60)
    #expect(bells == 3 && part == nil && desk.state.running != nil)
    #expect(desk.toasts.last == "Plan finished. Your session is still running.")
    desk.pass(600)
    #expect(bells == 3)
    desk.send(.endTapped)
    #expect(desk.state.book.blocks.map(\.seconds) == [120, 180, 660])
    #expect(desk.state.book.blocks.map(\.item) == items.map(\.id))
  }

  @Test func itSurvivesAReload() {
    desk.send(.itemStarted(items[0].id))
    desk.pass(150)
    desk.reload()
    #expect(part?.place == 1 && part?.seconds == 30)
    desk.pass(150)
    #expect(bells == 2 && blocks.map(\.piece) == pieces)
  }

  @Test func aPauseHoldsIt() {
    desk.send(.itemStarted(items[0].id))
    desk.pass(60)
    desk.send(.pauseTapped)
    desk.pass(600)
    #expect(bells == 0 && part?.seconds == 60)
    desk.send(.pauseTapped)
    desk.pass(60)
    #expect(bells == 1 && part?.place == 1)
  }

  @Test func anItemIsSkippedAndThePlanFinished() {
    desk.send(.itemStarted(items[0].id))
    desk.pass(30)
    desk.send(.itemStarted(items[1].id))
    #expect(part?.place == 1 && part?.seconds == 0 && bells == 0)
    #expect(desk.orders.last == .focus(id: "practice-skip"))
    desk.pass(30)
    desk.send(.itemStarted(items[2].id))
    #expect(desk.orders.last == .focus(id: "practice-pause"))
    desk.pass(30)
    desk.send(.planLeft)
    #expect(part == nil && desk.labels.last == "Leave the plan")
    #expect(desk.toasts.last == "You left the plan. Your session is still running.")
    desk.pass(300)
    #expect(bells == 0 && blocks.map(\.seconds) == [30, 30, 0])
  }

  @Test func somethingElseHoldsItUntilItIsContinued() {
    let other = desk.addPiece("Telemann")
    desk.send(.itemStarted(items[0].id))
    desk.pass(90)
    desk.send(.turned(Practice.Spot(other)))
    desk.pass(300)
    #expect(bells == 0 && part?.isHeld == true && part?.seconds == 90)
    #expect(desk.html.contains("“Mornings” is on hold at item 1 of 3."))
    desk.send(.itemStarted(items[0].id))
    #expect(part?.isHeld == false && part?.seconds == 90)
    desk.pass(30)
    #expect(bells == 1 && blocks.map(\.piece) == [pieces[0], other, pieces[0], pieces[1]])
  }

  @Test func theSamePieceTwiceIsTwoItems() throws {
    desk.send(.picked(.plan(plan), Practice.Spot(pieces[2])))
    desk.send(.itemStarted(items[2].id))
    desk.pass(60)
    #expect(bells == 1 && part?.place == 3)
    #expect(blocks.map(\.piece) == [pieces[2], pieces[2]] && blocks.map(\.seconds) == [60, 0])
  }

  @Test func anItemWithoutMinutesLastsAsLongAsOneLikes() {
    desk.send(.form(.typed(.init(items[0].id, PracticePlan.Item.minutesField), "0")))
    desk.send(.itemStarted(items[0].id))
    desk.pass(900)
    #expect(bells == 0 && part?.place == 0)
  }

  @Test func aSessionThatRunsTakesUpAPlan() {
    desk.send(.started(Practice.Spot()))
    desk.pass(90)
    desk.send(.itemStarted(items[0].id))
    desk.pass(120)
    #expect(bells == 1 && part?.place == 1 && desk.state.running?.plan == plan)
    #expect(blocks.map(\.piece) == [nil, pieces[0], pieces[1]])
  }

  /// Two pages of one device show the session: only one of them turns to the next item.
  @Test func aHiddenPageWaitsForOneThatIsSeen() {
    desk.send(.itemStarted(items[0].id), .visibilityChanged(false))
    desk.pass(124)
    #expect(bells == 0)
    desk.pass(1)
    #expect(bells == 1 && part?.place == 1)
  }

  @Test func anotherDeviceShowsItAndDoesNotRing() throws {
    desk.send(.itemStarted(items[0].id))
    let running = try #require(desk.state.running)
    var session = running
    session.sign = "On the telephone"
    desk.editElsewhere(session.edits(from: running, zoneMinutes: 0))
    desk.pass(200)
    #expect(bells == 0 && desk.html.contains("item 1 of 3: 0:00 left"))
  }

  @Test func aPlanThatIsGoneHoldsNothingUp() {
    desk.send(.itemStarted(items[0].id), .planRemoved(plan))
    desk.pass(300)
    #expect(bells == 0 && part == nil && blocks.count == 1)
  }

  @Test func itTakesTheTurnsOver() {
    for id in [pieces[1], pieces[2]] { desk.send(.option(.spotAdded(Practice.Spot(id)))) }
    desk.send(.option(.turning(true)), .option(.minutesStepped(by: -2)))
    desk.send(.itemStarted(items[0].id))
    desk.pass(100)
    #expect(blocks.count == 1)
  }

  @Test func theJournalSaysHowMuchWasPractisedToday() {
    #expect(Practice.practisedToday(desk.state) == nil)
    desk.addSession(day: 20_404, seconds: 600)
    desk.addSession(day: 20_405, seconds: 600)
    #expect(Practice.practisedToday(desk.state) == "Practised today: 10 min")
    desk.send(.itemStarted(items[0].id))
    desk.pass(200)
    #expect(Practice.practisedToday(desk.state) == "Practised today: 13 min")
  }
}
