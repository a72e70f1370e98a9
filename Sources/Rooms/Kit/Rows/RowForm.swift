import Domain
public import Ledger
public import Program

/// The fields of rows on a page. Valid input is saved while the person types; invalid input stays in the field with the
/// reason beside it.
///
/// Label, input and rule of a field are those of its kind. One state serves all fields of a page, whatever rows they are
/// of; it also holds the one row whose form is open above the page.
///
///     static let form: [RowForm.Item] = [.init(Lesson.teacherField), .init(Lesson.notesField, isLong: true)]
///     case .form(let message): RowForm.update(&state.form, message, &room).map { $0.map(Message.form) }
///     RowForm.sheet(state.form, .lesson, form, "Lesson").map(Message.form)
public enum RowForm {
  /// A field of a form.
  public struct Item: Sendable {
    public let field: FieldID
    /// Instead of the field's own label.
    public let label: String?
    public let help: String?
    /// Whether a text has several lines.
    public let isLong: Bool
    /// The choices that are not offered.
    let absent: [Int64]

    public init(
      _ field: FieldID, _ label: String? = nil, help: String? = nil, isLong: Bool = false,
      without absent: [Int64] = []
    ) {
      (self.field, self.label, self.help, self.isLong) = (field, label, help, isLong)
      self.absent = absent
    }
  }

  public struct State: Sendable {
    /// The field that is typed in, and the number under which its edits are one step of undo.
    fileprivate var draft: Draft?
    /// Invalid input. It stays until a valid value is saved there, even after the form is closed.
    fileprivate var refusals: [Refusal] = []
    /// The row whose form is open, as the data has it.
    public fileprivate(set) var open: RowID?
    fileprivate var row: Row?
    /// The edits of a new row; none is saved until something is typed or the form is done.
    fileprivate var begun: [Edit] = []
    /// How the open row is being added; `nil` if it is an old one.
    fileprivate var addition: Addition?
    /// Where the focus goes when the form closes.
    fileprivate var opener = ""

    public init() {}
  }

  fileprivate struct Draft: Equatable, Sendable {
    var place: Place
    var number: UInt64
  }

  fileprivate struct Addition: Sendable {
    let kind: KindID
    /// The number under which all that is typed is one step of undo once the form is done; `nil` until something is typed.
    var number: UInt64?
  }

  /// A field of a row.
  public struct Place: Equatable, Sendable {
    public let row: RowID
    public let field: FieldID

    public init(_ row: RowID, _ field: FieldID) { (self.row, self.field) = (row, field) }
  }

  public struct Refusal: Equatable, Sendable {
    let place: Place
    /// What was typed, and why it cannot be saved.
    public let text: String
    public let words: String
  }

  public enum Message: Sendable {
    case typed(Place, String)
    case switched(Place, Bool)
    /// A value from a field that parses its own input, with what follows from it.
    case valued(Place, Value, with: [Edit] = [])
    case left
    /// The form is done, closed or cancelled, or its row is moved to the trash.
    ///
    /// What was typed into a new row is saved when the form is merely closed, and a toast says so.
    case done, closed, trashed
    /// Its row was saved by other means, and the form closes.
    case ended
  }

  /// - Parameter schema: where kinds are looked up; Woodshed's own by default.
  @export(interface)
  public static func update(
    _ state: inout State, _ message: Message, _ room: inout RoomContext, schema: Schema? = nil
  ) -> [Effect<Message>] {
    let schema = schema ?? .woodshed
    switch message {
    case .typed(let place, let text):
      guard let field = state.field(place, schema, room.data) else { return [] }
      switch field.value(of: text) {
      case .success(let value): return state.keep(place, value, field.label, &room, schema)
      case .failure(let refusal): state.refuse(text, in: place, refusal.words)
      }
      return []
    case .switched(let place, let isOn):
      // Each tick is an action of its own.
      state.draft = nil
      defer { state.draft = nil }
      return update(&state, .valued(place, .bool(isOn)), &room, schema: schema)
    case .valued(let place, let value, let others):
      guard let field = state.field(place, schema, room.data) else { return [] }
      return state.keep(place, value, with: others, field.label, &room, schema)
    case .left:
      state.draft = nil
      return [.syncNow]
    case .done:
      guard let kept = keeping(state, schema: schema) else { return leadToRefused(state) }
      return kept + close(&state) + [.syncNow]
    case .closed:
      guard let row = state.open else { return [] }
      let kind = state.addition?.kind
      let name = kind.flatMap { schema.kind($0)?.label } ?? "Item"
      return (kind.map { [.ask(.tellAdded(row, $0, named: name))] } ?? []) + close(&state)
    case .ended: return state.open == nil ? [] : close(&state)
    case .trashed:
      guard let id = state.open else { return [] }
      let kept = room.data[id]
      let closing = close(&state)
      guard let kept, kept.life == .alive else { return closing }
      let name = schema.kind(kept.kind)?.label ?? "Item"
      return [
        .keep(
          "Delete \(name.inLowerCase)", Edit.trashing(id, kept.kind),
          saying: "\(name) moved to the trash.")
      ] + closing
    }
  }

  /// Saves the open row while its form stays open; `nil` if a field holds invalid input.
  @export(interface)
  public static func keeping(_ state: State, schema: Schema? = nil) -> [Effect<Message>]? {
    state.refused == nil ? state.keepBegun(schema ?? .woodshed) : nil
  }

