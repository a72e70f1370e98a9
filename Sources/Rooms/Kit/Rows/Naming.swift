import Domain
public import Ledger
public import Markup
public import Program

/// Names of rows: a form in which a new one gets its name, and one in which a row gets another.
///
///     case .naming(let message): Naming.update(&state.naming, message, Preset.nameField, "preset-rename", room)
///     Naming.view(state.naming, "preset-rename").map(Message.naming)
public enum Naming {
  public struct State: Equatable, Sendable {
    /// The row that gets another name, and what is typed for it.
    public private(set) var row: RowID?
    public private(set) var name = ""

    public init() {}

    fileprivate init(_ row: RowID, _ name: String) { (self.row, self.name) = (row, name) }

    fileprivate mutating func type(_ text: String) { name = text }
  }

  public enum Message: Sendable {
    case asked(RowID)
    case typed(String)
    case done, left
  }

  /// - Parameters:
  ///   - field: the field with the name. Its rule says how long a name may be.
  ///   - id: what the text field is known by on the page.
  public static func update<Outer>(
    _ state: inout State, _ message: Message, _ field: FieldID, _ id: String, _ room: RoomContext
  ) -> [Effect<Outer>] {
    switch message {
    case .asked(let row):
      guard let known = room.data[row] else { return [] }
      state = State(row, RowForm.text(of: known.value(field)))
      return [.focus(id)]
    case .typed(let text):
      state.type(text.shortened(to: limit(of: field, state.row.flatMap { room.data[$0] })))
      return []
    case .left:
      state = State()
      return []
    case .done:
      let (typed, row) = (state.name.trimmingBlanks, state.row.flatMap { room.data[$0] })
      state = State()
      guard let row, !typed.utf8.isEmpty else { return [] }
      let old = RowForm.text(of: row.value(field))
      if old.hasSameBytes(as: typed) { return [] }
      return [.keep("Rename “\(old)”", [Edit(row.id, row.kind, field, .text(typed))])]
    }
  }

  private static func limit(of field: FieldID, _ row: Row?) -> Int {
    let format = row.flatMap { Schema.woodshed.kind($0.kind)?.field(field)?.format }
    return if case .text(let limit) = format { limit } else { Field.textLimit }
  }

  /// The form in which a row gets another name.
  public static func view(_ state: State, _ id: String, canLeave: Bool = false) -> Node<Message> {
    view(
      "New name", id, "Rename", isPrimary: true, state.name, done: .done,
      leave: canLeave ? .left : nil
    ) {
      .typed($0)
    }
  }

  /// The form in which something new gets its name.
  public static func view<Outer>(
    _ label: String, _ id: String, _ button: String, isPrimary: Bool = false, _ name: String,
    placeholder: String? = nil, done: Outer, leave: Outer? = nil,
    _ typed: @escaping (String) -> Outer
  ) -> Node<Outer> {
    form(.className("row wrap"), .onSubmit(done)) {
      textField(
        FieldFrame(label, id: id), value: name, placeholder: placeholder, typed)
      Markup.button(.type("submit"), .className(isPrimary ? "primary" : nil)) { button }
      if let leave { action("Leave it", style: .quiet, leave) }
    }
  }
}
