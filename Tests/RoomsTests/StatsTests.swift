import Ledger
import Markup
import Program
import Reports
import Testing

@testable import Domain
@testable import ReedsRoom
@testable import RoomKit
@testable import Rooms

/// The pages of analysis, with a test in the analyst's place.
@Suite struct StatsTests {
  private func send(_ message: Reeds.StatsMessage, to desk: Desk) {
    desk.send(.reeds(.stats(message)))
  }

  private func show(_ place: Reeds.Place, on desk: Desk) { desk.send(.addressChanged(place.path)) }

  @discardableResult
  private func log(shaper: String? = nil, to desk: Desk) throws -> RowID {
    desk.send(.reeds(.opened(.newReed)))
    let row = try #require(desk.state.reeds.form.open)
    let field = try #require(ReedField.reed.first { $0.name == "shaper" })
    if let shaper { desk.send(.reeds(.toolAdded(.init(row, field.id), field, shaper))) }
    desk.send(.reeds(.saved))
    return row
  }

  /// A desk with a reed, at a page of analysis.
  private func desk(at subject: Question.Subject = .compare) throws -> Desk {
    let desk = Desk("/reeds")
    try log(shaper: "RC", to: desk)
    show(.stats(subject), on: desk)
    return desk
  }

  /// What the analyst was asked, oldest first.
  private func questions(_ desk: Desk) throws -> [Question] {
    try desk.orders.compactMap { order in
      guard case .analyst(let bytes) = order else { return nil }
      var reader = ByteReader(bytes)
      return try Question(&reader)
    }
  }

  private func rows(_ desk: Desk) throws -> [Row] {
    for case .analyst(let bytes) in desk.orders.reversed() {
      var reader = ByteReader(bytes)
      _ = try Question(&reader)
      return try ReedRows.readRows(&reader)
    }
    return []
  }

  private func stops(_ desk: Desk) -> Int { desk.orders.filter { $0 == .stop }.count }

  private static let input = Report.Control(
    "input", "Compare by", .question,
    [.init("shaper", "Shaper"), .init("staple", "Staple")], chosen: "shaper")
  private static let box = Report.Control(
    "box", "Box", .filter, [.init("", "All"), .init("b", "Box B"), .init("c", "Box C")], chosen: "")

  private func report(_ sentence: String, actions: [Report.Action] = []) -> Report {
    var report = Report("Compare")
    report.controls = [
      Self.input,
      Report.Control(
        "outcome", "Outcome", .question,
        [.init("success", "Success"), .init("score", "Your score")], chosen: "success"),
      Self.box,
    ]
    report.answer = [sentence, "RC 6.8 (6 reeds)."]
    let plot = Plot(
      "Success by shaper", x: .init("Shaper", .names(["RC"])),
      y: .init("Success", .number(places: 0, unit: "")),
      layers: [.dots([.init(0, 7, name: "R1")])])
    report.sections = [
      Report.Section(
        "Every reed", ["Each dot is a reed."], plot: plot,
        table: .init(["Reed", "Success"], [.init(["R1", "7"])]), actions: actions)
    ]
    return report
  }

  private func answer(
    _ sentence: String, actions: [Report.Action] = [], on desk: Desk
  ) {
    desk.hearAnalyst(.report(report(sentence, actions: actions).bytes))
  }

  // MARK: - Asking

  @Test func aPageThatIsOpenedAsksWithTheRowsOfItsReedsAlone() throws {
    let desk = Desk("/reeds")
    let reed = try log(shaper: "RC", to: desk)
    show(.reed(reed), on: desk)
    for message in [Reeds.Message.noteTyped("Bright."), .noted] { desk.send(.reeds(message)) }
    show(.stats(.compare), on: desk)
    let question = try #require(try questions(desk).last)
    #expect(question.subject == .compare && question.choices.isEmpty)
    #expect(question.today == desk.state.reeds.today && question.zoneMinutes == 60)
    let rows = try rows(desk)
    #expect(rows.contains { $0.id == reed } && rows.contains { $0.kind == .reedTool })
    #expect(!rows.contains { $0.kind == .note })
    // It asks once.
    desk.send(.reeds(.moreTapped))
    #expect(try questions(desk).count == 1)
  }

  @Test func theWorkIsShownUntilTheAnswerIsThere() throws {
    let desk = try desk(at: .relations)
    #expect(desk.html.contains("Working …"))
    desk.hearAnalyst(.working(0.4))
    #expect(desk.html.contains("40 %") && desk.html.contains("Cancel"))
    answer("Too early to tell.", on: desk)
    #expect(desk.html.contains("Too early to tell.") && desk.html.contains("Each dot is a reed."))
    #expect(!desk.html.contains("Working …") && !desk.html.contains("stats-report old"))
    #expect(desk.html.contains("The numbers") && desk.html.contains("scope=\"row\""))
  }

