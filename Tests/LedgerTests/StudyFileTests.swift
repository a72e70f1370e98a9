import Foundation
import Testing

@testable import Domain
@testable import Ledger

/// What a player gives to a study, and what it never contains.
@Suite struct StudyFileTests {
  private static let today: Int64 = 20_500
  private static let stamp = Stamp(
    HybridTime(milliseconds: 1_771_234_567_891), DeviceID(0xD1CE_D1CE_D1CE_D1CE))

  private static func consent(
    _ items: [StudyItem] = StudyItem.allCases, seed: UInt64 = 1, code: String = "OBOE-26"
  ) -> StudyConsent {
    var random = RandomBits(seed: seed)
    var consent = StudyConsent(
      RowID(milliseconds: 1, random: &random), code: code, key: StudyConsent.key(&random))
    for item in items { consent[item] = true }
    consent.given = today
    return consent
  }

  private static func draft(
    _ rows: [Row], _ consent: StudyConsent, hiding hidden: [RowID] = []
  ) -> StudyDraft {
    StudyFile.draft(ReedRows(rows), consent, hiding: hidden, today: today)
  }

  private static func text(_ draft: StudyDraft) -> String {
    String(decoding: draft.file, as: UTF8.self)
  }

  private static func row<Record: RowRecord>(
    _ record: Record, _ more: [(FieldID, Value)] = []
  ) -> Row {
    let cells = record.edits(from: nil, zoneMinutes: 60).map { ($0.field, $0.value) } + more
    return Row(
      id: record.id, kind: Record.kind,
      cells: cells.map { Cell(field: $0.0, stamp: stamp, value: $0.1) })
  }

  // MARK: - A hostile space

  private static let mark = "QXMARK"
  private static let wrappings = [
    "%@", "\",\"name\":\"%@\"}],\"reeds\":[{\"x\":\"%@", "\u{0}\u{1}%@\u{1b}[31m", "</script>%@",
    "=cmd|%@", "%@\u{202e}%@", "'; drop table %@ --", "Ünï %@ 🎵\r\n\t%@",
  ]

