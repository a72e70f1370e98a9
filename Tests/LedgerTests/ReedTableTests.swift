import Foundation
import Testing

@testable import Domain
@testable import Ledger

/// Reeds as tables, and the files of Reed Log.
@Suite struct ReedTableTests {
  private static let today: Int64 = 20_405

  private func plan(
    _ text: String, _ table: String = "reeds", into rows: [Row] = [],
    today: Int64 = ReedTableTests.today,
    correct: (inout ReedTable.Matching) -> Void = { _ in }
  ) throws -> ReedImport {
    let rows = ReedRows(rows)
    let read = try ReedTable(Array(text.utf8))
    var matching = read.matching(table, rows.fields)
    correct(&matching)
    return ReedImport(read.contents(matching, rows, today: today), into: rows)
  }

  private func rows(_ kind: KindID, _ rows: [Row]) -> [Row] {
    rows.filter { $0.kind == kind && $0.life == .alive }
  }

  private func field(_ name: String) throws -> FieldID {
    try #require((ReedField.reed + ReedField.test).first { $0.name == name }).id
  }

  // MARK: - Round trips

  @Test(arguments: UInt64(1)...25)
  func tablesBringNothingIntoTheSpaceThatTheyAreFrom(seed: UInt64) throws {
    let rows = ReedRows(RandomReeds.space(seed))
    for name in ReedTable.names {
      let bytes = try #require(ReedTable.export(name, rows))
      let table = try ReedTable(bytes)
      let matching = table.matching(name, rows.fields)
      #expect(matching.unmatched.isEmpty, "seed \(seed), \(name)")
      let plan = ReedImport(table.contents(matching, rows, today: 0), into: rows)
      // A table has no blanks at the ends of texts, and no rows of the trash.
      let changes = plan.items.flatMap(\.changes).filter {
        $0.here.trimmingBlanks != $0.there && !$0.here.contains("\r")
      }
      #expect(changes.isEmpty, "seed \(seed), \(name): \(changes.first.map { "\($0)" } ?? "")")
      #expect(plan.items.allSatisfy { $0.state != .new }, "seed \(seed), \(name)")
    }
  }

  @Test func tablesAreInTheFormOfRFC4180() throws {
    let stamp = RandomReeds.stamp
    let row = Row(
      id: RowID(Bits128(high: 0, low: 1)), kind: .reed,
      cells: [
        (FieldID.life, Life.alive.value), (Reed.nameField, .text("a, \"b\"")),
        (Reed.remarkField, .text("=1+2")), (Reed.stageField, .int(4)),
        (try field("tie_length"), .decimal(units: 7_250, places: 2)),
        (try field("wrap_close"), .decimal(units: -15, places: 1)),
      ].map { Cell(field: $0.0, stamp: stamp, value: $0.1) })
    let text = String(
      decoding: try #require(ReedTable.export("reeds", ReedRows([row]))), as: UTF8.self)
    let lines = text.components(separatedBy: "\r\n")
    #expect(lines.count == 3 && lines[2].isEmpty)
    #expect(
      lines[0].hasPrefix("id,name,nickname,instrument")
        && lines[0].hasSuffix("tie_length,wrap_close"))
    #expect(lines[1].contains("\"a, \"\"b\"\"\"") && lines[1].hasSuffix(",'=1+2,72.5,-1.5"))
  }

  // MARK: - Spreadsheets