  @Test func columnsOfWordsAreReadFromTheStartAndLongTablesAreFolded() throws {
    let desk = try desk(at: .relations)
    var report = Report("Relations")
    report.answer = ["Done."]
    let line = Report.Table.Line(["R1", "−0.3", "Steady", "not rated"])
    let other = Report.Table.Line(["R2", "–", "Élan", "7"])
    report.sections = [
      Report.Section("Short", table: .init(["Reed", "Rho", "Now", "Success"], [line, other]))
    ]
    desk.hearAnalyst(.report(report.bytes))
    #expect(desk.html.contains("<td class=\"words\">Steady</td>"))
    #expect(desk.html.contains("<th scope=\"col\" class=\"words\">Now</th>"))
    for cell in ["−0.3", "–", "not rated"] {
      #expect(desk.html.contains("<td class=\"figure\">\(cell)</td>"), "\(cell)")
    }
    #expect(!desk.html.contains("<summary>The numbers</summary>"))
    // A list of many reeds is folded, other tables are not.
    for row in [nil, RowID(Bits128(high: 0, low: 1))] {
      let lines = [Report.Table.Line](repeating: .init(["R1", "7"], row: row), count: 9)
      report.sections = [Report.Section("Long", table: .init(["Reed", "Success"], lines))]
      send(.askedAgain, to: desk)
      desk.hearAnalyst(.report(report.bytes))
      #expect(desk.html.contains("<summary>The numbers</summary>") == (row != nil))
    }
  }

  @Test func experimentsAndTheImportOfWeatherAreOneTapAway() throws {
    let desk = try desk(at: .trends)
    #expect(desk.html.contains("href=\"/reeds/files\">Import weather</a>"))
    show(.figures, on: desk)
    #expect(desk.html.contains("href=\"/reeds/experiments\">Your experiments</a>"))
  }

  @Test func aChoiceAsksAnewAndTheLastAnswerStaysMeanwhile() throws {
    let desk = try desk()
    answer("The first answer.", on: desk)
    let before = stops(desk)
    send(.chosen(Self.input, "staple"), to: desk)
    let question = try #require(try questions(desk).last)
    #expect(question["input"] == "staple" && question["outcome"] == nil)
    #expect(desk.html.contains("The first answer.") && desk.html.contains("stats-report old"))
    #expect(stops(desk) == before)
    // Another one while it works.
    send(.chosen(Self.input, "shaper"), to: desk)
    #expect(stops(desk) == before + 1)
    #expect(try questions(desk).last?["input"] == "shaper")
    answer("The second answer.", on: desk)
    #expect(desk.html.contains("The second answer.") && !desk.html.contains("The first answer."))
    #expect(!desk.html.contains("stats-report old"))
  }

  /// The pairs of another field are others: the answer goes by its own, and that is what is shown.
  @Test func aChoiceThatIsNoLongerOfferedIsNotShown() throws {
    let desk = try desk()
    answer("One.", on: desk)
    let (ours, other) = (
      Report.Control("pair", "Pair", .question, [.init("A | B", "A and B")], chosen: "A | B"),
      Report.Control(
        "pair", "Pair", .question, [.init("16 | 17", "16 and 17"), .init("16 | 28", "16 and 28")],
        chosen: "16 | 17")
    )
    send(.chosen(ours, "A | B"), to: desk)
    let stats = desk.state.reeds.stats
    #expect(stats.value(of: ours, on: .compare) == "A | B")
    #expect(stats.value(of: other, on: .compare) == "16 | 17")
    // A filter still filters, whatever is offered.
    send(.chosen(Self.box, "b"), to: desk)
    let fewer = Report.Control("box", "Box", .filter, [.init("", "All")], chosen: "")
    #expect(desk.state.reeds.stats.value(of: fewer, on: .compare) == "b")
  }

  @Test func filtersAreCountedKeptForAllPagesAndCleared() throws {
    let desk = try desk()
    answer("One.", on: desk)
    #expect(desk.html.contains("<summary>Filter</summary>"))
    send(.chosen(Self.box, "b"), to: desk)
    #expect(try questions(desk).last?["box"] == "b")
    #expect(desk.html.contains("Filter (1)"))
    show(.stats(.life), on: desk)
    #expect(try questions(desk).last?.subject == .life)
    #expect(try questions(desk).last?["box"] == "b")
    #expect(!desk.html.contains("One."))
    answer("Two.", on: desk)
    send(.filtersCleared, to: desk)
    #expect(try questions(desk).last?["box"] == nil)
    #expect(desk.html.contains("<summary>Filter</summary>"))
  }

