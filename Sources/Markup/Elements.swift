// One function for each element in use: a misspelt tag does not compile, and data cannot name one.

@inline(__always)
public func a<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("a", attributes, content())
}

@inline(__always)
public func article<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("article", attributes, content())
}

@inline(__always)
public func aside<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("aside", attributes, content())
}

@inline(__always)
public func b<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("b", attributes, content())
}

@inline(__always)
public func button<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("button", attributes, content())
}

@inline(__always)
public func canvas<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("canvas", attributes, content())
}

@inline(__always)
public func code<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("code", attributes, content())
}

@inline(__always)
public func dd<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("dd", attributes, content())
}

@inline(__always)
public func details<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("details", attributes, content())
}

@inline(__always)
public func dialog<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("dialog", attributes, content())
}

@inline(__always)
public func div<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("div", attributes, content())
}

@inline(__always)
public func dl<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("dl", attributes, content())
}

@inline(__always)
public func dt<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("dt", attributes, content())
}

@inline(__always)
public func em<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("em", attributes, content())
}

@inline(__always)
public func fieldset<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("fieldset", attributes, content())
}

@inline(__always)
public func figcaption<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("figcaption", attributes, content())
}

@inline(__always)
public func figure<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("figure", attributes, content())
}

@inline(__always)
public func footer<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("footer", attributes, content())
}

@inline(__always)
public func form<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("form", attributes, content())
}

@inline(__always)
public func h1<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("h1", attributes, content())
}

@inline(__always)
public func h2<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("h2", attributes, content())
}

@inline(__always)
public func h3<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("h3", attributes, content())
}

@inline(__always)
public func header<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("header", attributes, content())
}

@inline(__always)
public func kbd<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("kbd", attributes, content())
}

@inline(__always)
public func label<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("label", attributes, content())
}

@inline(__always)
public func legend<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("legend", attributes, content())
}

@inline(__always)
public func li<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("li", attributes, content())
}

@inline(__always)
public func main<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("main", attributes, content())
}

@inline(__always)
public func nav<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("nav", attributes, content())
}

@inline(__always)
public func ol<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("ol", attributes, content())
}

@inline(__always)
public func option<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("option", attributes, content())
}

@inline(__always)
public func output<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("output", attributes, content())
}

@inline(__always)
public func p<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("p", attributes, content())
}

@inline(__always)
public func pre<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("pre", attributes, content())
}

@inline(__always)
public func progress<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("progress", attributes, content())
}

@inline(__always)
public func section<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("section", attributes, content())
}

@inline(__always)
public func select<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("select", attributes, content())
}

@inline(__always)
public func small<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("small", attributes, content())
}

@inline(__always)
public func span<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("span", attributes, content())
}

@inline(__always)
public func strong<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("strong", attributes, content())
}

@inline(__always)
public func summary<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("summary", attributes, content())
}

@inline(__always)
public func table<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("table", attributes, content())
}

@inline(__always)
public func tbody<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("tbody", attributes, content())
}

@inline(__always)
public func td<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("td", attributes, content())
}

@inline(__always)
public func th<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("th", attributes, content())
}

@inline(__always)
public func thead<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("thead", attributes, content())
}

@inline(__always)
public func time<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("time", attributes, content())
}

@inline(__always)
public func tr<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("tr", attributes, content())
}

@inline(__always)
public func ul<Message>(
  _ attributes: Attribute<Message>...,
  @NodeBuilder<Message> content: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  .element("ul", attributes, content())
}

// MARK: - Elements without content

@inline(__always)
public func br<Message>(_ attributes: Attribute<Message>...) -> Node<Message> {
  .element("br", attributes, [])
}

@inline(__always)
public func hr<Message>(_ attributes: Attribute<Message>...) -> Node<Message> {
  .element("hr", attributes, [])
}

@inline(__always)
public func img<Message>(_ attributes: Attribute<Message>...) -> Node<Message> {
  .element("img", attributes, [])
}

@inline(__always)
public func input<Message>(_ attributes: Attribute<Message>...) -> Node<Message> {
  .element("input", attributes, [])
}

@inline(__always)
public func textarea<Message>(_ attributes: Attribute<Message>...) -> Node<Message> {
  .element("textarea", attributes, [])
}
