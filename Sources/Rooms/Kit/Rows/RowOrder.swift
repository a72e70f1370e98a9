import Domain
public import Ledger
public import Markup
public import Program

/// Reordering of rows: by a handle that is dragged or moved with the arrow keys, and by buttons.
///
/// The rows are in a ``list(_:_:_:)``, each with ``controls(_:_:at:of:isWhole:)`` and a ``className(_:_:at:)``.
public enum RowOrder {
  public struct State: Equatable, Sendable {
    /// The dragged row, its place among its siblings, and where it would be dropped.
    fileprivate var drag: Drag?

    public init() {}
  }

  fileprivate struct Drag: Equatable, Sendable {
    var row: RowID
    var from: Int
    var to: Int
  }

  public enum Message: Equatable, Sendable {
    case moved(RowID, by: Int)
    case grabbed(RowID, at: Int)
    /// How far down the list the finger is, from 0 to 1, of how many rows.
    case pulled(Double, of: Int)
    case dropped, left
  }

  /// - Parameters:
  ///   - siblings: the rows in their order.
  ///   - field: the field that holds their places.
  ///   - label: the undo label.
  public static func update<Outer>(
    _ state: inout State, _ message: Message, _ siblings: [RowID], _ field: FieldID,
    _ label: String, _ data: Replica
  ) -> [Effect<Outer>] {
    respond(&state, message, siblings, field, label, data).map { $0.unanswered() }
  }

  @inline(never) @export(interface)
  public static func respond(
    _ state: inout State, _ message: Message, _ siblings: [RowID], _ field: FieldID,
    _ label: String, _ data: Replica
  ) -> [Effect<Message>] {
    switch message {
    case .moved(let row, let steps): return move(row, by: steps, siblings, field, label, data)
    case .grabbed(let row, let place): state.drag = Drag(row: row, from: place, to: place)
    case .pulled(let share, let count):
      let place = Int((min(max(share, 0), 1) * Double(count)).rounded(.down))
      state.drag?.to = min(place, count - 1)
    case .left: state.drag = nil
    case .dropped:
      guard let drag = state.drag else { return [] }
      state.drag = nil
      // The list may have changed meanwhile.
      guard siblings.indices.contains(drag.from), siblings[drag.from] == drag.row else { return [] }
      return move(drag.row, by: drag.to - drag.from, siblings, field, label, data)
    }
    return []
  }

  private static func move(
    _ row: RowID, by steps: Int, _ siblings: [RowID], _ field: FieldID, _ label: String,
    _ data: Replica
  ) -> [Effect<Message>] {
    guard let kind = data[row]?.kind else { return [] }
    var places: [(id: RowID, place: Int64)] = []
    for id in siblings {
      if case .int(let place)? = data[id]?.value(field) {
        places.append((id, place))
      } else {
        places.append((id, 0))
      }
    }
    let edits = Places.moving(row, by: steps, among: places, kind, field)
    return edits.isEmpty ? [] : [.keep(label, edits)]
  }

  // MARK: - View

  /// The list of rows; it follows a drag across all of them.
  public static func list<Outer>(
    _ state: State, _ rows: [Node<Outer>], _ outer: @escaping (Message) -> Outer
  ) -> Node<Outer> {
    let count = rows.count
    var attributes: [Attribute<Outer>] = [.className("list")]
    if state.drag != nil {
      attributes += [
        .onPointerMove {
          outer($0.buttons == 1 ? .pulled($0.y / max($0.height, 1), of: count) : .left)
        },
        .onPointerUp { _ in outer(.dropped) }, .onPointerCancel(outer(.left)),
      ]
    }
    return .element("ol", attributes, rows)
  }

  /// The class of a row while one is dragged.
  @export(interface)
  public static func className(_ state: State, _ row: RowID, at place: Int) -> String {
    guard let drag = state.drag else { return "" }
    if drag.row == row { return " dragged" }
    if drag.to != place { return "" }
    return drag.to < drag.from ? " drop-before" : drag.to > drag.from ? " drop-after" : ""
  }

  /// The handle and the buttons of a row.
  ///
  /// - Parameter isWhole: whether the list shows all its rows; only then can they be dragged.
  @export(interface)
  public static func controls(
    _ row: RowID, _ name: String, at place: Int, of count: Int, isWhole: Bool = true
  ) -> [Node<Message>] {
    [
      isWhole && count > 1
        ? button(
          .type("button"), .className("round grip"), .label("Reorder \(name)"),
          .title("Drag, or use the arrow keys"),
          .onPointerDown { $0.buttons == 1 ? .grabbed(row, at: place) : nil },
          .onKeyDown { keyed($0, row) }
        ) { Icon.grip.view() } : .text(""),
      step(.up, "Move \(name) up", isLast: place == 0, .moved(row, by: -1)),
      step(.down, "Move \(name) down", isLast: place == count - 1, .moved(row, by: 1)),
    ]
  }

  /// A button that keeps the focus at the end of the list, where it does nothing.
  private static func step(
    _ icon: Icon, _ label: String, isLast: Bool, _ message: Message
  ) -> Node<Message> {
    button(
      .type("button"), .className("round"), .label(label), .title(label),
      .plain("aria-disabled", isLast ? "true" : "false"), .onClick(message)
    ) { icon.view() }
  }

  private static func keyed(_ press: KeyPress, _ row: RowID) -> Message? {
    if press.isCommand { return nil }
    return switch press.key {
    case "ArrowUp": .moved(row, by: -1)
    case "ArrowDown": .moved(row, by: 1)
    case "Home": .moved(row, by: -.max)
    case "End": .moved(row, by: .max)
    default: nil
    }
  }
}
