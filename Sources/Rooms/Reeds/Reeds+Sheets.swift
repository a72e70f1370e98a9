import Domain
import Ledger
import Program
import RoomKit

// Sheets above the page, and what they do.
extension Reeds {
  static func open(
    _ message: SheetMessage, _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    switch message {
    case .newReed:
      return begin(from: defaults(room)?.id, &state, &room)
    case .editReed(let id):
      suggest(&state)
      (state.sheet, state.isBegun) = (.reed, false)
      return RowForm.open(id, from: "reed-edit", at: .init(Reed.nameField), &state.form, room.data)
    case .test(let reed): return beginTest(of: reed, &state, &room)
    case .adjustment(let reed):
      let adjustment = Adjustment(room.newRow(), of: reed, day: room.day, made: room.milliseconds)
      state.sheet = .row(.adjustment)
      return RowForm.begin(
        adjustment.edits(from: nil, zoneMinutes: room.zoneMinutes), from: "reed-adjust",
        at: items(of: .adjustment)[0], &state.form)
    case .row(let id, let kind):
      if kind == .reedTest {
        state.sheet = .test
        return RowForm.open(
          id, from: eventID(id), at: .init(ReedTest.noteField), &state.form, room.data)
      }
      if kind == .cane {
        state.sheet = .cane
        return RowForm.open(
          id, from: eventID(id), at: .init(PieceOfCane.nameField), &state.form, room.data)
      }
      guard let first = items(of: kind).first else { return [] }
      state.sheet = .row(kind)
      return RowForm.open(id, from: eventID(id), at: first, &state.form, room.data)
    case .stage(let reeds):
      state.step = Step(day: DayText.text(of: room.day) ?? "")
      state.sheet = .stage(reeds)
      return [.focus(stageID(nextStage(of: reeds, state)))]
    case .box(let reeds):
      state.sheet = .box(reeds)
      return [.focus(firstChoice)]
    case .tags(let reeds):
      (state.sheet, state.many) = (.tags(reeds), Many())
      return [.focus("many-tags")]
    case .setting(let reeds):
      suggest(&state)
      (state.sheet, state.many) = (.setting(reeds), Many())
      return [.focus("many-field")]
    case .boxes: state.sheet = .boxes
    case .merge(let tool):
      (state.sheet, state.seeking) = (.merge(tool), "")
      return [.focus("merge-find")]
    case .begin:
      state.batch.instrument = defaults(room)?.instrument ?? state.instrument
      state.sheet = .begin
      return [.focus(firstChoice)]
    case .batch:
      state.batch.instrument = defaults(room)?.instrument ?? state.instrument
      state.batch.start(like: state.index)
      state.sheet = .batch
      return [.focus("batch-count")]
    case .copy(let reed):
      state.sheet = .copy(reed)
      return [.focus(firstChoice)]
    case .template: return openTemplate(&state, &room)
    case .newCane: return beginCane(&state, &room)
    }
    return []
  }

  /// Starts a test, with the answers that are already known.
  static func beginTest(
    of reed: RowID, knowing known: [(field: FieldID, value: Value)] = [],
    from opener: String = "reed-test", _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    let test = ReedTest(room.newRow(), of: reed, day: room.day, made: room.milliseconds)
    state.sheet = .test
    let first = testFields(test.id, of: reed, state).groups(state).first?.fields.first?.id
    return RowForm.begin(
      test.edits(from: nil, zoneMinutes: room.zoneMinutes)
        + known.map { Edit(test.id, .reedTest, $0.field, $0.value) },
      from: opener, at: .init(first ?? ReedTest.noteField), &state.form)
  }

  static func eventID(_ id: RowID) -> String { "event-\(id.bits.hex)" }

  /// Closes the open form. A new row that was typed in stays saved, and a toast says so unless the form `isSaved`; an
  /// untouched one leaves nothing.
  static func close(
    _ state: inout State, _ room: inout RoomContext, isSaved: Bool = false
  ) -> [Effect<Message>] {
    (state.sheet, state.isClosing) = (nil, false)
    return RowForm.update(&state.form, isSaved ? .ended : .closed, &room, schema: state.schema)
      .map { $0.map(Message.form) }
  }

