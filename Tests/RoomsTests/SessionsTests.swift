import Program
import Testing

@testable import Domain
@testable import JournalRoom
@testable import Ledger
@testable import RoomKit
@testable import Rooms
@testable import SessionsRoom
@testable import Training

@Suite struct SessionsTests {
  private func send(_ messages: Sessions.Message..., to desk: Desk) {
    for message in messages { desk.send(.sessions(message)) }
  }

  /// A desk in the room, with one of the catalogues that come with the app.
  private func desk(_ sample: SampleCatalogue = .gym, level: String = "V4") -> Desk {
    let desk = Desk("/sessions")
    send(.desk(.sampleAdded(sample)), to: desk)
    if level.isEmpty {
      send(.first(.skipped), to: desk)
    } else {
      send(.first(.levelTyped(level)), .first(.nameTyped("Jo")), .first(.done), to: desk)
    }
    return desk
  }

  private func state(_ desk: Desk) -> Sessions.State { desk.state.sessions }

  private func show(_ place: Sessions.Place, on desk: Desk) {
    desk.send(.addressChanged(place.path))
  }

  private func rows(_ kind: KindID, on desk: Desk) -> [Row] {
    var rows: [Row] = []
    desk.data.forEachRow { if $0.kind == kind, $0.life == .alive { rows.append($0) } }
    return rows
  }

  private func tries(on desk: Desk) -> [Try] {
    rows(.attempt, on: desk).map { Try($0) }.sorted { ($0.at, $0.id) < ($1.at, $1.id) }
  }

  private func live(on desk: Desk) throws -> [CatalogueItem] {
    try #require(state(desk).standing).items.filter { $0.isLive(on: state(desk).today) }
  }

  private func said(_ desk: Desk) -> String? { desk.state.toasts.last?.text }

  // MARK: - The first run

  @Test func theFirstPageOffersTwoCataloguesAndOnesOwn() {
    let desk = Desk("/sessions")
    for words in ["Nothing to train on yet", "Studies", "Climbing gym (sample)", "Create your own"]
    {
      #expect(desk.html.contains(words), "\(words)")
    }
  }

  @Test func nameAndLevelAreAskedOnceAndMayBeSkipped() throws {
    let asked = Desk("/sessions")
    send(.desk(.sampleAdded(.gym)), to: asked)
    #expect(asked.html.contains("About you"))
    let help = "Grade of climbs you send about half the time, for example V3 (V scale)."
    #expect(asked.html.contains(help))
    #expect(asked.html.contains("The easiest here to start with. Enter your level above"))
    #expect(!asked.html.contains("push display figure"), "no grade looks like theirs")
    send(.first(.skipped), to: asked)
    #expect(!asked.html.contains("About you"))
    let later = "The easiest here to start with. Enter your level in Training settings"
    #expect(asked.html.contains(later))
    send(.opened(.settings), to: asked)
    #expect(asked.html.contains(help))
    #expect(state(asked).standing?.ability == nil, "nobody said a level, and none is made up")
    // One try says little.
    send(.sheetClosed, .started(plan: nil), to: asked)
    send(.tapped(try live(on: asked)[0].id, .send), to: asked)
    show(.front, on: asked)
    #expect(asked.html.contains("A guess at your level: V"))
  }

