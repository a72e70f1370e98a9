import Domain
import Ledger
public import Markup
import RoomKit

extension RowPage {
  @export(interface)
  public static func view(
    _ state: State, _ safekeeping: Safekeeping.State, zoneMinutes: Int
  ) -> Node<Message> {
    let data = safekeeping.data
    guard let row = data[state.row], row.life != .purged else {
      return article(.className("page")) {
        pageHead(caps: "Your data", "This item isn’t here")
        div(.className("card stack")) {
          p { "It was erased for good, or it belongs to another space. Nothing else has changed." }
          p { a(.className("button"), .href(PagePlace.data.path)) { "All items" } }
        }
      }
    }
    let kind = state.schema.kind(row.kind)
    return article(.className("page")) {
      pageHead(caps: state.schema.name(of: row.kind), state.schema.title(of: row)) {
        a(.className("button"), .href(PagePlace.data.path)) { "All items" }
      }
      if row.life == .trashed { trashed(row, data, zoneMinutes) }
      div(.className("columns few")) {
        card("Fields", id: "fields") {
          for field in kind?.fields ?? [] {
            editor(field, row, state, isWritable: safekeeping.keeper.isWritable, zoneMinutes)
          }
          others(row, kind, zoneMinutes)
        }
        card("Details", id: "about-row") { about(row, state, data, zoneMinutes) }
        earlier(row, kind, state, data, zoneMinutes)
      }
      erasing(state.isErasing)
    }
  }

  private static func trashed(
    _ row: Row, _ data: Replica, _ zoneMinutes: Int
  ) -> Node<Message> {
    div(.className("notice")) {
      Icon.trash.view()
      span {
        data.head.account == nil
          ? "This item is in the trash."
          : "This item is in the trash. It will be erased after 90 days."
      }
      action("Restore", style: .primary, .restoreTapped)
    }
  }

  // MARK: - Fields

  private static func editor(
    _ field: Field, _ row: Row, _ state: State, isWritable: Bool, _ zoneMinutes: Int
  ) -> Node<Message> {
    let value = row.value(field.id)
    switch (field.format, value) {
    case (.text, .null), (.text, .text), (.flag, .null), (.flag, .bool), (.choice, .null),
      (.choice, .int), (.whole, .null), (.whole, .int), (.decimal, .null), (.decimal, .decimal),
      (.day, .null), (.day, .day):
      return RowForm.input(
        field, of: row.id, text: RowForm.text(of: value), state.form,
        .init(field.id, isLong: true), id: "field-\(field.id.number)",
        isDisabled: !isWritable || row.life != .alive
      ).map(Message.form)
    default:
      return dl(.className("facts")) {
        fact(field.label, value.text(for: field, zoneMinutes: zoneMinutes))
      }
    }
  }

  /// Fields unknown to this version: shown, kept and never changed.
  private static func others(_ row: Row, _ kind: Kind?, _ zoneMinutes: Int) -> [Node<Message>] {
    let others = row.cells.filter { $0.field != .life && kind?.field($0.field) == nil }
    guard !others.isEmpty else { return [] }
    return [
      dl(.className("facts")) {
        for cell in others {
          fact(
            "Field \(cell.field.number)", cell.value.text(for: nil, zoneMinutes: zoneMinutes))
        }
      }
    ]
  }

  private static func fact(_ name: String, _ value: String) -> Node<Message> {
    div {
      dt { name }
      dd { value }
    }
  }

  // MARK: - About

  private static func about(
    _ row: Row, _ state: State, _ data: Replica, _ zoneMinutes: Int
  ) -> [Node<Message>] {
    [
      dl(.className("facts")) {
        fact("Type", state.schema.name(of: row.kind))
        fact("ID", row.id.bits.hex)
        if let latest = row.latest { fact("Changed", latest.words(data, zoneMinutes)) }
        fact("Values", "\(row.cells.count)")
      },
      div(.className("row wrap")) {
        if row.life == .alive {
          action("Delete", icon: .trash, .trashTapped)
        } else {
          action("Restore", icon: .undo, .restoreTapped)
          action("Erase for good …", style: .danger, .eraseTapped)
        }
      },
    ]
  }

  private static func erasing(_ isOpen: Bool) -> Node<Message> {
    dialogBox("Erase for good?", id: "erase", isOpen: isOpen, closed: .eraseDismissed) {
      p {
        "This erases the item and its history from every device and the server. It can’t be undone."
      }
      div(.className("row wrap end")) {
        action("Cancel", .eraseDismissed)
        action("Erase for good", style: .danger, .eraseConfirmed)
      }
    }
  }

  // MARK: - History

  /// An earlier value.
  private struct Version {
    let field: FieldID
    let value: Value
    let stamp: Stamp
    let isConflict: Bool
  }

  private static func earlier(
    _ row: Row, _ kind: Kind?, _ state: State, _ data: Replica, _ zoneMinutes: Int
  ) -> Node<Message> {
    let versions = versions(of: row, state, data)
    return card("History", id: "history") {
      if versions.isEmpty {
        p(.className("quiet")) {
          "No changes yet. Replaced values will appear here, with time and device."
        }
      } else {
        ul(.className("list")) {
          for version in versions {
            li(.className("list-row")) {
              div {
                strong { state.schema.name(of: version.field, in: kind) }
                div(.className("value")) {
                  version.value.text(for: kind?.field(version.field), zoneMinutes: zoneMinutes)
                }
                div(.className("quiet small")) {
                  version.stamp.words(data, zoneMinutes)
                    + (version.isConflict ? " (conflict)" : "")
                }
              }
              if row.life == .alive {
                action("Use this value", .usedAgain(version.field, version.value))
              }
            }
          }
        }
      }
      if state.next != nil { action("Show more", .moreTapped) }
    }
  }

  /// The server's history, and what this device's latest actions add to it.
  private static func versions(of row: Row, _ state: State, _ data: Replica) -> [Version] {
    var versions: [Version] = []
    func add(_ cell: Cell, _ isConflict: Bool) {
      let isHere = row.cell(cell.field)?.stamp == cell.stamp
      let isThere = versions.contains { $0.field == cell.field && $0.stamp == cell.stamp }
      guard !isHere, !isThere, cell.field != .life else { return }
      versions.append(
        Version(
          field: cell.field, value: cell.value, stamp: cell.stamp, isConflict: isConflict))
    }
    for entry in state.history ?? [] { add(entry.cell.cell, entry.isConflict) }
    for action in data.actions {
      for step in action.steps where step.change.key.row == row.id {
        if let base = step.change.base, let previous = step.previous {
          add(Cell(field: step.change.key.field, stamp: base, value: previous), false)
        }
        add(step.change.cell.cell, false)
      }
    }
    return versions.sorted { $0.stamp > $1.stamp }
  }
}
