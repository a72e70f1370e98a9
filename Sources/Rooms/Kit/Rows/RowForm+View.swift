import Domain
public import Ledger
public import Markup

extension RowForm {
  /// The form of the open row, in a sheet above the page.
  @export(interface)
  public static func sheet(
    _ state: State, _ kind: KindID, _ items: [Item], _ heading: String
  ) -> Node<Message> {
    dialogBox(heading, id: "form", isOpen: state.open != nil, isSheet: true, closed: .closed) {
      form(.className("stack"), .onSubmit(.done), .onKeyDown(keyed)) {
        if let row = state.open, let kind = Schema.woodshed.kind(kind) {
          for item in items {
            if let field = kind.field(item.field) {
              input(
                field, of: row, text: text(of: state.value(item.field)), state, item,
                id: id(of: item.field))
            }
          }
        }
        div(.className("row wrap end")) {
          if state.isNew {
            action("Cancel", .closed)
          } else {
            action("Delete", icon: .trash, .trashed)
          }
          button(.type("submit"), .className("primary")) { "Done" }
        }
      }
    }
  }

  /// Text areas use Enter for new lines; Control-Enter or Command-Enter submits the form.
  private static func keyed(_ press: KeyPress) -> Message? {
    press.key == "Enter" && (press.control || press.meta) ? .done : nil
  }

  /// One field of a row, anywhere on the page: text, text area, number, date, choice or checkbox.
  ///
  /// - Parameter text: the field's value as a person types it; for a checkbox, any text means checked.
  @export(interface)
  public static func input(
    _ field: Field, of row: RowID, text: String, _ state: State, _ item: Item? = nil, id: String,
    isDisabled: Bool = false
  ) -> Node<Message> {
    let place = Place(row, field.id)
    let refusal = state.refusal(place)
    let text = refusal?.text ?? text
    let frame = FieldFrame(
      item?.label ?? field.label, id: id, help: item?.help, problem: refusal?.words,
      isDisabled: isDisabled)
    switch field.format {
    case .flag:
      return checkField(frame.label, id: id, isOn: !text.utf8.isEmpty, isDisabled: isDisabled) {
        .switched(place, $0)
      }
    case .choice(let choices):
      var offered: [(value: String, text: String)] = [("", "–")]
      for choice in choices {
        let number = "\(choice.number)"
        // What is set already is shown, too.
        if item?.absent.contains(choice.number) != true || number.hasSameBytes(as: text) {
          offered.append((number, choice.label))
        }
      }
      return choiceField(frame, choices: offered, value: text) { .typed(place, $0) }
    case .day: return dateField(frame, value: text) { .typed(place, $0) }
    default:
      let isNumber = if case .text = field.format { false } else { true }
      // A number is validated when its field is left.
      let typed: Attribute<Message> =
        isNumber ? .onChange { .typed(place, $0) } : .onInput { .typed(place, $0) }
      let rest: [Attribute<Message>] = [
        .id(id), .disabled(isDisabled), .describedBy(frame.noteID), .invalid(refusal != nil),
        .value(text), typed, .onBlur(.left),
      ]
      return frame.view(
        item?.isLong == true && !isNumber
          ? .element("textarea", [.flag("data-list", true)] + rest)
          : .element(
            "input",
            [.type("text"), .inputMode(isNumber ? "decimal" : "text"), .autocomplete("off")] + rest)
      )
    }
  }

  /// A value as a person would type it.
  @export(interface)
  public static func text(of value: Value) -> String {
    switch value {
    case .text(let text): text
    case .int(let number): "\(number)"
    case .decimal(let units, let places): DecimalText.text(units: units, places: places)
    case .day(let day) where day != 0: DayText.text(of: day) ?? ""
    case .bool(true): "on"
    default: ""
    }
  }
}
