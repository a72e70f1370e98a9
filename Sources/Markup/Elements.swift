// One function for each element in use: a misspelt tag does not compile, and no data can name one.

public func a<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("a", attributes, content()))
}

public func article<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("article", attributes, content()))
}

public func aside<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("aside", attributes, content()))
}

public func b<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("b", attributes, content()))
}

public func button<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("button", attributes, content()))
}

public func canvas<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("canvas", attributes, content()))
}

public func code<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("code", attributes, content()))
}

public func dd<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("dd", attributes, content()))
}

public func details<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("details", attributes, content()))
}

public func dialog<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("dialog", attributes, content()))
}

public func div<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("div", attributes, content()))
}

public func dl<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("dl", attributes, content()))
}

public func dt<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("dt", attributes, content()))
}

public func em<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("em", attributes, content()))
}

public func fieldset<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("fieldset", attributes, content()))
}

public func figcaption<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("figcaption", attributes, content()))
}

public func figure<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("figure", attributes, content()))
}

public func footer<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("footer", attributes, content()))
}

public func form<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("form", attributes, content()))
}

public func h1<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("h1", attributes, content()))
}

public func h2<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("h2", attributes, content()))
}

public func h3<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("h3", attributes, content()))
}

public func header<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("header", attributes, content()))
}

public func kbd<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("kbd", attributes, content()))
}

public func label<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("label", attributes, content()))
}

public func legend<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("legend", attributes, content()))
}

public func li<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("li", attributes, content()))
}

public func main<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("main", attributes, content()))
}

public func nav<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("nav", attributes, content()))
}

public func ol<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("ol", attributes, content()))
}

public func option<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("option", attributes, content()))
}

public func output<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("output", attributes, content()))
}

public func p<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("p", attributes, content()))
}

public func pre<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("pre", attributes, content()))
}

public func progress<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("progress", attributes, content()))
}

public func section<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("section", attributes, content()))
}

public func select<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("select", attributes, content()))
}

public func small<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("small", attributes, content()))
}

public func span<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("span", attributes, content()))
}

public func strong<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("strong", attributes, content()))
}

public func summary<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("summary", attributes, content()))
}

public func table<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("table", attributes, content()))
}

public func tbody<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("tbody", attributes, content()))
}

public func td<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("td", attributes, content()))
}

public func th<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("th", attributes, content()))
}

public func thead<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("thead", attributes, content()))
}

public func time<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("time", attributes, content()))
}

public func tr<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("tr", attributes, content()))
}

public func ul<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element(Element("ul", attributes, content()))
}

// MARK: - Elements without content

public func br<Message>(_ attributes: Attribute<Message>...) -> Node<Message> {
  .element(Element("br", attributes, []))
}

public func hr<Message>(_ attributes: Attribute<Message>...) -> Node<Message> {
  .element(Element("hr", attributes, []))
}

public func img<Message>(_ attributes: Attribute<Message>...) -> Node<Message> {
  .element(Element("img", attributes, []))
}

public func input<Message>(_ attributes: Attribute<Message>...) -> Node<Message> {
  .element(Element("input", attributes, []))
}

public func textarea<Message>(_ attributes: Attribute<Message>...) -> Node<Message> {
  .element(Element("textarea", attributes, []))
}
