/// Something an element has or reacts to.
///
/// Like ``Node``, it is typed by its messages and wraps an untyped part.
public struct Attribute<Message> {
  let erased: AnyAttribute

  @inline(__always) init(_ erased: AnyAttribute) { self.erased = erased }

  /// No attribute: for a condition that is false.
  @inline(__always) public static var none: Attribute { Attribute(.none()) }
  /// Text under a name, such as `href`.
  @inline(__always) public static func plain(_ name: Name, _ text: String) -> Attribute {
    Attribute(.plain(name, text))
  }
  /// Text under a name, or no attribute.
  @inline(__always) static func plain(_ name: Name, some text: String?) -> Attribute {
    Attribute(.plain(name, some: text))
  }
  /// An attribute that is present or absent, such as `disabled`.
  @inline(__always) public static func flag(_ name: Name, _ isOn: Bool) -> Attribute {
    Attribute(.flag(name, isOn))
  }
  /// The text of a field. A person's typing is never overwritten; see `Web/glue.js`.
  @inline(__always) public static func value(_ text: String) -> Attribute {
    Attribute(.value(text))
  }
  /// A state that the element keeps apart from its attributes.
  @inline(__always)
  public static func toggle(_ property: ToggleProperty, _ isOn: Bool) -> Attribute {
    Attribute(.toggle(property, isOn))
  }
  /// One style property. It is set through the style object, so the page's policy allows it.
  @inline(__always) public static func style(_ name: Name, _ text: String) -> Attribute {
    Attribute(.style(name, text))
  }
  /// A handler for an event.
  @inline(__always)
  public static func event(_ kind: EventKind, _ handler: Handler<Message>) -> Attribute {
    Attribute(.event(kind, handler.erased))
  }
  /// Sends a message for an event.
  @inline(__always) static func send(_ kind: EventKind, _ message: Message) -> Attribute {
    Attribute(.send(kind, .boxed(message)))
  }
}

/// A yes-or-no state of an element; the raw value is the number the page's script uses.
public enum ToggleProperty: UInt8, Sendable {
  case checked, indeterminate
  /// Whether a `dialog` is open above the page.
  case modal
}
