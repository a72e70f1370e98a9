import Domain
import Ledger
public import Markup
import RoomKit

extension AccountPage {
  /// What the page shows about the space besides the account.
  public struct Shown {
    /// Whether the current space belongs to an account.
    let isLinked: Bool
    /// Whether it is empty.
    let isEmpty: Bool
    let waitingCount: Int
    /// How many takes have no audio on the server.
    let unsentTakes: Int
    /// How many takes have audio on the server, but not on this device.
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
    link?.title ?? (state.isOffered ? "Back up your data" : "Account")
  }

  /// A sentence that says who is signed in.
  static func words(_ state: State) -> String {
    switch state.standing {
    case .signedIn:
      "You’re signed in\(state.profile?.name.map { " as \($0)" } ?? ""). Your data is on this device "
        + "and on the server."
    case .nobody: "You’re not signed in. Your data is only on this device."
    case .unknown: "Your data is on this device."
    }
  }

  // MARK: - Nobody is signed in

  private static func alone(_ state: State, _ shown: Shown) -> Node<Message> {
    div(.className("columns few")) {
      card("Stored on this device", id: "alone") {
        p {
          state.isAway || state.standing == .nobody
            ? "The server isn’t answering. Everything works and is saved on this device."
            : "Connecting to the server …"
        }
        if shown.isLinked { p { waiting(shown) + " Changes sync automatically." } }
        p { action("Try again", icon: .reload, .lookTapped) }
      }
    }
  }

  static func waiting(_ shown: Shown) -> String {
    switch shown.waitingCount {
    case 0: "The server was up to date at last contact."
    case 1: "1 change is waiting for the server."
    default: "\(shown.waitingCount) changes are waiting for the server."
    }
  }

  private static func signingIn(
    _ state: State, _ shown: Shown, isInvited: Bool
  ) -> Node<Message> {
    let isOpen = isInvited || state.policy == .open
    let isHere = shown.isLinked || !shown.isEmpty
    return div(.className("columns few")) {
      // Whoever comes from "Back it up" without a way to an account still finds a backup first.
      if isHere, !isInvited, !shown.isLinked { copy(shown) }
      section(.className("card stack"), .label("Sign in")) {
        segmented(
          "Do you already have an account?", name: "account-mode",
          [
            ("I’m new", state.isCreating, .modeChosen(isCreating: true)),
            ("I have an account", !state.isCreating, .modeChosen(isCreating: false)),
          ])
        if !state.isCreating {
          entry(.signIn, "Sign in", "Signing in …", state).keyed("sign-in")
        } else if isOpen {
          entry(.create, "Create account", "Creating account …", state).keyed("create")
        } else {
          p {
            state.policy == .invitation
              ? "New accounts are by invitation only: ask whoever runs this server for a link."
              : "This server isn’t accepting new accounts. Ask whoever runs it."
          }
        }
      }
      if isHere, isInvited || shown.isLinked { copy(shown) }
      card("What an account does", id: "account-why") {
        ul(.className("note-items")) {
          li { "Your data is safe if this device is lost." }
          li { "It’s on every device you sign in on, even offline." }
          li { "What you already have here is added; nothing is overwritten." }
        }
        p(.className("quiet")) {
          "Woodshed works without one; your data then stays on this device."
        }
      }
      if isHere {
        p {
          action("Remove your data from this device", icon: .trash, style: .quiet, .removeTapped)
        }
      }
    }
  }

  /// The data on the device while nobody is signed in.
  private static func copy(_ shown: Shown) -> Node<Message> {
    card("On this device", id: "account-left") {
      p {
        shown.isLinked
          ? "Your data from when you were signed in is still here. \(waiting(shown))"
          : "Your data is on this device and nowhere else. Without an account, download a copy now and then. "
            + "It has no recordings or pictures: download those one by one."
      }
      p { action("Download a copy", icon: .download, .exportTapped) }
    }
  }

  private static func entry(
    _ call: Call, _ word: String, _ busy: String, _ state: State
  ) -> Node<Message> {
    form(.className("stack"), .onSubmit(.submitted(call))) {
      field(.name, "Name or email", autocomplete: "username", call, state)
      if call == .create {
        newPassword(call, state)
      } else {
        field(.password, "Password", autocomplete: "current-password", call, state)
      }
      trouble(call, state)
      p { submit(word, busy, call, state) }
      if call == .signIn {
        p(.className("note")) {
          "Forgot it? Ask whoever runs the server for a reset link."
        }
      }
    }
  }

  // MARK: - Links

  private static func opening(_ state: State) -> Node<Message> {
    div(.className("columns few")) {
      card("Sign-in link", id: "opening") {
        if state.pending == .launch {
          progressBar("Opening …", share: nil)
        } else {
          trouble(.launch, state)
          p {
            "A link like this works once. The server prints a new one each time it starts: restart it "
              + "and follow that one. Nothing is lost."
          }
          p { a(.className("button"), .href(Address.account)) { "Account" } }
        }
      }
    }
  }

  private static func resetting(_ state: State) -> Node<Message> {
    card("Set a new password", id: "resetting") {
      if state.token == nil {
        p { "This link is incomplete. Open it again exactly as you got it, or ask for a new one." }
      } else {
        form(.className("stack"), .onSubmit(.submitted(.reset))) {
          newPassword(.reset, state)
          trouble(.reset, state)
          p(.className("note")) { "This signs out all other devices." }
          p { submit("Set password", "Setting password …", .reset, state) }
        }
      }
    }
  }

  // MARK: - Fields

  static func newPassword(_ call: Call, _ state: State, help: String = "") -> Node<Message> {
    field(
      .password, call == .create ? "Password" : "New password",
      help: "\(help)At least 8 characters, better 15; a few words are easy to remember.",
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

  /// A problem that belongs to no field.
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
  /// The text with A to Z in lower case.
  fileprivate var asciiLowercased: String {
    String(
      decoding: utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
  }
}
