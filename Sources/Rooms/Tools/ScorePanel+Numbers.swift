public import Domain
import Markup
public import RoomKit
import Sound

extension ScorePanel {
  /// A number of the setup that has a field.
  public enum Number: Int, SetupNumber {
    case speed, countIn
    case firstLine, lastLine, firstBar, lastBar, repeats
    case ladderStart, ladderStep, ladderPasses, ladderLimit
    case silentEvery, warning, seed
    case droneVolume, droneSway

    public var entry: NumberEntry<ScoreSetup> {
      switch self {
      case .speed: NumberEntry("Speed", 20...300, step: 5, "%", { $0.speed }, { $0.speed = $1 })
      case .countIn: NumberEntry("Count-in", 0...10, "", { $0.countIn }, { $0.countIn = $1 })
      case .firstLine:
        NumberEntry("From line", 1...1_000, "", { $0.firstLine }, { $0.firstLine = $1 })
      case .lastLine:
        NumberEntry(
          "To line", 0...1_000, isZeroLast: true, "", { $0.lastLine }, { $0.lastLine = $1 })
      case .firstBar: NumberEntry("From bar", 1...1_000, "", { $0.firstBar }, { $0.firstBar = $1 })
      case .lastBar:
        NumberEntry("To bar", 0...1_000, isZeroLast: true, "", { $0.lastBar }, { $0.lastBar = $1 })
      case .repeats: NumberEntry("Repeats", 0...1_000, "", { $0.repeats }, { $0.repeats = $1 })
      case .ladderStart:
        NumberEntry("Start at", 20...300, step: 5, "%", { $0.ladderStart }, { $0.ladderStart = $1 })
      case .ladderStep:
        NumberEntry("Step", 1...100, "%", { $0.ladderStep }, { $0.ladderStep = $1 })
      case .ladderPasses:
        NumberEntry(
          "Passes per step", 1...1_000, "", { $0.ladderPasses }, { $0.ladderPasses = $1 })
      case .ladderLimit:
        NumberEntry("Until", 20...300, step: 5, "%", { $0.ladderLimit }, { $0.ladderLimit = $1 })
      case .silentEvery:
        NumberEntry(
          "Silent pass every", 0...1_000, "", { $0.silentEvery }, { $0.silentEvery = $1 })
      case .warning:
        NumberEntry("Warn before a bracket ends", 0...60, "s", { $0.warning }, { $0.warning = $1 })
      case .seed: NumberEntry("Seed", 0...999_999, "", { $0.seed }, { $0.seed = $1 })
      case .droneVolume:
        NumberEntry(
          "Drone volume", 0...100, step: 5, "%", { $0.droneVolume }, { $0.droneVolume = $1 })
      case .droneSway:
        NumberEntry("Swell", 0...2, "dB", { $0.droneSway }, { $0.droneSway = $1 })
      }
    }
  }

  static func field(
    _ number: Number, _ state: State, isDisabled: Bool = false
  ) -> Node<Message> {
    state.numbers.view(number, help: help(number, state), isDisabled: isDisabled)
      .map { .number(number, $0) }
  }

  /// The help of a field.
  private static func help(_ number: Number, _ state: State) -> String? {
    if state.shortened == number, let last = last(number, of: state.score),
      state.numbers[number].value.units == last
    {
      return end(number, of: state.score)
    }
    return switch number {
    case .speed:
      state.score.lines.first?.bars.first.flatMap { bar in
        guard state.hand.setup.speed != 100 else { return nil }
        let time = Double(bar.milliseconds) * 100 / Double(state.hand.setup.speed)
        return "The \(seconds(Double(bar.milliseconds)))-second bar will last \(seconds(time)) s."
      }
    case .lastLine: turnedHelp(turned(state.hand.setup).lines)
    case .lastBar: turnedHelp(turned(state.hand.setup).bars)
    case .repeats: "0 = endless"
    case .silentEvery: "0 = never"
    case .warning: "In score seconds; 0 = off"
    case .seed: "The same seed gives the same result."
    default: nil
    }
  }

  /// Why a number became smaller.
  private static func end(_ number: Number, of score: Score) -> String {
    let lines = score.lines.count
    if number == .firstLine || number == .lastLine {
      return "The score has \(DayWords.count(lines, "line", "lines"))."
    }
    let bars = DayWords.count(mostBars(score), "bar", "bars")
    return lines == 1 ? "The score has \(bars)." : "The longest line has \(bars)."
  }

  private static func turnedHelp(_ range: String?) -> String? {
    range.map { "Backwards: plays \($0)." }
  }

  /// The last line or bar there is, for the fields that name one: nothing beyond it can be played.
  static func last(_ number: Number, of score: Score) -> Int? {
    guard !score.lines.isEmpty else { return nil }
    return switch number {
    case .firstLine, .lastLine: score.lines.count
    case .firstBar, .lastBar: mostBars(score)
    default: nil
    }
  }
}
