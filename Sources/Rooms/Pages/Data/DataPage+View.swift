import Domain
import Ledger
public import Markup
import Program
import RoomKit

extension DataPage {
  @export(interface)
  public static func view(
    _ state: State, _ safekeeping: Safekeeping.State, zoneMinutes: Int
  ) -> Node<Message> {
    let data = safekeeping.data
    return article(.className("page")) {
      pageHead(caps: "Everything, as it is", "Your data") {
        action("Export", icon: .download, .exportTapped)
      }
      if !state.conflicts.isEmpty { conflicts(state, data, zoneMinutes) }
      lost(data, state)
      div(.className("data-columns")) {
        kinds(state)
        rows(state, data, zoneMinutes)
        div(.className("data-tools stack")) {
          ownKind(state)
          inAndOut(state, isWritable: safekeeping.keeper.isWritable)
          asItWas
          spaces(safekeeping)
        }
      }
    }
  }

  // MARK: - Kinds

  private static func kinds(_ state: State) -> Node<Message> {
    section(.className("data-kinds stack"), .label("Kinds")) {
      div(.className("chips")) {
        chip("All", isOn: state.kind == nil, .kindChosen(nil))
        for kind in shownKinds(state) {
          chip(
            "\(state.schema.name(of: kind.kind)) \(kind.count)", isOn: state.kind == kind.kind,
            .kindChosen(kind.kind))
        }
      }
      if let kind = state.kind, state.schema.kind(kind) != nil, kind != .settings {
        p {
          action(
            "Add a row", icon: .add, style: .primary, id: "add-row", .rowAdded(kind))
        }
      }
    }
  }

  private static func ownKind(_ state: State) -> Node<Message> {
    card("A kind of your own", id: "own") {
      form(.className("stack"), .onSubmit(.ownKindMade)) {
        textField(
          FieldFrame(
            "Its name", id: "own-kind",
            help: "For whatever you want to keep a list of. It starts with one field of text.",
            problem: state.ownKindProblem),
          value: state.ownKind, Message.ownKindTyped)
        p {
          button(.type("submit"), .id("make-kind")) {
            Icon.add.view()
            "Make it"
          }
        }
      }
    }
  }

  /// Kinds that have rows, and those that a person made.
  private static func shownKinds(_ state: State) -> [KindCount] {
    var kinds = state.counts
    for kind in state.schema.kinds where KindID.isOwn(kind.id) {
      if !kinds.contains(where: { $0.kind == kind.id }) {
        kinds.append(KindCount(kind: kind.id, count: 0))
      }
    }
    return kinds
  }

  // MARK: - In and out

  private static func inAndOut(_ state: State, isWritable: Bool) -> Node<Message> {
    card("Take in a file", id: "import") {
      p(.className("quiet")) {
        "A file that Woodshed exported, or one line of JSON for each row. What you have changed since "
          + "the export stays; everything that a file brings can be undone at once."
      }
      p {
        // Importing needs the stored rows: until they are loaded, the keeper refuses it.
        action(
          "Choose a file", icon: .file, isDisabled: !isWritable, isBusy: state.isImporting,
          .importTapped)
      }
      if let problem = state.problem {
        p(.className("note problem"), .role("alert")) {
          Icon.warning.view()
          problem
        }
      }
    }
  }

  private static var asItWas: Node<Message> {
    card("As it was", id: "as-it-was") {
      p(.className("quiet")) { "Look what there was on a day, and go back to it." }
      p { a(.className("button"), .href(PagePlace.points.path)) { "Restore points" } }
    }
  }

  private static func spaces(_ safekeeping: Safekeeping.State) -> Node<Message> {
    card("Spaces on this device", id: "spaces") {
      segmented(
        "Shown now", name: "space",
        [
          ("Your own", safekeeping.space.isSynced, .spaceChosen(.own)),
          ("Sample", !safekeeping.space.isSynced, .spaceChosen(.sample)),
        ])
      p(.className("note")) {
        "The sample space is for looking around. It stays on this device, and nothing in it is ever sent."
      }
      p { action("Remove the sample", icon: .trash, .sampleRemoved) }
      if let room = safekeeping.room {
        p(.className("note")) {
          room.isPersisted
            ? "This browser has promised to keep your data until you remove it."
            : "This browser may clear data of sites that are not used for long. A server or an export "
              + "keeps yours safe."
        }
      }
    }
  }

  // MARK: - Rows

  private static func rows(_ state: State, _ data: Replica, _ zoneMinutes: Int) -> Node<Message> {
    section(.className("data-rows stack"), .labelledBy("rows")) {
      div(.className("row wrap")) {
        h2(.id("rows")) { state.kind.map { state.schema.plural(of: $0) } ?? "All rows" }
        span(.className("quiet small figure"), .id("row-count")) {
          state.found.count == 1 ? "1 row" : "\(state.found.count) rows"
        }
        div(.className("chips push")) {
          chip("Kept", isOn: state.shelf == .alive, .shelfChosen(.alive))
          chip("Trash \(state.trashCount)", isOn: state.shelf == .trash, .shelfChosen(.trash))
        }
      }
      textField(
        FieldFrame("Search", id: "search"), value: state.search,
        placeholder: "Any words, in any order", Message.searched)
      if state.found.isEmpty {
        nothing(state)
      } else {
        ul(.className("list")) {
          for id in state.found.prefix(state.limit) {
            if let row = data[id] { rowLink(row, state.schema, zoneMinutes) }
          }
        }
        if state.found.count > state.limit {
          p {
            action(
              "Show \(min(State.step, state.found.count - state.limit)) more", .moreTapped)
          }
        }
      }
    }
  }

