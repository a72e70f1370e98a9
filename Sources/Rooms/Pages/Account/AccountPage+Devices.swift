import Domain
import Ledger
import Markup
import RoomKit

// The page while somebody is signed in, and its confirmations.
extension AccountPage {
  static func account(_ state: State, _ shown: Shown) -> Node<Message> {
    guard let profile = state.profile else {
      return div(.className("columns few")) {
        card("Signed in", id: "signed-in") {
          p {
            state.isAway || state.problem != nil
              ? "The server isn’t answering. You’re signed in, and everything works. "
                + waiting(shown)
              : "Connecting to the server …"
          }
          p { action("Try again", icon: .reload, .lookTapped) }
        }
      }
    }
    return div(.className("columns few")) {
      who(profile, shown, state)
      if state.isChanging || !profile.hasPassword { changing(profile, state) }
      devices(profile, shown, state)
      erasing
    }
  }

  private static func who(
    _ profile: Profile, _ shown: Shown, _ state: State
  ) -> Node<Message> {
    let made = profile.devices.first { $0.id.hasSameBytes(as: profile.device) }?.made
    return card("Signed in", id: "signed-in") {
      dl(.className("facts")) {
        fact("Name", profile.name ?? "Server owner")
        if let made {
          fact("Signed in since", MomentText.text(made, zoneMinutes: shown.zoneMinutes))
        }
      }
      p(.className("quiet")) {
        "Your data is on this device and on the server. "
        if shown.waitingCount > 0 { waitingWords(shown) }
      }
      div(.className("row wrap")) {
        if profile.hasPassword, !state.isChanging {
          action("Change name or password", icon: .edit, .changeTapped)
        }
        action("Sign out", icon: .account, .signOutTapped)
      }
    }
  }

  private static func waitingWords(_ shown: Shown) -> String {
    shown.waitingCount == 1
      ? "1 change hasn’t reached the server yet."
      : "\(shown.waitingCount) changes haven’t reached the server yet."
  }

  private static func changing(_ profile: Profile, _ state: State) -> Node<Message> {
    let isFirst = !profile.hasPassword
    return card(isFirst ? "Sign in on other devices" : "Name and password", id: "changing") {
      if isFirst {
        p {
          "You signed in with the server’s link. Set a name and a password to sign in on other "
            + "devices too."
        }
      }
      form(.className("stack"), .onSubmit(.submitted(.login))) {
        field(.name, "Name or email", autocomplete: "username", .login, state)
        if !isFirst {
          field(.current, "Current password", autocomplete: "current-password", .login, state)
        }
        newPassword(.login, state, help: isFirst ? "" : "Leave empty to keep the current one. ")
        trouble(.login, state)
        if !isFirst { p(.className("note")) { "This signs out all other devices." } }
        div(.className("row wrap")) {
          submit(
            isFirst ? "Set name and password" : "Save name and password", "Saving …", .login, state)
          if !isFirst { action("Cancel", .sheetClosed) }
        }
      }
    }
  }

  // MARK: - Devices

  private static func devices(
    _ profile: Profile, _ shown: Shown, _ state: State
  ) -> Node<Message> {
    card("Devices", id: "devices") {
      ul(.className("list")) {
        for device in profile.devices {
          row(device, isThis: device.id.hasSameBytes(as: profile.device), shown, state)
            .keyed(.text(device.id))
        }
      }
      trouble(.rename, state)
      if let problem = state.problem, case .signOutOf = problem.call {
        trouble(problem.call, state)
      }
      if profile.devices.count > 1 {
        p { action("Sign out everywhere else", .submitted(.signOutOf("others"))) }
      }
    }
  }

  private static func row(
    _ device: Profile.Device, isThis: Bool, _ shown: Shown, _ state: State
  ) -> Node<Message> {
    if state.renaming?.hasSameBytes(as: device.id) == true {
      return li(.className("list-row")) {
        form(.className("row wrap"), .onSubmit(.submitted(.rename))) {
          textField(
            FieldFrame("Device name", id: "device-name"), value: state.newName,
            Message.nameTyped)
          submit("Rename", "Renaming …", .rename, state)
          action("Cancel", .sheetClosed)
        }
      }
    }
    return li(.className("list-row")) {
      div {
        strong { device.name }
        div(.className("quiet small")) {
          isThis ? "This device" : "Last seen \(MomentText.age(shown.now - device.seen))"
        }
      }
      div(.className("row")) {
        iconButton(.edit, label: "Rename \(device.name)", .renameTapped(device.id))
        if !isThis {
          iconButton(
            .close, label: "Sign out \(device.name)", isDisabled: state.pending != nil,
            .submitted(.signOutOf(device.id)))
        }
      }
    }
  }

