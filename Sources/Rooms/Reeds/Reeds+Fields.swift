public import Domain
public import Ledger
import Markup
import Program
import RoomKit

// Customised fields: renamed, hidden, moved, with another unit or range; and custom fields.
extension Reeds {
  /// The unsaved changes to a field.
  struct FieldDraft: Sendable {
    /// The field being edited; `nil` for a new one.
    var field: ReedField?
    var kind = KindID.reed
    var label = ""
    var format = OwnField.Format.decimal
    var unit = ""
    var places = "2"
    var low = ""
    var high = ""
    var step = ""
    /// The choices, one per line.
    var choices = ""
    var group = ReedField.Group.own
    var form = ReedField.Form.standard
    var direction = ReedField.Direction.neutral
    var family = ReedField.Family.all
    var tool = ReedTool.Sort.other
    var isHidden = false
    var problem: String?
  }

  public enum FieldMessage: Sendable {
    case kind(KindID)
    case opened(ReedField?)
    case label(String), unit(String), places(String), low(String), high(String), step(String)
    case choices(String)
    case format(OwnField.Format)
    case group(ReedField.Group)
    case form(ReedField.Form)
    case direction(ReedField.Direction)
    case family(ReedField.Family)
    case tool(ReedTool.Sort)
    case hidden(Bool)
    case moved(ReedField, by: Int)
    case saved
    case reset
  }

  static func list(_ kind: KindID, _ index: ReedIndex) -> ReedFieldList {
    kind == .reedTest ? index.testFields : index.fields
  }

  static func update(
    _ state: inout State, _ message: FieldMessage, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    state.field.problem = nil
    switch message {
    case .kind(let kind): state.fieldKind = kind
    case .opened(let field):
      state.field = FieldDraft(field, state.fieldKind, state.index, state.lengths)
      state.sheet = .fields
      return [.focus("field-label")]
    case .label(let text): state.field.label = text.shortened(to: 200)
    case .unit(let text): state.field.unit = text.shortened(to: 40)
    case .places(let text): state.field.places = text.shortened(to: 4)
    case .low(let text): state.field.low = text.shortened(to: 40)
    case .high(let text): state.field.high = text.shortened(to: 40)
    case .step(let text): state.field.step = text.shortened(to: 40)
    case .choices(let text): state.field.choices = text.shortened(to: 8_000)
    case .format(let format): state.field.format = format
    case .group(let group): state.field.group = group
    case .form(let form): state.field.form = form
    case .direction(let direction): state.field.direction = direction
    case .family(let family): state.field.family = family
    case .tool(let sort): state.field.tool = sort
    case .hidden(let isHidden): state.field.isHidden = isHidden
    case .moved(let field, let steps): return move(field, by: steps, state)
    case .saved: return saveField(&state, &room)
    case .reset:
      guard let own = state.field.field.flatMap({ state.index.own($0) }) else { return [] }
      state.sheet = nil
      return [.keep("Reset field", own.trashing, saying: "Field reset.")]
    }
    return []
  }

  /// Saves the field, or shows what is wrong with it.
  private static func saveField(
    _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    let draft = state.field
    let label = draft.label.trimmingBlanks
    guard !label.isEmpty else {
      state.field.problem = "Give the field a name."
      return [.focus("field-label")]
    }
    var own: OwnField
    let old: OwnField?
    if let field = draft.field {
      old = state.index.own(field)
      own = old ?? OwnField(about: field, draft.kind)
    } else {
      old = nil
      own = OwnField(blank: room.newRow())
      own.kind = Int64(bitPattern: draft.kind.number)
      own.format = draft.format
      let places = (try? Decimal(parsing: draft.places, places: 0))?.units ?? -1
      guard draft.format != .decimal || (0...6).contains(places) else {
        state.field.problem = "Enter 0 to 6 decimals."
        return [.focus("field-places")]
      }
      own.places = draft.format == .decimal ? Int(places) : 0
      own.linked = draft.format == .link ? draft.tool.rawValue : -1
    }
    let measure = draft.measure
    guard let least = measure.bound(draft.low, else: .min),
      let most = measure.bound(draft.high, else: .max), least <= most
    else {
      state.field.problem = "Check the range: two numbers, the smaller one first."
      return [.focus("field-low")]
    }
    (own.label, own.unit, own.least, own.most) = (label, draft.unit.trimmingBlanks, least, most)
    if let step = measure.bound(draft.step, else: 0), step >= 0 { own.step = step }
    (own.group, own.asked) = (draft.group.rawValue, draft.form.rawValue)
    (own.better, own.family) = (draft.direction.rawValue, draft.family.rawValue)
    own.isRetired = draft.isHidden
    // A field that was reset is in the trash.
    let alive = Edit(own.id, .field, .life, Life.alive.value)
    var edits = (old == nil ? [alive] : []) + own.edits(from: old)
    if draft.field == nil, draft.format == .choice {
      let labels = draft.choices.utf8.split(separator: 0x0A).map {
        String(decoding: Array($0), as: UTF8.self).trimmingBlanks
      }.filter { !$0.isEmpty }
      guard labels.count > 1 else {
        state.field.problem = "Enter at least two choices, one per line."
        return [.focus("field-choices")]
      }
      for (place, label) in labels.prefix(100).enumerated() {
        var choice = OwnChoice(blank: room.newRow())
        (choice.field, choice.number, choice.label) = (own.id, Int64(place + 1), label)
        edits += choice.edits(from: nil)
      }
    }
    state.sheet = nil
    return edits.isEmpty
      ? []
      : [.keep(draft.field == nil ? "Add field" : "Edit field", edits), .focus("heading")]
  }