  private static func nothing(_ state: State) -> Node<Message> {
    div(.className("card")) {
      if !state.search.isEmpty {
        emptyState(
          .search, "Nothing has these words", "Try fewer letters, another kind, or the trash.")
      } else if state.shelf == .trash {
        emptyState(
          .trash, "The trash is empty",
          "What you remove lies here and can be put back.")
      } else {
        emptyState(
          .file, "Nothing is kept yet",
          "Everything you write in the rooms will stand here, row by row. Make a kind of your own or "
            + "take in a file to begin.")
      }
    }
  }

  private static func rowLink(
    _ row: Row, _ schema: Schema, _ zoneMinutes: Int
  ) -> Node<Message> {
    let time = row.latest?.time.milliseconds ?? 0
    return lazy([
      .number(Int64(bitPattern: row.mark)), .number(Int64(zoneMinutes)),
    ]) {
      li(.className("list-row")) {
        a(.className("row-link"), .href(PagePlace.row(row.id).path)) {
          strong { schema.title(of: row) }
          div(.className("quiet small")) {
            "\(schema.name(of: row.kind)) · changed "
              + MomentText.text(time, zoneMinutes: zoneMinutes)
          }
        }
      }
    }.keyed(.wide(row.id.bits.high, row.id.bits.low))
  }

  // MARK: - What asks for a choice

  private static func conflicts(
    _ state: State, _ data: Replica, _ zoneMinutes: Int
  ) -> Node<Message> {
    section(.className("stack"), .labelledBy("conflicts")) {
      h2(.id("conflicts")) { "Changed in two places at once" }
      p(.className("quiet")) {
        "Two devices or tabs did not know of each other's change. Both are kept; choose one."
      }
      for row in state.conflicts {
        if let conflict = Conflict(row) { choice(conflict, state.schema, data, zoneMinutes) }
      }
    }
  }

  private static func choice(
    _ conflict: Conflict, _ schema: Schema, _ data: Replica, _ zoneMinutes: Int
  ) -> Node<Message> {
    let row = data[conflict.row]
    let kind = row.flatMap { schema.kind($0.kind) }
    let field =
      conflict.field == .life ? "In the trash or not" : schema.name(of: conflict.field, in: kind)
    let standing = row?.cell(conflict.field)
    let title = row.map { schema.title(of: $0) } ?? "A row that is gone"
    return div(.className("card stack conflict")) {
      div {
        strong { title }
        div(.className("quiet small")) { field }
      }
      div(.className("two")) {
        alternative(
          "Stands now", standing?.value ?? .null, standing?.stamp, data, schema, conflict.field,
          kind, zoneMinutes,
          action(
            "Keep this one", label: "Keep this one: \(title)", icon: .check, .kept(conflict.id)))
        alternative(
          "The other", conflict.lost, conflict.lostStamp, data, schema, conflict.field, kind,
          zoneMinutes,
          row.map { _ in
            action(
              "Use this one", label: "Use this one: \(title)", icon: .undo,
              .lostKept(conflict.id))
          })
      }
    }.keyed(.wide(conflict.id.bits.high, conflict.id.bits.low))
  }

  private static func alternative(
    _ heading: String, _ value: Value, _ stamp: Stamp?, _ data: Replica, _ schema: Schema,
    _ field: FieldID, _ kind: Kind?, _ zoneMinutes: Int, _ button: Node<Message>?
  ) -> Node<Message> {
    div(.className("alternative stack")) {
      p(.className("caps")) { heading }
      p(.className("value")) {
        field == .life
          ? (Life(value) == .alive ? "Kept, with the later change" : "In the trash")
          : value.text(for: kind?.field(field), zoneMinutes: zoneMinutes)
      }
      if let stamp { p(.className("quiet small")) { stamp.words(data, zoneMinutes) } }
      if let button { p { button } }
    }
  }

  private static func lost(_ data: Replica, _ state: State) -> [Node<Message>] {
    data.actions.filter { !$0.lost.isEmpty }.map { late in
      let name = late.isByItself ? "What was kept by itself" : "“\(late.label)”"
      let isErased = data.isErased(late)
      return div(.className("card stack")) {
        h2 { isErased ? "This came too late" : "This didn't fit" }
        p {
          isErased
            ? "\(name) changed a row that had been erased for good on another device. What you wrote is still "
              + "here."
            : "\(name) was too much for one entry, and your server didn't take it. What you wrote is still "
              + "here: save it as an entry of its own."
        }
        div(.className("row wrap")) {
          action("Save as a copy", icon: .copy, .copySaved(late.ordinal))
          action("Let it go", style: .quiet, .copyDismissed(late.ordinal))
        }
      }.keyed(.number(late.ordinal))
    }
  }
}

extension Replica {
  /// Whether what was set aside of an action was for rows that are gone; otherwise there was no room for it.
  func isErased(_ action: Action) -> Bool {
    action.lost.contains { (self[$0.change.key.row]?.life ?? .purged) == .purged }
  }
}

extension KindID {
  /// Whether a person made the kind.
  static func isOwn(_ kind: KindID) -> Bool { kind.number >> 62 == 1 }
}
