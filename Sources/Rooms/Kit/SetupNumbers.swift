import Domain
public import Markup
public import Program

/// The numbers of a setup that have fields on a page. Each case describes one number completely.
///
///     enum Number: Int, SetupNumber {
///       case attack, chorus
///       var entry: NumberEntry<DroneSetup> {
///         switch self {
///         case .attack: NumberEntry("Fade in", 0...5_000, step: 50, "ms", { $0.attack }, { $0.attack = $1 })
///         case .chorus: NumberEntry("Chorus", 0...200, places: 1, "cents", { $0.chorus }, { $0.chorus = $1 })
///         }
///       }
///     }
///     var numbers = NumberFields<Number>(id: "drone", DroneSetup())
public protocol SetupNumber: CaseIterable, RawRepresentable, Sendable
where RawValue == Int, AllCases == [Self] {
  associatedtype Setup
  var entry: NumberEntry<Setup> { get }
}

/// A number's label, its range, and how to read and write it in the setup.
public struct NumberEntry<Setup>: Sendable {
  public let label: String
  public let rule: NumberField.Rule
  /// The undo label of a change.
  public let change: String
  let value: @Sendable (Setup) -> Int
  public let set: @Sendable (inout Setup, Int) -> Void

  /// - Parameters:
  ///   - range: in units of the last place, like the value.
  ///   - isZeroLast: whether 0 means the last.
  ///   - change: the undo label of a change, if not `Change “…”`.
  public init(
    _ label: String, _ range: ClosedRange<Int>, places: Int = 0, step: Int64 = 1,
    isZeroLast: Bool = false, _ unit: String, change: String? = nil,
    _ value: @escaping @Sendable (Setup) -> Int,
    _ set: @escaping @Sendable (inout Setup, Int) -> Void
  ) {
    (self.label, self.change) = (label, change ?? "Change “\(label)”")
    rule = NumberField.Rule(range, places: places, step: step, isZeroLast: isZeroLast, unit)
    (self.value, self.set) = (value, set)
  }
}

/// The fields of all numbers of a setup, with what is typed in them and any errors.
public struct NumberFields<Number: SetupNumber>: Equatable, Sendable {
  private var rows: [NumberRow]

  /// - Parameter id: the prefix of the fields' ids on the page.
  public init(id: String, _ setup: Number.Setup) {
    rows = Number.allCases.map { number in
      let entry = number.entry
      return NumberRow(
        id: "\(id)-number-\(number.rawValue)", label: entry.label, rule: entry.rule,
        state: entry.rule.state(entry.value(setup)))
    }
  }

  /// The id of the first field whose text is refused.
  public var refused: String? { rows.first { $0.state.problem != nil }?.id }

  public subscript(number: Number) -> NumberField.State { rows[number.rawValue].state }

  /// Shows the setup's numbers. What is being typed stays unless its number changed elsewhere.
  public mutating func show(_ setup: Number.Setup) {
    for number in Number.allCases { rows[number.rawValue].show(number.entry.value(setup)) }
  }

  /// Handles a field's message, and writes its number to the setup if that changed.
  public mutating func update(
    _ number: Number, _ message: NumberField.Message, in setup: inout Number.Setup
  ) -> [Effect<NumberField.Message>] {
    let before = rows[number.rawValue].state.value
    let effects = rows[number.rawValue].update(message)
    let value = rows[number.rawValue].state.value
    if value != before { number.entry.set(&setup, Int(clamping: value.units)) }
    return effects
  }

  /// - Parameter label: replaces the number's own label.
  public func view(
    _ number: Number, _ label: String? = nil, help: String? = nil, isDisabled: Bool = false
  ) -> Node<NumberField.Message> {
    rows[number.rawValue].view(label, help: help, isDisabled: isDisabled)
  }
}

/// A field of ``NumberFields``, independent of the setup's type, so that it is compiled once.
struct NumberRow: Equatable, Sendable {
  let id: String
  let label: String
  let rule: NumberField.Rule
  var state: NumberField.State

  @inline(never)
  mutating func show(_ units: Int) {
    let now = rule.state(units)
    if state.value != now.value { state = now }
  }

  @inline(never)
  mutating func update(_ message: NumberField.Message) -> [Effect<NumberField.Message>] {
    NumberField.update(&state, message, rule)
  }

  @inline(never)
  func view(_ label: String?, help: String?, isDisabled: Bool) -> Node<NumberField.Message> {
    NumberField.view(
      state, FieldFrame(label ?? self.label, id: id, help: help, isDisabled: isDisabled), rule)
  }
}
