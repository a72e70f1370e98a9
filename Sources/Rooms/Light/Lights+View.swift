import Domain
import Light
public import Markup
import RoomKit

extension Lights {
  @export(interface)
  public static func view(_ state: State) -> Node<Message> {
    let playing = state.playing ?? StageNews.Playing()
    let screen =
      switch state.screen {
      case .page: ""
      case .full: " full"
      case .bare: " full bare"
      }
    return article(
      .className("light-room" + screen + (state.isListOpen ? " listed" : "")),
      .onPointerMove { _ in state.screen == .page ? nil : .touched },
      .onPointerDown { _ in state.screen == .page ? nil : .touched }
    ) {
      div(.className("light-stage")) {
        canvas(
          .className("light-canvas"), .plain("data-stage", "auto"), .role("img"),
          .label("The picture: \(playing.isBlack ? "black" : colour(playing, state))")
        ) {}.keyed(.number(state.attempts))
        lazy([
          .text(playing.title), .number(Int64(playing.set)), .number(Int64(playing.setCount)),
          .number(Int64(playing.level.rawValue)), .flag(playing.isFrozen), .flag(playing.isBlack),
          .flag(state.screen == .page), .flag(state.isListOpen),
        ]) { head(playing, state) }
        if state.hasLine, state.screen == .page {
          roomLine("Play light like an instrument: tap a chord, then move the ribbons to shape it.")
            .map { _ in .lineRead }
        }
        trouble(state)
      }
      div(.className("light-controls")) {
        ribbons(playing)
        hands(playing, state)
      }
      if state.isListOpen { list(state).keyed("list") }
      sheet(playing, state)
    }
  }

  private static func colour(_ playing: StageNews.Playing, _ state: State) -> String {
    playing.ribbons.map { "\($0.label): \($0.words)" }.joined(separator: ", ")
  }

  private static func head(_ playing: StageNews.Playing, _ state: State) -> Node<Message> {
    header(.className("light-head")) {
      div {
        p(.className("caps")) {
          playing.setCount > 0
            ? "Chordset \(playing.set + 1) of \(playing.setCount) · \(levelWords(playing.level))"
            : "Light"
        }
        h1(.id("heading"), .tabIndex(-1)) {
          playing.title.utf8.isEmpty ? "Light" : playing.title
        }
      }
      div(.className("row push")) {
        iconToggle(.pause, "Freeze the picture", playing.isFrozen, target: .freeze)
        iconToggle(.bulb, "Black out the picture", playing.isBlack, target: .blackout)
        iconButton(.sliders, label: "Light settings", .opened(.settings))
        iconButton(
          .full, label: state.screen == .page ? "Full screen" : "Exit full screen",
          .fullTapped)
        button(
          .type("button"), .id("light-list-button"), .className("round"), .label("Chordsets"),
          .title("Chordsets"), .pressed(state.isListOpen), .onClick(.listTapped)
        ) { Icon.light.view() }
        a(.className("round button account"), .href("/settings"), .label("Settings")) {
          Icon.account.view()
        }
      }
    }
  }

  private static func iconToggle(
    _ icon: Icon, _ label: String, _ isOn: Bool, target: LightEvent.Target
  ) -> Node<Message> {
    button(
      .type("button"), .className("round"), .label(label), .title(label), .pressed(isOn),
      .onClick(.played(Int(target.number), isOn ? 0 : 1))
    ) { icon.view() }
  }

  static func levelWords(_ level: FlashLevel) -> String {
    switch level {
    case .calm: "few flashes"
    case .safe: "flashes limited"
    case .off: "no flash limit"
    }
  }

  /// Says that the stage failed, in either window.
  @NodeBuilder<Message>
  static func failure(_ state: State) -> [Node<Message>] {
    if state.stage == .failed {
      div(.className("notice trouble"), .role("alert")) {
        Icon.warning.view()
        span {
          "The picture could not be started"
          state.failure.isEmpty ? ". " : " (\(state.failure)). "
          "Your chordsets are safe."
        }
        action("Try again", style: .primary, .again)
      }
    }
  }

  @NodeBuilder<Message>
  private static func trouble(_ state: State) -> [Node<Message>] {
    failure(state)
    if state.stage == .open(isPlain: true) {
      p(.className("light-note small")) {
        "This browser has no WebGL2, so the picture is less sharp."
      }
    }
  }

