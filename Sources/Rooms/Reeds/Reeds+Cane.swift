import Domain
import Ledger
import Markup
import Program
import RoomKit

// Pieces of cane, measured before they become reeds.
extension Reeds {
  static func beginCane(_ state: inout State, _ room: inout RoomContext) -> [Effect<Message>] {
    suggest(&state)
    state.sheet = .cane
    let cane = PieceOfCane(room.newRow(), named: state.index.nextCaneName, day: room.day)
    return RowForm.begin(
      cane.edits(from: nil), from: "cane-new", at: .init(PieceOfCane.nameField), &state.form)
  }

  /// Starts a reed with the measurements of its cane.
  static func begin(
    of cane: RowID, _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    guard let row = state.index.canes.first(where: { $0.id == cane }) else { return [] }
    var reed = Reed(room.newRow(), named: state.index.nextName, begun: room.day)
    reed.cane = cane
    // Nobody ties a single reed.
    func take(_ instrument: Reed.Instrument) {
      if instrument.family != .singles { reed.instrument = instrument }
    }
    take(Settings(room.data[Settings.row]).reeds)
    if let last = state.index.order.first.flatMap({ state.index[$0] }) {
      take(last.reed.instrument)
      reed.style = last.reed.style
    }
    var values: [Edit] = []
    for field in ReedField.pieceOfCane {
      var value = row.value(field.id)
      guard value != .null else { continue }
      let id = KindID.reed.field(field.id.number & 0xFF)
      if let here = state.index.caneFields[field.id], let there = state.index.fields[id] {
        value = there.value(value, from: here)
      }
      values.append(Edit(reed.id, .reed, id, value))
    }
    return begin(reed, values, &state)
  }

  // MARK: - View

  static func canePage(_ state: State) -> Node<Message> {
    let pieces = state.index.canes.map { (row: $0, cane: PieceOfCane($0)) }
    let reeds = state.index.reedsByCane
    let left = pieces.filter { !$0.cane.isDiscarded && reeds[$0.row.id] == nil }
    let gone = pieces.filter { $0.cane.isDiscarded || reeds[$0.row.id] != nil }
    return article(.className("page workshop")) {
      a(.className("back-link"), .href(Place.tools.path)) {
        Icon.back.view()
        "Workshop"
      }
      pageHead(caps: "Pieces to tie", "Cane") {
        action("New piece", icon: .add, style: .primary, id: "cane-new", .opened(.newCane))
      }
      if pieces.isEmpty {
        emptyState(
          .reeds, "No cane yet",
          "Measure a piece once, and the reed you tie from it starts with those measurements.")
      }
      if !left.isEmpty { list("Unused", left, reeds, state) }
      if !gone.isEmpty { list("Used or discarded", gone, reeds, state) }
    }
  }

  private static func list(
    _ title: String, _ pieces: [(row: Row, cane: PieceOfCane)], _ reeds: [RowID: RowID],
    _ state: State
  ) -> Node<Message> {
    section(.className("stack"), .label(title)) {
      h2(.className("caps")) { "\(title) · \(pieces.count)" }
      ul(.className("list")) {
        for (row, cane) in pieces.prefix(200) {
          li(.className("list-row")) {
            div {
              strong { cane.name.isEmpty ? "Unnamed piece" : cane.name }
              div(.className("quiet small")) { words(row, cane, state) }
            }
            div(.className("row push")) {
              if let reed = reeds[row.id], let line = state.index[reed] {
                a(.className("button"), .href(Place.reed(reed).path)) { line.reed.fullName }
              } else if !cane.isDiscarded {
                action("New reed", label: "New reed from \(cane.name)", .tied(row.id))
              }
              button(
                .type("button"), .className("round"), .id(eventID(row.id)),
                .label("Edit \(cane.name)"), .title("Edit"), .onClick(.opened(.row(row.id, .cane)))
              ) { Icon.edit.view() }
            }
          }.keyed(row.id.key)
        }
      }
    }
  }

  /// `20 November 2025 · Brand Rigotti · Hardness 12.0`
  private static func words(_ row: Row, _ cane: PieceOfCane, _ state: State) -> String {
    var parts = [MomentText.dayText(cane.day)]
    for field in state.index.caneFields.all where parts.count < 4 {
      let value = row.value(field.id)
      guard value != .null else { continue }
      parts.append("\(field.label) \(state.index.words(field, value, in: state.lengths))")
    }
    if cane.isDiscarded { parts.append("discarded") }
    return parts.joined(separator: " · ")
  }

  static func caneForm(_ state: State) -> Node<Message> {
    dialogBox(
      "Piece of cane", id: "cane-form", isOpen: state.sheet == .cane, isSheet: true,
      closed: .closed
    ) {
      if let row = state.form.open {
        let fields = FormFields(
          row: row, fields: state.index.caneFields, length: .full, family: .all)
        form(.className("stack reed-form"), walksByEnter, .onSubmit(.saved)) {
          core(PieceOfCane.nameField, "Name", row, state)
          groups(fields, state)
          core(PieceOfCane.noteField, nil, row, state, isLong: true)
          core(PieceOfCane.discardedField, nil, row, state)
          saveBar(state, "cane-save")
        }
      }
    }
  }
}

extension ReedIndex {
  /// The reed made from each piece of cane.
  fileprivate var reedsByCane: [RowID: RowID] {
    var reeds: [RowID: RowID] = [:]
    for (id, line) in lines {
      if let cane = line.reed.cane { reeds[cane] = id }
    }
    return reeds
  }

  /// The next free name: `C12` after `C11`.
  fileprivate var nextCaneName: String {
    var highest = 0
    for row in canes {
      let name = PieceOfCane(row).name.utf8
      guard name.first == UInt8(ascii: "C"),
        let number = Int(String(decoding: name.dropFirst(), as: UTF8.self)), number > highest,
        number < 1_000_000
      else { continue }
      highest = number
    }
    return "C\(highest + 1)"
  }
}
