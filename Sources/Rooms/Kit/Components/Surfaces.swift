import Ledger
public import Markup

// The compiler specialises a function for each closure passed to it. So functions that take one only call it, and pass
// its result to a function that is kept out of line.

/// A card with a heading. With an `id` it stays the same card when others come before it.
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
  let card: Node<Message> = section(
    .className("card stack"), .labelledBy(heading == nil ? nil : id)
  ) {
    if let heading { h2(.id(id)) { heading } }
    content
  }
  guard let id else { return card }
  return card.keyed(.text(id))
}

/// What an empty list shows: what belongs here, and the first thing to do.
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

/// One line of a list: a title, details, and a figure at the end.
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

/// A line in a list of facts: a name and its value.
public func fact<Message>(_ name: String, _ value: String) -> Node<Message> {
  div {
    dt { name }
    dd(.className("figure")) { value }
  }
}

/// A progress bar; indeterminate without a share.
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

/// A dialog above the page; its button, Escape and the system's back gesture send `closed`.
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

/// The head of a page: where you are, its only h1, and its main actions.
public func pageHead<Message>(
  caps: String, _ heading: String,
  @NodeBuilder<Message> actions: () -> [Node<Message>] = { [] }
) -> Node<Message> {
  pageHead(caps: .text(caps), heading, with: actions())
}

/// The same with more than text in the line above the heading.
public func pageHead<Message>(
  caps: Node<Message>, _ heading: String,
  @NodeBuilder<Message> actions: () -> [Node<Message>]
) -> Node<Message> {
  pageHead(caps: caps, heading, with: actions())
}

@inline(never)
private func pageHead<Message>(
  caps: Node<Message>, _ heading: String, with actions: [Node<Message>]
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

/// The line below a room's title that says what the room is for, until the person has read it or done something there.
@inline(never) @export(interface)
public func roomLine(_ text: String) -> Node<Bool> {
  div(.className("room-line")) {
    p(.className("quiet")) { text }
    action("Got it", style: .quiet, true)
  }
}

/// The links between the parts of a room; one is current.
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
