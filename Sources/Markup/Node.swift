/// A piece of the page: text, an element, or a part that is rebuilt only when its inputs change.
///
/// A view is a function from state to a node. The type says which messages the view sends and costs nothing: what is
/// built is an untyped tree (``AnyNode``), compiled once for all rooms.
public struct Node<Message> {
  public let erased: AnyNode

  @inline(__always) init(_ erased: AnyNode) { self.erased = erased }

  @inline(__always) public static func text(_ text: String) -> Node { Node(.text(text)) }

  /// An element; if two attributes have the same name, the later one counts. Views call the function of its tag
  /// instead.
  @inline(__always)
  public static func element(
    _ tag: Name, _ attributes: [Attribute<Message>], _ children: [Node] = []
  ) -> Node {
    Node(.element(tag, untyped(attributes), untyped(children)))
  }

  /// The same for an SVG element.
  @inline(__always)
  public static func drawing(
    _ tag: Name, _ attributes: [Attribute<Message>], _ children: [Node] = []
  ) -> Node {
    Node(.drawing(tag, untyped(attributes), untyped(children)))
  }

  /// The same node, identified among its siblings by `key`.
  @inline(__always) public func keyed(_ key: Key) -> Node { Node(erased.keyed(key)) }

  /// The same node with its messages converted to another room's.
  public func map<Other>(_ transform: @escaping (Message) -> Other) -> Node<Other> {
    Node<Other>(erased.mapped(Transform(of: transform)))
  }
}

extension Node where Message == Never {
  /// The same node on a page of any messages: it sends none.
  @inline(__always) public func silent<Other>() -> Node<Other> { Node<Other>(erased) }
}

// A struct that holds nothing but one reference has the same memory layout as that reference, and so do arrays of it.
@inline(__always) func untyped<Message>(_ list: [Node<Message>]) -> [AnyNode] {
  unsafe unsafeBitCast(list, to: [AnyNode].self)
}
@inline(__always) func untyped<Message>(_ list: [Attribute<Message>]) -> [AnyAttribute] {
  unsafe unsafeBitCast(list, to: [AnyAttribute].self)
}
@inline(__always) func typed<Message>(_ list: [AnyNode]) -> [Node<Message>] {
  unsafe unsafeBitCast(list, to: [Node<Message>].self)
}

/// One thing that a lazy part's content depends on.
public enum LazyInput: Sendable {
  case number(Int64)
  case flag(Bool)
  case text(String)
}

extension LazyInput: Equatable {
  public static func == (one: LazyInput, other: LazyInput) -> Bool {
    switch (one, other) {
    case (.number(let a), .number(let b)): a == b
    case (.flag(let a), .flag(let b)): a == b
    case (.text(let a), .text(let b)): a.hasSameBytes(as: b)
    default: false
    }
  }
}

/// A part of the page that is built only when one of its inputs changes.
///
///     lazy([.number(row.version), .flag(isChosen)]) { rowView(row, isChosen) }
///
/// The inputs must include everything that the content and its messages depend on: if they are equal, the part on the
/// page is left unchanged, handlers included.
public func lazy<Message>(
  _ inputs: [LazyInput], _ content: @escaping () -> Node<Message>
) -> Node<Message> {
  Node(AnyNode(.lazy(AnyLazyPart(inputs: inputs) { content().erased })))
}
