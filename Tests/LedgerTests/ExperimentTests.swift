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

  @Test func aLookIsMarkedOnceADay() {
    var experiment = experiment(.paired, seed: 1)
    experiment.started = 100
    experiment.peek(on: 101)
    experiment.peek(on: 101)
    experiment.peek(on: 103)
    #expect(experiment.peekDays == [101, 103])
    #expect(experiment.showsResults(on: 103) && !experiment.showsResults(on: 102))
    experiment.ended = 110
    #expect(experiment.showsResults(on: 102))
    experiment.peeks = "x 5  99999999999999999999 7"
    #expect(experiment.peekDays == [5, 7])
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
}