  @Test func aPastedTableBecomesReeds() throws {
    let plan = try plan(
      "Name\tTie length (mm)\tShaper\tStaple no.\tDate\tStage\tThread color\tBox\n"
        + "B1\t72,5\tRC 10\t27\t20.11.2025\tin use\tDark red\tConcert\n"
        + "B2\t71\tRC 10\t28\t2025-11-21\tblank\t#1f4d3b\tConcert\n")
    #expect(plan.problems.isEmpty, "\(plan.problems)")
    let after = imported(plan, into: [], at: 1)
    let reeds = rows(.reed, after).sorted { $0.text(Reed.nameField) < $1.text(Reed.nameField) }
    #expect(
      reeds.count == 2 && rows(.reedTool, after).count == 3 && rows(.reedBox, after).count == 1)
    #expect(try reeds[0].value(field("tie_length")) == .decimal(units: 7_250, places: 2))
    #expect(Reed(reeds[0]).stage == .inUse && Reed(reeds[0]).begun == 20_412)
    #expect(reeds[0].link(ReedField.shaper) == reeds[1].link(ReedField.shaper))
    #expect(reeds[0].link(Reed.boxField) == rows(.reedBox, after)[0].id)
    // The same table again is the same reeds.
    let text = "Name\tTie length (mm)\nB3\t70\n"
    let once = imported(try self.plan(text), into: [], at: 1)
    #expect(try self.plan(text, into: once).items.allSatisfy { $0.state == .unchanged })
  }

  @Test(arguments: [
    ("Tie length (mm)", "tie_length", false), ("TIE LENGTH [in]", "tie_length", true),
    ("tie_length", "tie_length", false), ("Tie length in", "tie_length", true),
    ("tié   Length", "tie_length", false), ("Finished length, mm", "overall_length", false),
    ("Staple number", "staple_no", false), ("Cane brand", "cane_brand", false),
    ("Comment", "remark", false), ("A middle", "g_a_m", false),
    ("Tip, thickness (mm)", "tip_thick", false),
  ])
  func columnsAreMatched(heading: String, name: String, isInches: Bool) throws {
    let table = try ReedTable(Array("Name;\"\(heading)\"\nx;1\n".utf8))
    let column = table.matching("reeds", ReedFieldLists()).columns[1]
    #expect(column.target == name)
    #expect((column.lengths == .inches) == isInches)
    #expect(column.samples == ["1"])
  }

  @Test func aColumnIsCorrectedAndRemembered() throws {
    let table = try ReedTable(Array("What,How long\nx,72\n".utf8))
    var matching = table.matching("reeds", ReedFieldLists())
    #expect(matching.unmatched == ["What", "How long"])
    matching.set(0, to: "name")
    matching.set(1, to: "tie_length")
    var next = table.matching("reeds", ReedFieldLists())
    next.recall(matching.memory())
    #expect(next.columns.map(\.target) == ["name", "tie_length"])
    next.set(0, to: "tie_length")
    #expect(next.columns.map(\.target) == ["tie_length", nil])
    let plan = ReedImport(
      table.contents(matching, ReedRows([]), today: 0), into: ReedRows([]))
    #expect(plan.count(.reed, .new) == 1)
  }

  @Test func errorsNameLineAndColumn() throws {
    let plan = try plan(
      "name;tie length;stage;begun\n\"two\nlines\";72;blank;2025-11-20\nB2;long;asleep;3/4/2025\n")
    #expect(plan.count(.reed, .new) == 2)
    #expect(
      plan.problems.map(\.place) == [
        TextPlace(line: 4, column: 2), TextPlace(line: 4, column: 3), TextPlace(line: 4, column: 4),
      ])
    #expect(
      plan.problems[0].message
        == "Line 4, column 2: tie length: “long” is left out. Enter a number, such as 73.")
    // Names as people write them, not as they are in exports.
    #expect(
      plan.problems[1].message.contains("Enter one of planned, blank, scraped, breaking in, in use")
    )
  }

  @Test func quotesThatAreNotClosedAreNamed() {
    #expect(
      throws: ReedProblem(TextPlace(line: 2, column: 2), "The quotes in this cell are not closed.")
    ) {
      try ReedTable(Array("a,b\n1,\"x\n2,3\n".utf8))
    }
    #expect(throws: ReedProblem.self) { try ReedTable(Array("\n \n".utf8)) }
  }

  @Test func oldSpreadsheetsWriteOneByteALetter() throws {
    let table = try ReedTable(Array("name,remark\nx,".utf8) + [0xE9, 0x0A])
    #expect(table.records[0].cells == ["x", "é"])
  }

  @Test func namedRowsAreMerged() throws {
    let first = imported(try plan("name,tie length\nB1,72\n"), into: [], at: 1)
    let id = try #require(rows(.reed, first).first).id
    let plan = try plan("id,strokes\n\(id.bits.hex),40\n", into: first)
    #expect(plan.items.map(\.state) == [.changed])
    let after = imported(plan, into: first, at: 2)
    #expect(rows(.reed, after).count == 1 && rows(.reed, after)[0].text(Reed.nameField) == "B1")
    let tests = try self.plan(
      "reed,day,success,q_pitch\nB1,2025-11-20,8,-1\n", "tests", into: after)
    #expect(tests.problems.isEmpty && tests.count(.reedTest, .new) == 1)
    let stray = try self.plan("reed,day\nnobody,2025-11-20\n", "tests", into: after)
    #expect(stray.problems.count == 1)
  }

  /// A reed that was imported before has moved on since: the same table takes nothing of that back.
  @Test(arguments: [
    "name,brand,strength,box\nC1,Vandoren,3,Concert\n", "name,tie length,box\nB1,72,Concert\n",
  ])
  func theSameTableOnAnotherDayChangesNothing(text: String) throws {
    var rows = imported(try plan(text), into: [], at: 1)
    let before = Reed(try #require(self.rows(.reed, rows).first))
    #expect(before.begun == Self.today)
    var reed = before
    (reed.stage, reed.origin) = (.inUse, .student)
    reed.instrument = before.instrument == .clarinet ? .bassClarinet : .corAnglais
    rows = edited(rows, reed.edits(from: before))
    let named = ReedBox(try #require(self.rows(.reedBox, rows).first))
    var box = named
    box.name = "Orchestra"
    rows = edited(rows, box.edits(from: named))
    let again = try plan(text, into: rows, today: Self.today + 30)
    #expect(again.edits.map { "\($0)" } == [])
    #expect(again.items.allSatisfy { $0.state == .unchanged })
  }

  /// A strength alone makes a clarinet's reed; beside what only double reeds have, it does not.
  @Test(arguments: [
    "Reed,Brand,Staple,Tie,Strength\nB1,Rigotti,D12,72,3\n",
    "Reed,Brand,Tie,Strength\nB1,Rigotti,,3\n", "Reed,Brand,Style,Strength\nB1,Rigotti,German,3\n",
  ])
  func aSpreadsheetOfDoubleReedsStaysOne(text: String) throws {
    // Its owner changed the tie length before there were single reeds.
    var own = OwnField(blank: RowID(Bits128(high: 0, low: 1)))
    (own.kind, own.family) = (Int64(KindID.reed.number), ReedField.Family.all.rawValue)
    own.number = Int64(try field("tie_length").number)
    let changed = edited([], own.edits(from: nil))
    for space in [[], changed] {
      let rows = imported(try plan(text, into: space), into: space, at: 1)
      let row = try #require(self.rows(.reed, rows).first)
      let reed = Reed(row)
      #expect(reed.instrument == .oboe && reed.origin == .own && reed.stage == .blank)
      #expect(row.value(ReedField.caneBrand) == .text("Rigotti"))
      #expect(row.value(ReedField.brand) == .null)
      #expect(row.value(ReedField.strength) == .decimal(units: 300, places: 2))
    }
  }

  // MARK: - Reed Log

  private func log(_ text: String, _ mapping: ReedLogMapping = ReedLogMapping()) throws -> [Row] {
    let contents = try mapping.read(Array(text.utf8), ReedRows([]), today: Self.today)
    return imported(ReedImport(contents, into: ReedRows([])), into: [], at: 1)
  }

  @Test func thereAreTwentySixParametersAndEachHasItsPlace() throws {
    #expect(ReedLogMapping.parameters.count == 26)
    let names = (ReedField.reed + ReedField.test).map(\.name) + ["stage"]
    for rule in ReedLogMapping.parameters {
      #expect(names.contains(try #require(rule.target)), "\(rule.label)")
    }
  }

  @Test func aFileOfReedLogBecomesReeds() throws {
    let rows = try log(
      #"""
      {"reedBoxes":[{"name":"Concert","reeds":[
        {"caneType":"Rigotti","tubeDiameter":10.25,"gouge":"Ross","shape":"RC 10","leftL":0.45,"leftM":0.59,
         "leftR":0.45,"rightL":0.46,"rightM":"0,60","rightR":0.46,"bottomLeft":0.5,"bottomRight":0.51,
         "stapleType":"Guercio D12","stapleNumber":"27","tieLength":72.5,
         "threadColor":{"red":0.5,"green":0.1,"blue":0.1,"alpha":1},"stage":"Destroyed","success":8,"loudness":1,
         "pitch":-1,"response":7,"resistance":0,"depth":6,"ring":5,"stability":9,"flexibility":4,
         "notes":[{"text":"dark"},{"text":"cracked"}],"weight":3}]}]}
      """#)
    let reed = try #require(self.rows(.reed, rows).first)
    #expect(Reed(reed).stage == .discarded)
    #expect(try reed.value(field("g_b_m")) == .decimal(units: 600, places: 3))
    #expect(try reed.value(field("thread_colour")) == .int(0x801A1A))
    #expect(reed.text(Reed.remarkField) == "dark\ncracked")
    #expect(reed.link(Reed.boxField) == self.rows(.reedBox, rows).first?.id)
    #expect(
      ReedTool(try #require(rows.first { $0.id == reed.link(ReedField.staple) })).name == "27")
    #expect(reed.unknownMembers.count == 1)
    let test = try #require(self.rows(.reedTest, rows).first)
    #expect(test.value(ReedTest.successField) == .int(8))
    #expect(try test.value(field("q_pitch")) == .int(-1))
    // Reed Log has no blanks: a 0 says nothing.
    #expect(try test.value(field("q_resistance")) == .null)
  }

  /// What it does not say, such as the day or the name, is not taken from another day's import.
  @Test func theSameFileOfReedLogOnAnotherDayChangesNothing() throws {
    let bytes = Array(
      #"[{"caneType":"Marca","gouge":"Ross","tieLength":71,"loudness":1,"success":6}]"#.utf8)
    var rows: [Row] = []
    for day in [Self.today, Self.today + 30] {
      let space = ReedRows(rows)
      let plan = ReedImport(
        try ReedLogMapping().read(bytes, space, today: day), into: space)
      #expect(plan.isEmpty == (day > Self.today))
      rows = imported(plan, into: rows, at: 1)
      let before = Reed(try #require(self.rows(.reed, rows).first))
      #expect(before.begun == Self.today && self.rows(.reedTest, rows).count == 1)
      if day > Self.today { continue }
      var reed = before
      (reed.name, reed.stage) = ("Mine", .inUse)
      rows = edited(rows, reed.edits(from: before))
    }
  }

  @Test func theMappingIsEdited() throws {
    var mapping = ReedLogMapping()
    let place = try #require(mapping.rules.firstIndex { $0.label == "Cane type" })
    mapping.rules[place].names.append("Rohr")
    mapping.ratings = 1...5
    let rows = try log(
      #"[{"ROHR":"Marca","tie_length":71,"staple":"D11","loudness":5,"success":1}]"#, mapping)
    let reed = try #require(self.rows(.reed, rows).first)
    #expect(try reed.value(field("cane_brand")) == .text("Marca"))
    let test = try #require(self.rows(.reedTest, rows).first)
    #expect(try test.value(field("q_loudness")) == .int(3))
    #expect(test.value(ReedTest.successField) == .int(1))
  }

  @Test func aFileWithoutReedsIsRefused() {
    #expect(throws: ReedProblem.self) { try log(#"{"hello":[{"caneType":"x"}]}"#) }
    #expect(throws: ReedProblem.self) { try log("[") }
  }

  @Test(arguments: [
    (#""red""#, 0xC62828), ("\"#F00\"", 0xFF0000), (#""7a1f1fff""#, 0x7A1F1F),
    (#""rgb(10, 20, 30)""#, 0x0A141E), (#""1 0.5 0 1""#, 0xFF8000), ("[255,0,128]", 0xFF0080),
    (#"{"r":0,"g":1,"b":0}"#, 0x00FF00),
  ])
  func coloursAreReadInSeveralSpellings(text: String, colour: Int64) throws {
    #expect(ReedLogColour.read(try JSON(parsing: Array(text.utf8)[...])) == colour)
  }

  // MARK: - Paper

  @Test func theSheetHasBoxesAndLabels() throws {
    let rows = imported(
      try plan(
        "name,box,stage,thread\nB<1>,Concert,in use,red\nB2,,blank,blue\nB3,,retired,blue\n"),
      into: [], at: 1)
    let text = String(
      decoding: ReedSheet.html(ReedRows(rows), origin: "https://shed.example", on: Self.today),
      as: UTF8.self)
    #expect(text.contains("<h2>Concert</h2><p class=\"quiet\">1 of 10</p>"))
    #expect(text.contains("<h2>Not in a box</h2>") && text.contains("B&lt;1&gt;"))
    #expect(text.components(separatedBy: "<svg").count == 3)
    #expect(!text.contains("B3") && text.contains("Thursday 13 November 2025"))
    #expect(text.contains("<th>Thread</th><th>Stage</th><th>Staple</th><th>Shaper</th>"))
  }

  /// A brand beside a strength is the reed's, not its cane's; on paper there is no staple then.
  @Test func aSpreadsheetOfBoughtReedsIsReadAndPrinted() throws {
    let rows = imported(
      try plan(
        "name,instrument,brand,model,strength,stage\nC1,clarinet,Vandoren,V12,3½,\n"
          + "C2,alto saxophone,D’Addario,Reserve,3+,scraped\nC3,,Vandoren,V21,3,blank\n"),
      into: [], at: 1)
    let reeds = self.rows(.reed, rows).sorted { Reed($0).name < Reed($1).name }
    #expect(reeds.map { Reed($0).instrument } == [.clarinet, .altoSaxophone, .clarinet])
    #expect(reeds.allSatisfy { Reed($0).origin == .boughtReed })
    #expect(reeds[0].text(ReedField.brand) == "Vandoren")
    #expect(reeds[0].value(ReedField.strength) == .decimal(units: 350, places: 2))
    #expect(reeds[1].value(ReedField.strength) == .decimal(units: 325, places: 2))
    #expect(reeds[0].value(ReedField.caneBrand) == .null)
    let text = String(
      decoding: ReedSheet.html(ReedRows(rows), origin: "https://shed.example", on: Self.today),
      as: UTF8.self)
    #expect(text.contains("<th>Reed</th><th>Stage</th><th>Brand</th><th>Started</th>"))
    #expect(text.contains("<td>New</td><td>D’Addario Reserve 3.25</td>"))
    #expect(text.contains("<td>New</td><td>Vandoren V12 3.5</td>"))
    #expect(text.contains("<td>Unopened</td><td>Vandoren V21 3</td>"))
    #expect(!text.contains("Staple") && !text.contains("Shaper"))
  }
}
