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
    /// Whether a person made it.
    var isOwn = false
    var kind = KindID.reed
    var label = ""
    var format = OwnField.Format.decimal
    var unit = ""
    var places = "2"
    var low = ""
    var high = ""
    var step = ""
    /// New choices, one per line.
    var choices = ""
    /// The choices that a person's own field has, as they were and as they will be.
    var before: [OwnChoice] = []
    var listed: [OwnChoice] = []
    /// What the lowest, the middle and the highest number of a scale mean.
    var words = ["", "", ""]
    /// The stages in which forms ask for it, one bit each; 0 for all.
    var stages: Int64 = 0
    var group = ReedField.Group.own
    var form = ReedField.Form.standard
    var direction = ReedField.Direction.neutral
    var family = ReedField.Family.all
    var tool = ReedTool.Sort.other
    var isHidden = false
    /// The numbers that the field has, and whether another unit converts them.
    var numbers: [Int64] = []
    var converts = false
    var problem: String?
  }

  public enum FieldMessage: Sendable {
    case kind(KindID)
    case opened(ReedField?)
    case label(String), unit(String), places(String), low(String), high(String), step(String)
    case choices(String)
    case choiceNamed(RowID, String)
    case choiceMoved(RowID, by: Int)
    /// A choice is no longer offered, or is offered again.
    case choiceRetired(RowID, Bool)
    case word(Int, String)
    case stage(ReedStage, Bool)
    case format(OwnField.Format)
    case group(ReedField.Group)
    case form(ReedField.Form)
    case direction(ReedField.Direction)
    case family(ReedField.Family)
    case tool(ReedTool.Sort)
    case hidden(Bool)
    case converted(Bool)
    case moved(ReedField, by: Int)
    case saved
    case reset
  }

  static func list(_ kind: KindID, _ index: ReedIndex) -> ReedFieldList {
    kind == .reedTest ? index.testFields : kind == .cane ? index.caneFields : index.fields
  }

  static func update(
    _ state: inout State, _ message: FieldMessage, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    state.field.problem = nil
    switch message {
    case .kind(let kind): state.fieldKind = kind
    case .opened(let field):
      state.field = FieldDraft(field, state.fieldKind, state.index, state.lengths)
      state.field.numbers = numbers(of: field, state.fieldKind, room.data)
      state.sheet = .fields
      return [.focus("field-label")]
    case .label(let text): state.field.label = text.shortened(to: 200)
    case .unit(let text):
      state.field.unit = text.shortened(to: 40)
      if state.field.converts { state.field.showRange() }
    case .converted(let converts):
      state.field.converts = converts
      state.field.showRange()
    case .places(let text): state.field.places = text.shortened(to: 4)
    case .low(let text): state.field.low = text.shortened(to: 40)
    case .high(let text): state.field.high = text.shortened(to: 40)
    case .step(let text): state.field.step = text.shortened(to: 40)
    case .choices(let text): state.field.choices = text.shortened(to: 8_000)
    case .choiceNamed(let id, let text):
      state.field.change(id) { $0.label = text.shortened(to: 200) }
    case .choiceRetired(let id, let isRetired):
      state.field.change(id) { $0.isRetired = isRetired }
    case .choiceMoved(let id, let steps):
      guard let from = state.field.listed.firstIndex(where: { $0.id == id }) else { return [] }
      let to = min(max(from + steps, 0), state.field.listed.count - 1)
      state.field.listed.insert(state.field.listed.remove(at: from), at: to)
    case .word(let place, let text): state.field.words[place] = text.shortened(to: 100)
    case .stage(let stage, let isOn):
      let bit = Int64(1) << Int64(stage.rawValue)
      state.field.stages = isOn ? state.field.stages | bit : state.field.stages & ~bit
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
    guard let least = measure.bound(draft.low, else: draft.isScale ? 1 : .min),
      let most = measure.bound(draft.high, else: draft.isScale ? 10 : .max), least <= most
    else {
      state.field.problem = "Check the range: two numbers, the smaller one first."
      return [.focus("field-low")]
    }
    if draft.isScale, !(-1_000_000...1_000_000).contains(least) || most > least + 1_000 {
      state.field.problem =
        "Enter numbers from −1,000,000 to 1,000,000 that are at most 1,000 apart."
      return [.focus("field-low")]
    }
    (own.label, own.unit, own.least, own.most) = (label, draft.unit.trimmingBlanks, least, most)
    if let step = measure.bound(draft.step, else: 0), step >= 0 { own.step = step }
    (own.group, own.asked) = (draft.group.rawValue, draft.form.rawValue)
    (own.better, own.family) = (draft.direction.rawValue, draft.family.rawValue)
    (own.isRetired, own.stages) = (draft.isHidden, draft.stages)
    if draft.isScale {
      let words = draft.words.map { $0.trimmingBlanks }
      (own.low, own.middle, own.high) = (words[0], words[1], words[2])
    }
    // A field that was reset is in the trash.
    let alive = Edit(own.id, .field, .life, Life.alive.value)
    var edits = (old == nil ? [alive] : []) + own.edits(from: old)
    if draft.hasChoices, draft.hasNewChoices {
      switch choiceEdits(draft, of: own.id, &room) {
      case .success(let more): edits += more
      case .failure(let problem):
        state.field.problem = problem.words
        return [.focus("field-choices")]
      }
    }
    var news: String?
    if draft.converts, draft.conversion != nil {
      guard let converted = converted(draft, room.data) else {
        state.field.problem = "Some numbers are too large for this unit."
        return [.focus("field-unit")]
      }
      edits += converted
      news = "Converted \(DayWords.count(draft.numbers.count, "number", "numbers"))."
    }
    state.sheet = nil
    return edits.isEmpty
      ? []
      : [
        .keep(draft.field == nil ? "Add field" : "Edit field", edits, saying: news),
        .focus("heading"),
      ]
  }

  private struct ChoiceProblem: Error {
    let words: String
  }

  /// The edits of a field's choices. A number stays that of its choice, so values follow when it is renamed.
  private static func choiceEdits(
    _ draft: FieldDraft, of field: RowID, _ room: inout RoomContext
  ) -> Result<[Edit], ChoiceProblem> {
    var choices = draft.listed
    for line in draft.choices.utf8.split(separator: 0x0A).prefix(100) {
      let label = String(decoding: Array(line), as: UTF8.self).trimmingBlanks
      if label.isEmpty { continue }
      let folded = Fold.bytes(of: label)
      if let place = choices.firstIndex(where: { Fold.bytes(of: $0.label) == folded }) {
        choices[place].isRetired = false
        continue
      }
      var choice = OwnChoice(blank: room.newRow())
      (choice.field, choice.label) = (field, label)
      // Two devices may add one at the same time.
      choice.number =
        draft.before.isEmpty
        ? Int64(choices.count + 1) : Int64(choice.id.bits.low & 0xFFFF_FFFF_FFFF)
      choices.append(choice)
    }
    var edits: [Edit] = []
    var names: [[UInt8]] = []
    for (place, choice) in choices.enumerated() {
      var choice = choice
      choice.label = choice.label.trimmingBlanks
      if choice.label.isEmpty { return .failure(.init(words: "Give each choice a name.")) }
      let name = Fold.bytes(of: choice.label)
      if names.contains(name) {
        return .failure(.init(words: "Two choices are called “\(choice.label)”."))
      }
      names.append(name)
      let order = Int64(place + 1)
      if (choice.order == 0 ? choice.number : choice.order) != order { choice.order = order }
      edits += choice.edits(from: draft.before.first { $0.id == choice.id })
    }
    guard choices.count(where: { !$0.isRetired }) > 1 else {
      return .failure(.init(words: "Enter at least two choices, one per line."))
    }
    return .success(edits)
  }

  /// The numbers in a field.
  private static func numbers(of field: ReedField?, _ kind: KindID, _ data: Replica) -> [Int64] {
    guard let field, case .number = field.content else { return [] }
    var numbers: [Int64] = []
    data.forEachRow { row in
      guard row.kind == kind, row.life == .alive,
        let number = ReedField.units(of: row.value(field.id))
      else { return }
      numbers.append(number)
    }
    return numbers
  }

  /// The edits that convert all numbers of a field, also those in the trash and in the defaults for new reeds; `nil` if
  /// one becomes too large.
  private static func converted(_ draft: FieldDraft, _ data: Replica) -> [Edit]? {
    guard let field = draft.field else { return [] }
    var edits: [Edit] = []
    var isTooLarge = false
    data.forEachRow { row in
      var id = field.id
      if draft.kind == .reed, row.kind == .reedTemplate {
        id = field.forTemplate.id
      } else if row.kind != draft.kind {
        return
      }
      guard row.life != .purged, let units = ReedField.units(of: row.value(id)) else { return }
      let number = draft.converted(units)
      let places = field.content.places
      let value = places == 0 ? Value.int(number) : .decimal(units: number, places: places)
      if !field.content.format.accepts(value) { isTooLarge = true }
      edits.append(Edit(row.id, row.kind, id, value))
    }
    return isTooLarge ? nil : edits
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
          ("Cane", kind == .cane, .field(.kind(.cane))),
        ])
      for group in groups(for: state.instrument.family) {
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

  /// The groups of fields, with what a player of single reeds is asked for first.
  private static func groups(for family: ReedField.Family) -> [ReedField.Group] {
    let all = ReedField.Group.allCases
    return family == .singles ? [.single] + all.filter { $0 != .single } : all
  }

  /// What stages are called for the reeds that a field is for.
  private static func words(for field: ReedField.Family, _ state: State) -> ReedField.Family {
    field == .all ? state.instrument.family : field
  }

  private static func fieldRow(
    _ field: ReedField, _ place: Int, of count: Int, _ state: State
  ) -> Node<Message> {
    var facts: [String] = []
    let unit = field.unit(in: state.lengths)
    if !unit.isEmpty { facts.append(unit) }
    if field.isHidden {
      facts.append("Hidden")
    } else if state.fieldKind != .cane {
      facts.append("\(field.form.label) form")
    }
    for stage in ReedStage.allCases where field.stages != 0 && field.isAsked(in: stage) {
      facts.append(stage.label(for: words(for: field.family, state)).inLowerCase)
    }
    if field.family == .bassoons { facts.append("bassoon") }
    if field.family == .singles { facts.append("clarinet and saxophone") }
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

  /// Offers to convert the field's numbers to its new unit.
  private static func conversion(_ draft: FieldDraft) -> [Node<Message>] {
    if draft.conversion == nil { return [] }
    let numbers = DayWords.count(draft.numbers.count, "number", "numbers")
    let isOutside = draft.converts ? draft.outside : 0
    return [
      checkField(
        "Convert \(numbers) to \(draft.unit.trimmingBlanks)", id: "field-convert",
        isOn: draft.converts
      ) { .field(.converted($0)) },
      isOutside == 0
        ? .text("")
        : p(.className("small")) {
          "\(DayWords.count(isOutside, "number is", "numbers are")) outside the usual range."
        },
    ]
  }

  /// The choices of a field, and room for more.
  private static func choices(_ draft: FieldDraft) -> [Node<Message>] {
    [
      draft.listed.isEmpty
        ? .text("")
        : ul(.className("list")) {
          for (place, choice) in draft.listed.enumerated() {
            li(.className("list-row choice-row")) {
              div(.className("field")) {
                Markup.input(
                  .type("text"), .id("choice-\(place)"), .label("Choice \(place + 1)"),
                  .value(choice.label), .onInput { .field(.choiceNamed(choice.id, $0)) })
              }
              div(.className("row push")) {
                if choice.isRetired {
                  span(.className("quiet small")) { "Archived" }
                  iconButton(
                    .undo, label: "Bring back \(choice.label)",
                    .field(.choiceRetired(choice.id, false)))
                } else {
                  iconButton(
                    .up, label: "Move \(choice.label) up", isDisabled: place == 0,
                    .field(.choiceMoved(choice.id, by: -1)))
                  iconButton(
                    .down, label: "Move \(choice.label) down",
                    isDisabled: place == draft.listed.count - 1,
                    .field(.choiceMoved(choice.id, by: 1)))
                  action(
                    "Archive", label: "Archive \(choice.label) (your entries are kept)",
                    style: .quiet, .field(.choiceRetired(choice.id, true)))
                }
              }
            }.keyed(choice.id.key)
          }
        },
      textArea(
        FieldFrame(
          draft.listed.isEmpty ? "Choices" : "More choices", id: "field-choices",
          help: "One per line."),
        value: draft.choices
      ) { .field(.choices($0)) },
    ]
  }

  private static func stages(_ draft: FieldDraft, _ state: State) -> Node<Message> {
    fieldset(.className("stack")) {
      legend(.className("caps")) { "Ask only in these stages" }
      div(.className("row wrap")) {
        for stage in ReedStage.allCases {
          checkField(
            stage.label(for: words(for: draft.family, state)), id: "field-stage-\(stage.rawValue)",
            isOn: draft.stages >> Int64(stage.rawValue) & 1 == 1
          ) { .field(.stage(stage, $0)) }
        }
      }
      p(.className("quiet small")) { "Tick none to ask in all stages." }
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
          if draft.format == .link {
            choiceField(
              FieldFrame("Kind of tool", id: "field-tool"),
              ReedTool.Sort.allCases.map { ($0.label, $0) }, chosen: draft.tool
            ) { .field(.tool($0)) }
          }
          if draft.format == .decimal {
            textField(
              FieldFrame("Decimals", id: "field-places"), value: draft.places, isNumber: true
            ) { .field(.places($0)) }
          }
        }
        if draft.hasChoices { choices(draft) }
        if draft.isNumber {
          div(.className("two")) {
            if !draft.isScale {
              textField(
                FieldFrame("Unit", id: "field-unit", help: draft.unitHelp), value: draft.unit
              ) { .field(.unit($0)) }
              textField(
                FieldFrame("Step", id: "field-step"), value: draft.step, isNumber: true
              ) { .field(.step($0)) }
            }
            textField(
              FieldFrame(draft.isScale ? "From" : "Usually from", id: "field-low"), value: draft.low
            ) {
              .field(.low($0))
            }
            textField(
              FieldFrame(draft.isScale ? "To" : "Usually to", id: "field-high"), value: draft.high
            ) {
              .field(.high($0))
            }
          }
          conversion(draft)
        }
        if draft.isScale {
          for (place, end) in ["Lowest", "Middle", "Highest"].enumerated() {
            textField(
              FieldFrame("\(end) means", id: "field-word-\(place)"), value: draft.words[place]
            ) { .field(.word(place, $0)) }
          }
        }
        div(.className("two")) {
          choiceField(
            FieldFrame("Group", id: "field-group"),
            ReedField.Group.allCases.filter { $0.isFor(draft.kind) || $0 == draft.group }.map {
              ($0.label, $0)
            }, chosen: draft.group
          ) { .field(.group($0)) }
          // The form of a piece of cane has one length.
          if draft.kind != .cane {
            choiceField(
              FieldFrame("Shown in", id: "field-form"),
              ReedField.Form.allCases.map { ("\($0.label) form", $0) }, chosen: draft.form
            ) { .field(.form($0)) }
          }
          choiceField(
            FieldFrame("What’s better?", id: "field-better"),
            [("Neither", .neutral), ("Higher", .higher), ("A target", .target)],
            chosen: draft.direction
          ) { .field(.direction($0)) }
          // Cane is the same for all double reeds.
          if draft.kind != .cane {
            choiceField(
              FieldFrame("Instruments", id: "field-family"),
              [
                ("All", .all), ("Double reeds", .doubles), ("Oboes", .oboes),
                ("Bassoons", .bassoons), ("Clarinets and saxophones", .singles),
              ], chosen: draft.family
            ) { .field(.family($0)) }
          }
        }
        if draft.kind != .cane { stages(draft, state) }
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
      if kind == .cane { group = .cane }
      return
    }
    (label, unit, group, form) = (field.label, field.content.unit, field.group, field.form)
    (direction, family, isHidden) = (field.direction, field.family, field.isHidden)
    stages = field.stages
    if let own = index.own(field), own.number == 0 {
      format = own.format
      words = [own.low, own.middle, own.high]
      before = index.choices(of: own)
      listed = before
      isOwn = true
    }
    showRange()
  }

  /// Shows the field's range and step, converted if its numbers are.
  mutating func showRange() {
    if let usual = field?.usual {
      low = measure.text(converted(usual.lowerBound))
      high = measure.text(converted(usual.upperBound))
    }
    if isScale, case .scale(let range, _, _, _)? = field?.content {
      (low, high) = ("\(range.lowerBound)", "\(range.upperBound)")
    }
    guard case .number(_, var step, _)? = field?.content else { return }
    // A step is a difference: where the zero is does not matter.
    if step > 0 { step = max(converted(step) - converted(0), 1) }
    self.step = measure.text(step)
  }

  /// The old unit and the new one, if numbers can be converted between them.
  var conversion: (from: ReedUnit, to: ReedUnit)? {
    guard let field, !numbers.isEmpty, !unit.trimmingBlanks.hasSameBytes(as: field.content.unit),
      let from = ReedUnit(field.content.unit), let to = ReedUnit(unit), from.canBecome(to)
    else { return nil }
    return (from, to)
  }

  /// A number of the field as it will be.
  func converted(_ number: Int64) -> Int64 {
    guard converts, let (from, to) = conversion else { return number }
    return from.converted(number, to: to, places: measure.places)
  }

  /// How many numbers will be outside the range.
  var outside: Int {
    guard let least = measure.bound(low, else: .min), let most = measure.bound(high, else: .max)
    else { return 0 }
    return numbers.count {
      let number = converted($0)
      return number < least || number > most
    }
  }

  /// Whether its choices can be edited.
  var hasChoices: Bool { (field == nil || isOwn) && format == .choice }

  /// Whether its choices are not as they were. Those of two devices may have one name: that stops no other change.
  var hasNewChoices: Bool {
    field == nil || !choices.trimmingBlanks.isEmpty
      || !listed.elementsEqual(before) {
        $0.id == $1.id && $0.isRetired == $1.isRetired && $0.label.hasSameBytes(as: $1.label)
      }
  }

  /// Whether its words can be edited.
  var isScale: Bool { (field == nil || isOwn) && format == .scale }

  mutating func change(_ choice: RowID, _ change: (inout OwnChoice) -> Void) {
    guard let place = listed.firstIndex(where: { $0.id == choice }) else { return }
    change(&listed[place])
  }

  /// Whether it has a unit and a range.
  var isNumber: Bool {
    if let field {
      if case .number = field.content { return true }
      return isScale
    }
    return format == .decimal || format == .whole || format == .scale
  }

  /// What another unit does to the numbers of a field that has some.
  var unitHelp: String? {
    let unit = unit.trimmingBlanks
    guard let field, !unit.hasSameBytes(as: field.content.unit) else { return nil }
    if converts, conversion != nil {
      let places = measure.places
      return places == 0
        ? "Rounded to whole numbers."
        : "Rounded to \(DayWords.count(places, "decimal", "decimals"))."
    }
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
