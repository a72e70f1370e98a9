import Foundation
import Testing

@testable import Domain
@testable import Ledger

/// The fields of reeds: how many there are, how they are typed and shown, and what their owner changes about them.
@Suite struct ReedFieldTests {
  private static func field(_ name: String) throws -> ReedField {
    try #require((ReedField.reed + ReedField.test).first { $0.name == name })
  }

  private static func mm(_ units: Int64, _ places: UInt8) -> Value {
    .decimal(units: units, places: places)
  }

  /// Statistics leave out slips, and nothing that a bassoon's reed could measure.
  @Test(
    arguments: [
      ("tie_length", 45_800, true), ("tie_length", 725, true), ("tie_length", 8_500, false),
      ("tie_length", 5_400, false), ("tube_diameter", 2_600, false), ("strength", 3_500, true),
      ("strength", 0, false), ("altitude", -400, false), ("success", 10, false),
    ] as [(String, Int64, Bool)])
  func aNumberFarOutOfRangeIsASlip(name: String, units: Int64, isFarOut: Bool) throws {
    #expect(try Self.field(name).isFarOut(units) == isFarOut)
  }

  // MARK: - What there is

  @Test func thereAreAtLeastSixtyOfThem() {
    #expect(ReedField.reed.count + ReedField.test.count >= 60)
    for fields in [ReedField.reed, ReedField.test] {
      #expect(Set(fields.map(\.id.number)).count == fields.count)
      #expect(Set(fields.map(\.name)).count == fields.count)
    }
  }

  @Test func theQuickFormAsksForSixAndTheStandardFormForTwentyFive() {
    let list = ReedFieldList(.reed, ReedField.reed, own: [], choices: [])
    func count(_ form: ReedField.Form) -> Int {
      list.groups(form, .oboes).reduce(0) { $0 + $1.fields.count }
    }
    #expect(count(.quick) == 6)
    #expect(count(.standard) == 25)
    #expect(count(.full) > 60)
  }

  @Test func bassoonsHaveNoStaplesAndOboesNoBevels() {
    let list = ReedFieldList(.reed, ReedField.reed, own: [], choices: [])
    func names(_ family: ReedField.Family) -> [String] {
      list.groups(.full, family).flatMap { $0.fields.map(\.name) }
    }
    #expect(!names(.bassoons).contains { $0.hasPrefix("staple") })
    #expect(names(.bassoons).contains("bevel") && !names(.oboes).contains("bevel"))
  }

  /// Nothing that is gouged, tied or crowed is asked about a reed that comes out of a box.
  @Test func singleReedsHaveABrandAndNoStaple() {
    let list = ReedFieldList(.reed, ReedField.reed, own: [], choices: [])
    func names(_ form: ReedField.Form, _ family: ReedField.Family) -> [String] {
      list.groups(form, family).flatMap { $0.fields.map(\.name) }
    }
    #expect(names(.quick, .singles) == ["reed_brand", "reed_model", "strength"])
    let standard = ["reed_brand", "reed_model", "strength", "reed_cut", "reed_material"]
    #expect(names(.standard, .singles) == standard + ["mouthpiece"])
    #expect(names(.full, .singles) == standard + ["mouthpiece", "retire_reason"])
    for family in [ReedField.Family.oboes, .bassoons] {
      #expect(!names(.full, family).contains("strength"))
    }
    let tests = ReedFieldList(.reedTest, ReedField.test, own: [], choices: [])
    let asked = tests.groups(.full, .singles).flatMap { $0.fields.map(\.name) }
    #expect(asked.contains("t_sides") && asked.contains("q_response") && asked.contains("success"))
    #expect(!asked.contains { $0.hasPrefix("t_crow") || $0.hasPrefix("t_peep") })
    let ofOboes = tests.groups(.full, .oboes).flatMap { $0.fields.map(\.name) }
    #expect(ofOboes.contains("t_crow") && !ofOboes.contains("t_sides"))
    let doubles: [Reed.Instrument] = [
      .oboe, .oboeDAmore, .corAnglais, .bassOboe, .heckelphone, .bassoon, .contrabassoon,
    ]
    for instrument in Reed.Instrument.allCases {
      #expect((instrument.family != .singles) == doubles.contains(instrument))
    }
  }

