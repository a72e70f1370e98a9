import Ledger
public import Markup

// The compiler builds a function anew for each closure it is given. So what takes one only fills it in, and hands what
// it holds to a function that is kept out of line.

/// A sheet of paper with a heading.
public func card<Message>(
  _ heading: String? = nil, id: String? = nil,
  @NodeBuilder<Message> content: () -> [Node<Message>]
) -> Node<Message> {
  card(heading, id: id, holding: content())
}

@inline(never)
private func card<Message>(
  _ heading: String?, id: String?, holding content: [Node<Message>]
) -> Node<Message> {
  section(.className("card stack"), .labelledBy(heading == nil ? nil : id)) {
    if let heading { h2(.id(id)) { heading } }
    content
  }
}

/// What a list shows when there is nothing in it: what belongs here, and the first thing to do.
public func emptyState<Message>(
  _ icon: Icon, _ heading: String, _ sentence: String,
  @NodeBuilder<Message> actions: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  div(.className("empty")) {
    div(.className("medallion")) { icon.view() }
    p(.className("empty-heading")) { heading }
    p(.className("quiet")) { sentence }
    actions()
  }
}

/// One line of a list: what it is, more about it, and a figure at the end.
public func listRow<Message>(
  _ title: String, detail: String? = nil, figure: String? = nil
) -> Node<Message> {
  li(.className("list-row")) {
    div {
      strong { title }
      if let detail { div(.className("quiet small")) { detail } }
    }
    if let figure { span(.className("quiet small figure")) { figure } }
  }
}

/// A line of a list of facts: what it is called, and what it is.
public func fact<Message>(_ name: String, _ value: String) -> Node<Message> {
  div {
    dt { name }
    dd(.className("figure")) { value }
  }
}

/// How far something has come; without a share it only says that it goes on.
public func progressBar<Message>(_ label: String, share: Double?) -> Node<Message> {
  div(.className("progress")) {
    div(.className("row")) {
      span(.className("small")) { label }
      if let share { span(.className("push small figure")) { "\(Int(share * 100)) %" } }
    }
    progress(
      .label(label), .max("100"),
      share.map { .plain("value", "\(Int($0 * 100))") } ?? .none)
  }
}

/// A dialog above the page; `closed` comes from its button, Escape and the system's own way back.
public func dialogBox<Message>(
  _ heading: String, id: String, isOpen: Bool, isSheet: Bool = false, closed: Message,
  @NodeBuilder<Message> content: () -> [Node<Message>]
) -> Node<Message> {
  dialogBox(
    heading, id: id, isOpen: isOpen, isSheet: isSheet, closed: closed,
    holding: isOpen ? content() : [])
}

@inline(never)
private func dialogBox<Message>(
  _ heading: String, id: String, isOpen: Bool, isSheet: Bool, closed: Message,
  holding content: [Node<Message>]
) -> Node<Message> {
  dialog(
    .className(isSheet ? "sheet" : nil), .labelledBy("\(id)-heading"), .modal(isOpen),
    .onCancel(closed), .onClose(closed)
  ) {
    if isOpen {
      div(.className("row")) {
        h2(.id("\(id)-heading")) { heading }
        div(.className("push")) { iconButton(.close, label: "Close", closed) }
      }
      content
    }
  }
}

/// The head of a page: where you are, its one h1, and what can be done at once.
public func pageHead<Message>(
  caps: String, _ heading: String,
  @NodeBuilder<Message> actions: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  pageHead(caps: caps, heading, with: actions())
}

@inline(never)
private func pageHead<Message>(
  caps: String, _ heading: String, with actions: [Node<Message>]
) -> Node<Message> {
  header(.className("page-head")) {
    div {
      p(.className("caps")) { caps }
      h1(.id("heading"), .tabIndex(-1)) { heading }
    }
    div(.className("row push")) {
      actions
      a(.className("round button account"), .href("/settings"), .label("Settings")) {
        Icon.account.view()
      }
    }
  }
}

/// The links between the parts of a room, of which one is shown.
public func partLinks<Message>(
  _ room: String, _ parts: [(name: String, icon: Icon, path: String)], here: String
) -> Node<Message> {
  nav(.className("panels"), .label(room)) {
    ul {
      for part in parts {
        li {
          a(.href(part.path), .current(part.path.hasSameBytes(as: here) ? "page" : nil)) {
            part.icon.view()
            part.name
          }
        }
      }
    }
  }
}
