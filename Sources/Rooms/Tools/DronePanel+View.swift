import Domain
import Markup
import RoomKit
import Sound

extension DronePanel {
  /// The setup in a few words: `A4 major · reed`.
  static func words(_ drone: State, _ settings: Settings) -> String {
    if drone.isWaiting { return "waiting for your note" }
    var setup = drone.hand.setup
    setup.root = drone.root
    return describe(setup, settings)
  }

  static func describe(_ setup: DroneSetup, _ settings: Settings) -> String {
    let name = settings.player.written(setup.root).name(in: settings.spelling)
    let chord = setup.harmony == .root ? "" : " \(chordName(setup))"
    return "\(name)\(chord) · \(setup.sound.name)"
  }

  private static func chordName(_ setup: DroneSetup) -> String {
    switch setup.harmony {
    case .own: "custom chord"
    default:
      setup.isJust && setup.harmony.canBeJust ? "just \(setup.harmony.name)" : setup.harmony.name
    }
  }

  static func view(_ drone: State, _ bench: Bench) -> Node<Tools.Message> {
    let settings = bench.settings
    return div(.className("panel beside parted")) {
      div(.className("stack drone")) {
        now(drone, bench)
        notes(drone, bench)
      }
      div(.className("panel-side")) {
        Presets.view(drone.presets, drone.hand) { describe($0, settings) }
          .map(Message.presets)
      }
      div(.className("panel-side drone")) {
        soundCard(drone.hand.setup)
        chordCard(drone, bench)
      }
      div(.className("panel-side")) {
        echoCard(drone, bench)
        levelCard(drone)
      }
    }.map { .drone($0) }
  }

  // MARK: - What sounds

  private static func now(_ drone: State, _ bench: Bench) -> Node<Message> {
    let isOn = bench.output.tone == .drone
    let written = bench.settings.player.written(drone.root)
    return section(.className(isOn ? "drone-now sounds" : "drone-now"), .label("Drone")) {
      p(.className("figure drone-name")) {
        written.pitchClass.name(in: bench.settings.spelling)
        span(.className("drone-octave")) { "\(written.octave)" }
      }
      p(.className("figure drone-hertz")) {
        hertz(bench.tuning.frequency(of: drone.root))
        if written != drone.root {
          span(.className("quiet")) {
            " · sounds as \(bench.settings.player.name(of: drone.root, in: bench.settings.spelling))"
          }
        }
      }
      p(
        .className("drone-state"), .id("drone-state"),
        drone.hand.setup.isEcho || !drone.hand.setup.sequence.isEmpty ? .live("polite") : .none
      ) {
        if isOn { Icon.volume.view() }
        state(drone, bench, isOn: isOn)
      }
      div(.className("row wrap centre")) {
        div(.className("row")) {
          iconButton(
            .minus, label: "Octave down", isDisabled: !has(drone.root, octave: -1),
            .octaveStepped(by: -1))
          span(.className("figure"), .live("polite")) { "Octave \(written.octave)" }
          iconButton(
            .add, label: "Octave up", isDisabled: !has(drone.root, octave: 1),
            .octaveStepped(by: 1))
        }
        action(
          isOn ? "Stop" : "Start", icon: isOn ? .stop : .play, style: .primary, id: "drone-main",
          .mainTapped)
        if isOn, drone.hand.setup.isEcho { lockButton(drone) }
      }
    }
  }

  private static func state(_ drone: State, _ bench: Bench, isOn: Bool) -> String {
    let setup = drone.hand.setup
    guard isOn else { return "Silent" }
    if drone.isWaiting {
      if bench.ear.isListening { return "Play a note for the drone to follow" }
      return "Silent: tap Listen, then play a note"
    }
    if setup.tones(bench.tuning, on: drone.root).isEmpty || setup.level == 0 {
      return "Playing, but nothing can be heard: every voice is turned down or out of range"
    }
    if drone.isLocked { return "Playing, holding this note" }
    let name = drone.taken.map {
      " \(bench.settings.player.written($0).name(in: bench.settings.spelling))"
    }
    return "Playing\(name ?? "")\(setup.isInGaps ? " while the metronome is silent" : "")"
  }

  private static func has(_ root: Note, octave: Int) -> Bool {
    DroneSetup.roots.contains(root.raised(by: 12 * octave))
  }

