import Domain
public import Ledger
public import Markup

extension Pictures {
  /// Thumbnails of a row's pictures; nothing if it has none.
  @inline(never) @export(interface)
  public static func thumbnails(_ state: State, of subject: RowID) -> Node<Message>? {
    let pictures = state.pictures(of: subject)
    if pictures.isEmpty { return nil }
    return div(.className("thumbnails")) {
      for picture in pictures {
        button(
          .type("button"), .className("thumbnail"), .id(buttonID(picture.id)),
          .label("Open the picture: \(words(picture))"), .onClick(.opened(picture.id))
        ) { image(picture, alt: "", state) }.keyed(picture.id.key)
      }
    }
  }

  /// The button that adds pictures.
  @inline(never) @export(interface)
  public static func adding(to subject: RowID, _ state: State) -> Node<Message> {
    let isBusy = state.isAdding(to: subject)
    return action(
      isBusy ? "Adding …" : "Add pictures", icon: .picture, isDisabled: isBusy, isBusy: isBusy,
      .addTapped(to: subject))
  }

  /// The same as an icon for tight places; `name` is their subject.
  @inline(never) @export(interface)
  public static func adding(
    to subject: RowID, named name: String, _ state: State
  ) -> Node<Message> {
    iconButton(
      .picture, label: "Add pictures to “\(name)”", isDisabled: state.isAdding(to: subject),
      .addTapped(to: subject))
  }

  /// The enlarged picture.
  @inline(never) @export(interface)
  public static func dialog(_ state: State) -> Node<Message> {
    let picture = state.picture
    return dialogBox("Picture", id: "picture", isOpen: picture != nil, closed: .closed) {
      if let picture {
        large(picture, state).keyed(picture.id.key)
      }
    }
  }

  private static func large(_ picture: Picture, _ state: State) -> Node<Message> {
    let all = picture.subject.map { state.pictures(of: $0) } ?? [picture]
    let place = all.firstIndex { $0.id == picture.id } ?? 0
    return div(.className("stack picture-large")) {
      image(picture, alt: words(picture), state)
      if !state.isHere, !picture.isSent {
        p(.className("quiet"), .role("status")) {
          "This picture is still on another device. It will appear here once that device is online."
        }
      }
      if all.count > 1 {
        div(.className("row")) {
          iconButton(.back, label: "Previous picture", isDisabled: place == 0, .stepped(by: -1))
          span(.className("quiet small figure")) { "\(place + 1) of \(all.count)" }
          iconButton(
            .forward, label: "Next picture", isDisabled: place == all.count - 1, .stepped(by: 1))
        }
      }
      form(.className("row wrap"), .onSubmit(.captionLeft)) {
        FieldFrame("Caption", id: "picture-caption").view(
          input(
            .type("text"), .id("picture-caption"), .autocomplete("off"),
            .value(state.caption ?? picture.caption), .onInput { .captionTyped($0) },
            .onBlur(.captionLeft)))
      }
      p(.className("quiet small")) {
        "Added \(MomentText.dayText(picture.day)) · \(picture.width) × \(picture.height)"
      }
      if picture.isSent, state.hasServer || state.isHere {
        checkField(
          "Keep it on this device", id: "picture-here", isOn: state.wish ?? state.isHere
        ) { .keptHere($0) }
        if let wish = state.wish {
          p(.className("quiet small"), .role("status")) {
            wish ? "Downloading …" : "Checking the server copy …"
          }
        }
      }
      div(.className("row wrap")) {
        action("Download", icon: .download, isDisabled: !state.isHere, .downloaded)
        action("Delete", icon: .trash, .trashed)
      }
    }
  }

  private static func words(_ picture: Picture) -> String {
    picture.caption.isEmpty ? MomentText.dayText(picture.day) : picture.caption
  }

  private static func image(_ picture: Picture, alt: String, _ state: State) -> Node<Message> {
    var source = ""
    if let file = picture.file {
      source = "\(state.space) \(TakeFiles.file(of: picture.id, file))"
      if picture.isSent { source += " /v1/b/\(Hex.text(of: file.sha256))" }
    }
    return img(
      .picture(source), .alt(alt), .plain("width", "\(picture.width)"),
      .plain("height", "\(picture.height)"))
  }
}
