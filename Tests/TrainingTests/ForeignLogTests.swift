import Testing

@testable import Domain
@testable import Ledger

/// Logs of other programs; all lines are made up.
@Suite struct ForeignLogTests {
  static let samples = [
    boards, oldBoards, ticks, "date,name,grade,outcome\n2026-11-20,x,V1,send\n",
  ]

  static let boards = #"""
    board,angle,climb_name,date,logged_grade,displayed_grade,difficulty,tries,is_mirror,sessions_count,tries_total,is_repeat,is_ascent,comment
    kilter,40,Moss Garden,2024-06-17 16:21:23,V3,V4,16.2,1,False,1,1,False,True,
    kilter,40,"Long, Way",2024-06-17 16:40:00,V5,V5,20,4,False,1,4,False,False,slipped
    kilter,40,"Long, Way",2024-06-19 18:00:00,V5,V5,20,2,False,2,6,False,True,"got ""it"""
    kilter,40,Moss Garden,2024-06-19 18:30:00,V3,V4,16.2,1,True,2,2,True,True,
    kilter,45,Moss Garden,2024-06-19 18:45:00,,6A,16.2,1,False,1,1,False,True,

    """#

  static let oldBoards = """
    board,angle,name,date,grade,tries,is_mirror
    tension,30,Bark,2023-01-02 10:00:00,6B,1,False
    tension,30,Bark,2023-01-03 10:00:00,6B,1,False
    tension,30,Root,2023-01-03 11:00:00,6C,3,True

    """

  static let ticks = """
    Date,Route,Rating,Notes,URL,Pitches,Location,Avg Stars,Your Stars,Style,Lead Style,Route Type,Your Rating,Length,Rating Code
    2021-07-04,Dry Corner,5.10a,"windy, cold",https://example.org/1,3,Somewhere > Big Valley > East Wall,3.1,4,Lead,Onsight,Trad,,300,2600
    2021-07-04,Stone Ear,5.9 PG13,,https://example.org/2,1,Somewhere > Big Valley > East Wall,2.0,-1,Lead,Redpoint,Sport,5.10a,80,2300
    2021-07,Pocket Line,5.11a/b,,https://example.org/3,1,Somewhere > Big Valley,2.0,-1,Lead,Fell/Hung,Sport,,80,3000
    2021,Low Traverse,V3-4,,https://example.org/4,1,Somewhere > Blocks,2.0,-1,Attempt,,Boulder,,,20200
    0000-00-00,Egg,V4,,https://example.org/5,1,Somewhere > Blocks,2.0,-1,Flash,,Boulder,,,20300
    ,Ice Thing,WI4,,https://example.org/6,1,Somewhere,2.0,-1,Follow,,Ice,,,30000
    2021-08-01,Slabby,5.7,,https://example.org/7,1,Somewhere,2.0,-1,TR,,Trad,,,1800

