import Testing

@testable import Domain
@testable import Ledger

@Suite struct ExperimentTests {
  private static let id = RowID(Bits128(high: 3, low: 7))

  private func experiment(_ design: Experiment.Design, seed: Int64) -> Experiment {
    var experiment = Experiment(Self.id, made: 0)
    (experiment.design, experiment.seed) = (design, seed)
    return experiment
  }

  @Test(arguments: Experiment.Design.allCases)
  func everyPairAndBlockGetsBothArmsAlike(design: Experiment.Design) throws {
    for seed: Int64 in [0, 1, 7, ExperimentDraw.highestSeed] {
      let experiment = experiment(design, seed: seed)
      for first in stride(from: 1, through: 200, by: design.size) {
        let arms = try (first..<first + design.size).map {
          try #require(experiment.arm(ofPlace: $0))
        }
        #expect(arms.reduce(0, +) == design.size / 2)
      }
    }
  }

  @Test func theFirstPieceGetsEitherArmAboutAsOften() {
    var firsts = 0
    for seed: Int64 in 0..<1_000 { firsts += experiment(.paired, seed: seed).arm(ofPlace: 1) ?? 0 }
    #expect(440...560 ~= firsts)
    var orders: Set<[Int]> = []
    for seed: Int64 in 0..<200 {
      orders.insert((1...4).compactMap { experiment(.blocked, seed: seed).arm(ofPlace: $0) })
    }
    #expect(orders.count == 6)
  }

