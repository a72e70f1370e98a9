import Domain
public import Ledger
public import Markup
public import Program

/// Forms that name a new row or rename an existing one.
///
///     case .naming(let message): Naming.update(&state.naming, message, field, upTo: 200, "preset-rename", room.data)
///     Naming.view(state.naming, "preset-rename").map(Message.naming)
public enum Naming {
  public struct State: Equatable, Sendable {
    /// The row being renamed, and what is typed as its new name.
    public private(set) var row: RowID?
    public private(set) var name = ""

    public init() {}

    fileprivate init(_ row: RowID, _ name: String) { (self.row, self.name) = (row, name) }

    fileprivate mutating func type(_ text: String) { name = text }
  }

  public enum Message: Sendable {
    case asked(RowID, named: String)
    case typed(String)
    case done, left
  }

  /// - Parameters:
  ///   - field: the field that holds the name, of at most `limit` bytes.
  ///   - id: the text field's id on the page.
  public static func update<Outer>(
    _ state: inout State, _ message: Message, _ field: FieldID, upTo limit: Int, _ id: String,
    _ data: Replica
  ) -> [Effect<Outer>] {
    respond(&state, message, field, upTo: limit, id, data).map { $0.unanswered() }
  }

  // Out of line: a generic function would be compiled once per room.
  @inline(never) @export(interface)
  public static func respond(
    _ state: inout State, _ message: Message, _ field: FieldID, upTo limit: Int, _ id: String,
    _ data: Replica
  ) -> [Effect<Message>] {
    switch message {
    case .asked(let row, let name):
      state = State(row, name)
      return [.focus(id)]
    case .typed(let text): state.type(text.shortened(to: limit))
    case .left: state = State()
    case .done:
      let (row, name) = (state.row, state.name)
      state = State()
      if let row { return renaming(row, field, to: name, data) }
    }
    return []
  }

  /// Renames a row. Surrounding blanks are trimmed, and a blank name is ignored.
  public static func rename<Outer>(
    _ row: RowID, _ field: FieldID, to name: String, _ data: Replica
  ) -> [Effect<Outer>] {
    renaming(row, field, to: name, data).map { $0.unanswered() }
  }

  @inline(never) @export(interface)
  public static func renaming(
    _ row: RowID, _ field: FieldID, to name: String, _ data: Replica
  ) -> [Effect<Message>] {
    let name = name.trimmingBlanks
    guard let row = data[row], row.life == .alive, !name.utf8.isEmpty else { return [] }
    let old = RowForm.text(of: row.value(field))
    if old.hasSameBytes(as: name) { return [] }
    return [.keep("Rename “\(old)”", [Edit(row.id, row.kind, field, .text(name))])]
  }

  /// The form that renames a row.
  public static func view(_ state: State, _ id: String, canLeave: Bool = false) -> Node<Message> {
    view("New name", id, "Rename", isPrimary: true, state.name, canLeave: canLeave)
  }

  /// The form that names something new.
  public static func view<Outer>(
    _ label: String, _ id: String, _ button: String, isPrimary: Bool = false, _ name: String,
    done: Outer, _ typed: @escaping (String) -> Outer
  ) -> Node<Outer> {
    view(label, id, button, isPrimary: isPrimary, name, canLeave: false).map { message in
      if case .typed(let text) = message { typed(text) } else { done }
    }
  }

  @inline(never) @export(interface)
  public static func view(
    _ label: String, _ id: String, _ button: String, isPrimary: Bool, _ name: String,
    canLeave: Bool
  ) -> Node<Message> {
    form(.className("row wrap"), .onSubmit(.done)) {
      textField(FieldFrame(label, id: id), value: name) { .typed($0) }
      Markup.button(.type("submit"), .className(isPrimary ? "primary" : nil)) { button }
      if canLeave { action("Cancel", style: .quiet, .left) }
    }
  }
}
