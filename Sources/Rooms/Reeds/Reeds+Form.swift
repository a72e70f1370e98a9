import Domain
import Ledger
import Markup
import Program
import RoomKit

// The form of a reed, a test or a template, generated from the fields of its kind.
extension Reeds {
  /// The fields of a form, in order.
  struct FormFields {
    let row: RowID
    let fields: ReedFieldList
    let length: ReedField.Form
    let family: ReedField.Family
    /// The stage of the reed.
    var stage: ReedStage?

    func groups(_ state: State) -> [(group: ReedField.Group, fields: [ReedField])] {
      fields.groups(length, family, in: stage) { state.form.value($0) != .null }
    }
  }

  /// Enter leads from each field of a form to the next, and from the last one it submits: so that a caliper that types
  /// fills one field after another.
  static var walksByEnter: Attribute<Message> { .plain("data-enter", "next") }

  // MARK: - The sheets

  static func reedForm(_ state: State) -> Node<Message> {
    dialogBox(
      state.isBegun ? "New reed" : "Edit reed", id: "reed-form", isOpen: state.sheet == .reed,
      isSheet: true, closed: .closed
    ) {
      if let row = state.form.open {
        let instrument = instrument(state.form.value(Reed.instrumentField))
        let isSingle = instrument.family == .singles
        let stage = stage(state.form.value(Reed.stageField))
        let fields = FormFields(
          row: row, fields: state.index.fields, length: state.length, family: instrument.family,
          stage: stage)
        form(.className("stack reed-form"), walksByEnter, .onSubmit(.saved)) {
          lengths(state)
          div(.className("two")) {
            core(Reed.nameField, "Name", row, state)
            core(Reed.instrumentField, nil, row, state)
            if state.length > .quick {
              core(Reed.nicknameField, nil, row, state)
              if !isSingle { core(Reed.styleField, nil, row, state) }
            }
          }
          groups(fields, state)
          div(.className("two")) {
            if state.length > .quick {
              choiceField(
                FieldFrame("Stage", id: RowForm.id(of: Reed.stageField)),
                ReedStage.allCases.map {
                  ($0.label(for: instrument.family), Value.int(Int64($0.rawValue)))
                }, chosen: .int(Int64(stage.rawValue))
              ) { .valued(.init(row, Reed.stageField), $0) }
              core(Reed.begunField, nil, row, state)
              core(Reed.tagsField, nil, row, state)
              core(Reed.remarkField, nil, row, state, isLong: true)
            }
            if state.length == .full { core(Reed.originField, nil, row, state) }
          }
          saveBar(state, "reed-save")
        }
      }
    }
  }

  static func templateForm(_ state: State) -> Node<Message> {
    dialogBox(
      "Defaults for new reeds", id: "template-form", isOpen: state.sheet == .template,
      isSheet: true, closed: .closed
    ) {
      if let row = state.form.open {
        let instrument = instrument(state.form.value(ReedTemplate.instrumentField))
        let fields = FormFields(
          row: row, fields: ReedFieldList(templateOf: state.index.fields), length: .full,
          family: instrument.family)
        form(.className("stack reed-form"), walksByEnter, .onSubmit(.saved)) {
          choiceField(
            FieldFrame("Instrument", id: RowForm.id(of: ReedTemplate.instrumentField)),
            Reed.Instrument.allCases.map { ($0.label, $0) }, chosen: instrument
          ) { .form(.typed(.init(row, ReedTemplate.instrumentField), "\($0.rawValue)")) }
          groups(fields, state)
          saveBar(state, "reed-save")
        }
      }
    }
  }

  static func saveBar(_ state: State, _ id: String) -> Node<Message> {
    div(.className("row wrap end")) {
      if state.form.isNew {
        action("Cancel", .form(.closed))
      } else {
        action("Delete", icon: .trash, .form(.trashed))
      }
      button(.type("submit"), .id(id), .className("primary")) {
        let unknown = unknownTools(state)
        switch unknown.count {
        case 0: "Save"
        case 1: "Add “\(unknown[0].name)” and save"
        default: "Add \(unknown.count) tools and save"
        }
      }
    }
  }