  /// Rows of every kind about reeds, in which each text that a person can type has the mark in it.
  private static func hostile(_ seed: UInt64) -> [Row] {
    var random = RandomBits(seed: seed)
    var count = 0
    func mark() -> String {
      count += 1
      return wrappings[count % wrappings.count].replacingOccurrences(
        of: "%@", with: "\(Self.mark)\(count)z")
    }
    func marked(_ row: Row) -> Row {
      var cells = row.cells.map { cell in
        guard case .text = cell.value else {
          return Cell(field: cell.field, stamp: stamp, value: cell.value)
        }
        return Cell(field: cell.field, stamp: stamp, value: .text(mark()))
      }
      // A text where a number or a choice belongs, and members of other programs.
      for field in [ReedField.reed, ReedField.test, ReedField.pieceOfCane].joined()
      where field.id.number >> 8 == row.kind.number && row.value(field.id) == .null {
        if random.once(in: 5) {
          cells.append(Cell(field: field.id, stamp: stamp, value: .text(mark())))
        }
      }
      cells.removeAll { $0.field == .unknownMembers }
      cells.append(
        Cell(
          field: .unknownMembers, stamp: stamp,
          value: .text(#"{"\#(Self.mark)a":"\#(Self.mark)b","values":{"g_a_m":"\#(Self.mark)c"}}"#)
        ))
      return Row(id: row.id, kind: row.kind, cells: cells)
    }
    var rows = RandomReeds.space(seed, reeds: 12).map(marked)
    func id() -> RowID { RowID(milliseconds: 1_770_000_000_000, random: &random) }
    // A custom field with the label of a built-in one, choices with words of a person, and a changed unit.
    for (kind, format) in [(29, OwnField.Format.choice), (35, .choice), (29, .text), (35, .text)] {
      var own = OwnField(blank: id())
      (own.kind, own.format, own.label) = (Int64(kind), format, "Success \(Self.mark)")
      rows.append(row(own))
      var choice = OwnChoice(blank: id())
      (choice.field, choice.number, choice.label) = (own.id, 1, "Wet \(Self.mark)")
      rows.append(row(choice))
      for reed in rows where reed.kind == KindID(UInt64(kind)) {
        let value: Value = format == .choice ? .int(1) : .text(mark())
        let field = FieldID(definedBy: own.id)
        rows = rows.map { one in
          one.id == reed.id
            ? Row(
              id: one.id, kind: one.kind,
              cells: one.cells + [Cell(field: field, stamp: stamp, value: value)]) : one
        }
      }
    }
    var unit = OwnField(blank: id())
    (unit.kind, unit.number) = (29, Int64(KindID.reed.field(73).number))
    (unit.unit, unit.label) = ("furlong \(Self.mark)", "Tie \(Self.mark)")
    rows.append(row(unit))
    // Days near the present, so that they count.
    return rows.map { one in
      Row(
        id: one.id, kind: one.kind,
        cells: one.cells.map { cell in
          guard case .day = cell.value else { return cell }
          return Cell(
            field: cell.field, stamp: stamp, value: .day(today - 1_000 + Int64(random.below(990))))
        })
    }
  }

  /// The text in the ways in which it could hide.
  private static func disguises(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    var forms = [text.lowercased(), String(text.lowercased().reversed())]
    forms.append(bytes.map { String(format: "%02x", $0) }.joined())
    forms.append(bytes.map { String(format: "%%%02x", $0) }.joined())
    forms.append(bytes.map { String(format: "\\u%04x", $0) }.joined())
    forms.append(bytes.map(String.init).joined(separator: ","))
    for offset in 0..<3 {
      let padded = [UInt8](repeating: 0x41, count: offset) + bytes
      let whole = Array(Data(padded).base64EncodedString().lowercased().utf8)
      // Only the characters that the text alone decides.
      let start = (offset * 8 + 5) / 6
      let end = padded.count * 8 / 6
      forms.append(String(decoding: whole[start..<end], as: UTF8.self))
    }
    return forms
  }

  @Test(arguments: UInt64(1)...15)
  func nothingThatAPersonTypedIsInIt(seed: UInt64) throws {
    let rows = Self.hostile(seed)
    let items = StudyItem.allCases.filter { $0 != .models }
    let draft = Self.draft(rows, Self.consent(items, seed: seed))
    let text = Self.text(draft).lowercased()
    #expect(draft.reedCount == 12 && draft.models.isEmpty)
    for form in Self.disguises(Self.mark) {
      #expect(!text.contains(form), "seed \(seed): \(form)")
    }
    #expect(!text.contains("furlong"))
    var plain = text.replacingOccurrences(of: "g/cm³", with: "")
    plain = plain.replacingOccurrences(of: "°c", with: "")
    #expect(!plain.utf8.contains { $0 > 0x7E || $0 < 0x20 && $0 != 0x0A })
    _ = try StudyFile.read(draft.file)
  }

  @Test(arguments: UInt64(1)...15)
  func noDateAndNoIDIsInIt(seed: UInt64) throws {
    let rows = Self.hostile(seed)
    let consent = Self.consent(seed: seed)
    let text = Self.text(Self.draft(rows, consent))
    for row in rows {
      let hex = row.id.bits.hex
      #expect(!text.contains(hex.prefix(16)) && !text.contains(hex.suffix(16)))
      for cell in row.cells {
        switch cell.value {
        case .day(let day): #expect(!Self.has("\(day)", in: text))
        case .instant(let at, _): #expect(!text.contains("\(at)"))
        default: break
        }
      }
    }
    #expect(!text.contains("d1ced1ce") && !text.contains(consent.key))
    #expect(!text.contains("\(Self.stamp.device.bits)"))
    #expect(text.range(of: "[0-9]{4}-[0-9]{2}", options: .regularExpression) == nil)
    #expect(text.range(of: "[0-9]{2}:[0-9]{2}", options: .regularExpression) == nil)
  }

  /// Whether a number is in a text as a whole number.
  private static func has(_ number: String, in text: String) -> Bool {
    text.range(of: "[:\\[,]\(number)[,}\\]]", options: .regularExpression) != nil
  }

  @Test(arguments: UInt64(1)...20)
  func namesOfToolsAreInItOnlyIfTheyWereLetThrough(seed: UInt64) throws {
    let rows = Self.hostile(seed)
    let consent = Self.consent(seed: seed)
    let open = Self.draft(rows, consent)
    let hidden = Self.draft(rows, consent, hiding: open.models.map(\.id))
    #expect(!Self.text(hidden).lowercased().contains(Self.mark.lowercased()))
    #expect(hidden.models.allSatisfy(\.isHidden) && hidden.models.count == open.models.count)
    // Each occurrence is in the name of a tool.
    let value = try #require(
      try JSONSerialization.jsonObject(with: Data(open.file)) as? [String: Any])
    let tools = try #require(value["tools"] as? [[String: Any]])
    let models = tools.compactMap { $0["model"] as? String }
    #expect(models.sorted() == open.models.map(\.name).sorted())
    var rest = value
    rest["tools"] = nil
    let others = String(
      decoding: try JSONSerialization.data(withJSONObject: rest), as: UTF8.self)
    #expect(!others.contains(Self.mark))
    _ = try StudyFile.read(open.file)
  }

