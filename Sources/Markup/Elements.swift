// One function for each element in use: a misspelt tag does not compile, and no data can name one.

public func a<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("a", attributes, content())
}

public func article<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("article", attributes, content())
}

public func aside<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("aside", attributes, content())
}

public func b<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("b", attributes, content())
}

public func button<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("button", attributes, content())
}

public func canvas<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("canvas", attributes, content())
}

public func code<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("code", attributes, content())
}

public func dd<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("dd", attributes, content())
}

public func details<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("details", attributes, content())
}

public func dialog<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("dialog", attributes, content())
}

public func div<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("div", attributes, content())
}

public func dl<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("dl", attributes, content())
}

public func dt<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("dt", attributes, content())
}

public func em<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("em", attributes, content())
}

public func fieldset<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("fieldset", attributes, content())
}

public func figcaption<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("figcaption", attributes, content())
}

public func figure<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("figure", attributes, content())
}

public func footer<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("footer", attributes, content())
}

public func form<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("form", attributes, content())
}

public func h1<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("h1", attributes, content())
}

public func h2<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("h2", attributes, content())
}

public func h3<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("h3", attributes, content())
}

public func header<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("header", attributes, content())
}

public func kbd<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("kbd", attributes, content())
}

public func label<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("label", attributes, content())
}

public func legend<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("legend", attributes, content())
}

public func li<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("li", attributes, content())
}

public func main<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("main", attributes, content())
}

public func nav<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("nav", attributes, content())
}

public func ol<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("ol", attributes, content())
}

public func option<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("option", attributes, content())
}

public func output<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("output", attributes, content())
}

public func p<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("p", attributes, content())
}

public func pre<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("pre", attributes, content())
}

public func progress<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("progress", attributes, content())
}

public func section<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("section", attributes, content())
}

public func select<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("select", attributes, content())
}

public func small<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("small", attributes, content())
}

public func span<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("span", attributes, content())
}

public func strong<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("strong", attributes, content())
}

public func summary<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("summary", attributes, content())
}

public func table<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("table", attributes, content())
}

public func tbody<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("tbody", attributes, content())
}

public func td<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("td", attributes, content())
}

public func th<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("th", attributes, content())
}

public func thead<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("thead", attributes, content())
}

public func time<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("time", attributes, content())
}

public func tr<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("tr", attributes, content())
}

public func ul<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("ul", attributes, content())
}

// MARK: - Elements without content

public func br<Message>(_ attributes: Attribute<Message>...) -> Node<Message> {
  .element("br", attributes, [])
}

public func hr<Message>(_ attributes: Attribute<Message>...) -> Node<Message> {
  .element("hr", attributes, [])
}

public func img<Message>(_ attributes: Attribute<Message>...) -> Node<Message> {
  .element("img", attributes, [])
}

public func input<Message>(_ attributes: Attribute<Message>...) -> Node<Message> {
  .element("input", attributes, [])
}

public func textarea<Message>(_ attributes: Attribute<Message>...) -> Node<Message> {
  .element("textarea", attributes, [])
}