  static func lengths(_ state: State) -> Node<Message> {
    segmented(
      "Form", name: "reed-length",
      ReedField.Form.allCases.map { ($0.label, $0 == state.length, .lengthChosen($0)) })
  }

  /// A field that every reed has, drawn by the kit.
  static func core(
    _ id: FieldID, _ label: String?, _ row: RowID, _ state: State, isLong: Bool = false
  ) -> Node<Message> {
    guard let field = Schema.woodshed.field(id) else { return .text("") }
    return RowForm.input(
      field, of: row, text: RowForm.text(of: state.form.value(id)), state.form,
      .init(id, label, isLong: isLong), id: RowForm.id(of: id)
    ).map(Message.form)
  }

  /// Sets the instrument of a reed. A new one that is still where reeds of its old instrument begin moves to where those
  /// of the new one do.
  static func setInstrument(
    _ text: String, in place: RowForm.Place, _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    guard let number = Int64(text) else {
      return RowForm.update(&state.form, .typed(place, text), &room, schema: state.schema)
        .map { $0.map(Message.form) }
    }
    var others: [Edit] = []
    if state.isBegun, state.sheet == .reed {
      var (old, new) = (Reed(blank: place.row), Reed(blank: place.row))
      old.begin(for: instrument(state.form.value(place.field)))
      new.begin(for: instrument(.int(number)))
      if state.form.value(Reed.stageField) == .int(Int64(old.stage.rawValue)) {
        others = new.edits(from: old)
      }
    }
    return RowForm.update(
      &state.form, .valued(place, .int(number), with: others), &room, schema: state.schema
    ).map { $0.map(Message.form) }
  }

  static func instrument(_ value: Value) -> Reed.Instrument {
    if case .int(let number) = value {
      Reed.Instrument(rawValue: Int(clamping: number)) ?? .oboe
    } else {
      .oboe
    }
  }

  /// The stage of a reed; a blank has no cell that says so.
  static func stage(_ value: Value) -> ReedStage {
    if case .int(let number) = value {
      ReedStage(rawValue: Int(clamping: number)) ?? .blank
    } else {
      .blank
    }
  }

  static func groups(
    _ form: FormFields, _ state: State, previous: Row? = nil
  ) -> [Node<Message>] {
    form.groups(state).map { group, fields in
      fieldset(.className("reed-group")) {
        legend(.className("caps")) { group.label }
        if group == .gouge, form.length > .quick {
          gougeDrawing(
            { state.index.cover.experiment(form.row, $0) == nil ? state.form.value($0) : .null },
            state.index, state.lengths)
        }
        inRows(
          fields,
          fields.map {
            input(
              $0, of: form.row, state.form.value($0.id), state,
              previous: previous?.value($0.id) ?? .null)
          })
      }.keyed(.number(UInt64(group.rawValue)))
    }
  }

  /// The inputs of a group. The points of a gouge are in rows as in its drawing: half A, half B, the ends.
  static func inRows(_ fields: [ReedField], _ inputs: [Node<Message>]) -> [Node<Message>] {
    var rows: [[Node<Message>]] = [[], [], []]
    for (field, input) in zip(fields, inputs) {
      let isPoint = ReedField.gougePoints.contains(field.id)
      let row = isPoint ? 1 : rows[1].isEmpty ? 0 : 2
      rows[row].append(input.keyed(.number(field.id.number)))
    }
    return rows.indices.filter { !rows[$0].isEmpty }.map { row in
      div(.className(row == 1 ? "reed-fields gouge-points" : "reed-fields")) { rows[row] }
        .keyed(.number(UInt64(row)))
    }
  }

  // MARK: - One field