  @Test func theDrawIsTheSameForTheSameSeed() {
    // Stored nowhere, so it must never change.
    let experiment = experiment(.paired, seed: 7)
    #expect(
      (1...200).map { experiment.arm(ofPlace: $0) } == (1...200).map { experiment.arm(ofPlace: $0) }
    )
    let other = self.experiment(.paired, seed: 8)
    #expect((1...200).contains { experiment.arm(ofPlace: $0) != other.arm(ofPlace: $0) })
  }

  @Test func everyPlaceHasACodeOfItsOwn() {
    let experiment = experiment(.blocked, seed: 1)
    let codes = (1...200).map { experiment.code(ofPlace: $0) }
    #expect(Set(codes).count == 200 && codes.allSatisfy { $0.utf8.count == 2 })
    #expect(!codes.contains { $0.contains("I") || $0.contains("O") })
  }

  @Test func noCodeLooksLikeTheNameOfAReed() {
    var seeds: Set<Int64> = []
    for bits: UInt64 in [0, 0xDEAD_BEEF, 0x0F0F_0F0F, .max / 3, 0x1234_5678_9ABC_DEF0] {
      let seed = ExperimentDraw.seed(from: bits, places: 20, names: ["R1", "k12", "", "É5", "Ré"])
      let experiment = experiment(.paired, seed: seed)
      let codes = (1...20).map { experiment.code(ofPlace: $0) }
      #expect(!codes.contains { $0.hasPrefix("R") || $0.hasPrefix("K") }, "\(codes)")
      #expect(0...ExperimentDraw.highestSeed ~= seed)
      seeds.insert(seed)
    }
    #expect(seeds.count == 5)
    // There are not enough other codes for 200 places, but a seed is drawn.
    let full = ExperimentDraw.seed(from: 9, places: 200, names: ["R1"])
    let codes = (1...200).map { experiment(.paired, seed: full).code(ofPlace: $0) }
    #expect((2...9).contains(codes.count { $0.hasPrefix("R") }))
    // Names of other forms are no reason to look for another seed.
    #expect(ExperimentDraw.seed(from: 9, places: 20, names: ["R", "Brid 3", "12"]) == 9)
  }

  @Test func noNumberIsATrap() {
    for design in Experiment.Design.allCases {
      var experiment = experiment(design, seed: .min)
      experiment.planned = 100
      for place in [Int.min, -1, 0, 201, .max] {
        #expect(experiment.arm(ofPlace: place) == nil && experiment.block(ofPlace: place) == nil)
        #expect(experiment.code(ofPlace: place) == "?")
      }
      #expect(experiment.arm(ofPlace: 200) != nil && experiment.places == 200)
      experiment.seed = .max
      #expect(experiment.arm(ofPlace: 1) != nil)
    }
    for tenths in [Int.min, 0, 1, 2] {
      #expect(ExperimentPlan.reeds(tenths: tenths, .paired) == nil)
    }
    #expect(ExperimentPlan.reeds(tenths: 10, .paired) == 10)
    #expect(ExperimentPlan.reeds(tenths: 10, .blocked) == 17)
    #expect(ExperimentPlan.reeds(tenths: .max, .paired) == 6)
  }

  @Test func blocksAreWhole() {
    var experiment = experiment(.blocked, seed: 1)
    experiment.planned = 7
    #expect(experiment.places == 16)
    experiment.design = .paired
    #expect(experiment.places == 14)
  }

  private func row(_ edits: [Edit], at time: UInt64 = 5) -> Row {
    Row(
      id: edits[0].row, kind: edits[0].kind,
      cells: edits.map {
        Cell(field: $0.field, stamp: Stamp(HybridTime(time), DeviceID(1)), value: $0.value)
      })
  }

  private static func id(_ low: UInt64) -> RowID { RowID(Bits128(high: 9, low: low)) }

  @Test func everyLookCountsInTheTrashToo() {
    var experiment = experiment(.paired, seed: 1)
    experiment.started = 100
    let look = row(experiment.looking(Self.id(1), on: 101).filter { $0.kind == .experimentLook })
    let other = row(ExperimentLook(Self.id(2), at: experiment.id, day: 103).edits(from: nil))
    let same = row(ExperimentLook(Self.id(3), at: experiment.id, day: 101).edits(from: nil))
    let strange = row(ExperimentLook(Self.id(4), at: Self.id(9), day: 105).edits(from: nil))
    let trashed = row(
      ExperimentLook(Self.id(5), at: experiment.id, day: 104).edits(from: nil)
        .filter { $0.field != .life } + ExperimentLook(blank: Self.id(5)).trashing)
    #expect(trashed.life == .trashed)
    #expect(experiment.lookDays([other, look, same, strange, trashed]) == [101, 103, 104])
    #expect(experiment.lookDays([]).isEmpty)
    // What an older version wrote is still read.
    experiment.peeks = "x 5  99999999999999999999 101 7"
    #expect(experiment.lookDays([look]) == [5, 7, 101])
  }

  @Test func aLookLeavesAMarkInTheExperimentWhateverBecomesOfItsRow() throws {
    var experiment = experiment(.paired, seed: 1)
    experiment.started = 100
    #expect(!Experiment.wasLookedAt(row(experiment.edits(from: nil))))
    let edits = experiment.looking(Self.id(1), on: 101).filter { $0.row == experiment.id }
    #expect(edits.map { $0.value } == [.text("101")])
    let taken = edits.map { Edit($0.row, $0.kind, $0.field, .null) }
    let later = row(experiment.edits(from: nil) + taken)
    #expect(Experiment.wasLookedAt(later) && Experiment(later).lookDays([]).isEmpty)
    // A second look on a day adds no day, hundreds of them add no more text.
    experiment.peeks = "101"
    #expect(!experiment.looking(Self.id(2), on: 101).contains { $0.row == experiment.id })
    experiment.peeks = String(repeating: "1 ", count: 2_000)
    #expect(!experiment.looking(Self.id(2), on: 102).contains { $0.row == experiment.id })
  }

  @Test func whatWasEndedOnceIsKnown() {
    var experiment = experiment(.paired, seed: 1)
    experiment.started = 100
    let plain = experiment.edits(from: nil)
    #expect(!Experiment.wasReopened(row(plain)))
    let reopened = plain + [Edit(experiment.id, .experiment, Experiment.endedField, .null)]
    #expect(Experiment.wasReopened(row(reopened)))
    experiment.ended = 105
    #expect(!Experiment.wasReopened(row(experiment.edits(from: nil))))
  }

  @Test func armsFollowAMergeAndThePlanStays() {
    let (a, b, c) = (Self.id(1), Self.id(2), Self.id(3))
    var experiment = experiment(.paired, seed: 1)
    experiment.arms = [a.bits.hex, b.bits.hex]
    #expect(Experiment.merging(c, into: a, row(experiment.edits(from: nil))).isEmpty)
    // A draft takes the other tool itself.
    let draft = Experiment.merging(a, into: c, row(experiment.edits(from: nil)))
    #expect(draft.map { $0.value } == [.text(c.bits.hex)])
    #expect(draft[0].field == Experiment.field(3))
    experiment.started = 100
    let edits = Experiment.merging(a, into: c, row(experiment.edits(from: nil)))
    #expect(edits.map { $0.field } == [Experiment.field(15)])
    let merged = Experiment(row(experiment.edits(from: nil) + edits))
    #expect(merged.arms == experiment.arms && merged.armsNow == [c.bits.hex, b.bits.hex])
    #expect(!merged.hasOneArm)
    let again = Experiment.merging(b, into: c, row(merged.edits(from: nil)))
    #expect(Experiment(row(merged.edits(from: nil) + again)).hasOneArm)
    // Nor is a row of another shape a trap.
    #expect(Experiment.merging(a, into: b, Row(id: a, kind: .experiment)).isEmpty)
  }

  @Test func runningExperimentsCoverTheirFieldAlone() throws {
    var experiment = experiment(.paired, seed: 1)
    experiment.field = "shaper"
    let member = ExperimentReed(Self.id(1), Self.id(2), in: experiment.id, place: 1, made: 0)
    let fields = ReedFieldList(.reed, ReedField.reed, own: [], choices: [])
    let reed = row([
      Edit(Self.id(2), .reed, ReedField.shaper, .row(Self.id(3))),
      Edit(Self.id(2), .reed, ReedField.thread, .int(1)),
    ])
    #expect(ExperimentCover([experiment], [member], fields).covered(reed) == reed)
    experiment.started = 100
    let cover = ExperimentCover([experiment], [member], fields)
    let covered = cover.covered(reed)
    #expect(covered.value(ReedField.shaper) == .null && covered.value(ReedField.thread) == .int(1))
    #expect(cover.experiment(Self.id(2), ReedField.shaper) == experiment.id)
    #expect(cover.experiment(Self.id(2), ReedField.thread) == nil)
    #expect(cover.experiment(Self.id(2)) == experiment.id && cover.reeds == [Self.id(2)])
    experiment.ended = 101
    #expect(ExperimentCover([experiment], [member], fields).reeds.isEmpty)
    (experiment.ended, experiment.field) = (0, "nothing")
    #expect(ExperimentCover([experiment], [member], fields).reeds.isEmpty)
  }

  @Test func whatChangedAfterTheStartIsKnown() {
    func cell(_ number: UInt64, _ value: Value, at time: UInt64) -> Cell {
      Cell(
        field: Experiment.field(number), stamp: Stamp(HybridTime(time), DeviceID(1)), value: value)
    }
    let cells = [
      cell(1, .text("Which?"), at: 1), cell(5, .text("success"), at: 9),
      cell(10, .day(100), at: 5), cell(13, .text("101"), at: 12),
    ]
    let row = Row(id: Self.id, kind: .experiment, cells: cells)
    #expect(Experiment.changedAfterStart(row) == [Experiment.field(5)])
    let draft = Row(id: Self.id, kind: .experiment, cells: [cells[0], cells[1]])
    #expect(Experiment.changedAfterStart(draft).isEmpty)
  }

  @Test func armsAreReadAsTheyWereWritten() throws {
    let shaper = try #require(ReedField.reed.first { $0.name == "shaper" })
    let arm = shaper.arm(of: .row(Self.id))
    #expect(shaper.value(ofArm: arm) == .row(Self.id))
    #expect(shaper.value(ofArm: "") == nil && shaper.value(ofArm: "no id") == nil)
    let form = try #require(ReedField.reed.first { $0.name == "cane_form" })
    #expect(form.value(ofArm: form.arm(of: .int(2))) == .int(2))
    #expect(form.value(ofArm: "99") == nil)
    let gouge = try #require(ReedField.reed.first { $0.name == "g_a_m" })
    let value = Value.decimal(units: 590, places: 3)
    #expect(gouge.value(ofArm: gouge.arm(of: value)) == value)
  }

  // MARK: - In a file

  @Test func anExperimentSurvivesAFileOfReeds() throws {
    var own = experiment(.paired, seed: 7)
    (own.question, own.field, own.arms) = ("Which shaper?", "shaper", [Self.id.bits.hex, "x"])
    (own.outcome, own.difference, own.started, own.made) = ("success", 1_500, 20_000, 5_000)
    (own.peeks, own.merged) = ("20010", ["", "y"])
    var member = ExperimentReed(
      RowID(Bits128(high: 2, low: 1)), RowID(Bits128(high: 3, low: 1)), in: own.id, place: 3,
      made: 6_000)
    member.takenOut = 7_000
    let look = ExperimentLook(RowID(Bits128(high: 2, low: 2)), at: own.id, day: 20_010)
    let rows = ReedRows([
      row(own.edits(from: nil)), row(member.edits(from: nil)), row(look.edits(from: nil)),
    ])
    let bytes = ReedFile.export(rows, at: .init(1_780_000_000_000, zoneMinutes: 0))
    let text = String(decoding: bytes, as: UTF8.self)
    for part in [
      #""design":"paired""#, #""seed":7"#, #""difference":1.5"#, #""peeks":"20010""#,
      #""allocation":[{"id":"#, #""place":3"#, #""taken_out":"#, #""looks":[{"id":"#,
      #""merged_b":"y""#,
    ] { #expect(text.contains(part), "\(part) in \(text)") }
    let plan = ReedImport(try ReedFile.read(bytes, ReedRows([])), into: ReedRows([]))
    #expect(plan.problems.isEmpty)
    let again = ReedRows([]).with(plan.edits)
    #expect(Experiment(try #require(again[own.id])) == own)
    #expect(ExperimentReed(try #require(again[member.id])) == member)
    #expect(ExperimentLook(try #require(again[look.id])) == look)
    #expect(ReedFile.export(again, at: .init(1_780_000_000_000, zoneMinutes: 0)) == bytes)
  }
}