  private static func lockButton(_ drone: State) -> Node<Message> {
    action(
      drone.isLocked ? "Follow me again" : "Hold this note", icon: drone.isLocked ? .ear : .lock,
      isDisabled: drone.isWaiting, .lockTapped)
  }

  /// In hundredths of a hertz: `493.88 Hz`.
  static func hertz(_ frequency: Double) -> String {
    "\(Decimal(units: Int64((frequency * 100).rounded()), places: 2).text) Hz"
  }

  // MARK: - Notes

  /// The twelve notes of the octave, as they are written.
  private static func notes(_ drone: State, _ bench: Bench) -> Node<Message> {
    let (player, spelling, root) = (
      bench.settings.player, bench.settings.spelling, drone.root
    )
    let isOn = bench.output.tone == .drone && !drone.isWaiting
    return lazy([
      .number(Int64(root.number)), .number(Int64(player.transposition)),
      .flag(spelling == .sharps), .flag(isOn),
    ]) {
      div(.className("drone-notes"), .role("group"), .label("Notes")) {
        for pitchClass in PitchClass.all {
          let written = Note(pitchClass, octave: player.written(root).octave)
          let note = written.raised(by: player.transposition)
          noteButton(
            pitchClass.name(in: spelling), note,
            sounding: player.transposition == 0 ? nil : player.name(of: note, in: spelling),
            isChosen: note == root, isOn: isOn && note == root)
        }
      }
    }
  }

  private static func noteButton(
    _ name: String, _ note: Note, sounding: String?, isChosen: Bool, isOn: Bool
  ) -> Node<Message> {
    button(
      .type("button"),
      .className(isOn ? "drone-note on" : isChosen ? "drone-note chosen" : "drone-note"),
      .pressed(isOn), .disabled(!DroneSetup.roots.contains(note)), .onClick(.noteTapped(note))
    ) {
      strong(.className("figure")) { name }
      if let sounding { small { "sounds \(sounding)" } }
      small {
        (isOn ? Icon.stop : Icon.play).view()
        isOn ? "Stop" : isChosen ? "Selected" : "Play"
      }
    }
  }

  // MARK: - Sound and chord

  private static func soundCard(_ setup: DroneSetup) -> Node<Message> {
    card("Sound", id: "drone-sound") {
      div(.className("chips"), .role("group"), .labelledBy("drone-sound")) {
        for sound in DroneSetup.Sound.allCases {
          chip(sound.name, isOn: setup.sound == sound, .soundChosen(sound))
        }
      }
      lazy(setup.drawbars.map { .number(Int64($0)) }) {
        details(.className("more")) {
          summary { "Drawbars" }
          div(.className("drone-drawbars")) {
            for (index, level) in setup.drawbars.enumerated() {
              slider(
                DroneSetup.drawbarNames[index], id: "drone-drawbar-\(index)", level,
                of: DroneSetup.drawbarLevels
              ) { .drawbarMoved(index, to: $0) }
            }
          }
          p(.className("note")) { "16′ is an octave below the note, 1′ three octaves above." }
        }
      }
    }
  }

  private static func chordCard(_ drone: State, _ bench: Bench) -> Node<Message> {
    let setup = drone.hand.setup
    return card("Chord", id: "drone-chord") {
      div(.className("chips"), .role("group"), .labelledBy("drone-chord")) {
        for harmony in DroneSetup.Harmony.allCases {
          chip(harmony.name, isOn: setup.harmony == harmony, .harmonyChosen(harmony))
        }
      }
      if setup.harmony.canBeJust {
        segmented(
          "Intervals", name: "drone-just",
          [
            ("Tempered", !setup.isJust, .justnessChosen(false)),
            ("Just", setup.isJust, .justnessChosen(true)),
          ])
      }
      if setup.harmony == .own {
        form(.className("stack"), .onSubmit(.chordDone)) {
          textField(
            FieldFrame(
              "Intervals from the root", id: "drone-own-chord",
              help: "Semitones such as 0 4 7, or ratios such as 1:1 5:4 3:2; at most eight.",
              problem: drone.chord.problem),
            value: drone.chord.text ?? setup.ownChord.text
          ) { .chordTyped($0) }
          div(.className("row")) { button(.type("submit")) { "Use these intervals" } }
        }
      }
      ul(.className("list drone-voices")) {
        let frequencies = setup.chord.frequencies(on: drone.root, bench.tuning)
        for (index, interval) in setup.chord.intervals.enumerated() {
          voiceRow(
            index, name(of: interval, on: drone.root, bench.settings), setup.voices[index],
            Drone.range.contains(frequencies[index])
              ? hertz(frequencies[index]) : "out of range")
        }
      }
    }
  }

