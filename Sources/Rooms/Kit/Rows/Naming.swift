import Domain
public import Ledger
public import Markup
public import Program

/// Names of rows: a form in which a new one gets its name, and one in which a row gets another.
///
///     case .naming(let message): Naming.update(&state.naming, message, field, upTo: 200, "preset-rename", room.data)
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
    case asked(RowID, named: String)
    case typed(String)
    case done, left
  }

  /// - Parameters:
  ///   - field: the field with the name, of which a name has at most `limit` bytes.
  ///   - id: what the text field is known by on the page.
  public static func update<Outer>(
    _ state: inout State, _ message: Message, _ field: FieldID, upTo limit: Int, _ id: String,
    _ data: Replica
  ) -> [Effect<Outer>] {
    respond(&state, message, field, upTo: limit, id, data).map { $0.unanswered() }
  }

  // Out of line: what is generic would have a copy of it for each room.
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

  /// Gives a row another name; blanks around it are left out, and a name of blanks is none.
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

  /// The form in which a row gets another name.
  public static func view(_ state: State, _ id: String, canLeave: Bool = false) -> Node<Message> {
    view("New name", id, "Rename", isPrimary: true, state.name, canLeave: canLeave)
  }

  /// The form in which something new gets its name.
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
      if canLeave { action("Leave it", style: .quiet, .left) }
    }
  }
}