  /// Saves the row of the open form, and adds the unknown tools that the button named. The form closes once that is
  /// durable: drawing the page first would delay the database, whose answers arrive on the same thread.
  static func save(_ state: inout State, _ room: inout RoomContext) -> [Effect<Message>] {
    let named = unknownTools(state).map { $0.name }
    var effects = read(&state, &room)
    let unknown = unknownTools(state)
    if unknown.map({ $0.name }) == named {
      for tool in unknown {
        effects += addTool(tool.name, for: tool.place, tool.field, &state, &room)
      }
    }
    let kept = RowForm.keeping(state.form, schema: state.schema)
    if kept != nil, isUnanswered(state) {
      return effects + [.toast("Nothing answered yet. Answer something, or cancel.")]
    }
    state.isClosing = kept != nil
    return effects + (kept ?? RowForm.leadToRefused(state.form)).map { $0.map(Message.form) }
  }

  /// Whether the open form is a new test that says nothing of its reed.
  private static func isUnanswered(_ state: State) -> Bool {
    state.sheet == .test && state.form.isNew
      && !state.index.testFields.all.contains { state.form.value($0.id) != .null }
  }

  /// A name in the open form that no tool has yet.
  struct UnknownTool {
    let place: RowForm.Place
    let field: ReedField
    let name: String
  }

  static func unknownTools(_ state: State) -> [UnknownTool] {
    guard let row = state.form.open else { return [] }
    return state.index.fields.all.compactMap { field in
      let place = RowForm.Place(row, field.id)
      guard case .tool = field.content, let refusal = state.form.refusal(place) else { return nil }
      return UnknownTool(place: place, field: field, name: refusal.text.trimmingBlanks)
    }
  }

  /// Closes the saved form, and shows its reed.
  static func closeSaved(_ state: inout State, _ room: RoomContext) -> [Effect<Message>] {
    var room = room
    let (row, sheet) = (state.form.open, state.sheet)
    let effects = close(&state, &room, isSaved: true) + [.syncNow]
    guard sheet == .reed, let row, state.place != .reed(row) else { return effects }
    return effects + [.navigate(to: Place.reed(row).path)]
  }

  // MARK: - A new reed

  /// Starts a reed, from a template if there is one.
  static func begin(
    from template: RowID?, _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    var (reed, values) = newReed(state.index.nextName, from: template, state, &room)
    if template == nil, let last = state.index.order.first.flatMap({ state.index[$0] }) {
      reed.begin(for: last.reed.instrument)
      reed.style = last.reed.style
    }
    return begin(reed, values, &state)
  }

  /// The template that new reeds start from, if there is one.
  static func defaults(_ room: RoomContext) -> ReedTemplate? {
    ReedTemplate.all(in: room.data).first { $0.isDefault }
  }

  /// A new reed for the player's instrument, or as a template has it.
  static func newReed(
    _ name: String, from template: RowID?, _ state: State, _ room: inout RoomContext
  ) -> (reed: Reed, values: [Edit]) {
    var reed = Reed(room.newRow(), named: name, begun: room.day)
    reed.begin(for: Settings(room.data[Settings.row]).reeds)
    var values: [Edit] = []
    if let template, let row = room.data[template] {
      let from = ReedTemplate(row)
      reed.begin(for: from.instrument)
      reed.style = from.style
      values = ReedTemplate.values(row, for: reed.id, state.index.fields).filter {
        state.index.fields[$0.field]?.family.includes(reed.instrument.family) == true
      }
    }
    return (reed, values)
  }

  /// Starts a reed with values copied from another.
  static func begin(
    like id: RowID, _ groups: [ReedField.Group], _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    guard let line = state.index[id] else { return [] }
    var reed = Reed(room.newRow(), named: state.index.nextName, begun: room.day)
    let like = line.reed
    reed.begin(for: like.instrument)
    (reed.style, reed.origin) = (like.style, like.origin)
    var values: [Edit] = []
    for field in state.index.fields.all
    where groups.contains(field.group) && field.isCopied {
      let value = line.value(field.id)
      if value != .null { values.append(Edit(reed.id, .reed, field.id, value)) }
    }
    return begin(reed, values, &state)
  }

  static func begin(
    _ reed: Reed, _ values: [Edit], _ state: inout State
  ) -> [Effect<Message>] {
    suggest(&state)
    (state.sheet, state.isBegun) = (.reed, true)
    return RowForm.begin(
      reed.edits(from: nil) + values, from: "reed-new", at: .init(Reed.nameField), &state.form)
  }

  private static func openTemplate(
    _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    suggest(&state)
    state.sheet = .template
    if let template = defaults(room) {
      return RowForm.open(
        template.id, from: "reed-new", at: .init(ReedTemplate.nameField), &state.form, room.data)
    }
    var template = ReedTemplate(room.newRow(), named: "New reeds")
    template.isDefault = true
    template.instrument = Settings(room.data[Settings.row]).reeds
    return RowForm.begin(
      template.edits(from: nil), from: "reed-new", at: .init(ReedTemplate.nameField), &state.form)
  }

