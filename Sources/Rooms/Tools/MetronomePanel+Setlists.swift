import Domain
public import Ledger
import Markup
import Program
public import RoomKit
import Sound

extension MetronomePanel {
  /// Lists of presets that are played one after another.
  public enum Setlists {
    struct State: Equatable, Sendable {
      var all: [Setlist] = []
      /// The open list, and the entry that was recalled last.
      var open: RowID?
      var entry: RowID?
      /// The name of a new list.
      var name = ""
      /// A new name for the open list.
      var naming = Naming.State()
      var order = RowOrder.State()
      /// The preset that is added next.
      var adding: RowID?

      var list: Setlist? { all.first { $0.id == open } }
    }

    public enum Message: Sendable {
      case nameTyped(String)
      case made
      case opened(RowID)
      case closed
      case naming(Naming.Message)
      case removed
      case presetChosen(RowID)
      case presetAdded
      case entryTapped(RowID)
      case order(RowOrder.Message)
      case entryRemoved(RowID)
    }

    static func refresh(_ metronome: inout MetronomePanel.State, _ data: Replica) {
      metronome.setlists.all = Setlist.all(in: data, among: metronome.hand.presets)
    }

    static func update(
      _ metronome: inout MetronomePanel.State, _ bench: inout Bench, _ message: Message,
      _ room: inout RoomContext
    ) -> [Effect<Tools.Message>] {
      let list = metronome.setlists.list
      let limit = Setlist.nameLimit
      switch message {
      case .nameTyped(let name): metronome.setlists.name = name.shortened(to: limit)
      case .made:
        let name = metronome.setlists.name.trimmingBlanks
        let id = room.newRow()
        metronome.setlists = State(all: metronome.setlists.all, open: id)
        let list = Setlist(id, named: name.utf8.isEmpty ? "Setlist" : name)
        return [.keep("Create a setlist", list.edits(from: nil))]
      case .opened(let id):
        metronome.setlists = State(all: metronome.setlists.all, open: id)
      case .closed: metronome.setlists = State(all: metronome.setlists.all)
      case .naming(let message):
        return Naming.update(
          &metronome.setlists.naming, message, Setlist.nameField, upTo: limit, renameID,
          room.data)
      case .removed:
        guard let list else { return [] }
        metronome.setlists = State(all: metronome.setlists.all)
        return [
          .keep("Delete “\(list.name)”", list.trashing, saying: "“\(list.name)” is in the trash.")
        ]
      case .presetChosen(let id): metronome.setlists.adding = id
      case .presetAdded:
        guard let list, let preset = toAdd(metronome) else { return [] }
        let entry = Setlist.Entry(room.newRow(), preset.id, in: list)
        return [
          .keep("Add “\(preset.name)” to “\(list.name)”", entry.edits(from: nil))
        ]
      case .entryTapped(let id): return enter(id, &metronome, &bench, &room)
      case .order(let message):
        return RowOrder.update(
          &metronome.setlists.order, message, list?.entries.map { $0.id } ?? [],
          Setlist.Entry.placeField, "Move an item", room.data)
      case .entryRemoved(let id):
        let edits = list?.removing(id) ?? []
        return edits.isEmpty
          ? [] : [.keep("Remove an item", edits, saying: "Removed from the setlist.")]
      }
      return []
    }

    /// Moves to an entry before or after the current one, or to the first.
    static func move(
      _ metronome: inout MetronomePanel.State, _ bench: inout Bench, by steps: Int,
      _ room: inout RoomContext
    ) -> [Effect<Tools.Message>] {
      let state = metronome.setlists
      guard let entries = state.list?.entries, let first = entries.first else { return [] }
      guard let place = entries.firstIndex(where: { $0.id == state.entry }) else {
        return enter(first.id, &metronome, &bench, &room)
      }
      guard entries.indices.contains(place + steps) else { return [] }
      return enter(entries[place + steps].id, &metronome, &bench, &room)
    }

    /// An entry recalls its preset.
    private static func enter(
      _ id: RowID, _ metronome: inout MetronomePanel.State, _ bench: inout Bench,
      _ room: inout RoomContext
    ) -> [Effect<Tools.Message>] {
      guard let entry = metronome.setlists.list?.entries.first(where: { $0.id == id }),
        let preset = metronome.hand.presets.first(where: { $0.id == entry.preset })
      else { return [] }
      metronome.setlists.entry = id
      return metronome.hand.change("Recall “\(preset.name)”", &room) { $0 = preset.setup }
        + MetronomePanel.beginAgain(&metronome, &bench)
    }