  // MARK: - What is in it

  @Test(arguments: UInt64(1)...30)
  func everyFileIsAsItsReaderAndItsSchemaExpect(seed: UInt64) throws {
    var random = RandomBits(seed: seed)
    let items = StudyItem.allCases.filter { _ in random.once(in: 2) }
    let rows = seed % 2 == 0 ? RandomReeds.space(seed) : Self.hostile(seed)
    let consent = Self.consent(items, seed: seed)
    let draft = Self.draft(rows, consent)
    let part = try StudyFile.read(draft.file)
    #expect(part.code == "OBOE-26" && part.participant == draft.participant)
    #expect(part.reedCount == draft.reedCount && !part.isWithdrawal)
    let problems = try JSONSchema("study").check(
      try JSONSerialization.jsonObject(with: Data(draft.file)))
    #expect(problems.isEmpty, "seed \(seed): \(problems.prefix(5))")
  }

  @Test func aReedIsWrittenWithEverythingThatWasAgreedTo() throws {
    var random = RandomBits(seed: 3)
    func id() -> RowID { RowID(milliseconds: 5, random: &random) }
    func field(_ fields: [ReedField], _ name: String) -> FieldID {
      fields.first { $0.name == name }!.id
    }
    let model = ReedTool(id(), .stapleModel, named: "Chiarugi\n2 ")
    var staple = ReedTool(id(), .staple, named: "My no. 7")
    staple.model = model.id
    var first = Reed(id(), named: "Anna", begun: 20_000)
    (first.stage, first.style) = (.discarded, .american)
    let second = Reed(id(), named: "Bert", begun: 20_010)
    let test = ReedTest(id(), of: second.id, day: 20_012, made: 1)
    var adjustment = Adjustment(id(), of: second.id, day: 20_013, made: 1)
    (adjustment.area, adjustment.effect) = (.tip, -1)
    var block = PractisedBlock(id(), in: id(), day: 20_014, began: 1)
    (block.reed, block.seconds) = (second.id, 1_790)
    let rows = [
      Self.row(model), Self.row(staple), Self.row(first),
      Self.row(
        second,
        [
          (field(ReedField.reed, "g_a_m"), .decimal(units: 590, places: 3)),
          (field(ReedField.reed, "gouge_state"), .int(2)),
          (field(ReedField.reed, "staple_no"), .row(staple.id)),
          (field(ReedField.reed, "harvest_year"), .int(2_021)),
          (field(ReedField.reed, "thread_colour"), .int(0xFF00FF)),
          (field(ReedField.reed, "cane_brand"), .text("Rigotti")),
        ]),
      Self.row(
        test,
        [
          (field(ReedField.test, "success"), .int(8)), (field(ReedField.test, "rh"), .int(47)),
          (field(ReedField.test, "altitude"), .int(-60)),
          (field(ReedField.test, "pressure"), .int(1_013)),
        ]),
      Self.row(StageMove(id(), of: second.id, to: .scraped, day: 20_011, made: 1)),
      Self.row(adjustment), Self.row(block),
    ]
    let draft = Self.draft(rows, Self.consent())
    let text = Self.text(draft)
    for part in [
      #""day":0,"season":"sep-nov","instrument":"oboe","style":"american","origin":"own","stage":"discarded""#,
      #""values":{"cane_age":3,"gouge_state":"Dry","g_a_m":0.59,"staple_no":{"ref":"t"#,
      #""stages":[{"day":11,"to":"scraped"}]"#,
      #""day":12,"values":{"rh":45,"pressure":1015,"altitude":-100,"success":8}"#,
      #""sessions":[{"day":14,"minutes":30}]"#,
      #""adjustments":[{"day":13,"area":"tip","effect":-1}]"#, #""model":"Chiarugi 2""#,
      #""guardian":false,"given_day":500"#,
    ] {
      #expect(text.contains(part), "\(part) in \(text)")
    }
    for part in ["Anna", "Bert", "Rigotti", "My no", "ff00ff"] { #expect(!text.contains(part)) }
    #expect(draft.models.map(\.name) == ["Chiarugi 2"] && draft.firstDay == 20_000)
    #expect(draft.reedCount == 2 && draft.testCount == 1)
    // Without an item, its part is not there.
    for (item, part) in [
      (StudyItem.measurements, "g_a_m"), (.ratings, "success"), (.models, "Chiarugi"),
      (.conditions, "\"rh\""), (.hours, "sessions"), (.stages, "\"stages\":[{"),
      (.adjustments, "adjustments\":[{"), (.season, "sep-nov"),
    ] {
      let without = Self.text(
        Self.draft(rows, Self.consent(StudyItem.allCases.filter { $0 != item })))
      #expect(text.contains(part) && !without.contains(part), "\(part)")
    }
    let nothing = Self.text(Self.draft(rows, Self.consent([])))
    #expect(nothing.contains(#""stage":"discarded""#) && !nothing.contains("values"))
  }

  @Test func whatIsRareOrLeftOutIsSaid() {
    var random = RandomBits(seed: 3)
    func id() -> RowID { RowID(milliseconds: 5, random: &random) }
    var reed = Reed(id(), named: "", begun: 20_000)
    reed.instrument = .heckelphone
    let strokes = ReedField.reed.first { $0.name == "strokes" }!.id
    var unit = OwnField(blank: id())
    (unit.kind, unit.unit) = (29, "pounds")
    unit.number = Int64(ReedField.reed.first { $0.name == "density" }!.id.number)
    let draft = Self.draft(
      [Self.row(reed, [(strokes, .int(98_234))]), Self.row(unit)], Self.consent())
    #expect(
      draft.warnings == [
        "Density is left out, as you changed its unit.",
        "Few people play the heckelphone: it may identify you.",
        "Strokes 98234 is far from what is usual: it may identify you.",
      ])
    func model(_ name: String, _ sort: ReedTool.Sort = .shaper) -> String? {
      StudyDraft.Model(id: id(), name: name, sort: sort, isHidden: false).warning
    }
    #expect(model("Hörtnagl −1") == nil && model("A 4417") == "looks like a serial number")
    #expect(model("a@b.ch") == "looks like an address")
    #expect(model("Lorée", .instrument) == "an instrument can identify its player")
    #expect(model(String(repeating: "long ", count: 9)) == "long for a model")
  }

