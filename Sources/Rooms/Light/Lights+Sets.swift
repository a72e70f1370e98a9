import Domain
import Ledger
import Light
import Markup
import Program
import RoomKit

// The list of sets: choose, rename, reorder, copy, share, delete.
extension Lights {
  static let renameID = "light-rename"
  /// How many sets are shown at once; the others are found by typing, and are on paper too.
  static let rowLimit = 40
  /// How many sets are on paper: each has eight pictures to draw.
  static let paperLimit = 200

  static func change(
    _ state: inout State, _ message: Message, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    switch message {
    case .listTapped:
      state.isListOpen.toggle()
      state.find = ""
      return state.isListOpen ? [.focus("light-list-heading")] : [.focus("light-list-button")]
    case .findTyped(let text): state.find = text.shortened(to: LightSet.titleLimit)
    case .chosen(let key):
      guard let place = state.entries.firstIndex(where: { $0.key.utf8.elementsEqual(key.utf8) })
      else { return [] }
      return [tell(.play(Int(LightEvent.Target.set.number), Double(place)))]
    case .unfolded(let key):
      state.unfolded = state.unfolded.utf8.elementsEqual(key.utf8) ? "" : key
    case .naming(let message):
      return Naming.update(
        &state.naming, message, LightSet.titleField, upTo: LightSet.titleLimit, renameID, room.data)
    case .order(let message):
      return RowOrder.update(
        &state.order, message, state.own.map { $0.id }, LightSet.placeField, "Move a chordset",
        room.data)
    case .added:
      let id = room.newRow()
      state.wanted = id
      let place = (state.own.first?.place ?? 1) - 1
      return keep(
        "Add a chordset", LightSet(id, titled: "New chordset", at: place).edits(from: nil),
        saying: "Added “New chordset”.")
    case .duplicated(let key): return [tell(.copy(key))]
    case .swiped(let message):
      return RowSwipe.update(&state.swipe, message).map { remove($0, state) } ?? []
    case .removed(let id): return remove(id, state)
    case .linkWanted(let key): return [tell(.link(key))]
    case .codeMade(let title, let bytes):
      guard case .link = state.sheet else { return [] }
      if let code = bytes.flatMap({ AddressCode($0) }) { state.sheet = .link(title, code) }
    case .shareTapped(let address):
      guard case .link(let title, _) = state.sheet else { return [] }
      return [
        .share(title: title, text: "", url: address) {
          $0 == .unavailable ? .copyWanted(address) : .shared
        }
      ]
    case .copyWanted(let address): return [.copy(address) { .copied($0) }]
    case .copied(let isDone):
      return [
        .toast(isDone ? "Link copied." : "The browser didn’t allow it. Copy the link by hand.")
      ]
    case .exported(let key): return [tell(.export(key))]
    case .importTapped:
      return [.pickFiles(accept: ".txt,text/plain", several: true) { .filesPicked($0) }]
    case .filesPicked(let files): return files.map { file in .read(file) { .fileRead($0) } }
    case .fileRead(let bytes):
      guard let bytes else {
        return [.toast("The file can’t be read. Nothing was changed; choose it again.")]
      }
      return [tell(.takeIn(String(decoding: bytes, as: UTF8.self)))]
    case .offerTaken: return takeOffer(&state, &room)
    default: break
    }
    return []
  }

  private static func remove(_ id: RowID, _ state: State) -> [Effect<Message>] {
    guard let set = state.own.first(where: { $0.id == id }) else { return [] }
    return keep("Delete “\(set.title)”", set.trashing, saying: "“\(set.title)” is in the trash.")
  }

  // MARK: - View

  static func list(_ state: State) -> Node<Message> {
    let wanted = Wanted(state.find)
    let found = state.entries.indices.filter { wanted.isIn(state.entries[$0].title) }
    let ownCount = state.own.count
    return aside(.className("light-list"), .id("light-list"), .label("Chordsets")) {
      div(.className("row")) {
        h2(.id("light-list-heading"), .tabIndex(-1)) { "Chordsets" }
        div(.className("row push")) {
          iconButton(.add, label: "New chordset", .added)
          iconButton(.close, label: "Close the list", .listTapped)
        }
      }
      if state.entries.count > 8 {
        textField(FieldFrame("Search", id: "light-find"), value: state.find) { .findTyped($0) }
      }
      if state.find.utf8.isEmpty, ownCount == 0 {
        p(.className("quiet small")) {
          "These come with the app. Hold Shift and tap a chord to store what you’re playing in your own copy."
        }
      }
      let rows = found.prefix(paperLimit).map { place in
        row(place, state, isWhole: found.count == state.entries.count && ownCount <= rowLimit)
          .keyed(.text(state.entries[place].key))
      }
      RowOrder.list(state.order, Array(rows.prefix(rowLimit))) { .order($0) }
      if found.count > rowLimit {
        ol(.className("list later")) {
          Array(rows[rowLimit...])
          if found.count > paperLimit {
            li { "\(paperLimit) of \(found.count) chordsets" }.keyed(.text("rest"))
          }
        }
        p(.className("quiet small figure"), .live("polite")) {
          "\(rowLimit) of \(found.count); type to find others"
        }
      }
      div(.className("row wrap")) {
        action("Import", icon: .file, .importTapped)
        action("Export all", icon: .download, isDisabled: ownCount == 0, .exported(""))
      }
    }
  }

