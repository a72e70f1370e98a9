import Foundation
import Markup
import Program
import Sound
import Testing

@testable import Domain
@testable import JournalRoom
@testable import Ledger
@testable import ReedsRoom
@testable import RoomKit
@testable import Rooms

@Suite struct ReedsTests {
  /// Thursday, 13 November 2025.
  private static let today: Int64 = 20_405

  private func send(_ messages: Reeds.Message..., to desk: Desk) {
    for message in messages { desk.send(.reeds(message)) }
  }

  private func field(_ name: String) throws -> ReedField {
    try #require((ReedField.reed + ReedField.test).first { $0.name == name })
  }

  /// Types into fields of a row.
  private func type(_ values: KeyValuePairs<String, String>, in row: RowID, on desk: Desk) throws {
    for (name, text) in values {
      let field = try field(name)
      send(.typed(.init(row, field.id), field, text), to: desk)
    }
  }

  /// A reed that is logged in the form.
  @discardableResult
  private func log(_ values: KeyValuePairs<String, String> = [:], to desk: Desk) throws -> RowID {
    send(.opened(.newReed), to: desk)
    let row = try #require(desk.state.reeds.form.open)
    try type(values, in: row, on: desk)
    for name in ["shaper", "staple_model", "gouger", "knife"] {
      let field = try field(name)
      if let refused = desk.state.reeds.form.refusal(.init(row, field.id)) {
        send(.toolAdded(.init(row, field.id), field, refused.text), to: desk)
      }
    }
    send(.saved, to: desk)
    return row
  }

