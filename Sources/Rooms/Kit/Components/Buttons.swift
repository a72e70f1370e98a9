public import Markup

/// How much a button stands out.
public enum ButtonStyle: Sendable {
  /// The main action.
  case primary
  case plain
  /// For rare actions; it looks like text.
  case quiet
  /// For destructive actions.
  case danger

  public var className: String? {
    switch self {
    case .primary: "primary"
    case .plain: nil
    case .quiet: "quiet-button"
    case .danger: "danger"
    }
  }
}

/// A button with a text, and an icon before it if there is one.
///
/// `label` tells screen readers what the text alone does not, and starts with that text.
public func action<Message>(
  _ text: String, label: String? = nil, icon: Icon? = nil, style: ButtonStyle = .plain,
  isDisabled: Bool = false,
  isBusy: Bool = false, id: String? = nil, _ message: Message
) -> Node<Message> {
  button(
    .type("button"), .id(id), .className(style.className), .label(label), .disabled(isDisabled),
    .busy(isBusy),
    .onClick(message)
  ) {
    icon.map { $0.view() }
    text
  }
}

/// A round button with an icon; `label` says what it does.
public func iconButton<Message>(
  _ icon: Icon, label: String, style: ButtonStyle = .plain, isDisabled: Bool = false,
  _ message: Message
) -> Node<Message> {
  button(
    .type("button"), .className(style == .primary ? "round primary" : "round"), .label(label),
    .title(label), .disabled(isDisabled), .onClick(message)
  ) { icon.view() }
}

/// A round button that repeats while it is held: `pressed` at the start, `held` for each repeat.
public func repeatingButton<Message>(
  _ icon: Icon, label: String, isDisabled: Bool = false, clicked: Message, pressed: Message
) -> Node<Message> {
  button(
    .type("button"), .className("round"), .label(label), .title(label), .disabled(isDisabled),
    .onClick(clicked), .onPointerDown { $0.buttons == 1 ? pressed : nil }
  ) { icon.view() }
}

/// A small toggle.
public func chip<Message>(
  _ text: String, isOn: Bool, isDisabled: Bool = false, _ message: Message
) -> Node<Message> {
  button(
    .type("button"), .className(isOn ? "chip on" : "chip"), .pressed(isOn), .disabled(isDisabled),
    .onClick(message)
  ) { text }
}

/// A few choices side by side, one of them selected.
public func segmented<Message>(
  _ label: String, name: String, isDisabled: Bool = false,
  _ choices: [(text: String, isOn: Bool, message: Message)]
) -> Node<Message> {
  fieldset(.className("segmented"), .disabled(isDisabled)) {
    legend { label }
    div(.className("segments")) {
      for (index, choice) in choices.enumerated() {
        Markup.label(.className("segment")) {
          input(
            .type("radio"), .name(name), .id("\(name)-\(index)"), .checked(choice.isOn),
            .event(.change, .send(choice.message)))
          span { choice.text }
        }
      }
    }
  }
}