  @Test func everyTemplateFieldStandsForOneOfAReed() {
    #expect(ReedField.template.map(\.name) == ReedField.reed.map(\.name))
    #expect(ReedField.template.map(\.family) == ReedField.reed.map(\.family))
    #expect(ReedField.template.allSatisfy { $0.id.number >> 8 == KindID.reedTemplate.number })
  }

  // MARK: - Typed and shown

  @Test(arguments: [
    ("tie_length", "72.5", mm(7_250, 2)), ("tie_length", "72,5 mm", mm(7_250, 2)),
    ("tie_length", " 72.50 ", mm(7_250, 2)), ("tie_length", "2.8543 in", mm(7_250, 2)),
    ("tie_length", "2.8543\"", mm(7_250, 2)),
    ("g_a_m", ".59", mm(590, 3)), ("g_a_m", "0,595", mm(595, 3)), ("g_a_m", "+0.590", mm(590, 3)),
    ("strokes", "120", .int(120)), ("temp", "-4.5", mm(-45, 1)), ("temp", "−4,5 °C", mm(-45, 1)),
    ("t_crow", "C6", mm(84_000, 1)), ("t_crow", "C6 +14", mm(84_140, 1)),
    ("t_crow", "Bb5 −20.5 ¢", mm(81_795, 1)), ("t_crow", "b5 + 3 cents", mm(83_030, 1)),
    ("thread_colour", "dark RED", .int(0x7A1F1F)), ("thread_colour", "#1F4d3b", .int(0x1F4D3B)),
    ("leak", "slight", .int(2)), ("leak", "3", .int(3)), ("wire", "no", .bool(false)),
    ("q_pitch", "-2", .int(-2)), ("cane_brand", " Rigotti ", .text("Rigotti")),
    ("tie_length", "  ", .null), ("strength", "3.5", mm(350, 2)), ("strength", "2½", mm(250, 2)),
    ("strength", "3+", mm(325, 2)), ("strength", "3,5 +", mm(375, 2)),
    ("strength", "3½+", mm(375, 2)), ("reed_cut", "german", .int(3)),
  ])
  func readsWhatAPersonTypes(name: String, text: String, value: Value) throws {
    #expect(try Self.field(name).value(of: text) == value)
  }

  @Test(arguments: [
    ("tie_length", "long", ReedField.TextError.notANumber),
    ("tie_length", "72.555", .tooManyPlaces(2)), ("strokes", "1.5", .tooManyPlaces(0)),
    ("tie_length", "99999999999", .outOfRange), ("q_pitch", "4", .outOfRange),
    ("t_crow", "H6", .notAPitch), ("t_crow", "C6 +200", .notAPitch), ("t_crow", "C", .notAPitch),
    ("thread_colour", "mauve", .notAColour), ("thread_colour", "#12345", .notAColour),
    ("strength", "hard", .notANumber), ("strength", "+", .notANumber),
    ("leak", "a lot", .notAChoice), ("wire", "perhaps", .notAChoice), ("shaper", "RC", .notAChoice),
  ])
  func saysWhatIsWrong(name: String, text: String, error: ReedField.TextError) throws {
    let field = try Self.field(name)
    #expect(throws: error) { try field.value(of: text) }
    #expect(!error.words(for: field).isEmpty)
  }

