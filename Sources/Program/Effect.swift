public import Ledger
public import Markup

/// An action that `update` wants carried out outside, with the message for its answer.
///
/// Effects are values: a test compares their ``order`` and sends the answers itself. Like a view's nodes they are typed
/// by their messages and wrap an untyped part.
public struct Effect<Message> {
  let erased: AnyEffect

  @inline(__always) private init(_ erased: AnyEffect) { self.erased = erased }

  @inline(__always) init(_ order: Order, name: String? = nil) {
    self.init(AnyEffect(order, name: name))
  }

  @inline(never)
  init(
    _ order: Order, name: String? = nil, goesOn: @escaping (Payload) -> Bool = { _ in false },
    answer: @escaping (Payload) -> Message?
  ) {
    self.init(
      AnyEffect(order, name: name, goesOn: goesOn) { AnyMessage.boxed(some: answer($0)) })
  }

  public var order: Order { erased.order }
  /// An effect can be stopped by this name; a second one with the same name replaces the first.
  public var name: String? { erased.name }

  /// The same effect with its answers converted to another program's messages.
  @inline(never)
  public func map<Other>(_ transform: @escaping (Message) -> Other) -> Effect<Other> {
    Effect<Other>(erased.mapped(Transform(of: transform)))
  }

  /// Whether it makes something durable, which must not wait for the display.
  var isCommit: Bool {
    if case .recordsCommit = order { true } else { false }
  }

  /// The same effect for another program, if it has no answer.
  public func unanswered<Other>() -> Effect<Other> { Effect<Other>(order, name: name) }

  /// The message for an answer.
  public func message(for payload: Payload = Payload()) -> Message? {
    erased.answer?(payload)?.message(as: Message.self)
  }
}

/// What an ``Effect`` wraps.
final class AnyEffect {
  let order: Order
  let name: String?
  let answer: ((Payload) -> AnyMessage?)?
  /// Whether more answers follow one.
  let goesOn: (Payload) -> Bool

  @inline(never)
  init(
    _ order: consuming Order, name: consuming String?,
    goesOn: @escaping (Payload) -> Bool = { _ in false },
    answer: ((Payload) -> AnyMessage?)? = nil
  ) {
    self.order = order
    self.name = name
    self.answer = answer
    self.goesOn = goesOn
  }

  @inline(never)
  func mapped(_ transform: Transform) -> AnyEffect {
    guard let answer else { return self }
    return AnyEffect(order, name: name, goesOn: goesOn) { answer($0).map { transform($0) } }
  }
}

// MARK: - Address and history

extension Effect {
  public static func navigate(to path: String, replacing: Bool = false) -> Effect {
    Effect(.navigate(path: path, replacing: replacing))
  }
  public static var goBack: Effect { Effect(.goBack) }
  public static func watchAddress(_ make: @escaping (String) -> Message) -> Effect {
    lasting(.watchAddress) { make($0.text()) }
  }
  public static func title(_ text: String) -> Effect { Effect(.title(text)) }
}

// MARK: - Time

extension Effect {
  public static func wait(
    milliseconds: Int, as name: String? = nil, _ message: Message
  ) -> Effect {
    Effect(.wait(milliseconds: milliseconds), name: name) { _ in message }
  }
  public static func tick(
    everyMilliseconds period: Int, as name: String, _ message: Message
  ) -> Effect {
    lasting(.tick(everyMilliseconds: period), as: name) { _ in message }
  }
  public static func watchFrames(
    as name: String, _ make: @escaping (_ milliseconds: Double) -> Message
  ) -> Effect {
    lasting(.watchFrames, as: name) { make($0.number()) }
  }
  /// Answers before the frame in which a moment of the page's clock becomes visible.
  public static func picture(
    atMilliseconds moment: Double, as name: String, _ message: Message
  ) -> Effect {
    Effect(.picture(atMilliseconds: moment), name: name) { _ in message }
  }
  /// Repeats `message` while the present press lasts, as a held key does.
  public static func repeatWhileHeld(_ message: Message) -> Effect {
    lasting(
      .repeatWhileHeld(afterMilliseconds: 400, everyMilliseconds: 75), as: "repeat while held"
    ) { _ in message }
  }
  public static func stop(_ name: String) -> Effect { Effect(.stop, name: name) }
}

