import Foundation
import Testing

@testable import Domain
@testable import Ledger

/// A log out and in, as a table and as a document.
@Suite struct TrainingFileTests {
  static let today: Int64 = 20_780
  static let moment = Domain.Moment(1_795_000_000_000, zoneMinutes: 60)

  private func plan(_ bytes: [UInt8], into rows: [Row] = [], zone: Int = 0) throws
    -> TrainingImport
  {
    let known = TrainingRows(rows)
    let input = TrainingInput(bytes, today: Self.today, zoneMinutes: zone)
    return TrainingImport(try input.contents(for: known), into: known)
  }

  private func csv(_ rows: [Row]) -> [UInt8] { TrainingTable.export(TrainingRows(rows)) }

  private func json(_ rows: [Row]) -> [UInt8] {
    TrainingFile.export(TrainingRows(rows), at: Self.moment)
  }

  private func tries(_ rows: [Row]) -> [Try] {
    rows.filter { $0.kind == .attempt && $0.life == .alive }.map { Try($0) }
      .sorted { ($0.at, $0.id) < ($1.at, $1.id) }
  }

  // MARK: - Round trips

  @Test(arguments: UInt64(1)...12)
  func aTableComesBackToTheByte(seed: UInt64) throws {
    let rows = RandomLog.rows(seed)
    let first = csv(rows)
    let same = try plan(first, into: rows)
    #expect(same.isEmpty, "\(same.edits.prefix(3))")
    #expect(same.problems.isEmpty && same.remarks.isEmpty, "\(same.problems.prefix(3))")
    let new = try plan(first)
    #expect(new.problems.isEmpty && new.tries.new == tries(rows).count)
    let copy = RandomLog.rows(new.edits)
    #expect(String(decoding: csv(copy), as: UTF8.self) == String(decoding: first, as: UTF8.self))
    #expect(csv(copy) == first)
    #expect(try plan(first, into: copy).isEmpty)
  }

  @Test(arguments: UInt64(1)...12)
  func aDocumentComesBackToTheByte(seed: UInt64) throws {
    let rows = RandomLog.rows(seed)
    let first = json(rows)
    let same = try plan(first, into: rows)
    #expect(same.isEmpty && same.problems.isEmpty && same.remarks.isEmpty)
    let new = try plan(first)
    #expect(new.problems.isEmpty && new.source == "Woodshed log")
    let copy = RandomLog.rows(new.edits)
    #expect(json(copy) == first)
    // It has all that the table has.
    #expect(csv(copy) == csv(rows))
    #expect(try plan(first, into: copy).isEmpty)
  }

  @Test func momentsThatNoFileHoldsComeBackAsTheNearest() throws {
    var attempt = Try(blank: RandomLog.id(1))
    (attempt.name, attempt.at) = ("x", Int64.max)
    let rows = RandomLog.rows(attempt.edits(from: nil, zoneMinutes: 5_000))
    let first = csv(rows)
    #expect(try plan(first, into: rows).isEmpty)
    #expect(csv(RandomLog.rows(try plan(first).edits)) == first)
    let document = json(rows)
    #expect(try plan(document, into: rows).isEmpty)
    #expect(json(RandomLog.rows(try plan(document).edits)) == document)
  }

  @Test func aLaterVersionsCellsAreNotLost() throws {
    let attempt = Try(blank: RandomLog.id(1))
    let rows = RandomLog.rows(
      attempt.edits(from: nil) + [Edit(attempt.id, .attempt, Try.field(200), .number(1.5))])
    let document = json(rows)
    #expect(String(decoding: document, as: UTF8.self).contains("\"cells\":{"))
    #expect(json(RandomLog.rows(try plan(document).edits)) == document)
  }

  // MARK: - Merging

  @Test func theFileIsTakenAndNothingIsDeleted() throws {
    let rows = RandomLog.rows(3)
    let all = tries(rows)
    let file = csv(rows)
    var edits: [Edit] = []
    var other = all[0]
    other.note = "another"
    edits += other.edits(from: all[0])
    edits += all[1].trashing
    edits.append(Edit(all[2].id, .attempt, .life, Life.purged.value))
    let mine = Try(blank: RandomLog.id(77))
    edits += mine.edits(from: nil)
    let here = RandomLog.rows(edits, after: rows)
    let plan = try plan(file, into: here)
    #expect(plan.tries.changed <= 1 && plan.tries.restored == 1 && plan.tries.erased == 1)
    #expect(plan.tries.unchanged >= all.count - 3 && plan.tries.total == all.count)
    let after = RandomLog.rows(plan.edits, after: here)
    #expect(after.contains { $0.id == mine.id && $0.life == .alive })
    #expect(after.first { $0.id == all[1].id }?.life == .alive)
    #expect(after.first { $0.id == all[2].id }?.life == .purged)
    #expect(plan.lines.contains("1 try restored from the trash"))
    #expect(plan.lines.contains("1 try erased here, not imported"))
  }