  /// An input for any kind of field.
  ///
  /// - Parameters:
  ///   - cell: its id if it is a table cell; a cell has a single line and shares its suggestions with its column.
  ///   - next: where Enter leads from a cell.
  static func input(
    _ field: ReedField, of row: RowID, _ value: Value, _ state: State,
    previous: Value = .null, cell: String? = nil, next: String? = nil
  ) -> Node<Message> {
    if state.index.cover.experiment(row, field.id) != nil {
      return p(.className("quiet small")) { "\(field.label): hidden until the experiment ends" }
    }
    let place = RowForm.Place(row, field.id)
    let id = cell ?? RowForm.id(of: field.id)
    let refusal = state.form.refusal(place)
    var frame = FieldFrame(field.label, id: id, problem: refusal?.words)
    if isUnusual(value, field, of: row, state) {
      (frame.help, frame.isUnusual) = (unusual(value, field, state.lengths), true)
    } else if previous != .null {
      frame.help = "Last time \(state.index.words(field, previous, in: state.lengths))"
    }
    switch field.content {
    case .scale(let range, let low, let middle, let high):
      return scale(frame, range, (low, middle, high), value, place)
    case .choice: return choice(frame, field.offered(besides: value), value, place)
    case .flag:
      return choiceField(
        frame, [("–", Value.null), ("Yes", .bool(true)), ("No", .bool(false))], chosen: value
      ) { .valued(place, $0) }
    case .day:
      return dateField(frame, value: RowForm.text(of: value)) { .typed(place, field, $0) }
    case .colour where cell != nil:
      return choiceField(
        frame, [("–", Value.null)] + ThreadColour.all.map { ($0.name, .int($0.colour)) },
        chosen: value
      ) { .valued(place, $0) }
    case .colour: return colours(frame, value, place)
    case .tool(let sort):
      return tool(frame, sort, value, field, place, state, cell == nil ? nil : next)
    case .text(isLong: true):
      return textArea(frame, value: field.text(of: value)) { .typed(place, field, $0) }
    case .text, .number, .pitch:
      let text = typed(place, state) ?? field.padded(value, in: state.lengths)
      return line(frame, text, field, place, state, cell == nil ? nil : next)
    }
  }

  /// A field's unfinished or invalid input.
  private static func typed(_ place: RowForm.Place, _ state: State) -> String? {
    state.typing?.place == place ? state.typing?.text : state.form.refusal(place)?.text
  }

  /// The suggestions of a field.
  static func offers(_ field: ReedField, _ state: State, id: String) -> Node<Message>? {
    let texts: [String]
    switch field.content {
    case .tool(let sort): texts = state.index.tools(sort).prefix(200).map { $0.name }
    default: texts = state.suggestions[field.id] ?? []
    }
    if texts.isEmpty { return nil }
    return .element("datalist", [.id(id)], texts.map { option(.optionValue($0)) })
  }

  static func offersID(_ field: ReedField) -> String { "offers-\(field.id.number)" }

  /// Whether a value is outside the usual range. The built-in ranges of a reed are an oboe’s, apart from those of the
  /// fields that only bassoon reeds or single reeds have.
  private static func isUnusual(
    _ value: Value, _ field: ReedField, of row: RowID, _ state: State
  ) -> Bool {
    guard field.isUnusual(value) else { return false }
    let open = state.form.open == row ? state.form.value(Reed.instrumentField) : .null
    let maker =
      open == .null ? state.index[row]?.reed.instrument ?? state.instrument : instrument(open)
    guard maker != .oboe, field.family != .bassoons, field.family != .singles,
      let builtIn = (ReedField.reed + ReedField.pieceOfCane).first(where: { $0.id == field.id })
    else { return true }
    return field.usual != builtIn.usual
  }

