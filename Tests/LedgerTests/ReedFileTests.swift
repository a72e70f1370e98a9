import Foundation
import Testing

@testable import Domain
@testable import Ledger

/// Reeds as a JSON document: written, read, merged.
@Suite struct ReedFileTests {
  private static let now = Domain.Moment(1_780_000_000_000, zoneMinutes: 60)

  private func export(_ rows: [Row]) -> [UInt8] { ReedFile.export(ReedRows(rows), at: Self.now) }

  private func plan(_ bytes: [UInt8], into rows: [Row] = []) throws -> ReedImport {
    let rows = ReedRows(rows)
    return ReedImport(try ReedFile.read(bytes, rows), into: rows)
  }

  private func file(_ lists: String, exported: String = "2026-11-20T12:00:00Z") -> [UInt8] {
    Array(
      """
      {"format":"double-reed-log","version":1,"exported":"\(exported)",
      \(lists)}
      """.utf8)
  }

  private func reed(_ id: UInt64, _ values: [FieldID: Value], at milliseconds: Int64 = 0) -> Row {
    let stamp = Stamp(HybridTime(milliseconds: milliseconds), DeviceID(1))
    return Row(
      id: RowID(Bits128(high: 0, low: id)), kind: .reed,
      cells: [Cell(field: .life, stamp: stamp, value: Life.alive.value)]
        + values.map { Cell(field: $0.key, stamp: stamp, value: $0.value) })
  }

  private func field(_ name: String) throws -> FieldID {
    try #require(ReedField.reed.first { $0.name == name }).id
  }

  /// Where two files begin to differ; nothing where they are the same.
  private func difference(_ one: [UInt8], _ other: [UInt8]) -> String {
    guard one != other else { return "" }
    let place = zip(one, other).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    let start = max((place ?? min(one.count, other.count)) - 60, 0)
    return [one, other].map { String(decoding: $0.dropFirst(start).prefix(120), as: UTF8.self) }
      .joined(separator: "\n")
  }

  // MARK: - The round trip

  @Test(arguments: UInt64(1)...60)
  func whatIsExportedAndImportedIsExportedAsTheSameBytes(seed: UInt64) throws {
    let rows = RandomReeds.space(seed)
    let first = export(rows)
    let plan = try plan(first)
    let second = export(imported(plan, into: [], at: Self.now.milliseconds + 1))
    #expect(difference(first, second) == "")
    // Into the space that it is from, it brings nothing.
    let again = try self.plan(first, into: rows)
    #expect(again.edits.first.map { "\($0)" } == nil)
    #expect(again.items.first { $0.state != .unchanged }?.name == nil)
    _ = try JSONSerialization.jsonObject(with: Data(first))
  }

  @Test func anEmptySpaceHasAFileToo() throws {
    let bytes = export([])
    #expect(try plan(bytes).items.isEmpty)
    #expect(export(imported(try plan(bytes), into: [], at: 1)) == bytes)
  }

  @Test func valuesAreNumbersInTheirUnits() throws {
    let row = try reed(
      1,
      [
        field("tie_length"): .decimal(units: 7_250, places: 2), field("leak"): .int(2),
        field("thread_colour"): .int(0x7A1F1F), field("wire"): .bool(false),
        Reed.instrumentField: .int(2), Reed.stageField: .int(4), Reed.begunField: .day(20_400),
      ])
    let text = String(decoding: export([row]), as: UTF8.self)
    #expect(
      text.contains(
        #""instrument":"cor_anglais","stage":"in_use","begun":"2025-11-08","values":{"tie_length":72.5,"#
          + ##""thread_colour":"#7a1f1f","leak":"Slight","wire":false}"##
      ), "\(text)")
    #expect(
      text.contains(
        #""id":"tie_length","of":"reed","label":"Tie length","type":"number","unit":"mm","#
          + #""step":0.25,"minimum":69,"maximum":77"#))
  }

