import Domain
public import Ledger
import Markup
import Program

/// The presets of a tool: saved under a name, recalled by one tap, renamed, put in order, removed.
public enum Presets {
  struct State: Equatable, Sendable {
    var isOpen = false
    /// What the next one is to be called.
    var name = ""
    /// The one that gets another name, and what is typed for it.
    var renaming: Renaming?

    struct Renaming: Equatable, Sendable {
      var id: RowID
      var name: String
    }
  }

  public enum Message: Sendable {
    case opened
    case closed
    case nameTyped(String)
    case saveTapped
    case recalled(RowID)
    case renameTapped(RowID)
    case renameTyped(String)
    case renameDone
    case moved(RowID, by: Int)
    case replaced(RowID)
    case removed(RowID)
  }

  /// - Parameter describe: what a setup is called that was given no name.
  static func update<Setup: ToolSetup, Outer>(
    _ state: inout State, _ hand: inout Hand<Setup>, _ message: Message, _ room: RoomContext,
    describe: (Setup) -> String
  ) -> [Effect<Outer>] {
    let presets = hand.presets
    func preset(_ id: RowID) -> Preset<Setup>? { presets.first { $0.id == id } }
    switch message {
    case .opened:
      state = State(isOpen: true)
    case .closed:
      state = State()
    case .nameTyped(let name): state.name = shortened(name)
    case .saveTapped:
      let name = state.name.isEmpty ? shortened(describe(hand.setup)) : state.name
      state.name = ""
      let edits = Preset.making(room.newRow(), named: name, of: hand.setup, after: presets)
      return [.keep("Save “\(name)”", edits, saying: "“\(name)” is saved.")]
    case .recalled(let id):
      guard let preset = preset(id) else { return [] }
      return hand.change("Recall “\(preset.name)”", room) { $0 = preset.setup }
    case .renameTapped(let id):
      state.renaming = preset(id).map { State.Renaming(id: id, name: $0.name) }
    case .renameTyped(let name): state.renaming?.name = shortened(name)
    case .renameDone:
      guard let renaming = state.renaming else { return [] }
      state.renaming = nil
      guard let preset = preset(renaming.id), !renaming.name.isEmpty else { return [] }
      let edits = preset.renaming(to: renaming.name)
      return edits.isEmpty ? [] : [.keep("Rename “\(preset.name)”", edits)]
    case .moved(let id, let steps):
      let edits = Preset.moving(id, by: steps, among: presets)
      return edits.isEmpty ? [] : [.keep("Move a preset", edits)]
    case .replaced(let id):
      guard let preset = preset(id) else { return [] }
      let edits = preset.replacing(with: hand.setup)
      guard !edits.isEmpty else { return [] }
      return [
        .keep("Change “\(preset.name)”", edits, saying: "“\(preset.name)” is as it is now.")
      ]
    case .removed(let id):
      guard let preset = preset(id) else { return [] }
      return [
        .keep("Remove “\(preset.name)”", preset.trashing, saying: "“\(preset.name)” is removed.")
      ]
    }
    return []
  }

  /// As much of a name as can be kept.
  private static func shortened(_ name: String) -> String {
    var text = name
    while text.utf8.count > 200 { text.removeLast() }
    return text
  }
}

extension Presets {
  /// A preset as it is shown, of whichever tool.
  private struct Entry {
    let id: RowID
    let name: String
    /// What it is set up as; looked up only while the sheet is open.
    let detail: String
    /// Whether the tool is set up so now.
    let isOn: Bool
  }

  /// A card with the presets as chips, and the sheet in which they are put in order.
  static func view<Setup: ToolSetup>(
    _ state: State, _ hand: Hand<Setup>, describe: (Setup) -> String
  ) -> Node<Message> {
    func detail(_ setup: Setup) -> String { state.isOpen ? describe(setup) : "" }
    let entries = hand.presets.map { preset in
      Entry(
        id: preset.id, name: preset.name, detail: detail(preset.setup),
        isOn: preset.setup == hand.setup)
    }
    return view(state, entries, suggestion: detail(hand.setup))
  }

  private static func view(
    _ state: State, _ entries: [Entry], suggestion: String
  ) -> Node<Message> {
    card("Presets", id: "presets") {
      if entries.isEmpty {
        p(.className("quiet")) {
          "Save what is set now under a name, and one tap brings it back, on all your devices."
        }
      } else {
        div(.className("chips")) {
          for entry in entries {
            chip(entry.name, isOn: entry.isOn, .recalled(entry.id)).keyed(entry.id.key)
          }
        }
      }
      div(.className("row wrap")) {
        action(
          entries.isEmpty ? "Save as a preset" : "Save or change presets", icon: .add, .opened)
      }
      sheet(state, entries, suggestion: suggestion)
    }
  }

  private static func sheet(
    _ state: State, _ entries: [Entry], suggestion: String
  ) -> Node<Message> {
    dialogBox("Presets", id: "presets-sheet", isOpen: state.isOpen, isSheet: true, closed: .closed)
    {
      form(.className("stack"), .onSubmit(.saveTapped)) {
        textField(
          FieldFrame("Name", id: "preset-name", help: "For what is set now."), value: state.name,
          placeholder: suggestion
        ) { .nameTyped($0) }
        div(.className("row end")) {
          button(.type("submit"), .className("primary")) { "Save" }
        }
      }
      if !entries.isEmpty {
        ul(.className("list")) {
          for (index, entry) in entries.enumerated() {
            li(.className("list-row preset-row")) {
              row(entry, state, isFirst: index == 0, isLast: index == entries.count - 1)
            }.keyed(entry.id.key)
          }
        }
      }
    }
  }

  private static func row(
    _ preset: Entry, _ state: State, isFirst: Bool, isLast: Bool
  ) -> [Node<Message>] {
    let name = preset.name
    if let renaming = state.renaming, renaming.id == preset.id {
      return [
        form(.className("row wrap"), .onSubmit(.renameDone)) {
          textField(FieldFrame("New name", id: "preset-rename"), value: renaming.name) {
            .renameTyped($0)
          }
          button(.type("submit"), .className("primary")) { "Rename" }
        }
      ]
    }
    return [
      div {
        strong { name }
        div(.className("quiet small")) { preset.detail }
      },
      div(.className("row wrap end")) {
        iconButton(.up, label: "Move “\(name)” up", isDisabled: isFirst, .moved(preset.id, by: -1))
        iconButton(
          .down, label: "Move “\(name)” down", isDisabled: isLast, .moved(preset.id, by: 1))
        iconButton(.edit, label: "Rename “\(name)”", .renameTapped(preset.id))
        iconButton(.check, label: "Make “\(name)” as it is set now", .replaced(preset.id))
        iconButton(.trash, label: "Remove “\(name)”", .removed(preset.id))
      },
    ]
  }
}

extension RowID {
  /// What tells a row's part of a page from its siblings.
  var key: Key { .wide(bits.high, bits.low) }
}