  // MARK: - Ribbons

  private static func ribbons(_ playing: StageNews.Playing) -> Node<Message> {
    div(.className("light-ribbons")) {
      for (place, ribbon) in playing.ribbons.enumerated() {
        let way = Int((ribbon.way * 1_000).rounded())
        div(
          .className("light-ribbon"), .plain("data-light", "\(16 + place)"),
          .style("--at", "\(way / 10).\(way % 10)%"),
          .style(
            "background-image",
            ribbon.colours.utf8.isEmpty ? "none" : "linear-gradient(90deg, \(ribbon.colours))")
        ) {
          input(
            .type("range"), .id("light-ribbon-\(place)"), .min("0"), .max("1000"),
            .label(ribbon.label), .plain("aria-valuetext", ribbon.words), .value("\(way)"),
            .onInput { .slid(place, $0) })
          span(.className("light-thumb"), .hidden(fromReaders: true)) {}
          if place > 1 {
            span(.className("light-ribbon-name small"), .hidden(fromReaders: true)) {
              "\(ribbon.label) · \(ribbon.words)"
            }
          }
        }.keyed(.number(UInt64(place)))
      }
    }
  }

  // MARK: - Selectors, Shift and steps

  /// The key of the set in the hand.
  static func key(_ playing: StageNews.Playing, _ state: State) -> String {
    state.entries.indices.contains(playing.set) ? state.entries[playing.set].key : ""
  }

  private static func hands(_ playing: StageNews.Playing, _ state: State) -> Node<Message> {
    let key = key(playing, state)
    // Each movement on a ribbon shows the room again; these stay as they are.
    return lazy([
      .text(key), .number(Int64(state.look)), .number(Int64(playing.recalled ?? -1)),
      .number(Int64(playing.held)), .flag(playing.isShifted), .flag(playing.isShiftLocked),
    ]) { buttons(key, playing, state) }
  }

  private static func buttons(
    _ key: String, _ playing: StageNews.Playing, _ state: State
  ) -> Node<Message> {
    div(.className("light-hands")) {
      button(
        .type("button"), .className("light-shift" + (playing.isShifted ? " on" : "")),
        .plain("data-light", "8"), .pressed(playing.isShifted),
        .label("Shift: store this light in the next chord, or copy the set"),
        .onClick(.played(Int(LightEvent.Target.shift.number), 3))
      ) {
        playing.isShiftLocked ? "⇧ Locked" : "⇧ Shift"
        span(.className("small")) { playing.isShifted ? "tap a chord" : "store this light" }
      }
      div(.className("light-chords"), .role("group"), .label("Chords")) {
        for chord in 0..<LightSet.size {
          selector(chord, key, playing, state).keyed(.number(UInt64(chord)))
        }
      }
      step(.back, "Previous set", 9, -1)
      step(.forward, "Next set", 10, 1)
    }
  }

  private static func selector(
    _ chord: Int, _ key: String, _ playing: StageNews.Playing, _ state: State
  ) -> Node<Message> {
    let words = state.chords.indices.contains(chord) ? state.chords[chord] : nil
    let isOn = playing.recalled == chord
    let isHeld = playing.held & 1 << chord != 0
    let name = words.map { $0.name.utf8.isEmpty ? "" : ", \($0.name)" } ?? ""
    let colour = words.map { ": \($0.colour)" } ?? ""
    return button(
      .type("button"), .id("light-chord-\(chord + 1)"),
      .className("light-chord" + (isOn ? " on" : "") + (isHeld ? " held" : "")),
      .plain("data-light", "\(chord)"), .pressed(isOn),
      .label("Chord \(chord + 1)\(name)\(colour)"), .title(words?.name),
      .onClick(.chordTapped(chord))
    ) {
      if !key.utf8.isEmpty { picture(key, chord, look: state.look, width: 96) }
      span { "\(chord + 1)" }
    }
  }

  private static func step(
    _ icon: Icon, _ label: String, _ control: Int, _ way: Double
  ) -> Node<Message> {
    button(
      .type("button"), .className("light-step"), .plain("data-light", "\(control)"),
      .label(label), .title(label), .onClick(.stepped(way))
    ) { icon.view() }
  }
}
