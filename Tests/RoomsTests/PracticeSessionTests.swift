import Markup
import Program
import Sound
import Testing

@testable import Domain
@testable import JournalRoom
@testable import Ledger
@testable import Pages
@testable import RoomKit
@testable import Rooms
@testable import ToolsRoom

/// The session that goes on: its clock, its pieces, what the tools note of it, and how it is found again.
@Suite struct PracticeSessionTests {
  private let desk = PracticeDesk()

  private var running: PractisedSession? { desk.state.running }
  private var blocks: [PractisedBlock] { desk.state.runningBlocks }
  private var last: PractisedSession? { desk.state.book.sessions.first }

  private func start(_ piece: RowID? = nil, _ section: RowID? = nil) {
    desk.send(.started(Practice.Spot(piece, section)))
  }

  private func seconds() throws -> Int64 {
    try #require(running).seconds(at: desk.now)
  }

  // MARK: - The clock

  @Test func beginsAtOnceAndAsksNothing() throws {
    #expect(desk.html.contains("id=\"practice-start\""))
    start()
    let session = try #require(running)
    #expect(session.ended == 0 && session.began == desk.now && session.day == 20_405)
    #expect(blocks.count == 1 && blocks[0].seconds == 0)
    #expect(desk.orders.contains(.tick(everyMilliseconds: 1_000)))
    #expect(desk.orders.contains(.focus(id: "practice-pause")))
    desk.pass(65)
    #expect(desk.html.contains("1:05"))
  }

  @Test func countsFromInstantsHoweverSeldomItTicks() throws {
    start()
    desk.now += 3_599_000
    desk.send(.ticked)
    #expect(try seconds() == 3_599)
    desk.now += 2_000
    desk.send(.endTapped)
    #expect(running == nil)
    #expect(desk.state.book.blocks.map(\.seconds) == [3_601])
    #expect(desk.toasts.contains("1 h practised."))
    #expect(desk.orders.contains(.stop))
  }

  @Test func belongsToTheDayItBeganOnAcrossMidnight() throws {
    // 23:50 at home.
    desk.now = 1_763_074_200_000
    start()
    let day = try #require(running).day
    desk.now += 1_200_000
    desk.send(.endTapped)
    #expect(desk.state.today == day + 1)
    #expect(desk.state.book.daySums() == [DaySum(day: day, seconds: 1_200, sessions: 1)])
  }

  @Test(arguments: [(60, 120), (120, 60), (-300, -240), (720, -720)])
  func losesNothingWhereTheClockOnTheWallIsMoved(before: Int, after: Int) throws {
    desk.zone = before
    start()
    let day = try #require(running).day
    desk.now += 600_000
    desk.zone = after
    desk.send(.pauseTapped)
    desk.now += 60_000
    desk.send(.pauseTapped)
    desk.now += 600_000
    desk.send(.endTapped)
    #expect(desk.state.book.daySums() == [DaySum(day: day, seconds: 1_200, sessions: 1)])
  }

  @Test func aClockThatWentBackCountsNothing() throws {
    start()
    desk.now -= 3_600_000
    desk.send(.ticked)
    #expect(try seconds() == 0)
    desk.send(.endTapped)
    #expect(desk.state.book.blocks.map(\.seconds) == [0])
  }

  @Test func aClockThatIsSetBackTakesNothingAway() throws {
    let (one, other) = (desk.addPiece("Ferling 12"), desk.addPiece("Britten"))
    start(one)
    desk.pass(100)
    desk.now -= 3_600_000
    desk.pass(50)
    // A tick that did not come is all that is missing.
    #expect(try seconds() == 149)
    desk.send(.turned(Practice.Spot(other)))
    desk.pass(20)
    desk.send(.pauseTapped)
    desk.now -= 600_000
    desk.pass(30)
    desk.send(.pauseTapped)
    desk.pass(10)
    desk.send(.endTapped)
    #expect(desk.state.book.blocks.map(\.seconds) == [149, 30])
    #expect(desk.state.book.blocks.map(\.piece) == [one, other])
    #expect(last?.pausedSeconds == 29)
  }

  @Test func twoPagesFollowTheClockOnce() throws {
    start()
    desk.pass(100)
    let before = try #require(running)
    desk.now -= 3_600_000
    var moved = before
    moved.began -= 3_600_000
    desk.edit(moved.edits(from: before, zoneMinutes: 0))
    desk.pass(2)
    #expect(running?.began == moved.began)
  }