  @Test func aLevelThatTheScaleDoesNotHaveIsRefusedAndStays() {
    let desk = Desk("/sessions")
    send(.desk(.sampleAdded(.gym)), .first(.levelTyped("6b#")), .first(.done), to: desk)
    #expect(desk.html.contains("V scale has no such grade"))
    #expect(state(desk).first.level == "6b#")
    send(.first(.levelTyped("V4")), .first(.done), to: desk)
    #expect(state(desk).standing?.ability?.value == 4)
    #expect(desk.html.contains("Your level: V4 ±"))
    #expect(!desk.html.contains("to start with") && desk.html.contains("push display figure"))
    for list in ["Ready now", "A stretch"] { #expect(desk.html.contains(list), "\(list)") }
  }

  @Test func aSampleThatIsAddedTwiceIsThereOnce() {
    let desk = desk()
    let before = rows(.item, on: desk).count
    send(.desk(.sampleAdded(.gym)), to: desk)
    #expect(before == 120 && rows(.item, on: desk).count == 120)
    #expect(rows(.catalogue, on: desk).count == 1)
  }

  // MARK: - What to try next

  @Test func theNextItemIsThereLiveWithAReason() throws {
    let desk = desk()
    let standing = try #require(state(desk).standing)
    let suggestions = try #require(standing.suggestions)
    for list in [
      suggestions.warmUp, suggestions.atLevel, suggestions.project, suggestions.somethingNew,
    ] {
      for suggestion in list {
        #expect(try #require(standing.item(suggestion)).isLive(on: state(desk).today))
        #expect(!standing.reason(suggestion).isEmpty)
      }
    }
    let next = try #require(suggestions.next)
    #expect(try abs(#require(next.chance) - 0.7) < 0.15)
    #expect(desk.html.contains("You’d send ") && desk.html.contains(" in 10 tries"))
    // A list names its first item and says how many more there are, without the suggestion shown above it.
    #expect(suggestions.atLevel.first == next)
    let list = suggestions.atLevel.dropFirst()
    let first = try #require(list.first.flatMap { standing.item($0) })
    let more = list.count == 1 ? "" : ", and \(list.count - 1) more"
    #expect(desk.html.contains("\(first.name) · \(Sessions.grade(first, state(desk)))\(more)<"))
  }

  @Test func whatWasSentIsNotSuggestedUnlessAgain() throws {
    let desk = desk()
    send(.started(plan: nil), to: desk)
    for item in try live(on: desk).prefix(20) { send(.tapped(item.id, .send), to: desk) }
    let standing = try #require(state(desk).standing)
    let suggestions = try #require(standing.suggestions)
    for suggestion in suggestions.atLevel + suggestions.project + suggestions.somethingNew {
      let item = try #require(standing.item(suggestion))
      #expect(!state(desk).index.isSent(item.id) || suggestion.isAgain)
    }
  }

  @Test func whatIsForOtherInstrumentsIsLeftOut() throws {
    let desk = desk(.studies, level: "6")
    func books(_ items: some Sequence<CatalogueItem>) -> Set<String> { Set(items.map(\.tags)) }
    func found() throws -> [CatalogueItem] {
      let standing = try #require(state(desk).standing)
      return state(desk).finder.found.map { standing.items[$0] }
    }
    func suggested() throws -> [CatalogueItem] {
      let standing = try #require(state(desk).standing)
      let lists = try #require(standing.suggestions)
      return (lists.warmUp + lists.atLevel + lists.project + lists.somethingNew)
        .compactMap { standing.item($0) }
    }
    #expect(try books(suggested()).count > 1, "nobody said what they play")
    desk.send(.settings(.instrumentChosen("clarinet-b-flat")))
    show(.progress, on: desk)
    show(.front, on: desk)
    #expect(try books(suggested()) == ["clarinet"])
    let next = try #require(state(desk).standing?.suggestions?.next)
    let item = try #require(state(desk).standing?.item(next))
    send(.started(plan: nil), to: desk)
    #expect(try books(found()) == ["clarinet"] && found().count == 32)
    #expect(try found().first?.id == item.id, "what was suggested is on top")
    #expect(desk.html.contains("My instrument") && desk.html.contains(">Instrument</label>"))
    // A plan suggests nothing else, either.
    let steps = PlanSteps(try #require(state(desk).index.plans.first), state(desk).standing)
    let planned = steps.item(
      of: 0, try #require(state(desk).standing), after: [], on: state(desk).today
    ) { _ in false }
    #expect(planned?.tags == "clarinet")
    send(.finder(.tag("oboe")), to: desk)
    #expect(try books(found()) == ["oboe"], "what is chosen by hand counts")
    send(.finder(.own), to: desk)
    #expect(try books(found()) == ["clarinet"])
    send(.finder(.own), to: desk)
    #expect(try books(found()).count > 5)
  }

  @Test(arguments: [("violin", "2"), ("clarinet-b-flat", "6")])
  func withoutALevelTheEasiestStudyIsFirst(instrument: String, grade: String) throws {
    let desk = desk(.studies, level: "")
    desk.send(.settings(.instrumentChosen(instrument)))
    show(.progress, on: desk)
    show(.front, on: desk)
    let standing = try #require(state(desk).standing)
    let next = try #require(standing.suggestions?.next.flatMap { standing.item($0) })
    #expect(next.grade == grade)
  }

  /// The sample's studies for the clarinet start at grade 6.
  @Test(arguments: [("2", true), ("6", false)])
  func whatIsFarAboveTheLevelSaysWhyItIsSuggested(level: String, isFar: Bool) {
    let desk = desk(.studies, level: level)
    let words = "Well above your level, but nothing closer is new or due: "
    #expect(!desk.html.contains(words))
    desk.send(.settings(.instrumentChosen("clarinet-b-flat")))
    show(.progress, on: desk)
    show(.front, on: desk)
    #expect(desk.html.contains(words) == isFar)
  }

  @Test(arguments: ["any", "own", "cor-anglais", "tenor-horn", "harp"])
  func whoseInstrumentHasNoStudiesSeesAll(instrument: String) throws {
    let desk = desk(.studies, level: "6")
    desk.send(.settings(.instrumentChosen(instrument)))
    send(.started(plan: nil), to: desk)
    #expect(state(desk).finder.found.count > 400)
    #expect(!desk.html.contains("My instrument"))
  }

  @Test func aSaxophonistSeesTheStudiesOfOtherWoodwinds() throws {
    let desk = desk(.studies, level: "3")
    desk.send(.settings(.instrumentChosen("alto-saxophone")))
    send(.started(plan: nil), to: desk)
    let standing = try #require(state(desk).standing)
    let found = state(desk).finder.found.map { standing.items[$0].tags }
    #expect(Set(found) == ["oboe", "clarinet", "flute"])
    #expect(desk.html.contains("Other woodwinds") && !desk.html.contains("My instrument"))
    send(.finder(.own), to: desk)
    #expect(state(desk).finder.found.count > 400)
  }

  @Test(arguments: [
    ("clarinet-b-flat", "Clarinet"), ("bass-clarinet", "clarinet"), ("oboe-d-amore", "oboe"),
    ("piccolo-trumpet-a", "trumpet"), ("double-bass", "Double bass"), ("tenor-horn", "tenor horn"),
  ])
  func aTagNamesAnInstrument(instrument: String, tag: String) {
    let kind = InstrumentKind(instrument: instrument)
    #expect(kind != nil && kind == InstrumentKind(tag: tag))
  }

  @Test(arguments: ["", "slab", "flat", "bass", "C sharp minor", "staccato"])
  func otherTagsNameNone(tag: String) { #expect(InstrumentKind(tag: tag) == nil) }

  @Test func climbsAreForEveryInstrument() throws {
    let desk = desk()
    desk.send(.settings(.instrumentChosen("clarinet-b-flat")))
    send(.started(plan: nil), to: desk)
    #expect(try state(desk).finder.found.count == live(on: desk).count)
    #expect(desk.html.contains(">Style</label>"))
  }

  @Test func theButtonsOfAnItemAreExplainedOnce() {
    let desk = desk(.studies, level: "6")
    send(.started(plan: nil), to: desk)
    #expect(desk.html.ranges(of: "going-legend").count == 1)
    #expect(desk.html.contains("Tap how it went:"))
    #expect(desk.html.contains("Not clean: one more try"))
    #expect(desk.html.contains("Not yet clean"), "the filter is about pieces, not about tries")
  }

  // MARK: - A session

  @Test func aSessionThatIsCancelledLeavesNothing() {
    let desk = desk()
    send(.started(plan: nil), to: desk)
    #expect(desk.state.route == .sessions(.now))
    #expect(desk.html.contains("Cancel") && !desk.html.contains(">End<"))
    send(.cancelled, to: desk)
    #expect(rows(.session, on: desk).isEmpty && rows(.attempt, on: desk).isEmpty)
    #expect(desk.drawer.texts[Sessions.Clock.key] == nil)
    #expect(desk.state.route == .sessions(.front))
  }

  @Test func oneTapLogsASendWithACopyOfWhatItWas() throws {
    let desk = desk()
    send(.started(plan: nil), to: desk)
    let item = try live(on: desk)[3]
    send(.tapped(item.id, .send), to: desk)
    let attempt = try #require(tries(on: desk).first)
    #expect(attempt.outcome == .send && attempt.count == 1 && attempt.item == item.id)
    #expect(attempt.name == item.name && attempt.grade == item.grade && attempt.scale == "v")
    #expect(attempt.place == state(desk).index.placeName(of: item) && !attempt.colour.isEmpty)
    #expect(rows(.session, on: desk).count == 1 && desk.html.contains(">End<"))
    #expect(state(desk).logged == "\(item.name): sent")
    send(.undoTapped, to: desk)
    #expect(tries(on: desk).isEmpty && rows(.session, on: desk).isEmpty)
    #expect(state(desk).running != nil, "the session goes on, with nothing logged")
  }

  @Test func furtherTapsCountAndASendEndsTheTries() throws {
    let desk = desk()
    send(.started(plan: nil), to: desk)
    let item = try live(on: desk)[0].id
    send(.tapped(item, .attempt), .tapped(item, .attempt), .tapped(item, .send), to: desk)
    #expect(tries(on: desk).map(\.count) == [3] && tries(on: desk)[0].outcome == .send)
    // Sent once more is another try.
    desk.milliseconds += 1_000
    send(.tapped(item, .send), to: desk)
    #expect(tries(on: desk).map(\.count) == [3, 1])
  }

  @Test func aFlashIsOfTheFirstTryAlone() throws {
    let desk = desk()
    send(.started(plan: nil), to: desk)
    let items = try live(on: desk)
    send(.tapped(items[0].id, .flash), to: desk)
    #expect(tries(on: desk)[0].outcome == .flash)
    send(.tapped(items[1].id, .attempt), .tapped(items[1].id, .flash), to: desk)
    let second = try #require(tries(on: desk).first { $0.item == items[1].id })
    #expect(second.outcome == .send && second.count == 2, "it was tried before")
  }

  @Test func aTryIsTakenBackAndEdited() throws {
    let desk = desk()
    send(.started(plan: nil), to: desk)
    let item = try live(on: desk)[0].id
    send(.tapped(item, .send), to: desk)
    let id = tries(on: desk)[0].id
    send(.countTyped(id, by: 2), .felt(id, 2), .outcome(id, .attempt), to: desk)
    #expect(tries(on: desk)[0].count == 3 && tries(on: desk)[0].feel == 2)
    #expect(tries(on: desk)[0].outcome == .attempt)
    send(.countTyped(id, by: -9), to: desk)
    #expect(tries(on: desk)[0].count == 1)
    send(.tryRemoved(id), to: desk)
    #expect(tries(on: desk).isEmpty)
    desk.send(.undoTapped)
    #expect(tries(on: desk).count == 1)
  }

  @Test func theClockFollowsFromInstantsAlsoThroughAPauseAndAReload() throws {
    let desk = desk()
    send(.started(plan: nil), to: desk)
    desk.milliseconds += 600_000
    send(.ticked, to: desk)
    #expect(desk.html.contains("10:00"))
    send(.pauseTapped, to: desk)
    desk.milliseconds += 300_000
    send(.ticked, to: desk)
    #expect(desk.html.contains("10:00"))
    send(.pauseTapped, to: desk)
    desk.milliseconds += 60_000
    // Nothing is logged yet, so only this device knows of it; it is there again after a reload.
    let again = Desk("/sessions/now", drawer: desk.drawer, milliseconds: desk.milliseconds)
    #expect(again.html.contains("11:00"), "\(state(again).clock)")
    let item = try live(on: again)[0].id
    send(.tapped(item, .send), to: again)
    let third = Desk(
      "/sessions/now", drawer: again.drawer, milliseconds: again.milliseconds + 1_000)
    #expect(third.html.contains("11:01"))
    #expect(rows(.session, on: third).count == 1)
    #expect(
      state(third).index.running?.training == .climbs, "what is kept says that it is training")
  }

  @Test func aClockThatIsSetBackLosesNoMinute() {
    let desk = desk()
    send(.started(plan: nil), to: desk)
    desk.milliseconds += 600_000
    send(.ticked, to: desk)
    desk.milliseconds -= 3_600_000
    send(.ticked, to: desk)
    #expect(desk.html.contains("10:00"))
  }

  @Test func aSessionThatNobodyEndedIsAskedAbout() throws {
    let desk = desk()
    send(.started(plan: nil), to: desk)
    let item = try live(on: desk)[0].id
    send(.tapped(item, .send), to: desk)
    let last = desk.milliseconds
    desk.milliseconds += 9 * 3_600_000
    send(.ticked, to: desk)
    #expect(desk.html.contains("Still training?"))
    send(.endedAt(last), to: desk)
    let session = PractisedSession(try #require(rows(.session, on: desk).first))
    #expect(session.ended == last)
  }

  @Test func theSummaryIsOfTheTriesAndIsSharedAsText() throws {
    let desk = desk()
    send(.started(plan: nil), to: desk)
    let items = try live(on: desk)
    send(.tapped(items[0].id, .send), .tapped(items[1].id, .attempt), to: desk)
    desk.milliseconds += 1_800_000
    send(.endTapped, to: desk)
    let session = try #require(rows(.session, on: desk).first)
    #expect(desk.state.route == .sessions(.log(session.id)))
    for words in ["Workout 1", "30 min", "Summary", "Sent for the first time"] {
      #expect(desk.html.contains(words), "\(words)")
    }
    send(.shareTapped(session.id), to: desk)
    let text = desk.orders.reversed().compactMap { order -> String? in
      if case .share(_, let text, _) = order { text } else { nil }
    }.first
    let line = "\(state(desk).index.placeName(of: items[0])) \(items[0].grade)"
    #expect(try #require(text).contains("– Jo"))
    #expect(try #require(text).contains("30 min · 1 send"))
    #expect(try #require(text).contains(line))
  }

  @Test func aPracticeSessionIsNoneOfThese() throws {
    let desk = desk()
    send(.started(plan: nil), to: desk)
    send(.tapped(try live(on: desk)[0].id, .send), to: desk)
    #expect(!desk.html.contains("Current session"))
    desk.send(.addressChanged("/journal"))
    #expect(desk.html.contains("Current workout"))
    send(.endTapped, to: desk)
    desk.send(.addressChanged("/journal"))
    #expect(desk.html.contains(">Workout<"))
  }

  @Test func anEtudeSessionCountsAsPractice() throws {
    let desk = desk(.studies, level: "6")
    send(.started(plan: nil), to: desk)
    let item = try #require(state(desk).standing?.items.first).id
    send(.tapped(item, .send), to: desk)
    #expect(state(desk).logged.hasSuffix(": clean"))
    desk.milliseconds += 1_200_000
    send(.endTapped, to: desk)
    let block = PractisedBlock(try #require(rows(.block, on: desk).first))
    #expect(block.seconds == 1_200)
    #expect(desk.html.contains("Étude session 1"))
  }

  @Test func whatAPracticeSessionCountsIsNotCountedAgain() throws {
    let desk = desk(.studies, level: "6")
    func practice(_ message: Practice.Message) {
      desk.send(.room(.journal(.practice(message))))
    }
    func blocks() -> [Int64] {
      rows(.block, on: desk).map { PractisedBlock($0) }.sorted { $0.id < $1.id }
        .map { $0.seconds }
    }
    practice(.started(.init()))
    desk.milliseconds += 60_000
    send(.started(plan: nil), to: desk)
    let item = try #require(state(desk).standing?.items.first).id
    send(.tapped(item, .send), to: desk)
    desk.milliseconds += 300_000
    send(.endTapped, to: desk)
    practice(.endTapped)
    #expect(blocks().max() == 360 && blocks().reduce(0, +) == 360)
    // The session itself keeps its length, and the day counts six minutes.
    desk.send(.addressChanged("/journal"))
    let index = desk.state.journal.days.index
    let session = try #require(index.sessions.values.first { $0.training != nil })
    #expect(index.seconds(of: session.id) == 300)
    #expect(index.marks(of: session.day).seconds == 360)
    #expect(index.marks(of: session.day).trainedSeconds == 0)
    // Outside the practice session, or in its pause, it counts.
    desk.milliseconds += 60_000
    send(.started(plan: nil), to: desk)
    send(.tapped(item, .send), to: desk)
    desk.milliseconds += 60_000
    practice(.started(.init()))
    desk.milliseconds += 120_000
    practice(.pauseTapped)
    desk.milliseconds += 30_000
    send(.endTapped, to: desk)
    #expect(blocks().suffix(2).contains(90))
  }

  // MARK: - Rest

  @Test func aRestEndsWithABellAtItsMoment() {
    let desk = desk()
    send(.started(plan: nil), .rest(.started(180)), to: desk)
    desk.milliseconds += 60_000
    send(.ticked, to: desk)
    #expect(desk.html.contains("2:00") && desk.html.contains("of 3:00 rest"))
    send(.rest(.lengthened(30)), to: desk)
    desk.milliseconds += 150_000
    let before = desk.orders.count
    send(.rest(.over), to: desk)
    let sounds = desk.orders[before...].contains {
      if case .playSound = $0 { true } else { false }
    }
    #expect(sounds && desk.html.contains("is over"))
  }

  // MARK: - Catalogues

  @Test func aResetTakesOutAWallInOneActAndChangesNothingOfTheHistory() throws {
    let desk = desk()
    send(.started(plan: nil), to: desk)
    let wall = try #require(state(desk).index.places(of: SampleCatalogue.gym.id).first).id
    let there = try live(on: desk).filter { $0.place == wall }
    for item in there.prefix(3) { send(.tapped(item.id, .send), to: desk) }
    send(.endTapped, to: desk)
    let history =
      rows(.attempt, on: desk).map { $0.cells } + rows(.session, on: desk).map { $0.cells }
    show(.catalogue(SampleCatalogue.gym.id), on: desk)
    send(.desk(.reset(wall)), to: desk)
    #expect(try live(on: desk).filter { $0.place == wall }.isEmpty)
    let after =
      rows(.attempt, on: desk).map { $0.cells } + rows(.session, on: desk).map { $0.cells }
    #expect(history == after)
    desk.send(.undoTapped)
    #expect(try live(on: desk).filter { $0.place == wall }.count == there.count)
  }

  @Test func itemsAreAddedAsLinesAfterAPreview() throws {
    let desk = desk()
    show(.catalogue(SampleCatalogue.gym.id), on: desk)
    let before = rows(.item, on: desk).count
    send(
      .opened(.table), .file(.pasted("New one\tV5\tPyramid\tpink\ndone\tV99")), .file(.pasteTaken),
      to: desk)
    #expect(rows(.item, on: desk).count == before, "nothing is added before somebody says so")
    #expect(desk.html.contains("Line 2") && desk.html.contains("V99"))
    send(
      .file(.leftAlone), .file(.pasted("New one\tV5\tPyramid\tpink\nOther\t3\tPyramid\tpink")),
      .file(.pasteTaken), to: desk)
    #expect(desk.html.contains("2 new climbs"))
    send(.file(.takenIn), to: desk)
    #expect(rows(.item, on: desk).count == before + 2)
    #expect(rows(.cataloguePlace, on: desk).count == 7)
    #expect(state(desk).sheet == nil)
    desk.send(.undoTapped)
    #expect(rows(.item, on: desk).count == before)
  }

  @Test func whatIsAgreedToIsImportedUnlessItComesToSomethingElseMeanwhile() {
    let desk = desk()
    show(.catalogue(SampleCatalogue.gym.id), on: desk)
    let before = rows(.item, on: desk).count
    func preview(_ text: String) {
      send(.opened(.table), .file(.pasted(text)), .file(.pasteTaken), to: desk)
    }
    preview("New one\tV5\tPyramid\tpink")
    desk.send(.settings(.themeChosen(.dark)))
    send(.file(.takenIn), to: desk)
    #expect(rows(.item, on: desk).count == before + 1)
    preview("New one\tV6\tPyramid\tpink")
    // Now the climb is a new one.
    desk.send(.undoTapped)
    send(.file(.takenIn), to: desk)
    #expect(rows(.item, on: desk).count == before)
    #expect(desk.html.contains("Your data has changed."))
    send(.file(.takenIn), to: desk)
    #expect(rows(.item, on: desk).count == before + 1)
  }

  @Test func theLogGoesOutAndComesBackTheSame() throws {
    let desk = desk()
    let some = try live(on: desk).prefix(3)
    send(.started(plan: nil), to: desk)
    for item in some { send(.tapped(item.id, .send), to: desk) }
    send(.endTapped, to: desk)
    show(.files, on: desk)
    func exported(_ output: TrainingOutput, _ desk: Desk) -> [UInt8] {
      send(.file(.exported(output)), to: desk)
      guard
        case .download(_, _, let bytes) = desk.orders.last(where: {
          if case .download = $0 { true } else { false }
        })
      else { return [] }
      return bytes
    }
    let table = exported(.csv, desk)
    let other = Desk("/sessions/files")
    send(.file(.read(table, name: "log.csv")), to: other)
    #expect(other.html.contains("3 new tries"))
    send(.file(.takenIn), to: other)
    #expect(exported(.csv, other) == table)
    send(.file(.read(table, name: "log.csv")), to: other)
    #expect(other.html.contains("Nothing new"))
    send(.file(.leftAlone), .file(.read([0xFF, 0, 1], name: "x.bin")), to: other)
    #expect(other.html.contains("Nothing was changed"))
  }

  @Test func withoutItsClerkAFileIsToldAboutAndNothingIsLost() {
    let desk = desk()
    desk.hasClerk = false
    show(.files, on: desk)
    send(.file(.exported(.csv)), to: desk)
    #expect(desk.html.contains("isn’t on this device yet"))
    send(.file(.read(Array("date,name\n2026,x".utf8), name: "x.csv")), to: desk)
    #expect(desk.html.contains("Nothing was changed"))
  }

  @Test func severalItemsMoveInOneAct() throws {
    let desk = desk()
    show(.catalogue(SampleCatalogue.gym.id), on: desk)
    let some = Array(try live(on: desk).prefix(4))
    let cave = try #require(state(desk).index.places.values.first { $0.name == "Cave" })
    send(.finder(.list(.choosing(true))), .finder(.list(.allChosen(some.map { $0.id }))), to: desk)
    send(.desk(.moved(cave.id)), to: desk)
    for item in some { #expect(state(desk).index.items[item.id]?.place == cave.id) }
    desk.send(.undoTapped)
    for item in some { #expect(state(desk).index.items[item.id]?.place == item.place) }
    // They are still selected, until they are gone from the list.
    #expect(state(desk).finder.list.chosen == some.map { $0.id })
    send(.desk(.takenOut), to: desk)
    for item in some { #expect(state(desk).index.items[item.id]?.outAt == state(desk).today) }
    #expect(!state(desk).finder.list.isChoosing)
  }

  @Test func studiesOfOneComposerAreFound() {
    let desk = desk(.studies, level: "6")
    send(.started(plan: nil), to: desk)
    #expect(desk.html.contains("Composer"))
    send(.finder(.author("Ferling")), to: desk)
    #expect(state(desk).finder.found.count == 48)
    send(.finder(.author("")), to: desk)
    #expect(state(desk).finder.found.count > 400)
  }

  @Test(arguments: ["Ferling 6", "ferl 6", "6 Ferling"])
  func aStudyThatASearchNamesIsFoundFirst(question: String) throws {
    let desk = desk(.studies, level: "7")
    func found() throws -> [String] {
      send(.finder(.list(.asked(question))), to: desk)
      let items = try #require(state(desk).standing).items
      return state(desk).finder.found.map { items[$0].name }
    }
    show(.catalogue(SampleCatalogue.studies.id), on: desk)
    // Others have the number in their grade.
    #expect(try found().first == "Ferling 6" && found().count > 10)
    show(.front, on: desk)
    send(.started(plan: nil), to: desk)
    #expect(try found().first == "Ferling 6" && found().count > 10)
  }

  @Test func theCatalogueThatWasLastViewedIsShownAlsoAfterAReload() {
    let desk = desk(.studies, level: "")
    send(.desk(.sampleAdded(.gym)), to: desk)
    show(.catalogue(SampleCatalogue.studies.id), on: desk)
    show(.front, on: desk)
    let next = state(desk).standing?.suggestions?.next
    let reloaded = Desk("/sessions", drawer: desk.drawer, milliseconds: desk.milliseconds)
    #expect(state(reloaded).catalogue?.id == SampleCatalogue.studies.id)
    #expect(next != nil && state(reloaded).standing?.suggestions?.next == next)
  }

  @Test func aColourIsRenamedAndPainted() throws {
    let desk = desk()
    show(.catalogue(SampleCatalogue.gym.id), on: desk)
    let blue = try #require(state(desk).index.tags.values.first { $0.name == "blue" })
    send(.opened(.colour(blue.id)), to: desk)
    #expect(desk.html.contains("Edit colour"))
    send(.desk(.coloured(blue.id, "#123456")), .desk(.coloured(blue.id, "nonsense")), to: desk)
    #expect(state(desk).index.tags[blue.id]?.colour == 0x123456)
  }

  @Test func restsAreToldFromClimbing() throws {
    let desk = desk()
    let some = Array(try live(on: desk).prefix(3))
    send(.first(.restsItself(true)), .started(plan: nil), to: desk)
    desk.milliseconds += 60_000
    send(.tapped(some[0].id, .attempt), to: desk)
    #expect(state(desk).rest?.seconds == 180, "the rest starts automatically")
    desk.milliseconds += 240_000
    send(.rest(.over), .tapped(some[1].id, .send), to: desk)
    desk.milliseconds += 100_000
    send(.rest(.ended), to: desk)
    desk.milliseconds += 20_000
    send(.tapped(some[1].id, .send), to: desk)
    #expect(tries(on: desk).map { $0.rested } == [0, 180, 100])
    send(.endTapped, to: desk)
    #expect(desk.html.contains("Resting") && desk.html.contains("Climbing"))
  }

  @Test func aPlanNamesItsItems() throws {
    let desk = desk()
    let plan = try #require(state(desk).index.plans.first { $0.shape == .circuit })
    send(.started(plan: plan.id), to: desk)
    func named() -> CatalogueItem? {
      guard let standing = state(desk).standing, let running = state(desk).running else {
        return nil
      }
      let tries = state(desk).index.tries(in: running.id)
      return PlanSteps(plan, standing).item(
        of: tries.count, standing, after: tries, on: state(desk).today,
        isSent: { state(desk).index.isSent($0) })
    }
    var first: [RowID] = []
    for _ in 0..<Int(plan.items) {
      let item = try #require(named())
      #expect(item.isLive(on: state(desk).today) && !first.contains(item.id))
      #expect(desk.html.contains(item.name))
      first.append(item.id)
      desk.milliseconds += 1_000
      send(.tapped(item.id, .send), to: desk)
    }
    #expect(named()?.id == first[0], "the second round is the same again")
    #expect(state(desk).rest?.seconds == plan.roundRestSeconds, "and begins after the long rest")
  }

  /// The sample's studies for the clarinet start at grade 6.
  @Test(arguments: [("2", true), ("8", false)])
  func aPlanSaysWhereNothingIsNearWhatItAsksFor(level: String, isFar: Bool) throws {
    let desk = desk(.studies, level: level)
    desk.send(.settings(.instrumentChosen("clarinet-b-flat")))
    show(.progress, on: desk)
    let plan = try #require(state(desk).index.plans.first { $0.shape == .volume })
    send(.started(plan: plan.id), to: desk)
    #expect(desk.html.contains("Étude 1: about ABRSM "))
    #expect(desk.html.contains(". The nearest here is ABRSM 6.") == isFar)
    // A study has no colour.
    #expect(!desk.html.contains("class=\"hold\""))
    send(.opened(.plans), to: desk)
    #expect(desk.html.contains("12 études, 2:00 rest"))
  }

  @Test func aBarOfASessionIsAsFullAsItsShare() throws {
    let desk = desk()
    let items = try live(on: desk)
    let twin = try #require(items.dropFirst().first { $0.grade == items[0].grade })
    send(
      .started(plan: nil), .tapped(items[0].id, .send), .tapped(twin.id, .attempt), .endTapped,
      to: desk)
    #expect(desk.html.contains("1 of 2"))
    #expect(Sessions.percent(1, of: 2) == 50 && Sessions.percent(0, of: 0) == 0)
    #expect(desk.html.contains("See what to try next"))
  }

  @Test func aSessionIsDrawn() throws {
    let desk = desk()
    send(.started(plan: nil), .tapped(try #require(live(on: desk).first).id, .flash), to: desk)
    send(.endTapped, to: desk)
    let session = try #require(state(desk).index.sessions.first)
    send(.pictureTapped(session.id), to: desk)
    guard case .sharePicture(let svg, let name, 1_080, 1_350) = desk.orders.last else {
      Issue.record("no picture was handed out")
      return
    }
    #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>") && svg.contains("Workout 1"))
    #expect(name.hasSuffix(".png"))
  }

  @Test func aCatalogueWithGradesOfItsOwn() throws {
    let desk = Desk("/sessions")
    send(
      .opened(.catalogue), .desk(.nameTyped("School")), .desk(.words(.etudes)),
      .desk(.scale("own")), .desk(.made), to: desk)
    #expect(desk.html.contains("Enter one grade per line"))
    send(.desk(.gradesTyped("First\nSecond\nThird")), .desk(.made), to: desk)
    let catalogue = Catalogue(try #require(rows(.catalogue, on: desk).first))
    #expect(catalogue.gradeScale?.grades.map(\.name) == ["First", "Second", "Third"])
    #expect(desk.state.route == .sessions(.catalogue(catalogue.id)))
    send(.opened(.newItem), to: desk)
    let item = try #require(state(desk).form.open)
    send(
      .form(.typed(.init(item, CatalogueItem.nameField), "Lamento")),
      .form(.typed(.init(item, CatalogueItem.gradeField), "Second")), .desk(.itemSaved), to: desk)
    #expect(state(desk).standing?.span(of: item)?.position == 1)
  }

  @Test func anItemThatIsGoneKeepsItsHistory() throws {
    let desk = desk()
    send(.started(plan: nil), to: desk)
    let item = try live(on: desk)[0]
    send(.tapped(item.id, .send), .endTapped, to: desk)
    send(.desk(.trashed(SampleCatalogue.gym.id)), to: desk)
    #expect(rows(.item, on: desk).isEmpty && tries(on: desk).count == 1)
    show(.history, on: desk)
    #expect(desk.html.contains(item.name))
    show(.item(item.id), on: desk)
    #expect(desk.html.contains("deleted from its catalogue"))
  }

  @Test func aVoteIsTheLastOneAndABadGradeIsRefused() throws {
    let desk = desk()
    let item = try live(on: desk)[0].id
    send(.desk(.voted(item, "V5")), .desk(.voted(item, "V6")), .desk(.rated(item, 4)), to: desk)
    let vote = Vote(try #require(rows(.vote, on: desk).first))
    #expect(vote.grade == "V6" && vote.quality == 4 && rows(.vote, on: desk).count == 1)
    send(.desk(.voted(item, "soft")), to: desk)
    #expect(said(desk)?.contains("no grade “soft”") == true)
  }

  @Test func aProjectIsDoneWhenItIsSent() throws {
    let desk = desk()
    let item = try live(on: desk)[0].id
    send(.projectTapped(item, true), to: desk)
    #expect(state(desk).index.project(item) == .active)
    send(.started(plan: nil), .tapped(item, .attempt), to: desk)
    #expect(state(desk).index.project(item) == .active)
    send(.tapped(item, .send), to: desk)
    #expect(state(desk).index.project(item) == .done)
    send(.projectTapped(item, true), to: desk)
    #expect(state(desk).index.project(item) == .active)
  }

  // MARK: - Progress

  @Test func aPyramidOfSoManySendsHasSoMany() throws {
    let desk = desk()
    send(.started(plan: nil), to: desk)
    let items = try live(on: desk).prefix(9)
    for item in items { send(.tapped(item.id, .send), to: desk) }
    send(.tapped(items[0].id, .send), .endTapped, to: desk)
    let catalogue = try #require(state(desk).catalogue)
    let progress = Progress(state(desk).index, catalogue, zoneMinutes: 60)
    #expect(progress.pyramid.reduce(0) { $0 + $1.items } == 9)
    #expect(progress.pyramid.reduce(0) { $0 + $1.sends } == 10)
    #expect(progress.months.map(\.sends) == [10])
    show(.progress, on: desk)
    for words in ["Your level", "Pyramid", "Month by month", "9 climbs in all"] {
      #expect(desk.html.contains(words), "\(words)")
    }
  }

  @Test func everyPageIsThereWithNothingInIt() {
    for place in Sessions.Place.fixed + [
      .log(.init(Bits128(high: 1, low: 1))), .item(.init(Bits128(high: 1, low: 1))),
      .catalogue(.init(Bits128(high: 1, low: 1))),
    ] {
      let desk = Desk(place.path)
      #expect(desk.state.route == .sessions(place))
      #expect(desk.html.contains("<h1"), "\(place)")
    }
  }

  @Test(arguments: SampleCatalogue.allCases)
  func everyGradeOfWhatComesWithTheAppCanBeRead(_ sample: SampleCatalogue) throws {
    let desk = desk(sample, level: "")
    let standing = try #require(state(desk).standing)
    #expect(standing.items.count > 100)
    for item in standing.items { #expect(standing.span(of: item.id) != nil, "\(item.grade)") }
  }

  @Test func oneOfThreeThousandItemsIsFound() throws {
    let desk = desk()
    var text = ""
    for number in 0..<3_000 {
      text += "Number \(number)\tV\(number % 9)\tWall \(number % 7)\tred\n"
    }
    show(.catalogue(SampleCatalogue.gym.id), on: desk)
    send(.opened(.table), .file(.pasted(text)), .file(.pasteTaken), .file(.takenIn), to: desk)
    #expect(state(desk).standing?.items.count == 3_120)
    send(.finder(.list(.asked("number 2999"))), to: desk)
    #expect(state(desk).finder.found.count == 1)
  }
}
