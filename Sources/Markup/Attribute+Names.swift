// The attributes in use, by name. A value of `nil` or false leaves the attribute out.

extension Attribute {
  // MARK: Plain text

  @inline(__always) public static func className(_ text: String?) -> Attribute {
    .plain("class", some: text)
  }
  @inline(__always) public static func id(_ text: String?) -> Attribute { .plain("id", some: text) }
  @inline(__always) public static func type(_ text: String) -> Attribute { .plain("type", text) }
  @inline(__always) public static func name(_ text: String) -> Attribute { .plain("name", text) }
  @inline(__always) public static func title(_ text: String?) -> Attribute {
    .plain("title", some: text)
  }
  @inline(__always) public static func role(_ text: String?) -> Attribute {
    .plain("role", some: text)
  }
  @inline(__always) public static func placeholder(_ text: String?) -> Attribute {
    .plain("placeholder", some: text)
  }
  @inline(__always) public static func labelFor(_ id: String) -> Attribute { .plain("for", id) }
  @inline(__always) public static func optionValue(_ text: String) -> Attribute {
    .plain("value", text)
  }
  @inline(__always) public static func inputMode(_ text: String) -> Attribute {
    .plain("inputmode", text)
  }
  @inline(__always) public static func autocomplete(_ text: String) -> Attribute {
    .plain("autocomplete", text)
  }
  @inline(__always) public static func min(_ text: String) -> Attribute { .plain("min", text) }
  @inline(__always) public static func max(_ text: String) -> Attribute { .plain("max", text) }
  @inline(__always) public static func language(_ text: String) -> Attribute {
    .plain("lang", text)
  }
  @inline(__always) public static func dateTime(_ text: String) -> Attribute {
    .plain("datetime", text)
  }
  @inline(__always) public static func tabIndex(_ index: Int) -> Attribute {
    .plain("tabindex", "\(index)")
  }
  @inline(__always) public static func source(_ url: String) -> Attribute {
    Attribute(.link("src", url))
  }
  /// The file on this device that contains a picture, and where else to get it: read by ``services/pictures.js``.
  @inline(__always) public static func picture(_ file: String) -> Attribute {
    .plain("data-picture", file)
  }
  @inline(__always) public static func alt(_ text: String) -> Attribute { .plain("alt", text) }

  /// Where a link leads. Only places in the app and `http`, `https` and `mailto` addresses are kept.
  @inline(__always) public static func href(_ url: String) -> Attribute {
    Attribute(.link("href", url))
  }

  // MARK: Accessibility

  @inline(__always) public static func label(_ text: String?) -> Attribute {
    .plain("aria-label", some: text)
  }
  @inline(__always) public static func labelledBy(_ id: String?) -> Attribute {
    .plain("aria-labelledby", some: id)
  }
  @inline(__always) public static func describedBy(_ id: String?) -> Attribute {
    .plain("aria-describedby", some: id)
  }
  @inline(__always) public static func current(_ text: String?) -> Attribute {
    .plain("aria-current", some: text)
  }
  @inline(__always) public static func live(_ text: String) -> Attribute {
    .plain("aria-live", text)
  }
  @inline(__always) public static func hidden(fromReaders isHidden: Bool) -> Attribute {
    Attribute(.onlyTrue("aria-hidden", isHidden))
  }
  @inline(__always) public static func pressed(_ isPressed: Bool) -> Attribute {
    Attribute(.truth("aria-pressed", isPressed))
  }
  @inline(__always) public static func invalid(_ isInvalid: Bool) -> Attribute {
    Attribute(.onlyTrue("aria-invalid", isInvalid))
  }
  @inline(__always) public static func busy(_ isBusy: Bool) -> Attribute {
    Attribute(.onlyTrue("aria-busy", isBusy))
  }

  // MARK: Flags

