import Ledger
import Program
import Reports
import Testing

@testable import Domain
@testable import ReedsRoom
@testable import RoomKit
@testable import Rooms

/// Experiments from the plan to the end; what they find is the analyst's.
@Suite struct ExperimentsTests {
  private func send(_ messages: Reeds.ExperimentMessage..., to desk: Desk) {
    for message in messages { desk.send(.reeds(.experiment(message))) }
  }

  @discardableResult
  private func log(shaper: String? = nil, to desk: Desk) throws -> RowID {
    desk.send(.reeds(.opened(.newReed)))
    let row = try #require(desk.state.reeds.form.open)
    let field = try #require(ReedField.reed.first { $0.name == "shaper" })
    if let shaper { desk.send(.reeds(.toolAdded(.init(row, field.id), field, shaper))) }
    desk.send(.reeds(.saved))
    return row
  }

  /// A desk with two shapers and the plan of an experiment, at its page.
  private func desk() throws -> (desk: Desk, id: RowID) {
    let desk = Desk("/reeds")
    try log(shaper: "RC", to: desk)
    try log(shaper: "Gilbert", to: desk)
    desk.send(.addressChanged("/reeds/experiments"))
    #expect(desk.html.contains("No experiments yet"))
    send(.wanted(field: "", outcome: ""), .question("Is RC better?"), to: desk)
    for (place, name) in ["Gilbert", "RC"].enumerated() {
      let tool = try #require(desk.state.reeds.index.tool(.shaper, named: name))
      send(.arm(place, tool.id.bits.hex), to: desk)
    }
    send(.planned("2"), .saved, to: desk)
    let id = try #require(Experiment.all(in: desk.data).first?.id)
    desk.send(.addressChanged(Reeds.Place.experiment(id).path))
    return (desk, id)
  }

  private func experiment(_ desk: Desk) throws -> Experiment {
    try #require(Experiment.all(in: desk.data).first)
  }

  /// Puts a new reed to the next place.
  private func place(_ desk: Desk, _ id: RowID) throws -> RowID {
    desk.send(.addressChanged("/reeds"))
    let reed = try log(to: desk)
    desk.send(.addressChanged(Reeds.Place.experiment(id).path))
    send(.chosen(reed), .placed, to: desk)
    return reed
  }

  private func rate(_ member: RowID, _ success: Int64, _ desk: Desk) throws {
    send(.rated(member), to: desk)
    let test = try #require(desk.state.reeds.form.open)
    desk.send(.reeds(.valued(.init(test, ReedTest.successField), .int(success))))
    desk.send(.reeds(.saved))
  }

  @Test func aPlanNamesWhatIsMissing() throws {
    let desk = Desk("/reeds")
    try log(shaper: "RC", to: desk)
    desk.send(.addressChanged("/reeds/experiments"))
    send(.wanted(field: "shaper", outcome: "success"), .saved, to: desk)
    #expect(desk.html.contains("Write down your question."))
    send(.question("Is RC better?"), .saved, to: desk)
    #expect(desk.html.contains("Choose the two that you compare."))
    let tool = try #require(desk.state.reeds.index.tool(.shaper, named: "RC"))
    send(.arm(0, tool.id.bits.hex), .arm(1, tool.id.bits.hex), .saved, to: desk)
    #expect(desk.html.contains("The two that you compare are the same."))
    #expect(Experiment.all(in: desk.data).isEmpty)
  }

  /// A number begins with two values around those of the reeds, in the unit that the form names.
  @Test func aNumberBeginsWithTwoOfThePlayersOwn() throws {
    let desk = Desk("/reeds")
    let tie = try #require(ReedField.reed.first { $0.name == "tie_length" })
    func arms() -> [String]? { desk.state.reeds.experiments.draft?.experiment.arms }
    func log(_ units: Int64...) {
      for units in units {
        desk.send(.addressChanged("/reeds"))
        desk.send(.reeds(.opened(.newReed)))
        guard let row = desk.state.reeds.form.open else { return }
        desk.send(.reeds(.valued(.init(row, tie.id), .decimal(units: units, places: 2))))
        desk.send(.reeds(.saved))
      }
      desk.send(.addressChanged("/reeds/experiments"))
    }
    log()
    send(.wanted(field: "tie_length", outcome: "success"), to: desk)
    #expect(arms() == ["", ""])
    log(7_200)
    send(.wanted(field: "tie_length", outcome: "success"), to: desk)
    #expect(arms() == ["72", "72.5"])
    #expect(desk.html.contains("In mm."))
    log(7_000, 7_100, 7_300, 9_000)
    send(.wanted(field: "", outcome: "success"), .field("tie_length"), to: desk)
    #expect(arms() == ["71", "73"])
    // What a page of analysis names comes first.
    send(.wanted(field: "tie_length", outcome: "success", arms: ["70", "74"]), to: desk)
    #expect(arms() == ["70", "74"])
    send(.field("shaper"), to: desk)
    #expect(arms() == ["", ""])
  }