  /// Focuses the field that holds invalid input.
  @export(interface)
  public static func leadToRefused(_ state: State) -> [Effect<Message>] {
    state.refused.map { [.focus(id(of: $0.place.field))] } ?? []
  }

  /// Opens the form of a row. Its first field gets the focus; `opener` gets it when the form closes.
  public static func open<Outer>(
    _ row: RowID, from opener: String, at first: Item, _ state: inout State, _ data: Replica
  ) -> [Effect<Outer>] {
    state.begin(row, data[row], [], opener)
    return [.focus(id(of: first.field))]
  }

  /// Opens the form of a new row that these edits create.
  public static func begin<Outer>(
    _ edits: [Edit], from opener: String, at first: Item, _ state: inout State
  ) -> [Effect<Outer>] {
    guard let row = edits.first?.row else { return [] }
    state.begin(row, nil, edits, opener)
    return [.focus(id(of: first.field))]
  }

  /// Updates the state from the data. The form of a deleted row closes.
  @export(interface)
  public static func refresh(_ state: inout State, _ data: Replica) {
    state.refusals = state.refusals.filter {
      state.begun.keeps($0.place.row) || data.isAlive($0.place.row)
    }
    guard let open = state.open else { return }
    state.row = data[open]
    if data.isAlive(open) {
      state.begun = []
    } else if state.begun.isEmpty {
      state.open = nil
    }
  }

  private static func close(_ state: inout State) -> [Effect<Message>] {
    (state.open, state.row, state.begun, state.draft) = (nil, nil, [], nil)
    state.addition = nil
    return [.focus(state.opener)]
  }

  /// The page id of a field in the open form.
  public static func id(of field: FieldID) -> String { "form-\(field.number)" }
}

extension RowForm.State {
  @inline(never)
  fileprivate mutating func begin(_ row: RowID, _ known: Row?, _ edits: [Edit], _ opener: String) {
    (open, self.row, begun, draft, self.opener) = (row, known, edits, nil, opener)
    addition = edits.first.map { RowForm.Addition(kind: $0.kind) }
  }

  /// The value of a field of the open row.
  public func value(_ field: FieldID) -> Value {
    begun.last { $0.field == field }?.value ?? row?.value(field) ?? .null
  }

  /// The first field of the open row with invalid input.
  fileprivate var refused: RowForm.Refusal? { refusals.first { $0.place.row == open } }

  /// A field's invalid input, if any.
  public func refusal(_ place: RowForm.Place) -> RowForm.Refusal? {
    refusals.first { $0.place == place }
  }

  /// Leaves invalid input in its field, with the reason.
  public mutating func refuse(_ text: String, in place: RowForm.Place, _ words: String) {
    forget(place)
    refusals.append(RowForm.Refusal(place: place, text: text, words: words))
  }

  /// Forgets the invalid input of a field.
  public mutating func forget(_ place: RowForm.Place) {
    refusals = refusals.filter { $0.place != place }
  }

  /// Starts a new undo step for what is typed next.
  public mutating func endDraft() { draft = nil }

  /// The field's definition in the kind of its row.
  fileprivate func field(_ place: RowForm.Place, _ schema: Schema, _ data: Replica) -> Field? {
    kind(of: place.row, data).flatMap { schema.kind($0)?.field(place.field) }
  }

  private func kind(of row: RowID, _ data: Replica) -> KindID? {
    begun.keeps(row) ? begun[0].kind : data[row]?.kind
  }

  /// Whether the form is of a row that has not been saved yet.
  public var isNew: Bool { !begun.isEmpty }

  fileprivate mutating func keep(
    _ place: RowForm.Place, _ value: Value, with others: [Edit] = [], _ label: String,
    _ room: inout RoomContext, _ schema: Schema
  ) -> [Effect<RowForm.Message>] {
    guard let kind = kind(of: place.row, room.data) else { return [] }
    forget(place)
    if draft?.place != place { draft = RowForm.Draft(place: place, number: room.random.next()) }
    let edits = [Edit(place.row, kind, place.field, value)] + others
    if begun.keeps(place.row) {
      for edit in edits {
        if let place = begun.firstIndex(where: { $0.field == edit.field }) {
          begun[place] = edit
        } else {
          begun.append(edit)
        }
      }
    }
    guard let addition, place.row == open else {
      return [.keep("Change \(label)", edits, draft: draft?.number)]
    }
    let number = addition.number ?? room.random.next()
    self.addition?.number = number
    return [
      .keep(
        Self.adding(addition.kind, schema), begun.isEmpty ? edits : begun, draft: draft?.number,
        form: number)
    ]
  }

  fileprivate func keepBegun(_ schema: Schema) -> [Effect<RowForm.Message>] {
    guard let kind = begun.first?.kind else { return [] }
    return [.keep(Self.adding(kind, schema), begun)]
  }

  private static func adding(_ kind: KindID, _ schema: Schema) -> String {
    "Add \((schema.kind(kind)?.label ?? "item").inLowerCase)"
  }
}

extension [Edit] {
  fileprivate func keeps(_ row: RowID) -> Bool { first?.row == row }
}

extension Replica {
  fileprivate func isAlive(_ row: RowID) -> Bool { self[row]?.life == .alive }
}
