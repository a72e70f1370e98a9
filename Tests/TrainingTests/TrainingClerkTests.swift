import Foundation
import Testing

@testable import Domain
@testable import Ledger

/// What the page asks its clerk for of training, and what two devices make of one session.
@Suite struct TrainingClerkTests {
  private static let moment = Domain.Moment(1_795_000_000_000, zoneMinutes: 60)
  private static let hall = Catalogue(RandomLog.id(1), named: "Hall", .climbs, after: [])
  private static let cave = CataloguePlace(RandomLog.id(2), in: hall.id, named: "Cave", after: [])

  private func replica(_ edits: [Edit]) -> Replica {
    var data = Replica(device: DeviceID(1))
    var intent = EditIntent(
      label: "Edit", edits: edits, wall: 1_763_000_000_000, group: nil, draft: nil)
    _ = data.perform(&intent)
    return data
  }

  private func edits(_ rows: [Row]) -> [Edit] {
    rows.flatMap { row in row.cells.map { Edit(row.id, row.kind, $0.field, $0.value) } }
  }

  private func ask(_ request: TrainingRequest, _ data: Replica) -> [UInt8] {
    Clerk.answer(request.bytes(data), origin: "")
  }

  private func preview(
    _ text: String, _ target: TrainingTarget, _ rows: [Row] = [], today: Int64 = 20_000
  ) throws -> TrainingPreview {
    let request = TrainingRequest.plan(Array(text.utf8), target, today: today, zoneMinutes: 60)
    return try #require(TrainingPreview(Clerk.answer(request.bytes(rows), origin: "")))
  }

  private func items(_ rows: [Row]) -> [CatalogueItem] {
    rows.filter { $0.kind == .item && $0.life == .alive }.map { CatalogueItem($0) }
      .sorted { ($0.number, $0.name) < ($1.number, $1.name) }
  }

  private var rows: [Row] {
    RandomLog.rows(Self.hall.edits(from: nil) + Self.cave.edits(from: nil))
  }

