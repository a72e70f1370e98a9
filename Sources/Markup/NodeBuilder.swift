/// Collects the nodes written in a braces block into one list.
@resultBuilder
public enum NodeBuilder<Message> {
  /// What a statement of the block yields; one node alone needs no list of its own.
  public enum Part {
    case one(Node<Message>)
    case several([Node<Message>])
  }

  public static func buildExpression(_ node: Node<Message>) -> Part {
    .one(node)
  }

  public static func buildExpression(_ node: Node<Message>?) -> Part {
    node.map { .one($0) } ?? .several([])
  }

  public static func buildExpression(_ nodes: [Node<Message>]) -> Part {
    .several(nodes)
  }

  public static func buildExpression(_ text: String) -> Part {
    .one(.text(text))
  }

  public static func buildBlock(_ parts: Part...) -> Part {
    parts.count == 1 ? parts[0] : joined(parts)
  }

  public static func buildOptional(_ part: Part?) -> Part {
    part ?? .several([])
  }

  public static func buildEither(first part: Part) -> Part {
    part
  }

  public static func buildEither(second part: Part) -> Part {
    part
  }

  public static func buildArray(_ parts: [Part]) -> Part {
    joined(parts)
  }

  public static func buildFinalResult(_ part: Part) -> [Node<Message>] {
    list(of: part)
  }

  private static func list(of part: Part) -> [Node<Message>] {
    switch part {
    case .one(let node): [node]
    case .several(let nodes): nodes
    }
  }

  // Kept out of line: every view calls it, and its copies would be a tenth of the app.
  @inline(never)
  private static func joined(_ parts: [Part]) -> Part {
    var nodes: [Node<Message>] = []
    nodes.reserveCapacity(parts.count)
    for part in parts {
      switch part {
      case .one(let node): nodes.append(node)
      case .several(let more): nodes.append(contentsOf: more)
      }
    }
    return .several(nodes)
  }
}
