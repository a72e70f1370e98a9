import Domain
public import Ledger
public import Markup
import RoomKit

/// How safe a person's changes are, as every page shows it.
public struct Saving: Equatable, Sendable {
  public enum Level: Equatable, Sendable {
    case opening
    case busy
    case safe
    /// Nothing can be saved: the reason's name.
    case failing(String)
  }

  public let level: Level
  public let text: String

  /// Reads it from the keeper; `now` is the device's time. Text that is being typed may not have reached the keeper yet.
  ///
  /// Sync is paused while the owner of the space is not signed in.
  public init(
    _ keeper: borrowing Keeper, now: Int64, isTyping: Bool = false, isPaused: Bool = false,
    isOnline: Bool = true
  ) {
    switch keeper.storage {
    case .opening:
      level = .opening
      text = "Loading your data …"
      return
    case .failing(let reason):
      level = .failing(reason)
      text = "Not saved"
      return
    case .open: break
    }
    let isBusy = isTyping || keeper.unkeptCount > 0
    level = isBusy ? .busy : .safe
    var parts = [isBusy ? "Saving …" : "Saved here"]
    let waiting = keeper.replica.waitingCount
    if keeper.hasServer {
      if waiting > 0 {
        parts.append("\(waiting) waiting for the server")
      } else if !isBusy {
        parts.append("all saved on the server")
      }
      if isPaused {
        parts.append("Signed out: sync is paused")
      } else if !isOnline {
        parts.append("offline")
      } else {
        let age = keeper.lastContact.map { MomentText.age(now - $0) }
        parts.append(
          age.map { "last contact \($0)" }
            ?? (keeper.isOutOfReach ? "can’t reach the server" : "not connected yet"))
      }
      if let refusal = keeper.refusal { parts.append(Self.words(for: refusal)) }
      let tooLarge = keeper.replica.actions.count {
        !$0.lost.isEmpty && !keeper.replica.isErased($0)
      }
      if tooLarge > 0 {
        let changes = tooLarge == 1 ? "1 change didn’t" : "\(tooLarge) changes didn’t"
        parts.append("\(changes) fit on the server: see Your data")
      }
    }
    text = parts.joined(separator: " · ")
  }

  private static func words(for refusal: PushReply.Status) -> String {
    switch refusal {
    case .quota: "the server is full: changes stay on this device until there is space"
    case .tooOldSchema: "reload Woodshed: the server is newer"
    default: "the server doesn’t accept changes from this device"
    }
  }

  /// What happened and what to do when nothing can be saved.
  @export(interface)
  public static func help(for reason: String) -> String {
    if reason.hasSameBytes(as: "QuotaExceededError") {
      return
        "This device is full. Everything saved before is safe; newer changes are only on this "
        + "page. Free up space or export your data. Woodshed tries again every few seconds."
    }
    if reason.hasSameBytes(as: Keeper.damaged) {
      return
        "Some of your data on this device can’t be read. Nothing has been deleted, and editing is "
        + "off so that nothing gets overwritten. Export what can be read first; what’s on your server "
        + "is safe."
    }
    if reason.hasSameBytes(as: Keeper.foreign) {
      return
        "This browser’s storage was erased, and somebody else has signed in since. They can’t see "
        + "your data. Export what you see here before you close this tab; what’s on your server is "
        + "safe."
    }
    return
      "This browser doesn’t let Woodshed store data (\(reason)). Everything saved before is safe; "
      + "new changes would be lost, so editing is off. Leave private browsing, or allow this site to "
      + "store data, then reload."
  }
}

extension Safekeeping {
  /// The line at the bottom of every page, with undo and redo.
  public static func line<Message>(
    _ state: State, now: Int64, isTyping: Bool, isPaused: Bool, isAccountOffered: Bool,
    undo: Message, redo: Message
  ) -> Node<Message> {
    let saving = Saving(
      state.keeper, now: now, isTyping: isTyping, isPaused: isPaused, isOnline: state.isOnline)
    let undoable = state.data.undoable
    let redoable = state.data.redoable
    return footer(.className("saving"), .label("Saving")) {
      span(.className("saving-text small"), .id("saving")) {
        saving.icon.view()
        saving.text
      }
      if isPaused || isAccountOffered {
        a(.className("saving-link small"), .href(Address.account)) {
          isPaused ? "Sign in" : "Back it up"
        }
      }
      div(.className("row push")) {
        iconButton(
          .undo, label: undoable.map { "Undo: \($0.label)" } ?? "Nothing to undo",
          isDisabled: undoable == nil || !state.keeper.isWritable, undo)
        iconButton(
          .redo, label: redoable.map { "Redo: \($0.label)" } ?? "Nothing to redo",
          isDisabled: redoable == nil || !state.keeper.isWritable, redo)
      }
    }
  }
}

extension Saving {
  fileprivate var icon: Icon {
    switch level {
    case .opening, .busy: .reload
    case .safe: .check
    case .failing: .warning
    }
  }
}
