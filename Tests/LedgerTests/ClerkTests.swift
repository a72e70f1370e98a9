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
