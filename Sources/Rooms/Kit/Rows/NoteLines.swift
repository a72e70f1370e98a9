public import Domain
public import Markup

/// A rendered note: headings, items, checkboxes. The message is the line number of the ticked box.
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
      nodes.append(p(.className(isFirst ? "note-first" : nil)) { spans(line.spans) })
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
  spans.map { span in
    switch span.style {
    case .plain: .text(span.text)
    case .bold: strong { span.text }
    case .italic: em { span.text }
    }
  }
}