  @Test func theDayBeginsWhereThePersonSays() throws {
    var settings = Settings()
    settings.dayStart = 4
    desk.edit(settings.edits(from: Settings()))
    // 02:50 at home.
    desk.now = 1_763_085_000_000
    start()
    desk.pass(60)
    desk.send(.endTapped)
    #expect(last?.day == 20_405 && desk.state.today == 20_405)
    #expect(desk.html.contains("Today · 1 min"))
    desk.send(.opened(.byHand))
    #expect(desk.state.byHand.day == "2025-11-13")
  }

  @Test func nothingIsDoneWhereNothingCanBeKept() {
    desk.isWritable = false
    desk.send(.questionTyped("The slur"), .nameTyped("Ferling 12"), .planTyped("Mornings"))
    desk.send(.opened(.byHand), .handMinutes("45"))
    let count = desk.orders.count
    desk.send(.started(Practice.Spot()), .pieceMade, .planMade, .handAdded)
    // The shell answers each with why.
    #expect(desk.orders.count == count + 4 && desk.labels.count == 4)
    #expect(desk.state.question == "The slur" && desk.state.news == "")
    #expect(desk.state.newName == "Ferling 12" && desk.state.planName == "Mornings")
    #expect(desk.state.byHand.minutes == "45" && desk.state.sheet == .byHand)
    desk.isWritable = true
    desk.send(.started(Practice.Spot()))
    #expect(running?.question == "The slur")
  }

  @Test func aPauseDoesNotCount() throws {
    start()
    desk.pass(100)
    desk.send(.pauseTapped)
    #expect(desk.html.contains("Paused since"))
    desk.pass(500)
    #expect(try seconds() == 100)
    desk.reload()
    #expect(try seconds() == 100)
    desk.send(.pauseTapped)
    desk.pass(50)
    #expect(try seconds() == 150)
    desk.send(.pauseTapped)
    desk.pass(10)
    desk.send(.endTapped)
    let session = try #require(last)
    #expect(session.seconds(at: desk.now + 1_000_000) == 150)
    #expect(session.pausedSeconds == 500)
    #expect(desk.state.book.blocks.map(\.seconds) == [150])
  }

  // MARK: - What it is about

  @Test func anotherPieceBeginsABlockAndNothingIsLostBetween() throws {
    let (one, other) = (desk.addPiece("Ferling 12"), desk.addPiece("Britten"))
    start(one)
    desk.pass(90)
    desk.send(.turned(Practice.Spot(other)))
    desk.pass(30)
    desk.send(.turned(Practice.Spot(other)))
    desk.send(.endTapped)
    #expect(desk.state.book.blocks.map(\.seconds) == [90, 30])
    #expect(desk.state.book.blocks.map(\.piece) == [one, other])
    #expect(desk.state.book.daySums(of: one).map(\.seconds) == [90])
  }

  @Test func whatWasBegunAMomentAgoIsPutRight() {
    let (one, other) = (desk.addPiece("Ferling 12"), desk.addPiece("Britten"))
    start()
    desk.pass(50)
    desk.send(.turned(Practice.Spot(one)))
    #expect(blocks.map(\.piece) == [one])
    desk.pass(50)
    desk.send(.turned(Practice.Spot(other)))
    desk.pass(5)
    desk.send(.turned(Practice.Spot(one)))
    #expect(blocks.map(\.piece) == [one, one])
    #expect(blocks.map(\.seconds) == [100, 0])
  }

  @Test func theNextStepIsTheQuestionOfTheNextSessionOnThePiece() throws {
    let (one, other) = (desk.addPiece("Ferling 12"), desk.addPiece("Britten"))
    start(one)
    desk.pass(60)
    desk.send(.endTapped)
    let id = try #require(desk.state.after)
    desk.send(
      .form(.typed(.init(id, PractisedSession.nextStepField), "Bars 9 to 12 with one breath")))
    desk.send(.rated(id, 4), .afterClosed)
    start(other)
    #expect(running?.question == "")
    desk.send(.turned(Practice.Spot(one)))
    #expect(running?.question == "Bars 9 to 12 with one breath")
    desk.send(.endTapped)
    desk.send(.questionTyped("The low D"), .started(Practice.Spot(one)))
    #expect(running?.question == "The low D")
  }

