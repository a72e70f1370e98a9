import Domain
import Ledger
import Markup
import Program
import RoomKit

extension Takes {
  static func view(_ state: State) -> Node<Message> {
    article(.className("page takes"), .onDrop { .importing(.picked($0)) }) {
      pageHead(caps: caps(state), "Takes") { importButton() }
      Journal.parts(.takes)
      if let failure = state.shelf.failure { trouble(failure) }
      if let trouble = state.carrier.trouble { carrierTrouble(Carriage.words(trouble, state)) }
      if let load = state.carrier.load, load.way != .away, let take = state.take(load.file.row) {
        progressBar(
          load.way == .up ? "Uploading “\(take.name)”" : "Downloading “\(take.name)”",
          share: load.share)
      }
      if let working = state.shelf.working, let take = state.take(working.take) {
        progressBar("Finishing “\(take.name)”", share: state.shelf.share)
      }
      importState(state)
      if state.takes.isEmpty {
        emptyState(
          .record, "No takes yet",
          "Takes are stored on this device and, with an account, on your server. Tap the red dot in any "
            + "room to record, or import audio files."
        ) { action("Record", icon: .record, style: .primary, .recordTapped) }
      } else {
        folders(state)
        div(.className("row wrap find-row")) {
          RowList.tools(state.list, "Search", id: "takes").map { $0.map(Message.list) }
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
      if state.trashCount > 0 {
        p {
          action(
            state.trashCount == 1
              ? "1 take in the trash" : "\(state.trashCount) takes in the trash",
            icon: .trash, style: .quiet, .trashShown)
        }
      }
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
          "Not enough storage to finish a take. Your recording is safe; free up space, then open this "
            + "page again."
        case "ProgramError":
          "Part of Woodshed couldn’t be loaded. Your recordings are safe; open this page again when "
            + "you’re online."
        case "SecurityError", "NotAllowedError", "TypeError", "ReferenceError":
          "This browser can’t store recordings here, maybe because the window is private. "
            + "Everything else works."
        default:
          "Couldn’t read or write a file (\(failure)). Your recordings are unchanged."
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
          chip(folder.shownName, isOn: state.folder == folder.id, .folderChosen(folder.id))
        }
        iconButton(.add, label: "New folder", .folderAsked)
        if let folder = state.folder {
          iconButton(.trash, label: "Delete this folder", .folderTrashed(folder))
        }
      }
      if state.isMakingFolder {
        Naming.view(
          "Folder name", "folder-name", "Create", isPrimary: true, state.folderName,
          done: .folderMade
        ) { .folderNameTyped($0) }
      }
    }
  }

  // MARK: - The list

  private static func list(_ state: State) -> Node<Message> {
    section(.label("List of takes")) {
      if state.shown.isEmpty {
        p(.className("quiet")) {
          if state.folder == nil {
            "No takes found. Try fewer words."
          } else if state.list.question.utf8.isEmpty {
            "Nothing in this folder yet."
          } else {
            "No takes found. Try all folders or fewer words."
          }
        }
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
    let progress = progress(of: take, state)
    div(
      .className(progress == nil ? "row take-row" : "row take-row heard"),
      progress.map { .style("--heard", "\(Int($0.share * 100))%") } ?? .none
    ) {
      RowList.box(take.id, take.name, state.list)?.map(Message.list)
      playButton(take, state)
      a(
        .className("take-link"), .flag("draggable", false),
        .href(Journal.Place.take(take.id).path)
      ) {
        strong { take.name }
        span(.className("quiet small")) { detail(take, state) }
      }
      span(.className("quiet small figure")) {
        progress?.clock ?? ClockText.tenths(seconds: take.seconds)
      }
      button(
        .type("button"), .className("round"), .label("More about \(take.name)"),
        .plain("aria-expanded", isOpen ? "true" : "false"), .onClick(.opened(take.id))
      ) { (isOpen ? Icon.up : .down).view() }
    }
    if isOpen { actions(take, state) }
  }

  private static func detail(_ take: Take, _ state: State) -> String {
    var words = MomentText.dayText(take.day)
    if take.state == .recording { words += " · recording" }
    if state.carrier.link != nil, let place = place(take, state) { words += " · " + place }
    for more in [state.pieceName(take), state.folderName(take)] {
      if let more { words += " · " + more }
    }
    return take.tags.utf8.isEmpty ? words : words + " · " + take.tags
  }

  /// Where a take's audio is, unless it is both here and on the server, or not known yet.
  private static func place(_ take: Take, _ state: State) -> String? {
    if let load = state.carrier.load, load.file.row == take.id, load.way != .away {
      return load.way == .up ? "uploading" : "downloading"
    }
    if state.shelf.files == nil { return nil }
    let isHere = state.shelf.file(of: take) != nil
    return switch take.state {
    case .sent where !isHere: "on the server"
    case .kept: isHere ? "not uploaded yet" : "on another device"
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
        action("Delete", icon: .trash, .trashed(take.id))
      }
    }
  }

  static func folderField(_ take: Take, _ state: State) -> Node<Message> {
    choiceField(
      FieldFrame("Folder", id: "take-folder"), rows: state.folders.map { ($0.id, $0.shownName) },
      chosen: take.folder
    ) { .moved(take.id, to: $0) }
  }

  static func tagsField(_ take: Take, id: String) -> Node<Message> {
    FieldFrame("Tags", id: id, help: "Separate tags with spaces.").view(
      input(
        .type("text"), .id(id), .autocomplete("off"), .describedBy("\(id)-note"),
        .value(take.tags), .onChange { .tagsTyped(take.id, $0) }))
  }

  // MARK: - Storage

  /// How much storage takes use, and how much is left.
  private static func room(_ state: State) -> Node<Message> {
    p(.className("small quiet takes-room")) {
      if let room = state.shelf.room, room.allowedBytes > room.usedBytes {
        let free = room.allowedBytes - room.usedBytes
        // One hour of one 16-bit channel, uncompressed.
        let hours = Double(free) / (48_000 * 2 * 3_600)
        "Takes: \(words(bytes: state.shelf.size)). Free: \(words(bytes: free)), at least "
          + (hours >= 2 ? "\(Int(hours)) hours" : "\(Int(hours * 60)) min") + " of recording. "
          + (room.isPersisted
            ? "This browser won’t clear them."
            : state.carrier.link != nil && state.carrier.choices.sends
              ? "This browser may clear them when the device is full; uploaded takes are safe on the server."
              : "This browser may clear them when the device is full: download the ones you need.")
      } else {
        "Takes: \(words(bytes: state.shelf.size))."
      }
    }
  }

  /// What this device uploads and downloads automatically.
  @NodeBuilder<Message>
  private static func carrying(_ state: State) -> [Node<Message>] {
    if state.carrier.link != nil {
      div(.className("row wrap")) {
        checkField(
          "Upload takes and pictures to the server", id: "takes-send",
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
