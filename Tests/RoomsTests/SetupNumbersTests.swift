import Domain
import Markup
import Program
import Sound
import Testing

@testable import RoomKit
@testable import ToolsRoom

/// Each table of numbers is held to its word: what a number writes it reads, and no two look alike on the page.
@Suite struct SetupNumbersTests {
  /// Writes both ends of what each number may be, and the step above the lower one.
  private func hold<Number: SetupNumber>(
    _ numbers: Number.Type, _ setup: Number.Setup, except others: [Number] = []
  ) {
    for number in Number.allCases where !others.contains(where: { $0.rawValue == number.rawValue })
    {
      let entry = number.entry
      let (lowest, highest) = (Int(entry.rule.lowest.units), Int(entry.rule.highest.units))
      for units in [highest, lowest, min(lowest + Int(entry.rule.step), highest)] {
        var changed = setup
        entry.set(&changed, units)
        #expect(entry.value(changed) == units, "\(entry.label)")
        var fields = NumberFields<Number>(id: "x", setup)
        fields.show(changed)
        #expect(fields[number].value.units == Int64(units), "\(entry.label)")
        #expect(fields[number].value.places == entry.rule.lowest.places)
      }
    }
    let fields = NumberFields<Number>(id: "x", setup)
    let pages = Number.allCases.map { HTML.text(of: fields.view($0)) }
    #expect(Set(Number.allCases.map { $0.entry.label }).count == pages.count)
    for (index, page) in pages.enumerated() {
      #expect(page.contains("id=\"x-number-\(index)\""))
    }
  }

  @Test func whatANumberWritesItReads() throws {
    hold(DronePanel.Number.self, DroneSetup())
    // Voices are set one after the other, and 0 takes one out.
    hold(MetronomePanel.Number.self, MetronomeSetup(), except: [.voice1, .voice2, .voice3])
    hold(ScorePanel.Number.self, ScoreSetup())
    hold(TuningSheet.Number.self, Settings())
    var stretch = TempoPlan.Stretch(bars: 8, tempo: MetronomeSetup().tempo)
    let goal = try #require(Tempo(centiBeatsPerMinute: 30_000))
    stretch.setCourse(.steps, to: goal)
    hold(MetronomePanel.Plan.Number.self, stretch)
  }

  @Test func aStretchGoesToTheSideWhereItsLimitIs() {
    var stretch = TempoPlan.Stretch(bars: 8, tempo: Tempo(clamping: 120))
    stretch.setCourse(.steps, to: Tempo(clamping: 140))
    MetronomePanel.Plan.Number.tempo.entry.set(&stretch, 20_000)
    #expect(stretch.course == .steps(by: -400, everyBars: 4, limit: Tempo(clamping: 140)))
    MetronomePanel.Plan.Number.goal.entry.set(&stretch, 21_000)
    #expect(stretch.course == .steps(by: 400, everyBars: 4, limit: Tempo(clamping: 210)))
  }

  @Test func whatIsTypedStaysUnlessTheNumberIsAnother() {
    var (fields, setup) = (NumberFields<DronePanel.Number>(id: "x", DroneSetup()), DroneSetup())
    _ = fields.update(.attack, .typed("12"), in: &setup)
    fields.show(setup)
    #expect(fields[.attack].draft == "12")
    #expect(setup == DroneSetup(), "what is being typed is not set yet")
    _ = fields.update(.attack, .left, in: &setup)
    #expect(fields[.attack].problem == "Enter 50–3000 ms.")
    #expect(setup == DroneSetup())
    setup.attack = 900
    fields.show(setup)
    #expect(fields[.attack].draft == nil && fields[.attack].problem == nil)
    #expect(fields[.attack].value.units == 900)
  }

  @Test func aNumberThatStaysWritesNothing() {
    var setup = MetronomeSetup()
    setup.silentBars = 0
    var fields = NumberFields<MetronomePanel.Number>(id: "x", setup)
    _ = fields.update(.silent, .typed("1"), in: &setup)
    _ = fields.update(.silent, .left, in: &setup)
    #expect(setup.silentBars == 0, "the field shows 1 where there is no gap")
  }
}