  @Test func noDataGivesAFileWithoutReeds() throws {
    let draft = Self.draft([], Self.consent())
    #expect(draft.reedCount == 0 && draft.firstDay == 0 && draft.warnings.isEmpty)
    #expect(try StudyFile.read(draft.file).reedCount == 0)
  }

  // MARK: - Names

  @Test(arguments: UInt64(1)...10)
  func aSecondFileHasTheSameNames(seed: UInt64) {
    let rows = Self.hostile(seed)
    var consent = Self.consent(seed: seed)
    let first = Self.draft(rows, consent)
    #expect(Self.draft(rows.reversed(), consent).file == first.file)
    // An older reed that is logged later changes no day.
    consent.firstDay = first.firstDay
    var random = RandomBits(seed: seed)
    let old = Reed(
      RowID(milliseconds: 9, random: &random), named: "", begun: first.firstDay - 100)
    let later = Self.draft(rows + [Self.row(old)], consent)
    #expect(Self.text(later).contains(#""day":-100,"season""#))
    let lines = Set(Self.text(later).split(separator: "\n").map { $0.trimmingSuffix(",") })
    for line in Self.text(first).split(separator: "\n") {
      #expect(lines.contains(line.trimmingSuffix(",")))
    }
  }

  @Test(arguments: UInt64(1)...10)
  func twoStudiesHaveNoNameInCommon(seed: UInt64) {
    let rows = Self.hostile(seed)
    func names(_ consent: StudyConsent) -> Set<Substring> {
      let text = Self.text(Self.draft(rows, consent))
      return Set(text.split(separator: "\"").filter { $0.count == 17 && $0.first != "," })
        .filter { $0.dropFirst().allSatisfy(\.isHexDigit) }
    }
    let one = names(Self.consent(seed: 1))
    #expect(one.count > 12)
    #expect(one.isDisjoint(with: names(Self.consent(seed: 2))))
    #expect(one.isDisjoint(with: names(Self.consent(seed: 1, code: "OTHER"))))
  }