  @Test(arguments: UInt64(1)...6)
  func filesAreThoseOfTheSpace(seed: UInt64) throws {
    let rows = RandomLog.rows(seed)
    let data = replica(edits(rows))
    let all = TrainingRows(data)
    #expect(ask(.export(.csv, at: Self.moment), data) == TrainingTable.export(all))
    #expect(
      ask(.export(.json, at: Self.moment), data) == TrainingFile.export(all, at: Self.moment))
    let file = TrainingTable.export(all)
    let request = TrainingRequest.plan(file, .log, today: 20_780, zoneMinutes: 0)
    let same = try #require(TrainingPreview(ask(request, data)))
    #expect(same.edits.isEmpty && same.refusal == nil && same.source == "Woodshed log")
    let new = try #require(TrainingPreview(ask(request, Replica(device: DeviceID(2)))))
    #expect(new.count == all.tryCount && new.problems.isEmpty)
    #expect(new.lines.first?.hasPrefix("\(all.tryCount) new tries in ") == true)
    #expect(TrainingTable.export(TrainingRows(RandomLog.rows(new.edits))) == file)
  }

  @Test func onlyWhatIsOfTrainingTravels() throws {
    var note = JournalNote(blank: RandomLog.id(3))
    note.text = "private words"
    var practice = PractisedSession(RandomLog.id(4), day: 1, began: 1)
    practice.question = "private question"
    var item = CatalogueItem(RandomLog.id(5), in: Self.hall.id, named: "Public crimp")
    item.note = "setter's note"
    let data = replica(
      note.edits(from: nil) + practice.edits(from: nil) + item.edits(from: nil)
        + Self.hall.edits(from: nil))
    for request in [
      TrainingRequest.export(.csv, at: Self.moment),
      .plan([], .log, today: 1, zoneMinutes: 0),
    ] {
      let text = String(decoding: request.bytes(data), as: UTF8.self)
      #expect(!text.contains("private") && !text.contains("crimp") && text.contains("Hall"))
    }
    let text = String(
      decoding: TrainingRequest.export(.catalogue(Self.hall.id), at: Self.moment).bytes(data),
      as: UTF8.self)
    #expect(!text.contains("private") && text.contains("Public crimp"))
    let table = ask(.export(.catalogue(Self.hall.id), at: Self.moment), data)
    #expect(String(decoding: table, as: UTF8.self).contains(",Public crimp,"))
    #expect(ask(.export(.catalogue(RandomLog.id(99)), at: Self.moment), data).isEmpty)
  }

  @Test func outputsHaveNames() {
    #expect(
      TrainingOutput.csv.fileName == "training.csv" && TrainingOutput.csv.mediaType == "text/csv")
    #expect(TrainingOutput.json.fileName == "training.json")
    #expect(TrainingOutput.json.mediaType == "application/json")
    #expect(TrainingOutput.catalogue(RandomLog.id(1)).fileName == "catalogue.csv")
  }

  @Test(arguments: UInt64(1)...20)
  func damagedBytesAreNothingOrSomethingElse(seed: UInt64) {
    var random = RandomBits(seed: seed)
    let rows = RandomLog.rows(seed, tries: 6)
    let file = TrainingTable.export(TrainingRows(rows))
    let target: TrainingTarget =
      seed.isMultiple(of: 2) ? .log : .catalogue(RandomLog.id(0), place: RandomLog.id(7))
    let request = TrainingRequest.plan(file, target, today: 1, zoneMinutes: 0).bytes(rows)
    let answer = Clerk.answer(request, origin: "")
    for _ in 0..<30 {
      let isRequest = random.once(in: 2)
      var bytes = isRequest ? request : answer
      bytes[random.below(bytes.count)] ^= 1 << UInt8(random.below(8))
      if random.once(in: 3) { bytes.removeLast(random.below(bytes.count)) }
      if isRequest { _ = Clerk.answer(bytes, origin: "") } else { _ = TrainingPreview(bytes) }
    }
  }

  // MARK: - Items

  @Test func linesWithoutHeadingsAreNewItems() throws {
    var old = CatalogueItem(RandomLog.id(5), in: Self.hall.id, named: "Old")
    (old.number, old.outAt, old.place) = (41, 19_000, Self.cave.id)
    let rows = RandomLog.rows(old.edits(from: nil), after: self.rows)
    let target = TrainingTarget.catalogue(Self.hall.id, place: Self.cave.id)
    let text = "Prow\tV4\tNorth wall\tBlue\tslab, crimp\tAda\nSlab\tV99\n\nOld\tV2\n"
    let made = try preview(text, target, rows)
    #expect(made.source == "Catalogue" && made.count == 3 && made.refusal == nil)
    #expect(made.lines == ["3 new climbs", "1 new wall", "3 new tags"])
    #expect(made.problems.count == 1)
    #expect(
      made.problems.first
        == "Line 2, column 2: “V99” is not a grade on this scale (V scale). It is kept as written.")
    let after = RandomLog.rows(made.edits, after: rows)
    let all = items(after)
    #expect(all.map(\.name) == ["Old", "Prow", "Slab", "Old"])
    #expect(all.map(\.number) == [41, 42, 43, 44])
    #expect(all.dropFirst().allSatisfy { $0.liveFrom == 20_000 && $0.isLive(on: 20_000) })
    #expect(all[1].author == "Ada" && all[1].tags == "slab, crimp" && all[1].grade == "V4")
    #expect(all[1].place != Self.cave.id && all[2].place == Self.cave.id && all[2].grade == "V99")
    #expect(try preview(text, target, after).edits.isEmpty)
    #expect(try preview(text, target, after, today: 20_009).edits.isEmpty)
  }

  @Test(arguments: [
    ("Crux, V4, Cave", "Crux", "V4"), ("Crux;V4;Cave", "Crux", "V4"), ("Crux", "Crux", ""),
    ("Émoi\tV1", "Émoi", "V1"), ("=1+1,V2", "=1+1", "V2"),
  ])
  func oneLineIsEnough(text: String, name: String, grade: String) throws {
    let made = try preview(text, .catalogue(Self.hall.id, place: nil), rows)
    let item = try #require(items(RandomLog.rows(made.edits, after: rows)).first)
    #expect(item.name == name && item.grade == grade && item.number == 1)
  }

  @Test func tablesWithHeadingsSayWhatTheySay() throws {
    let target = TrainingTarget.catalogue(Self.hall.id, place: Self.cave.id)
    let made = try preview("name,grade\nPlain,V1\n", target, rows)
    let item = try #require(items(RandomLog.rows(made.edits, after: rows)).first)
    #expect(item.number == 0 && item.liveFrom == 0 && item.place == Self.cave.id)
    #expect(
      try preview("name,grade\nPlain,V1\n", target, RandomLog.rows(made.edits, after: rows)).edits
        .isEmpty)
  }

  @Test(arguments: [
    ("date,name,grade,outcome\n2026-11-20,x,V1,send\n", "This is a log of tries"),
    ("{\"format\":\"training-log\",\"version\":1}", "This is a log of tries"),
    ("{\"format\":\"double-reed-log\",\"version\":1}", "This is a reed file"),
    ("{\"a\":1}", "This is JSON"), ("grade,wall\nV1,Cave\n", "needs a “name” heading"),
    ("", "This is empty"),
  ])
  func whatIsNoCatalogueIsRefused(text: String, words: String) throws {
    let made = try preview(text, .catalogue(Self.hall.id, place: nil), rows)
    #expect(made.refusal?.contains(words) == true, "\(made.refusal ?? "")")
    #expect(made.edits.isEmpty && made.count == 0)
    let gone = try preview("x", .catalogue(RandomLog.id(88), place: nil), rows)
    #expect(gone.refusal == "This catalogue no longer exists.")
  }

  // MARK: - Two devices

  /// Two devices log 200 tries each in one session while neither hears of the other.
  @Test(arguments: [false, true])
  func twoDevicesOfflineMakeFourHundredTries(isReversed: Bool) throws {
    let session = PractisedSession(RandomLog.id(50), day: 20_000, began: 1_728_000_000_000)
    var begun = session
    (begun.training, begun.catalogue) = (.climbs, Self.hall.id)
    let item = CatalogueItem(RandomLog.id(60), in: Self.hall.id, named: "Prow")
    let common = RandomLog.rows(
      Self.hall.edits(from: nil) + begun.edits(from: nil) + item.edits(from: nil))
    var parts: [[RowCell]] = []
    for device in 1...2 {
      var random = RandomBits(seed: UInt64(device))
      var cells: [RowCell] = []
      for number in 0..<200 {
        let at = 1_728_000_000_000 + Int64(number) * 30_000
        let attempt = Try(
          RowID(milliseconds: at, random: &random), of: item, in: session.id, at: at, .send)
        for edit in attempt.edits(from: nil) {
          let stamp = Stamp(HybridTime(milliseconds: at), DeviceID(UInt64(device)))
          cells.append(
            RowCell(
              row: edit.row, kind: edit.kind,
              cell: Cell(field: edit.field, stamp: stamp, value: edit.value)))
        }
      }
      parts.append(cells)
    }
    var table = Table(
      common.flatMap { row in row.cells.map { RowCell(row: row.id, kind: row.kind, cell: $0) } })
    for cells in isReversed ? parts.reversed() : parts {
      for cell in cells { table.merge(cell) }
      // What is sent twice is there once.
      for cell in cells.prefix(40) { table.merge(cell) }
    }
    let rows = TrainingRows(table.rows)
    #expect(rows.tryCount == 400)
    var index = TrainingIndex()
    index.update(replica(edits(table.rows)))
    #expect(index.tries(in: session.id).count == 400)
    // Their files, imported in either order, add up as well.
    let files = parts.map { cells in
      var one = Table(
        common.flatMap { row in row.cells.map { RowCell(row: row.id, kind: row.kind, cell: $0) } })
      for cell in cells { one.merge(cell) }
      return TrainingTable.export(TrainingRows(one.rows))
    }
    var here: [Row] = []
    for file in isReversed ? files.reversed() : files {
      let known = TrainingRows(here)
      let input = TrainingInput(file, today: 20_001, zoneMinutes: 0)
      here = RandomLog.rows(
        TrainingImport(try input.contents(for: known), into: known).edits, after: here)
    }
    #expect(TrainingTable.export(TrainingRows(here)) == TrainingTable.export(rows))
  }
}
