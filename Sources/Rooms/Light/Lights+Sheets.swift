import Domain
import Light
import Markup
import RoomKit

// What opens above the picture.
extension Lights {
  /// The text that gets the focus when one sheet replaces another.
  static let sheetTextID = "light-sheet-text"

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
    case .named(.settings): ("Light settings", settings(playing, state))
    case .named(.limit): ("Turn off the flash limit?", limit)
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
    fieldset(.className("light-choice")) {
      legend { "Flashes" }
      p(.className("quiet small")) {
        "Limits flashing to lower the risk for sensitive people. It can’t rule out harm."
      }
      div(.className("chips")) {
        chip("Few", isOn: playing.level == .calm, .calm(true))
        chip("Limited", isOn: playing.level == .safe, .calm(false))
        chip("No limit …", isOn: playing.level == .off, .opened(.limit))
      }
    }
    fieldset(.className("light-choice")) {
      legend { "Panes" }
      div(.className("chips")) {
        for count in 1...Pane.limit {
          chip("\(count)", isOn: playing.panes == count, .played(2, Double(count)))
        }
      }
    }
    manner(playing, isOwn: own(key(playing, state), state) != nil)
    let light = Int((playing.brightness * 100).rounded())
    slider("Brightness: \(light) %", "light-brightness", playing.brightness, to: 1, .brightness)
    let glide = StageMessage.text((playing.glide * 100).rounded() / 100)
    slider("Glide: \(glide) s", "light-glide", playing.glide / 2, to: 2, .glide)
    checkField(
      "Snap hues to the twelve named ones", id: "light-snap", isOn: state.hand.snaps
    ) { .snapped($0) }
    for place in 2..<4 { choice(place, state) }
    div(.className("row wrap end")) {
      action("Keys", icon: .keyboard, .opened(.keys))
      a(
        .className("button"), .href(Place.screen.path), .plain("target", "_blank"),
        .label("Second screen, in a new window")
      ) {
        Icon.full.view()
        "Second screen"
      }
    }
  }

  /// How the set in the hand is played.
  private static func manner(_ playing: StageNews.Playing, isOwn: Bool) -> Node<Message> {
    let mode = Int(LightEvent.Target.mode.number)
    return fieldset(.className("light-choice"), .disabled(!isOwn)) {
      legend { "“\(playing.title)”" }
      div(.className("chips")) {
        chip("Vivid", isOn: !playing.isEven, .played(mode, 0))
        chip("Even", isOn: playing.isEven, .played(mode, 1))
      }
      FieldFrame(
        "Tempo (bpm)", id: "light-tempo", help: isOwn ? nil : "Copy this chordset to change it."
      ).view(
        input(
          .type("number"), .id("light-tempo"), .min("10"), .max("400"),
          .value(StageMessage.text(playing.tempo)),
          .onChange { text in
            StageMessage.number(text).map {
              .played(Int(LightEvent.Target.tempo.number), $0)
            }
          }))
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

  /// What the third or fourth ribbon controls.
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
    p(.id(sheetTextID), .tabIndex(-1)) {
      "Flashing light can cause a seizure even in people who have never had one. Without the limit, you and everyone watching may see any number of flashes per second. Warn them first."
    }
    p(.className("quiet")) { "The limit stays off until you leave or reload this page." }
    div(.className("row wrap end")) {
      action("Cancel", style: .primary, .closed)
      action("Turn off the limit", style: .danger, .unlocked)
    }
  }

  private static let keyWords: [(key: String, words: String)] = [
    ("1–8", "play a chord; hold to return on release; press two to mix"),
    ("Shift", "with a number, store what you’re playing there; with a bracket, copy the set"),
    ("[ and ]", "previous set, next set"),
    ("← → ↑ ↓", "hue and purity; with Alt, a tenth of the step"),
    ("Space", "tap the tempo"),
    ("R", "random chord"),
    ("P", "freeze the picture, and resume"),
    ("B", "blackout, and back"),
    ("Esc", "release everything and fade to black; again to return"),
    ("F", "full screen"),
    ("H", "hide everything but the picture; again to return"),
    ("Gamepad", "buttons play chords, sticks move hue and purity"),
  ]

  @NodeBuilder<Message>
  private static var keys: [Node<Message>] {
    p(.className("quiet small"), .id(sheetTextID), .tabIndex(-1)) {
      "By position, whatever your keyboard layout."
    }
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
      "The link contains the whole set. Anyone who opens it can add it to their chordsets, without an account."
    }
    if let code {
      p(.className("light-address small")) { code.address }
      div(.className("row wrap end")) {
        action("Copy the link", icon: .copy, .copyWanted(code.address))
        action("Share", icon: .share, style: .primary, .shareTapped(code.address))
      }
    } else {
      p(.className("quiet"), .live("polite")) { "Creating the link …" }
    }
  }

  @NodeBuilder<Message>
  private static var offer: [Node<Message>] {
    p {
      "Someone shared this chordset with you. Adding it changes none of yours."
    }
    div(.className("row wrap end")) {
      action("Cancel", style: .quiet, .closed)
      action("Add", style: .primary, .offerTaken)
    }
  }
}
