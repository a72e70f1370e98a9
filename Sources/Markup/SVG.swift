/// Drawings: the SVG elements in use.
public enum SVG {
  public static func svg<Message>(
    _ attributes: Attribute<Message>...,
    @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
  ) -> Node<Message> {
    .element("svg", in: .svg, attributes, content())
  }

  public static func g<Message>(
    _ attributes: Attribute<Message>...,
    @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
  ) -> Node<Message> {
    .element("g", in: .svg, attributes, content())
  }

  public static func text<Message>(
    _ attributes: Attribute<Message>...,
    @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
  ) -> Node<Message> {
    .element("text", in: .svg, attributes, content())
  }

  public static func title<Message>(
    _ attributes: Attribute<Message>...,
    @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
  ) -> Node<Message> {
    .element("title", in: .svg, attributes, content())
  }

  public static func circle<Message>(_ attributes: Attribute<Message>...) -> Node<Message> {
    .element("circle", in: .svg, attributes, [])
  }

  public static func ellipse<Message>(_ attributes: Attribute<Message>...) -> Node<Message> {
    .element("ellipse", in: .svg, attributes, [])
  }

  public static func line<Message>(_ attributes: Attribute<Message>...) -> Node<Message> {
    .element("line", in: .svg, attributes, [])
  }

  public static func path<Message>(_ attributes: Attribute<Message>...) -> Node<Message> {
    .element("path", in: .svg, attributes, [])
  }

  public static func rect<Message>(_ attributes: Attribute<Message>...) -> Node<Message> {
    .element("rect", in: .svg, attributes, [])
  }
}