  @Test func anIdOfSomethingElseIsLeftAlone() throws {
    let rows = RandomLog.rows(4)
    let attempt = try #require(tries(rows).first)
    let piece = Row(id: attempt.id, kind: KindID(17), cells: [])
    let session = Row(id: attempt.session, kind: .session, cells: [])
    let plan = try plan(csv(rows), into: [piece, session])
    #expect(plan.problems.count == 2)
    #expect(plan.problems.allSatisfy { $0.words.contains("in use for something else") })
    #expect(!plan.edits.contains { $0.row == attempt.id || $0.row == attempt.session })
  }

  @Test func aRowThatSomebodyAddedIsANewTry() throws {
    let rows = RandomLog.rows(5)
    let line = "2026-11-20,Added,V4,send\r\n"
    let plan = try plan(csv(rows) + Array(line.utf8), into: rows)
    #expect(plan.problems.isEmpty && plan.tries.new == 1 && plan.sessions.new == 1)
    let after = RandomLog.rows(plan.edits, after: rows)
    #expect(try self.plan(csv(rows) + Array(line.utf8), into: after).isEmpty)
  }

  // MARK: - What is no log

  @Test(arguments: [
    ("", "Line 1, column 1: This is empty."),
    ("name,grade,wall\nx,V1,Cave\n", "This is a catalogue"),
    ("1,2,3\n4,5,6\n", "This is not a log"),
    (#"{"format":"double-reed-log","version":1}"#, "This is a reed file."),
    (#"{"format":"x","version":1}"#, "This is not a training log"),
    ("{\"format\":\"training-log\",\n \"version\":2}", "Line 2, column 12: A later version"),
    ("{\"format\":\"training-log\",\"version\":1,\n\"tries\":[{\"id\":}]}", "Line 2, column 16:"),
    ("{\"format\":\"training-log\",\"version\":1,\"tries\":{}}", "should be a list"),
    ("[1,2]", "Line 1, column 1: This is not a training log"),
    ("\u{0}d\u{0}a\u{0}t\u{0}e", "not UTF-8 text"),
    ("date,name\n2026-11-20,\"open", "quotes in this cell are not closed"),
  ])
  func isRefusedWithItsPlace(text: String, words: String) throws {
    let input = TrainingInput(Array(text.utf8), today: Self.today, zoneMinutes: 0)
    let preview = TrainingPreview(input, TrainingRows([]))
    #expect(preview.refusal?.contains(words) == true, "\(preview.refusal ?? "")")
    #expect(preview.edits.isEmpty)
  }

  @Test func unknownMembersAreToldAndTheRestIsTaken() throws {
    let text = """
      {"format":"training-log","version":1,"exported":"2026-11-20T00:00:00Z","more":[1],
      "tries":[{"id":"00000000000000000000000000000001","name":"x","count":-4,"mood":"good",
      "outcome":"send","at":"2026-11-20T10:00:00Z"}]}
      """
    let plan = try plan(Array(text.utf8))
    #expect(plan.remarks.map(\.words).filter { $0.contains("unknown") }.count == 2)
    #expect(plan.problems.count == 1 && plan.problems[0].place.line == 2)
    let attempt = try #require(tries(RandomLog.rows(plan.edits)).first)
    #expect(attempt.name == "x" && attempt.outcome == .send && attempt.count == 1)
  }

  // MARK: - Tables of one's own

  @Test func readsATableOfOnesOwn() throws {
    let text =
      "Date;Climb;Grade;Sent;Attempts;Wall\n2026-11-20;Prow;V4;yes;3;Cave\n"
      + "2026-11-20;Slab;V2;no;2;Cave\n20.11.2026;Arête;V1;flash;;Cave\n2026-10;Old;V3;x;;\n"
      + "2025;Older;V3/V4;Top;;\n;Oldest;5;sent;;\n"
    let plan = try plan(Array(text.utf8))
    #expect(plan.problems.isEmpty && plan.remarks.isEmpty, "\(plan.problems)")
    #expect(plan.lines.first == "6 new tries in 4 sessions")
    #expect(plan.newCatalogues == ["Climbs"])
    let rows = RandomLog.rows(plan.edits)
    let all = tries(rows)
    #expect(all.map(\.name) == ["Oldest", "Older", "Old", "Slab", "Arête", "Prow"].sortedAs(all))
    #expect(
      all.first?.name == "Oldest" && all.first?.precision == Try.Precision.none
        && all.first?.at == 0)
    let prow = try #require(all.first { $0.name == "Prow" })
    #expect(prow.outcome == .send && prow.count == 3 && prow.scale == "v" && prow.place == "Cave")
    #expect(all.first { $0.name == "Arête" }?.outcome == .flash)
    #expect(all.first { $0.name == "Old" }?.precision == .month)
    #expect(all.first { $0.name == "Older" }?.precision == .year)
    var sessions: [String?] = []
    for row in rows where row.kind == .session {
      let session = PractisedSession(row)
      #expect(session.training == .climbs && session.ended >= session.began)
      #expect(session.ended > 0 || session.began == 0)
      sessions.append(DayText.text(of: session.day))
    }
    #expect(
      sessions.compactMap { $0 }.sorted() == [
        "1970-01-01", "2025-01-01", "2026-10-01", "2026-11-20",
      ])
    #expect(try self.plan(Array(text.utf8), into: rows).isEmpty)
    #expect(try self.plan(Array(text.utf8), into: rows, zone: 720).isEmpty)
    // It is exported as any other log is.
    let out = csv(rows)
    #expect(csv(RandomLog.rows(try self.plan(out).edits)) == out)
    let text2 = String(decoding: out, as: UTF8.self)
    #expect(text2.contains("\r\n2026-10,Old,") && text2.contains("\r\n2025,Older,"))
    #expect(text2.contains("\r\n,Oldest,"))
  }