  @inline(__always) public static func disabled(_ isOn: Bool) -> Attribute {
    .flag("disabled", isOn)
  }
  @inline(__always) public static func required(_ isOn: Bool) -> Attribute {
    .flag("required", isOn)
  }
  @inline(__always) public static func readOnly(_ isOn: Bool) -> Attribute {
    .flag("readonly", isOn)
  }
  @inline(__always) public static func multiple(_ isOn: Bool) -> Attribute {
    .flag("multiple", isOn)
  }
  @inline(__always) public static func checked(_ isOn: Bool) -> Attribute {
    .toggle(.checked, isOn)
  }
  @inline(__always) public static func indeterminate(_ isOn: Bool) -> Attribute {
    .toggle(.indeterminate, isOn)
  }
  @inline(__always) public static func modal(_ isOpen: Bool) -> Attribute {
    .toggle(.modal, isOpen)
  }

  // MARK: Drawings

  @inline(__always) public static func viewBox(_ text: String) -> Attribute {
    .plain("viewBox", text)
  }
  @inline(__always) public static func pathData(_ text: String) -> Attribute { .plain("d", text) }
}

// MARK: - Events

extension Attribute {
  @inline(__always) public static func onClick(_ message: Message) -> Attribute {
    .send(.click, message)
  }
  @inline(__always) public static func onSubmit(_ message: Message) -> Attribute {
    .send(.submit, message)
  }
  @inline(__always) public static func onFocus(_ message: Message) -> Attribute {
    .send(.focus, message)
  }
  @inline(__always) public static func onBlur(_ message: Message) -> Attribute {
    .send(.blur, message)
  }
  @inline(__always) public static func onCancel(_ message: Message) -> Attribute {
    .send(.cancel, message)
  }
  @inline(__always) public static func onClose(_ message: Message) -> Attribute {
    .send(.close, message)
  }

  /// Sent at each change of a field while a person types or drags.
  @inline(__always) public static func onInput(_ make: @escaping (String) -> Message?) -> Attribute
  {
    .event(.input, .value(make))
  }
  /// Sent with a field's value once a person is done with it.
  @inline(__always) public static func onChange(_ make: @escaping (String) -> Message?) -> Attribute
  {
    .event(.change, .value(make))
  }
  @inline(__always) public static func onCheck(_ make: @escaping (Bool) -> Message?) -> Attribute {
    .event(.change, .checked(make))
  }
  @inline(__always) public static func onKeyDown(_ make: @escaping (KeyPress) -> Message?)
    -> Attribute
  {
    .event(.keyDown, .key(make))
  }
  @inline(__always) public static func onPointerDown(_ make: @escaping (Pointer) -> Message?)
    -> Attribute
  {
    .event(.pointerDown, .pointer(make))
  }
  @inline(__always) public static func onPointerMove(_ make: @escaping (Pointer) -> Message?)
    -> Attribute
  {
    .event(.pointerMove, .pointer(make))
  }
  @inline(__always) public static func onPointerUp(_ make: @escaping (Pointer) -> Message?)
    -> Attribute
  {
    .event(.pointerUp, .pointer(make))
  }
  /// The browser takes over the pointer, for example to scroll.
  @inline(__always) public static func onPointerCancel(_ message: Message) -> Attribute {
    .send(.pointerCancel, message)
  }
  @inline(__always) public static func onWheel(_ make: @escaping (WheelTurn) -> Message?)
    -> Attribute
  {
    .event(.wheel, .wheel(make))
  }
  /// Files dropped on the element.
  @inline(__always) public static func onDrop(_ make: @escaping ([PickedFile]) -> Message?)
    -> Attribute
  {
    .event(.drop, .files(make))
  }
}

extension String {
  /// Whether a link may lead there: inside the app, or to a scheme that runs nothing.
  ///
  /// Read byte by byte, without an index into the text.
  var isSafeLink: Bool {
    var scheme: [UInt8] = []
    var (isOver, isSafe) = (false, true)
    for byte in utf8 {
      // Browsers skip control characters and blanks inside a scheme, so none are allowed.
      if byte <= 0x20 || byte == 0x7F { return false }
      if isOver { continue }
      switch byte {
      case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): isOver = true
      case UInt8(ascii: ":"):
        isOver = true
        isSafe = ["http", "https", "mailto"].contains { scheme.elementsEqual($0.utf8) }
      case 0x41...0x5A: scheme.append(byte + 0x20)
      default: scheme.append(byte)
      }
    }
    return isSafe
  }
}