  @Test func aCancelledQuestionEndsAndIsAskedAgainWhenWanted() throws {
    let desk = try desk()
    answer("The first answer.", on: desk)
    send(.chosen(Self.input, "staple"), to: desk)
    let before = stops(desk)
    send(.cancelled, to: desk)
    #expect(stops(desk) == before + 1)
    #expect(desk.html.contains("Cancelled. The previous result is shown below."))
    desk.hearAnalyst(.working(0.9))
    answer("Too late.", on: desk)
    #expect(!desk.html.contains("Too late."))
    let count = try questions(desk).count
    send(.askedAgain, to: desk)
    #expect(try questions(desk).count == count + 1)
    #expect(try questions(desk).last?["input"] == "staple")
  }

  @Test func whoLeavesThePageEndsTheWork() throws {
    let desk = try desk()
    let before = stops(desk)
    show(.front, on: desk)
    #expect(stops(desk) == before + 1)
    show(.stats(.compare), on: desk)
    #expect(try questions(desk).count == 2)
    answer("The answer.", on: desk)
    // A finished one is there at once.
    show(.front, on: desk)
    show(.stats(.compare), on: desk)
    #expect(try questions(desk).count == 2)
    #expect(desk.html.contains("The answer."))
  }

  @Test func dataThatChangesIsAskedAboutOnceItRests() throws {
    let desk = try desk()
    answer("The answer.", on: desk)
    desk.send(.reeds(.staged(Array(desk.state.reeds.index.lines.keys), .inUse)))
    desk.send(.reeds(.staged(Array(desk.state.reeds.index.lines.keys), .retired)))
    #expect(desk.state.reeds.stats.isWaiting)
    #expect(try questions(desk).count == 1)
    #expect(desk.html.contains("The answer."))
    send(.dataChanged, to: desk)
    #expect(try questions(desk).count == 2)
    #expect(try rows(desk).contains { $0.kind == .stageMove })
  }