  // MARK: - Fields

  /// Parses what was typed in the field that lost focus.
  static func read(_ state: inout State, _ room: inout RoomContext) -> [Effect<Message>] {
    guard let typing = state.typing else { return [] }
    state.typing = nil
    return type(typing.text, in: typing.place, typing.field, &state, &room)
  }

  /// Saves what was typed in a field, or leaves it there with an error.
  static func type(
    _ text: String, in place: RowForm.Place, _ field: ReedField, _ state: inout State,
    _ room: inout RoomContext
  ) -> [Effect<Message>] {
    if case .tool(let sort) = field.content {
      return typeTool(text, sort, in: place, field, &state, &room)
    }
    do throws(ReedField.TextError) {
      return keep(try field.value(of: text, in: state.lengths), in: place, &state, &room)
    } catch {
      state.form.refuse(text, in: place, error.words(for: field))
      return []
    }
  }

  /// Changes a number by steps, from what is typed.
  static func step(
    _ field: ReedField, of place: RowForm.Place, by steps: Int64, _ state: inout State,
    _ room: inout RoomContext
  ) -> [Effect<Message>] {
    if let typing = state.typing, typing.place == place {
      // What was typed is not saved yet. If it has no next step, it is saved or refused as it is.
      guard let typed = try? field.value(of: typing.text, in: state.lengths),
        let value = field.stepped(typed, by: steps)
      else { return read(&state, &room) }
      state.typing = nil
      return keep(value, in: place, &state, &room)
    }
    let effects = read(&state, &room)
    guard state.form.refusal(place) == nil else { return effects }
    let here =
      place.row == Many.row ? state.many.value : value(place.field, of: place.row, state, room)
    guard let value = field.stepped(here, by: steps) else { return effects }
    return effects + keep(value, in: place, &state, &room)
  }

  static func keep(
    _ value: Value, in place: RowForm.Place, _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    if place.row == Many.row {
      state.form.forget(place)
      state.many.value = value
      return []
    }
    var others: [Edit] = []
    if place.field == ReedField.staple {
      // A reed takes the place of the last one on its staple, if that one's life is over.
      var previous = Value.null
      let mine = state.index[place.row]?.reed
      if case .row(let staple) = value,
        let last = state.index.last(
          on: staple, besides: place.row,
          where: { line in mine.map { line.reed.isOlder(than: $0) } ?? true }),
        last.reed.stage.isOver
      {
        previous = .row(last.reed.id)
      }
      if previous != self.value(Reed.previousField, of: place.row, state, room) {
        others = [Edit(place.row, .reed, Reed.previousField, previous)]
      }
    }
    return RowForm.update(
      &state.form, .valued(place, value, with: others), &room, schema: state.schema
    ).map { $0.map(Message.form) }
  }

  /// Says that a staple is in another reed, too.
  static func sharing(
    _ staple: RowID?, _ reed: RowID, _ index: borrowing ReedIndex
  ) -> String? {
    guard let staple, index[reed]?.reed.stage.isOver != true,
      let other = index.last(on: staple, besides: reed, where: { !$0.reed.stage.isOver })
    else { return nil }
    return "Staple \(index.name(ofTool: staple)) is also in \(other.reed.fullName)."
  }

  /// Finds a tool by its name, and offers to add an unknown one. An unknown staple number is added at once: there are as
  /// many as reeds.
  private static func typeTool(
    _ text: String, _ sort: ReedTool.Sort, in place: RowForm.Place, _ field: ReedField,
    _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    let name = text.trimmingBlanks
    if name.isEmpty { return keep(.null, in: place, &state, &room) }
    if let tool = state.index.tool(sort, named: name) {
      return keep(.row(tool.id), in: place, &state, &room)
    }
    if sort == .staple { return addTool(name, for: place, field, &state, &room) }
    state.form.refuse(text, in: place, "No \(sort.label.inLowerCase) called “\(name)” yet.")
    return []
  }

