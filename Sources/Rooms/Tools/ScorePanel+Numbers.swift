import Domain
import Markup
import Program
import RoomKit
import Sound

extension ScorePanel {
  /// A number of the setup that has a field.
  public enum Number: Int, CaseIterable, Sendable {
    case speed, countIn
    case firstLine, lastLine, firstBar, lastBar, repeats
    case ladderStart, ladderStep, ladderPasses, ladderLimit
    case silentEvery, warning, seed
    case droneVolume, droneSway
  }

  /// Takes in what a field says.
  static func set(
    _ number: Number, _ message: NumberField.Message, _ state: inout State, _ bench: inout Bench,
    _ room: inout RoomContext
  ) -> [Effect<Tools.Message>] {
    let effects = NumberField.update(&state.numbers[number.rawValue], message, number.rule)
      .map { $0.map { Tools.Message.score(.number(number, $0)) } }
    let value = Int(state.numbers[number.rawValue].value.units)
    return effects
      + change("Change “\(number.label)”", &state, &bench, &room) { number.set(value, in: &$0) }
  }

  static func field(
    _ number: Number, _ state: State, isDisabled: Bool = false
  ) -> Node<Message> {
    NumberField.view(
      state.numbers[number.rawValue],
      FieldFrame(
        number.label, id: "score-number-\(number.rawValue)", help: number.help(state),
        isDisabled: isDisabled), number.rule
    ).map { .number(number, $0) }
  }
}

extension ScorePanel.Number {
  var label: String {
    switch self {
    case .speed: "Speed"
    case .countIn: "Count-in"
    case .firstLine: "From line"
    case .lastLine: "To line"
    case .firstBar: "From bar"
    case .lastBar: "To bar"
    case .repeats: "How often"
    case .ladderStart: "Begin at"
    case .ladderStep: "Each step"
    case .ladderPasses: "Passes to a step"
    case .ladderLimit: "Until"
    case .silentEvery: "Silent pass, one in"
    case .warning: "Warn before a bracket ends"
    case .seed: "Seed"
    case .droneVolume: "Volume"
    case .droneSway: "Comes and goes by"
    }
  }

  /// What a field says of its number.
  func help(_ state: ScorePanel.State) -> String? {
    switch self {
    case .speed:
      state.score.lines.first?.bars.first.map { bar in
        let time = Double(bar.milliseconds) * 100 / Double(state.hand.setup.speed)
        return "The \(ScorePanel.seconds(Double(bar.milliseconds))) second bar will last "
          + "\(ScorePanel.seconds(time)) s."
      }
    case .lastLine, .lastBar: "0 is the last there is."
    case .repeats: "0 is without end."
    case .silentEvery: "0 for none: keep the time yourself."
    case .warning: "Seconds of the score; 0 for none."
    case .seed: "The same seed draws the same."
    default: nil
    }
  }

  var rule: NumberField.Rule {
    let (lowest, highest, step, unit): (Int64, Int64, Int64, String) =
      switch self {
      case .speed, .ladderStart, .ladderLimit: (20, 300, 5, "%")
      case .countIn: (0, 10, 1, "")
      case .firstLine, .firstBar: (1, 1_000, 1, "")
      case .lastLine, .lastBar, .repeats, .silentEvery: (0, 1_000, 1, "")
      case .ladderStep: (1, 100, 1, "%")
      case .ladderPasses: (1, 1_000, 1, "")
      case .warning: (0, 60, 1, "s")
      case .seed: (0, 999_999, 1, "")
      case .droneVolume: (0, 100, 5, "%")
      case .droneSway: (0, 2, 1, "dB")
      }
    return NumberField.Rule(
      Decimal(units: lowest, places: 0)...Decimal(units: highest, places: 0), step: step,
      unit: unit)
  }

  func units(_ setup: ScoreSetup) -> Int64 {
    var (setup, value) = (setup, 0)
    with(&setup) { value = $0 }
    return Int64(value)
  }

  func set(_ value: Int, in setup: inout ScoreSetup) {
    with(&setup) { $0 = value }
  }

  private func with(_ setup: inout ScoreSetup, _ body: (inout Int) -> Void) {
    switch self {
    case .speed: body(&setup.speed)
    case .countIn: body(&setup.countIn)
    case .firstLine: body(&setup.firstLine)
    case .lastLine: body(&setup.lastLine)
    case .firstBar: body(&setup.firstBar)
    case .lastBar: body(&setup.lastBar)
    case .repeats: body(&setup.repeats)
    case .ladderStart: body(&setup.ladderStart)
    case .ladderStep: body(&setup.ladderStep)
    case .ladderPasses: body(&setup.ladderPasses)
    case .ladderLimit: body(&setup.ladderLimit)
    case .silentEvery: body(&setup.silentEvery)
    case .warning: body(&setup.warning)
    case .seed: body(&setup.seed)
    case .droneVolume: body(&setup.droneVolume)
    case .droneSway: body(&setup.droneSway)
    }
  }
}
