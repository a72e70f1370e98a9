/// What an ``Attribute`` wraps: something an element has or reacts to, whatever its message type.
public final class AnyAttribute {
  public enum Form {
    case none
    case plain(Name, String)
    case flag(Name, Bool)
    case value(String)
    case toggle(ToggleProperty, Bool)
    case style(Name, String)
    case event(EventKind, AnyHandler)
  }

  public let form: Form

  private init(_ form: Form) {
    self.form = form
  }
}

// Not inlined: every view calls these for each of its attributes.
extension AnyAttribute {
  @inline(never) static func none() -> AnyAttribute { AnyAttribute(.none) }
  @inline(never) static func plain(_ name: Name, _ text: consuming String) -> AnyAttribute {
    AnyAttribute(.plain(name, text))
  }
  @inline(never) static func plain(_ name: Name, some text: consuming String?) -> AnyAttribute {
    guard let text else { return none() }
    return AnyAttribute(.plain(name, text))
  }
  /// A link, if it can lead only to a place.
  @inline(never) static func link(_ name: Name, _ address: consuming String) -> AnyAttribute {
    address.isSafeLink ? AnyAttribute(.plain(name, address)) : none()
  }
  /// `true` or `false` as text.
  @inline(never) static func truth(_ name: Name, _ isTrue: Bool) -> AnyAttribute {
    AnyAttribute(.plain(name, isTrue ? "true" : "false"))
  }
  /// `true`, or no attribute.
  @inline(never) static func onlyTrue(_ name: Name, _ isTrue: Bool) -> AnyAttribute {
    isTrue ? AnyAttribute(.plain(name, "true")) : none()
  }
  @inline(never) static func flag(_ name: Name, _ isOn: Bool) -> AnyAttribute {
    AnyAttribute(.flag(name, isOn))
  }
  @inline(never) static func value(_ text: consuming String) -> AnyAttribute {
    AnyAttribute(.value(text))
  }
  @inline(never)
  static func toggle(_ property: ToggleProperty, _ isOn: Bool) -> AnyAttribute {
    AnyAttribute(.toggle(property, isOn))
  }
  @inline(never) static func style(_ name: Name, _ text: consuming String) -> AnyAttribute {
    AnyAttribute(.style(name, text))
  }
  @inline(never)
  static func event(_ kind: EventKind, _ handler: consuming AnyHandler) -> AnyAttribute {
    AnyAttribute(.event(kind, handler))
  }
  @inline(never)
  static func send(_ kind: EventKind, _ message: consuming AnyMessage) -> AnyAttribute {
    AnyAttribute(.event(kind, AnyHandler(sending: message)))
  }
}

/// Something an element can have only once.
enum Slot: Equatable {
  case none, value
  case plain(Name)
  case toggle(ToggleProperty)
  case style(Name)
  case event(EventKind)
}

extension AnyAttribute {
  var slot: Slot {
    switch form {
    case .none: .none
    case .plain(let name, _), .flag(let name, _): .plain(name)
    case .value: .value
    case .toggle(let property, _): .toggle(property)
    case .style(let name, _): .style(name)
    case .event(let kind, _): .event(kind)
    }
  }
}

extension Array where Element == AnyAttribute {
  /// The list without empty attributes, and with only the last one for each slot.
  func withoutRepeats() -> [AnyAttribute] {
    guard hasRepeats() else { return self }
    var kept: [AnyAttribute] = []
    for (index, attribute) in enumerated() {
      let slot = attribute.slot
      let isReplaced = self[(index + 1)...].contains { $0.slot == slot }
      if slot != .none, !isReplaced { kept.append(attribute) }
    }
    return kept
  }

  private func hasRepeats() -> Bool {
    for index in indices {
      let slot = self[index].slot
      if slot == .none { return true }
      for earlier in 0..<index where self[earlier].slot == slot { return true }
    }
    return false
  }
}