  private func reed(_ row: RowID, on desk: Desk) throws -> Reed {
    Reed(try #require(desk.data[row]))
  }

  private func value(_ name: String, of row: RowID, on desk: Desk) throws -> Value {
    try #require(desk.data[row]).value(try field(name).id)
  }

  private func show(_ place: Reeds.Place, on desk: Desk) { desk.send(.addressChanged(place.path)) }

  private func rows(_ kind: KindID, on desk: Desk) -> [Row] {
    var rows: [Row] = []
    desk.data.forEachRow { if $0.kind == kind, $0.life == .alive { rows.append($0) } }
    return rows
  }

  private func said(_ desk: Desk) -> String? { desk.state.toasts.last?.text }

  // MARK: - The form

  @Test func theFirstPageSaysWhatBelongsHereAndOffersTheFirstReed() {
    let desk = Desk("/reeds")
    #expect(desk.html.contains("No reeds yet") && desk.html.contains("New reed"))
    #expect(desk.html.contains("For the reeds you make or adjust: "))
    #expect(desk.state.route == .reeds(.front))
  }

  /// Whoever buys reeds has none to make, and a flute needs none at all.
  @Test(arguments: [
    ("oboe", "For the reeds you make or adjust"),
    ("cor-anglais", "For the reeds you make or adjust"),
    ("clarinet-b-flat", "For the reeds you buy: rate them"),
    ("alto-saxophone", "For the reeds you buy: rate them"),
    ("flute", "Your instrument takes no reed."),
    ("trumpet-b-flat", "Your instrument takes no reed."),
  ])
  func theFirstPageFitsThePlayersInstrument(instrument: String, words: String) {
    let desk = Desk("/reeds")
    desk.send(.settings(.instrumentChosen(instrument)))
    #expect(desk.html.contains(words), "\(instrument)")
    #expect(desk.html.contains("New reed") && desk.state.reeds.length == .quick)
  }

  @Test(arguments: [Reeds.Place.front, .figures])
  func anEmptyPageOffersAReedABatchOrTheSample(place: Reeds.Place) {
    let desk = Desk("/reeds")
    show(place, on: desk)
    #expect(desk.html.contains("New reed") && desk.html.contains("Open sample journal"))
    send(.opened(.begin), to: desk)
    #expect(desk.html.contains("One reed") && desk.html.contains("A batch of blanks"))
    send(.sheetClosed, .sampleAsked, to: desk)
    #expect(desk.state.safekeeping.space == .sample)
  }

  @Test func aFormIsShortUntilAnotherIsChosen() throws {
    let desk = Desk("/reeds")
    send(.opened(.newReed), to: desk)
    let lot = "id=\"\(RowForm.id(of: try field("cane_lot").id))\""
    #expect(desk.html.contains("Tie length") && !desk.html.contains(lot))
    send(.lengthChosen(.standard), to: desk)
    #expect(desk.html.contains(lot))
  }

  @Test func aReedIsLoggedAndShown() throws {
    let desk = Desk("/reeds")
    let row = try log(
      ["cane_brand": "Rigotti", "shaper": "RC 10.5", "staple_no": "27", "tie_length": "72,5"],
      to: desk)
    #expect(try reed(row, on: desk).name == "R1")
    #expect(try value("tie_length", of: row, on: desk) == .decimal(units: 7_250, places: 2))
    #expect(desk.orders.contains(.navigate(path: Reeds.Place.reed(row).path, replacing: false)))
    show(.reed(row), on: desk)
    for words in ["72.5 mm", "Rigotti", "RC 10.5", "Blank", "Not tested yet."] {
      #expect(desk.html.contains(words), "\(words)")
    }
    show(.front, on: desk)
    #expect(desk.html.contains("Staple 27 · RC 10.5"))
  }

  @Test func whatIsTypedIsKeptAtOnceAndAFormThatNobodyTypedInLeavesNothing() throws {
    let desk = Desk("/reeds")
    send(.opened(.begin), .opened(.newReed), .sheetClosed, to: desk)
    #expect(desk.state.reeds.form.open != nil, "the sheet closes because the form opens")
    send(.closed, to: desk)
    #expect(rows(.reed, on: desk).isEmpty && desk.state.toasts.isEmpty)
    send(.opened(.newReed), to: desk)
    let row = try #require(desk.state.reeds.form.open)
    try type(["cane_brand": "Marca"], in: row, on: desk)
    send(.closed, to: desk)
    #expect(try value("cane_brand", of: row, on: desk) == .text("Marca"))
    #expect(try reed(row, on: desk).stage == .blank)
    #expect(said(desk) == "Reed saved.")
    desk.send(.toastUndone(try #require(desk.state.toasts.last).number))
    #expect(rows(.reed, on: desk).isEmpty && said(desk) == "Reed moved to the trash.")
    desk.send(.undoTapped)
    #expect(rows(.reed, on: desk).map(\.id) == [row], "That can be undone, too.")
  }

  @Test func aTestWithoutAnAnswerIsNotKept() throws {
    let desk = Desk("/reeds")
    let row = try log(to: desk)
    send(.opened(.test(of: row)), .saved, to: desk)
    #expect(said(desk) == "Nothing answered yet. Answer something, or cancel.")
    let test = try #require(desk.state.reeds.form.open)
    #expect(rows(.reedTest, on: desk).isEmpty)
    send(.valued(.init(test, ReedTest.successField), .int(7)), .saved, to: desk)
    #expect(rows(.reedTest, on: desk).map(\.id) == [test])
  }

  @Test func aNewTestThatIsOnlyClosedIsKeptAndSaysSo() throws {
    let desk = Desk("/reeds")
    let row = try log(to: desk)
    #expect(said(desk) == nil, "Whoever saves a form knows that it is saved.")
    send(.opened(.test(of: row)), to: desk)
    let test = try #require(desk.state.reeds.form.open)
    send(.valued(.init(test, ReedTest.successField), .int(7)), .closed, to: desk)
    #expect(said(desk) == "Test saved." && rows(.reedTest, on: desk).count == 1)
    // What is still being typed when the form closes counts, too.
    send(.opened(.newReed), to: desk)
    let other = try #require(desk.state.reeds.form.open)
    let brand = try field("cane_brand")
    send(.drafted(.init(other, brand.id), brand, "Marca"), .closed, to: desk)
    #expect(said(desk) == "Reed saved." && rows(.reed, on: desk).count == 2)
    // An old test is opened and closed.
    let count = desk.state.toasts.count
    send(.opened(.row(test, .reedTest)), .closed, to: desk)
    #expect(desk.state.toasts.count == count)
  }

  @Test func undoTakesAWholeTestBack() throws {
    let desk = Desk("/reeds")
    let row = try log(to: desk)
    send(.opened(.test(of: row)), to: desk)
    let test = try #require(desk.state.reeds.form.open)
    send(.valued(.init(test, ReedTest.successField), .int(7)), to: desk)
    send(.form(.switched(.init(test, ReedTest.blindField), true)), .saved, to: desk)
    desk.send(.undoTapped)
    #expect(rows(.reedTest, on: desk).isEmpty && rows(.reed, on: desk).map(\.id) == [row])
    desk.send(.redoTapped)
    let kept = try #require(rows(.reedTest, on: desk).first)
    #expect(
      kept.value(ReedTest.successField) == .int(7) && kept.value(ReedTest.blindField) == .bool(true)
    )
  }

  @Test func aFormClosesOnceWhatIsInItIsDurable() throws {
    let desk = Desk("/reeds")
    send(.opened(.newReed), to: desk)
    let row = try #require(desk.state.reeds.form.open)
    let page = Order.navigate(path: Reeds.Place.reed(row).path, replacing: false)
    desk.isWritingSlow = true
    send(.saved, to: desk)
    #expect(desk.state.reeds.form.open == row && !desk.orders.contains(page))
    send(.saved, to: desk)
    #expect(rows(.reed, on: desk).count == 1, "A second tap adds nothing.")
    desk.openDrawer()
    #expect(desk.state.reeds.form.open == nil && desk.orders.contains(page))
    #expect(desk.state.route == .reeds(.reed(row)), "Its page shows.")
  }

  @Test func aFormThatCannotBeKeptCanBeClosed() throws {
    let desk = Desk("/reeds")
    send(.opened(.newReed), to: desk)
    let row = try #require(desk.state.reeds.form.open)
    desk.failure = "QuotaExceededError"
    send(.saved, to: desk)
    send(.closed, to: desk)
    #expect(desk.state.reeds.form.open == nil && desk.state.reeds.sheet == nil)
    #expect(rows(.reed, on: desk).map(\.id) == [row], "It is kept once there is room.")
  }

  @Test func whatIsNoMeasureStaysInItsFieldWithTheReason() throws {
    let desk = Desk("/reeds")
    send(.opened(.newReed), to: desk)
    let row = try #require(desk.state.reeds.form.open)
    try type(["tie_length": "long"], in: row, on: desk)
    #expect(desk.html.contains("Enter a number, such as 73."))
    #expect(desk.html.contains("value=\"long\""))
    send(.saved, to: desk)
    #expect(desk.state.reeds.form.open == row, "a field that is refused keeps the form open")
    try type(["tie_length": "50"], in: row, on: desk)
    #expect(desk.html.contains("50 mm? Usually 69–77 mm."), "unusual is pointed out")
    #expect(desk.html.contains("field unusual"))
    send(.saved, to: desk)
    #expect(try value("tie_length", of: row, on: desk) == .decimal(units: 5_000, places: 2))
  }

  @Test func enterLeadsFromFieldToFieldInTheOrderOfTheForm() throws {
    let desk = Desk("/reeds")
    send(.lengthChosen(.standard), .opened(.newReed), to: desk)
    let row = try #require(desk.state.reeds.form.open)
    // The browser leads through what the form has, in its order.
    let form = try #require(
      desk.html.components(separatedBy: "<form").first { $0.contains("id=\"reed-save\"") })
    #expect(form.contains("data-enter=\"next\""))
    var places: [String.Index] = []
    for name in [
      "g_a_l", "g_a_m", "g_a_r", "g_b_l", "g_b_m", "g_b_r", "g_a_end", "g_b_end", "shaper",
    ] {
      let id = RowForm.id(of: try field(name).id)
      places.append(try #require(form.range(of: "id=\"\(id)\"")).lowerBound)
    }
    #expect(places == places.sorted())
    // A field reads its text when it loses focus.
    let shaper = try field("shaper")
    send(.drafted(.init(row, shaper.id), shaper, "Joshua"), to: desk)
    send(.typed(.init(row, shaper.id), shaper, "Joshua"), to: desk)
    #expect(desk.html.contains("No shaper called “Joshua” yet."))
  }

  @Test func lengthsAreTypedAndShownInInches() throws {
    let desk = Desk("/reeds")
    desk.send(.settings(.lengthsChosen(.inches)))
    let row = try log(["tie_length": "2.8543"], to: desk)
    #expect(try value("tie_length", of: row, on: desk) == .decimal(units: 7_250, places: 2))
    show(.reed(row), on: desk)
    #expect(desk.html.contains("2.8543 in"))
  }

  @Test func anOboesRangesWarnNobodyWhoMakesOtherReeds() throws {
    let desk = Desk("/reeds")
    send(.lengthChosen(.standard), .opened(.newReed), to: desk)
    let row = try #require(desk.state.reeds.form.open)
    send(.form(.typed(.init(row, Reed.instrumentField), "5")), to: desk)
    try type(["g_a_m": "1.2", "wire_1": "5"], in: row, on: desk)
    #expect(!desk.html.contains("Usually 0.5–0.7 mm.") && desk.html.contains("Usually 26–30 mm."))
    send(.form(.typed(.init(row, Reed.instrumentField), "0")), to: desk)
    #expect(desk.html.contains("1.2 mm? Usually 0.5–0.7 mm."))
    // A range of one’s own is for all reeds.
    send(.saved, to: desk)
    try change("g_a_m", .low("1"), .high("1.1"), on: desk)
    send(.opened(.editReed(row)), .form(.typed(.init(row, Reed.instrumentField), "5")), to: desk)
    #expect(desk.html.contains("1.2 mm? Usually 1–1.1 mm."))
  }

  // MARK: - Tools

  @Test func aToolIsPickedByItsNameAndAddedWhenItIsNew() throws {
    let desk = Desk("/reeds")
    send(.opened(.newReed), to: desk)
    let row = try #require(desk.state.reeds.form.open)
    try type(["shaper": "RC 10.5"], in: row, on: desk)
    #expect(desk.html.contains("No shaper called “RC 10.5” yet."))
    #expect(rows(.reedTool, on: desk).isEmpty)
    let shaper = try field("shaper")
    send(.toolAdded(.init(row, shaper.id), shaper, "RC 10.5"), .saved, to: desk)
    let other = try log(["shaper": "rc 10.5"], to: desk)
    #expect(rows(.reedTool, on: desk).count == 1)
    #expect(try value("shaper", of: other, on: desk) == value("shaper", of: row, on: desk))
  }

  @Test func saveAddsTheUnknownToolsThatItNames() throws {
    let desk = Desk("/reeds")
    send(.opened(.newReed), .lengthChosen(.full), to: desk)
    let row = try #require(desk.state.reeds.form.open)
    try type(["shaper": "RC 10.5"], in: row, on: desk)
    #expect(desk.html.contains(">Add “RC 10.5” and save<"))
    try type(["gouger": "Graf"], in: row, on: desk)
    #expect(desk.html.contains(">Add 2 tools and save<"))
    // The button has not named what is still being typed.
    let knife = try field("knife")
    send(.drafted(.init(row, knife.id), knife, "Double hollow"), .saved, to: desk)
    #expect(rows(.reedTool, on: desk).isEmpty && desk.state.reeds.sheet == .reed)
    #expect(desk.html.contains(">Add 3 tools and save<"))
    send(.saved, to: desk)
    #expect(desk.state.reeds.sheet == nil)
    #expect(rows(.reedTool, on: desk).count == 3)
    for name in ["shaper", "gouger", "knife"] {
      guard case .row = try value(name, of: row, on: desk) else {
        #expect(Bool(false), "\(name) is missing")
        continue
      }
    }
  }

  @Test func twoNamesOfOneToolAreMerged() throws {
    let desk = Desk("/reeds")
    let one = try log(["shaper": "RC 10.5"], to: desk)
    let other = try log(["shaper": "RC10.5"], to: desk)
    guard case .row(let first) = try value("shaper", of: one, on: desk),
      case .row(let second) = try value("shaper", of: other, on: desk)
    else { return #expect(Bool(false), "both have a shaper") }
    show(.tools, on: desk)
    send(.tool(.sort(.shaper)), to: desk)
    #expect(desk.html.contains("Merge duplicates of RC10.5"))
    send(.opened(.merge(second)), to: desk)
    #expect(desk.html.contains("Merge into RC 10.5") && !desk.html.contains("Merge into RC10.5"))
    send(.tool(.seeking("joshua")), to: desk)
    #expect(desk.html.contains("Nothing matches."))
    send(.tool(.seeking("rc 10")), to: desk)
    #expect(desk.html.contains("Merge into RC 10.5"))
    send(.tool(.merged(second, into: first)), to: desk)
    #expect(desk.state.reeds.sheet == nil)
    #expect(try value("shaper", of: other, on: desk) == .row(first))
    #expect(desk.data[second]?.life == .trashed)
    desk.send(.undoTapped)
    #expect(try value("shaper", of: other, on: desk) == .row(second))
  }

  @Test func aToolLeadsToItsReeds() throws {
    let desk = Desk("/reeds")
    // A search for the tool's name would find the other, too.
    let one = try log(["shaper": "10 B"], to: desk)
    let other = try log(["shaper": "10"], to: desk)
    guard case .row(let shaper) = try value("shaper", of: other, on: desk) else {
      return #expect(Bool(false), "it has a shaper")
    }
    send(.front(.stage(.blank)), to: desk)
    show(.tools, on: desk)
    send(.tool(.sort(.shaper)), to: desk)
    #expect(desk.html.contains("1 reed with 10\""))
    send(.tool(.reedsShown(shaper)), to: desk)
    #expect(desk.orders.contains(.navigate(path: "/reeds", replacing: false)))
    #expect(desk.state.reeds.front.found.flatMap(\.reeds) == [other])
    show(.front, on: desk)
    #expect(desk.html.contains(">With 10<"))
    send(.front(.tool(nil)), to: desk)
    #expect(Set(desk.state.reeds.front.found.flatMap(\.reeds)) == [one, other])
    // As if they had been deleted, or the space had changed.
    send(.front(.tool(one)), .front(.box(one)), to: desk)
    #expect(Set(desk.state.reeds.front.found.flatMap(\.reeds)) == [one, other])
    #expect(!desk.html.contains(">With "))
  }

  @Test func aStapleShowsEveryReedThatWasEverOnItInOrder() throws {
    let desk = Desk("/reeds")
    var reeds: [RowID] = []
    for _ in 0..<3 {
      let row = try log(["staple_no": "27"], to: desk)
      send(.staged([row], .retired), to: desk)
      reeds.append(row)
      desk.milliseconds += 86_400_000
    }
    _ = try log(["staple_no": "28"], to: desk)
    show(.reed(reeds[1]), on: desk)
    #expect(desk.state.reeds.page?.staple.map(\.reed.id) == reeds)
    show(.front, on: desk)
    send(.front(.list(.asked("27"))), to: desk)
    #expect(Set(desk.state.reeds.front.found.flatMap(\.reeds)) == Set(reeds))
  }

  @Test func aReedFollowsTheRetiredOneOnItsStaple() throws {
    let desk = Desk("/reeds")
    let first = try log(["staple_no": "27"], to: desk)
    #expect(try reed(first, on: desk).previous == nil)
    send(.staged([first], .retired), to: desk)
    let second = try log(["staple_no": "27"], to: desk)
    #expect(try reed(second, on: desk).previous == first)
    show(.reed(second), on: desk)
    #expect(!desk.html.contains("is also in"))
    // On another staple it follows none, and undo takes both back at once.
    send(.opened(.editReed(second)), to: desk)
    try type(["staple_no": "28"], in: second, on: desk)
    #expect(try reed(second, on: desk).previous == nil)
    send(.saved, to: desk)
    desk.send(.undoTapped)
    #expect(try reed(second, on: desk).previous == first)
    let staple = try #require(desk.state.reeds.index.tool(.staple, named: "27"))
    #expect(try value("staple_no", of: second, on: desk) == .row(staple.id))
  }

  @Test func aStapleInTwoReedsIsSaid() throws {
    let desk = Desk("/reeds")
    let first = try log(["staple_no": "12"], to: desk)
    let name = try reed(first, on: desk).name
    // The form says so, and saves it all the same.
    send(.opened(.newReed), to: desk)
    let second = try #require(desk.state.reeds.form.open)
    try type(["staple_no": "12"], in: second, on: desk)
    #expect(desk.html.contains("Staple 12 is also in \(name)."))
    send(.saved, to: desk)
    #expect(try reed(second, on: desk).previous == nil)
    // So do the pages of both.
    show(.reed(second), on: desk)
    #expect(desk.html.contains("Staple 12 is also in \(name)."))
    show(.reed(first), on: desk)
    #expect(desk.html.contains("Staple 12 is also in \(try reed(second, on: desk).name)."))
    // A reed whose life is over has left its staple.
    send(.staged([first], .discarded), to: desk)
    #expect(!desk.html.contains("is also in"))
    show(.reed(second), on: desk)
    #expect(!desk.html.contains("is also in"))
  }

  @Test func searchFindsWhatWasWrittenAboutAReed() throws {
    let desk = Desk("/reeds")
    let row = try log(to: desk)
    _ = try log(to: desk)
    func found(_ question: String) -> [RowID] {
      show(.front, on: desk)
      send(.front(.list(.asked(question))), to: desk)
      return desk.state.reeds.front.found.flatMap(\.reeds)
    }
    // Searched before anything was written, so that the index follows.
    #expect(found("thumbnail").isEmpty && found("ferling").isEmpty)
    var adjustment = Adjustment(
      RowID(Bits128(high: 31, low: 1)), of: row, day: Self.today, made: 1)
    (adjustment.amount, adjustment.note) = ("Ten strokes", "With the thumbnail")
    keep(adjustment, on: desk)
    var picture = Picture(RowID(Bits128(high: 31, low: 2)), of: row, day: Self.today, made: 2)
    picture.caption = "Before the clip"
    keep(picture, on: desk)
    show(.reed(row), on: desk)
    send(.noteTyped("Sings in the Ferling"), .noted, to: desk)
    for question in ["thumbnail", "ten strokes", "ferling", "before the clip"] {
      #expect(found(question) == [row], "\(question)")
    }
    desk.send(.undoTapped)
    #expect(found("ferling").isEmpty)
  }

  // MARK: - Life

  @Test func anotherStageIsTwoTapsWithDateAndReason() throws {
    let desk = Desk("/reeds")
    let row = try log(to: desk)
    send(.opened(.stage([row])), .stepReason("Sounds"), .staged([row], .scraped), to: desk)
    #expect(try reed(row, on: desk).stage == .scraped)
    let move = StageMove(try #require(rows(.stageMove, on: desk).first))
    #expect(move.stage == .scraped && move.reason == "Sounds" && move.day == Self.today)
    desk.send(.undoTapped)
    #expect(try reed(row, on: desk).stage == .blank)
    #expect(rows(.stageMove, on: desk).isEmpty)
  }

  @Test func goingBackIsReworkAndCounted() throws {
    let desk = Desk("/reeds")
    let row = try log(to: desk)
    for stage: ReedStage in [.scraped, .inUse, .scraped, .inUse, .scraped] {
      // Each a minute later: what is of one moment has no order.
      desk.milliseconds += 60_000
      send(.staged([row], stage), to: desk)
    }
    show(.reed(row), on: desk)
    #expect(desk.state.reeds.page?.reworks == 2)
    #expect(desk.html.contains("reworked 2 times"))
  }

  @Test func aReedThatIsOverLeavesItsBox() throws {
    let desk = Desk("/reeds")
    let row = try log(to: desk)
    send(.boxMessage(.typed("Concert")), .boxMessage(.created(for: [row])), to: desk)
    #expect(try reed(row, on: desk).box != nil && reed(row, on: desk).slot == 1)
    send(.staged([row], .discarded), to: desk)
    #expect(try reed(row, on: desk).box == nil)
  }

  @Test func nothingIsSaidToBeMissingBeforeTheDeviceHasRead() {
    let drawer = Desk.Drawer()
    drawer.isShut = true
    let desk = Desk("/reeds", drawer: drawer)
    #expect(desk.html.contains("Opening your reeds …") && !desk.html.contains("No reeds yet"))
    desk.openDrawer()
    #expect(!desk.html.contains("Opening your reeds …") && desk.html.contains("No reeds yet"))
  }

  private func practise(with reed: RowID, minutes: Int64, on desk: Desk) throws {
    desk.send(.journal(.practice(.started(.init()))))
    desk.milliseconds += minutes * 60_000
    desk.send(.journal(.practice(.endTapped)))
    let session = try #require(desk.state.journal.practice.after)
    desk.send(.journal(.practice(.reedChosen(session, reed))))
  }

  @Test(arguments: [(1, "of 10<"), (90, "of 10 · 1.5 h<")])
  func aRatingKeepsItsScaleBesideTheHours(minutes: Int64, words: String) throws {
    let desk = Desk("/reeds")
    let row = try log(to: desk)
    send(.opened(.test(of: row)), to: desk)
    let test = try #require(desk.state.reeds.form.open)
    send(.valued(.init(test, ReedTest.successField), .int(7)), .saved, to: desk)
    try practise(with: row, minutes: minutes, on: desk)
    show(.front, on: desk)
    #expect(desk.html.contains(words))
  }

  @Test func hoursAreThoseOfItsBlocks() throws {
    let desk = Desk("/reeds")
    let row = try log(to: desk)
    try practise(with: row, minutes: 90, on: desk)
    show(.reed(row), on: desk)
    #expect(desk.state.reeds.page?.line.seconds == Int64(5_400))
    #expect(desk.html.contains("Played on 1 day · 1 entry · 1.5 h"))
  }

  @Test func anOldBlankIsPointedOutAndNothingMovesByItself() throws {
    let desk = Desk("/reeds")
    let row = try log(to: desk)
    desk.milliseconds += 40 * 86_400_000
    show(.front, on: desk)
    show(.reed(row), on: desk)
    #expect(desk.html.contains("This blank is 40 days old."))
    #expect(try reed(row, on: desk).stage == .blank)
  }

  @Test func aSheetBeginsAtItsLikeliestChoice() throws {
    let desk = Desk("/reeds")
    let row = try log(["cane_brand": "Vic"], to: desk)
    for (sheet, id) in [
      (Reeds.SheetMessage.begin, "reed-choice"), (.copy(row), "reed-choice"),
      (.box([row]), "reed-choice"), (.batch, "batch-count"),
      (.stage([row]), "stage-choice-\(ReedStage.scraped.rawValue)"),
    ] {
      send(.opened(sheet), to: desk)
      #expect(desk.orders.last == .focus(id: id))
      #expect(desk.html.contains("id=\"\(id)\""))
    }
  }

  @Test(
    arguments: [("7", 7), ("0", 10), ("a", nil), ("Tab", nil), ("", nil)] as [(String, Int64?)])
  func aDigitAnswersAScale(key: String, value: Int64?) {
    #expect(Reeds.digit(KeyPress(key), in: 1...10) == value)
    #expect(Reeds.digit(KeyPress("0"), in: -3...3) == 0)
    #expect(Reeds.digit(KeyPress("7"), in: -3...3) == nil)
    var command = KeyPress("7")
    command.control = true
    #expect(Reeds.digit(command, in: 1...10) == nil)
  }

  @Test func sharesOfStagesAreRounded() throws {
    let desk = Desk("/reeds")
    let reeds = try (0..<3).map { _ in try log(["cane_brand": "Vic"], to: desk) }
    send(.staged([reeds[0]], .scraped), to: desk)
    show(.figures, on: desk)
    #expect(desk.html.contains("2 · 67 %") && desk.html.contains("1 · 33 %"))
  }

  // MARK: - Several at once

  @Test func aBatchIsBegunWithItsNamesAndFilledDown() throws {
    let desk = Desk("/reeds")
    send(.opened(.batch), .batch(.countTyped("10")), .batch(.made), to: desk)
    let batch = try #require(rows(.reedBatch, on: desk).first)
    show(.batch(batch.id), on: desk)
    #expect(desk.html.contains("A left (mm)") && desk.html.contains("<span>Brand</span>"))
    let reeds = desk.state.reeds.batch.reeds
    #expect(reeds.count == 10)
    #expect(
      try reed(reeds[0], on: desk).name == "B01-01" && reed(reeds[9], on: desk).name == "B01-10")
    // Whoever types goes on in the first cell, and the list shows them by name.
    let brand = try field("cane_brand").id.number
    #expect(desk.orders.contains(.focus(id: "cell-\(brand)-\(reeds[0].bits.hex)")))
    #expect(desk.state.reeds.index.order == reeds)
    try type(["tube_diameter": "10.5"], in: reeds[0], on: desk)
    try type(["tube_diameter": "10.25"], in: reeds[5], on: desk)
    send(.batch(.filled(try field("tube_diameter"))), to: desk)
    let tubes = try reeds.map { try value("tube_diameter", of: $0, on: desk) }
    #expect(tubes[..<5].allSatisfy { $0 == .decimal(units: 1_050, places: 2) })
    #expect(tubes[5...].allSatisfy { $0 == .decimal(units: 1_025, places: 2) })
    desk.send(.undoTapped)
    #expect(try value("tube_diameter", of: reeds[1], on: desk) == .null)
  }

  @Test func undoTakesAWholeBatchBack() throws {
    let desk = Desk("/reeds")
    send(.opened(.batch), .batch(.countTyped("3")), .batch(.made), to: desk)
    show(.batch(try #require(rows(.reedBatch, on: desk).first).id), on: desk)
    #expect(desk.html.contains("Batch 1"))
    desk.send(.undoTapped)
    #expect(rows(.reedBatch, on: desk).isEmpty && rows(.reed, on: desk).isEmpty)
    #expect(desk.html.contains("Batch not found") && !desk.html.contains("Batch 0"))
  }

  @Test func aBatchAsksForItsInstrumentsFieldsAndOnesOwn() throws {
    let desk = Desk("/reeds/fields")
    func add(_ name: String, _ messages: Reeds.FieldMessage...) {
      send(.field(.opened(nil)), .field(.label(name)), to: desk)
      for message in messages { send(.field(message), to: desk) }
      send(.field(.saved), to: desk)
    }
    add("Bark", .format(.text))
    add("Seldom", .format(.text), .form(.full))
    send(.opened(.batch), .batch(.countTyped("2")), .batch(.made), to: desk)
    show(.batch(try #require(rows(.reedBatch, on: desk).first).id), on: desk)
    func columns() -> [String] { Reeds.columns(desk.state.reeds).map(\.label) }
    #expect(columns().contains("Tie length") && columns().last == "Bark")
    #expect(!columns().contains("Blade"))
    for id in desk.state.reeds.batch.reeds {
      send(.form(.typed(.init(id, Reed.instrumentField), "5")), to: desk)
    }
    #expect(columns().contains("Blade") && columns().contains("First wire"))
    #expect(!columns().contains("Tie length") && columns().last == "Bark")
    #expect(desk.html.contains("B01-01 Blade"))
  }

  @Test func aBatchAsksForFieldsInTheirStagesOnly() throws {
    let desk = Desk("/reeds/fields")
    try change("cane_brand", .stage(.scraped, true), on: desk)
    send(.opened(.batch), .batch(.countTyped("2")), .batch(.made), to: desk)
    show(.batch(try #require(rows(.reedBatch, on: desk).first).id), on: desk)
    let second = try #require(Reeds.columns(desk.state.reeds).first)
    #expect(second.name != "cane_brand")
    let old = desk.state.reeds.batch.reeds
    send(.staged(old, .scraped), to: desk)
    #expect(Reeds.columns(desk.state.reeds).first?.name == "cane_brand")
    // A new batch begins with blanks, whatever batch is on screen.
    send(.opened(.batch), .batch(.countTyped("1")), .batch(.made), to: desk)
    let new = try #require(rows(.reed, on: desk).first { !old.contains($0.id) })
    #expect(desk.orders.contains(.focus(id: "cell-\(second.id.number)-\(new.id.bits.hex)")))
  }

  @Test(arguments: ["", "0", "101", "six", "1.5"])
  func aBatchOfNoCountIsRefused(count: String) {
    let desk = Desk("/reeds")
    send(.opened(.batch), .batch(.countTyped(count)), .batch(.made), to: desk)
    #expect(rows(.reed, on: desk).isEmpty)
    #expect(desk.html.contains("Enter a number from 1 to 100."))
  }

  @Test func likeThisOneCopiesWhatWasChosenAndNotWhatWasFound() throws {
    let desk = Desk("/reeds")
    let row = try log(
      [
        "cane_brand": "Vic", "g_a_m": "0.59", "shaper": "Joshua", "staple_no": "12",
        "tie_length": "72",
      ], to: desk)
    send(.opened(.copy(row)), to: desk)
    #expect(
      desk.html.contains(
        "Copies how it was made. Staple number, gouge measurements, notes, tests and ratings stay with R1."
      ))
    send(.copied(row, ReedField.Group.allCases), .saved, to: desk)
    let copy = try #require(rows(.reed, on: desk).first { $0.id != row }).id
    #expect(try reed(copy, on: desk).name == "R2")
    #expect(try value("cane_brand", of: copy, on: desk) == .text("Vic"))
    #expect(
      try value("tie_length", of: copy, on: desk) == value("tie_length", of: row, on: desk))
    #expect(try value("shaper", of: copy, on: desk) == value("shaper", of: row, on: desk))
    #expect(try value("g_a_m", of: copy, on: desk) == .null)
    #expect(try value("staple_no", of: copy, on: desk) == .null)
    send(.copied(row, [.shape]), .saved, to: desk)
    let third = try #require(rows(.reed, on: desk).first { $0.id != row && $0.id != copy }).id
    #expect(try value("cane_brand", of: third, on: desk) == .null)
    #expect(try value("shaper", of: third, on: desk) != .null)
  }

  @Test func newReedsBeginWithTheDefaults() throws {
    let desk = Desk("/reeds")
    send(.opened(.template), to: desk)
    let template = try #require(desk.state.reeds.form.open)
    let brand = try #require(ReedField.template.first { $0.name == "cane_brand" })
    send(.typed(.init(template, brand.id), brand, "Alliaud"), .saved, to: desk)
    let row = try log(to: desk)
    #expect(try value("cane_brand", of: row, on: desk) == .text("Alliaud"))
    show(.front, on: desk)
    #expect(!desk.html.contains("New reeds"), "the template is no reed")
  }

  // MARK: - Single reeds

  private func clarinettist(_ path: String = "/reeds") -> Desk {
    let desk = Desk("/settings")
    desk.send(.settings(.instrumentChosen("clarinet-b-flat")))
    desk.send(.addressChanged(path))
    return desk
  }

  /// Nothing on the screen is about reeds that are gouged and tied.
  private static let tying = [
    "Staple", "Gouge", "Crow", "Shaper", "Tie length", "Thread", "Scraped", "Blank", "blanks",
    "Scrape style", "Make another",
  ]

  private func expectNothingIsTied(
    _ desk: Desk, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for word in Self.tying {
      #expect(!desk.html.contains(word), "\(word)", sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: ReedField.Form.allCases)
  func aClarinetReedIsLoggedWithBrandAndStrength(form: ReedField.Form) throws {
    let desk = clarinettist()
    send(.lengthChosen(form), .opened(.newReed), to: desk)
    expectNothingIsTied(desk)
    #expect(desk.html.contains("Brand and strength"))
    #expect(desk.html.contains("Vandoren"), "brands are suggested")
    let row = try #require(desk.state.reeds.form.open)
    try type(["reed_brand": "Vandoren", "reed_model": "V12", "strength": "3+"], in: row, on: desk)
    send(.saved, to: desk)
    let reed = try reed(row, on: desk)
    #expect(reed.instrument == .clarinet && reed.origin == .boughtReed && reed.stage == .scraped)
    show(.front, on: desk)
    expectNothingIsTied(desk)
    #expect(desk.html.contains("Vandoren V12 3.25") && desk.html.contains("New · 1"))
    show(.reed(row), on: desk)
    expectNothingIsTied(desk)
    #expect(desk.html.contains("The reed: Vandoren V12 3.25") && desk.html.contains(">3.25<"))
    #expect(desk.html.contains("Stage: New. Change") && desk.html.contains("Add another"))
    send(.opened(.test(of: row)), to: desk)
    expectNothingIsTied(desk)
    #expect(desk.html.contains("Side test") == (form > .quick))
    send(.closed, .opened(.adjustment(of: row)), to: desk)
    #expect(desk.html.contains(">Table<") && desk.html.contains(">Rails<"))
    #expect(!desk.html.contains(">Wire<") && !desk.html.contains(">Tied again<"))
    send(.form(.closed), .opened(.stage([row])), to: desk)
    expectNothingIsTied(desk)
    #expect(desk.html.contains("Unopened") && desk.html.contains("Breaking in"))
    send(.staged([row], .breakingIn), to: desk)
    #expect(desk.state.reeds.page?.firstStage == .scraped)
    send(.opened(.copy(row)), to: desk)
    #expect(desk.html.contains("Everything") && desk.html.contains("Notes, tests and ratings stay"))
    expectNothingIsTied(desk)
    send(.sheetClosed, to: desk)
    show(.figures, on: desk)
    expectNothingIsTied(desk)
  }

  @Test func theLifeOfAnUnopenedReedBeginsUnopened() throws {
    let desk = clarinettist()
    let row = try log(to: desk)
    let blank = Value.int(Int64(ReedStage.blank.rawValue))
    send(.opened(.editReed(row)), .valued(.init(row, Reed.stageField), blank), .saved, to: desk)
    show(.reed(row), on: desk)
    #expect(desk.state.reeds.page?.firstStage == .blank)
    send(.staged([row], .scraped), to: desk)
    #expect(try reed(row, on: desk).stage == .scraped)
    #expect(desk.state.reeds.page?.firstStage == .blank)
  }

  @Test func aBoxOfTenIsAddedInOneStep() throws {
    let desk = clarinettist()
    #expect(desk.html.contains("Add a box of ten"))
    send(.opened(.batch), to: desk)
    #expect(desk.html.contains("How many reeds?") && desk.html.contains("New box of reeds"))
    for (place, text) in ["D’Addario", "Reserve", "three"].enumerated() {
      send(.batch(.printTyped(place, text)), to: desk)
    }
    send(.batch(.made), to: desk)
    #expect(desk.html.contains("Strength: Enter a number, such as 3."))
    #expect(rows(.reed, on: desk).isEmpty)
    send(.batch(.printTyped(2, "3.5")), .batch(.made), to: desk)
    #expect(said(desk) == "Box of 10 D’Addario Reserve 3.5 added.")
    let made = rows(.reed, on: desk)
    #expect(made.count == 10)
    for row in made {
      #expect(ReedField.words(ofSingle: { row.value($0) }) == "D’Addario Reserve 3.5")
      #expect(Reed(row).instrument == .clarinet && Reed(row).stage == .scraped)
    }
    show(.batch(try #require(rows(.reedBatch, on: desk).first).id), on: desk)
    expectNothingIsTied(desk)
    #expect(desk.html.contains("Box of 10 D’Addario Reserve 3.5</h1>"))
    #expect(!desk.html.contains("Batch 1"))
    #expect(
      Reeds.columns(desk.state.reeds).map(\.label) == [
        "Brand", "Model", "Strength", "Cut", "Material", "Mouthpiece",
      ])
    send(.batch(.added), to: desk)
    #expect(rows(.reed, on: desk).count == 11)
    #expect(
      rows(.reed, on: desk).allSatisfy { $0.value(ReedField.brand) == .text("D’Addario") })
    // The next box is probably the same.
    send(.opened(.batch), to: desk)
    #expect(desk.state.reeds.batch.printed.map(\.text) == ["D’Addario", "Reserve", "3.5"])
    #expect(
      LikelyReeds.all(in: desk.data, upTo: 20).count == 11, "new reeds are offered after practice")
  }

  @Test func aBoxAsksForNothingThatCannotBeTyped() throws {
    let desk = clarinettist("/reeds/fields")
    for name in ["reed_brand", "reed_model", "strength"] {
      try change(name, .hidden(true), on: desk)
    }
    _ = try make("Ligature", .format(.link), .group(.single), on: desk)
    send(.opened(.batch), to: desk)
    #expect(desk.state.reeds.batch.printed.isEmpty, "A tool is not found by its name here.")
    #expect(desk.html.contains("How many reeds?") && !desk.html.contains("How many blanks?"))
    send(.batch(.made), to: desk)
    #expect(rows(.reed, on: desk).count == 10)
  }

  @Test func theFieldsOfAClarinettistBeginWithWhatIsOnTheBox() throws {
    let desk = clarinettist("/reeds/fields")
    let html = desk.html
    let brand = try #require(html.range(of: "id=\"fields-\(ReedField.Group.single.rawValue)\""))
    let cane = try #require(html.range(of: "id=\"fields-\(ReedField.Group.cane.rawValue)\""))
    #expect(brand.lowerBound < cane.lowerBound)
    send(.field(.opened(try field("strength"))), to: desk)
    #expect(desk.html.contains("Unopened") && desk.html.contains("<span>New</span>"))
    send(.field(.opened(try field("tie_length"))), to: desk)
    #expect(desk.html.contains("Blank") && !desk.html.contains("Unopened"))
  }

  @Test func theWorkshopOfAClarinettistHasMouthpieces() throws {
    let desk = clarinettist("/reeds/tools")
    #expect(desk.html.contains("New mouthpiece") && !desk.html.contains("Gouger"))
    #expect(!desk.html.contains("Staple") && !desk.html.contains(">Cane<"))
    // Tools that are there are shown, whatever they are for.
    keep(ReedTool(RowID(Bits128(high: 31, low: 2)), .gouger, named: "Udo Heng"), on: desk)
    show(.tools, on: desk)
    #expect(desk.html.contains(">Gouger<") && !desk.html.contains("Shaper"))
    send(.tool(.sort(.gouger)), .tool(.typed("Reeds ’n Stuff")), .tool(.added), to: desk)
    #expect(desk.html.contains("New gouger") && desk.html.contains("Udo Heng"))
    #expect(rows(.reedTool, on: desk).count == 2)
    // An oboist has none, until there is a reed for one.
    let other = Desk("/reeds/tools")
    #expect(other.html.contains("New gouger") && !other.html.contains("Mouthpiece"))
    try log(["cane_brand": "Vic"], to: other)
    var reed = Reed(RowID(Bits128(high: 31, low: 1)), named: "C1", begun: Self.today)
    reed.begin(for: .clarinet)
    keep(reed, on: other)
    show(.tools, on: other)
    #expect(other.html.contains("Mouthpiece") && other.html.contains("New gouger"))
  }

  @Test func aNewReedFollowsItsInstrumentUntilItIsMoved() throws {
    let desk = Desk("/reeds")
    send(.lengthChosen(.standard), .opened(.newReed), to: desk)
    let row = try #require(desk.state.reeds.form.open)
    func choose(_ instrument: Reed.Instrument) {
      send(.form(.typed(.init(row, Reed.instrumentField), "\(instrument.rawValue)")), to: desk)
    }
    choose(.altoSaxophone)
    #expect(try reed(row, on: desk).stage == .scraped)
    #expect(try reed(row, on: desk).origin == .boughtReed)
    #expect(!desk.html.contains("Tie length") && desk.html.contains("Strength"))
    choose(.bassoon)
    #expect(try reed(row, on: desk).stage == .blank && reed(row, on: desk).origin == .own)
    send(.valued(.init(row, Reed.stageField), .int(Int64(ReedStage.inUse.rawValue))), to: desk)
    choose(.clarinet)
    #expect(try reed(row, on: desk).stage == .inUse)
  }

  @Test func defaultsAreForTheirInstrument() throws {
    let desk = clarinettist()
    send(.opened(.template), to: desk)
    let template = try #require(desk.state.reeds.form.open)
    #expect(desk.html.contains("Strength") && !desk.html.contains("Staple"))
    let brand = try #require(ReedField.template.first { $0.name == "reed_brand" })
    send(.typed(.init(template, brand.id), brand, "Gonzalez"), .saved, to: desk)
    let row = try log(to: desk)
    #expect(try value("reed_brand", of: row, on: desk) == .text("Gonzalez"))
    // Of another instrument, a reed has none of them.
    send(.opened(.template), to: desk)
    let field = ReedTemplate.instrumentField
    send(.form(.typed(.init(template, field), "0")), to: desk)
    #expect(desk.html.contains("Staple model") && !desk.html.contains("Strength"))
    send(.saved, to: desk)
    let oboe = try log(to: desk)
    #expect(try reed(oboe, on: desk).instrument == .oboe)
    #expect(try value("reed_brand", of: oboe, on: desk) == .null)
  }

  @Test func aBoxHasPlacesAndAReedIsInOneOrNone() throws {
    let desk = Desk("/reeds")
    let reeds = try (0..<3).map { _ in try log(to: desk) }
    send(.boxMessage(.typed("Concert")), .boxMessage(.created(for: [])), to: desk)
    send(.boxMessage(.typed("Blanks")), .boxMessage(.created(for: [])), to: desk)
    let boxes = desk.state.reeds.index.boxes
    #expect(boxes.map(\.name) == ["Concert", "Blanks"])
    send(.boxed(reeds, boxes[0].id), to: desk)
    #expect(try reeds.map { try reed($0, on: desk).slot } == [1, 2, 3])
    send(.boxed([reeds[0]], boxes[1].id), to: desk)
    #expect(desk.state.reeds.index.reeds(in: boxes[0].id).map(\.reed.id) == [reeds[1], reeds[2]])
    send(.boxed([reeds[0]], boxes[0].id), to: desk)
    #expect(try reed(reeds[0], on: desk).slot == 1, "the first place that is free")
    send(.boxed([reeds[0]], nil), to: desk)
    #expect(try reed(reeds[0], on: desk).box == nil)
    send(.boxMessage(.order(.moved(boxes[1].id, by: -1))), to: desk)
    #expect(desk.state.reeds.index.boxes.map(\.name) == ["Blanks", "Concert"])
  }

  @Test func severalAreMovedOrDeletedInOneStep() throws {
    let desk = Desk("/reeds")
    let reeds = try (0..<3).map { _ in try log(to: desk) }
    send(.front(.list(.choosing(true))), .front(.list(.allChosen(reeds))), to: desk)
    send(.staged(reeds, .scraped), to: desk)
    #expect(try reeds.allSatisfy { try reed($0, on: desk).stage == .scraped })
    #expect(said(desk) == "3 reeds: scraped.")
    // They stay selected for the next step.
    send(.front(.list(.trashed)), to: desk)
    #expect(rows(.reed, on: desk).isEmpty)
    desk.send(.undoTapped)
    #expect(rows(.reed, on: desk).count == 3)
  }

  @Test func severalAreTaggedInOneStep() throws {
    let desk = Desk("/reeds")
    let reeds = try (0..<3).map { _ in try log(to: desk) }
    show(.front, on: desk)
    func tags() throws -> [String] { try reeds.map { try reed($0, on: desk).tags } }
    send(.front(.list(.choosing(true))), .front(.list(.allChosen(reeds))), to: desk)
    #expect(desk.html.contains(">Tags<") && desk.html.contains(">Set field<"))
    send(.opened(.tags(reeds)), .many(.tagsTyped("concert, #dark")), .many(.tagged), to: desk)
    #expect(try tags() == ["concert dark", "concert dark", "concert dark"])
    #expect(said(desk) == "Tagged 3 reeds." && desk.state.reeds.sheet == nil)
    send(
      .opened(.tags([reeds[0]])), .many(.untagged("Dark")), .opened(.tags(reeds)), to: desk)
    #expect(desk.html.contains("Remove “dark” from 2 reeds"))
    send(.many(.untagged("dark")), to: desk)
    #expect(try tags() == ["concert", "concert", "concert"])
    #expect(said(desk) == "Removed “dark” from 2 reeds.")
    desk.send(.undoTapped)
    #expect(try tags() == ["concert", "concert dark", "concert dark"])
    send(.opened(.tags(reeds)), .many(.tagged), to: desk)
    #expect(desk.orders.contains(.focus(id: "many-tags")))
    send(.many(.tagsTyped("concert")), .many(.tagged), to: desk)
    #expect(said(desk) == "Nothing to change.")
  }

  @Test func aFieldIsSetForSeveralInOneStep() throws {
    let desk = Desk("/reeds")
    let reeds = try (0..<3).map { _ in try log(["tie_length": "72"], to: desk) }
    show(.front, on: desk)
    let (tie, staple) = (try field("tie_length"), try field("staple_no"))
    let here = Reeds.Many.row
    send(.opened(.setting(reeds)), .many(.set), to: desk)
    #expect(desk.orders.contains(.focus(id: "many-field")))
    #expect(desk.html.contains("Tying: Tie length") && !desk.html.contains("Staple number"))
    send(.many(.fieldChosen(staple.id)), to: desk)
    #expect(desk.state.reeds.many.field == nil, "A staple is in one reed.")
    // What is no number stays in its field.
    send(
      .many(.fieldChosen(tie.id)), .typed(.init(here, tie.id), tie, "long"), .many(.set), to: desk)
    #expect(desk.html.contains("Enter a number, such as 73."))
    #expect(desk.orders.contains(.focus(id: "many-value")))
    send(.drafted(.init(here, tie.id), tie, "73.5"), .many(.set), to: desk)
    #expect(said(desk) == "Set Tie length for 3 reeds.")
    let length = Value.decimal(units: 7_350, places: 2)
    #expect(try reeds.allSatisfy { try value("tie_length", of: $0, on: desk) == length })
    desk.send(.undoTapped)
    #expect(
      try value("tie_length", of: reeds[2], on: desk) == .decimal(units: 7_200, places: 2))
    // Properties of every reed are set alike; nothing is left from the last time.
    send(.opened(.setting(reeds)), .many(.fieldChosen(Reed.styleField)), to: desk)
    #expect(desk.state.reeds.many.value == .null)
    send(.valued(.init(here, Reed.styleField), .int(2)), .many(.set), to: desk)
    #expect(try reeds.allSatisfy { try reed($0, on: desk).style == .european })
    // What is typed and left without a tap on the button changes nothing.
    send(
      .opened(.setting(reeds)), .many(.fieldChosen(tie.id)),
      .drafted(.init(here, tie.id), tie, "75"), .sheetClosed,
      .typed(.init(here, tie.id), tie, "75"), to: desk)
    #expect(
      try value("tie_length", of: reeds[0], on: desk) == .decimal(units: 7_200, places: 2))
  }

  @Test func aFieldIsClearedForSeveralInOneStep() throws {
    let desk = Desk("/reeds")
    let reeds =
      try [log(["tie_length": "72"], to: desk), log(["tie_length": "73"], to: desk)]
      + [log(to: desk)]
    show(.front, on: desk)
    let tie = try field("tie_length")
    send(.opened(.setting(reeds)), .many(.fieldChosen(Reed.instrumentField)), to: desk)
    #expect(!desk.html.contains("Clear Instrument"), "Every reed has an instrument.")
    send(.many(.fieldChosen(tie.id)), to: desk)
    #expect(desk.html.contains("Clear Tie length for 2 reeds"))
    // What is typed and not set is forgotten.
    send(.drafted(.init(Reeds.Many.row, tie.id), tie, "75"), .many(.cleared), to: desk)
    #expect(said(desk) == "Cleared Tie length for 2 reeds.")
    #expect(try reeds.allSatisfy { try value("tie_length", of: $0, on: desk) == .null })
    desk.send(.undoTapped)
    #expect(
      try value("tie_length", of: reeds[1], on: desk) == .decimal(units: 7_300, places: 2))
  }

  @Test func aBassoonsFieldIsSetForBassoonReedsOnly() throws {
    let desk = Desk("/reeds")
    let reeds = try (0..<2).map { _ in try log(to: desk) }
    let blade = try field("blade_length")
    send(.opened(.setting(reeds)), .many(.fieldChosen(blade.id)), to: desk)
    #expect(desk.state.reeds.many.field == nil)
    send(
      .opened(.setting([reeds[0]])), .many(.fieldChosen(Reed.instrumentField)),
      .valued(.init(Reeds.Many.row, Reed.instrumentField), .int(5)), .many(.set), to: desk)
    send(
      .opened(.setting(reeds)), .many(.fieldChosen(blade.id)),
      .typed(.init(Reeds.Many.row, blade.id), blade, "29"), .many(.set), to: desk)
    #expect(said(desk) == "Set Blade for 1 reed.")
    let length = Value.decimal(units: 2_900, places: 2)
    #expect(try value("blade_length", of: reeds[0], on: desk) == length)
    #expect(try value("blade_length", of: reeds[1], on: desk) == .null)
  }

  // MARK: - Finding

  @Test func reedsAreFoundByAnyWordToolOrStage() throws {
    let desk = Desk("/reeds")
    let one = try log(["cane_brand": "Rigotti", "shaper": "Joshua"], to: desk)
    let other = try log(["cane_brand": "Marca", "shaper": "Mack", "leak": "slight"], to: desk)
    send(.staged([other], .scraped), to: desk)
    func found(_ question: String) -> Set<RowID> {
      send(.front(.list(.asked(question))), to: desk)
      return Set(desk.state.reeds.front.found.flatMap(\.reeds))
    }
    show(.front, on: desk)
    #expect(found("rigo") == [one] && found("MACK") == [other] && found("slight marca") == [other])
    #expect(found("nothing").isEmpty && desk.html.contains("No reed matches."))
    #expect(found("") == [one, other])
    send(.front(.stage(.scraped)), to: desk)
    #expect(Set(desk.state.reeds.front.found.flatMap(\.reeds)) == [other])
    send(.front(.stage(.scraped)), to: desk)
    // A tool that is renamed is found by its new name.
    guard case .row(let tool) = try value("shaper", of: one, on: desk) else { return }
    send(
      .opened(.row(tool, .reedTool)), .form(.typed(.init(tool, ReedTool.nameField), "Pfeiffer")),
      .form(.done), to: desk)
    #expect(found("pfeiffer") == [one] && found("joshua").isEmpty)
  }

  // MARK: - Tests and figures

  @Test func aTestShowsTheLastAnswersUnlessItIsBlind() throws {
    let desk = Desk("/reeds")
    let row = try log(to: desk)
    show(.reed(row), on: desk)
    func test(_ success: Int64) throws -> RowID {
      send(.opened(.test(of: row)), to: desk)
      let test = try #require(desk.state.reeds.form.open)
      send(.valued(.init(test, ReedTest.successField), .int(success)), to: desk)
      return test
    }
    _ = try test(4)
    send(.saved, to: desk)
    desk.milliseconds += 60_000
    _ = try test(8)
    #expect(desk.html.contains("Last time 4"))
    let second = try #require(desk.state.reeds.form.open)
    send(.form(.switched(.init(second, ReedTest.blindField), true)), to: desk)
    #expect(!desk.html.contains("Last time 4"))
    send(.saved, to: desk)
    #expect(desk.state.reeds.page?.ratings.map(\.success) == [4, 8])
    #expect(desk.html.contains("Tested: 8 of 10, blind"))
    #expect(desk.state.reeds.index[row]?.success == 8)
  }

  @Test func aShortTestLeavesTheEarlierAnswersInSight() throws {
    let desk = Desk("/reeds")
    let row = try log(to: desk)
    func test(_ answers: KeyValuePairs<String, Int64>) throws {
      send(.opened(.test(of: row)), to: desk)
      let test = try #require(desk.state.reeds.form.open)
      for (name, answer) in answers {
        send(.valued(.init(test, try field(name).id), .int(answer)), to: desk)
      }
      send(.saved, to: desk)
    }
    try test(["q_response": 3, "success": 4, "rh": 40])
    desk.milliseconds += 3 * 86_400_000
    try test(["success": 8])
    show(.reed(row), on: desk)
    let page = try #require(desk.state.reeds.page)
    func answer(_ name: String) throws -> (value: Value, day: Int64?) {
      page.answer(try field(name))
    }
    let first = ReedTest(try #require(page.tests.first)).day
    let (response, success) = (try answer("q_response"), try answer("success"))
    #expect(response.value == .int(3) && response.day == first)
    #expect(success.value == .int(8) && success.day == nil)
    let air = try answer("rh").value
    #expect(air == .null, "The air is that of the latest test.")
    #expect(desk.html.contains(" · \(MomentText.dayText(first))</span>"))
  }

  @Test func aSlipIsLeftOutOfTheFiguresAndCounted() throws {
    let desk = Desk("/reeds")
    for middle in ["0.6", "0.58", "58"] { try log(["g_a_m": middle], to: desk) }
    show(.figures, on: desk)
    let figures = try #require(desk.state.reeds.figures)
    let middle = try #require(figures.gouge.first { $0.field.name == "g_a_m" })
    #expect(middle.count == 2 && middle.leftOut == 1 && middle.value == 590)
    #expect(desk.html.contains("2 reeds · 1 far out of range, left out"))
  }

  /// Whether a figure is shown, with `|` before its interval and number.
  private func shows(_ figure: String, _ desk: Desk) -> Bool {
    desk.html.contains(figure.replacing("|", with: #"</dd><dd class="quiet small">"#))
  }

  @Test func aBlankAnswerIsNeverZero() throws {
    let desk = Desk("/reeds")
    let rows = try (0..<3).map { _ in try log(["g_a_m": "0.6"], to: desk) }
    let unmeasured = try log(to: desk)
    for (row, success) in zip(rows, [Int64(4), 8]) {
      send(.opened(.test(of: row)), to: desk)
      let test = try #require(desk.state.reeds.form.open)
      send(.valued(.init(test, ReedTest.successField), .int(success)), .saved, to: desk)
    }
    #expect(desk.state.reeds.index[unmeasured]?.success == nil)
    show(.figures, on: desk)
    let figures = try #require(desk.state.reeds.figures)
    #expect(figures.count == 4 && figures.stages[ReedStage.blank.rawValue] == 4)
    let success = try #require(figures.answers.first)
    #expect(success.count == 2 && success.value == 6)
    let middle = try #require(figures.gouge.first { $0.field.name == "g_a_m" })
    #expect(middle.count == 3 && middle.value == 600)
    #expect(shows("6.0|2 reeds", desk) && shows("0.600 mm|3 reeds", desk))
    #expect(shows("–|0 reeds", desk))
  }

  private func addTested(
    _ middle: String, _ success: Int64, _ pitch: Int64 = 0, to desk: Desk
  ) throws {
    let row = try log(["g_a_m": middle], to: desk)
    send(.opened(.test(of: row)), to: desk)
    let test = try #require(desk.state.reeds.form.open)
    for (name, value) in [("success", success), ("q_pitch", pitch), ("q_loudness", 0)] {
      send(.valued(.init(test, try field(name).id), .int(value)), to: desk)
    }
    send(.saved, to: desk)
  }

  @Test func anIntervalEndsWhereItsScaleDoes() throws {
    let desk = Desk("/reeds")
    for success: Int64 in [10, 10, 9, 2, 10, 10] { try addTested("0.59", success, to: desk) }
    show(.figures, on: desk)
    #expect(shows("8.5|95 % interval 5.1 to 10.0 · 6 reeds", desk))
  }

  @Test func aMeanHasAnIntervalFromSixValues() throws {
    let desk = Desk("/reeds")
    func add(_ middle: String, _ success: Int64, _ pitch: Int64) throws {
      try addTested(middle, success, pitch, to: desk)
    }
    for (middle, success, pitch) in [
      ("0.58", 4, 1), ("0.59", 8, 0), ("0.6", 6, -1), ("0.61", 7, 1), ("0.6", 5, 2),
    ] as [(String, Int64, Int64)] { try add(middle, success, pitch) }
    show(.figures, on: desk)
    #expect(shows("6.0|5 reeds", desk) && shows("0.596 mm|5 reeds", desk))
    #expect(!desk.html.contains("95 %"))
    try add("0.59", 9, 0)
    show(.figures, on: desk)
    #expect(shows("6.5|95 % interval 4.5 to 8.5 · 6 reeds", desk))
    #expect(shows("+0.5|95 % interval −0.6 to +1.6 · 6 reeds", desk))
    #expect(shows("0.595 mm|95 % interval 0.584 to 0.606 mm · 6 reeds", desk))
    #expect(shows("0.0|6 reeds", desk), "All are equal.")
    let lesson = "The 95 % interval shows how far off the average may be with this many reeds."
    #expect(desk.html.components(separatedBy: lesson).count == 2, "It is explained once.")
    desk.send(.settings(.lengthsChosen(.inches)))
    #expect(shows("0.0234 in|95 % interval 0.023 to 0.0239 in · 6 reeds", desk))
  }

  // MARK: - After practice

  @Test func afterPracticeOneTapChoosesTheReedAndOneSaysHowItWas() throws {
    let desk = Desk("/reeds")
    let old = try log(to: desk)
    let reed = try log(to: desk)
    let blank = try log(to: desk)
    send(.staged([old], .scraped), .staged([reed], .inUse), to: desk)
    func practise() throws -> RowID {
      desk.send(.journal(.practice(.started(.init()))))
      desk.milliseconds += 60_000
      desk.send(.journal(.practice(.endTapped)))
      return try #require(desk.state.journal.practice.after)
    }
    let first = try practise()
    #expect(desk.state.journal.practice.reeds.map(\.id) == [reed, old], "no blank, likely first")
    #expect(!desk.state.journal.practice.reeds.contains { $0.id == blank })
    #expect(desk.html.contains("Which reed?"), "It is asked wherever the session was ended.")
    desk.send(.addressChanged("/journal/practice"))
    #expect(desk.html.components(separatedBy: ">Which reed?<").count == 2, "It is asked once.")
    desk.send(.journal(.practice(.reedChosen(first, old))))
    desk.send(.journal(.practice(.reedRated(old, 4))))
    desk.send(.journal(.practice(.reedRated(old, 5))))
    let tests = rows(.reedTest, on: desk)
    #expect(tests.count == 1 && tests[0].value(ReedTest.successField) == .int(10))
    // It stays for the day, and comes first from now on.
    let second = try practise()
    let blocks = desk.state.journal.practice.book.blocks(of: second)
    #expect(blocks.map(\.reed) == [old])
    #expect(desk.state.journal.practice.reeds.first?.id == old)
    #expect(!desk.html.contains("More …"), "All of them are offered.")
    // The list of sessions says it.
    desk.send(.journal(.practice(.afterClosed)))
    let name = try #require(desk.state.reeds.index[old]?.reed.fullName)
    #expect(desk.html.contains("Free practice · reed \(name)</div>"))
  }

  @Test func afterPracticeAllReedsAreOneTapAway() throws {
    let desk = Desk("/reeds")
    let reeds = try (0..<6).map { _ in try log(to: desk) }
    send(.staged(reeds, .inUse), to: desk)
    desk.send(.journal(.practice(.started(.init()))))
    desk.milliseconds += 60_000
    desk.send(.journal(.practice(.endTapped)))
    let likely = desk.state.journal.practice.reeds.map(\.id)
    #expect(likely.count == 4 && desk.html.contains("More …"))
    let names = desk.state.journal.practice.reeds.map(\.name)
    #expect(names == names.sorted(), "those of a day are in order")
    desk.send(.journal(.practice(.allReedsAsked)))
    let all = desk.state.journal.practice.reeds.map(\.id)
    #expect(Array(all.prefix(4)) == likely && Set(all) == Set(reeds))
    #expect(desk.orders.contains(.focus(id: "after-\(all[4].bits.hex)")))
    #expect(!desk.html.contains("More …"))
    let session = try #require(desk.state.journal.practice.after)
    desk.send(.journal(.practice(.reedChosen(session, all[5]))))
    #expect(desk.html.components(separatedBy: "chip on").count == 2)
  }

  @Test func whatHappenedElsewhereIsInItsLife() throws {
    let desk = Desk("/reeds")
    let row = try log(to: desk)
    show(.reed(row), on: desk)
    send(.noteTyped("  Bright at the top "), .noted, to: desk)
    send(.opened(.adjustment(of: row)), to: desk)
    let adjustment = try #require(desk.state.reeds.form.open)
    send(.form(.typed(.init(adjustment, Adjustment.areaField), "3")), .form(.done), to: desk)
    #expect(desk.html.contains("Bright at the top") && desk.html.contains("Sides"))
    #expect(desk.state.reeds.page?.events.count == 2)
    #expect(JournalNote(try #require(rows(.note, on: desk).first)).reed == row)
  }

  @Test func aReedThatIsGoneSaysSo() throws {
    let desk = Desk("/reeds")
    let row = try log(to: desk)
    show(.reed(row), on: desk)
    send(.trashed([row]), to: desk)
    #expect(desk.orders.contains(.navigate(path: "/reeds", replacing: false)))
    show(.reed(row), on: desk)
    #expect(desk.html.contains("Reed not found"))
  }

  // MARK: - Fields

  @Test func theGougeIsDrawnAsItWasMeasured() throws {
    let desk = Desk("/reeds")
    let row = try log(
      ["g_a_l": "0.465", "g_a_r": "0.463", "g_a_m": "0.59", "g_a_end": "0.52", "g_b_m": "0.578"],
      to: desk)
    show(.reed(row), on: desk)
    for text in [".465<", ".463<", ".590<", ".520<"] {
      #expect(desk.html.contains(">\(text)"), "\(text)")
    }
    // The list beside it has the same digits.
    for text in ["0.465 mm<", "0.590 mm<", "0.520 mm<"] {
      #expect(desk.html.contains(">\(text)"), "\(text)")
    }
    #expect(desk.html.contains(">in mm<"))
    #expect(desk.html.contains("The middle of half B is thinner by 0.012 mm."))
    // Of the two middles, the thinner is marked; left and right are alike.
    #expect(desk.html.contains("B middle 0.578 mm (thinner)"))
    #expect(desk.html.components(separatedBy: "class=\"thin\"").count == 2)
    desk.send(.settings(.lengthsChosen(.inches)))
    for text in [".0183<", ".0182<", ".0232<", ".0205<", ".0228<"] {
      #expect(desk.html.contains(">\(text)"), "\(text)")
    }
    #expect(desk.html.contains("A middle 0.0232 in") && desk.html.contains(">in inches<"))
    #expect(desk.html.contains("The middle of half B is thinner by 0.0005 in."))
  }

  @Test func aDrawingHasTheMeasuresOfItsInstrument() throws {
    let desk = Desk("/reeds")
    let oboe = try log(
      ["tie_length": "72.5", "staple_length": "47", "overall_length": "70.25"], to: desk)
    show(.reed(oboe), on: desk)
    #expect(
      desk.html.contains(
        "The reed: tie length 72.5 mm, staple 47 mm, finished length 70.25 mm"))
    // From the tip to the end of the staple, as the tie length; the unit is said once.
    #expect(desk.html.contains("M36 40V320") && desk.html.contains("M216 40V320"))
    #expect(desk.html.contains(">finished<") && desk.html.contains(">70.25<"))
    #expect(desk.html.contains(">in mm<"))
    send(.opened(.newReed), to: desk)
    let bassoon = try #require(desk.state.reeds.form.open)
    send(.form(.typed(.init(bassoon, Reed.instrumentField), "5")), to: desk)
    try type(["blade_length": "28.5", "tube_length": "29", "wire_1": "27"], in: bassoon, on: desk)
    send(.saved, to: desk)
    show(.reed(bassoon), on: desk)
    #expect(desk.html.contains("The reed: blade 28.5 mm, tube 29 mm, first wire 27 mm"))
    #expect(desk.html.contains(">blade<") && desk.html.contains(">28.5<"))
    #expect(!desk.html.contains("class=\"staple\""))
  }

  @Test func aThicknessKeepsItsDecimalsUnlessItIsBeingTyped() throws {
    let desk = Desk("/reeds")
    let row = try log(["g_a_m": "0.59", "tie_length": "72.5"], to: desk)
    show(.reed(row), on: desk)
    send(.groupOpened(.gouge), to: desk)
    #expect(desk.html.contains("value=\"0.590\""))
    let middle = try field("g_a_m")
    send(.drafted(.init(row, middle.id), middle, "0.6"), to: desk)
    #expect(desk.html.contains("value=\"0.6\""))
    send(.typed(.init(row, middle.id), middle, "0.6"), to: desk)
    #expect(desk.html.contains("value=\"0.600\""))
    send(.groupOpened(.tying), to: desk)
    #expect(desk.html.contains("value=\"72.5\""))
  }

  @Test func theTimelineSaysWhatItsLineShows() throws {
    let desk = Desk("/reeds")
    let row = try log(to: desk)
    show(.reed(row), on: desk)
    for success in [4, 9] {
      #expect(!desk.html.contains("success in tests"))
      send(.opened(.test(of: row)), to: desk)
      let test = try #require(desk.state.reeds.form.open)
      send(.valued(.init(test, ReedTest.successField), .int(Int64(success))), .saved, to: desk)
    }
    #expect(desk.html.contains("— success in tests 4–9 of 10"))
    #expect(desk.state.reeds.page?.lifeWords.hasSuffix(", success in tests 4–9 of 10") == true)
  }

  private func change(_ name: String, _ messages: Reeds.FieldMessage..., on desk: Desk) throws {
    send(.field(.opened(try field(name))), to: desk)
    for message in messages { send(.field(message), to: desk) }
    send(.field(.saved), to: desk)
  }

  @Test func aFieldIsRenamedHiddenAndGivenAnotherRange() throws {
    let desk = Desk("/reeds/fields")
    try change("tie_length", .label("Tied at"), .low("70"), .high("71,5"), on: desk)
    try change("leak", .hidden(true), on: desk)
    send(.lengthChosen(.standard), to: desk)
    let row = try log(["tie_length": "72.5"], to: desk)
    send(.opened(.editReed(row)), to: desk)
    #expect(desk.html.contains("Tied at") && desk.html.contains("Usually 70–71.5 mm."))
    let leak = try field("leak")
    #expect(!desk.html.contains("id=\"\(RowForm.id(of: leak.id))\""))
    // Two devices say it of the same row.
    #expect(rows(.field, on: desk).count == 2)
    show(.fields, on: desk)
    send(.closed, .field(.opened(try field("tie_length"))), .field(.reset), to: desk)
    #expect(desk.html.contains("Tie length"))
    try change("tie_length", .label("Length"), on: desk)
    #expect(desk.html.contains("Length") && rows(.field, on: desk).count == 2)
  }

  @Test func anotherUnitSaysThatTheNumbersStay() throws {
    let desk = Desk("/reeds/fields")
    let words = "Your numbers stay as they are."
    send(.field(.opened(try field("tie_length"))), to: desk)
    #expect(!desk.html.contains(words))
    send(.field(.unit("cm")), to: desk)
    #expect(desk.html.contains("\(words) Settings can show all lengths in inches."))
    send(.field(.unit(" mm ")), to: desk)
    #expect(!desk.html.contains(words))
    send(.field(.opened(try field("soak_time"))), .field(.unit("s")), to: desk)
    #expect(desk.html.contains(words) && !desk.html.contains("in inches"))
    // A new field has no numbers yet.
    send(.field(.opened(nil)), .field(.unit("g")), to: desk)
    #expect(!desk.html.contains(words))
  }

  @Test func anotherUnitOfTheKindConvertsTheNumbersInOneStep() throws {
    let desk = Desk("/reeds")
    let reeds = try [log(["tie_length": "72.5"], to: desk), log(["tie_length": "60"], to: desk)]
    try log(to: desk)
    show(.fields, on: desk)
    send(.field(.opened(try field("tie_length"))), .field(.unit("kg")), to: desk)
    #expect(!desk.html.contains("field-convert"), "A length has no weight.")
    send(.field(.unit("cm")), to: desk)
    #expect(desk.html.contains("Convert 2 numbers to cm"))
    send(.field(.converted(true)), to: desk)
    #expect(desk.html.contains("Rounded to 2 decimals.") && !desk.html.contains("stay as they are"))
    #expect(desk.state.reeds.field.low == "6.90" && desk.state.reeds.field.high == "7.70")
    #expect(desk.html.contains("1 number is outside the usual range."))
    send(.field(.saved), to: desk)
    #expect(said(desk) == "Converted 2 numbers.")
    let values = try reeds.map { try value("tie_length", of: $0, on: desk) }
    #expect(values == [.decimal(units: 725, places: 2), .decimal(units: 600, places: 2)])
    show(.reed(reeds[0]), on: desk)
    #expect(desk.html.contains("7.25 cm"))
    desk.send(.undoTapped)
    #expect(
      try value("tie_length", of: reeds[0], on: desk) == .decimal(units: 7_250, places: 2))
    #expect(desk.html.contains("72.5 mm"))
    // Without the tick, only the unit changes.
    try change("tie_length", .unit("cm"), on: desk)
    #expect(
      try value("tie_length", of: reeds[0], on: desk) == .decimal(units: 7_250, places: 2))
  }

  @Test func aPieceOfCaneGivesItsReedNumbersInTheUnitOfTheReed() throws {
    let desk = Desk("/reeds/fields")
    try change("tube_diameter", .unit("cm"), on: desk)
    send(.opened(.newCane), to: desk)
    let cane = try #require(desk.state.reeds.form.open)
    let tube = try #require(ReedField.pieceOfCane.first { $0.name == "tube_diameter" })
    send(.typed(.init(cane, tube.id), tube, "10.5"), .saved, .tied(cane), .saved, to: desk)
    let reed = try #require(rows(.reed, on: desk).first)
    #expect(try value("tube_diameter", of: reed.id, on: desk) == .decimal(units: 105, places: 2))
  }

  @Test func aFieldMovesAmongThoseOfItsGroup() throws {
    let desk = Desk("/reeds/fields")
    func tying() -> [String] {
      desk.state.reeds.index.fields.all.filter { $0.group == .tying }.map(\.name)
    }
    let before = tying()
    send(.field(.moved(try field("leak"), by: -1)), to: desk)
    let place = try #require(before.firstIndex(of: "leak"))
    var expected = before
    expected.swapAt(place, place - 1)
    #expect(tying() == expected)
    #expect(desk.html.contains("Thread material"), "a field that only moved keeps its name")
    desk.send(.undoTapped)
    #expect(tying() == before)
  }

  @Test func aFieldMovesToAnotherGroupOrInstrument() throws {
    let desk = Desk("/reeds/fields")
    try change("knife", .group(.own), on: desk)
    #expect(desk.state.reeds.index.fields[try field("knife").id]?.group == .own)
    send(.field(.opened(try field("knife"))), to: desk)
    #expect(desk.html.contains(">Gouge</option>") && !desk.html.contains(">Conditions</option>"))
    try change("wire", .family(.bassoons), on: desk)
    send(.lengthChosen(.full), .opened(.newReed), to: desk)
    let wire = RowForm.id(of: try field("wire").id)
    #expect(!desk.html.contains("id=\"\(wire)\""))
    let row = try #require(desk.state.reeds.form.open)
    send(.form(.typed(.init(row, Reed.instrumentField), "5")), to: desk)
    #expect(desk.html.contains("id=\"\(wire)\""))
    // A field that only moved up or down keeps its group and its instruments.
    show(.fields, on: desk)
    send(.closed, .field(.moved(try field("staple_metal"), by: -1)), to: desk)
    let metal = try #require(desk.state.reeds.index.fields[try field("staple_metal").id])
    #expect(metal.group == .tying && metal.family == .oboes)
  }

  @Test func aTestIsAskedOfOtherInstruments() throws {
    let desk = Desk("/reeds/fields")
    send(.field(.kind(.reedTest)), to: desk)
    for family: ReedField.Family in [.all, .doubles] {
      let crow = try #require(desk.state.reeds.index.testFields[ReedTest.crowField])
      send(.field(.opened(crow)), to: desk)
      #expect(desk.html.contains("id=\"field-family\""))
      send(.field(.family(family)), .field(.saved), to: desk)
      #expect(desk.state.reeds.index.testFields[ReedTest.crowField]?.family == family)
    }
  }

  @Test func anAnswerToOnesOwnQuestionIsShownWhateverItsGroup() throws {
    let desk = Desk("/reeds/fields")
    send(
      .field(.kind(.reedTest)), .field(.opened(nil)), .field(.label("Room")),
      .field(.format(.text)), .field(.group(.own)), to: desk)
    #expect(!desk.html.contains(">Gouge</option>"))
    send(.field(.saved), to: desk)
    let room = try #require(desk.state.reeds.index.testFields.all.first { $0.label == "Room" })
    let row = try log(to: desk)
    show(.reed(row), on: desk)
    send(.opened(.test(of: row)), to: desk)
    let test = try #require(desk.state.reeds.form.open)
    send(.typed(.init(test, room.id), room, "Chapel"), .saved, to: desk)
    #expect(desk.html.contains(">Chapel<"))
  }

  @Test func aFieldOfOnesOwnIsAskedForKeptAndFound() throws {
    let desk = Desk("/reeds/fields")
    send(
      .field(.opened(nil)), .field(.label("Bark")), .field(.format(.choice)),
      .field(.choices("Light")), .field(.saved), to: desk)
    #expect(desk.html.contains("Enter at least two choices, one per line."))
    send(.field(.choices("Light\nDark\n")), .field(.saved), to: desk)
    let bark = try #require(desk.state.reeds.index.fields.all.first { $0.label == "Bark" })
    let row = try log(to: desk)
    send(.opened(.editReed(row)), .valued(.init(row, bark.id), .int(2)), .saved, to: desk)
    show(.front, on: desk)
    send(.front(.list(.asked("dark"))), to: desk)
    #expect(desk.state.reeds.front.found.flatMap(\.reeds) == [row])
    show(.reed(row), on: desk)
    #expect(desk.html.contains("Bark") && desk.html.contains("Dark"))
  }

  @Test(arguments: [
    ([Reeds.FieldMessage.label(" ")], "Give the field a name."),
    ([.label("A"), .places("9")], "Enter 0 to 6 decimals."),
    ([.label("A"), .low("2"), .high("1")], "Check the range"),
    ([.label("A"), .low("much")], "Check the range"),
    ([.label("A"), .format(.scale), .low("11")], "Check the range"),
    ([.label("A"), .format(.scale), .high("0")], "Check the range"),
    ([.label("A"), .format(.scale), .low("0"), .high("1001")], "at most 1,000 apart"),
    ([.label("A"), .format(.scale), .low("2000000"), .high("2000001")], "at most 1,000 apart"),
  ])
  func aFieldThatMakesNoSenseIsNotKept(messages: [Reeds.FieldMessage], words: String) {
    let desk = Desk("/reeds/fields")
    send(.field(.opened(nil)), to: desk)
    for message in messages { send(.field(message), to: desk) }
    send(.field(.saved), to: desk)
    #expect(desk.html.contains(words))
    #expect(rows(.field, on: desk).isEmpty)
  }

  /// A field that a person makes, asked for in every form.
  private func make(
    _ name: String, _ messages: Reeds.FieldMessage..., on desk: Desk
  ) throws -> ReedField {
    show(.fields, on: desk)
    send(.field(.opened(nil)), .field(.label(name)), .field(.form(.quick)), to: desk)
    for message in messages { send(.field(message), to: desk) }
    send(.field(.saved), to: desk)
    let index = desk.state.reeds.index
    return try #require(
      (index.fields.all + index.testFields.all).first { $0.label == name })
  }

  @Test func theChoicesOfAFieldAreRenamedMovedArchivedAndAdded() throws {
    let desk = Desk("/reeds/fields")
    let bark = try make("Bark", .format(.choice), .choices("Light\nDark\nSpotted"), on: desk)
    let row = try log(to: desk)
    send(.opened(.editReed(row)), .valued(.init(row, bark.id), .int(2)), .saved, to: desk)
    show(.fields, on: desk)
    send(.field(.opened(bark)), to: desk)
    let choices = desk.state.reeds.field.listed.map(\.id)
    send(.field(.choiceNamed(choices[0], " ")), .field(.saved), to: desk)
    #expect(desk.html.contains("Give each choice a name."))
    send(.field(.choiceNamed(choices[0], "dark")), .field(.saved), to: desk)
    #expect(desk.html.contains("Two choices are called “Dark”."))
    send(
      .field(.choiceNamed(choices[0], "Pale")), .field(.choiceNamed(choices[1], "Deep")),
      .field(.choiceMoved(choices[2], by: -2)), .field(.choiceRetired(choices[1], true)),
      .field(.choices("Striped\npale")), .field(.saved), to: desk)
    let changed = try #require(desk.state.reeds.index.fields[bark.id])
    #expect(changed.offered().map(\.label) == ["Spotted", "Pale", "Striped"])
    show(.reed(row), on: desk)
    #expect(desk.html.contains(">Deep<"), "what was written follows, and is still shown")
    send(.opened(.editReed(row)), to: desk)
    #expect(desk.html.contains(">Deep</option>"))
    send(.closed, .opened(.newReed), to: desk)
    #expect(desk.html.contains(">Striped</option>") && !desk.html.contains(">Deep</option>"))
    send(.closed, .field(.opened(changed)), to: desk)
    #expect(desk.html.contains("Bring back Deep"))
    // All of it is one step.
    send(.sheetClosed, to: desk)
    desk.send(.undoTapped)
    #expect(
      desk.state.reeds.index.fields[bark.id]?.offered().map(\.label)
        == ["Light", "Dark", "Spotted"])
  }

  @Test func choicesThatShareANameStopNoOtherChange() throws {
    let desk = Desk("/reeds/fields")
    let bark = try make("Bark", .format(.choice), .choices("Light\nDark"), on: desk)
    // Another device added one at the same time.
    var twin = OwnChoice(blank: RowID(Bits128(high: 31, low: 1)))
    (twin.field, twin.number, twin.label) = (desk.state.reeds.index.own(bark)?.id, 77, "Dark")
    keep(twin, on: desk)
    func list() -> ReedFieldList { desk.state.reeds.index.fields }
    func open() { send(.field(.opened(list()[bark.id])), to: desk) }
    show(.fields, on: desk)
    open()
    #expect(desk.state.reeds.field.listed.count == 3)
    send(.field(.label("Colour of the bark")), .field(.saved), to: desk)
    #expect(list()[bark.id]?.label == "Colour of the bark")
    open()
    send(.field(.choices("Spotted")), .field(.saved), to: desk)
    #expect(desk.html.contains("Two choices are called “Dark”."))
    send(.field(.choiceNamed(twin.id, "Darker")), .field(.saved), to: desk)
    #expect(list()[bark.id]?.offered().count == 4)
  }

  @Test func aScaleOfOnesOwnSaysWhatItsEndsMean() throws {
    let desk = Desk("/reeds/fields")
    send(.field(.kind(.reedTest)), to: desk)
    let mood = try make(
      "Mood", .format(.scale), .low("1"), .high("5"), .word(0, "Sad"), .word(1, "So-so"),
      .word(2, "Happy"), on: desk)
    let row = try log(to: desk)
    show(.reed(row), on: desk)
    send(.opened(.test(of: row)), to: desk)
    for word in ["Sad", "So-so", "Happy"] { #expect(desk.html.contains("<span>\(word)</span>")) }
    let test = try #require(desk.state.reeds.form.open)
    send(.valued(.init(test, mood.id), .int(5)), .saved, to: desk)
    #expect(desk.html.contains("5, happy"))
    show(.fields, on: desk)
    send(.field(.opened(mood)), .field(.word(2, "Bright")), .field(.saved), to: desk)
    show(.reed(row), on: desk)
    #expect(desk.html.contains("5, bright"))
    // A shorter scale keeps what was written.
    show(.fields, on: desk)
    send(.field(.opened(mood)), to: desk)
    #expect(desk.state.reeds.field.low == "1" && desk.state.reeds.field.high == "5")
    send(.field(.high("3")), .field(.saved), to: desk)
    show(.reed(row), on: desk)
    #expect(desk.html.contains(">5<"))
  }

  @Test(
    arguments: [("", "5", 1...5), ("3", "", 3...10), ("", "", 1...10), ("0", "1000", 0...1_000)]
      as [(String, String, ClosedRange<Int64>)])
  func aScaleGoesFromOneToTenWhereNothingIsSaid(
    low: String, high: String, range: ClosedRange<Int64>
  ) throws {
    let desk = Desk("/reeds/fields")
    let mood = try make("Mood", .format(.scale), .low(low), .high(high), on: desk)
    #expect(mood.content == .scale(range, low: "", middle: "", high: ""))
    send(.field(.opened(mood)), to: desk)
    let draft = desk.state.reeds.field
    #expect(draft.low == "\(range.lowerBound)" && draft.high == "\(range.upperBound)")
  }

  @Test func aFieldIsAskedForInItsStagesOnly() throws {
    let desk = Desk("/reeds/fields")
    let bark = try make("Bark", .format(.text), .stage(.scraped, true), on: desk)
    show(.fields, on: desk)
    #expect(desk.html.contains("Quick form · scraped"))
    send(.opened(.newReed), to: desk)
    let row = try #require(desk.state.reeds.form.open)
    let input = "id=\"\(RowForm.id(of: bark.id))\""
    #expect(!desk.html.contains(input), "The reed is a blank.")
    send(.form(.typed(.init(row, Reed.stageField), "2")), to: desk)
    #expect(desk.html.contains(input))
    send(
      .typed(.init(row, bark.id), bark, "Rough"), .form(.typed(.init(row, Reed.stageField), "4")),
      to: desk)
    #expect(desk.html.contains(input), "What was written can be corrected.")
    send(.saved, to: desk)
    show(.reed(row), on: desk)
    #expect(desk.html.contains(">Rough<"))
  }

  @Test func aReedThatSaysNoStageIsABlank() throws {
    let desk = Desk("/reeds/fields")
    let bark = try make("Bark", .format(.text), .stage(.blank, true), on: desk)
    let tip = try make("Tip", .format(.text), .stage(.scraped, true), on: desk)
    let row = RowID(Bits128(high: 31, low: 1))
    keep(Reed(row, named: "R1", begun: Self.today), without: Reed.stageField, on: desk)
    #expect(desk.data[row]?.value(Reed.stageField) == .null)
    show(.reed(row), on: desk)
    send(.lengthChosen(.standard), .opened(.editReed(row)), to: desk)
    #expect(desk.html.contains("id=\"\(RowForm.id(of: bark.id))\""))
    #expect(!desk.html.contains("id=\"\(RowForm.id(of: tip.id))\""))
    #expect(Reeds.stage(.null) == .blank && Reeds.stage(.int(2)) == .scraped)
  }

  @Test func theDefaultsHaveOnesOwnFieldsAndNoHiddenOnes() throws {
    let desk = Desk("/reeds/fields")
    let bark = try make("Bark", .format(.text), on: desk)
    func template(_ name: String) throws -> ReedField { try field(name).forTemplate }
    send(.opened(.template), to: desk)
    func isAsked(_ field: ReedField) -> Bool {
      desk.html.contains("id=\"\(RowForm.id(of: field.id))\"")
    }
    let defaults = try #require(desk.state.reeds.form.open)
    let lot = try template("cane_lot")
    #expect(isAsked(bark) && isAsked(lot))
    #expect(try !isAsked(template("bevel")), "The defaults are for oboe reeds.")
    send(
      .typed(.init(defaults, bark.id), bark, "Rough"), .typed(.init(defaults, lot.id), lot, "7"),
      .saved, to: desk)
    try change("cane_lot", .hidden(true), .label("Lot number"), on: desk)
    send(.opened(.template), to: desk)
    #expect(isAsked(bark) && !isAsked(lot))
    send(.closed, to: desk)
    let row = try log(to: desk)
    #expect(desk.data[row]?.value(bark.id) == .text("Rough"))
    #expect(try value("cane_lot", of: row, on: desk) == .null, "Nobody would see it.")
    send(.opened(.batch), .batch(.countTyped("1")), .batch(.made), to: desk)
    #expect(rows(.reed, on: desk).allSatisfy { $0.value(bark.id) == .text("Rough") })
    // The data pages know such a field by its name, too.
    desk.send(.addressChanged("/about/data/row/\(defaults.bits.hex)"))
    #expect(desk.html.contains("Bark") && !desk.html.contains("Field \(bark.id.number)"))
  }

  @Test func anArrowChangesANumberByTheStepOfItsField() throws {
    let desk = Desk("/reeds/fields")
    try change("tie_length", .step("0.5"), on: desk)
    let tie = try #require(desk.state.reeds.index.fields[ReedField.tieLength])
    send(.opened(.newReed), to: desk)
    let row = try #require(desk.state.reeds.form.open)
    let place = RowForm.Place(row, tie.id)
    func length() -> Value { desk.state.reeds.form.value(tie.id) }
    // What is still being typed is read first, and never rounded.
    send(.drafted(place, tie, "72.53"), .stepped(place, tie, by: 1), to: desk)
    #expect(length() == .decimal(units: 7_303, places: 2))
    send(.stepped(place, tie, by: -10), to: desk)
    #expect(length() == .decimal(units: 6_803, places: 2))
    send(.drafted(place, tie, "long"), .stepped(place, tie, by: 1), to: desk)
    #expect(desk.state.reeds.form.refusal(place) != nil)
    #expect(length() == .decimal(units: 6_803, places: 2))
  }

  @Test func anArrowStartsFromWhatIsTypedInASavedReed() throws {
    let desk = Desk("/reeds")
    let tie = try field("tie_length")
    let row = try log(["tie_length": "70"], to: desk)
    let place = RowForm.Place(row, tie.id)
    func length() throws -> Value { try value("tie_length", of: row, on: desk) }
    // In its form, on its page, and in a cell of a batch.
    send(.opened(.editReed(row)), to: desk)
    send(.drafted(place, tie, "72.5"), .stepped(place, tie, by: 1), to: desk)
    #expect(try length() == .decimal(units: 7_275, places: 2))
    #expect(desk.html.contains("value=\"72.75\""))
    send(.closed, to: desk)
    // It is one step.
    desk.send(.undoTapped)
    #expect(try length() == .decimal(units: 7_000, places: 2))
    desk.send(.redoTapped)
    #expect(try length() == .decimal(units: 7_275, places: 2))
    show(.reed(row), on: desk)
    send(.groupOpened(.tying), to: desk)
    send(.drafted(place, tie, "long"), .stepped(place, tie, by: 1), to: desk)
    #expect(desk.state.reeds.form.refusal(place)?.text == "long")
    send(.stepped(place, tie, by: 1), to: desk)
    #expect(try length() == .decimal(units: 7_275, places: 2))
    send(.drafted(place, tie, "73"), .stepped(place, tie, by: -1), to: desk)
    #expect(try length() == .decimal(units: 7_275, places: 2))
    #expect(desk.state.reeds.form.refusal(place) == nil)
    send(.opened(.batch), .batch(.countTyped("1")), .batch(.made), to: desk)
    let blank = try #require(rows(.reed, on: desk).first { $0.id != row }).id
    let cell = RowForm.Place(blank, tie.id)
    show(.batch(try #require(rows(.reedBatch, on: desk).first).id), on: desk)
    try type(["tie_length": "70"], in: blank, on: desk)
    send(.drafted(cell, tie, "72.5"), .stepped(cell, tie, by: 1), to: desk)
    #expect(
      try value("tie_length", of: blank, on: desk) == .decimal(units: 7_275, places: 2))
  }

  @Test func anArrowFillsNothingIn() throws {
    let desk = Desk("/reeds")
    let tie = try field("tie_length")
    let row = try log(to: desk)
    let place = RowForm.Place(row, tie.id)
    send(.opened(.editReed(row)), .stepped(place, tie, by: -1), to: desk)
    #expect(try value("tie_length", of: row, on: desk) == .null)
    // A number that was emptied stays empty.
    send(.typed(place, tie, "72"), .drafted(place, tie, " "), .stepped(place, tie, by: 1), to: desk)
    #expect(try value("tie_length", of: row, on: desk) == .null)
    func isForTheBrowser(_ key: String, in cell: String? = nil) -> Bool {
      Reeds.pressed(KeyPress(key), place, tie, cell) == nil
    }
    #expect(!isForTheBrowser("ArrowUp") && !isForTheBrowser("ArrowDown"))
    #expect(isForTheBrowser("PageUp") && isForTheBrowser("PageDown") && isForTheBrowser("Enter"))
    // In the table of a batch, nothing steps.
    for key in ["ArrowUp", "ArrowDown"] { #expect(isForTheBrowser(key, in: "heading")) }
    #expect(!isForTheBrowser("Enter", in: "heading"))
  }

  @Test func theFieldsOfCaneAreRenamedAndHidden() throws {
    let desk = Desk("/reeds/fields")
    send(.field(.kind(.cane)), to: desk)
    let brand = try #require(ReedField.pieceOfCane.first { $0.name == "cane_brand" })
    let lot = try #require(ReedField.pieceOfCane.first { $0.name == "cane_lot" })
    send(.field(.opened(brand)), .field(.label("Grower")), .field(.saved), to: desk)
    send(.field(.opened(lot)), to: desk)
    #expect(!desk.html.contains(">Tying</option>") && !desk.html.contains("id=\"field-form\""))
    #expect(!desk.html.contains("field-family"))
    send(.field(.hidden(true)), .field(.saved), to: desk)
    #expect(desk.html.contains("Grower") && desk.html.contains("Hidden"))
    show(.cane, on: desk)
    send(.opened(.newCane), to: desk)
    #expect(desk.html.contains("Grower"))
    #expect(!desk.html.contains("id=\"\(RowForm.id(of: lot.id))\""))
    // The same fields of a reed are others.
    #expect(desk.state.reeds.index.fields[ReedField.caneBrand]?.label == "Brand")
  }

  // MARK: - Hearing

  @Test func aPitchGoesIntoItsFieldOnceItIsSteady() throws {
    let desk = Desk("/reeds")
    let row = try log(to: desk)
    send(.opened(.test(of: row)), to: desk)
    var state = desk.state.reeds
    let test = try #require(state.form.open)
    let crow = try field("t_crow")
    var room = RoomContext(
      milliseconds: desk.milliseconds, zoneMinutes: 0, random: RandomBits(seed: 3, 4),
      data: desk.data)
    let place = RowForm.Place(test, crow.id)
    #expect(
      Reeds.update(&state, .listenTapped(place, crow), &room).map(\.order) == [.ask(.hear(true))])
    // A glide is no pitch, and silence begins anew.
    for step in 0..<60 {
      #expect(Reeds.hear(.pitch(hertz: 1_000, cents: Double(step * 20)), &state, &room).isEmpty)
    }
    _ = Reeds.hear(.nothing, &state, &room)
    var orders: [Order] = []
    for step in 0..<24 {
      orders += Reeds.hear(
        .pitch(hertz: 1_056, cents: 1_514 + Double(step % 3)), &state, &room
      ).map(\.order)
    }
    let kept = orders.compactMap {
      if case .keep(let keeping) = $0 { keeping.edits.last } else { nil }
    }
    #expect(kept.last?.value == .decimal(units: 84_150, places: 1))
    #expect(orders.last == .ask(.hear(false)) && !Reeds.isHearing(state))
  }

  // MARK: - Cane

  @Test func aPieceOfCaneBecomesAReed() throws {
    let desk = Desk("/reeds/cane")
    #expect(desk.html.contains("No cane yet"))
    send(.opened(.newCane), to: desk)
    let piece = try #require(desk.state.reeds.form.open)
    let brand = try #require(ReedField.pieceOfCane.first { $0.name == "cane_brand" })
    send(.typed(.init(piece, brand.id), brand, "Rigotti"), .saved, to: desk)
    #expect(desk.html.contains("C1") && desk.html.contains("Rigotti"))
    send(.tied(piece), to: desk)
    let row = try #require(desk.state.reeds.form.open)
    send(.saved, to: desk)
    #expect(try reed(row, on: desk).cane == piece)
    #expect(try value("cane_brand", of: row, on: desk) == .text("Rigotti"))
    show(.cane, on: desk)
    #expect(desk.html.contains("Used or discarded · 1") && !desk.html.contains("Unused"))
    // The next one has the next number.
    send(.opened(.newCane), to: desk)
    #expect(desk.state.reeds.form.value(PieceOfCane.nameField) == .text("C2"))
    send(.closed, to: desk)
    #expect(rows(.cane, on: desk).count == 1)
  }

  // MARK: - Filters

  @Test func aFilterIsKeptAppliedAndRemoved() throws {
    let desk = Desk("/reeds")
    let first = try log(["tie_length": "72.5"], to: desk)
    try log(to: desk)
    send(.staged([first], .inUse), to: desk)
    show(.front, on: desk)
    send(.front(.filterKept), to: desk)
    #expect(rows(.reedFilter, on: desk).isEmpty)
    send(
      .front(.stage(.inUse)), .front(.list(.asked("72"))), .front(.filterNamed(" To play ")),
      .front(.filterKept), to: desk)
    let row = try #require(rows(.reedFilter, on: desk).first)
    let filter = ReedFilter(row)
    #expect(filter.name == "To play" && filter.stage == .inUse && filter.question == "72")
    #expect(filter.instrument == nil && filter.box == nil)
    // A second tap shows all again, and a third what it looks for.
    send(.front(.filterChosen(row.id)), to: desk)
    #expect(desk.state.reeds.front.count == 2 && desk.state.reeds.front.list.question.isEmpty)
    send(.front(.filterChosen(row.id)), to: desk)
    #expect(desk.state.reeds.front.found.flatMap(\.reeds) == [first])
    send(.front(.filterRemoved(row.id)), to: desk)
    #expect(rows(.reedFilter, on: desk).isEmpty)
    #expect(said(desk) == "“To play” is in the trash.")
  }

  // MARK: - The crow

  private static let crow = Crow(
    .two, pitch: .init(523.25, in: .standard),
    partials: [
      .init(523.25, level: .init(0), sounds: true), .init(1_046.5, level: .init(-3), sounds: true),
    ], balance: 4, rattle: 0.03, seconds: 5, spectrum: [.init(-20), .init(-40)])

  /// A row as other parts of the app keep it.
  private func keep<Record: RowRecord>(
    _ record: Record, without field: FieldID? = nil, on desk: Desk
  ) {
    let stamp = Stamp(HybridTime(milliseconds: 1), DeviceID(1))
    let cells = record.edits(from: nil).filter { $0.field != field }.map {
      Cell(field: $0.field, stamp: stamp, value: $0.value)
    }
    let row = Row(id: record.id, kind: Record.kind, cells: cells)
    let keys = Set(cells.map { CellKey(record.id, $0.field) })
    let bytes = RowText.export([row], Schema.woodshed, unkept: keys)
    desk.send(.data(.fileRead(bytes, name: "rows.jsonl")))
  }

  private func tellRecorder(_ stage: RecordEvent.Stage, seconds: Int64, on desk: Desk) {
    let event = RecordEvent(stage, frames: seconds * 48_000)
    desk.send(.room(.tools(.recorder(.told(event)))))
  }

  @Test func aCrowThatWasMeasuredIsOfferedToATest() throws {
    let desk = Desk("/reeds")
    let row = try log(to: desk)
    show(.reed(row), on: desk)
    send(.crow(.wanted(row)), to: desk)
    #expect(desk.html.contains("Blow now."))
    tellRecorder(.recording, seconds: 2, on: desk)
    #expect(desk.html.contains("Blow now.") && !desk.orders.contains(.recordOtherwise(2)))
    tellRecorder(.recording, seconds: 5, on: desk)
    #expect(desk.orders.contains(.recordOtherwise(2)))
    tellRecorder(.ended, seconds: 5, on: desk)
    var take = Take(try #require(rows(.take, on: desk).first))
    #expect(take.reed == row && take.name == "Crow of R1")
    // Until its file has its name it is not read.
    #expect(desk.html.contains("Measuring …") && desk.state.reeds.crow?.take == take.id)
    take.sound = BlobReference(
      sha256: [UInt8](repeating: 7, count: 32), byteCount: 9, mimeType: "audio/flac")
    keep(take, on: desk)
    #expect(
      desk.orders.contains {
        if case .takeWork(let work) = $0 { work.verb == "look" } else { false }
      })
    send(.crow(.told(take.id, .done(.crow(Self.crow)))), to: desk)
    #expect(desk.html.contains("Two Cs") && desk.html.contains("523.3 Hz"))
    send(.crow(.used), to: desk)
    let form = desk.state.reeds.form
    let open = try #require(form.open)
    let kind = try field("t_crow_kind")
    #expect(kind.words(of: form.value(kind.id)) == "Two Cs")
    #expect(form.value(ReedTest.crowField) == .decimal(units: 72_000, places: 1))
    #expect(form.value(ReedTest.crowBalanceField) == .int(4))
    #expect(form.value(ReedTest.crowRattleField) == .int(2))
    #expect(desk.html.contains("id=\"\(RowForm.id(of: ReedTest.crowField))\""))
    send(.saved, to: desk)
    #expect(ReedTest(try #require(desk.data[open])).reed == row)
  }

  @Test func whereNothingIsRecordedNoCrowIsWaitedFor() throws {
    let desk = Desk("/reeds")
    let row = try log(to: desk)
    show(.reed(row), on: desk)
    send(.crow(.wanted(row)), to: desk)
    tellRecorder(.failed, seconds: 0, on: desk)
    #expect(desk.html.contains("Record the crow"))
    // While something else is recorded, nothing begins and nothing is stopped.
    desk.send(.room(.tools(.recorder(.mainTapped))))
    send(.crow(.wanted(row)), to: desk)
    #expect(said(desk) == "Stop recording first.")
    #expect(desk.html.contains("Record the crow"))
    send(.crow(.stopped), to: desk)
    #expect(!desk.orders.contains(.recordOtherwise(2)))
  }

  @Test func aCrowThatCannotBeReadIsSaid() throws {
    let desk = Desk("/reeds")
    let row = try log(to: desk)
    show(.reed(row), on: desk)
    var take = Take(
      RowID(Bits128(high: 9, low: 9)), named: "Crow", day: Self.today, began: 1,
      sampleRate: 48_000)
    (take.reed, take.state) = (row, .recorded)
    take.sound = BlobReference(
      sha256: [UInt8](repeating: 7, count: 32), byteCount: 9, mimeType: "audio/flac")
    keep(take, on: desk)
    send(.crow(.measured(take.id)), to: desk)
    send(.crow(.told(take.id, .failed("NotFoundError"))), to: desk)
    #expect(desk.html.contains("on this device. Open the take"))
    send(.crow(.closed), to: desk)
    #expect(desk.html.contains("Record the crow"))
  }
}
