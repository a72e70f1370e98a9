import Domain
import Ledger
import Markup
import Program
import RoomKit

extension Takes {
  static func view(_ state: State) -> Node<Message> {
    article(.className("page takes")) {
      pageHead(caps: caps(state), "Takes")
      Journal.parts(.takes)
      if let failure = state.shelf.failure { trouble(failure) }
      if let trouble = state.carrier.trouble { carrierTrouble(Carriage.words(trouble, state)) }
      if let load = state.carrier.load, load.way != .away, let take = state.take(load.file.row) {
        progressBar(
          load.way == .up ? "Sending “\(take.name)” to the server" : "Fetching “\(take.name)”",
          share: load.share)
      }
      if let working = state.shelf.working, let take = state.take(working.take) {
        progressBar("Finishing “\(take.name)”", share: state.shelf.share)
      }
      if state.takes.isEmpty {
        emptyState(
          .record, "Nothing is recorded yet",
          "Takes lie on this device, in folders of yours, and with an account on your server, too. One tap "
            + "on the red dot records, in every room."
        ) { action("Record", icon: .record, style: .primary, .recordTapped) }
      } else {
        folders(state)
        div(.className("row wrap find-row")) {
          RowList.tools(state.list, "Find", id: "takes").map { $0.map(Message.list) }
          choiceField(
            FieldFrame("Order", id: "takes-order"), Order.allCases.map { ($0.name, $0) },
            chosen: state.order
          ) { .orderChosen($0) }
        }
        RowList.bar(state.list, found: state.shown.map { $0.id }, of: state.takes.count)
          .map(Message.list)
        list(state)
      }
      room(state)
      carrying(state)
    }
  }

  private static func caps(_ state: State) -> String {
    let count = state.takes.count
    return count == 1 ? "1 take" : "\(count) takes"
  }

  private static func trouble(_ failure: String) -> Node<Message> {
    div(.className("notice trouble"), .role("alert")) {
      Icon.warning.view()
      span {
        switch failure {
        case "QuotaExceededError":
          "This device has no room to finish a take. What is recorded is safe; free some room, and open "
            + "this page again."
        case "ProgramError":
          "The part of Woodshed that works on takes could not be loaded. What is recorded is safe; open "
            + "this page again when there is a network."
        case "SecurityError", "NotAllowedError", "TypeError", "ReferenceError":
          "This browser does not keep files here, as in a private window: nothing can be recorded. "
            + "Everything else works."
        default:
          "A file could not be read or written (\(failure)). What is recorded is left as it is."
        }
      }
    }
  }

  static func carrierTrouble(_ words: String) -> Node<Message> {
    div(.className("notice trouble"), .role("alert")) {
      Icon.warning.view()
      span { words }
      action("Try again", .carrier(.triedAgain))
    }
  }

  // MARK: - Folders

  private static func folders(_ state: State) -> Node<Message> {
    div(.className("stack")) {
      div(.className("chips"), .role("group"), .label("Folders")) {
        chip("All", isOn: state.folder == nil, .folderChosen(nil))
        for folder in state.folders {
          chip(folder.name, isOn: state.folder == folder.id, .folderChosen(folder.id))
        }
        iconButton(.add, label: "New folder", .folderAsked)
        if let folder = state.folder {
          iconButton(.trash, label: "Remove this folder", .folderTrashed(folder))
        }
      }
      if state.isMakingFolder {
        Naming.view(
          "Name of the folder", "folder-name", "Make it", isPrimary: true, state.folderName,
          done: .folderMade
        ) { .folderNameTyped($0) }
      }
    }
  }

  // MARK: - The list

  private static func list(_ state: State) -> Node<Message> {
    section(.label("List of takes")) {
      if state.shown.isEmpty {
        p(.className("quiet")) { "No take is like that. Look in all folders, or for fewer words." }
      }
      ul(.className("list take-list")) {
        for take in state.shown.prefix(state.list.limit) {
          row(take, state).keyed(.wide(take.id.bits.high, take.id.bits.low))
        }
      }
      RowList.more(state.list, of: state.shown.count)?.map(Message.list)
    }
  }

  private static func row(_ take: Take, _ state: State) -> Node<Message> {
    RowSwipe.item(state.swipe, take.id, "take", content(take, state)) { .swiped($0) }
  }

