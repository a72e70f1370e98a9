public import Ledger
public import Markup

/// What every field has: a label, a help text, and an error.
public struct FieldFrame: Sendable {
  public var id: String
  public var label: String
  public var help: String?
  public var problem: String?
  /// Whether the help is a warning, which blocks nothing.
  public var isUnusual = false
  public var isDisabled: Bool

  public init(
    _ label: String, id: String, help: String? = nil, problem: String? = nil,
    isDisabled: Bool = false
  ) {
    self.id = id
    self.label = label
    self.help = help
    self.problem = problem
    self.isDisabled = isDisabled
  }

  public var noteID: String? {
    problem != nil || help != nil ? "\(id)-note" : nil
  }

  public func view<Message>(_ field: Node<Message>) -> Node<Message> {
    div(.className(problem != nil ? "field wrong" : isUnusual ? "field unusual" : "field")) {
      Markup.label(.labelFor(id)) { label }
      field
      if let noteID {
        p(.className("note"), .id(noteID)) {
          if problem != nil || isUnusual { Icon.warning.view() }
          problem ?? help ?? ""
        }
      }
    }
  }
}

/// A line of text, or a number, which is selected when it gets the focus.
public func textField<Message>(
  _ frame: FieldFrame, value: String, placeholder: String? = nil, isNumber: Bool = false,
  _ typed: @escaping (String) -> Message
) -> Node<Message> {
  frame.view(
    input(
      .type("text"), .id(frame.id), .placeholder(placeholder), .autocomplete("off"),
      .disabled(frame.isDisabled), .describedBy(frame.noteID), .invalid(frame.problem != nil),
      isNumber ? .inputMode("decimal") : .none, .flag("data-select", isNumber),
      .value(value), .onInput(typed)))
}

/// Several lines of text.
public func textArea<Message>(
  _ frame: FieldFrame, value: String, _ typed: @escaping (String) -> Message
) -> Node<Message> {
  frame.view(
    textarea(
      .id(frame.id), .disabled(frame.isDisabled), .describedBy(frame.noteID),
      .invalid(frame.problem != nil), .value(value), .onInput(typed)))
}

/// One of several choices, in the device's own list.
public func choiceField<Message>(
  _ frame: FieldFrame, choices: [(value: String, text: String)], value: String,
  _ chosen: @escaping (String) -> Message
) -> Node<Message> {
  frame.view(
    select(
      .id(frame.id), .disabled(frame.isDisabled), .describedBy(frame.noteID), .value(value),
      .onChange(chosen)
    ) {
      for choice in choices { option(.optionValue(choice.value)) { choice.text } }
    })
}

/// The same for choices that are values: the selected value is returned, not its text.
public func choiceField<Message, Content: Equatable>(
  _ frame: FieldFrame, _ choices: [(text: String, content: Content)], chosen: Content,
  _ make: @escaping (Content) -> Message
) -> Node<Message> {
  var texts: [(value: String, text: String)] = []
  var place = ""
  for choice in choices {
    if choice.content == chosen { place = "\(texts.count)" }
    texts.append(("\(texts.count)", choice.text))
  }
  return placeField(frame, texts, place).map { make(choices[$0].content) }
}

/// The index of the selected choice.
@inline(never) @export(interface)
public func placeField(
  _ frame: FieldFrame, _ choices: [(value: String, text: String)], _ place: String
) -> Node<Int> {
  choiceField(frame, choices: choices, value: place) { Int($0) ?? 0 }
}

/// One of several rows, or none. A selected row that is not among them is shown as deleted.
public func choiceField<Message>(
  _ frame: FieldFrame, rows: [(row: RowID, name: String)], chosen: RowID?,
  _ make: @escaping (RowID?) -> Message
) -> Node<Message> {
  var choices = [(text: "None", content: RowID?.none)]
  for row in rows { choices.append((row.name, row.row)) }
  if let chosen, !rows.contains(where: { $0.row == chosen }) {
    choices.append(("Deleted item", chosen))
  }
  return choiceField(frame, choices, chosen: chosen, make)
}

/// A colour, as `#rrggbb`.
public func colourField<Message>(
  _ frame: FieldFrame, value: String, _ chosen: @escaping (String) -> Message
) -> Node<Message> {
  frame.view(
    div(.className("row")) {
      input(
        .type("color"), .id(frame.id), .disabled(frame.isDisabled), .value(value), .onInput(chosen))
      output(.className("figure"), .labelFor(frame.id)) { value }
    })
}

/// A civil day, as `2026-11-20`; empty if none is chosen.
///
/// Typing a year passes through the years 2, 20 and 202; these are ignored.
public func dateField<Message>(
  _ frame: FieldFrame, value: String, _ chosen: @escaping (String) -> Message
) -> Node<Message> {
  frame.view(
    input(
      .type("date"), .id(frame.id), .disabled(frame.isDisabled), .describedBy(frame.noteID),
      .value(value), .onChange { $0.utf8.first == UInt8(ascii: "0") ? nil : chosen($0) }))
}

/// A time of day, as `14:31`.
public func timeField<Message>(
  _ frame: FieldFrame, value: String, _ chosen: @escaping (String) -> Message
) -> Node<Message> {
  frame.view(
    input(
      .type("time"), .id(frame.id), .disabled(frame.isDisabled), .describedBy(frame.noteID),
      .value(value), .onInput(chosen)))
}

/// A checkbox.
public func checkField<Message>(
  _ text: String, id: String, isOn: Bool, isMixed: Bool = false, isDisabled: Bool = false,
  _ checked: @escaping (Bool) -> Message
) -> Node<Message> {
  Markup.label(.className("check")) {
    input(
      .type("checkbox"), .id(id), .disabled(isDisabled), .indeterminate(isMixed), .checked(isOn),
      .onCheck(checked))
    span { text }
  }
}
