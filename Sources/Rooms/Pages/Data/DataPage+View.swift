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
      pageHead(caps: "Your shed", "Your data") {
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
          asItWas(hasServer: safekeeping.keeper.hasServer)
          spaces(safekeeping)
        }
      }
    }
  }

  // MARK: - Kinds

  private static func kinds(_ state: State) -> Node<Message> {
    section(.className("data-kinds stack"), .label("Types")) {
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
            "Add an item", icon: .add, style: .primary, id: "add-row", .rowAdded(kind))
        }
      }
    }
  }

  private static func ownKind(_ state: State) -> Node<Message> {
    card("Custom list", id: "own") {
      form(.className("stack"), .onSubmit(.ownKindMade)) {
        textField(
          FieldFrame(
            "Name", id: "own-kind",
            help: "For anything you want to list. It starts with one text field.",
            problem: state.ownKindProblem),
          value: state.ownKind, Message.ownKindTyped)
        p {
          button(.type("submit"), .id("make-kind")) {
            Icon.add.view()
            "Create"
          }
        }
      }
    }
  }

  /// Kinds that have rows, and custom ones.
  private static func shownKinds(_ state: State) -> [KindCount] {
    var kinds = state.counts
    for kind in state.schema.kinds where KindID.isOwn(kind.id) {
      if !kinds.contains(where: { $0.kind == kind.id }) {
        kinds.append(KindCount(kind: kind.id, count: 0))
      }
    }
    return kinds
  }

  // MARK: - Import

  private static func inAndOut(_ state: State, isWritable: Bool) -> Node<Message> {
    card("Import", id: "import") {
      p(.className("quiet")) {
        "A file you exported from Woodshed. Newer changes of yours are kept, and you can undo the "
          + "whole import."
      }
      p {
        // An import needs the stored rows: until they are loaded, the keeper refuses it.
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

  private static func asItWas(hasServer: Bool) -> Node<Message> {
    card("History", id: "as-it-was") {
      p(.className("quiet")) {
        hasServer
          ? "See your data as it was on a past day, and restore it."
          : "With an account on a server, you can see your data as it was on a past day, and restore it."
      }
      p { a(.className("button"), .href(PagePlace.points.path)) { "Restore points" } }
    }
  }

  private static func spaces(_ safekeeping: Safekeeping.State) -> Node<Message> {
    card("Spaces on this device", id: "spaces") {
      segmented(
        "Show", name: "space",
        [
          ("My data", safekeeping.space.isSynced, .spaceChosen(.own)),
          ("Sample data", !safekeeping.space.isSynced, .spaceChosen(.sample)),
        ])
      p(.className("note")) {
        "Sample data is for exploring. It never leaves this device."
      }
      p { action("Delete sample data", icon: .trash, .sampleRemoved) }
      if let room = safekeeping.room {
        p(.className("note")) {
          room.isPersisted
            ? "This browser keeps your data until you delete it."
            : "This browser may clear data of sites you haven’t used for a while. Back yours up with an "
              + "account or an export."
        }
      }
    }
  }

  // MARK: - Rows

  private static func rows(_ state: State, _ data: Replica, _ zoneMinutes: Int) -> Node<Message> {
    section(.className("data-rows stack"), .labelledBy("rows")) {
      div(.className("row wrap")) {
        h2(.id("rows"), .tabIndex(-1)) {
          state.kind.map { state.schema.plural(of: $0) } ?? "All items"
        }
        span(.className("quiet small figure"), .id("row-count")) {
          state.found.count == 1 ? "1 item" : "\(state.found.count) items"
        }
        div(.className("chips push")) {
          chip("Active", isOn: state.shelf == .alive, .shelfChosen(.alive))
          chip("Trash \(state.trashCount)", isOn: state.shelf == .trash, .shelfChosen(.trash))
        }
      }
      textField(
        FieldFrame("Search", id: "search"), value: state.search,
        placeholder: "Any words, in any order", Message.searched)
      if state.shelf == .trash, !state.found.isEmpty {
        p(.className("note")) {
          data.head.account == nil
            ? "Items stay in the trash until you erase them at the foot of their page. With an account, they’re erased after 90 days."
            : "Items are erased for good 90 days after you delete them."
        }
      }
      if state.found.isEmpty {
        nothing(state)
      } else {
        ul(.className("list")) {
          for id in state.found.prefix(state.limit) {
            if let row = data[id] {
              if row.life == .trashed {
                trashed(row, state.schema, data, zoneMinutes)
              } else {
                rowLink(row, state.schema, zoneMinutes)
              }
            }
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
          .search, "No matches", "Try fewer letters, another type or the trash.")
      } else if state.shelf == .trash {
        emptyState(
          .trash, "The trash is empty",
          "Deleted items appear here, and you can restore them.")
      } else {
        emptyState(
          .file, "Nothing here yet",
          "Everything you save will appear here. To start, create a list or import a file.")
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

  /// A deleted row: since when, until when, and the button that restores it.
  private static func trashed(
    _ row: Row, _ schema: Schema, _ data: Replica, _ zoneMinutes: Int
  ) -> Node<Message> {
    let title = schema.title(of: row)
    let deleted = row.cell(.life)?.stamp.time.milliseconds ?? 0
    var words = schema.name(of: row.kind) + " · deleted "
    words += MomentText.text(deleted, zoneMinutes: zoneMinutes)
    if data.head.account != nil {
      words +=
        " · erased after " + MomentText.text(deleted + Horizon.trash, zoneMinutes: zoneMinutes)
    }
    return li(.className("list-row")) {
      a(.className("row-link"), .href(PagePlace.row(row.id).path)) {
        strong { title }
        div(.className("quiet small")) { words }
      }
      action("Restore", label: "Restore “\(title)”", icon: .undo, .restored(row.id))
    }.keyed(.wide(row.id.bits.high, row.id.bits.low))
  }

  // MARK: - Conflicts

  private static func conflicts(
    _ state: State, _ data: Replica, _ zoneMinutes: Int
  ) -> Node<Message> {
    section(.className("stack"), .labelledBy("conflicts")) {
      h2(.id("conflicts")) { "Conflicts between devices" }
      p(.className("quiet")) {
        "Two devices or tabs changed the same value. Both versions are saved; choose one."
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
      conflict.field == .life ? "Deleted or not" : schema.name(of: conflict.field, in: kind)
    let standing = row?.cell(conflict.field)
    let title = row.map { schema.title(of: $0) } ?? "An erased item"
    return div(.className("card stack conflict")) {
      div {
        strong { title }
        div(.className("quiet small")) { field }
      }
      div(.className("two")) {
        alternative(
          "Current", standing?.value ?? .null, standing?.stamp, data, schema, conflict.field,
          kind, zoneMinutes,
          action(
            "Keep this one", label: "Keep this one: \(title)", icon: .check, .kept(conflict.id)))
        alternative(
          "Other", conflict.lost, conflict.lostStamp, data, schema, conflict.field, kind,
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
          ? (Life(value) == .alive ? "Not deleted, with the later change" : "In the trash")
          : value.text(for: kind?.field(field), zoneMinutes: zoneMinutes)
      }
      if let stamp { p(.className("quiet small")) { stamp.words(data, zoneMinutes) } }
      if let button { p { button } }
    }
  }

  private static func lost(_ data: Replica, _ state: State) -> [Node<Message>] {
    data.actions.filter { !$0.lost.isEmpty }.map { late in
      let name = late.isByItself ? "An automatic change" : "“\(late.label)”"
      let isErased = data.isErased(late)
      return div(.className("card stack")) {
        h2 { isErased ? "This came too late" : "This didn’t fit" }
        p {
          isErased
            ? "\(name) changed an item that was erased for good on another device. What you wrote is still "
              + "here."
            : "\(name) was too large for one item, and your server refused it. What you wrote is still here: "
              + "save it as a new item."
        }
        div(.className("row wrap")) {
          action("Save as a copy", icon: .copy, .copySaved(late.ordinal))
          action("Discard", style: .quiet, .copyDismissed(late.ordinal))
        }
      }.keyed(.number(late.ordinal))
    }
  }
}

extension Replica {
  /// Whether the rejected part of an action was for erased rows; otherwise it was too large.
  func isErased(_ action: Action) -> Bool {
    action.lost.contains { (self[$0.change.key.row]?.life ?? .purged) == .purged }
  }
}

extension KindID {
  /// Whether the kind is a custom one.
  static func isOwn(_ kind: KindID) -> Bool { kind.number >> 62 == 1 }
}
