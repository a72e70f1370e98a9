import Domain
import Program
import RoomKit
import Sound

// The numbers of the panel: one kind of field for all of them.
extension MetronomePanel {
  /// A number of the setup, or of the stretch of the plan that is open.
  public enum Number: Int, CaseIterable, Sendable {
    case tempo, beats, swing, level, voice1, voice2, voice3, sounding, silent, drop, seed, limit
    case planBars, planTempo, planGoal, planStep, planEvery
  }

  /// Takes a message to a number's field, and what comes of it to the setup.
  static func enter(
    _ number: Number, _ message: NumberField.Message, _ state: inout State,
    _ room: inout RoomContext
  ) -> [Effect<Tools.Message>] {
    let before = state[number].value
    let effects = NumberField.update(&state[number], message, number.rule)
    let value = state[number].value
    var all: [Effect<Tools.Message>] = effects.map { effect in
      effect.map { .metronome(.number(number, $0)) }
    }
    if value != before {
      let place = state.plan.open
      all += state.hand.change(number.label, &room) {
        number.set(Int(clamping: value.units), in: &$0, at: place)
      }
    }
    return all
  }
}

extension MetronomePanel.State {
  subscript(number: MetronomePanel.Number) -> NumberField.State {
    get { numbers[number.rawValue] }
    set { numbers[number.rawValue] = newValue }
  }

  /// Shows what the setup says; what is being typed stays where nothing else changed it.
  mutating func takeNumbers() {
    for number in MetronomePanel.Number.allCases {
      let value = number.value(in: hand.setup, at: plan.open)
      if self[number].value != value { self[number] = NumberField.State(value) }
    }
  }
}

extension MetronomePanel.Number {
  /// What undo calls a change of it.
  fileprivate var label: String {
    switch self {
    case .tempo: "Change the tempo"
    case .beats: "Change the beats"
    case .swing: "Change the swing"
    case .level: "Change the loudness"
    case .voice1, .voice2, .voice3: "Change the polyrhythm"
    case .sounding, .silent, .drop, .seed: "Change the gaps"
    case .limit: "Change when it stops"
    case .planBars, .planTempo, .planGoal, .planStep, .planEvery: "Change the plan"
    }
  }

  var rule: NumberField.Rule {
    switch self {
    case .tempo, .planTempo, .planGoal: rule(Tempo.range, places: 2, step: 100, "bpm")
    case .planStep: rule(1...10_000, places: 2, step: 100, "bpm")
    case .beats: rule(Meter.beatCounts, "")
    case .swing: rule(Meter.swings, "%")
    case .level: rule(MetronomeSetup.levels, step: 5, "%")
    case .voice1, .voice2, .voice3: rule(0...Meter.voiceCounts.upperBound, "")
    case .sounding, .silent: rule(Gaps.bars, "bars")
    case .drop: rule(Gaps.chances, step: 5, "%")
    case .seed: rule(MetronomeSetup.seeds, "")
    case .limit: rule(MetronomeSetup.limitCounts, "")
    case .planBars, .planEvery: rule(TempoPlan.barCounts, "bars")
    }
  }

  private func rule(
    _ range: ClosedRange<Int>, places: Int = 0, step: Int64 = 1, _ unit: String
  ) -> NumberField.Rule {
    NumberField.Rule(
      Decimal(
        units: Int64(range.lowerBound), places: places)...Decimal(
          units: Int64(range.upperBound), places: places), step: step, unit: unit)
  }

  /// - Parameter place: the stretch of the plan that is open.
  func value(in setup: MetronomeSetup, at place: Int?) -> Decimal {
    Decimal(units: Int64(units(in: setup, at: place)), places: rule.lowest.places)
  }

  private func units(in setup: MetronomeSetup, at place: Int?) -> Int {
    switch self {
    case .tempo: return setup.tempo.centiBeatsPerMinute
    case .beats: return setup.beats.count
    case .swing: return setup.swing
    case .level: return setup.level
    case .voice1, .voice2, .voice3:
      let index = rawValue - Self.voice1.rawValue
      return setup.voices.indices.contains(index) ? setup.voices[index] : 0
    case .sounding: return setup.soundingBars
    case .silent: return max(setup.silentBars, 1)
    case .drop: return setup.dropChance
    case .seed: return setup.seed
    case .limit: return setup.limitCount
    case .planBars, .planTempo, .planGoal, .planStep, .planEvery:
      let stretch = setup.stretch(at: place) ?? TempoPlan.Stretch(bars: 8, tempo: setup.tempo)
      switch self {
      case .planBars: return stretch.bars
      case .planTempo: return stretch.tempo.centiBeatsPerMinute
      case .planGoal: return stretch.goal.centiBeatsPerMinute
      case .planStep: return stretch.step
      default: return stretch.everyBars
      }
    }
  }

  fileprivate func set(_ units: Int, in setup: inout MetronomeSetup, at place: Int?) {
    switch self {
    case .tempo: setup.tempo = Tempo(centiBeatsPerMinute: units) ?? setup.tempo
    case .beats: setup.setBeatCount(units)
    case .swing: setup.swing = units
    case .level: setup.level = units
    case .voice1, .voice2, .voice3: setup.setVoice(rawValue - Self.voice1.rawValue, units)
    case .sounding: setup.soundingBars = units
    case .silent: setup.silentBars = units
    case .drop: setup.dropChance = units
    case .seed: setup.seed = units
    case .limit: setup.limitCount = units
    case .planBars, .planTempo, .planGoal, .planStep, .planEvery:
      guard let place, var stretch = setup.stretch(at: place) else { return }
      let tempo = Tempo(centiBeatsPerMinute: units)
      switch self {
      case .planBars: stretch.bars = units
      case .planTempo: stretch.tempo = tempo ?? stretch.tempo
      case .planGoal: stretch.setCourse(stretch.way, to: tempo ?? stretch.goal)
      case .planStep: stretch.setCourse(.steps, to: stretch.goal, by: units)
      default: stretch.setCourse(.steps, to: stretch.goal, everyBars: units)
      }
      // The side of the limit may be another now.
      stretch.setCourse(stretch.way, to: stretch.goal)
      setup.set(stretch, at: place)
    }
  }
}
