/// What a ``Node`` wraps: a piece of the page, whatever its message type.
public final class AnyNode: NodePart {
  public enum Form {
    case text(String)
    case element(AnyElement)
    case lazy(AnyLazyPart)
  }

  public let form: Form
  public let key: Key?
  /// The conversion of messages from everything in it.
  public let transform: Transform?

  init(_ form: Form, key: Key? = nil, transform: Transform? = nil) {
    self.form = form
    self.key = key
    self.transform = transform
  }

  @inline(never)
  static func text(_ text: consuming String) -> AnyNode {
    AnyNode(.text(text))
  }

  @inline(never)
  static func element(
    _ tag: Name, _ attributes: consuming [AnyAttribute], _ children: consuming [AnyNode]
  ) -> AnyNode {
    AnyNode(.element(AnyElement(tag, in: .html, attributes, children)))
  }

  @inline(never)
  static func drawing(
    _ tag: Name, _ attributes: consuming [AnyAttribute], _ children: consuming [AnyNode]
  ) -> AnyNode {
    AnyNode(.element(AnyElement(tag, in: .svg, attributes, children)))
  }

  /// The same node, identified among its siblings by `key`; text needs none.
  @inline(never)
  func keyed(_ key: consuming Key) -> AnyNode {
    if case .text = form { return self }
    return AnyNode(form, key: key, transform: transform)
  }

  /// The same node with its messages converted. Nothing below it is touched.
  @inline(never)
  func mapped(_ outer: Transform) -> AnyNode {
    AnyNode(form, key: key, transform: transform?.followed(by: outer) ?? outer)
  }

  // MARK: As part of a block

  override var nodes: [AnyNode] { [self] }

  override func append(to list: inout [AnyNode]) {
    list.append(self)
  }

  override func followed(by next: NodePart) -> NodePart {
    var nodes = [self]
    next.append(to: &nodes)
    return NodeList(nodes)
  }
}

/// Which language an element's tag belongs to.
public enum Vocabulary: UInt8, Sendable {
  case html, svg
}

/// An element with its attributes and children.
public struct AnyElement {
  public let tag: Name
  public let vocabulary: Vocabulary
  public let attributes: [AnyAttribute]
  public let children: [AnyNode]

  /// Creates an element; if two attributes have the same name, the later one counts.
  init(
    _ tag: Name, in vocabulary: Vocabulary, _ attributes: [AnyAttribute], _ children: [AnyNode]
  ) {
    self.tag = tag
    self.vocabulary = vocabulary
    self.attributes = attributes.withoutRepeats()
    self.children = children
  }

  /// The text, if the element holds nothing but one text.
  var soleText: String? {
    guard children.count == 1, case .text(let text) = children[0].form else { return nil }
    return text
  }
}

/// A part that is built only when one of its inputs changed.
public struct AnyLazyPart {
  let inputs: [LazyInput]
  let content: () -> AnyNode

  /// The content, built now, however it is wrapped.
  public func resolved() -> AnyNode {
    var node = content()
    while case .lazy(let part) = node.form {
      let inner = part.content()
      node = node.transform.map { inner.mapped($0) } ?? inner
    }
    return node
  }
}

// MARK: - Blocks of statements

/// The result of a statement in a view's block: one node or several.
///
/// A part belongs to the block that made it, so a list may grow in place.
public class NodePart {
  var nodes: [AnyNode] { [] }
  func append(to list: inout [AnyNode]) {}
  func followed(by next: NodePart) -> NodePart { next }

  /// Joins two parts, either of which may be missing.
  @inline(never)
  static func joined(_ first: NodePart?, _ next: NodePart?) -> NodePart? {
    guard let first else { return next }
    guard let next else { return first }
    return first.followed(by: next)
  }

  @inline(never)
  static func list(_ nodes: consuming [AnyNode]) -> NodePart {
    NodeList(nodes)
  }

  @inline(never)
  static func list(of parts: [NodePart?]) -> NodePart {
    var nodes: [AnyNode] = []
    nodes.reserveCapacity(parts.count)
    for part in parts { part?.append(to: &nodes) }
    return NodeList(nodes)
  }

  @inline(never)
  static func nodes(of part: NodePart?) -> [AnyNode] {
    part?.nodes ?? []
  }
}

private final class NodeList: NodePart {
  private var list: [AnyNode]

  init(_ list: [AnyNode]) {
    self.list = list
  }

  override var nodes: [AnyNode] { list }

  override func append(to list: inout [AnyNode]) {
    list.append(contentsOf: self.list)
  }

  override func followed(by next: NodePart) -> NodePart {
    next.append(to: &list)
    return self
  }
}