  private static func row(_ place: Int, _ state: State, isWhole: Bool) -> Node<Message> {
    let entry = state.entries[place]
    let set = own(entry.key, state)
    let isOn = state.playing?.set == place
    let isUnfolded = state.unfolded.utf8.elementsEqual(entry.key.utf8)
    let isNamed = set != nil && state.naming.row == set?.id
    let at = set.flatMap { set in state.own.firstIndex { $0.id == set.id } } ?? place
    let look = set.map { RowOrder.className(state.order, $0.id, at: at) } ?? ""
    let signs = set == nil ? [] : state.signs[at]
    return lazy([
      .text(entry.key), .text(entry.title), .flag(isOn), .text(look),
      .number(signs.reduce(0) { $0 &* 31 &+ Int64($1) }),
      .flag(isNamed), .text(isNamed ? state.naming.name : ""), .number(Int64(at)),
      .number(Int64(state.own.count)), .flag(isWhole), .flag(isUnfolded),
      .number(Int64(set.map { RowSwipe.distance(state.swipe, $0.id) } ?? 0)),
    ]) {
      let className = "light-set" + (isOn ? " on" : "") + look
      if isNamed {
        return li(.className(className)) {
          Naming.view(state.naming, renameID, canLeave: true).map(Message.naming)
        }
      }
      let content = content(entry, set, signs, isOn: isOn, isUnfolded: isUnfolded)
      if isUnfolded {
        return li(.className(className)) {
          content
          div(.className("row wrap end")) { actions(entry, set, at: at, state, isWhole: isWhole) }
        }
      }
      // Sets that come with the app can't be deleted.
      guard let set else { return li(.className(className)) { content } }
      return RowSwipe.item(state.swipe, set.id, className, content) { .swiped($0) }
    }
  }

  @NodeBuilder<Message>
  private static func content(
    _ entry: StageNews.Entry, _ set: LightSet?, _ signs: [UInt32], isOn: Bool, isUnfolded: Bool
  ) -> [Node<Message>] {
    button(
      .type("button"), .className("round light-more"), .label("More for “\(entry.title)”"),
      .plain("aria-expanded", isUnfolded ? "true" : "false"), .onClick(.unfolded(entry.key))
    ) { "⋯" }
    button(
      .type("button"), .className("light-set-name"), .current(isOn ? "true" : nil),
      .onClick(.chosen(entry.key))
    ) {
      span {
        strong { entry.title }
        if set == nil { span(.className("quiet small")) { " built in" } }
      }
      div(.className("light-set-chords"), .hidden(fromReaders: true)) {
        for chord in 0..<LightSet.size {
          picture(entry.key, chord, look: signs.isEmpty ? 0 : signs[chord], width: 48)
        }
      }
    }
  }

  @NodeBuilder<Message>
  private static func actions(
    _ entry: StageNews.Entry, _ set: LightSet?, at place: Int, _ state: State, isWhole: Bool
  ) -> [Node<Message>] {
    if let set {
      RowOrder.controls(
        set.id, "“\(set.title)”", at: place, of: state.own.count, isWhole: isWhole
      ).map { $0.map(Message.order) }
      iconButton(
        .edit, label: "Rename “\(set.title)”", .naming(.asked(set.id, named: set.title)))
    }
    iconButton(.copy, label: "Copy “\(entry.title)”", .duplicated(entry.key))
    iconButton(.share, label: "Share “\(entry.title)”", .linkWanted(entry.key))
    iconButton(.download, label: "Export “\(entry.title)”", .exported(entry.key))
    if let set { iconButton(.trash, label: "Delete “\(set.title)”", .removed(set.id)) }
  }

  /// A small picture of a chord; the stage draws it.
  static func picture(_ key: String, _ chord: Int, look: UInt32, width: Int) -> Node<Message> {
    canvas(
      .plain("width", "\(width)"), .plain("height", "\(width * 9 / 16)"),
      .plain("data-chord", "\(key) \(chord) \(look)"), .hidden(fromReaders: true)
    ) {}
  }
}