    """

  private func plan(_ text: String, into rows: [Row] = [], zone: Int = 120) throws
    -> TrainingImport
  {
    let known = TrainingRows(rows)
    let input = TrainingInput(Array(text.utf8), today: 20_780, zoneMinutes: zone)
    return TrainingImport(try input.contents(for: known), into: known)
  }

  private func tries(_ rows: [Row]) -> [Try] {
    rows.filter { $0.kind == .attempt && $0.life == .alive }.map { Try($0) }
      .sorted { ($0.at, $0.name, $0.id) < ($1.at, $1.name, $1.id) }
  }

  private func sessions(_ rows: [Row]) -> [PractisedSession] {
    rows.filter { $0.kind == .session }.map { PractisedSession($0) }
      .sorted { ($0.began, $0.id) < ($1.began, $1.id) }
  }

  @Test func readsBoards() throws {
    let plan = try plan(Self.boards)
    #expect(plan.source == "BoardLib" && plan.problems.isEmpty && plan.remarks.isEmpty)
    #expect(plan.tries.new == 5)
    let rows = RandomLog.rows(plan.edits)
    let all = tries(rows)
    #expect(all.map(\.outcome) == [.flash, .attempt, .send, .send, .flash])
    #expect(all.map(\.count) == [1, 4, 2, 1, 1])
    #expect(all.map(\.grade) == ["V3", "V5", "V5", "V3", "6A"])
    #expect(all.map(\.scale) == ["v", "v", "v", "v", "font"])
    #expect(
      all.map(\.place) == ["Kilter 40°", "Kilter 40°", "Kilter 40°", "Kilter 40°", "Kilter 45°"])
    #expect(all.map(\.note) == ["", "slipped", "got \"it\"", "Mirrored", ""])
    // 16:21:23 on a wall two hours ahead of UTC.
    #expect(all[0].at == 1_718_634_083_000)
    #expect(all[0].item == all[3].item && all[0].item != all[4].item && all[1].item == all[2].item)
    let days = sessions(rows)
    #expect(days.map { DayText.text(of: $0.day) } == ["2024-06-17", "2024-06-19", "2024-06-19"])
    #expect(days[0].began == all[0].at && days[0].ended == all[1].at)
    #expect(plan.newCatalogues == ["Kilter", "Kilter"])
    #expect(all.allSatisfy { attempt in days.contains { $0.id == attempt.session } })
  }

  @Test func readsOlderBoards() throws {
    let plan = try plan(Self.oldBoards)
    #expect(plan.problems.isEmpty && plan.newCatalogues == ["Tension"])
    let all = tries(RandomLog.rows(plan.edits))
    #expect(all.map(\.outcome) == [.flash, .send, .send])
    #expect(all.map(\.note) == ["", "", "Mirrored"])
  }

  @Test func readsTicks() throws {
    let plan = try plan(Self.ticks)
    #expect(plan.source == "Mountain Project" && plan.problems.isEmpty, "\(plan.problems)")
    #expect(
      plan.remarks.map(\.message) == [
        "Line 7, column 3: “WI4” is not a YDS grade. It is kept as written."
      ])
    let rows = RandomLog.rows(plan.edits)
    var byName: [String: Try] = [:]
    for attempt in tries(rows) { byName[attempt.name] = attempt }
    let corner = try #require(byName["Dry Corner"])
    #expect(corner.outcome == .flash && corner.grade == "5.10a" && corner.scale == "yds")
    #expect(corner.place == "East Wall" && corner.precision == .day)
    #expect(
      corner.note
        == "windy, cold\n3 pitches\nYour stars: 4\nSomewhere > Big Valley > East Wall\nhttps://example.org/1"
    )
    let ear = try #require(byName["Stone Ear"])
    #expect(
      ear.outcome == .send && ear.grade == "5.9" && ear.note.hasPrefix("PG13\nYour rating: 5.10a\n")
    )
    #expect(
      byName["Pocket Line"]?.outcome == .attempt && byName["Pocket Line"]?.precision == .month)
    #expect(byName["Pocket Line"]?.grade == "5.11a/b")
    #expect(byName["Low Traverse"]?.outcome == .attempt && byName["Low Traverse"]?.scale == "v")
    #expect(byName["Low Traverse"]?.precision == .year && byName["Low Traverse"]?.grade == "V3-4")
    #expect(byName["Egg"]?.outcome == .flash && byName["Egg"]?.precision == Try.Precision.none)
    #expect(
      byName["Ice Thing"]?.outcome == .send && byName["Ice Thing"]?.note.contains("Follow") == true)
    #expect(byName["Slabby"]?.outcome == .send && byName["Slabby"]?.note.hasPrefix("TR\n") == true)
    #expect(plan.newCatalogues == ["Mountain Project", "Mountain Project"])
  }

  @Test(arguments: samples)
  func aSecondImportChangesNothing(text: String) throws {
    let rows = RandomLog.rows(try plan(text).edits)
    for zone in [120, 60, -480, 0] {
      let again = try plan(text, into: rows, zone: zone)
      #expect(again.isEmpty, "\(again.edits.prefix(3))")
      #expect(again.tries.new == 0 && again.tries.unchanged == tries(rows).count)
    }
    // Nor does one more catalogue on the same scale.
    let other = Catalogue(RowID(Bits128(high: 0, low: 1)), named: "Hall", .climbs, after: [])
    #expect(try plan(text, into: RandomLog.rows(other.edits(from: nil), after: rows)).isEmpty)
  }

  @Test(arguments: samples)
  func whatIsExportedOfItComesBack(text: String) throws {
    let rows = RandomLog.rows(try plan(text).edits)
    let out = TrainingTable.export(TrainingRows(rows))
    #expect(try plan(String(decoding: out, as: UTF8.self), into: rows).isEmpty)
    let copy = try plan(String(decoding: out, as: UTF8.self))
    #expect(copy.problems.isEmpty)
    #expect(TrainingTable.export(TrainingRows(RandomLog.rows(copy.edits))) == out)
  }

  @Test func triesGoToTheCatalogueOnTheirScale() throws {
    let hall = Catalogue(RandomLog.id(1), named: "Hall", .climbs, after: [])
    let plan = try plan(Self.boards, into: RandomLog.rows(hall.edits(from: nil)))
    #expect(plan.newCatalogues == ["Kilter"])
    let days = sessions(RandomLog.rows(plan.edits))
    #expect(days.filter { $0.catalogue == hall.id }.count == 2)
  }

  @Test func aLongerFileAddsWhatIsNew() throws {
    let lines = Self.boards.split(separator: "\n", omittingEmptySubsequences: false)
    let rows = RandomLog.rows(try plan(lines[0..<3].joined(separator: "\n")).edits)
    let plan = try plan(Self.boards, into: rows)
    #expect(plan.tries.new == 3 && plan.tries.unchanged == 2 && plan.tries.changed == 0)
    let after = RandomLog.rows(plan.edits, after: rows)
    // A shorter file makes no session shorter.
    #expect(try self.plan(lines[0..<2].joined(separator: "\n"), into: after).isEmpty)
  }

  @Test func levelsFollowFromWhatWasImported() throws {
    let rows = RandomLog.rows(try plan(Self.boards).edits)
    var data = Replica(device: DeviceID(1))
    let edits = rows.flatMap { row in row.cells.map { Edit(row.id, row.kind, $0.field, $0.value) } }
    var intent = EditIntent(
      label: "Import", edits: edits, wall: 1_763_000_000_000, group: nil, draft: nil)
    _ = data.perform(&intent)
    var index = TrainingIndex()
    index.update(data)
    let catalogue = try #require(index.catalogues.first { $0.scale == "v" })
    let standing = Standing(
      Standing.Key(catalogue, index, day: 20_000), index, milliseconds: 1_728_000_000_000,
      zoneMinutes: 0, like: nil)
    let tries = index.tries.values.filter { $0.scale == "v" }
    // A line of the file may be several tries.
    #expect(tries.count == 4 && standing.tryCount == tries.reduce(0) { $0 + Int($1.count) })
    #expect(standing.tryCount > 4 && standing.ability != nil)
    #expect(index.running == nil)
  }
}
