/// Collects the nodes written in a braces block into one list.
@resultBuilder
public enum NodeBuilder<Message> {
  public static func buildExpression(_ node: Node<Message>) -> [Node<Message>] {
    [node]
  }

  public static func buildExpression(_ node: Node<Message>?) -> [Node<Message>] {
    guard let node else { return [] }
    return [node]
  }

  public static func buildExpression(_ nodes: [Node<Message>]) -> [Node<Message>] {
    nodes
  }

  public static func buildExpression(_ text: String) -> [Node<Message>] {
    [.text(text)]
  }

  public static func buildBlock(_ parts: [Node<Message>]...) -> [Node<Message>] {
    if parts.count == 1 { return parts[0] }
    var nodes: [Node<Message>] = []
    for part in parts { nodes.append(contentsOf: part) }
    return nodes
  }

  public static func buildOptional(_ part: [Node<Message>]?) -> [Node<Message>] {
    part ?? []
  }

  public static func buildEither(first part: [Node<Message>]) -> [Node<Message>] {
    part
  }

  public static func buildEither(second part: [Node<Message>]) -> [Node<Message>] {
    part
  }

  public static func buildArray(_ parts: [[Node<Message>]]) -> [Node<Message>] {
    var nodes: [Node<Message>] = []
    for part in parts { nodes.append(contentsOf: part) }
    return nodes
  }
}
