/// What can happen to an element; the raw value is the number the page's script uses.
public enum EventKind: UInt8, Sendable, CaseIterable {
  case click = 1
  case input, change, submit
  case keyDown, keyUp
  case pointerDown, pointerMove, pointerUp, pointerCancel
  case wheel
  case focus, blur
  case cancel, close, toggle
  case dragOver, drop
  case scroll
}

/// How an event is handled: which payload it needs, and the message made from it.
///
/// A closure that returns `nil` leaves the event to the next handler further out.
public struct Handler<Message> {
  let erased: AnyHandler

  @inline(__always) private init(_ erased: AnyHandler) { self.erased = erased }

  @inline(__always) public static func send(_ message: Message) -> Handler {
    Handler(AnyHandler(sending: .boxed(message)))
  }
  @inline(never) public static func value(_ make: @escaping (String) -> Message?) -> Handler {
    Handler(AnyHandler(.value) { .boxed(some: make($0.text())) })
  }
  @inline(never) public static func checked(_ make: @escaping (Bool) -> Message?) -> Handler {
    Handler(AnyHandler(.checked) { .boxed(some: make($0.flag())) })
  }
  @inline(never) public static func key(_ make: @escaping (KeyPress) -> Message?) -> Handler {
    Handler(AnyHandler(.key) { .boxed(some: make(KeyPress(&$0))) })
  }
  @inline(never) public static func pointer(_ make: @escaping (Pointer) -> Message?) -> Handler {
    Handler(AnyHandler(.pointer) { .boxed(some: make(Pointer(&$0))) })
  }
  @inline(never) public static func wheel(_ make: @escaping (WheelTurn) -> Message?) -> Handler {
    Handler(AnyHandler(.wheel) { .boxed(some: make(WheelTurn(&$0))) })
  }
  @inline(never)
  public static func files(_ make: @escaping ([PickedFile]) -> Message?) -> Handler {
    Handler(AnyHandler(.files) { .boxed(some: make(PickedFile.list(&$0))) })
  }
}

/// What the page must collect about an event; the raw value is the number its script uses.
enum PayloadKind: UInt8 {
  case nothing, value, checked, key, pointer, wheel, files
}

/// What a ``Handler`` wraps: how an event is handled, whatever its message type.
public struct AnyHandler {
  private let collected: PayloadKind
  private let source: Source

  private enum Source {
    case message(AnyMessage)
    case payload((inout Payload.Reader) -> AnyMessage?)
  }

  init(_ collected: PayloadKind, _ make: @escaping (inout Payload.Reader) -> AnyMessage?) {
    self.collected = collected
    source = .payload(make)
  }

  init(sending message: AnyMessage) {
    collected = .nothing
    source = .message(message)
  }

  /// The payload that the page must collect, as the number its script uses.
  public var payloadCode: UInt8 {
    collected.rawValue
  }

  /// The message for an event with `payload`, or `nil` if it is left to others.
  public func message(for payload: Payload) -> AnyMessage? {
    switch source {
    case .message(let message): return message
    case .payload(let make):
      var reader = payload.reader
      return make(&reader)
    }
  }
}

/// A key that went down or up.
public struct KeyPress: Hashable, Sendable {
  /// The key's meaning, such as `"a"`, `"?"`, `"Enter"` or `"ArrowUp"`.
  public var key: String
  public var shift = false
  public var control = false
  public var alt = false
  public var meta = false
  /// Whether the key is held down and repeats.
  public var repeats = false
  /// When it was pressed, in milliseconds since the page started.
  public var time = 0.0

  public init(_ key: String) {
    self.key = key
  }

  /// Reads a key from an event's payload.
  public init(_ reader: inout Payload.Reader) {
    key = reader.text()
    let bits = Int(reader.number())
    shift = bits & 1 != 0
    control = bits & 2 != 0
    alt = bits & 4 != 0
    meta = bits & 8 != 0
    repeats = bits & 16 != 0
    time = reader.number()
  }

  /// Whether a modifier other than Shift is held, so that the key belongs to the browser.
  public var isCommand: Bool {
    control || alt || meta
  }
}

/// A finger, pen or mouse on an element.
public struct Pointer: Equatable, Sendable {
  /// Which finger or device, if several touch the screen.
  public let id: Int
  /// The position inside the element, in CSS pixels from its upper left corner.
  public let x, y: Double
  /// The element's size in CSS pixels.
  public let width, height: Double
  /// From 0 to 1; 0.5 for a device without pressure sensing.
  public let pressure: Double
  /// The pressed buttons: 1 main, 2 secondary, 4 middle.
  public let buttons: Int
  /// When it happened, in milliseconds since the page started.
  public let time: Double
  /// Whether Shift is held.
  public let isShifted: Bool
  /// Whether Control or the command key is held.
  public let isCommand: Bool

  init(_ reader: inout Payload.Reader) {
    id = Int(clamping: reader.number())
    x = reader.number()
    y = reader.number()
    width = reader.number()
    height = reader.number()
    pressure = reader.number()
    buttons = Int(clamping: reader.number())
    time = reader.number()
    let keys = Int(clamping: reader.number())
    isShifted = keys & 1 != 0
    isCommand = keys & 2 != 0
  }
}

/// A turn of the wheel or a two-finger scroll, in CSS pixels.
public struct WheelTurn: Equatable, Sendable {
  public let x, y: Double

  init(_ reader: inout Payload.Reader) {
    x = reader.number()
    y = reader.number()
  }
}

/// A file that a person chose or dropped; its content stays in the browser until it is read.
public struct PickedFile: Equatable, Sendable {
  /// The browser's token for the file, to read it later.
  public let token: UInt32
  public let name: String
  /// The media type, empty if the browser does not know it.
  public let type: String
  /// In bytes.
  public let size: Int64

  init(_ reader: inout Payload.Reader) {
    token = UInt32(clamping: reader.number())
    name = reader.text()
    type = reader.text()
    size = Int64(clamping: reader.number())
  }

  /// Reads a counted list of files.
  public static func list(_ reader: inout Payload.Reader) -> [PickedFile] {
    let count = min(Int(clamping: reader.number()), 10_000)
    var files: [PickedFile] = []
    for _ in 0..<max(count, 0) where !reader.isAtEnd { files.append(PickedFile(&reader)) }
    return files
  }
}

extension FixedWidthInteger {
  /// The integer part of `number`, clamped; 0 for NaN.
  init(clamping number: Double) {
    if number.isNaN {
      self = 0
    } else if number >= Double(Self.max) {
      self = .max
    } else if number <= Double(Self.min) {
      self = .min
    } else {
      self = Self(number)
    }
  }
}