  @Test func theQuestionsMayBeAnsweredWhileItRuns() throws {
    start()
    let id = try #require(running).id
    for text in ["T", "Th", "The slur"] {
      desk.send(.form(.typed(.init(id, PractisedSession.questionField), text)))
    }
    #expect(running?.question == "The slur")
    let drafts = desk.orders.compactMap { order -> UInt64? in
      if case .keep(let keeping) = order { keeping.draft } else { nil }
    }
    #expect(drafts.count == 3 && Set(drafts).count == 1)
    let text = String(repeating: "ä", count: 2_001)
    desk.send(.form(.typed(.init(id, PractisedSession.questionField), text)))
    #expect(running?.question == "The slur")
    #expect(desk.state.form.refusal(.init(id, PractisedSession.questionField)) != nil)
  }

  // MARK: - The tools

  @Test func theMetronomeNotesItsTempoOnceItStays() throws {
    start()
    _ = Tools.update(&desk.tools, .metronome(.mainTapped), .nowhere)
    let tempo = Int64(desk.tools.metronome.hand.setup.tempo.centiBeatsPerMinute)
    desk.pass(1)
    #expect(blocks[0].tempo == 0)
    desk.pass(4)
    #expect(blocks[0].tempo == tempo && blocks[0].tool == .metronome)
    let kept = desk.orders.count { if case .keep = $0 { true } else { false } }
    desk.pass(20)
    #expect(desk.orders.count { if case .keep = $0 { true } else { false } } == kept)
    // A tempo that is passed through is not noted; the last one is, also right before the end.
    for _ in 0..<4 {
      _ = Tools.update(&desk.tools, .metronome(.tempoStepped(by: 1)), .nowhere)
      desk.pass(1)
    }
    #expect(blocks[0].tempo == tempo)
    desk.send(.endTapped)
    #expect(desk.state.book.blocks[0].tempo == tempo + 400)
  }

  @Test func whatSaysMostOfWhatWasPractisedIsTheTool() {
    start()
    _ = Tools.update(&desk.tools, .recorder(.mainTapped), .nowhere)
    desk.pass(5)
    #expect(blocks[0].tool == .recorder)
    _ = Tools.update(&desk.tools, .drone(.mainTapped), .nowhere)
    desk.pass(5)
    #expect(blocks[0].tool == .drone)
    _ = Tools.update(&desk.tools, .drone(.mainTapped), .nowhere)
    desk.pass(5)
    #expect(blocks[0].tool == .drone)
  }

  // MARK: - Found again

  @Test func aReloadGoesOnWithoutAQuestion() throws {
    start()
    desk.pass(70)
    desk.now += 30_000
    desk.reload()
    #expect(!desk.state.clock.isAsking)
    #expect(desk.orders.last { if case .tick = $0 { true } else { false } } != nil)
    #expect(try seconds() == 100)
  }

  @Test func oneThatWentOnWithoutTheAppIsAskedAbout() throws {
    start()
    let began = desk.now
    desk.pass(600)
    desk.now += 6 * 3_600_000
    desk.reload()
    #expect(desk.state.clock.isAsking)
    #expect(desk.html.contains("A session has been running since"))
    let seen = desk.state.clock.seen
    #expect((began + 580_000...began + 600_000).contains(seen))
    #expect(desk.html.contains("It ended at"))
    let id = try #require(running).id
    desk.send(.endedAt(id, seen))
    #expect(running == nil)
    #expect(desk.state.book.blocks[0].seconds == (seen - began) / 1_000)
    #expect(desk.state.after == id)
  }