  @Test(arguments: [
    ("tie_length", mm(7_250, 2), "72.5", "72.5 mm"), ("g_a_m", mm(590, 3), "0.59", "0.590 mm"),
    ("t_crow", mm(84_140, 1), "C6 +14", "C6 +14"),
    ("t_crow", mm(83_865, 1), "C6 −13.5", "C6 −13.5"),
    ("thread_colour", .int(0x7A1F1F), "#7a1f1f", "Dark red"),
    ("q_pitch", .int(0), "0", "0, just right"),
    ("q_pitch", .int(2), "2", "+2"), ("q_pitch", .int(-3), "-3", "−3, flat"),
    ("leak", .int(1), "None", "None"), ("wire", .bool(true), "Yes", "Yes"),
    ("strokes", .null, "", ""),
  ])
  func showsWhatItHolds(name: String, value: Value, text: String, words: String) throws {
    let field = try Self.field(name)
    #expect(field.text(of: value) == text)
    #expect(field.words(of: value) == words)
    if name == "g_a_m" { #expect(field.padded(value) == "0.590") }
    if name == "tie_length" { #expect(field.padded(value) == "72.5") }
  }

  /// Whoever works in inches sees what was typed, whatever is kept.
  @Test func inchesComeBackAsTheyWereTyped() throws {
    for (name, range) in [("g_a_m", 150...300), ("tie_length", 20_000...32_000)] {
      let field = try Self.field(name)
      for tenThousandths in stride(from: range.lowerBound, to: range.upperBound, by: 7) {
        let typed = DecimalText.text(units: Int64(tenThousandths), places: 4)
        let kept = try field.value(of: typed, in: .inches)
        let shown = field.text(of: kept, in: .inches)
        // Two places of a millimetre are four ten-thousandths of an inch.
        let again = try field.value(of: shown, in: .inches)
        #expect(again == kept, "\(name) \(typed)")
      }
    }
  }

  @Test func everyValueThatIsShownIsReadBack() throws {
    for field in ReedField.reed + ReedField.test {
      let values: [Value]
      switch field.content {
      case .text: values = [.text("a; b, “c”")]
      case .flag: values = [.bool(true), .bool(false)]
      case .day: values = [.day(20_000)]
      case .number(let places, _, _):
        values = [-12, 0, 7, 1_250].map {
          places == 0 ? .int($0) : .decimal(units: $0, places: places)
        }
      case .choice(let choices): values = choices.map { .int($0.number) }
      case .scale(let range, _, _, _): values = range.map { .int($0) }
      case .pitch:
        values = [0, 499, 500, 60_000, 84_999, 127_999].map { .decimal(units: $0, places: 1) }
      case .colour: values = [.int(0), .int(0xFFFFFF), .int(0x123456)]
      case .tool: continue
      }
      for value in values {
        #expect(field.content.format.accepts(value), "\(field.name) \(value)")
        #expect(try field.value(of: field.text(of: value)) == value, "\(field.name) \(value)")
      }
    }
  }

  @Test func whatIsUnusualIsKeptAndPointedOut() throws {
    let field = try Self.field("tie_length")
    #expect(field.isUnusual(Self.mm(5_000, 2)) && !field.isUnusual(Self.mm(7_250, 2)))
    #expect(!field.isUnusual(.null))
    #expect(field.field.problem(with: Self.mm(5_000, 2)) == nil)
  }

  // MARK: - What an owner changes

  private func own(_ number: UInt64, _ change: (inout OwnField) -> Void) -> OwnField {
    var own = OwnField(blank: RowID(Bits128(high: 1, low: number)))
    (own.kind, own.number) = (29, Int64(KindID.reed.field(number).number))
    change(&own)
    return own
  }

  @Test func aBuiltInFieldIsRenamedHiddenMovedAndGivenAnotherRange() throws {
    let changes = [
      own(73) { ($0.label, $0.least, $0.most) = ("Length when tied", 7_000, 7_100) },
      own(68) { $0.isRetired = true },
      own(79) { ($0.order, $0.asked) = (1, 0) },
    ]
    let list = ReedFieldList(.reed, ReedField.reed, own: changes, choices: [])
    let length = try #require(list[KindID.reed.field(73)])
    #expect(length.label == "Length when tied" && length.name == "tie_length")
    #expect(length.usual == 7_000...7_100)
    let tying = list.groups(.quick, .oboes).first { $0.group == .tying }?.fields.map(\.name)
    #expect(tying == ["skin", "staple_no", "tie_length", "thread_colour"])
    #expect(list[KindID.reed.field(68)]?.isHidden == true)
  }

  @Test func aFieldOfOnesOwnHasItsTypeUnitAndPlace() throws {
    var own = OwnField(blank: RowID(Bits128(high: 2, low: 2)))
    (own.kind, own.label, own.format, own.places, own.unit) = (29, "Bark", .decimal, 1, "mm")
    (own.step, own.better, own.group) = (
      5, ReedField.Direction.higher.rawValue, ReedField.Group.cane.rawValue
    )
    let list = ReedFieldList(.reed, ReedField.reed, own: [own], choices: [])
    let field = try #require(list[FieldID(definedBy: own.id)])
    #expect(field.content == .number(places: 1, step: 5, unit: "mm"))
    #expect(field.direction == .higher && field.group == .cane)
    #expect(try field.value(of: "1,5") == .decimal(units: 15, places: 1))
  }

  @Test(arguments: OwnField.Format.allCases)
  func everySortOfFieldCanBeMade(format: OwnField.Format) throws {
    var own = OwnField(blank: RowID(Bits128(high: 2, low: 3)))
    (own.kind, own.label, own.format, own.linked) = (
      29, "Mine", format, ReedTool.Sort.knife.rawValue
    )
    let list = ReedFieldList(.reed, ReedField.reed, own: [own], choices: [])
    #expect(list[FieldID(definedBy: own.id)] != nil)
  }
  @Test func aScaleOfOnesOwnHasItsWords() throws {
    var own = OwnField(blank: RowID(Bits128(high: 2, low: 4)))
    (own.kind, own.label, own.format, own.least, own.most) = (35, "Mood", .scale, 1, 5)
    (own.low, own.middle, own.high) = ("Sad", "So-so", "Happy")
    let list = ReedFieldList(.reedTest, ReedField.test, own: [own], choices: [])
    let field = try #require(list[FieldID(definedBy: own.id)])
    #expect(
      (1...5).map { field.words(of: .int($0)) } == ["1, sad", "2", "3, so-so", "4", "5, happy"])
  }

  @Test(arguments: [
    (Int64.min, Int64.max, Int64(1)...10), (0, .max, 0...10), (1, 5, 1...5), (20, .max, 20...20),
    (1, .max - 1, 1...1_001), (.max, .max, 1...10), (5, 2, 5...5),
    (.min, 5, 1...5),
  ])
  func aScaleIsNeverTooLongForASlider(least: Int64, most: Int64, range: ClosedRange<Int64>) throws {
    var own = OwnField(blank: RowID(Bits128(high: 2, low: 6)))
    (own.kind, own.label, own.format, own.least, own.most) = (35, "Mood", .scale, least, most)
    let list = ReedFieldList(.reedTest, ReedField.test, own: [own], choices: [])
    let field = try #require(list[FieldID(definedBy: own.id)])
    #expect(field.content == .scale(range, low: "", middle: "", high: ""))
  }

  @Test func choicesAreInTheOrderOfTheirOwnerAndArchivedOnesAreNotOffered() throws {
    var own = OwnField(blank: RowID(Bits128(high: 2, low: 5)))
    (own.kind, own.label, own.format) = (29, "Bark", .choice)
    let choices = ["Light", "Dark", "Spotted"].enumerated().map { place, label in
      var choice = OwnChoice(blank: RowID(Bits128(high: 3, low: UInt64(place))))
      (choice.field, choice.number, choice.label) = (own.id, Int64(place + 1), label)
      if place == 1 { (choice.order, choice.isRetired) = (9, true) }
      return choice
    }
    let list = ReedFieldList(.reed, ReedField.reed, own: [own], choices: choices)
    let field = try #require(list[FieldID(definedBy: own.id)])
    #expect(field.offered().map(\.label) == ["Light", "Spotted"])
    #expect(field.offered(besides: .int(2)).map(\.label) == ["Light", "Spotted", "Dark"])
    #expect(field.words(of: .int(2)) == "Dark")
  }

  @Test func aFieldIsAskedForInItsStagesAndWhereItHasAValue() throws {
    let change = own(73) { $0.stages = 1 << Int64(ReedStage.scraped.rawValue) }
    let list = ReedFieldList(.reed, ReedField.reed, own: [change], choices: [])
    func isThere(_ stage: ReedStage?, _ isKnown: Bool = false) -> Bool {
      list.groups(.full, .oboes, in: stage) { _ in isKnown }.contains {
        $0.fields.contains { $0.name == "tie_length" }
      }
    }
    #expect(isThere(.scraped) && !isThere(.blank) && isThere(nil))
    #expect(isThere(.blank, true), "What was written is still shown.")
  }

  @Test func aStepIsAddedToWhatIsThere() throws {
    let tie = try Self.field("tie_length")
    #expect(tie.stepped(Self.mm(7_253, 2), by: 1) == Self.mm(7_278, 2), "nothing is rounded")
    #expect(tie.stepped(Self.mm(7_253, 2), by: -10) == Self.mm(7_003, 2))
    #expect(tie.stepped(.null, by: 1) == nil, "Nobody measured it.")
    #expect(tie.stepped(Self.mm(1_000_000_000, 2), by: 1) == nil)
    #expect(try Self.field("leak").stepped(.int(1), by: 1) == nil)
  }
}