  private static var erasing: Node<Message> {
    card("Delete account", id: "erasing") {
      p(.className("quiet")) {
        "This erases everything in this account from the server for good. Export a copy first: you "
          + "can import it here or elsewhere."
      }
      div(.className("row wrap")) {
        action("Export", icon: .download, .exportTapped)
        action("Delete account …", style: .danger, .eraseTapped)
      }
    }
  }

  // MARK: - Confirmations

  static func sheet(_ state: State, _ shown: Shown) -> Node<Message> {
    dialogBox(
      state.sheet == .signOut
        ? "Sign out?"
        : state.sheet == .erase ? "Delete account?" : "Remove your data from this device?",
      id: "account-sheet", isOpen: state.sheet != nil, closed: .sheetClosed
    ) {
      switch state.sheet {
      case .signOut: signOutChoice(state, shown)
      case .erase: eraseChoice(state, shown)
      default: removeChoice(shown)
      }
    }
  }

  @NodeBuilder<Message>
  private static func signOutChoice(_ state: State, _ shown: Shown) -> [Node<Message>] {
    if shown.waitingCount == 0 {
      p { "Your data is on the server. You can also keep it on this device, or remove it." }
      takesNote(shown)
    } else {
      p {
        "\(waitingWords(shown)) So that nothing is lost, your data stays on this device until you "
          + "sign in again."
      }
    }
    if state.profile?.hasPassword == false {
      p(.className("note")) {
        "You have no password yet: to sign in again you’ll need a new link, which the server prints "
          + "when it starts."
      }
    }
    trouble(.signOut(isRemoving: false), state)
    trouble(.signOut(isRemoving: true), state)
    div(.className("row wrap")) {
      choice("Sign out, keep it here", .primary, isRemoving: false, state)
      if shown.waitingCount == 0 {
        choice("Sign out and remove it from this device", .danger, isRemoving: true, state)
      }
    }
  }

  private static func choice(
    _ text: String, _ style: ButtonStyle, isRemoving: Bool, _ state: State
  ) -> Node<Message> {
    action(
      text, style: style, isDisabled: state.pending != nil,
      isBusy: state.pending == .signOut(isRemoving: isRemoving),
      .submitted(.signOut(isRemoving: isRemoving)))
  }

  private static func takesNote(_ shown: Shown) -> Node<Message>? {
    guard shown.unsentTakes > 0 else { return nil }
    return p(.className("note")) {
      Icon.warning.view()
      span {
        shown.unsentTakes == 1
          ? "1 recording, picture or saved file isn’t on the server. If it’s on this device, it would "
            + "be lost."
          : "\(shown.unsentTakes) recordings, pictures or saved files aren’t on the server. Those on "
            + "this device would be lost."
      }
    }
  }

  @NodeBuilder<Message>
  private static func removeChoice(_ shown: Shown) -> [Node<Message>] {
    p {
      !shown.isLinked
        ? "This removes everything you see here. There’s no copy on a server: export it first."
        : shown.waitingCount == 0
          ? "This removes everything you see here. What’s on the server stays there."
          : "\(waitingWords(shown)) That would be lost for good; the rest stays on the server. Export "
            + "first."
    }
    takesNote(shown)
    div(.className("row wrap")) {
      action("Export", icon: .download, .exportTapped)
      action("Remove it for good", icon: .trash, style: .danger, .removeConfirmed)
    }
  }

  @NodeBuilder<Message>
  private static func eraseChoice(_ state: State, _ shown: Shown) -> [Node<Message>] {
    p {
      "The server erases everything in this account for good. Your data on this device stays until "
        + "you remove it."
    }
    if shown.awayTakes > 0 {
      p(.className("note")) {
        Icon.warning.view()
        span {
          shown.awayTakes == 1
            ? "1 recording, picture or saved file is only on the server, and exports don’t include it. "
            : "\(shown.awayTakes) recordings, pictures or saved files are only on the server, and exports "
              + "don’t include them. "
          a(.href(Address.takes)) { "Download what you want to keep." }
        }
      }
    }
    p { action("Export first", icon: .download, .exportTapped) }
    form(.className("stack"), .onSubmit(.submitted(.prove))) {
      if state.profile?.hasPassword == true {
        field(.current, "Your password", autocomplete: "current-password", .prove, state)
      }
      trouble(.prove, state)
      trouble(.erase, state)
      div(.className("row wrap")) {
        submit("Delete account for good", "Deleting …", style: .danger, .prove, state)
        action("Cancel", .sheetClosed)
      }
    }
  }
}