  /// `47 mm? Usually 0.25–0.55 mm.`
  private static func unusual(
    _ value: Value, _ field: ReedField, _ lengths: LengthUnit
  ) -> String {
    guard let usual = field.usual else { return "" }
    let places = field.content.places
    func words(_ units: Int64) -> String {
      field.text(
        of: places == 0 ? .int(units) : .decimal(units: units, places: places), in: lengths)
    }
    let unit = field.unit(in: lengths)
    let typed = field.text(of: value, in: lengths)
    return (unit.isEmpty ? "\(field.words(of: value, in: lengths))? " : "\(typed) \(unit)? ")
      + "Usually \(words(usual.lowerBound))–\(words(usual.upperBound))"
      + (unit.isEmpty ? "." : " \(unit).")
  }

  /// A typed line: a number with its unit, a text or a pitch.
  private static func line(
    _ frame: FieldFrame, _ text: String, _ field: ReedField, _ place: RowForm.Place,
    _ state: State, _ next: String?
  ) -> Node<Message> {
    let isText = if case .text = field.content { true } else { false }
    let unit = field.unit(in: state.lengths)
    let canHear = field.content == .pitch || field.id == ReedField.a4
    let hearing = state.hearing?.place == place ? state.hearing : nil
    var frame = frame
    if let hearing {
      frame.help = hearing.trouble ?? "Hold a steady note; it fills in automatically."
      frame.isUnusual = false
    }
    return frame.view(
      div(.className(unit.isEmpty ? "reed-line" : "reed-line has-unit")) {
        Markup.input(
          .type("text"), .id(frame.id), .className(isText ? nil : "figure"),
          .inputMode(isText ? "text" : "decimal"), .autocomplete("off"),
          isText ? .plain("list", offersID(field)) : .none,
          .placeholder(field.content == .pitch ? "C6 +14" : nil), .describedBy(frame.noteID),
          .invalid(frame.problem != nil), .value(text),
          .onInput { .drafted(place, field, $0) }, .onChange { .typed(place, field, $0) },
          .onBlur(.form(.left)),
          .onKeyDown { pressed($0, place, field, next) })
        if !unit.isEmpty { span(.className("unit")) { unit } }
        if canHear {
          button(
            .type("button"), .className("round reed-hear"), .pressed(hearing != nil),
            .label("Listen for \(frame.label)"), .title("Listen"),
            .onClick(.listenTapped(place, field))
          ) { Icon.ear.view() }
        }
        if isText, next == nil { offers(field, state, id: offersID(field)) }
      })
  }

  /// Enter leads from a cell of a table to the next. Elsewhere arrow keys change a number by its step.
  static func pressed(
    _ press: KeyPress, _ place: RowForm.Place, _ field: ReedField, _ next: String?
  ) -> Message? {
    if next != nil { return entered(press, next) }
    guard case .number = field.content, !press.isCommand else { return nil }
    return switch press.key {
    case "ArrowUp": .stepped(place, field, by: 1)
    case "ArrowDown": .stepped(place, field, by: -1)
    default: nil
    }
  }

  private static func entered(_ press: KeyPress, _ next: String?) -> Message? {
    guard let next, press.key == "Enter", !press.isCommand else { return nil }
    return .entered(next: next)
  }

  private static func choice(
    _ frame: FieldFrame, _ choices: [Field.Choice], _ value: Value, _ place: RowForm.Place
  ) -> Node<Message> {
    choiceField(
      frame, [("–", Value.null)] + choices.map { ($0.label, .int($0.number)) }, chosen: value
    ) { .valued(place, $0) }
  }

