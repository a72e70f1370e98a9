/// Something an element has or reacts to.
public enum Attribute<Message> {
  /// No attribute: what a condition yields when it does not hold.
  case none
  /// Text under a name, such as `href`.
  case plain(Name, String)
  /// A name that is there or not, such as `disabled`.
  case flag(Name, Bool)
  /// The text of a field. A person's typing is never overwritten; see `Web/glue.js`.
  case value(String)
  /// A state that the element keeps beside its attributes.
  case toggle(ToggleProperty, Bool)
  /// One style property. It is set through the style object, so the page's policy allows it.
  case style(Name, String)
  /// What becomes of an event.
  case event(EventKind, Handler<Message>)
}

/// A yes-or-no state of an element; the raw value is the number the page's script uses.
public enum ToggleProperty: UInt8, Sendable {
  case checked, indeterminate
  /// Whether a `dialog` stands open above the page.
  case modal
}

/// What an element can have only once.
enum Slot: Equatable {
  case none, value
  case plain(Name)
  case toggle(ToggleProperty)
  case style(Name)
  case event(EventKind)
}

extension Attribute {
  var slot: Slot {
    switch self {
    case .none: .none
    case .plain(let name, _), .flag(let name, _): .plain(name)
    case .value: .value
    case .toggle(let property, _): .toggle(property)
    case .style(let name, _): .style(name)
    case .event(let kind, _): .event(kind)
    }
  }

  // Kept out of line: compiled for many pairs of messages, but alike for all, such copies become one.
  @inline(never)
  func map<Other>(_ transform: @escaping (Message) -> Other) -> Attribute<Other> {
    switch self {
    case .none: .none
    case .plain(let name, let text): .plain(name, text)
    case .flag(let name, let isOn): .flag(name, isOn)
    case .value(let text): .value(text)
    case .toggle(let property, let isOn): .toggle(property, isOn)
    case .style(let name, let text): .style(name, text)
    case .event(let kind, let handler): .event(kind, handler.map(transform))
    }
  }
}

extension Array {
  /// The list without empty attributes, and with only the last of several for one slot.
  func withoutRepeats<Message>() -> [Attribute<Message>] where Element == Attribute<Message> {
    guard hasRepeats() else { return self }
    var kept: [Attribute<Message>] = []
    for (index, attribute) in enumerated() {
      let slot = attribute.slot
      let isReplaced = self[(index + 1)...].contains { $0.slot == slot }
      if slot != .none, !isReplaced { kept.append(attribute) }
    }
    return kept
  }

  private func hasRepeats<Message>() -> Bool where Element == Attribute<Message> {
    for index in indices {
      let slot = self[index].slot
      if slot == .none { return true }
      for earlier in 0..<index where self[earlier].slot == slot { return true }
    }
    return false
  }
}
