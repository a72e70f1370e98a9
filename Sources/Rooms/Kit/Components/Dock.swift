public import Markup

/// A row of the dock, which stands above the tabs in every room: something that records, runs or sounds, with what
/// pauses and ends it.
public func dockRow<Message>(
  _ look: String, label: String, @NodeBuilder<Message> content: () -> [Node<Message>]
) -> Node<Message> {
  div(.className("dock-row \(look)"), .role("group"), .label(label)) { content() }
}
