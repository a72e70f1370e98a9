public import Domain
public import Ledger
import Markup
import Program
public import RoomKit

// Boxes, and the tools of the workshop with their events.
extension Reeds {
  public enum BoxMessage: Sendable {
    case typed(String)
    case created(for: [RowID])
    case order(RowOrder.Message)
  }

  public enum ToolMessage: Sendable {
    case sort(ReedTool.Sort)
    case typed(String)
    case added
    case eventAdded(RowID)
    /// Shows the reeds with a tool.
    case reedsShown(RowID)
    /// Typed in the search for the tool to merge into.
    case seeking(String)
    /// Rows that refer to the first tool get the second, and the first is deleted.
    case merged(RowID, into: RowID)
  }

  static func update(
    _ state: inout State, _ message: BoxMessage, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    switch message {
    case .typed(let text): state.newName = text.shortened(to: ReedBox.nameLimit)
    case .created(let reeds):
      let name = state.newName.trimmingBlanks
      guard !name.isEmpty else { return [.focus("box-name")] }
      let box = ReedBox(room.newRow(), named: name, after: state.index.boxes)
      state.newName = ""
      if reeds.isEmpty { return [.keep("Add box “\(name)”", box.edits(from: nil))] }
      state.sheet = nil
      return [
        .keep(
          "Move to “\(name)”", box.edits(from: nil) + state.index.putting(reeds, in: box.id),
          saying: "Moved to “\(name)”.")
      ]
    case .order(let message):
      return RowOrder.update(
        &state.order, message, state.index.boxes.map { $0.id }, ReedBox.placeField, "Move box",
        room.data)
    }
    return []
  }

  static func update(
    _ state: inout State, _ message: ToolMessage, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    switch message {
    case .sort(let sort): (state.toolSort, state.newName) = (sort, "")
    case .typed(let text): state.newName = text.shortened(to: ReedTool.nameLimit)
    case .added:
      let name = state.newName.trimmingBlanks
      guard !name.isEmpty else { return [.focus("tool-name")] }
      state.newName = ""
      if let known = state.index.tool(state.toolSort, named: name) {
        return [.toast("“\(known.name)” already exists."), .focus(eventID(known.id))]
      }
      let tool = ReedTool(room.newRow(), state.toolSort, named: name)
      return [.keep("Add “\(name)”", tool.edits(from: nil)), .focus("tool-name")]
    case .reedsShown(let id):
      state.front.look(for: ReedFilter(blank: id))
      state.front.tool = id
      find(&state)
      return [.navigate(to: Place.front.path)]
    case .seeking(let text): state.seeking = text.shortened(to: ReedTool.nameLimit)
    case .eventAdded(let tool):
      let event = ToolEvent(room.newRow(), of: tool, .other, day: room.day)
      state.sheet = .row(.toolEvent)
      return RowForm.begin(
        event.edits(from: nil), from: "tool-event-\(tool.bits.hex)", at: items(of: .toolEvent)[0],
        &state.form)
    case .merged(let one, let other):
      guard let from = state.index.tools[one], let to = state.index.tools[other] else { return [] }
      var edits: [Edit] = []
      room.data.forEachRow { row in
        if row.kind == .experiment { edits += Experiment.merging(one, into: other, row) }
        guard row.life == .alive else { return }
        for cell in row.cells where cell.value == .row(one) {
          edits.append(Edit(row.id, row.kind, cell.field, .row(other)))
        }
      }
      edits += from.trashing
      state.sheet = nil
      return [
        .keep("Merge “\(from.name)” into “\(to.name)”", edits, saying: "Merged into “\(to.name)”."),
        .focus("heading"),
      ]
    }
    return []
  }

  // MARK: - View

  static func workshop(_ state: State) -> Node<Message> {
    let tools = sortedTools(state.toolSort, state)
    let areSingle = state.front.family == .singles
    let hasSingle =
      areSingle || state.index.instruments.contains { $0.family == .singles }
    // The workshop has what its reeds need, and the tools that it has.
    let usual: [ReedTool.Sort] =
      areSingle
      ? [.mouthpiece, .knife, .instrument]
      : ReedTool.Sort.allCases.filter { $0 != .other && (hasSingle || $0 != .mouthpiece) }
    let sorts =
      usual
      + ReedTool.Sort.allCases.filter {
        $0 != .other && !usual.contains($0) && hasTools($0, state)
      }
    return article(.className("page workshop")) {
      pageHead(
        caps: areSingle ? "Mouthpieces, instruments" : "Tools, staples, instruments", "Workshop"
      ) {
        if !areSingle { a(.className("button"), .href(Place.cane.path)) { "Cane" } }
      }
      parts(.tools)
      div(.className("chips"), .role("group"), .label("Kinds of tools")) {
        for sort in sorts {
          chip(sort.label, isOn: sort == state.toolSort, .tool(.sort(sort)))
        }
        chip(ReedTool.Sort.other.label, isOn: state.toolSort == .other, .tool(.sort(.other)))
      }
      Naming.view(
        "New \(state.toolSort.label.inLowerCase)", "tool-name", "Add", isPrimary: true,
        state.newName, done: .tool(.added)
      ) { .tool(.typed($0)) }
      if tools.isEmpty {
        emptyState(
          .sliders, "No \(state.toolSort.label.inLowerCase) yet",
          "Add one here or while you log a reed.")
      } else {
        ul(.className("list")) {
          for tool in tools { row(tool, tools, state).keyed(tool.id.key) }
        }
      }
    }
  }