  @Test func whatCannotBeAnsweredIsSaid() throws {
    let desk = try desk()
    desk.hearAnalyst(.missing)
    #expect(
      desk.html.contains(
        "This part of the app isn’t on this device yet. Go online once, then try again."))
    send(.askedAgain, to: desk)
    desk.hearAnalyst(.failed)
    #expect(desk.html.contains("Couldn’t work this out. Your data is safe."))
    send(.askedAgain, to: desk)
    desk.hearAnalyst(.report([9, 9, 9]))
    #expect(desk.html.contains("Couldn’t work this out. Your data is safe."))
    send(.askedAgain, to: desk)
    answer("There it is.", on: desk)
    #expect(desk.html.contains("There it is.") && !desk.html.contains("Couldn’t"))
  }

  @Test func withoutAReedNothingIsAsked() throws {
    let desk = Desk("/reeds/stats/compare")
    #expect(desk.html.contains("There are no reeds to count yet."))
    #expect(try questions(desk).isEmpty)
  }

  // MARK: - Doing something with an answer

  @Test func theActionsOfAnAnswerAreButtons() throws {
    let desk = try desk()
    let reed = try #require(desk.state.reeds.index.order.first)
    answer(
      "The answer.",
      actions: [
        .init("See it reed by reed", .ask(.scatter, [.init("input", "g_a_m")])),
        .init(
          "Test RC against Gilbert",
          .experiment(field: "shaper", outcome: "success", arms: ["1", "2"])),
        .init("Open R1", .open(reed)), .init("Don’t show again", .dismiss("pitch:1")),
      ], on: desk)
    for label in ["See it reed by reed", "Test RC against Gilbert", "Open R1", "Don’t show again"] {
      #expect(desk.html.contains(label))
    }
    send(.ask(.scatter, [.init("input", "g_a_m")]), to: desk)
    #expect(desk.orders.contains(.navigate(path: "/reeds/stats/scatter", replacing: false)))
    show(.stats(.scatter), on: desk)
    #expect(try questions(desk).last?["input"] == "g_a_m")
    desk.send(.reeds(.experiment(.wanted(field: "shaper", outcome: "success", arms: ["1", "2"]))))
    let draft = try #require(desk.state.reeds.experiments.draft)
    #expect(draft.experiment.field == "shaper" && draft.experiment.outcome == "success")
    // The two that the button names are chosen.
    #expect(draft.experiment.arms == ["1", "2"])
    #expect(desk.orders.contains(.navigate(path: "/reeds/experiments", replacing: false)))
    send(.opened(reed), to: desk)
    #expect(desk.orders.contains(.navigate(path: Reeds.Place.reed(reed).path, replacing: false)))
    send(.dismissed("pitch:1"), to: desk)
    #expect(StatsSettings(desk.data[StatsSettings.row]).hasDismissed("pitch:1"))
    #expect(desk.state.toasts.last?.undo != nil)
  }

  @Test func aPlotIsSharedAndTheNumbersAreDownloaded() throws {
    let desk = try desk()
    answer("The answer.", on: desk)
    send(.pictureWanted(try #require(report("").sections[0].plot)), to: desk)
    #expect(
      desk.orders.contains { order in
        guard case .sharePicture(let svg, let name, let width, let height) = order else {
          return false
        }
        return svg.contains("<svg") && name == "woodshed-2025-11-13-compare.png" && width > 0
          && height > 0
      })
    send(.pictureShared(false), to: desk)
    #expect(desk.state.toasts.last?.text.contains("Couldn’t create the picture.") == true)
    send(.numbersWanted, to: desk)
    #expect(
      desk.orders.contains { order in
        guard case .download(let name, let type, let bytes) = order else { return false }
        return name == "woodshed-2025-11-13-compare.csv" && type == "text/csv"
          && String(decoding: bytes, as: UTF8.self).contains("R1")
      })
  }

  // MARK: - The way there

  @Test func everySubjectHasAnAddress() {
    for subject in Question.Subject.allCases {
      let place = Reeds.Place.stats(subject)
      #expect(Reeds.Place(path: place.path) == place)
      #expect(!place.title.isEmpty && !subject.line.isEmpty)
    }
    #expect(Set(Question.Subject.allCases.map(\.name)).count == Question.Subject.allCases.count)
    #expect(Reeds.Place(path: "/reeds/stats/nothing") == nil)
  }

  @Test func theFrontListsThePages() throws {
    let desk = try desk()
    show(.figures, on: desk)
    #expect(desk.html.contains("Which shaper, staple or cane works best for me?"))
    for subject in Question.Subject.listed {
      #expect(desk.html.contains("href=\"/reeds/stats/\(subject.name)\""))
    }
    #expect(desk.html.contains("When last tested"))
    #expect(
      desk.html.contains(
        "Compare and Suggestions average all its tests, so their figures can differ."))
  }

  @Test func aReedAndAToolLeadToCompare() throws {
    let desk = Desk("/reeds")
    let reed = try log(shaper: "RC", to: desk)
    show(.tools, on: desk)
    desk.send(.reeds(.tool(.sort(.shaper))))
    #expect(desk.html.contains("Compare RC with others"))
    show(.reed(reed), on: desk)
    #expect(desk.state.reeds.index[reed]?.comparable == "shaper")
    send(.ask(.compare, [.init("input", "shaper")]), to: desk)
    #expect(desk.orders.contains(.navigate(path: "/reeds/stats/compare", replacing: false)))
  }

  // MARK: - Settings

  @Test func theScoreIsWeighedInASheetAndAskedForAnew() throws {
    let desk = try desk()
    answer("The answer.", on: desk)
    send(.scoreOpened, to: desk)
    for quality in ["Response", "Ring", "Depth", "Stability", "Resistance", "Pitch"] {
      #expect(desk.html.contains(">\(quality)</label>"))
    }
    send(.weighed(0, 5), to: desk)
    send(.weighed(7, 0), to: desk)
    #expect(StatsSettings(desk.data[StatsSettings.row]).weights == [5, 1, 1, 1, 1, 1, 1, 0])
    send(.dataChanged, to: desk)
    let settings = try #require(try rows(desk).first { $0.id == StatsSettings.row })
    #expect(StatsSettings(settings).weights.first == 5)
  }

  @Test func suggestionsAreOffUntilTheyAreWanted() throws {
    let desk = try desk(at: .suggestions)
    #expect(desk.html.contains("Suggestions are off"))
    #expect(try questions(desk).isEmpty)
    send(.suggests(true), to: desk)
    #expect(try questions(desk).last?.subject == .suggestions)
    send(.leastChosen(5), to: desk)
    #expect(StatsSettings(desk.data[StatsSettings.row]).leastInUse == 5)
    #expect(desk.html.contains("What you change when a reed responds late"))
    send(.changesListed("Corners first\nThen the windows"), to: desk)
    #expect(
      StatsSettings(desk.data[StatsSettings.row]).changes == "Corners first\nThen the windows")
    send(
      .changesListed(String(repeating: "x", count: StatsSettings.changesLimit + 1)), to: desk)
    #expect(
      StatsSettings(desk.data[StatsSettings.row]).changes.utf8.count == StatsSettings.changesLimit)
    send(.suggests(false), to: desk)
    #expect(desk.html.contains("Suggestions are off"))
  }
}