// MARK: - Keeping, the network and files

/// A server's answer, or the fact that it could not be reached.
public struct FetchAnswer: Equatable, Sendable {
  /// The HTTP status; 0 if no answer came.
  public let status: Int
  public let contentType: String
  public let bytes: [UInt8]

  public var isSuccess: Bool { (200..<300).contains(status) }
}

/// How sharing ended.
public enum ShareOutcome: Sendable {
  case shared, dismissed, unavailable
}

extension Effect {
  public static func save(_ text: String, under key: String) -> Effect {
    Effect(.save(key: key, text: text))
  }
  public static func load(_ key: String, _ make: @escaping (String?) -> Message) -> Effect {
    once(.load(key: key)) { reader in
      let isThere = reader.flag()
      return make(isThere ? reader.text() : nil)
    }
  }
  public static func erase(_ key: String) -> Effect { Effect(.erase(key: key)) }
  public static func fetch(
    _ request: FetchRequest, _ make: @escaping (FetchAnswer) -> Message
  ) -> Effect {
    once(.fetch(request)) { reader in
      let status = Int(reader.number())
      let type = reader.text()
      return make(FetchAnswer(status: status, contentType: type, bytes: reader.data()))
    }
  }
  public static func download(_ bytes: [UInt8], name: String, type: String) -> Effect {
    Effect(.download(name: name, type: type, bytes: bytes))
  }
  public static func pickFiles(
    accept: String, several: Bool = false, _ make: @escaping ([PickedFile]) -> Message
  ) -> Effect {
    once(.pickFiles(accept: accept, several: several)) { make(PickedFile.list(&$0)) }
  }
  public static func read(
    _ file: PickedFile, _ make: @escaping ([UInt8]?) -> Message
  ) -> Effect {
    once(.readFile(token: file.token)) { reader in
      let isRead = reader.flag()
      return make(isRead ? reader.data() : nil)
    }
  }
}

// MARK: - The clerk

extension Effect {
  /// Lets a separate program read or write files; it answers with bytes, or `nil` if it is unavailable.
  public static func clerk(
    _ request: [UInt8], _ make: @escaping ([UInt8]?) -> Message
  ) -> Effect {
    once(.clerk(request)) { reader in
      let isAnswered = reader.flag()
      return make(isAnswered ? reader.data() : nil)
    }
  }
}

// MARK: - The analyst

/// What comes of a question to the analyst.
public enum AnalystAnswer: Equatable, Sendable {
  /// A share of the work is done.
  case working(Double)
  case report([UInt8])
  /// The analyst is not on this device.
  case missing
  case failed
}

extension Effect {
  /// Lets a separate program answer a question; stopping the effect by name, or asking again, ends its work.
  public static func analyst(
    _ question: [UInt8], as name: String, _ make: @escaping (AnalystAnswer) -> Message
  ) -> Effect {
    lasting(.analyst(question), as: name, goesOn: isShare(0)) { reader in
      switch reader.number() {
      case 0: make(.working(reader.number()))
      case 1: make(.report(reader.data()))
      case 2: make(.missing)
      default: make(.failed)
      }
    }
  }

  /// Whether an answer reports progress, by its first number; the one that does not is the last.
  static func isShare(_ progress: Double) -> (Payload) -> Bool {
    { payload in
      var reader = payload.reader
      return reader.number() == progress
    }
  }
}

// MARK: - The device

