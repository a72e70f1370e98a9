// The attributes in use, by name. One that is `nil` or false leaves the attribute out.

extension Attribute {
  // MARK: Plain text

  public static func className(_ text: String?) -> Attribute { optional("class", text) }
  public static func id(_ text: String?) -> Attribute { optional("id", text) }
  public static func type(_ text: String) -> Attribute { .plain("type", text) }
  public static func name(_ text: String) -> Attribute { .plain("name", text) }
  public static func title(_ text: String?) -> Attribute { optional("title", text) }
  public static func role(_ text: String?) -> Attribute { optional("role", text) }
  public static func placeholder(_ text: String?) -> Attribute { optional("placeholder", text) }
  public static func labelFor(_ id: String) -> Attribute { .plain("for", id) }
  public static func optionValue(_ text: String) -> Attribute { .plain("value", text) }
  public static func inputMode(_ text: String) -> Attribute { .plain("inputmode", text) }
  public static func autocomplete(_ text: String) -> Attribute { .plain("autocomplete", text) }
  public static func min(_ text: String) -> Attribute { .plain("min", text) }
  public static func max(_ text: String) -> Attribute { .plain("max", text) }
  public static func language(_ text: String) -> Attribute { .plain("lang", text) }
  public static func dateTime(_ text: String) -> Attribute { .plain("datetime", text) }
  public static func tabIndex(_ index: Int) -> Attribute { .plain("tabindex", "\(index)") }
  public static func source(_ url: String) -> Attribute { link("src", url) }
  public static func alt(_ text: String) -> Attribute { .plain("alt", text) }

  /// Where a link leads. Only places in the app and `http`, `https` and `mailto` addresses are kept.
  public static func href(_ url: String) -> Attribute { link("href", url) }

  // MARK: For those who listen rather than look

  public static func label(_ text: String?) -> Attribute { optional("aria-label", text) }
  public static func labelledBy(_ id: String?) -> Attribute { optional("aria-labelledby", id) }
  public static func describedBy(_ id: String?) -> Attribute { optional("aria-describedby", id) }
  public static func current(_ text: String?) -> Attribute { optional("aria-current", text) }
  public static func live(_ text: String) -> Attribute { .plain("aria-live", text) }
  public static func hidden(fromReaders isHidden: Bool) -> Attribute {
    isHidden ? .plain("aria-hidden", "true") : .none
  }
  public static func pressed(_ isPressed: Bool) -> Attribute {
    .plain("aria-pressed", isPressed ? "true" : "false")
  }
  public static func invalid(_ isInvalid: Bool) -> Attribute {
    isInvalid ? .plain("aria-invalid", "true") : .none
  }
  public static func busy(_ isBusy: Bool) -> Attribute {
    isBusy ? .plain("aria-busy", "true") : .none
  }

  // MARK: There or not

  public static func disabled(_ isOn: Bool) -> Attribute { .flag("disabled", isOn) }
  public static func required(_ isOn: Bool) -> Attribute { .flag("required", isOn) }
  public static func readOnly(_ isOn: Bool) -> Attribute { .flag("readonly", isOn) }
  public static func multiple(_ isOn: Bool) -> Attribute { .flag("multiple", isOn) }
  public static func checked(_ isOn: Bool) -> Attribute { .toggle(.checked, isOn) }
  public static func indeterminate(_ isOn: Bool) -> Attribute { .toggle(.indeterminate, isOn) }
  public static func modal(_ isOpen: Bool) -> Attribute { .toggle(.modal, isOpen) }

  // MARK: Drawings

  public static func viewBox(_ text: String) -> Attribute { .plain("viewBox", text) }
  public static func pathData(_ text: String) -> Attribute { .plain("d", text) }

  // MARK: Helpers

  private static func optional(_ name: Name, _ text: String?) -> Attribute {
    guard let text else { return .none }
    return .plain(name, text)
  }

  private static func link(_ name: Name, _ url: String) -> Attribute {
    url.isSafeLink ? .plain(name, url) : .none
  }
}

// MARK: - Events

extension Attribute {
  public static func onClick(_ message: Message) -> Attribute { .event(.click, .send(message)) }
  public static func onSubmit(_ message: Message) -> Attribute { .event(.submit, .send(message)) }
  public static func onFocus(_ message: Message) -> Attribute { .event(.focus, .send(message)) }
  public static func onBlur(_ message: Message) -> Attribute { .event(.blur, .send(message)) }
  public static func onCancel(_ message: Message) -> Attribute { .event(.cancel, .send(message)) }
  public static func onClose(_ message: Message) -> Attribute { .event(.close, .send(message)) }

  /// Each change of a field while a person types or drags.
  public static func onInput(_ make: @escaping (String) -> Message?) -> Attribute {
    .event(.input, .value(make))
  }
  /// A field's value once a person is done with it.
  public static func onChange(_ make: @escaping (String) -> Message?) -> Attribute {
    .event(.change, .value(make))
  }
  public static func onCheck(_ make: @escaping (Bool) -> Message?) -> Attribute {
    .event(.change, .checked(make))
  }
  public static func onKeyDown(_ make: @escaping (KeyPress) -> Message?) -> Attribute {
    .event(.keyDown, .key(make))
  }
  public static func onPointerDown(_ make: @escaping (Pointer) -> Message?) -> Attribute {
    .event(.pointerDown, .pointer(make))
  }
  public static func onPointerMove(_ make: @escaping (Pointer) -> Message?) -> Attribute {
    .event(.pointerMove, .pointer(make))
  }
  public static func onPointerUp(_ make: @escaping (Pointer) -> Message?) -> Attribute {
    .event(.pointerUp, .pointer(make))
  }
  /// The browser takes the pointer for itself, as to scroll.
  public static func onPointerCancel(_ message: Message) -> Attribute {
    .event(.pointerCancel, .send(message))
  }
  public static func onWheel(_ make: @escaping (WheelTurn) -> Message?) -> Attribute {
    .event(.wheel, .wheel(make))
  }
  /// Files dropped on the element.
  public static func onDrop(_ make: @escaping ([PickedFile]) -> Message?) -> Attribute {
    .event(.drop, .files(make))
  }
}

extension String {
  /// Whether a link may lead there: inside the app, or to a scheme that runs nothing.
  var isSafeLink: Bool {
    // Browsers skip control characters and blanks inside a scheme, so none may stand there.
    if utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) { return false }
    guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")) else { return true }
    let scheme = utf8[..<colon]
    let endsBefore = [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")]
    if scheme.contains(where: { endsBefore.contains($0) }) { return true }
    let lowered = scheme.map { $0 >= 65 && $0 <= 90 ? $0 + 32 : $0 }
    return ["http", "https", "mailto"].contains { Array($0.utf8) == lowered }
  }
}
