/// Collects the nodes written in a braced block into one list.
@resultBuilder
public enum NodeBuilder<Message> {
  @inline(__always) public static func buildExpression(_ node: Node<Message>) -> NodePart? {
    node.erased
  }
  @inline(__always) public static func buildExpression(_ node: Node<Message>?) -> NodePart? {
    node?.erased
  }
  @inline(__always) public static func buildExpression(_ nodes: [Node<Message>]) -> NodePart? {
    NodePart.list(untyped(nodes))
  }
  @inline(__always) public static func buildExpression(_ text: String) -> NodePart? {
    AnyNode.text(text)
  }

  @inline(__always) public static func buildBlock() -> NodePart? { nil }
  @inline(__always) public static func buildPartialBlock(first: NodePart?) -> NodePart? { first }
  @inline(__always)
  public static func buildPartialBlock(accumulated: NodePart?, next: NodePart?) -> NodePart? {
    NodePart.joined(accumulated, next)
  }

  @inline(__always) public static func buildOptional(_ part: NodePart??) -> NodePart? {
    part ?? nil
  }
  @inline(__always) public static func buildEither(first part: NodePart?) -> NodePart? { part }
  @inline(__always) public static func buildEither(second part: NodePart?) -> NodePart? { part }
  @inline(__always) public static func buildArray(_ parts: [NodePart?]) -> NodePart? {
    NodePart.list(of: parts)
  }

  @inline(__always) public static func buildFinalResult(_ part: NodePart?) -> [Node<Message>] {
    typed(NodePart.nodes(of: part))
  }
}
