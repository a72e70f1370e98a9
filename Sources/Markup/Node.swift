/// A piece of the page: text, an element, or a part that is only rebuilt when its inputs change.
///
/// A view is a function from state to a node. One homogeneous type keeps the compiler's work small
/// and lets any room's nodes stand in any list.
public indirect enum Node<Message> {
  case text(String)
  case element(Element<Message>)
  case lazy(LazyPart<Message>)
}

extension Node {
  // Kept out of line: every view calls it for each of its elements.
  @inline(never)
  static func element(
    _ tag: Name, in vocabulary: Vocabulary = .html, _ attributes: [Attribute<Message>],
    _ children: [Node]
  ) -> Node {
    .element(Element(tag, in: vocabulary, attributes, children))
  }

  /// The same node, known to its siblings by `key`.
  public func keyed(_ key: Key) -> Node {
    switch self {
    case .text:
      return self
    case .element(var element):
      element.key = key
      return .element(element)
    case .lazy(var part):
      part.key = key
      return .lazy(part)
    }
  }

  /// The same node, its messages turned into another room's.
  public func map<Other>(_ transform: @escaping (Message) -> Other) -> Node<Other> {
    switch self {
    case .text(let text): .text(text)
    case .element(let element): .element(element.map(transform))
    case .lazy(let part): .lazy(part.map(transform))
    }
  }

  var key: Key? {
    switch self {
    case .text: nil
    case .element(let element): element.key
    case .lazy(let part): part.key
    }
  }
}

/// Which language an element's tag belongs to.
public enum Vocabulary: UInt8, Sendable {
  case html, svg
}

/// An element with its attributes and children.
public struct Element<Message> {
  public let tag: Name
  public let vocabulary: Vocabulary
  public internal(set) var key: Key?
  public let attributes: [Attribute<Message>]
  public let children: [Node<Message>]

  /// Creates an element; of two attributes with one name the later counts.
  public init(
    _ tag: Name, in vocabulary: Vocabulary = .html, _ attributes: [Attribute<Message>],
    _ children: [Node<Message>]
  ) {
    self.tag = tag
    self.vocabulary = vocabulary
    self.attributes = attributes.withoutRepeats()
    self.children = children
  }

  private init(
    mapped tag: Name, _ vocabulary: Vocabulary, _ key: Key?, _ attributes: [Attribute<Message>],
    _ children: [Node<Message>]
  ) {
    self.tag = tag
    self.vocabulary = vocabulary
    self.key = key
    self.attributes = attributes
    self.children = children
  }

  func map<Other>(_ transform: @escaping (Message) -> Other) -> Element<Other> {
    Element<Other>(
      mapped: tag, vocabulary, key,
      attributes.map { $0.map(transform) }, children.map { $0.map(transform) })
  }

  /// The text, where the element holds nothing but one text.
  var soleText: String? {
    guard children.count == 1, case .text(let text) = children[0] else { return nil }
    return text
  }
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

/// A part of the page that is built only when one of its inputs changed.
///
///     lazy([.number(row.version), .flag(isChosen)]) { rowView(row, isChosen) }
///
/// The inputs must name everything the content and its messages are made from: equal inputs mean
/// that the part on the page is left as it is, handlers included.
public struct LazyPart<Message> {
  let inputs: [LazyInput]
  var key: Key?
  let content: () -> Node<Message>

  @inline(never)
  func map<Other>(_ transform: @escaping (Message) -> Other) -> LazyPart<Other> {
    let content = content
    return LazyPart<Other>(inputs: inputs, key: key) { content().map(transform) }
  }

  /// The content, built now, whatever it is wrapped in.
  public func resolved() -> Node<Message> {
    var node = content()
    while case .lazy(let part) = node { node = part.content() }
    return node
  }
}

/// A part that is built only when one of `inputs` changed.
public func lazy<Message>(
  _ inputs: [LazyInput], _ content: @escaping () -> Node<Message>
) -> Node<Message> {
  .lazy(LazyPart(inputs: inputs, content: content))
}
