public import Domain
public import Markup
public import Program

/// A number with a unit: typed with a comma or point, or stepped by buttons, arrow keys and long presses.
public enum NumberField {
  /// The numbers that the field accepts.
  public struct Rule: Equatable, Sendable {
    public var lowest: Decimal
    public var highest: Decimal
    /// In units of the last place.
    public var step: Int64
    public var unit: String
    /// Whether 0 means the last, which an empty field says.
    public var isZeroLast: Bool

    /// - Parameter range: in units of the last place.
    public init(
      _ range: ClosedRange<Int>, places: Int = 0, step: Int64 = 1, isZeroLast: Bool = false,
      _ unit: String
    ) {
      lowest = Decimal(units: Int64(range.lowerBound), places: places)
      highest = Decimal(units: Int64(range.upperBound), places: places)
      (self.step, self.unit, self.isZeroLast) = (step, unit, isZeroLast)
    }

    /// A field that shows a number, in units of the last place.
    public func state(_ units: Int) -> State {
      State(Decimal(units: Int64(units), places: lowest.places))
    }
  }

  public struct State: Equatable, Sendable {
    public fileprivate(set) var value: Decimal
    /// The unfinished input.
    public var draft: String?
    public var problem: String?

    public init(_ value: Decimal) {
      self.value = value
    }
  }

  public enum Message: Equatable, Sendable {
    case typed(String)
    case left
    case stepped(by: Int64)
    case pressed(step: Int64)
    case abandoned
  }

  public static func update(
    _ state: inout State, _ message: Message, _ rule: Rule
  ) -> [Effect<Message>] {
    switch message {
    case .typed(let text):
      state.draft = text
      // Errors appear only once typing is done, but disappear at once.
      if (try? read(text, rule)) != nil { state.problem = nil }
    case .left:
      guard let draft = state.draft else { break }
      do throws(Problem) {
        state.value = try read(draft, rule)
        state.draft = nil
        state.problem = nil
      } catch {
        state.problem = words(for: error, rule)
      }
    case .stepped(let steps):
      let start = state.draft.flatMap { try? read($0, rule) } ?? state.value
      state.value = stepped(start, by: steps, rule)
      state.draft = nil
      state.problem = nil
    case .pressed(let step):
      return [.repeatWhileHeld(.stepped(by: step))]
    case .abandoned:
      state.draft = nil
      state.problem = nil
    }
    return []
  }

  public static func view(
    _ state: State, _ frame: FieldFrame, _ rule: Rule
  ) -> Node<Message> {
    var frame = frame
    frame.problem = state.problem ?? frame.problem
    let isZero = rule.isZeroLast && state.value.units == 0
    let isLowest = state.value <= rule.lowest
    let isHighest = state.value >= rule.highest
    return frame.view(
      div(.className("number")) {
        repeatingButton(
          .minus, label: "\(frame.label): less", isDisabled: frame.isDisabled || isLowest,
          clicked: .stepped(by: -1), pressed: .pressed(step: -1))
        div(.className("number-box")) {
          input(
            .type("text"), .inputMode("decimal"), .id(frame.id), .autocomplete("off"),
            .className("figure"), .disabled(frame.isDisabled), .describedBy(frame.noteID),
            .invalid(frame.problem != nil), .placeholder(rule.isZeroLast ? "last" : nil),
            .value(state.draft ?? (isZero ? "" : state.value.text)),
            .onInput(Message.typed), .event(.change, .send(.left)), .onKeyDown(keyed))
          span(.className("unit")) { rule.unit }
        }
        repeatingButton(
          .add, label: "\(frame.label): more", isDisabled: frame.isDisabled || isHighest,
          clicked: .stepped(by: 1), pressed: .pressed(step: 1))
      })
  }

  private static func keyed(_ press: KeyPress) -> Message? {
    if press.isCommand { return nil }
    return switch press.key {
    case "ArrowUp": .stepped(by: 1)
    case "ArrowDown": .stepped(by: -1)
    case "PageUp": .stepped(by: 10)
    case "PageDown": .stepped(by: -10)
    case "Enter": .left
    case "Escape": .abandoned
    default: nil
    }
  }

  private enum Problem: Error {
    case notANumber, tooManyPlaces(Int), outside
  }

  private static func read(_ text: String, _ rule: Rule) throws(Problem) -> Decimal {
    if rule.isZeroLast, text.trimmingBlanks.utf8.isEmpty {
      return Decimal(units: 0, places: rule.lowest.places)
    }
    let value: Decimal
    do throws(Decimal.ParseError) {
      value = try Decimal(parsing: text, places: rule.lowest.places)
    } catch {
      switch error {
      case .tooManyPlaces(let allowed): throw .tooManyPlaces(allowed)
      case .tooLarge: throw .outside
      case .empty, .unexpected: throw .notANumber
      }
    }
    guard value >= rule.lowest, value <= rule.highest else { throw .outside }
    return value
  }

  private static func words(for problem: Problem, _ rule: Rule) -> String {
    let dash = rule.lowest.units < 0 ? " to " : "–"
    let range =
      "\(rule.lowest.text)\(dash)\(rule.highest.text)" + (rule.unit.isEmpty ? "" : " \(rule.unit)")
    return switch problem {
    case .notANumber: "Enter a number."
    case .tooManyPlaces(0): "Enter a whole number."
    case .tooManyPlaces(let places): "At most \(places) decimal place\(places == 1 ? "" : "s")."
    case .outside: "Enter \(range)."
    }
  }

  /// The next value on the grid of steps, so that 440.3 stepped by 1.0 becomes 441.0, then 442.0.
  private static func stepped(_ value: Decimal, by steps: Int64, _ rule: Rule) -> Decimal {
    let size = max(rule.step, 1)
    let remainder = value.units % size
    var units = value.units + steps * size
    if remainder != 0 { units -= steps > 0 ? remainder : remainder - size }
    let clamped = min(max(units, rule.lowest.units), rule.highest.units)
    return Decimal(units: clamped, places: value.places)
  }
}