extension Effect {
  public static func copy(_ text: String, _ make: @escaping (Bool) -> Message) -> Effect {
    once(.copy(text: text)) { make($0.flag()) }
  }
  public static func share(
    title: String, text: String, url: String = "", _ make: @escaping (ShareOutcome) -> Message
  ) -> Effect {
    once(.share(title: title, text: text, url: url)) { reader in
      switch reader.number() {
      case 0: make(.shared)
      case 1: make(.dismissed)
      default: make(.unavailable)
      }
    }
  }
  /// Shares a drawing as a PNG of a given size; downloads it if sharing is impossible.
  public static func sharePicture(
    _ svg: String, name: String, width: Int, height: Int,
    _ make: @escaping (Bool) -> Message
  ) -> Effect {
    once(.sharePicture(svg: svg, name: name, width: width, height: height)) { make($0.flag()) }
  }
  public static func keepAwake(_ isOn: Bool) -> Effect { Effect(.keepAwake(isOn)) }
  public static func fullscreen(_ isOn: Bool) -> Effect { Effect(.fullscreen(isOn)) }
  public static var print: Effect { Effect(.print) }
  public static func vibrate(milliseconds: [Int]) -> Effect {
    Effect(.vibrate(milliseconds: milliseconds))
  }
}

// MARK: - Watching

extension Effect {
  public static func watchMedia(
    _ query: String, as name: String, _ make: @escaping (Bool) -> Message
  ) -> Effect {
    lasting(.watchMedia(query: query), as: name) { make($0.flag()) }
  }
  public static func watchVisibility(_ make: @escaping (Bool) -> Message) -> Effect {
    lasting(.watchVisibility) { make($0.flag()) }
  }
  /// Reports that the page is hidden or about to close: the last moment to save anything.
  ///
  /// A hidden page keeps running for a while and can commit records. A closing page cannot wait for a commit; only
  /// `save` finishes in time.
  public static func watchHide(_ message: Message) -> Effect {
    lasting(.watchHide) { _ in message }
  }
  public static func watchOnline(_ make: @escaping (Bool) -> Message) -> Effect {
    lasting(.watchOnline) { make($0.flag()) }
  }
  /// Keys pressed outside of fields.
  public static func watchKeys(_ make: @escaping (KeyPress) -> Message?) -> Effect {
    lasting(.watchKeys) { make(KeyPress(&$0)) }
  }
}

// MARK: - The page itself

extension Effect {
  public static func focus(_ id: String) -> Effect { Effect(.focus(id: id)) }
  public static func reveal(_ id: String) -> Effect { Effect(.reveal(id: id)) }
  public static var scrollToTop: Effect { Effect(.scrollToTop) }
  public static func theme(_ name: String) -> Effect { Effect(.theme(name)) }
  public static func watchUpdates(_ message: Message) -> Effect {
    lasting(.watchUpdates) { _ in message }
  }
  public static var restart: Effect { Effect(.restart) }
  /// Shows a toast; with `undo` it has an Undo button, with `take` a button that plays that take.
  public static func toast(
    _ text: String, undo: Message? = nil, playing take: RowID? = nil
  ) -> Effect {
    guard let undo else { return Effect(.toast(text, playing: take)) }
    return Effect(.toast(text, playing: take)) { _ in undo }
  }
  public static var crash: Effect { Effect(.crash) }
}

// MARK: - Helpers

extension Effect {
  @inline(never)
  static func once(
    _ order: Order, _ make: @escaping (inout Payload.Reader) -> Message?
  ) -> Effect {
    Effect(order) { payload in
      var reader = payload.reader
      return make(&reader)
    }
  }

  @inline(never)
  static func lasting(
    _ order: Order, as name: String? = nil,
    goesOn: @escaping (Payload) -> Bool = { _ in true },
    _ make: @escaping (inout Payload.Reader) -> Message?
  ) -> Effect {
    let answer = { (payload: Payload) in
      var reader = payload.reader
      return make(&reader)
    }
    return Effect(order, name: name, goesOn: goesOn, answer: answer)
  }
}
