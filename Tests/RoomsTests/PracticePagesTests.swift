import Markup
import Program
import Reports
import Testing

@testable import Domain
@testable import JournalRoom
@testable import Ledger
@testable import Pages
@testable import RoomKit
@testable import Rooms
@testable import ToolsRoom

/// Pieces, sections and plans on their pages; few, or thousands.
@Suite struct PracticePagesTests {
  private let desk = PracticeDesk()
  private var book: PracticeBook { desk.state.book }

  private func count(_ part: String, in html: String) -> Int { html.ranges(of: part).count }

  @Test func anEmptyPageSaysWhatBelongsHere() {
    let html = desk.html
    #expect(count("<h1", in: html) == 1)
    for text in [
      "No pieces yet", "Start", "Set a goal", "Make a plan", "Log a past session",
    ] {
      #expect(count(">\(text)<", in: html) == 1, "\(text)")
    }
  }

  @Test func emptyCardsAreHidden() throws {
    func cards() -> [String] {
      let html = desk.html
      return html.ranges(of: "<h2 id=\"").map {
        String(html[$0.upperBound...].prefix { $0 != "\"" })
      }
    }
    #expect(cards() == ["practice-pieces"])
    desk.send(.planOffered)
    #expect(cards() == ["practice-plans", "practice-pieces"])
    #expect(desk.orders.last == .focus(id: "practice-new-plan"))
    let piece = desk.addPiece("Ferling 12")
    _ = desk.addSection("Coda", in: piece)
    desk.addSession(day: 20_405, seconds: 60, piece: piece)
    desk.send(.planTyped("Mornings"), .planMade)
    // The new plan is above the field: it is brought into view.
    #expect(desk.orders.contains(.focus(id: "practice-plan-add")))
    #expect(desk.html.contains(#"id="practice-plan-add""#))
    #expect(Practice.foundWords(1, of: 1) == "1 piece")
    let plan = try #require(book.plans.first).id
    desk.send(.picked(.plan(plan), Practice.Spot(piece)), .planDay(plan, 3), .planOpened(nil))
    desk.send(.goal(.opened(nil)), .goal(.saved))
    #expect(
      cards() == [
        "practice-due", "practice-plans", "practice-goals", "practice-pieces", "practice-weeks",
        "practice-year", "practice-sessions",
      ])
    #expect(!desk.html.contains("Make a plan"))
    for text in ["Set a goal", "Log a past session"] {
      #expect(count(">\(text)<", in: desk.html) == 1, "\(text)")
    }
  }

  /// The chart of weeks is read while something is being typed, and both stay.
  @Test func aWeekIsReadFromItsChart() {
    let piece = desk.addPiece("Ferling 12")
    desk.addSession(day: 20_405, seconds: 2_700, piece: piece)
    #expect(desk.html.contains("aria-label=\"Minutes per week. Arrow keys read its values.\""))
    #expect(count("plot-ring", in: desk.html) == 0)
    desk.send(.plot(.read(PlotMark(layer: 0, item: 7), in: 0)))
    #expect(desk.html.contains("Week of 10 Nov 2025: 45 min</p>"))
    desk.send(.plot(.left))
    #expect(!desk.html.contains("Week of 10 Nov 2025: "))
    desk.send(.form(.typed(.init(piece, Piece.tempoGoalField), "fast")))
    desk.send(.plot(.read(PlotMark(layer: 0, item: 7), in: 0)))
    #expect(desk.page(piece).contains("value=\"fast\""))
  }

  /// What is wrong with a number is found when its field is left, perhaps by a tap on a button below.
  @Test func nothingMovesWhenANumberIsLeft() {
    let piece = desk.addPiece("Ferling 12")
    #expect(count("class=\"practice-number\"", in: desk.page(piece)) == 1)
    #expect(count("class=\"practice-part\"", in: desk.page(piece)) == 2)
    #expect(count("class=\"practice-part\"", in: desk.html) == 2)
    desk.addSession(day: 20_405, seconds: 60, piece: piece)
    desk.send(.opened(.session(book.sessions[0].id)))
    #expect(count("class=\"practice-number\"", in: desk.html) == 2)
  }

  @Test func nothingOnThePageNagsOrRanks() {
    let piece = desk.addPiece("Ferling 12")
    desk.addSession(day: 20_300, seconds: 60, piece: piece)
    desk.send(.goal(.opened(nil)), .goal(.saved))
    let html = desk.html
    for word in ["streak", "Streak", "failed", "missed", "overdue", "behind", "best of", "rank"] {
      #expect(!html.contains(word), "\(word)")
    }
  }

  @Test func aPieceIsMadeChangedAndRemoved() throws {
    desk.send(.nameTyped("  Ferling 12 "), .pieceMade)
    let piece = try #require(book.pieces.first)
    #expect(piece.title == "Ferling 12")
    #expect(
      desk.orders.contains(.navigate(path: Journal.Place.piece(piece.id).path, replacing: false)))
    desk.send(
      .form(.typed(.init(piece.id, Piece.composerField), "Franz Wilhelm Ferling")),
      .form(.typed(.init(piece.id, Piece.tempoGoalField), "72,5")))
    #expect(book.piece(piece.id)?.tempoGoal == 7_250)
    #expect(desk.page(piece.id).contains("value=\"72.5\""))
    desk.send(.form(.typed(.init(piece.id, Piece.tempoGoalField), "fast")))
    #expect(desk.page(piece.id).contains("value=\"fast\""))
    #expect(book.piece(piece.id)?.tempoGoal == 7_250)
    desk.send(.pieceRemoved(piece.id))
    #expect(book.pieces.isEmpty)
    #expect(desk.page(piece.id).contains("Piece not found"))
    #expect(desk.toasts.last == "“Ferling 12” is in the trash.")
  }

  @Test func sectionsArePutInOrder() throws {
    let piece = desk.addPiece("Ferling 12")
    for name in ["A", "B", ""] { desk.send(.nameTyped(name), .sectionMade(piece)) }
    #expect(book.sections(of: piece).map(\.name) == ["A", "B", "Section 3"])
    let last = try #require(book.sections(of: piece).last)
    desk.send(
      .sectionOrder(.moved(last.id, by: -1), of: piece),
      .sectionOrder(.moved(last.id, by: -1), of: piece))
    desk.send(.sectionOrder(.moved(last.id, by: -1), of: piece))
    #expect(book.sections(of: piece).map(\.name) == ["Section 3", "A", "B"])
    desk.send(.form(.typed(.init(last.id, Section.barsField), "12–20")))
    desk.send(.form(.typed(.init(last.id, Section.dueField), "2025-11-20")))
    #expect(desk.page(piece).contains("Due in 7 days. Repeats every day."))
    desk.send(.opened(.picker(.running, piece: piece)))
    #expect(desk.html.contains("Section 3, bars 12–20"))
    desk.send(.sectionRemoved(last.id))
    #expect(book.sections(of: piece).map(\.name) == ["A", "B"])
  }

  @Test func aPlanIsMadeAndPractised() throws {
    let piece = desk.addPiece("Ferling 12")
    desk.send(.planTyped("Mornings"), .planMade)
    let plan = try #require(book.plans.first)
    #expect(desk.state.openPlan == plan.id)
    for _ in 0..<2 { desk.send(.picked(.plan(plan.id), Practice.Spot(piece))) }
    let items = book.items(of: plan.id)
    desk.send(.form(.typed(.init(items[1].id, PracticePlan.Item.textField), "Long tones")))
    desk.send(.form(.typed(.init(items[1].id, PracticePlan.Item.minutesField), "15")))
    desk.send(.itemOrder(.moved(items[1].id, by: -1), of: items[1].plan), .planOpened(nil))
    #expect(book.items(of: plan.id).map(\.id) == [items[1].id, items[0].id])
    #expect(desk.html.contains("15 min · Long tones") && desk.html.contains("25 min in total"))
    desk.send(.itemStarted(items[1].id))
    #expect(desk.html.contains("<p>Long tones</p>") && desk.state.running?.plan == plan.id)
    #expect(desk.state.runningBlocks.map(\.piece) == [piece])
    desk.send(.itemRemoved(items[0].id), .planRemoved(plan.id))
    #expect(book.plans.isEmpty)
  }

  @Test func whatBelongsToAPieceStandsOnItsPage() throws {
    let piece = desk.addPiece("Ferling 12")
    let (take, preset, list) = (desk.room.row, desk.room.row, desk.room.row)
    desk.edit(
      Take(take, named: "First try", day: 20_405, began: desk.now, sampleRate: 48_000).edits(
        from: nil)
        + Preset(preset, named: "Slow, in six", of: MetronomeSetup(), after: []).edits(from: nil)
        + Setlist(list, named: "Sunday").edits(from: nil))
    var hand = MetronomeSetup()
    hand.level = 50
    desk.edit(hand.edits(from: nil))
    desk.send(.opened(.links(piece)))
    #expect(desk.state.linkable.map(\.id) == [take, list, preset])
    desk.send(.pickTyped("SLOW"))
    #expect(
      desk.html.contains("Slow, in six · Metronome preset") && !desk.html.contains("First try"))
    for link in desk.state.linkable { desk.send(.linked(link, to: piece)) }
    let html = desk.page(piece)
    #expect(
      html.contains("href=\"\(Journal.Place.take(take).path)\"") && html.contains("First try"))
    #expect(html.contains("href=\"/tools/metronome\"") && html.contains("Sunday"))
    desk.send(.linked(try #require(book.links.first), to: nil))
    #expect(book.links.map(\.id) == [list, take])
    // A preset is as it was, and keeps its piece when it is made otherwise.
    #expect(Preset<MetronomeSetup>.all(in: desk.data).map(\.name) == ["Slow, in six"])
  }

  @Test func aPieceIsMadeWhereItIsLookedFor() throws {
    desk.send(.started(Practice.Spot()), .opened(.picker(.running, piece: nil)))
    desk.send(.pickTyped("Telemann"))
    #expect(desk.html.contains("New piece “Telemann”"))
    desk.send(.pieceMadeFor(.running))
    #expect(book.pieces.map(\.title) == ["Telemann"])
    #expect(desk.state.runningBlocks.map(\.piece) == book.pieces.map(\.id))
    #expect(desk.labels.suffix(2) == ["Add a piece", "Practise “Telemann”"])
    desk.send(.planMade, .pickTyped("Vivaldi"))
    desk.send(.pieceMadeFor(.plan(try #require(book.plans.first).id)))
    #expect(book.items.map(\.piece) == [book.pieces.first { $0.title == "Vivaldi" }?.id])
  }

  @Test func enterTakesTheFirstMatchOrAddsWhatWasTyped() {
    let piece = desk.addPiece("Ferling 12")
    func enter(_ text: String) {
      desk.send(.opened(.picker(.next, piece: nil)), .pickTyped(text))
      desk.send(Practice.entered(.next, desk.state))
    }
    enter("ferl")
    #expect(desk.state.next.piece == piece && desk.state.sheet == nil)
    enter("Britten")
    #expect(book.pieces.contains { $0.title == "Britten" && $0.id == desk.state.next.piece })
    enter(" ")
    #expect(book.pieces.count == 2 && desk.state.sheet == .picker(.next, piece: nil))
  }

  @Test func closingTheChoiceOfAPieceKeepsWhatItWasFor() {
    desk.send(.opened(.byHand), .handMinutes("45"), .opened(.picker(.byHand, piece: nil)), .closed)
    #expect(desk.state.sheet == .byHand && desk.state.byHand.minutes == "45")
    let piece = desk.addPiece("Ferling 12")
    desk.send(.opened(.picker(.byHand, piece: piece)), .closed, .handAdded)
    #expect(book.sessions.count == 1 && desk.state.sheet == nil)
    desk.send(.goal(.opened(nil)), .goal(.amount("60")), .opened(.picker(.goal, piece: nil)))
    desk.send(.closed)
    #expect(desk.state.sheet == .goal && desk.state.goal?.amount == "60")
    desk.send(.opened(.picker(.next, piece: nil)), .closed)
    #expect(desk.state.sheet == nil)
  }

  @Test func aThousandPiecesAreFoundAndOnlyFewShown() {
    var edits: [Edit] = []
    for number in 0..<1_000 {
      var piece = Piece(
        RowID(Bits128(high: UInt64(number + 1), low: 1)),
        titled: number == 700 ? "Été à Liège" : "Étude \(number)")
      piece.composer = number % 2 == 0 ? "Ferling" : "Barret"
      edits += piece.edits(from: nil)
    }
    desk.edit(edits)
    let clock = ContinuousClock()
    var html = ""
    let time = clock.measure {
      desk.send(.findTyped("ete liege"))
      html = desk.html
    }
    print("a thousand pieces searched and shown in \(time)")
    #expect(html.contains("Été à Liège") && html.contains("1 of 1000"))
    desk.send(.findTyped(""))
    #expect(count("aria-label=\"Practise Ét", in: desk.html) == 50)
    #expect(desk.html.contains("50 of 1000; type to find others"))
    desk.send(.opened(.picker(.next, piece: nil)), .pickTyped("barret 99"))
    #expect(count("class=\"practice-pick\"", in: desk.html) == 2 + 14)
    desk.send(.findTyped("zzz"))
    #expect(desk.html.contains("No piece with that name yet."))
  }

  /// Ten years of daily practice.
  @Test func aLongHistoryIsReadOnceAndDrawnQuickly() {
    var edits: [Edit] = []
    let pieces = (0..<60).map { RowID(Bits128(high: UInt64($0 + 1), low: 9)) }
    for (number, id) in pieces.enumerated() {
      edits += Piece(id, titled: "Piece \(number)").edits(from: nil)
    }
    for number in 0..<3_650 {
      let day = Int64(20_405 - number)
      let id = RowID(Bits128(high: UInt64(number + 1), low: 2))
      var session = PractisedSession(id, day: day, began: day * 86_400_000)
      session.ended = session.began + 3_600_000
      edits += session.edits(from: nil, zoneMinutes: 0)
      for part in 0..<3 {
        var block = PractisedBlock(
          RowID(Bits128(high: UInt64(number + 1), low: UInt64(10 + part))), in: id, day: day,
          began: session.began + Int64(part))
        (block.seconds, block.piece, block.tempo) = (1_200, pieces[(number + part) % 60], 6_000)
        edits += block.edits(from: nil, zoneMinutes: 0)
      }
    }
    desk.edit(edits)
    desk.send(
      .goal(.opened(nil)), .goal(.score(true)), .goal(.saved), .started(Practice.Spot(pieces[0])))
    let clock = ContinuousClock()
    let unchanged = clock.measure { #expect(PracticeBook(desk.data, unlike: book)?.mark == nil) }
    let read = clock.measure { _ = PracticeBook(desk.data, unlike: PracticeBook()) }
    let shown = clock.measure { _ = desk.html }
    let page = clock.measure { _ = desk.page(pieces[1]) }
    print(
      "\(book.sessions.count) sessions, \(book.blocks.count) blocks: unchanged \(unchanged), read \(read), shown \(shown), a piece \(page)"
    )
    #expect(book.blocks.count == 10_951)
    #expect(desk.html.contains("60 min") || desk.html.contains("1 h"))
  }
}