  /// A slider with labelled ends. It has no value until it is touched, and its value can be cleared.
  private static func scale(
    _ frame: FieldFrame, _ range: ClosedRange<Int64>,
    _ words: (low: String, middle: String, high: String), _ value: Value, _ place: RowForm.Place
  ) -> Node<Message> {
    let number: Int64? = if case .int(let number) = value { number } else { nil }
    let shown = number ?? (range.lowerBound + range.upperBound) / 2
    let text = number.map { Figures.signed(Int($0)) } ?? "–"
    return frame.view(
      div(.className("reed-scale")) {
        div(.className("row")) {
          Markup.input(
            .type("range"), .id(frame.id), .className(number == nil ? "unset" : nil),
            .min("\(range.lowerBound)"), .max("\(range.upperBound)"), .plain("step", "1"),
            .describedBy(frame.noteID),
            .plain("aria-valuetext", number == nil ? "Not answered" : text),
            .value("\(shown)"),
            .onInput { Int64($0).map { .valued(place, .int($0)) } },
            .onKeyDown { digit($0, in: range).map { .valued(place, .int($0)) } })
          output(.className("figure"), .labelFor(frame.id)) { text }
          if number == nil {
            iconButton(.check, label: "\(frame.label): \(shown)", .valued(place, .int(shown)))
          } else {
            iconButton(.close, label: "Clear \(frame.label)", .valued(place, .null))
          }
        }
        div(.className("row quiet small reed-ends"), .hidden(fromReaders: true)) {
          span { words.low }
          if !words.middle.isEmpty { span { words.middle } }
          span { words.high }
        }
      })
  }

  /// The answer that a digit key gives; 0 gives 10 if the scale has no 0.
  static func digit(_ press: KeyPress, in range: ClosedRange<Int64>) -> Int64? {
    guard !press.isCommand, press.key.utf8.count == 1, let digit = Int64(press.key) else {
      return nil
    }
    let value = digit == 0 && !range.contains(0) ? 10 : digit
    return range.contains(value) ? value : nil
  }

  private static func colours(
    _ frame: FieldFrame, _ value: Value, _ place: RowForm.Place
  ) -> Node<Message> {
    let colour: Int64? = if case .int(let number) = value { number } else { nil }
    return fieldset(.className("field reed-colours")) {
      legend {
        colour.map { "\(frame.label): \(ThreadColour.name(of: $0).inLowerCase)" } ?? frame.label
      }
      div(.className("row wrap")) {
        for (place_, known) in ThreadColour.all.enumerated() {
          button(
            .type("button"), .id(place_ == 0 ? frame.id : nil), .className("swatch"),
            .label(known.name), .title(known.name), .pressed(colour == known.colour),
            .style("background", ThreadColour.hex(known.colour)),
            .onClick(.valued(place, colour == known.colour ? .null : .int(known.colour)))
          ) {}
        }
      }
    }
  }

  /// A tool, chosen by name.
  private static func tool(
    _ frame: FieldFrame, _ sort: ReedTool.Sort, _ value: Value, _ field: ReedField,
    _ place: RowForm.Place, _ state: State, _ next: String?
  ) -> Node<Message> {
    let chosen: RowID? = if case .row(let id) = value { id } else { nil }
    let refusal = state.form.refusal(place)
    let text = typed(place, state) ?? state.index.name(ofTool: chosen)
    var frame = frame
    if sort == .staple, let chosen {
      let count = state.index.reeds(onStaple: chosen).count
      if count > 0 { frame.help = "\(DayWords.count(count, "reed", "reeds")) on it so far" }
      if let words = sharing(chosen, place.row, state.index) { frame.help = words }
    }
    return div(.className("stack reed-tool")) {
      frame.view(
        div(.className("reed-line")) {
          Markup.input(
            .type("text"), .id(frame.id), .autocomplete("off"), .plain("list", offersID(field)),
            .describedBy(frame.noteID), .invalid(refusal != nil), .value(text),
            .onInput { .drafted(place, field, $0) }, .onChange { .typed(place, field, $0) },
            .onBlur(.form(.left)),
            .onKeyDown { entered($0, next) })
          if next == nil { offers(field, state, id: offersID(field)) }
        })
      if let refusal {
        action("Add “\(refusal.text)”", icon: .add, .toolAdded(place, field, refusal.text))
      }
    }
  }
}
