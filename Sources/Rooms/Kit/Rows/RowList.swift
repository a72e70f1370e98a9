import Domain
public import Ledger
public import Markup
public import Program

/// A list of rows that can be searched, shows a part at a time, and lets people select rows to delete together.
public enum RowList {
  public struct State: Sendable {
    public private(set) var question = ""
    /// How many are shown.
    public private(set) var limit: Int
    public private(set) var isChoosing = false
    public private(set) var chosen: [RowID] = []
    private let step: Int

    public init(limit: Int = 50) { (self.limit, step) = (limit, limit) }

    /// Shows the first part only, for example when the list's rows change.
    public mutating func startOver() { limit = step }

    /// Ends the selection.
    public mutating func endChoosing() { (isChoosing, chosen) = (false, []) }

    /// Searches for these words.
    public mutating func ask(_ text: String) { respond(.asked(text)) }

    fileprivate mutating func respond(_ message: Message) {
      switch message {
      case .asked(let text): (question, limit) = (text.shortened(to: 400), step)
      case .more: limit += step
      case .choosing(let isOn): (isChoosing, chosen) = (isOn, [])
      case .chosen(let row, let isOn):
        if let place = chosen.firstIndex(of: row) { chosen.remove(at: place) }
        if isOn { chosen.append(row) }
      case .allChosen(let rows): chosen = rows
      case .trashed: endChoosing()
      }
    }
  }

  public enum Message: Sendable {
    case asked(String)
    case more
    case choosing(Bool)
    case chosen(RowID, Bool)
    case allChosen([RowID])
    case trashed
  }

  /// - Parameter id: the page id of the button that starts selecting.
  public static func update<Outer>(
    _ state: inout State, _ message: Message, _ id: String, _ data: Replica
  ) -> [Effect<Outer>] {
    respond(&state, message, id, data).map { $0.unanswered() }
  }

  @inline(never) @export(interface)
  public static func respond(
    _ state: inout State, _ message: Message, _ id: String, _ data: Replica
  ) -> [Effect<Message>] {
    let chosen = state.chosen
    state.respond(message)
    guard case .trashed = message else { return [] }
    var edits: [Edit] = []
    for row in chosen {
      if let row = data[row], row.life == .alive { edits += Edit.trashing(row.id, row.kind) }
    }
    guard let kind = edits.first?.kind, let kind = Schema.woodshed.kind(kind) else { return [] }
    let words = DayWords.count(edits.count, kind.label.inLowerCase, kind.plural.inLowerCase)
    return [.keep("Delete \(words)", edits, saying: "\(words) moved to the trash."), .focus(id)]
  }

  // MARK: - View

  /// The search field, and the button that starts selecting.
  @export(interface)
  public static func tools(_ state: State, _ label: String, id: String) -> [Node<Message>] {
    [
      // Escape empties a field for searching.
      FieldFrame(label, id: "\(id)-find").view(
        input(
          .type("search"), .id("\(id)-find"), .autocomplete("off"), .value(state.question),
          .onInput { .asked($0) })),
      button(
        .type("button"), .id("\(id)-choosing"), .pressed(state.isChoosing),
        .onClick(.choosing(!state.isChoosing))
      ) { state.isChoosing ? "Done" : "Select" },
    ]
  }

  /// The number of matches, and actions for the selection.
  @export(interface)
  public static func bar(_ state: State, found: [RowID], of count: Int) -> Node<Message> {
    div(.className("stack list-bar")) {
      p(.className("quiet small figure"), .live("polite")) {
        state.question.trimmingBlanks.utf8.isEmpty ? "" : "\(found.count) of \(count)"
      }
      if state.isChoosing {
        div(.className("row wrap"), .role("group"), .label("Selected")) {
          span(.className("figure"), .live("polite")) { "\(state.chosen.count) selected" }
          action("Select all", isDisabled: found.count == state.chosen.count, .allChosen(found))
          action("Delete", icon: .trash, isDisabled: state.chosen.isEmpty, .trashed)
        }
      }
    }
  }

  /// The checkbox that selects a row, while selecting.
  @export(interface)
  public static func box(_ row: RowID, _ name: String, _ state: State) -> Node<Message>? {
    if !state.isChoosing { return nil }
    return label(.className("check list-box")) {
      input(
        .type("checkbox"), .label("Select \(name)"), .checked(state.chosen.contains(row)),
        .onCheck { .chosen(row, $0) })
    }
  }

  /// The button that shows more, if there is more.
  @export(interface)
  public static func more(_ state: State, of count: Int) -> Node<Message>? {
    count > state.limit ? p { action("Show more", .more) } : nil
  }
}
