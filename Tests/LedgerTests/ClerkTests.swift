import Testing

@testable import Domain
@testable import Ledger

/// What the page asks its clerk for, and what it answers, as the bytes that go between them.
@Suite struct ClerkTests {
  private static let moment = Domain.Moment(1_780_000_000_000, zoneMinutes: 60)

  private func ask(_ request: ClerkRequest, _ rows: [Row]) -> [UInt8] {
    Clerk.answer(request.bytes(rows), origin: "https://shed.example")
  }

  private func plan(_ input: ReedInput, _ rows: [Row] = []) throws -> ReedPreview {
    try #require(ReedPreview(ask(.plan(input, today: 20_400), rows)))
  }

  @Test(arguments: UInt64(1)...10)
  func filesAreThoseOfTheSpace(seed: UInt64) {
    let rows = RandomReeds.space(seed)
    let all = ReedRows(rows)
    #expect(ask(.export(.json, at: Self.moment), rows) == ReedFile.export(all, at: Self.moment))
    for (place, name) in ReedTable.names.enumerated() {
      #expect(ask(.export(.table(place), at: Self.moment), rows) == ReedTable.export(name, all))
    }
    let day = JournalDay.day(of: Self.moment.milliseconds, zoneMinutes: 60)
    #expect(
      ask(.export(.sheet, at: Self.moment), rows)
        == ReedSheet.html(all, origin: "https://shed.example", on: day))
  }

  /// A page that answers taps between the steps may change rows meanwhile.
  @Test func aQuestionIsGatheredInSteps() throws {
    var data = Replica(device: DeviceID(1))
    let ids = (1...2_500).map { RowID(Bits128(high: 1, low: UInt64($0))) }
    func write(_ edits: [Edit]) {
      var intent = EditIntent(
        label: "Edit", edits: edits, wall: 1_763_000_000_000, group: nil, draft: nil)
      _ = data.perform(&intent)
    }
    for start in stride(from: 0, to: ids.count, by: 100) {
      write(ids[start..<(start + 100)].flatMap { Reed(blank: $0).edits(from: nil) })
    }
    write([Edit(RowID(Bits128(high: 2, low: 1)), .note, JournalNote.textField, .text("Not asked"))])
    var gathering = ReedRows.Gathering([1, 2, 3], from: data)
    let first = gathering.step(data)
    write(Edit.trashing(ids[0], .reed))
    let second = gathering.step(data)
    let bytes = gathering.step(data) ?? []
    #expect(first == nil && second == nil)
    var reader = ByteReader(Array(bytes.dropFirst(3)))
    let found = Set(try ReedRows.readRows(&reader).map { $0.id })
    #expect(Array(bytes.prefix(3)) == [1, 2, 3] && found.isSubset(of: ids))
    #expect(found.count >= ids.count - 1)
  }

  @Test(arguments: UInt64(1)...10)
  func aPreviewIsThePlanOfTheImport(seed: UInt64) throws {
    let rows = RandomReeds.space(seed)
    let bytes = ReedFile.export(ReedRows(rows), at: Self.moment)
    #expect(try plan(ReedInput(bytes), rows).edits.isEmpty)
    let preview = try plan(ReedInput(bytes))
    let into = ReedRows([])
    let import_ = ReedImport(try ReedFile.read(bytes, into), into: into)
    #expect(preview.edits == import_.edits && !preview.edits.isEmpty)
    #expect(preview.summary == import_.summary)
    #expect(preview.itemCount == import_.items.count)
    #expect(preview.problems == import_.problems.map { $0.message })
  }

  @Test func columnsAreCorrectedAndRemembered() throws {
    var input = ReedInput(Array("Name;Glue;Tied\nB1;yes;2.85\n".utf8))
    let first = try plan(input)
    #expect(first.columns.map(\.choice.target) == ["name", nil, "tie_length"])
    #expect(first.columns.map(\.isLength) == [false, false, true])
    #expect(first.targets.contains { $0.name == "tie_length" && $0.label == "Tie length" })
    input.columns = first.columns.map(\.choice)
    input.columns[1].target = "remark"
    input.columns[2].isInInches = true
    let second = try plan(input)
    #expect(second.columns.map(\.choice) == input.columns)
    #expect(
      second.edits.contains {
        $0.field == Reed.remarkField && $0.value == .text("yes")
      })
    #expect(second.edits.contains { $0.value == .decimal(units: 7_239, places: 2) })
    input.columns = []
    input.memory = second.memory
    #expect(try plan(input).columns.map(\.choice.target) == ["name", "remark", "tie_length"])
  }

  @Test func theTableOfAWeatherStationFillsInTests() throws {
    let reed = RowID(Bits128(high: 0, low: 1))
    let day: Int64 = 20_089
    func row(_ record: [Edit], _ more: [(UInt64, Value)] = []) -> Row {
      let cells =
        record.map { ($0.field, $0.value) } + more.map { (KindID.reedTest.field($0.0), $0.1) }
      let stamp = Stamp(HybridTime(1), DeviceID(1))
      return Row(
        id: record[0].row, kind: record[0].kind,
        cells: cells.map { Cell(field: $0.0, stamp: stamp, value: $0.1) })
    }
    func test(_ number: UInt64, _ day: Int64, _ more: [(UInt64, Value)] = []) -> Row {
      let id = RowID(Bits128(high: 0, low: number))
      return row(ReedTest(id, of: reed, day: day, made: day * 86_400_000).edits(from: nil), more)
    }
    let all: [(UInt64, Value)] = [(64, .int(1)), (65, .int(2)), (66, .int(3))]
    let rows = [
      row(Reed(reed, named: "B1", begun: day).edits(from: nil)), test(2, day),
      test(3, day, [(64, .int(80))]), test(4, day, all), test(5, day + 9),
    ]
    let text =
      "Date,Temp (C),RH,Pressure,Wind\n2025-01-01,20,44,1012,3\n2025-01-02,19,40,1010,3\n,,,,\nsoon,1,2,3,4\n"
    var input = ReedInput(Array(text.utf8))
    let preview = try plan(input, rows)
    #expect(preview.isWeather && preview.format == .table && preview.refusal == nil)
    #expect(
      preview.summary == [
        "2 measurements on 2 days",
        "Humidity from “RH”, Temperature from “Temp (C)”, Pressure from “Pressure”",
        "2 tests get 5 values", "1 test has all three values already, so nothing changes there",
        "1 test has no measurement on the day",
      ])
    #expect(preview.problems == ["1 line has no date or no value that can be true."])
    #expect(preview.edits.count == 5 && preview.itemCount == 2)
    #expect(preview.items.map(\.title) == ["Test of “B1”", "Test of “B1”"])
    #expect(preview.items[0].state == "Wednesday 1 January 2025")
    #expect(preview.items[0].changes.map(\.label) == ["Humidity", "Temperature", "Pressure"])
    #expect(preview.items[1].changes.map(\.there) == ["20 °C", "1012 hPa"])
    // What was found out can be corrected, and corrected back.
    (input.format, input.table) = (.table, "reeds")
    #expect(try !plan(input, rows).isWeather)
    (input.format, input.table) = (.table, ReedInput.weather)
    #expect(try plan(input, rows) == preview)
  }

  @Test(arguments: [
    ("Name,Date,Humidity\nB1,2025-01-01,44\n", true),
    ("reed;day;rh;success\nB1;2025-01-01;44;7\n", true),
    ("Date,Wind\n2025-01-01,3\n", false), ("Temperature,Humidity\n20,44\n", false), ("", false),
  ])
  func whatNamesReedsOrHasNoTimeIsNoWeather(text: String, canBe: Bool) throws {
    var input = ReedInput(Array(text.utf8))
    #expect(try !plan(input).isWeather)
    // Chosen as such, a table says what it lacks.
    (input.format, input.table) = (.table, ReedInput.weather)
    let chosen = try plan(input)
    #expect(chosen.edits.isEmpty && (chosen.refusal == nil) == canBe)
  }

  @Test func aFileOfReedLogShowsWhatItsNamesBecome() throws {
    let json = #"[{"name":"R1","caneType":"Rigotti","tieLength":72,"loudness":5,"ring":3}]"#
    var input = ReedInput(Array(json.utf8))
    let first = try plan(input)
    #expect(first.format == .reedLog && first.rules.count == ReedLogMapping.standard.count)
    input.format = first.format
    input.rules = first.rules.map(\.target)
    let place = try #require(first.rules.firstIndex { $0.target == "tie_length" })
    input.rules[place] = "overall_length"
    input.ratings = 1...5
    let second = try plan(input)
    #expect(second.rules[place].target == "overall_length")
    let field = try #require(ReedField.reed.first { $0.name == "overall_length" })
    #expect(second.edits.contains { $0.field == field.id })
  }

  @Test func whatCannotBeReadIsRefusedWithItsPlace() throws {
    let preview = try plan(ReedInput(Array("{\"format\":\"double-reed-log\",\n}".utf8)))
    #expect(preview.refusal?.hasPrefix("Line 2, column 1:") == true)
    #expect(preview.edits.isEmpty)
  }

  /// What comes between the page and its clerk is read with care, too.
  @Test(arguments: UInt64(1)...20)
  func damagedBytesAreNothingOrSomethingElse(seed: UInt64) {
    let rows = RandomReeds.space(seed, reeds: 2)
    let file = ReedFile.export(ReedRows(rows), at: Self.moment)
    let request = ClerkRequest.plan(ReedInput(file), today: 1).bytes(rows)
    let answer = Clerk.answer(request, origin: "")
    var random = RandomBits(seed: seed)
    for _ in 0..<20 {
      var bytes = random.once(in: 2) ? request : answer
      let isRequest = bytes == request
      bytes[random.below(bytes.count)] ^= 1 << UInt8(random.below(8))
      if random.once(in: 3) { bytes.removeLast(random.below(bytes.count)) }
      if isRequest { _ = Clerk.answer(bytes, origin: "") } else { _ = ReedPreview(bytes) }
    }
  }
}