  @Test func scalesAreFoundByWhatReads() throws {
    func scales(_ grades: [String], into rows: [Row] = []) throws -> [String] {
      let text = "date,name,grade\n" + grades.map { "2026-11-20,x\($0),\($0)\n" }.joined()
      return tries(RandomLog.rows(try plan(Array(text.utf8), into: rows).edits))
        .sorted { $0.name < $1.name }.map(\.scale)
    }
    #expect(try scales(["6A", "7B+"]) == ["font", "font"])
    #expect(try scales(["6a", "7b+"]) == ["french", "french"])
    #expect(try scales(["5.10a", "V4"]) == ["yds", "v"])
    #expect(try scales(["VII+", "VIII"]) == ["uiaa", "uiaa"])
    var own = Catalogue(RandomLog.id(5), named: "Mine", .climbs, after: [])
    (own.scale, own.ownGrades) = ("own", "green\nblue\nred")
    #expect(
      try scales(["blue", "red"], into: RandomLog.rows(own.edits(from: nil)))
        == [own.id.bits.hex, own.id.bits.hex])
  }

  @Test func whatIsWrongIsToldWithItsPlace() throws {
    let text =
      "date,name,grade,outcome,tries\n2026-02-30,a,V1,send,1\n2026-11-20,b,V99,send,-3\n"
      + "2926-01-01,c,V1,send,1\n1826-01-01,d,V1,send,1\n2026-11-20,,,send,1\n"
      + "2026-11-20,e,V1,perhaps,1,more\n"
    let plan = try plan(Array(text.utf8))
    #expect(plan.tries.new == 2)
    let problems = plan.problems.map(\.message)
    #expect(problems.contains { $0.hasPrefix("Line 2, column 1: date: “2026-02-30” is left out.") })
    #expect(problems.contains { $0.hasPrefix("Line 3, column 5: tries: “-3” is left out.") })
    #expect(
      problems.contains("Line 4, column 1: 2926-01-01 is in the future, so the row is left out."))
    #expect(
      problems.contains("Line 5, column 1: 1826-01-01 is before 1900, so the row is left out."))
    #expect(problems.contains { $0.hasPrefix("Line 6, column 1: This row has neither") })
    #expect(problems.contains { $0.hasPrefix("Line 7, column 4: outcome: “perhaps”") })
    #expect(problems.contains { $0.hasPrefix("Line 7, column 6: “more” has no heading") })
    #expect(plan.remarks.map(\.message).contains { $0.hasPrefix("Line 3, column 3: “V99”") })
    let latin = try self.plan(Array("date,name\n2026-11-20,".utf8) + [0xC9, 0x0A])
    #expect(latin.problems.first?.words.hasPrefix("The file is not UTF-8") == true)
    #expect(tries(RandomLog.rows(latin.edits)).first?.name == "É")
  }

  // MARK: - Size

  @Test func aHundredThousandLines() throws {
    var text = Array("date,name,grade,outcome,tries,place,note\n".utf8)
    for number in 0..<100_000 {
      let day = DayText.text(of: 18_000 + Int64(number / 40)) ?? ""
      text += Array("\(day),Climb \(number % 700),V\(number % 9),send,2,Cave,\"a, b\"\n".utf8)
    }
    let clock = ContinuousClock()
    var made: TrainingImport?
    let reading = try clock.measure { made = try plan(text) }
    let first = try #require(made)
    #expect(first.tries.new == 100_000 && first.sessions.new == 2_500)
    print("100,000 lines: \(reading)")
  }

  /// A text grown tenfold must not take a hundred times as long.
  @Test(arguments: ["\"", ",", "{\"a\":1,", "[", "\n", "\u{0}", "x"])
  func hostileTextsAreReadInTime(piece: String) {
    let text = Array(String(repeating: piece, count: 200_000).utf8)
    for start in ["", "date,name\n", "{\"format\":\"training-log\",\"version\":1,\"x\":{"] {
      let input = TrainingInput(Array(start.utf8) + text, today: 1, zoneMinutes: 0)
      let preview = TrainingPreview(input, TrainingRows([]))
      #expect(preview.problems.count <= 2 * ReedContents.problemLimit + 200)
    }
  }

  @Test func anObjectOfManyMembersIsReadInTime() {
    var text = "{\"format\":\"training-log\",\"version\":1,\"x\":{"
    text += (0..<100_000).map { "\"m\($0)\":1" }.joined(separator: ",") + "}}"
    let input = TrainingInput(Array(text.utf8), today: 1, zoneMinutes: 0)
    #expect(TrainingPreview(input, TrainingRows([])).refusal == nil)
  }

  @Test func tablesOfOneHugeThingAreReadInTime() {
    let many = (0..<20_000).map { "c\($0)" }
    let huge = String(repeating: "5.9 ", count: 50_000)
    for text in [
      "date,name," + many.joined(separator: ",") + "\n2024-11-20,x\n",
      "date,name,catalogue\n" + many.map { "2024-11-20,x,\($0)\n" }.joined(),
      "date,name,scale\n" + many.map { "2024-11-20,x,\($0)\n" }.joined(),
      "date,name,grade\n" + many.map { "2024-11-20,x,\($0)\n" }.joined(),
      "Date,Route,Rating,Style\n2024-11-20,x,\(huge),TR\n",
    ] {
      let input = TrainingInput(Array(text.utf8), today: Self.today, zoneMinutes: 0)
      let preview = TrainingPreview(input, TrainingRows([]))
      #expect(preview.refusal == nil && preview.count > 0)
      #expect(preview.lines.count < 20 && preview.problems.count <= 420)
    }
  }

  // MARK: - Damage

  @Test(arguments: UInt64(1)...12)
  func damagedFilesAreReadOrRefused(seed: UInt64) throws {
    var random = RandomBits(seed: seed)
    let rows = RandomLog.rows(seed, tries: 12)
    let files = [csv(rows), json(rows)] + ForeignLogTests.samples.map { Array($0.utf8) }
    for _ in 0..<60 {
      var bytes = files[random.below(files.count)]
      for _ in 0...random.below(4) where !bytes.isEmpty {
        let place = random.below(bytes.count)
        switch random.below(4) {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.removeSubrange(place..<min(place + random.below(40), bytes.count))
        case 2: bytes.insert(Array("\",;\n{}[]'-9".utf8)[random.below(11)], at: place)
        default: bytes.insert(contentsOf: bytes[place..<min(place + 30, bytes.count)], at: place)
        }
      }
      for known in [[], rows] {
        let input = TrainingInput(
          bytes, today: Self.today, zoneMinutes: random.below(4_000) - 2_000)
        let preview = TrainingPreview(input, TrainingRows(known))
        let after = RandomLog.rows(preview.edits, after: known)
        _ = csv(after)
        _ = json(after)
        #expect(TrainingPreview(preview.bytes)?.edits == preview.edits)
      }
    }
  }
}

extension [String] {
  /// These names in the order in which tries have them.
  fileprivate func sortedAs(_ tries: [Try]) -> [String] {
    tries.map(\.name).filter { contains($0) }
  }
}