  static func addTool(
    _ name: String, for place: RowForm.Place, _ field: ReedField, _ state: inout State,
    _ room: inout RoomContext
  ) -> [Effect<Message>] {
    guard case .tool(let sort) = field.content else { return [] }
    let name = name.trimmingBlanks.shortened(to: ReedTool.nameLimit)
    guard !name.isEmpty else { return [] }
    var tool = ReedTool(room.newRow(), sort, named: name)
    if sort == .staple,
      case .row(let model) = value(ReedField.stapleModel, of: place.row, state, room)
    {
      tool.model = model
    }
    let effects: [Effect<Message>] = [
      .keep("Add \(sort.label.inLowerCase) “\(name)”", tool.edits(from: nil))
    ]
    return effects + keep(.row(tool.id), in: place, &state, &room)
  }

  /// The value of a row's field, even if the row is not saved yet.
  static func value(
    _ field: FieldID, of row: RowID, _ state: State, _ room: RoomContext
  ) -> Value {
    state.form.open == row ? state.form.value(field) : room.data[row]?.value(field) ?? .null
  }

  /// Collects earlier values of text fields as suggestions.
  static func suggest(_ state: inout State) {
    state.suggestions = [:]
    for field in state.index.fields.all {
      guard case .text(isLong: false) = field.content else { continue }
      let starters =
        field.id == ReedField.caneBrand
        ? ReedField.brands : field.id == ReedField.brand ? ReedField.singleBrands : []
      state.suggestions[field.id] = state.index.texts(field.id, upTo: 12) + starters
    }
  }

  // MARK: - Stages, boxes, trash

  static func move(
    _ reeds: [RowID], to stage: ReedStage, _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    let day = DayText.day(of: state.step.day) ?? room.day
    var edits: [Edit] = []
    var moved = 0
    var name = ""
    for id in reeds {
      guard let row = room.data[id], row.life == .alive else { continue }
      let reed = Reed(row)
      let more = reed.moving(
        to: stage, as: room.newRow(), day: day, made: room.milliseconds,
        because: state.step.reason.trimmingBlanks, zoneMinutes: room.zoneMinutes)
      if !more.isEmpty { (moved, name) = (moved + 1, reed.fullName) }
      edits += more
    }
    state.sheet = nil
    guard !edits.isEmpty else { return [] }
    let label = stage.label(for: family(of: reeds, state))
    let words = "\(moved == 1 ? name : "\(moved) reeds"): \(label.inLowerCase)."
    return [.keep("Move to “\(label)”", edits, saying: words), .focus("heading")]
  }

  /// The family by which stages of some reeds are named: single reeds have their own words, unless they are mixed with others.
  static func family(of reeds: some Sequence<RowID>, _ state: State) -> ReedField.Family {
    var areSingle = false
    for id in reeds {
      guard let line = state.index[id] else { continue }
      if line.reed.instrument.family != .singles { return .doubles }
      areSingle = true
    }
    return areSingle ? .singles : .doubles
  }

  static func put(
    _ reeds: [RowID], in box: RowID?, _ state: inout State, _ room: RoomContext
  ) -> [Effect<Message>] {
    state.sheet = nil
    let edits = state.index.putting(reeds, in: box)
    guard !edits.isEmpty else { return [] }
    let name = state.index.boxes.first { $0.id == box }?.name
    let count = DayWords.count(Set(edits.map { $0.row }).count, "reed", "reeds")
    return [
      .keep(
        name.map { "Move to “\($0)”" } ?? "Remove from box", edits,
        saying: name.map { "\(count) moved to “\($0)”." } ?? "\(count) removed from the box."),
      .focus("heading"),
    ]
  }

  static func trash(
    _ reeds: [RowID], _ state: inout State, _ room: RoomContext
  ) -> [Effect<Message>] {
    var edits: [Edit] = []
    for id in reeds where room.data[id]?.life == .alive { edits += Edit.trashing(id, .reed) }
    guard !edits.isEmpty else { return [] }
    let words = DayWords.count(edits.count, "reed", "reeds")
    state.front.list.endChoosing()
    var effects: [Effect<Message>] = [
      .keep("Delete \(words)", edits, saying: "\(words) moved to the trash.")
    ]
    if case .reed = state.place { effects.append(.navigate(to: Place.front.path)) }
    return effects
  }

  static func addNote(_ state: inout State, _ room: inout RoomContext) -> [Effect<Message>] {
    guard let page = state.page else { return [] }
    let text = page.note.trimmingBlanks
    guard !text.isEmpty else { return [] }
    var note = JournalNote(room.newRow(), day: room.day, made: room.milliseconds)
    (note.text, note.reed) = (text, page.id)
    state.page?.note = ""
    return [
      .keep("Add note", note.edits(from: nil, zoneMinutes: room.zoneMinutes)),
      .focus("reed-note"),
    ]
  }
}
