public import Markup

/// A row of the dock above the tabs, for something that records, runs or sounds in any room, with its controls.
public func dockRow<Message>(
  _ look: String, label: String, @NodeBuilder<Message> content: () -> [Node<Message>]
) -> Node<Message> {
  div(.className("dock-row \(look)"), .role("group"), .label(label)) { content() }
}