  @Test func aClarinetReedIsExportedAndRead() throws {
    let row = try reed(
      1,
      [
        field("reed_brand"): .text("Vandoren"), field("reed_model"): .text("V12"),
        field("strength"): .decimal(units: 350, places: 2), field("reed_material"): .int(1),
        Reed.instrumentField: .int(7), Reed.originField: .int(2), Reed.stageField: .int(4),
        Reed.begunField: .day(20_400),
      ])
    let bytes = export([row])
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(
      text.contains(
        #""instrument":"clarinet","origin":"bought_reed","stage":"in_use","begun":"2025-11-08","#
          + #""values":{"reed_brand":"Vandoren","reed_model":"V12","strength":3.5,"#
          + #""reed_material":"Cane"}"#), "\(text)")
    #expect(text.contains(#""id":"strength","of":"reed","label":"Strength","type":"number""#))
    #expect(difference(export(imported(try plan(bytes), into: [], at: 1)), bytes) == "")
  }

  @Test func whatIsInTheTrashStaysOut() throws {
    var row = reed(1, [Reed.nameField: .text("gone")])
    _ = row.merge(
      RowCell(
        row: row.id, kind: .reed,
        cell: Cell(
          field: .life, stamp: Stamp(HybridTime(milliseconds: 5), DeviceID(1)),
          value: Life.trashed.value)))
    #expect(!String(decoding: export([row]), as: UTF8.self).contains("gone"))
  }

  // MARK: - Files of others

  @Test func whatIsUnknownSurvives() throws {
    let bytes = file(
      #"""
      "trials":[{"id":"e1","seed":7}],
      "reeds":[{"id":"r1","name":"One","mood":"fine","stage":"in_use","values":{"g_a_m":{"v":0.59,"at":"2025-01-01T10:00:00Z","state":"wet"},"later":3,"tie_length":"soon"}}]
      """#)
    let plan = try plan(bytes)
    #expect(plan.problems.count == 3)
    let rows = imported(plan, into: [], at: 1)
    let text = String(decoding: export(rows), as: UTF8.self)
    for part in [
      #""trials":[{"id":"e1","seed":7}]"#, #""mood":"fine""#, #""later":3"#,
      #""tie_length":"soon""#, #""about":{"g_a_m":{"state":"wet"}}"#, #""g_a_m":0.59"#,
    ] { #expect(text.contains(part), "\(part) in \(text)") }
    let again = try self.plan(Array(text.utf8), into: rows)
    #expect(again.isEmpty)
  }

  @Test func idsOfAnyFormNameTheSameRowEachTime() throws {
    let bytes = file(
      #"""
      "tools":[{"id":"t1","kind":"shaper","name":"RC","events":[{"at":"2025-01-01","kind":"service"}]}],
      "reeds":[{"id":"7b1e6a54-0b1d-4c8e-9f53-1a2b3c4d5e6f","values":{"shaper":{"ref":"t1"}}}]
      """#)
    let plan = try plan(bytes)
    let rows = imported(plan, into: [], at: 1)
    let tool = try #require(rows.first { $0.kind == .reedTool })
    let reed = try #require(rows.first { $0.kind == .reed })
    #expect(reed.id.bits.hex == "7b1e6a540b1d4c8e9f531a2b3c4d5e6f")
    #expect(try reed.value(field("shaper")) == .row(tool.id))
    #expect(ReedTool(tool).sort == .shaper)
    #expect(try self.plan(bytes, into: rows).items.allSatisfy { $0.state == .unchanged })
  }

  @Test func aFieldThatIsUnknownHereBecomesOneOfTheOwner() throws {
    let bytes = file(
      #"""
      "fields":[{"id":"smell","of":"reed","label":"Smell","type":"string"}],
      "reeds":[{"id":"r1","values":{"smell":"sweet"}}]
      """#)
    let rows = imported(try plan(bytes), into: [], at: 1)
    let lists = ReedFieldLists(rows)
    let own = try #require(lists.reed.all.first { $0.label == "Smell" })
    #expect(rows.first { $0.kind == .reed }?.value(own.id) == .text("sweet"))
    let first = export(rows)
    #expect(export(imported(try plan(first), into: [], at: 2)) == first)
  }

  /// Whatever another program says about a field is taken over, and comes back as the same bytes.
  @Test func aFieldOfAnotherProgramKeepsAllThatIsSaidAboutIt() throws {
    let bytes = file(
      #"""
      "fields":[
      {"id":"bark","of":"reed","label":"Bark","type":"string","enum":["Light","Dark"],"group":"cane","stages":["blank","scraped"]},
      {"id":"mass","of":"reed","label":"Mass","type":"number","unit":"g","step":0.0005,"minimum":0.1,"constraints":{"maximum":2},"direction":"target","archived":true},
      {"id":"mood","of":"snapshot","label":"Mood","type":"integer","format":"scale","minimum":1,"maximum":5,"low":"Sad","middle":"So-so","high":"Happy","direction":"higher","group":"quality"},
      {"id":"file","of":"reed","label":"File","type":"object","format":"tool","kind":"knife","group":"quality"}],
      "tools":[{"id":"k1","kind":"knife","name":"Herder"}],
      "reeds":[{"id":"r1","name":"One","values":{"bark":"Dark","mass":0.1235,"file":{"ref":"k1"}},
      "snapshots":[{"id":"s1","values":{"mood":5}}]}]
      """#)
    let plan = try plan(bytes)
    #expect(plan.problems.isEmpty)
    let rows = imported(plan, into: [], at: 1)
    let lists = ReedFieldLists(rows)
    func own(_ label: String) throws -> ReedField {
      try #require((lists.reed.all + lists.test.all).first { $0.label == label })
    }
    let reed = try #require(rows.first { $0.kind == .reed })
    let bark = try own("Bark")
    #expect(bark.words(of: reed.value(bark.id)) == "Dark" && bark.group == .cane)
    #expect(bark.isAsked(in: .scraped) && !bark.isAsked(in: .inUse))
    let mass = try own("Mass")
    #expect(mass.content == .number(places: 4, step: 5, unit: "g"))
    #expect(mass.usual == 1_000...20_000 && mass.direction == .target && mass.isHidden)
    #expect(reed.value(mass.id) == .decimal(units: 1_235, places: 4))
    let mood = try own("Mood")
    #expect(mood.content == .scale(1...5, low: "Sad", middle: "So-so", high: "Happy"))
    #expect(mood.direction == .higher && mood.group == .quality)
    #expect(rows.first { $0.kind == .reedTest }?.value(mood.id) == .int(5))
    let knife = try own("File")
    #expect(knife.content == .tool(.knife) && knife.group == .own, "A reed has no such group.")
    let first = export(rows)
    for part in [#""low":"Sad","middle":"So-so","high":"Happy""#, #""stages":["blank","scraped"]"#]
    {
      #expect(String(decoding: first, as: UTF8.self).contains(part))
    }
    #expect(difference(first, export(imported(try self.plan(first), into: [], at: 2))) == "")
    #expect(try self.plan(bytes, into: rows).items.allSatisfy { $0.state == .unchanged })
  }

  /// A later file of the same program may list other choices first.
  @Test func whatWasRecordedKeepsItsChoiceWhenAFileListsMore() throws {
    func bytes(_ labels: String, _ reeds: String) -> [UInt8] {
      file(
        #""fields":[{"id":"wood","of":"reed","label":"Wood","type":"string","enum":[\#(labels)]}],"#
          + #""reeds":[\#(reeds)]"#)
    }
    let soft = #"{"id":"r1","name":"1","values":{"wood":"soft"}}"#
    let first = imported(try plan(bytes(#""soft","hard""#, soft)), into: [], at: 1)
    let plan = try plan(
      bytes(
        #""medium","soft","hard""#,
        #"\#(soft),{"id":"r2","name":"2","values":{"wood":"medium"}},{"id":"r3","name":"3","values":{"wood":"hard"}}"#
      ), into: first)
    #expect(plan.problems.isEmpty)
    #expect(plan.count(.choice, .new) == 1 && plan.count(.choice, .changed) == 0)
    let rows = imported(plan, into: first, at: 2)
    let wood = try #require(ReedFieldLists(rows).reed.all.first { $0.label == "Wood" })
    #expect(Set(wood.offered().map(\.label)) == ["medium", "soft", "hard"])
    let reeds = rows.filter { $0.kind == .reed }.sorted { Reed($0).name < Reed($1).name }
    #expect(reeds.map { wood.words(of: $0.value(wood.id)) } == ["soft", "medium", "hard"])
    // In the order of the file, where all are new.
    let new = imported(try self.plan(bytes(#""medium","soft","hard""#, soft)), into: [], at: 1)
    let field = try #require(ReedFieldLists(new).reed.all.first { $0.label == "Wood" })
    #expect(field.offered().map(\.label) == ["medium", "soft", "hard"])
    #expect(field.id == wood.id && Set(field.offered()) == Set(wood.offered()))
  }

  /// What its owner made of a field of another program stays when the next file is imported.
  @Test func aFieldThatWasImportedBeforeStaysAsItsOwnerChangedIt() throws {
    func bytes(_ reeds: String) -> [UInt8] {
      file(
        #"""
        "fields":[
        {"id":"wood","of":"reed","label":"Wood","type":"string","enum":["soft","hard"],"stages":["blank"]},
        {"id":"mass","of":"reed","label":"Mass","type":"number","unit":"g","step":0.01,"minimum":0,"maximum":2}],
        "reeds":[{"id":"r1","name":"1","values":{"wood":"soft","mass":0.123}}\#(reeds)]
        """#)
    }
    var rows = imported(try plan(bytes("")), into: [], at: 1)
    for row in rows where row.kind == .field || row.kind == .choice {
      if row.kind == .field {
        let before = OwnField(row)
        var own = before
        own.label += " here"
        if own.format == .decimal { (own.unit, own.step, own.most) = ("mg", 5, 900_000) }
        own.stages = 1 << Int64(ReedStage.inUse.rawValue)
        rows = edited(rows, own.edits(from: before))
      } else {
        let before = OwnChoice(row)
        var choice = before
        choice.label = before.label == "soft" ? "hard" : "very hard"
        rows = edited(rows, choice.edits(from: before))
      }
    }
    let lists = ReedFieldLists(rows)
    let wood = try #require(lists.reed.all.first { $0.label == "Wood here" })
    let mass = try #require(lists.reed.all.first { $0.label == "Mass here" })
    let reed = try #require(rows.first { $0.kind == .reed })
    rows = edited(rows, [Edit(reed.id, .reed, mass.id, .decimal(units: 123_000, places: 3))])
    #expect(try plan(bytes(""), into: rows).edits.map { "\($0)" } == [])
    let more = #",{"id":"r2","name":"2","values":{"wood":"hard","mass":0.1}}"#
    let plan = try plan(bytes(more), into: rows)
    #expect(plan.problems.isEmpty && plan.edits.allSatisfy { $0.kind == .reed })
    let after = imported(plan, into: rows, at: 3)
    let other = try #require(after.first { $0.kind == .reed && Reed($0).name == "2" })
    #expect(wood.words(of: other.value(wood.id)) == "very hard")
    #expect(other.value(mass.id) == .decimal(units: 100_000, places: 3))
  }

  /// An earlier version took every text of another program for one without choices.
  @Test func aFieldKeepsTheTypeThatItHas() throws {
    let stamp = Stamp(HybridTime(milliseconds: 1), DeviceID(1))
    var own = OwnField(
      blank: RowID(of: Array("\(KindID.reed.number) wood".utf8), in: "woodshed reed field"))
    (own.kind, own.label) = (Int64(KindID.reed.number), "Wood")
    let row = Row(
      id: own.id, kind: .field,
      cells: own.edits(from: nil).map { Cell(field: $0.field, stamp: stamp, value: $0.value) })
    let bytes = file(
      #"""
      "fields":[{"id":"wood","of":"reed","label":"Bois","type":"string","enum":["soft","hard"]}],
      "reeds":[{"id":"r1","name":"1","values":{"wood":"soft"}}]
      """#)
    let plan = try plan(bytes, into: [row])
    #expect(plan.problems.isEmpty && plan.edits.allSatisfy { $0.kind == .reed })
    let reed = try #require(imported(plan, into: [row], at: 2).first { $0.kind == .reed })
    #expect(reed.value(FieldID(definedBy: own.id)) == .text("soft"))
  }

  @Test func inchesOfAFileBecomeMillimetres() throws {
    let bytes = file(
      #"""
      "fields":[{"id":"tie_length","of":"reed","label":"Tie","type":"number","unit":"in"}],
      "reeds":[{"id":"r1","values":{"tie_length":2.8543}}]
      """#)
    let rows = imported(try plan(bytes), into: [], at: 1)
    #expect(
      try rows.first { $0.kind == .reed }?.value(field("tie_length"))
        == .decimal(units: 7_250, places: 2))
  }

  @Test(arguments: [
    (
      #"{"format":"double-reed-log","version":1,"reeds":[{"id":"a","name":}]}"#, 1, 67,
      "A value is missing"
    ),
    (
      "{\"format\":\"double-reed-log\",\n\"version\":1,\n\"reeds\":[{\"id\":\"a\"\n\"name\":\"b\"}]}",
      4, 1, "comma or } is missing"
    ),
    ("{\"format\":\"double-reed-log\",\"version\":1,\n\"reeds\":{}}", 2, 9, "should be a list"),
    (#"{"format":"double-reed-log","version":2}"#, 1, 39, "later version"),
    (#"{"format":"woodshed rows","version":1}"#, 1, 11, "not a reed file"),
    ("", 1, 1, "object in braces"), ("[]", 1, 1, "object in braces"),
    (#"{"format":"double-reed-log","version":1,"reeds":[],"reeds":[]}"#, 1, 52, "twice"),
    (#"{"format":"double-reed-log","version":1,"reeds":[{"id":[]}]}"#, 1, 56, "An id must be"),
    (#"{"format":"double-reed-log","version":1} x"#, 1, 42, "last brace"),
    ("{\"format\":\"double-reed-log\",\"version\":1,\"x\":\"é\n\"}", 1, 47, "line break"),
  ])
  func aBadFileNamesLineAndColumn(text: String, line: Int, column: Int, words: String) {
    #expect {
      _ = try plan(Array(text.utf8))
    } throws: { error in
      let problem = error as? ReedProblem
      return problem?.place == TextPlace(line: line, column: column)
        && problem?.words.contains(words) == true
    }
  }

  /// Damage anywhere ends in words or in a plan, never in a trap.
  @Test(arguments: UInt64(1)...20)
  func damagedFilesAreReadOrRefused(seed: UInt64) {
    let whole = export(RandomReeds.space(seed, reeds: 3))
    var random = RandomBits(seed: seed)
    for _ in 0..<40 {
      var bytes = whole
      switch random.below(3) {
      case 0: bytes[random.below(bytes.count)] ^= 1 << UInt8(random.below(8))
      case 1: bytes.removeLast(random.below(bytes.count))
      default:
        let place = random.below(bytes.count)
        bytes.removeSubrange(place..<min(place + random.below(20), bytes.count))
      }
      _ = try? plan(bytes)
    }
  }

  /// What belongs to a reed that is nowhere is kept, too.
  @Test func straysAreInListsOfTheirOwn() throws {
    let stamp = RandomReeds.stamp
    let row = Row(
      id: RowID(Bits128(high: 0, low: 9)), kind: .stageMove,
      cells: [
        Cell(field: .life, stamp: stamp, value: Life.alive.value),
        Cell(field: StageMove.field(1), stamp: stamp, value: .row(RowID(Bits128(high: 5, low: 5)))),
        Cell(field: StageMove.field(4), stamp: stamp, value: .int(3)),
      ])
    let first = export([row])
    #expect(String(decoding: first, as: UTF8.self).contains(#""stages":["#))
    #expect(try plan(first, into: [row]).isEmpty)
    #expect(export(imported(try plan(first), into: [], at: 1)) == first)
  }

  // MARK: - Merging

  @Test func theNewerValueStandsAndTheOtherIsKept() throws {
    let moment: Int64 = 1_763_640_000_000  // 2025-11-20T12:00:00Z
    let id = RowID(Bits128(high: 0, low: 1)).bits.hex
    let bytes = file(
      #""reeds":[{"id":"\#(id)","name":"There","values":{"tie_length":72}}]"#,
      exported: "2025-11-20T12:00:00Z")
    let values: [FieldID: Value] = try [
      Reed.nameField: .text("Here"), field("tie_length"): .decimal(units: 7_100, places: 2),
      field("strokes"): .int(5),
    ]
    // What is here is older: it gives way, and what the file lacks stays.
    let older = try plan(bytes, into: [reed(1, values, at: moment - 1)])
    #expect(older.items[0].state == .changed && older.items[0].changes.count == 2)
    #expect(older.edits.count == 2 && older.keptCount == 0)
    #expect(
      older.items[0].changes[0]
        == .init(field: Reed.nameField, label: "Name", here: "Here", there: "There"))
    // What is here is newer: it stays, and the file's value becomes a conflict.
    let rows = [reed(1, values, at: moment + 1)]
    let newer = try plan(bytes, into: rows)
    #expect(newer.items[0].state == .unchanged && newer.keptCount == 2)
    #expect(newer.edits.allSatisfy { $0.kind == .conflict } && !newer.edits.isEmpty)
    let after = imported(newer, into: rows, at: moment + 2)
    let conflicts = after.compactMap { Conflict($0) }
    #expect(conflicts.count == 2 && conflicts.allSatisfy { !$0.isSettled })
    #expect(Set(conflicts.map(\.lost)) == [.text("There"), .decimal(units: 7_200, places: 2)])
    // Once is enough.
    #expect(try plan(bytes, into: after).isEmpty)
  }

  @Test func aValueMaySayItsOwnMoment() throws {
    let id = RowID(Bits128(high: 0, low: 1)).bits.hex
    let bytes = file(
      #""reeds":[{"id":"\#(id)","values":{"strokes":{"v":9,"at":"2020-01-01T00:00:00Z"}}}]"#)
    let rows = [try reed(1, [field("strokes"): .int(5)], at: 1_763_640_000_000)]
    #expect(try plan(bytes, into: rows).keptCount == 1)
  }

  @Test func anIdOfSomethingElseIsNamedAndLeft() throws {
    let id = RowID(Bits128(high: 0, low: 1)).bits.hex
    let bytes = file(#""tools":[{"id":"\#(id)","kind":"knife","name":"K"}]"#)
    let plan = try plan(bytes, into: [reed(1, [:])])
    #expect(plan.edits.isEmpty && plan.problems.count == 1)
  }

  @Test func whatWasPutIntoTheTrashLaterStaysThere() throws {
    let id = RowID(Bits128(high: 0, low: 1)).bits.hex
    let bytes = file(#""reeds":[{"id":"\#(id)","name":"x"}]"#, exported: "2025-11-20T12:00:00Z")
    for (milliseconds, state) in [
      (Int64(1_763_640_000_001), ReedImport.State.trashed), (1_763_639_999_999, .restored),
    ] {
      let stamp = Stamp(HybridTime(milliseconds: milliseconds), DeviceID(1))
      let row = Row(
        id: RowID(Bits128(high: 0, low: 1)), kind: .reed,
        cells: [Cell(field: .life, stamp: stamp, value: Life.trashed.value)])
      let plan = try plan(bytes, into: [row])
      #expect(plan.items.map(\.state) == [state])
      #expect(plan.isEmpty == (state == .trashed))
    }
  }

  @Test func thePlanIsSummedUp() throws {
    let rows = RandomReeds.space(3, reeds: 2)
    let plan = try plan(export(rows))
    #expect(plan.summary.contains("2 reeds: 2 new"))
    #expect(plan.count(.reed, .new) == 2)
  }
}
