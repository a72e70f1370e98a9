import Domain
public import Ledger
public import Markup
import RoomKit

/// How safe what a person did is, as every page shows it.
public struct Saving: Equatable, Sendable {
  public enum Level: Equatable, Sendable {
    case opening
    case busy
    case safe
    /// Nothing can be kept: the reason's name.
    case failing(String)
  }

  public let level: Level
  public let text: String

  /// Reads it off the keeper; `now` is the device's time. What is being typed may not have come to the keeper yet.
  ///
  /// Sync is paused where nobody is signed in to whom the space belongs.
  public init(
    _ keeper: borrowing Keeper, now: Int64, isTyping: Bool = false, isPaused: Bool = false
  ) {
    switch keeper.storage {
    case .opening:
      level = .opening
      text = "Opening what is kept here …"
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
      parts.append(waiting == 0 ? "saved on the server" : "\(waiting) waiting for the server")
      if isPaused {
        parts.append("Signed out: sync is paused")
      } else {
        let age = keeper.lastContact.map { MomentText.age(now - $0) }
        parts.append(age.map { "last contact \($0)" } ?? "no contact yet")
      }
      if let refusal = keeper.refusal { parts.append(Self.words(for: refusal)) }
      let tooLarge = keeper.replica.actions.count {
        !$0.lost.isEmpty && !keeper.replica.isErased($0)
      }
      if tooLarge > 0 {
        let changes = tooLarge == 1 ? "1 change didn't" : "\(tooLarge) changes didn't"
        parts.append("\(changes) fit on the server: see Data")
      }
    }
    text = parts.joined(separator: " · ")
  }

  private static func words(for refusal: PushReply.Status) -> String {
    switch refusal {
    case .quota: "the server is full: nothing more goes there until there is room"
    case .tooOldSchema: "reload Woodshed: the server is newer"
    default: "the server takes nothing from this device"
    }
  }

  /// What to say and do when nothing can be kept.
  @export(interface)
  public static func help(for reason: String) -> String {
    if reason.hasSameBytes(as: "QuotaExceededError") {
      return
        "This device has no room left. What was saved before is safe; what you changed since is "
        + "only on this page. Make room on the device, or export your data; saving is tried again "
        + "every few seconds."
    }
    if reason.hasSameBytes(as: Keeper.damaged) {
      return "A part of what is kept here cannot be read. Nothing is deleted, and changes are "
        + "switched off so that nothing is written over it. Export what can be read before you do "
        + "anything else; what your server has is safe there."
    }
    if reason.hasSameBytes(as: Keeper.foreign) {
      return
        "This browser's storage was erased, and somebody else has signed in here since. Nothing "
        + "of yours is given to them. Export what you see here before you close this tab; what your "
        + "server has is safe there."
    }
    return
      "This browser does not let Woodshed keep anything (\(reason)). What was saved before is safe; "
      + "what you change now would be lost, so changes are switched off. Leave private browsing, "
      + "or allow this site to store data, then reload."
  }
}

extension Safekeeping {
  /// The line at the foot of every page, with what can be taken back.
  public static func line<Message>(
    _ state: State, now: Int64, isTyping: Bool, isPaused: Bool, isAccountOffered: Bool,
    undo: Message, redo: Message
  ) -> Node<Message> {
    let saving = Saving(state.keeper, now: now, isTyping: isTyping, isPaused: isPaused)
    let undoable = state.data.undoable
    let redoable = state.data.redoable
    return footer(.className("saving"), .label("Saving")) {
      span(.className("saving-text small"), .id("saving")) {
        saving.icon.view()
        saving.text
      }
      if isPaused || isAccountOffered {
        a(.className("saving-link small"), .href(Address.account)) {
          isPaused ? "Sign in" : "Keep it safe"
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
