/// A message, whatever its type.
///
/// Views are typed by their room's message, but what they build is not: a tree, its attributes and its handlers are
/// compiled once for all rooms, and each message passes through them in a box of its own.
public class AnyMessage {
  fileprivate init() {}

  /// A box that holds `message`.
  @inline(never)
  public static func boxed<Message>(_ message: Message) -> AnyMessage {
    Box(message)
  }

  /// A box, if there is a message.
  @inline(never)
  public static func boxed<Message>(some message: Message?) -> AnyMessage? {
    guard let message else { return nil }
    return Box(message)
  }

  /// The content of the box. The caller knows that it is a `Message`: `Node<Message>` and the like accept nothing else.
  @inline(__always)
  public final func message<Message>(as type: Message.Type) -> Message {
    unsafe unsafeDowncast(self, to: Box<Message>.self).content
  }
}

private final class Box<Message>: AnyMessage {
  let content: Message
  init(_ content: Message) {
    self.content = content
    super.init()
  }
}

/// Converts one room's messages to those of the room that shows it.
public final class Transform {
  private let apply: (AnyMessage) -> AnyMessage

  private init(_ apply: @escaping (AnyMessage) -> AnyMessage) {
    self.apply = apply
  }

  /// Boxed messages converted by `transform`.
  @inline(never)
  public convenience init<Message, Other>(of transform: @escaping (Message) -> Other) {
    self.init { .boxed(transform($0.message(as: Message.self))) }
  }

  public func callAsFunction(_ message: AnyMessage) -> AnyMessage {
    apply(message)
  }

  /// This one first, then `outer`.
  func followed(by outer: Transform?) -> Transform {
    guard let outer else { return self }
    return Transform { outer(self($0)) }
  }
}