  /// A note name for semitones, otherwise the ratio.
  private static func name(
    of interval: Chord.Interval, on root: Note, _ settings: Settings
  ) -> String {
    switch interval {
    case .semitones(let count):
      settings.player.written(root.raised(by: count)).name(in: settings.spelling)
    case .ratio: interval.text
    }
  }

  private static func voiceRow(
    _ index: Int, _ name: String, _ voice: DroneSetup.Voice, _ detail: String
  ) -> Node<Message> {
    li(.className(voice.isMuted ? "list-row muted" : "list-row")) {
      div(.className("drone-voice")) {
        slider(
          name, id: "drone-voice-\(index)", voice.level, of: DroneSetup.voiceLevels
        ) { .voiceMoved(index, to: $0) }
        span(.className("quiet small figure")) {
          voice.isMuted ? "\(detail) · muted" : detail
        }
      }
      iconButton(
        voice.isMuted ? .mute : .volume,
        label: voice.isMuted ? "Unmute \(name)" : "Mute \(name)",
        .voiceMuted(index))
    }
  }

  /// A slider for a level, with its number.
  private static func slider(
    _ name: String, id: String, _ level: Int, of range: ClosedRange<Int>, unit: String = "",
    _ moved: @escaping (String) -> Message
  ) -> Node<Message> {
    div(.className("drone-slider")) {
      label(.labelFor(id)) { name }
      input(
        .type("range"), .id(id), .min("\(range.lowerBound)"), .max("\(range.upperBound)"),
        .value("\(level)"), .onInput(moved))
      output(.className("figure"), .labelFor(id)) { "\(level)\(unit)" }
    }
  }

  // MARK: - Playing along

  private static func echoCard(_ drone: State, _ bench: Bench) -> Node<Message> {
    let setup = drone.hand.setup
    return card("Playing along", id: "drone-along") {
      checkField("Echo: follow the note I play", id: "drone-echo", isOn: setup.isEcho) {
        .echoChecked($0)
      }
      if setup.isEcho {
        p(.className("note")) {
          "Hold a note for half a second and the drone follows. Use headphones: through speakers "
            + "it hears itself, so it ignores its own notes, octaves and partials, and anything "
            + "far below a chord."
        }
        if isFollowing(drone, bench), !bench.ear.isListening {
          div(.className("row")) { action("Listen", icon: .ear, .listenTapped) }
        }
      }
      checkField("Only while the metronome is silent", id: "drone-gaps", isOn: setup.isInGaps) {
        .gapsChecked($0)
      }
      if setup.isInGaps {
        p(.className("note")) {
          "Without silent bars or random mute, it plays all the time."
        }
      }
      details(.className("more")) {
        summary { setup.sequence.isEmpty ? "Note sequence" : "Note sequence: on" }
        form(.className("stack"), .onSubmit(.sequenceDone)) {
          textField(
            FieldFrame(
              "Notes and bars", id: "drone-sequence",
              help:
                "Such as B4 4, A4 2; follows the metronome’s bars. Empty for one note.",
              problem: drone.sequence.problem),
            value: drone.sequence.text
              ?? setup.sequence.text(
                in: bench.settings.spelling, transposition: bench.settings.player.transposition)
          ) { .sequenceTyped($0) }
          div(.className("row")) { button(.type("submit")) { "Use these notes" } }
        }
      }
    }
  }

  private static func levelCard(_ drone: State) -> Node<Message> {
    card("Level", id: "drone-level-card") {
      slider(
        "Overall", id: "drone-level", drone.hand.setup.level, of: 0...100, unit: " %"
      ) {
        .levelMoved(to: $0)
      }
      details(.className("more")) {
        summary { "Fades and chorus" }
        div(.className("stack")) {
          for number in Number.allCases {
            drone.numbers.view(
              number,
              help: number == .chorus
                ? "Detunes two voices per note, which beat on their own. At 0, any beating you "
                  + "hear is yours."
                : nil
            ).map { Message.number(number, $0) }
          }
        }
      }
    }
  }
}