  @Test func theFormSaysHowManyPairsADifferenceTakes() throws {
    let desk = Desk("/reeds")
    try log(shaper: "RC", to: desk)
    desk.send(.addressChanged("/reeds/experiments"))
    send(.wanted(field: "", outcome: "success"), to: desk)
    let draft = try #require(desk.state.reeds.experiments.draft)
    let spread = try #require(draft.spread)
    send(.difference("\(spread)"), to: desk)
    #expect(desk.state.reeds.experiments.draft?.needed == 10)
    send(.design(.blocked), to: desk)
    #expect(desk.state.reeds.experiments.draft?.needed == 17)
    for text in ["", "-1", "nan", "0,0000001", "99999999999999999999"] {
      send(.difference(text), to: desk)
      #expect(desk.state.reeds.experiments.draft?.needed == nil)
    }
  }

  @Test func nothingOfThePlanChangesAfterTheStart() throws {
    let (desk, id) = try desk()
    send(.edited(id), .question("Is RC really better?"), .saved, to: desk)
    #expect(try experiment(desk).question == "Is RC really better?")
    send(.edited(id), .question("Another one"), to: desk)
    // Started elsewhere, while the form is open here.
    var started = try experiment(desk)
    started.started = 20_000
    let draft = try #require(desk.state.reeds.experiments.draft)
    send(.closed, .startAsked, .started, to: desk)
    #expect(try experiment(desk).started == desk.state.reeds.today)
    #expect(draft.experiment.question == "Another one")
    send(.edited(id), to: desk)
    #expect(desk.state.reeds.experiments.draft == nil)
    send(.question("Changed"), .saved, to: desk)
    #expect(try experiment(desk).question == "Is RC really better?")
    #expect(!desk.html.contains("Edit plan"))
  }

  @Test func whatIsRatedHidesItsNameAndItsArm() throws {
    let (desk, id) = try desk()
    send(.startAsked, .started, to: desk)
    #expect(desk.html.contains("Pair 1, first piece: use "))
    let reed = try place(desk, id)
    let own = try experiment(desk)
    let code = own.code(ofPlace: 1)
    let name = try #require(desk.state.reeds.index[reed]?.reed.fullName)
    #expect(desk.html.contains("Write \(code) on \(name)."))
    #expect(desk.html.contains("Pair 1, second piece: use "))
    // The log has what the reed was made with.
    let shaper = try #require(ReedField.reed.first { $0.name == "shaper" })
    let arm = try #require(own.arm(ofPlace: 1))
    #expect(desk.data[reed]?.value(shaper.id) == shaper.value(ofArm: own.arms[arm]))
    // Coming back, only the code is there.
    desk.send(.addressChanged("/reeds/experiments"))
    desk.send(.addressChanged(Reeds.Place.experiment(id).path))
    let member = try #require(ExperimentReed.all(in: desk.data).first)
    send(.rated(member.id), to: desk)
    #expect(desk.html.contains("Reed \(code), judged blind"))
    #expect(!desk.html.contains("Blind test: hide name"))
    #expect(desk.state.reeds.form.value(ReedTest.blindField) == .bool(true))
  }

