import Domain
import Ledger
import Markup
import RoomKit

// What the page shows to somebody who is signed in, and what asks first.
extension AccountPage {
  static func account(_ state: State, _ shown: Shown) -> Node<Message> {
    guard let profile = state.profile else {
      return div(.className("columns few")) {
        card("Signed in", id: "signed-in") {
          p {
            state.isAway || state.problem != nil
              ? "The server does not answer now. You are signed in, and everything works. "
                + waiting(shown)
              : "Asking the server …"
          }
          p { action("Ask again", icon: .reload, .lookTapped) }
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
        fact("Name", profile.name ?? "The owner of this server")
        if let made {
          fact("Here since", MomentText.text(made, zoneMinutes: shown.zoneMinutes))
        }
      }
      p(.className("quiet")) {
        "What you keep is on this device and on the server. "
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
      ? "1 change has not reached the server yet."
      : "\(shown.waitingCount) changes have not reached the server yet."
  }

  private static func changing(_ profile: Profile, _ state: State) -> Node<Message> {
    let isFirst = !profile.hasPassword
    return card(isFirst ? "Sign in on other devices" : "Name and password", id: "changing") {
      if isFirst {
        p {
          "You came in by the link that the server printed. With a name and a password you can sign "
            + "in on other devices, too."
        }
      }
      form(.className("stack"), .onSubmit(.submitted(.login))) {
        field(.name, "Name or e-mail", autocomplete: "username", .login, state)
        if !isFirst {
          field(.current, "Current password", autocomplete: "current-password", .login, state)
        }
        newPassword(.login, state, help: isFirst ? "" : "Leave it empty to keep the old one. ")
        trouble(.login, state)
        if !isFirst { p(.className("note")) { "All other devices are signed out by it." } }
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
            FieldFrame("Name of the device", id: "device-name"), value: state.newName,
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
    card("Delete the account", id: "erasing") {
      p(.className("quiet")) {
        "Everything of this account is erased from the server for good. Hand out a file of it first: "
          + "it can be taken in again, here or elsewhere."
      }
      div(.className("row wrap")) {
        action("Export", icon: .download, .exportTapped)
        action("Delete the account …", style: .danger, .eraseTapped)
      }
    }
  }

  // MARK: - What asks first

  static func sheet(_ state: State, _ shown: Shown) -> Node<Message> {
    dialogBox(
      state.sheet == .signOut
        ? "Sign out?"
        : state.sheet == .erase ? "Delete the account?" : "Remove it from this device?",
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
      p { "What you have here is on the server, too. It can stay on this device, or go." }
      takesNote(shown)
    } else {
      p {
        "\(waitingWords(shown)) That would be lost if it were removed, so everything stays on this "
          + "device until you sign in again."
      }
    }
    if state.profile?.hasPassword == false {
      p(.className("note")) {
        "There is no password yet: you come back only by a new link, which the server prints when it "
          + "starts."
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
          ? "A sound, a picture or a save is not on the server. If it is here, it would be lost."
          : "\(shown.unsentTakes) sounds, pictures or saves are not on the server. Those that are here "
            + "would be lost."
      }
    }
  }

  @NodeBuilder<Message>
  private static func removeChoice(_ shown: Shown) -> [Node<Message>] {
    p {
      !shown.isLinked
        ? "Everything that shows here goes from this device. No server has it: export it first."
        : shown.waitingCount == 0
          ? "Everything that shows here goes from this device. What the server has stays there."
          : "\(waitingWords(shown)) That would be lost for good; the rest stays on the server. Export it "
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
      "The server erases everything of this account, and nobody can bring it back. What is on this "
        + "device stays here until you remove it."
    }
    if shown.awayTakes > 0 {
      p(.className("note")) {
        Icon.warning.view()
        span {
          shown.awayTakes == 1
            ? "A sound, a picture or a save is only on the server, and an export has no such files in it. "
            : "\(shown.awayTakes) sounds, pictures or saves are only on the server, and an export has no "
              + "such files in it. "
          a(.href(Address.takes)) { "Fetch what you want to keep." }
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
        submit("Delete the account for good", "Deleting …", style: .danger, .prove, state)
        action("Cancel", .sheetClosed)
      }
    }
  }
}