  @NodeBuilder<Message>
  private static func content(_ take: Take, _ state: State) -> [Node<Message>] {
    let isOpen = state.opened == take.id
    div(.className("row take-row")) {
      RowList.box(take.id, take.name, state.list)?.map(Message.list)
      a(
        .className("take-link"), .flag("draggable", false),
        .href(Journal.Place.take(take.id).path)
      ) {
        strong { take.name }
        span(.className("quiet small")) { detail(take, state) }
      }
      span(.className("quiet small figure")) { Clock.text(seconds: take.seconds) }
      button(
        .type("button"), .className("round"), .label("More about \(take.name)"),
        .plain("aria-expanded", isOpen ? "true" : "false"), .onClick(.opened(take.id))
      ) { (isOpen ? Icon.up : .down).view() }
    }
    if isOpen { actions(take, state) }
  }

  private static func detail(_ take: Take, _ state: State) -> String {
    var words = MomentText.dayText(take.day)
    if take.state == .recording { words += " · being recorded" }
    if state.carrier.link != nil, let place = place(take, state) { words += " · " + place }
    for more in [state.pieceName(take), state.folderName(take)] {
      if let more { words += " · " + more }
    }
    return take.tags.utf8.isEmpty ? words : words + " · " + take.tags
  }

  /// Where a take's sound is, where that is not both here and on the server.
  private static func place(_ take: Take, _ state: State) -> String? {
    if let load = state.carrier.load, load.file.row == take.id, load.way != .away {
      return load.way == .up ? "being sent" : "being fetched"
    }
    let isHere = state.shelf.file(of: take) != nil
    return switch take.state {
    case .sent where !isHere: "on the server"
    case .kept: isHere ? "not sent yet" : "on another device"
    default: nil
    }
  }

  private static func actions(_ take: Take, _ state: State) -> Node<Message> {
    div(.className("stack take-actions")) {
      if state.naming.row == take.id {
        Naming.view(state.naming, renameID, canLeave: true).map(Message.naming)
      }
      div(.className("row wrap")) {
        folderField(take, state)
        tagsField(take, id: "take-tags")
      }
      div(.className("row wrap")) {
        a(.className("button"), .href(Journal.Place.take(take.id).path)) {
          Icon.play.view()
          "Open"
        }
        action("Rename", icon: .edit, .naming(.asked(take.id, named: take.name)))
        action("To the bin", icon: .trash, .trashed(take.id))
      }
    }
  }

  static func folderField(_ take: Take, _ state: State) -> Node<Message> {
    choiceField(
      FieldFrame("Folder", id: "take-folder"), rows: state.folders.map { ($0.id, $0.name) },
      chosen: take.folder
    ) { .moved(take.id, to: $0) }
  }

  static func tagsField(_ take: Take, id: String) -> Node<Message> {
    FieldFrame("Tags", id: id, help: "Words with blanks between them.").view(
      input(
        .type("text"), .id(id), .autocomplete("off"), .describedBy("\(id)-note"),
        .value(take.tags), .onChange { .tagsTyped(take.id, $0) }))
  }

  // MARK: - Room

  /// How much takes take, and how much more there may be.
  private static func room(_ state: State) -> Node<Message> {
    p(.className("small quiet takes-room")) {
      if let room = state.shelf.room, room.allowedBytes > room.usedBytes {
        let free = room.allowedBytes - room.usedBytes
        // What 16 bits of one channel come to in an hour, before they are made smaller.
        let hours = Double(free) / (48_000 * 2 * 3_600)
        "Takes: \(words(bytes: state.shelf.size)). Free for Woodshed: \(words(bytes: free)), about "
          + (hours >= 2 ? "\(Int(hours)) hours" : "\(Int(hours * 60)) minutes") + " of recording. "
          + (room.isPersisted
            ? "This browser promised to keep them."
            : state.carrier.link != nil && state.carrier.choices.sends
              ? "This browser may clear them when the device is full; what was sent is safe on the server."
              : "This browser may clear them when the device is full: download what must not be lost.")
      } else {
        "Takes: \(words(bytes: state.shelf.size))."
      }
    }
  }

  /// What this device sends and fetches by itself.
  @NodeBuilder<Message>
  private static func carrying(_ state: State) -> [Node<Message>] {
    if state.carrier.link != nil {
      div(.className("row wrap")) {
        checkField(
          "Send takes and pictures to the server", id: "takes-send",
          isOn: state.carrier.choices.sends
        ) { .carrier(.sendingSwitched($0)) }
        checkField(
          "Keep all takes and pictures on this device", id: "takes-all",
          isOn: state.carrier.choices.keepsAll
        ) { .carrier(.keepingAllSwitched($0)) }
      }
    }
  }

  static func words(bytes: UInt64) -> String {
    if bytes >= 1_000_000_000 {
      let tenths = bytes / 100_000_000
      return "\(tenths / 10).\(tenths % 10) GB"
    }
    return bytes >= 1_000_000 ? "\(bytes / 1_000_000) MB" : "\((bytes + 999) / 1_000) KB"
  }
}
