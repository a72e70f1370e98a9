import Domain
import Ledger
public import Markup
import RoomKit

extension AccountPage {
  /// What the page shows of the space beside the account.
  public struct Shown {
    /// Whether the space that shows is an account's.
    let isLinked: Bool
    /// Whether there is nothing in it.
    let isEmpty: Bool
    let waitingCount: Int
    /// How many takes the server has no sound of.
    let unsentTakes: Int
    /// Of how many takes this device has no sound, and the server has.
    let awayTakes: Int
    let now: Int64
    let zoneMinutes: Int

    public init(
      isLinked: Bool, isEmpty: Bool, waitingCount: Int, unsentTakes: Int, awayTakes: Int,
      now: Int64, zoneMinutes: Int
    ) {
      (self.isLinked, self.isEmpty, self.waitingCount) = (isLinked, isEmpty, waitingCount)
      (self.unsentTakes, self.awayTakes) = (unsentTakes, awayTakes)
      (self.now, self.zoneMinutes) = (now, zoneMinutes)
    }
  }

  @export(interface)
  public static func view(_ state: State, at link: Link?, _ shown: Shown) -> Node<Message> {
    article(.className("page")) {
      pageHead(caps: "Your shed", heading(state, link))
      switch (link, state.standing) {
      case (.open, _): opening(state)
      case (.reset, _): div(.className("columns few")) { resetting(state) }
      case (.join, _): signingIn(state, shown, isInvited: state.token != nil)
      case (nil, .signedIn): account(state, shown)
      case (nil, _) where state.isOffered: signingIn(state, shown, isInvited: false)
      case (nil, _): alone(state, shown)
      }
      sheet(state, shown)
    }
  }

  private static func heading(_ state: State, _ link: Link?) -> String {
    link?.title ?? (state.isOffered ? "Keep it safe" : "Account")
  }

  /// Who is signed in, in a sentence.
  static func words(_ state: State) -> String {
    switch state.standing {
    case .signedIn:
      "You are signed in\(state.profile?.name.map { " as \($0)" } ?? ""). What you keep is on the "
        + "server, too."
    case .nobody: "Nobody is signed in. What you keep stays on this device."
    case .unknown: "What you keep is on this device."
    }
  }

  // MARK: - Nobody is signed in

  private static func alone(_ state: State, _ shown: Shown) -> Node<Message> {
    div(.className("columns few")) {
      card("Kept on this device", id: "alone") {
        p {
          state.isAway || state.standing == .nobody
            ? "No server answers at this address now. Everything works, and is kept on this device."
            : "Asking the server who is signed in …"
        }
        if shown.isLinked { p { waiting(shown) + " It goes there by itself." } }
        p { action("Ask again", icon: .reload, .lookTapped) }
      }
    }
  }

  static func waiting(_ shown: Shown) -> String {
    switch shown.waitingCount {
    case 0: "The server had everything when it was last there."
    case 1: "1 change waits for the server."
    default: "\(shown.waitingCount) changes wait for the server."
    }
  }

  private static func signingIn(
    _ state: State, _ shown: Shown, isInvited: Bool
  ) -> Node<Message> {
    let isOpen = isInvited || state.policy == .open
    return div(.className("columns few")) {
      section(.className("card stack"), .label("Sign in")) {
        segmented(
          "Have you been here before?", name: "account-mode",
          [
            ("I am new", state.isCreating, .modeChosen(isCreating: true)),
            ("I have an account", !state.isCreating, .modeChosen(isCreating: false)),
          ])
        if !state.isCreating {
          entry(.signIn, "Sign in", "Signing in …", state).keyed("sign-in")
        } else if isOpen {
          entry(.create, "Create the account", "Creating the account …", state).keyed("create")
        } else {
          p {
            state.policy == .invitation
              ? "New accounts are by invitation here: ask whoever runs this server for a link."
              : "This server takes no new accounts. Ask whoever runs it."
          }
        }
      }
      if shown.isLinked || !shown.isEmpty { left(shown) }
      card("What an account does", id: "account-why") {
        ul(.className("note-items")) {
          li { "What you keep is safe if this device is lost." }
          li {
            "It is there on every device that you sign in on, and stays there without a network."
          }
          li { "What you have made here so far is added; nothing is overwritten." }
        }
        p(.className("quiet")) {
          "Woodshed works without one: then all of it stays on this device."
        }
      }
    }
  }