  /// Moves a field within its group. Every field of the group gets a place.
  private static func move(
    _ field: ReedField, by steps: Int, _ state: State
  ) -> [Effect<Message>] {
    let kind = state.fieldKind
    var siblings = list(kind, state.index).all.filter { $0.group == field.group }
    guard let from = siblings.firstIndex(where: { $0.id == field.id }) else { return [] }
    let to = min(max(from + steps, 0), siblings.count - 1)
    guard to != from else { return [] }
    siblings.insert(siblings.remove(at: from), at: to)
    var edits: [Edit] = []
    for (place, sibling) in siblings.enumerated() where sibling.place != Int64(place + 1) {
      let old = state.index.own(sibling)
      var own = old ?? OwnField(about: sibling, kind)
      own.order = Int64(place + 1)
      if old == nil { edits.append(Edit(own.id, .field, .life, Life.alive.value)) }
      edits += own.edits(from: old)
    }
    return [.keep("Move field", edits)]
  }

  // MARK: - View

  static func fieldsPage(_ state: State) -> Node<Message> {
    let kind = state.fieldKind
    let all = list(kind, state.index).all
    return article(.className("page reed-fields-page")) {
      pageHead(caps: "What your forms ask for", "Fields") {
        button(
          .type("button"), .className("round primary"), .id("field-new"), .label("New field"),
          .title("New field"), .onClick(.field(.opened(nil)))
        ) { Icon.add.view() }
      }
      parts(.fields)
      segmented(
        "Fields for", name: "field-kind",
        [
          ("Reeds", kind == .reed, .field(.kind(.reed))),
          ("Tests", kind == .reedTest, .field(.kind(.reedTest))),
        ])
      for group in ReedField.Group.allCases {
        let fields = all.filter { $0.group == group }
        if !fields.isEmpty {
          section(.className("stack"), .labelledBy("fields-\(group.rawValue)")) {
            h2(.id("fields-\(group.rawValue)"), .className("caps")) { group.label }
            ul(.className("list")) {
              for (place, field) in fields.enumerated() {
                fieldRow(field, place, of: fields.count, state).keyed(.number(field.id.number))
              }
            }
          }.keyed(.number(UInt64(group.rawValue)))
        }
      }
    }
  }

  private static func fieldRow(
    _ field: ReedField, _ place: Int, of count: Int, _ state: State
  ) -> Node<Message> {
    var facts: [String] = []
    let unit = field.unit(in: state.lengths)
    if !unit.isEmpty { facts.append(unit) }
    facts.append(field.isHidden ? "Hidden" : "\(field.form.label) form")
    if field.family == .bassoons { facts.append("bassoon") }
    return li(.className("list-row")) {
      div {
        strong { field.label }
        div(.className("quiet small")) { facts.joined(separator: " · ") }
      }
      div(.className("row push")) {
        iconButton(
          .up, label: "Move \(field.label) up", isDisabled: place == 0,
          .field(.moved(field, by: -1)))
        iconButton(
          .down, label: "Move \(field.label) down", isDisabled: place == count - 1,
          .field(.moved(field, by: 1)))
        iconButton(.edit, label: "Edit \(field.label)", .field(.opened(field)))
      }
    }
  }

