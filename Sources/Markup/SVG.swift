/// Drawings: the SVG elements in use.
public enum SVG {
  @inline(__always)
  public static func svg<Message>(
    _ attributes: Attribute<Message>...,
    @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
  ) -> Node<Message> {
    .drawing("svg", attributes, content())
  }

  @inline(__always)
  public static func g<Message>(
    _ attributes: Attribute<Message>...,
    @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
  ) -> Node<Message> {
    .drawing("g", attributes, content())
  }

  @inline(__always)
  public static func text<Message>(
    _ attributes: Attribute<Message>...,
    @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
  ) -> Node<Message> {
    .drawing("text", attributes, content())
  }

  @inline(__always)
  public static func title<Message>(
    _ attributes: Attribute<Message>...,
    @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
  ) -> Node<Message> {
    .drawing("title", attributes, content())
  }

  @inline(__always)
  public static func circle<Message>(_ attributes: Attribute<Message>...) -> Node<Message> {
    .drawing("circle", attributes, [])
  }

  @inline(__always)
  public static func ellipse<Message>(_ attributes: Attribute<Message>...) -> Node<Message> {
    .drawing("ellipse", attributes, [])
  }

  @inline(__always)
  public static func line<Message>(_ attributes: Attribute<Message>...) -> Node<Message> {
    .drawing("line", attributes, [])
  }

  @inline(__always)
  public static func path<Message>(_ attributes: Attribute<Message>...) -> Node<Message> {
    .drawing("path", attributes, [])
  }

  @inline(__always)
  public static func rect<Message>(_ attributes: Attribute<Message>...) -> Node<Message> {
    .drawing("rect", attributes, [])
  }
}