  /// What is on the device of somebody who is not signed in.
  private static func left(_ shown: Shown) -> Node<Message> {
    card("On this device", id: "account-left") {
      p {
        shown.isLinked
          ? "What you had when you were signed in is still here. \(waiting(shown))"
          : "What you have made is on this device, and nowhere else."
      }
      p { action("Remove it from this device", icon: .trash, .removeTapped) }
    }
  }

  private static func entry(
    _ call: Call, _ word: String, _ busy: String, _ state: State
  ) -> Node<Message> {
    form(.className("stack"), .onSubmit(.submitted(call))) {
      field(.name, "Name or e-mail", autocomplete: "username", call, state)
      if call == .create {
        newPassword(call, state)
      } else {
        field(.password, "Password", autocomplete: "current-password", call, state)
      }
      trouble(call, state)
      p { submit(word, busy, call, state) }
      if call == .signIn {
        p(.className("note")) {
          "Forgotten? Whoever runs the server can make a link for a new password."
        }
      }
    }
  }

  // MARK: - Links

  private static func opening(_ state: State) -> Node<Message> {
    div(.className("columns few")) {
      card("By the server's link", id: "opening") {
        if state.pending == .launch {
          progressBar("Opening …", share: nil)
        } else {
          trouble(.launch, state)
          p {
            "A link like this opens the shed once. The server prints a new one each time it starts: "
              + "start it again, and follow that. Nothing of yours is lost."
          }
          p { a(.className("button"), .href(Address.account)) { "Account" } }
        }
      }
    }
  }

  private static func resetting(_ state: State) -> Node<Message> {
    card("Set a new password", id: "resetting") {
      if state.token == nil {
        p { "This link is not complete. Open it again as it was given to you, or ask for another." }
      } else {
        form(.className("stack"), .onSubmit(.submitted(.reset))) {
          newPassword(.reset, state)
          trouble(.reset, state)
          p(.className("note")) { "All other devices are signed out by it." }
          p { submit("Set the password", "Setting the password …", .reset, state) }
        }
      }
    }
  }

  // MARK: - Fields

  static func newPassword(_ call: Call, _ state: State, help: String = "") -> Node<Message> {
    field(
      .password, call == .create ? "Password" : "New password",
      help: "\(help)15 letters or more; a few words are easy to remember.",
      autocomplete: "new-password", call, state)
  }

  static func field(
    _ field: Field, _ label: String, help: String? = nil, autocomplete: String, _ call: Call,
    _ state: State
  ) -> Node<Message> {
    let problem = state.problem?.field == field ? state.problem?.text : nil
    let frame = FieldFrame(label, id: field.id, help: help, problem: problem)
    let isSecret = field != .name
    let form = state.form
    let value = field == .name ? form.name : field == .password ? form.password : form.current
    let box: Node<Message> = input(
      .type(isSecret && !form.isShown ? "password" : "text"), .id(field.id), .name(field.id),
      .autocomplete(autocomplete), .plain("autocapitalize", "none"), .plain("spellcheck", "false"),
      .describedBy(frame.noteID), .invalid(problem != nil), .value(value),
      .onInput { .typed(field, $0) })
    guard isSecret else { return frame.view(box) }
    let word = form.isShown ? "Hide" : "Show"
    return frame.view(
      div(.className("row")) {
        box
        action(word, label: "\(word) \(label.asciiLowercased)", .showTapped)
      })
  }

  static func submit(
    _ word: String, _ busy: String, style: ButtonStyle = .primary, _ call: Call, _ state: State
  ) -> Node<Message> {
    let isBusy = state.pending == call || (call == .prove && state.pending == .erase)
    return button(
      .type("submit"), .className(style.className), .disabled(state.pending != nil), .busy(isBusy)
    ) { isBusy ? busy : word }
  }

  /// What went wrong with no field of its own.
  static func trouble(_ call: Call, _ state: State) -> Node<Message>? {
    guard let problem = state.problem, problem.call == call, problem.field == nil else {
      return nil
    }
    return p(
      .className("note problem"), .id("account-problem"), .tabIndex(-1), .role("alert")
    ) {
      Icon.warning.view()
      span { problem.text }
    }
  }
}

extension String {
  /// The text with small letters in place of A to Z.
  fileprivate var asciiLowercased: String {
    String(
      decoding: utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
  }
}