  private static func row(
    _ tool: ReedTool, _ all: [ReedTool], _ state: State
  ) -> Node<Message> {
    let reeds = state.index.reeds(with: tool.id)
    let events = state.index.toolEvents(of: tool.id)
    return li(.className("list-row stack tool-row")) {
      div(.className("row wrap")) {
        div {
          strong { tool.name }
          div(.className("quiet small")) {
            let words = DayWords.count(reeds, "reed", "reeds")
            if reeds > 0 {
              button(
                .type("button"), .className("in-text"),
                .label("\(words) with \(tool.name)"), .onClick(.tool(.reedsShown(tool.id)))
              ) { words }
            } else {
              words
            }
            if tool.isArchived { " · archived" }
          }
        }
        div(.className("row push")) {
          button(
            .type("button"), .id("tool-event-\(tool.id.bits.hex)"),
            .label("Log an event for \(tool.name)"), .onClick(.tool(.eventAdded(tool.id)))
          ) { "Log event" }
          if reeds > 0, let field = state.index.fields.all.first(where: { $0.isTool(tool.sort) }) {
            compareButton(field.name, "Compare \(tool.name) with others")
          }
          Pictures.adding(to: tool.id, named: tool.name, state.pictures).map(Message.pictures)
          button(
            .type("button"), .className("round"), .id(eventID(tool.id)),
            .label("Edit \(tool.name)"), .title("Edit"), .onClick(.opened(.row(tool.id, .reedTool)))
          ) { Icon.edit.view() }
        }
      }
      Pictures.thumbnails(state.pictures, of: tool.id)?.map(Message.pictures)
      if !tool.notes.isEmpty { p(.className("value small")) { tool.notes } }
      for event in events {
        div(.className("row small")) {
          span {
            "\(MomentText.dayText(event.day)) · \(event.what.label)"
              + (event.note.isEmpty ? "" : " · \(event.note)")
          }
          button(
            .type("button"), .className("round push"), .id(eventID(event.id)),
            .label("Edit: \(event.what.label)"), .title("Edit"),
            .onClick(.opened(.row(event.id, .toolEvent)))
          ) { Icon.edit.view() }
        }.keyed(event.id.key)
      }
      if all.count > 1 {
        div {
          action(
            "Merge duplicates", label: "Merge duplicates of \(tool.name)", style: .quiet,
            .opened(.merge(tool.id)))
        }
      }
    }
  }

  /// The tools that a tool can be merged into: those whose names contain what was typed.
  static func mergeSheet(_ id: RowID, _ state: State) -> [Node<Message>] {
    guard let tool = state.index.tools[id] else { return [] }
    let wanted = Wanted(state.seeking)
    let others = sortedTools(tool.sort, state).filter {
      $0.id != id && wanted.isIn($0.name)
    }
    return [
      textField(FieldFrame("Search", id: "merge-find"), value: state.seeking) {
        .tool(.seeking($0))
      },
      others.isEmpty
        ? p(.className("quiet")) { "Nothing matches." }
        : ul(.className("list")) {
          for other in others.prefix(100) {
            li {
              button(
                .type("button"), .className("practice-pick"),
                .onClick(.tool(.merged(id, into: other.id)))
              ) { "Merge into \(other.name)" }
            }.keyed(other.id.key)
          }
        },
    ]
  }

  static func hasTools(_ sort: ReedTool.Sort, _ state: State) -> Bool {
    state.index.tools.values.contains { $0.sort == sort }
  }

  private static func sortedTools(_ sort: ReedTool.Sort, _ state: State) -> [ReedTool] {
    state.index.tools.values.filter { $0.sort == sort }.sorted {
      let (one, other) = (Fold.bytes(of: $0.name), Fold.bytes(of: $1.name))
      return one == other ? $0.id < $1.id : one.lexicographicallyPrecedes(other)
    }
  }
}
