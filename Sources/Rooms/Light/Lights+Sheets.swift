import Domain
import Light
import Markup
import RoomKit

// What opens above the picture.
extension Lights {
  static func sheet(_ playing: StageNews.Playing, _ state: State) -> Node<Message> {
    let (heading, content) = content(playing, state)
    return dialogBox(
      heading, id: "light-sheet", isOpen: state.sheet != nil, isSheet: true, closed: .closed
    ) { content }
  }

  private static func content(
    _ playing: StageNews.Playing, _ state: State
  ) -> (heading: String, content: [Node<Message>]) {
    switch state.sheet {
    case .named(.settings): ("Settings of Light", settings(playing, state))
    case .named(.limit): ("Let everything flash?", limit)
    case .named(.keys): ("Keys", keys)
    case .link(let title, let code): ("Share “\(title)”", link(code))
    case .offered(let set): ("Add “\(set.title)”?", offer)
    case nil: ("", [])
    }
  }

  @NodeBuilder<Message>
  private static func settings(
    _ playing: StageNews.Playing, _ state: State
  ) -> [Node<Message>] {
    fieldset {
      legend { "Flashes" }
      p(.className("quiet small")) {
        "What flashes is held back as the picture is drawn. It lowers the risk for people whom flashing light can harm; it is no promise that nobody comes to harm."
      }
      div(.className("chips")) {
        chip("Calm", isOn: playing.level == .calm, .calm(true))
        chip("Safe", isOn: playing.level == .safe, .calm(false))
        chip("Not limited …", isOn: playing.level == .off, .opened(.limit))
      }
    }
    slider("Brightness", "light-brightness", playing.brightness, to: 1, .brightness)
    slider("Glide", "light-glide", playing.glide / 2, to: 2, .glide)
    checkField(
      "The hue ribbon stops at the twelve named hues", id: "light-snap", isOn: state.hand.snaps
    ) { .snapped($0) }
    for place in 2..<4 { choice(place, state) }
    div(.className("row wrap end")) {
      action("Keys", icon: .keyboard, .opened(.keys))
      a(
        .className("button"), .href(Place.screen.path), .plain("target", "_blank"),
        .label("Second screen, in a window of its own")
      ) {
        Icon.full.view()
        "Second screen"
      }
    }
  }

  private static func slider(
    _ label: String, _ id: String, _ way: Double, to most: Double, _ target: LightEvent.Target
  ) -> Node<Message> {
    let whole = Int((way * 100).rounded())
    return FieldFrame(label, id: id).view(
      input(
        .type("range"), .id(id), .min("0"), .max("100"), .value("\(whole)"),
        .onInput { text in
          StageMessage.number(text).map { .played(Int(target.number), $0 / 100 * most) }
        }))
  }

  /// The third ribbon and the fourth move what the player wants.
  private static func choice(_ place: Int, _ state: State) -> Node<Message> {
    let numbers = numbers(of: state.hand)
    let chosen = numbers.indices.contains(place) ? "\(numbers[place])" : ""
    return choiceField(
      FieldFrame(
        place == 2 ? "Third ribbon" : "Fourth ribbon", id: "light-ribbon-choice-\(place)",
        isDisabled: place > numbers.count),
      choices: [("", "None")] + state.parameters.map { ($0.key, $0.title) }, value: chosen
    ) { .ribbonChosen(place, $0) }
  }

  @NodeBuilder<Message>
  private static var limit: [Node<Message>] {
    p {
      "Flashing light can bring on a seizure in people who have never had one. Without the limit you and everybody who looks on may see any number of flashes in a second. Warn them first."
    }
    p(.className("quiet")) { "It lasts until this page is left or loaded again." }
    div(.className("row wrap end")) {
      action("Stay safe", style: .primary, .closed)
      action("Do not limit flashes", style: .danger, .unlocked)
    }
  }

  private static let keyWords: [(key: String, words: String)] = [
    ("1 to 8", "a chord; held for a moment it goes when you let go; two at once are mixed"),
    ("Shift", "held with a number: stores what you play there; with a bracket: copies the set"),
    ("[ and ]", "the set before, the next set"),
    ("← → ↑ ↓", "hue and purity; with Alt a tenth as far"),
    ("Space", "taps the tempo"),
    ("R", "a chord by chance"),
    ("P", "holds the picture still, and lets it go on"),
    ("B", "darkens the picture, and brings it back"),
    ("Esc", "lets go of everything and goes to black; once more brings it back"),
    ("F", "full screen"),
    ("H", "hides everything but the picture"),
    ("Gamepad", "buttons play chords, sticks move hue and purity"),
  ]

  @NodeBuilder<Message>
  private static var keys: [Node<Message>] {
    p(.className("quiet small")) { "They go by their place on the keyboard." }
    dl(.className("light-keys")) {
      for (key, words) in keyWords {
        dt { key }
        dd { words }
      }
    }
  }

  @NodeBuilder<Message>
  private static func link(_ code: AddressCode?) -> [Node<Message>] {
    p {
      "The link carries the whole set. Whoever opens it can play it and keep it, without an account."
    }
    if let code {
      p(.className("light-address small")) { code.address }
      div(.className("row wrap end")) {
        action("Copy the link", icon: .copy, .copyWanted(code.address))
        action("Share", icon: .share, style: .primary, .shareTapped(code.address))
      }
    } else {
      p(.className("quiet"), .live("polite")) { "Making the link …" }
    }
  }

  @NodeBuilder<Message>
  private static var offer: [Node<Message>] {
    p {
      "Somebody shares this chordset with you. It becomes one of yours; nothing of yours changes."
    }
    div(.className("row wrap end")) {
      action("Leave it", style: .quiet, .closed)
      action("Add it", style: .primary, .offerTaken)
    }
  }
}