    /// The chosen preset, or the one that matches the setup.
    private static func toAdd(_ metronome: MetronomePanel.State) -> Preset<MetronomeSetup>? {
      let presets = metronome.hand.presets
      return presets.first { $0.id == metronome.setlists.adding }
        ?? presets.first { $0.setup == metronome.hand.setup } ?? presets.first
    }
  }
}

// MARK: - View

extension MetronomePanel.Setlists {
  static func view(_ metronome: MetronomePanel.State) -> Node<Message> {
    let state = metronome.setlists
    return card("Setlists", id: "metro-setlists") {
      if let list = state.list {
        opened(list, metronome)
      } else {
        chooser(state, hasPresets: !metronome.hand.presets.isEmpty)
      }
    }
  }

  private static let renameID = "metro-setlist-rename"

  private static func chooser(_ state: State, hasPresets: Bool) -> [Node<Message>] {
    [
      state.all.isEmpty
        ? p(.className("quiet")) {
          hasPresets
            ? "Arrange presets for a concert or lesson, and step through them."
            : "Save presets first, then arrange them for a concert or lesson."
        }
        : div(.className("chips")) {
          for list in state.all {
            chip("\(list.name) (\(list.entries.count))", isOn: false, .opened(list.id))
              .keyed(list.id.key)
          }
        },
      Naming.view("New setlist", "metro-setlist-name", "Create", state.name, done: .made) {
        .nameTyped($0)
      },
    ]
  }

  private static func opened(
    _ list: Setlist, _ metronome: MetronomePanel.State
  ) -> [Node<Message>] {
    let state = metronome.setlists
    return [
      state.naming.row == list.id
        ? Naming.view(state.naming, renameID).map(Message.naming)
        : div(.className("row wrap")) {
          strong { list.name }
          div(.className("row push")) {
            iconButton(
              .edit, label: "Rename “\(list.name)”", .naming(.asked(list.id, named: list.name)))
            iconButton(.trash, label: "Delete “\(list.name)”", .removed)
            iconButton(.close, label: "Close “\(list.name)”", .closed)
          }
        },
      list.entries.isEmpty
        ? p(.className("quiet")) { "This setlist is empty." }
        : RowOrder.list(
          state.order,
          list.entries.enumerated().map { place, entry in
            let look = RowOrder.className(state.order, entry.id, at: place)
            return li(
              .className("list-row preset-row" + look),
              .current(entry.id == state.entry ? "true" : nil)
            ) {
              row(entry, place, list, metronome)
            }.keyed(entry.id.key)
          }
        ) { .order($0) },
      adder(metronome),
    ]
  }

  private static func row(
    _ entry: Setlist.Entry, _ place: Int, _ list: Setlist, _ metronome: MetronomePanel.State
  ) -> [Node<Message>] {
    let preset = metronome.hand.presets.first { $0.id == entry.preset }
    let name = preset?.name ?? ""
    return [
      chip(
        "\(place + 1). \(name)", isOn: entry.id == metronome.setlists.entry,
        .entryTapped(entry.id)),
      div(.className("row wrap end")) {
        RowOrder.controls(entry.id, "“\(name)”", at: place, of: list.entries.count)
          .map { $0.map(Message.order) }
        iconButton(.close, label: "Remove “\(name)” from the list", .entryRemoved(entry.id))
      },
    ]
  }

  private static func adder(_ metronome: MetronomePanel.State) -> Node<Message> {
    let presets = metronome.hand.presets
    guard let chosen = toAdd(metronome) else {
      return p(.className("quiet")) { "Save a preset first, then add it here." }
    }
    let choices = presets.map { (text: $0.name, content: $0.id) }
    var inputs: [LazyInput] = [.text(chosen.id.bits.hex)]
    for choice in choices { inputs += [.text(choice.text), .text(choice.content.bits.hex)] }
    return lazy(inputs) {
      div(.className("row wrap")) {
        choiceField(
          FieldFrame("Preset", id: "metro-setlist-preset"), choices, chosen: chosen.id
        ) { .presetChosen($0) }
        action("Add", icon: .add, .presetAdded)
      }
    }
  }
}