  @Test func nothingElseIsBegunBeforeTheAnswer() throws {
    let (one, other) = (desk.addPiece("Ferling 12"), desk.addPiece("Britten"))
    start(one)
    let began = desk.now
    desk.pass(90)
    desk.send(.turned(Practice.Spot(other)))
    desk.pass(600)
    desk.now += 10 * 3_600_000
    desk.reload()
    start(one)
    desk.send(.turned(Practice.Spot()))
    #expect(desk.state.clock.isAsking && blocks.map(\.piece) == [one, other])
    #expect(desk.orders.last == .focus(id: "practice-asking"))
    #expect(desk.html.contains("id=\"practice-asking\""))
    // An end before the last turn shortens what came before, too.
    desk.send(.endedAt(try #require(running).id, began + 60_000))
    #expect(desk.state.book.blocks.map(\.seconds) == [60, 0])
    #expect(desk.state.book.daySums().map(\.seconds) == [60])
  }

  @Test func oneThatGoesOnIsAskedAboutOnce() throws {
    start()
    desk.pass(60)
    desk.now += 3_600_000
    desk.reload()
    desk.send(.wentOn)
    desk.pass(10)
    #expect(!desk.state.clock.isAsking)
    #expect(try seconds() == 3_670)
  }

  @Test func aDeviceThatSleptForHoursAsksToo() throws {
    start()
    desk.pass(60)
    desk.now += 1_800_000
    desk.pass(1)
    #expect(!desk.state.clock.isAsking)
    desk.now += 7_200_000
    desk.pass(1)
    #expect(desk.state.clock.isAsking)
    #expect(desk.state.now - desk.state.clock.seen > 7_200_000)
    desk.send(.wentOn)
    desk.pass(5)
    #expect(!desk.state.clock.isAsking)
    #expect(try seconds() == 9_067)
  }

  @Test func whatRestsIsNotAskedAbout() {
    start()
    desk.pass(60)
    desk.send(.pauseTapped)
    desk.now += 50 * 3_600_000
    desk.reload()
    #expect(!desk.state.clock.isAsking)
    #expect(running?.seconds(at: desk.now) == 60)
  }

  @Test func twoThatWereBegunApartAreBothShown() throws {
    start()
    let first = try #require(running)
    var other = PractisedSession(desk.room.row, day: first.day, began: first.began + 60_000)
    other.question = "From the telephone"
    let block = PractisedBlock(desk.room.row, in: other.id, day: other.day, began: other.began)
    desk.edit(
      other.edits(from: nil, zoneMinutes: 0) + block.edits(from: nil, zoneMinutes: 0))
    desk.pass(90)
    #expect(running?.id == other.id)
    #expect(desk.html.contains("Another session has been running since"))
    desk.send(.endedAt(first.id, other.began))
    #expect(desk.state.book.session(first.id)?.seconds(at: desk.now) == 60)
    #expect(running?.id == other.id)
  }

  @Test func aSessionOfAnyLengthCanBeKept() throws {
    start()
    desk.now += 400 * 86_400_000
    desk.reload()
    desk.send(.endedAt(try #require(running).id, desk.now))
    #expect(desk.state.book.blocks.map(\.seconds) == [PractisedSession.longest])
  }

  @Test(arguments: [Int64.min, -1, 0, Int64.max])
  func whatAFileBringsNeverTraps(number: Int64) {
    let (session, block) = (desk.room.row, desk.room.row)
    desk.edit([
      Edit(session, .session, PractisedSession.field(1), .day(number)),
      Edit(
        session, .session, PractisedSession.field(2),
        .instant(milliseconds: number, zoneMinutes: number)),
      Edit(
        session, .session, PractisedSession.field(11),
        .instant(milliseconds: number, zoneMinutes: 0)),
      Edit(block, .block, PractisedBlock.field(1), .row(session)),
      Edit(block, .block, PractisedBlock.field(2), .day(number)),
      Edit(block, .block, PractisedBlock.secondsField, .int(number)),
    ])
    _ = desk.html
    desk.send(.ticked, .pauseTapped, .pauseTapped, .endTapped)
    #expect(desk.html.contains("practice"))
  }

  @Test(arguments: [Int64.min, -1, 1, Int64.max])
  func anyMomentCanBeReckonedWith(number: Int64) {
    let (session, block) = (desk.room.row, desk.room.row)
    func moment(_ number: Int64) -> Value { .instant(milliseconds: number, zoneMinutes: 0) }
    desk.texts[Practice.Clock.key] = "\(number)"
    desk.edit([
      Edit(session, .session, PractisedSession.field(1), .day(20_405)),
      Edit(session, .session, PractisedSession.field(2), moment(max(number, 1))),
      Edit(session, .session, PractisedSession.field(11), moment(number)),
      Edit(block, .block, PractisedBlock.field(1), .row(session)),
      Edit(block, .block, PractisedBlock.field(2), .day(20_405)),
      Edit(block, .block, PractisedBlock.field(3), moment(number)),
      Edit(desk.room.row, .intonation, IntonationDay.dayField, .day(number)),
    ])
    desk.send(.option(.reminding(true)))
    desk.reload()
    #expect(running != nil)
    _ = desk.html
    desk.pass(2)
    for _ in 0..<2 {
      desk.send(.pauseTapped)
      desk.pass(2)
    }
    desk.send(.turned(Practice.Spot(desk.addPiece("Ferling 12"))), .endTapped)
    #expect(desk.html.contains("practice"))
  }

  // MARK: - Turns, rests, silence

  @Test func sectionsTakeTurns() throws {
    let piece = desk.addPiece("Ferling 12")
    let (a, b) = (desk.addSection("A", in: piece), desk.addSection("B", in: piece))
    for id in [a, b] { desk.send(.picked(.turns, Practice.Spot(piece, id))) }
    desk.send(.option(.turning(true)))
    start(piece, a)
    desk.pass(179)
    #expect(blocks.map(\.section) == [a])
    #expect(desk.html.contains("Next: Ferling 12, B"))
    desk.pass(1)
    #expect(blocks.map(\.section) == [a, b])
    #expect(desk.toasts.last == "Now: Ferling 12, B.")
    #expect(desk.html.contains("aria-live=\"polite\">Now: Ferling 12, B.</p>"))
    desk.pass(100)
    desk.reload()
    desk.pass(80)
    #expect(blocks.map(\.section) == [a, b, a])
    #expect(blocks.map(\.seconds) == [180, 180, 0])
    desk.send(.option(.turning(false)))
    desk.pass(400)
    #expect(blocks.count == 3)
  }

  @Test func turnsAreTakenOnlyWhereThePersonIs() throws {
    let (one, other) = (desk.addPiece("One"), desk.addPiece("Other"))
    for id in [one, other] { desk.send(.option(.spotAdded(Practice.Spot(id)))) }
    desk.send(.option(.turning(true)), .option(.minutesStepped(by: -2)))
    start(one)
    desk.send(.visibilityChanged(false))
    desk.pass(90)
    #expect(blocks.count == 1)
    desk.send(.visibilityChanged(true))
    desk.pass(1)
    #expect(blocks.map(\.piece) == [one, other])
    #expect(desk.labels.last == Action.byItself)
    // Answered on another device, it is that one's.
    var session = try #require(running)
    session.sign = "On the telephone"
    desk.editElsewhere(session.edits(from: running, zoneMinutes: 0))
    desk.pass(90)
    #expect(blocks.count == 2)
    desk.send(.form(.typed(.init(session.id, PractisedSession.signField), "Here again")))
    desk.pass(1)
    #expect(blocks.count == 3)
  }

  @Test func aPauseStopsTheTurnToo() {
    let (one, other) = (desk.addPiece("One"), desk.addPiece("Other"))
    for id in [one, other] { desk.send(.option(.spotAdded(Practice.Spot(id)))) }
    desk.send(.option(.turning(true)), .option(.minutesStepped(by: -2)))
    start(one)
    desk.pass(30)
    desk.send(.pauseTapped)
    desk.pass(600)
    #expect(blocks.count == 1)
    desk.send(.pauseTapped)
    desk.pass(30)
    #expect(blocks.map(\.piece) == [one, other])
  }

  @Test func aWordAboutARestComesOnlyWhereItIsWanted() {
    start()
    desk.pass(1_600)
    #expect(desk.toasts.isEmpty)
    desk.send(.option(.reminding(true)))
    desk.pass(1)
    #expect(desk.toasts == ["25 minutes without a rest. Take five."])
    desk.send(.pauseTapped)
    desk.pass(299)
    #expect(desk.toasts.count == 1)
    desk.pass(2)
    #expect(desk.toasts.last == "Your five-minute rest is over.")
    desk.send(.pauseTapped)
    desk.pass(1_499)
    #expect(desk.toasts.count == 2)
    desk.pass(1)
    #expect(desk.toasts.count == 3)
  }

  @Test func optionsAreReadAsTheyWereWritten() {
    var options = Practice.Options()
    let (one, other) = (RowID(Bits128(high: 1, low: 2)), RowID(Bits128(high: 3, low: 4)))
    options.spots = [Practice.Spot(one), Practice.Spot(one, other)]
    (options.isTurning, options.turnMinutes, options.pausesInSilence) = (true, 7, true)
    #expect(Practice.Options(options.text) == options)
    for text in ["", ";;=", "m=999;t", "s=zz;s=/", "m=-1;t=2;x=1"] {
      #expect(Practice.Options(text) == Practice.Options(), "\(text)")
    }
  }

  private func hear(_ decibels: Double) {
    var frame = PitchTracker.Frame(
      message: [Double](repeating: 0, count: PitchTracker.Frame.messageLength))
    frame?.level = Decibels(decibels)
    let numbers = frame?.message
    let message = (numbers?.indices).map { $0.compactMap { numbers?[$0] } } ?? []
    #expect(message.count == PitchTracker.Frame.messageLength)
    _ = Tools.update(&desk.tools, .heard(.heard(message)), .nowhere)
  }

  /// Begins a session that pauses in silence, under a tuner that listens.
  private func startListening() {
    desk.send(.option(.pausing(true)))
    _ = Tools.update(&desk.tools, .tuner(.mainTapped), .nowhere)
    _ = Tools.update(
      &desk.tools, .heard(.state(.running("Microphone"), sampleRate: 48_000, isBent: false)),
      .nowhere)
    start()
  }

  @Test func silencePausesFromWhenItBegan() throws {
    startListening()
    hear(-20)
    desk.pass(30)
    hear(-80)
    desk.pass(119)
    #expect(running?.pausedSince == 0)
    desk.pass(2)
    #expect(try seconds() == 30)
    #expect(desk.toasts.count == 1)
    desk.pass(60)
    hear(-20)
    desk.pass(1)
    #expect(running?.pausedSince == 0)
    desk.pass(9)
    #expect(try seconds() == 39)
  }

  @Test func goingOnInSilenceLosesNothing() throws {
    startListening()
    hear(-20)
    desk.pass(30)
    hear(-80)
    desk.pass(200)
    #expect(try seconds() == 30)
    desk.send(.pauseTapped)
    desk.pass(50)
    #expect(running?.pausedSince == 0)
    hear(-20)
    desk.pass(10)
    #expect(try seconds() == 90)
    // A pause by hand, too; and what was silent before a session does not count in it.
    hear(-80)
    desk.send(.pauseTapped)
    desk.pass(300)
    desk.send(.pauseTapped)
    desk.pass(50)
    #expect(try seconds() == 140)
    desk.send(.endTapped)
    desk.now += 600_000
    start()
    desk.pass(60)
    #expect(try seconds() == 60)
  }

  @Test func silenceIsNoPauseWhereNobodyAskedForIt() {
    _ = Tools.update(&desk.tools, .tuner(.mainTapped), .nowhere)
    start()
    hear(-80)
    desk.pass(600)
    #expect(running?.pausedSince == 0)
  }

  // MARK: - Afterwards

  @Test func aSessionIsAddedByHandChangedAndRemoved() throws {
    let piece = desk.addPiece("Ferling 12")
    desk.send(.opened(.byHand))
    #expect(desk.html.contains("practice-hand-day"))
    desk.send(.handDay("2025-11-10"), .handMinutes("x"), .handAdded)
    #expect(desk.html.contains("Enter whole minutes"))
    desk.send(.handMinutes("45"), .picked(.byHand, Practice.Spot(piece)), .handAdded)
    #expect(
      desk.state.book.daySums(of: piece) == [DaySum(day: 20_402, seconds: 2_700, sessions: 1)])
    let session = try #require(last)
    let block = try #require(desk.state.book.blocks.first)
    desk.send(.opened(.session(session.id)))
    #expect(desk.html.contains("value=\"45\""))
    desk.send(.sessionDay(session.id, "2025-11-11"), .blockMinutes(block.id, "0"))
    #expect(
      desk.state.form.refusal(.init(block.id, PractisedBlock.secondsField))?.words
        == Practice.minutesProblem)
    desk.send(.blockMinutes(block.id, "50"), .blockRated(block.id, 3))
    desk.send(.picked(.block(block.id, in: session.id), Practice.Spot()))
    #expect(desk.state.book.daySums() == [DaySum(day: 20_403, seconds: 3_000, sessions: 1)])
    #expect(desk.state.book.daySums(of: piece).isEmpty)
    desk.send(.sessionRemoved(session.id))
    #expect(desk.state.book.sessions.isEmpty && desk.state.book.blocks.isEmpty)
    #expect(desk.toasts.last == "The session is in the trash.")
    desk.send(.opened(.byHand), .handDay("2025-11-14"), .handAdded)
    #expect(desk.state.byHand.problem == "Choose today or an earlier day.")
    // The next time it is about the day it is then.
    desk.now += 2 * 86_400_000
    desk.send(.closed, .opened(.byHand))
    #expect(desk.state.byHand.day == "2025-11-15" && desk.state.byHand.problem == nil)
  }

  @Test func theStripShowsItInEveryRoom() throws {
    #expect(Practice.dockRow(desk.state).map { HTML.text(of: $0) } == nil)
    start(desk.addPiece("Ferling 12"))
    desk.pass(61)
    let html = HTML.text(of: try #require(Practice.dockRow(desk.state)))
    #expect(
      html.contains("1:01") && html.contains("Ferling 12") && html.contains("/journal/practice"))
    #expect(html.contains("Pause the session") && html.contains("End the session"))
  }
}
