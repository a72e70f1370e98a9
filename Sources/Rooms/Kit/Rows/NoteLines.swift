public import Domain
public import Markup

/// A rendered note: headings, items, checkboxes, links and tags. The message is the line number of the ticked box.
@export(interface)
public func noteLines(_ lines: [NoteText.Line]) -> Node<Int> {
  var nodes: [Node<Int>] = []
  var items: [Node<Int>] = []
  var isFirst = true
  func endList() {
    if !items.isEmpty { nodes.append(ul(.className("note-items")) { items }) }
    items = []
  }
  for line in lines {
    switch line.kind {
    case .item: items.append(li { spans(line.spans) })
    case .box(let isTicked): items.append(noteBox(line.number, isTicked) { spans(line.spans) })
    case .heading:
      endList()
      nodes.append(p(.className("note-heading")) { spans(line.spans) })
    case .blank:
      endList()
    case .text:
      endList()
      let name = line.isTitle ? "note-first note-title" : "note-first"
      nodes.append(p(.className(isFirst ? name : nil)) { spans(line.spans) })
    }
    if line.kind != .blank { isFirst = false }
  }
  endList()
  return div(.className("note-text")) { nodes }
}

/// A line with a checkbox.
public func noteBox(
  _ number: Int, _ isTicked: Bool, @NodeBuilder<Int> content: () -> [Node<Int>]
) -> Node<Int> {
  let content = content()
  return li(.className("note-box")) {
    label(.className("check")) {
      input(.type("checkbox"), .checked(isTicked), .event(.change, .send(number)))
      span { content }
    }
  }
}

private func spans(_ spans: [NoteText.Span]) -> [Node<Int>] {
  spans.map { part in
    let text: Node<Int> =
      switch part.style {
      case .plain: .text(part.text)
      case .bold: strong { part.text }
      case .italic: em { part.text }
      }
    guard let address = part.address else {
      return part.isTag ? span(.className("note-tag")) { text } : text
    }
    // A page elsewhere opens beside the app, and learns nothing of it. Mail addresses open no page.
    let isForeign = address.utf8.first.map { "hH".utf8.contains($0) } == true
    return a(
      .href(address), isForeign ? .plain("target", "_blank") : .none,
      isForeign ? .plain("rel", "noopener noreferrer") : .none
    ) { text }
  }
}
