import Domain
public import Ledger
import Markup
import Program
public import RoomKit

/// The presets of a tool: saved, recalled with one tap, renamed, reordered, deleted.
public enum Presets {
  struct State: Equatable, Sendable {
    var isOpen = false
    /// The name of the next preset.
    var name = ""
    /// The preset that was saved last. Its name stays in the field until the preset appears.
    var saved: RowID?
    /// The search text in the sheet.
    var find = ""
    var naming = Naming.State()
    var order = RowOrder.State()
  }

  public enum Message: Sendable {
    case opened
    /// Opens the sheet to find a preset rather than to save one.
    case allOpened
    case closed
    case findTyped(String)
    case nameTyped(String)
    case saveTapped
    case recalled(RowID)
    case naming(Naming.Message)
    case order(RowOrder.Message)
    case replaced(RowID)
    case removed(RowID)
  }

  /// - Parameter describe: names a setup that has no name.
  static func update<Setup: ToolSetup>(
    _ state: inout State, _ hand: inout Hand<Setup>, _ message: Message, _ room: inout RoomContext,
    describe: (Setup) -> String
  ) -> [Effect<Tools.Message>] {
    // This is compiled for each tool, so it holds only what needs the setup's type.
    let presets = hand.presets
    let limit = Preset<Setup>.nameLimit
    if let saved = state.saved, presets.contains(where: { $0.id == saved }) {
      (state.name, state.saved) = ("", nil)
    }
    if case .saveTapped = message {
      let typed = state.name.trimmingBlanks
      let name = typed.utf8.isEmpty ? describe(hand.setup).shortened(to: limit) : typed
      let id = room.newRow()
      (state.saved, state.isOpen) = (id, false)
      let preset = Preset(id, named: name, of: hand.setup, after: presets)
      return kept("Save “\(name)”", preset.edits(from: nil), saying: "Saved “\(name)”.")
    }
    guard let id = subject(of: message) else {
      return enter(
        message, &state, presets.map { $0.id }, named: Preset<Setup>.nameField,
        at: Preset<Setup>.placeField, atMost: limit, room.data)
    }
    guard let preset = presets.first(where: { $0.id == id }) else { return [] }
    let name = preset.name
    switch message {
    case .recalled:
      state = State()
      return hand.change("Recall “\(name)”", &room) { $0 = preset.setup }
    case .replaced:
      return kept(
        "Update “\(name)”", preset.replacing(with: hand.setup),
        saying: "Updated “\(name)”.")
    default: return kept("Delete “\(name)”", preset.trashing, saying: "“\(name)” is in the trash.")
    }
  }

  /// The preset that a message recalls, replaces or deletes.
  private static func subject(of message: Message) -> RowID? {
    switch message {
    case .recalled(let id), .replaced(let id), .removed(let id): id
    default: nil
    }
  }

  /// Handles typing, opening, naming and reordering.
  private static func enter(
    _ message: Message, _ state: inout State, _ presets: [RowID], named name: FieldID,
    at place: FieldID, atMost limit: Int, _ data: Replica
  ) -> [Effect<Tools.Message>] {
    switch message {
    case .opened:
      // What could not be saved is still in the field.
      state = State(isOpen: true, name: state.saved == nil ? "" : state.name)
      return [.focus("preset-name")]
    case .allOpened:
      state = State(isOpen: true)
      return [.focus("preset-find")]
    // A sheet that saving has closed says so as well.
    case .closed: if state.isOpen { state = State() }
    case .findTyped(let words): state.find = words.shortened(to: limit)
    case .nameTyped(let name): (state.name, state.saved) = (name.shortened(to: limit), nil)
    case .naming(let message):
      return Naming.update(&state.naming, message, name, upTo: limit, renameID, data)
    case .order(let message):
      return RowOrder.update(&state.order, message, presets, place, "Move a preset", data)
    case .saveTapped, .recalled, .replaced, .removed: break
    }
    return []
  }

  private static func kept(
    _ label: String, _ edits: [Edit], saying: String? = nil
  ) -> [Effect<Tools.Message>] {
    edits.isEmpty ? [] : [.keep(label, edits, saying: saying)]
  }
}

// MARK: - View

extension Presets {
  /// The most presets in the card; from this number on, they can be searched.
  private static let chipLimit = 12
  private static let renameID = "preset-rename"
  /// The most presets in the sheet.
  private static let rowLimit = 50

  /// A preset, as shown.
  private struct Entry {
    var id: RowID
    var name: String
    var isOn: Bool
    /// Its setup in a few words.
    var detail = ""
    /// Its position among all presets.
    var place = 0
  }