  @Test func keysAndCodes() {
    var random = RandomBits(seed: 1)
    let key = StudyConsent.key(&random)
    #expect(key.count == 64 && key != StudyConsent.key(&random))
    #expect(StudyConsent.code(typed: " oboe-26\n") == "OBOE-26")
    for text in ["", "ab", "Anna's study", "a b c", "ÜBER", String(repeating: "A", count: 25)] {
      #expect(StudyConsent.code(typed: text) == nil, "\(text)")
    }
  }

  // MARK: - Consent and withdrawal

  @Test func theClerkWritesBothFiles() throws {
    let rows = Self.hostile(4)
    var consent = Self.consent(seed: 4)
    consent.hasGuardian = true
    let hidden = [rows[0].id]
    let draft = Self.draft(rows, consent, hiding: hidden)
    let answer = Clerk.answer(
      ClerkRequest.study(consent, hiding: hidden, today: Self.today).bytes(rows), origin: "x")
    let read = try #require(StudyDraft(answer))
    #expect(read.file == draft.file && read.warnings == draft.warnings)
    #expect(read.models.map(\.name) == draft.models.map(\.name))
    #expect(read.models.map(\.sort) == draft.models.map(\.sort))
    #expect(read.firstDay == draft.firstDay && read.participant == draft.participant)
    #expect(StudyDraft([1, 2]) == nil)
    let withdrawal = Clerk.answer(ClerkRequest.withdrawal(consent).bytes([]), origin: "x")
    let part = try StudyFile.read(withdrawal)
    #expect(part.isWithdrawal && part.participant == draft.participant && part.code == "OBOE-26")
    #expect(
      try JSONSchema("study").check(JSONSerialization.jsonObject(with: Data(withdrawal))).isEmpty)
  }

  @Test func aConsentIsKept() {
    var consent = Self.consent([.ratings, .season])
    (consent.hasGuardian, consent.firstDay, consent.withdrawn) = (true, 20_000, 20_501)
    #expect(StudyConsent(Self.row(consent)) == consent)
    #expect(consent.items == [.ratings, .season])
    // No file of reeds has it.
    let file = ReedFile.export(ReedRows([Self.row(consent)]), at: .init(0, zoneMinutes: 0))
    #expect(!String(decoding: file, as: UTF8.self).contains(consent.key))
  }

  // MARK: - What is refused

  private static let whole = """
    {"format":"double-reed-log","version":1,"scope":"study",
    "study":{"code":"OBOE-26","participant":"p0123456789abcdef","consent":{"text_version":1,"items":["measurements","ratings"],"guardian":false},"app":"0.1.0","language":"en"},
    "fields":[{"id":"g_a_m","of":"reed","type":"number","unit":"mm"}],
    "tools":[{"id":"t0123456789abcdef","kind":"shaper"}],
    "reeds":[
    {"id":"r0123456789abcdef","day":0,"instrument":"oboe","origin":"own","stage":"blank","values":{"g_a_m":0.59,"shaper":{"ref":"t0123456789abcdef"},"gouge_state":"Wet"}}]}
    """

  @Test func aWholeFileIsRead() throws {
    #expect(try StudyFile.read(Array(Self.whole.utf8)).reedCount == 1)
  }

  @Test(arguments: [
    ("double-reed-log", "other", 1, 11, "This is not a file of a study."),
    ("\"version\":1,", "\"version\":2,", 1, 39, "This version of the format is not known."),
    (
      #""scope":"study""#, #""scope":"backup""#, 1, 49,
      "This is another kind of file: its scope does not say what is expected here."
    ),
    (
      #""kind":"shaper""#, #""kind":"shaper","model":"Mine""#, 4, 52,
      "The player did not agree to share this."
    ),
    (
      #""day":0,"#, #""day":0,"name":"Anna","#, 6, 35,
      "This member does not belong in a study file."
    ),
    (
      #""stage":"blank""#, #""stage":"my favourite""#, 6, 78,
      "This text does not belong in a study file, which has no free text."
    ),
    (
      #""Wet""#, #""Damp""#, 6, 160,
      "This text does not belong in a study file, which has no free text."
    ),
    (
      #""Wet""#, #""other""#, 6, 160,
      "This text does not belong in a study file, which has no free text."
    ),
    ("0.59", "\"0.59\"", 6, 104, "This should be a number in the range of its field."),
    ("0.59", "0.5912", 6, 104, "This should be a number in the range of its field."),
    (#""g_a_m":0.59"#, #""mood":1"#, 6, 96, "This field does not belong in a study file."),
    (
      #""measurements","ratings""#, #""ratings""#, 6, 96,
      "The player did not agree to share this."
    ),
    (#""text_version":1,"#, "", 2, 71, "A member is missing from this object."),
    (
      "OBOE-26", "my study", 2, 17,
      "This text does not belong in a study file, which has no free text."
    ),
    ("]}", "]", 6, 168, "A comma or } is missing."),
  ])
  func whatDoesNotBelongIsRefused(
    part: String, other: String, line: Int, column: Int, words: String
  ) throws {
    let text = Self.whole.replacingOccurrences(of: part, with: other)
    #expect(text != Self.whole)
    let problem = #expect(throws: ReedProblem.self) { try StudyFile.read(Array(text.utf8)) }
    #expect(problem?.message == "Line \(line), column \(column): \(words)")
  }

  @Test func anImportOfReedsRefusesIt() throws {
    let problem = #expect(throws: ReedProblem.self) {
      try ReedFile.read(Array(Self.whole.utf8), ReedRows([]))
    }
    #expect(
      problem?.message
        == "Line 1, column 49: This file was made for a study. It has no names and dates, so it cannot "
        + "be imported.")
  }

  /// A file with a text anywhere in the place of another is refused, unless it is the name of a tool.
  @Test func noTextOfAFileCanBeFree() throws {
    let rows = Self.hostile(7)
    let file = Self.text(
      Self.draft(rows, Self.consent(StudyItem.allCases.filter { $0 != .models })))
    var places = 0
    var index = file.startIndex
    while let start = file[index...].firstIndex(of: "\""),
      let end = file[file.index(after: start)...].firstIndex(of: "\"")
    {
      index = file.index(after: end)
      places += 1
      guard places % 7 == 0 else { continue }
      let changed = file.replacingCharacters(in: start...end, with: "\"Dear Anna\"")
      #expect(throws: ReedProblem.self, "\(file[start...end])") {
        try StudyFile.read(Array(changed.utf8))
      }
    }
    #expect(places > 500)
  }
}

extension Substring {
  fileprivate func trimmingSuffix(_ suffix: Character) -> Substring {
    last == suffix ? dropLast() : self
  }
}