  @Test func itEndsByItsRuleOrEarlyWithAReason() throws {
    let (desk, id) = try desk()
    send(.startAsked, .started, to: desk)
    #expect(desk.html.contains("End early") && desk.html.contains("0 of 2 pairs rated"))
    send(.endAsked, .ended, to: desk)
    #expect(try experiment(desk).ended == 0)
    for success: Int64 in [6, 7, 5, 8] {
      let reed = try place(desk, id)
      let member = try #require(ExperimentReed.all(in: desk.data).first { $0.reed == reed })
      try rate(member.id, success, desk)
    }
    #expect(
      desk.html.contains("2 of 2 pairs rated") && desk.html.contains("All places have a reed"))
    send(.endAsked, .ended, to: desk)
    let ended = try experiment(desk)
    #expect(ended.ended == desk.state.reeds.today && ended.reason.isEmpty)
    #expect(desk.orders.contains(.navigate(path: "/reeds/stats/experiment", replacing: false)))
  }

  @Test func aLookIsConfirmedAndMarked() throws {
    let (desk, id) = try desk()
    send(.startAsked, .started, .lookAsked, to: desk)
    #expect(desk.html.contains("show that you looked early"))
    #expect(ExperimentLook.all(in: desk.data).isEmpty)
    send(.looked, to: desk)
    let look = try #require(ExperimentLook.all(in: desk.data).first)
    #expect(look.day == desk.state.reeds.today && look.experiment == id)
    #expect(try experiment(desk).peekDays == [look.day])
    #expect(desk.orders.contains(.navigate(path: "/reeds/stats/experiment", replacing: false)))
    // One row a day is enough.
    send(.lookAsked, .looked, to: desk)
    #expect(ExperimentLook.all(in: desk.data).count == 1)
  }

  /// Undo skips a look and takes back what was done before it.
  @Test func undoDoesNotTakeALookBack() throws {
    let (desk, id) = try desk()
    send(.startAsked, .started, .lookAsked, .looked, to: desk)
    let look = try #require(ExperimentLook.all(in: desk.data).first)
    desk.send(.undoTapped)
    #expect(try experiment(desk).isDraft)
    #expect(ExperimentLook.all(in: desk.data) == [look])
    #expect(try experiment(desk).peekDays == [look.day])
    desk.send(.redoTapped)
    #expect(try experiment(desk).isRunning)
    desk.send(.addressChanged(Reeds.Place.experiment(id).path))
    #expect(desk.html.contains("Looked early"))
  }

  @Test func anEndThatWasUndoneMarksALookAtTheNext() throws {
    let (desk, id) = try desk()
    send(.startAsked, .started, .endAsked, .reasonTyped("Enough"), .ended, to: desk)
    #expect(ExperimentLook.all(in: desk.data).isEmpty)
    desk.send(.undoTapped)
    #expect(try experiment(desk).isRunning)
    desk.send(.addressChanged(Reeds.Place.experiment(id).path))
    send(.endAsked, .reasonTyped("Enough"), .ended, to: desk)
    #expect(try experiment(desk).ended != 0)
    #expect(ExperimentLook.all(in: desk.data).count == 1)
  }

  @Test func whatIsTakenOutStaysAsARow() throws {
    let (desk, id) = try desk()
    send(.startAsked, .started, to: desk)
    let reed = try place(desk, id)
    let member = try #require(ExperimentReed.all(in: desk.data).first)
    send(.takenOut(member.id), to: desk)
    #expect(ExperimentReed.all(in: desk.data).isEmpty)
    let row = try #require(desk.data[member.id])
    #expect(row.life == .alive && ExperimentReed(row).takenOut > 0)
    #expect(desk.html.contains("Pair 1, first piece: use "))
    #expect(desk.state.reeds.index.cover.experiment(reed) == nil)
    desk.send(.undoTapped)
    #expect(ExperimentReed.all(in: desk.data).map(\.id) == [member.id])
  }

  @Test func theArmIsHiddenWhileItRuns() throws {
    let (desk, id) = try desk()
    send(.startAsked, .started, to: desk)
    let reed = try place(desk, id)
    let value = try #require(desk.data[reed]?.value(ReedField.shaper))
    guard case .row(let tool) = value else { throw Problem() }
    let name = desk.state.reeds.index.name(ofTool: tool)
    #expect(desk.state.reeds.index[reed]?.value(ReedField.shaper) == .null)
    #expect(!desk.state.reeds.index.linked(to: tool).contains { $0.reed.id == reed })
    desk.send(.addressChanged(Reeds.Place.reed(reed).path))
    #expect(desk.html.contains("Hidden until the experiment ends"))
    // The list beside it has other reeds.
    let page = try #require(desk.html.split(separator: "reed-page").last)
    #expect(!page.contains(">\(name)<"))
    desk.send(.reeds(.opened(.editReed(reed))))
    #expect(desk.html.contains("Shaper: hidden until the experiment ends"))
    desk.send(.reeds(.saved))
    #expect(desk.data[reed]?.value(ReedField.shaper) == value)
    // The end shows it again.
    desk.send(.addressChanged(Reeds.Place.experiment(id).path))
    send(.endAsked, .reasonTyped("Enough"), .ended, to: desk)
    #expect(desk.state.reeds.index[reed]?.value(ReedField.shaper) == value)
    desk.send(.addressChanged(Reeds.Place.reed(reed).path))
    let shown = try #require(desk.html.split(separator: "reed-page").last)
    #expect(shown.contains(">\(name)<"))
    #expect(!desk.html.contains("while its experiment runs"))
  }

  @Test func whatOneExperimentHidesAnotherLeavesAsItIs() throws {
    let (desk, id) = try desk()
    send(.startAsked, .started, to: desk)
    let reed = try place(desk, id)
    let value = try #require(desk.data[reed]?.value(ReedField.shaper))
    try log(shaper: "Mack", to: desk)
    try log(shaper: "Joshua", to: desk)
    desk.send(.addressChanged("/reeds/experiments"))
    send(.wanted(field: "", outcome: ""), .question("And these two?"), to: desk)
    for (place, name) in ["Mack", "Joshua"].enumerated() {
      let tool = try #require(desk.state.reeds.index.tool(.shaper, named: name))
      send(.arm(place, tool.id.bits.hex), to: desk)
    }
    send(.planned("2"), .saved, to: desk)
    let other = try #require(Experiment.all(in: desk.data).first { $0.id != id }?.id)
    desk.send(.addressChanged(Reeds.Place.experiment(other).path))
    send(.startAsked, .started, .chosen(reed), .placed, to: desk)
    #expect(ExperimentReed.all(in: desk.data).count == 2)
    #expect(desk.data[reed]?.value(ReedField.shaper) == value)
  }

  private struct Problem: Error {}

  @Test func armsFollowAMergeOfTools() throws {
    let (desk, id) = try desk()
    try log(shaper: "RC 10.5", to: desk)
    desk.send(.addressChanged(Reeds.Place.experiment(id).path))
    send(.startAsked, .started, to: desk)
    let own = try experiment(desk)
    let (one, other) = (
      try #require(desk.state.reeds.index.tool(.shaper, named: "RC")),
      try #require(desk.state.reeds.index.tool(.shaper, named: "RC 10.5"))
    )
    desk.send(.reeds(.tool(.merged(one.id, into: other.id))))
    let merged = try experiment(desk)
    #expect(merged.arms == own.arms && merged.armsNow[1] == other.id.bits.hex)
    #expect(desk.html.contains("Gilbert and RC 10.5"))
    desk.send(.undoTapped)
    #expect(try experiment(desk).armsNow == own.arms)
  }

  @Test func aDraftOfOneArmDoesNotStart() throws {
    let (desk, _) = try desk()
    let (one, other) = (
      try #require(desk.state.reeds.index.tool(.shaper, named: "RC")),
      try #require(desk.state.reeds.index.tool(.shaper, named: "Gilbert"))
    )
    desk.send(.reeds(.tool(.merged(one.id, into: other.id))))
    send(.startAsked, .started, to: desk)
    #expect(try experiment(desk).isDraft)
    #expect(desk.html.contains("The two that you compare are the same."))
  }

  /// The reeds are the same after a look and after the end, and so is the question; the answer is not.
  @Test func anExperimentThatGoesOnIsAskedAboutAnew() throws {
    func questions(_ desk: Desk) -> Int {
      desk.orders.reduce(0) { if case .analyst = $1 { $0 + 1 } else { $0 } }
    }
    let (desk, id) = try desk()
    send(.startAsked, .started, to: desk)
    desk.send(.reeds(.stats(.ask(.experiment, try experiment(desk).choices))))
    desk.send(.addressChanged("/reeds/stats/experiment"))
    #expect(questions(desk) == 1)
    desk.hearAnalyst(.report(Report("Still running").bytes))
    desk.send(.addressChanged(Reeds.Place.experiment(id).path))
    send(.lookAsked, .looked, to: desk)
    desk.send(.addressChanged("/reeds/stats/experiment"))
    #expect(desk.state.reeds.stats.isWaiting)
    desk.send(.reeds(.stats(.dataChanged)))
    #expect(questions(desk) == 2)
  }

  @Test func theAnalystIsGivenExperimentsAndTheirReeds() throws {
    let (desk, id) = try desk()
    send(.startAsked, .started, to: desk)
    _ = try place(desk, id)
    desk.send(.addressChanged("/reeds/stats/experiment"))
    let asked = try #require(
      desk.orders.reversed().compactMap { order -> [UInt8]? in
        if case .analyst(let bytes) = order { bytes } else { nil }
      }.first)
    var reader = ByteReader(asked)
    _ = try Question(&reader)
    let rows = try ReedRows.readRows(&reader)
    #expect(rows.contains { $0.id == id } && rows.contains { $0.kind == .experimentReed })
    #expect(desk.html.contains("Your experiments"))
  }
}