  /// A card with the presets as chips, or only a button to save the first; and the sheet for finding and reordering them.
  static func view<Setup: ToolSetup>(
    _ state: State, _ hand: Hand<Setup>, describe: (Setup) -> String
  ) -> Node<Message> {
    let presets = hand.presets
    let chosen = presets.firstIndex { $0.setup == hand.setup }
    func entry(_ place: Int) -> Entry {
      let preset = presets[place]
      return Entry(id: preset.id, name: preset.name, isOn: preset.setup == hand.setup)
    }
    var (placeholder, found, rows) = ("", 0, [Entry]())
    if state.isOpen {
      placeholder = describe(hand.setup)
      let places =
        presets.count < chipLimit
        ? Array(presets.indices) : places(of: state.find, among: presets.map { $0.name })
      found = places.count
      rows = few(places, atMost: rowLimit, with: chosen).map { place in
        var entry = entry(place)
        entry.detail = describe(presets[place].setup)
        entry.place = place
        return entry
      }
    }
    var shown = state
    if let saved = state.saved, presets.contains(where: { $0.id == saved }) { shown.name = "" }
    return view(
      few(Array(presets.indices), atMost: chipLimit, with: chosen).map { entry($0) },
      of: presets.count,
      sheet(shown, rows, found: found, of: presets.count, placeholder: placeholder))
  }

  /// The first few places, always including the chosen one.
  private static func few(_ places: [Int], atMost limit: Int, with chosen: Int?) -> [Int] {
    var few = Array(places.prefix(limit))
    if let chosen, !few.contains(chosen), places.contains(chosen) { few[few.count - 1] = chosen }
    return few
  }

  /// The places of the names that contain all words of the search.
  private static func places(of question: String, among names: [String]) -> [Int] {
    let wanted = Wanted(question)
    return names.indices.filter { wanted.isIn(names[$0]) }
  }

  private static func view(
    _ chips: [Entry], of count: Int, _ sheet: Node<Message>
  ) -> Node<Message> {
    // The same elements with and without presets, so that the sheet stays open if the first comes from another
    // device.
    section(.className(chips.isEmpty ? "presets-none" : "card stack"), .labelledBy("presets")) {
      h2(.id("presets"), .className(chips.isEmpty ? "unseen" : nil)) { "Presets" }
      div(.className("chips")) {
        for entry in chips {
          chip(entry.name, isOn: entry.isOn, .recalled(entry.id)).keyed(entry.id.key)
        }
      }
      div(.className("row wrap")) {
        if count > chipLimit { action("All \(count) presets", icon: .search, .allOpened) }
        action(
          count == 0 ? "Save as a preset" : "Save or edit presets", icon: .add,
          style: count == 0 ? .quiet : .plain, .opened)
      }
      sheet
    }
  }

  private static func sheet(
    _ state: State, _ rows: [Entry], found: Int, of count: Int, placeholder: String
  ) -> Node<Message> {
    dialogBox(
      count == 0 ? "Save preset" : "Presets", id: "presets-sheet", isOpen: state.isOpen,
      isSheet: true, closed: .closed
    ) {
      form(.className("stack"), .onSubmit(.saveTapped)) {
        textField(
          FieldFrame("Name", id: "preset-name", help: "For the current settings."),
          value: state.name, placeholder: placeholder
        ) { .nameTyped($0) }
        div(.className("row end")) {
          button(.type("submit"), .className("primary")) { "Save" }
        }
      }
      if count >= chipLimit {
        textField(FieldFrame("Find", id: "preset-find"), value: state.find) { .findTyped($0) }
        p(.className("quiet small figure"), .id("preset-count"), .live("polite")) {
          words(found, of: count, isFinding: !state.find.trimmingBlanks.utf8.isEmpty)
        }
      }
      if !rows.isEmpty {
        RowOrder.list(
          state.order, rows.map { row($0, state, of: count, rows.count == count).keyed($0.id.key) }
        ) { .order($0) }
      }
    }
  }

  private static func words(_ found: Int, of count: Int, isFinding: Bool) -> String {
    if found > rowLimit { return "\(rowLimit) of \(found); type to find others" }
    if found == 0 { return "No match" }
    return isFinding ? "\(found) of \(count)" : "\(count) presets"
  }

  private static func row(
    _ entry: Entry, _ state: State, of count: Int, _ isWhole: Bool
  ) -> Node<Message> {
    let naming = state.naming
    let isNamed = naming.row == entry.id
    let look = RowOrder.className(state.order, entry.id, at: entry.place)
    return lazy([
      .text(entry.name), .text(entry.detail), .flag(entry.isOn), .number(Int64(entry.place)),
      .number(Int64(count)), .flag(isWhole), .text(look), .flag(isNamed),
      .text(isNamed ? naming.name : ""),
    ]) {
      li(.className("list-row preset-row" + look)) {
        if isNamed {
          Naming.view(naming, renameID).map(Message.naming)
        } else {
          content(entry, of: count, isWhole)
        }
      }
    }
  }

  private static func content(_ entry: Entry, of count: Int, _ isWhole: Bool) -> [Node<Message>] {
    let (id, name) = (entry.id, entry.name)
    return [
      button(
        .type("button"), .className(entry.isOn ? "preset-recall on" : "preset-recall"),
        .pressed(entry.isOn), .onClick(.recalled(id))
      ) {
        strong { name }
        span(.className("quiet small")) { entry.detail }
      },
      div(.className("row wrap end")) {
        RowOrder.controls(id, "“\(name)”", at: entry.place, of: count, isWhole: isWhole)
          .map { $0.map(Message.order) }
        iconButton(.edit, label: "Rename “\(name)”", .naming(.asked(id, named: name)))
        action("Update", label: "Update “\(name)” with the current settings", .replaced(id))
        iconButton(.trash, label: "Delete “\(name)”", .removed(id))
      },
    ]
  }
}