  static func fieldSheet(_ state: State) -> [Node<Message>] {
    let draft = state.field
    return [
      form(.className("stack"), .onSubmit(.field(.saved))) {
        textField(FieldFrame("Name", id: "field-label"), value: draft.label) { .field(.label($0)) }
        if draft.field == nil {
          choiceField(
            FieldFrame("Type", id: "field-format"),
            OwnField.Format.choices.filter { $0.content != .instant }.map {
              ($0.label, $0.content)
            },
            chosen: draft.format
          ) { .field(.format($0)) }
          if draft.format == .choice {
            textArea(
              FieldFrame("Choices", id: "field-choices", help: "One per line."),
              value: draft.choices
            ) { .field(.choices($0)) }
          }
          if draft.format == .link {
            choiceField(
              FieldFrame("Kind of tool", id: "field-tool"),
              ReedTool.Sort.allCases.map { ($0.label, $0) }, chosen: draft.tool
            ) { .field(.tool($0)) }
          }
          if draft.format == .decimal {
            textField(FieldFrame("Decimals", id: "field-places"), value: draft.places) {
              .field(.places($0))
            }
          }
        }
        if draft.isNumber {
          div(.className("two")) {
            textField(
              FieldFrame("Unit", id: "field-unit", help: draft.unitHelp), value: draft.unit
            ) { .field(.unit($0)) }
            textField(FieldFrame("Step", id: "field-step"), value: draft.step) { .field(.step($0)) }
            textField(FieldFrame("Usually from", id: "field-low"), value: draft.low) {
              .field(.low($0))
            }
            textField(FieldFrame("Usually to", id: "field-high"), value: draft.high) {
              .field(.high($0))
            }
          }
        }
        div(.className("two")) {
          if draft.field == nil {
            choiceField(
              FieldFrame("Group", id: "field-group"),
              ReedField.Group.allCases.map { ($0.label, $0) }, chosen: draft.group
            ) { .field(.group($0)) }
          }
          choiceField(
            FieldFrame("Shown in", id: "field-form"),
            ReedField.Form.allCases.map { ("\($0.label) form", $0) }, chosen: draft.form
          ) { .field(.form($0)) }
          choiceField(
            FieldFrame("What’s better?", id: "field-better"),
            [("Neither", .neutral), ("Higher", .higher), ("A target", .target)],
            chosen: draft.direction
          ) { .field(.direction($0)) }
          if draft.field == nil {
            choiceField(
              FieldFrame("Instruments", id: "field-family"),
              [("All", .all), ("Oboes", .oboes), ("Bassoons", .bassoons)], chosen: draft.family
            ) { .field(.family($0)) }
          }
        }
        checkField(
          "Hide this field (your entries are kept)", id: "field-hidden", isOn: draft.isHidden
        ) { .field(.hidden($0)) }
        if let problem = draft.problem { p(.className("problem"), .role("alert")) { problem } }
        div(.className("row wrap end")) {
          if let field = draft.field, state.index.own(field)?.number ?? 0 > 0 {
            action("Reset", icon: .undo, .field(.reset))
          }
          button(.type("submit"), .className("primary")) { "Save" }
        }
      }
    ]
  }
}

extension Reeds.FieldDraft {
  init(
    _ field: ReedField?, _ kind: KindID, _ index: ReedIndex, _ lengths: LengthUnit
  ) {
    (self.field, self.kind) = (field, kind)
    guard let field else {
      if kind == .reedTest { group = .tests }
      return
    }
    (label, unit, group, form) = (field.label, field.content.unit, field.group, field.form)
    (direction, family, isHidden) = (field.direction, field.family, field.isHidden)
    if let usual = field.usual {
      (low, high) = (measure.text(usual.lowerBound), measure.text(usual.upperBound))
    }
    if case .number(_, let step, _) = field.content { self.step = measure.text(step) }
  }

  /// Whether it has a unit and a range.
  var isNumber: Bool {
    if let field {
      if case .number = field.content { return true }
      return false
    }
    return format == .decimal || format == .whole || format == .scale
  }

  /// What another unit does to the numbers of a field that has some.
  var unitHelp: String? {
    let unit = unit.trimmingBlanks
    guard let field, !unit.hasSameBytes(as: field.content.unit) else { return nil }
    return "Your numbers stay as they are."
      + (field.content.isLength ? " Settings can show all lengths in inches." : "")
  }

  /// How its numbers are parsed.
  var measure: Measure {
    if let field { return Measure(places: Int(field.content.places)) }
    let typed = (try? Decimal(parsing: places, places: 0))?.units ?? 0
    return Measure(places: format == .decimal ? Int(min(max(typed, 0), 6)) : 0)
  }

  struct Measure {
    let places: Int

    func text(_ units: Int64) -> String { Decimal(units: units, places: places).text }

    /// The typed number in units of the last place; `blank` if nothing was typed, `nil` if it is not a number.
    func bound(_ text: String, else blank: Int64) -> Int64? {
      text.trimmingBlanks.isEmpty ? blank : (try? Decimal(parsing: text, places: places))?.units
    }
  }
}

extension OwnField {
  /// The customisation of a built-in field: the same row on every device.
  fileprivate init(about field: ReedField, _ kind: KindID) {
    self.init(blank: RowID(of: Array("field \(field.id.number)".utf8), in: "woodshed row"))
    (self.kind, number) = (Int64(bitPattern: kind.number), Int64(bitPattern: field.id.number))
  }
}
