import Domain
import Markup
import Program
import RoomKit
import Sound

extension TunerPanel {
  /// - Parameter drone: the note that the drone is playing.
  static func view(_ tuner: State, _ bench: Bench, drone: Note?) -> Node<Tools.Message> {
    // Each lazy part retains its inputs, so it gets no more than it needs.
    let (presets, hand) = (tuner.presets, tuner.hand)
    let (isLearning, isBent) = (tuner.isLearning, bench.ear.isBent)
    let sitting = tuner.sitting
    let reading = reading(tuner, bench)
    let verdict = reading.map { Sitting.verdict($0.cents, tuner.hand.setup.tolerance) }
    return div(.className("panel beside parted tuner \(className(verdict, reading))")) {
      div(.className("stack")) {
        div(.className("tuner-main")) {
          note(reading, tuner, bench)
          p(.className("tuner-verdict")) { words(reading, verdict, tuner, bench) }
          if tuner.hand.setup.look == .dial {
            dial(reading, tuner)
          } else {
            strobe(reading, sitting.strobe)
          }
          figures(reading, sitting, tuner, bench)
          buttons(tuner, bench, drone: drone)
          p(.className("unseen"), .live("polite")) { sitting.announcement }
        }
      }
      div(.className("panel-side")) {
        lazy([.number(bench.version)]) {
          Presets.view(presets, hand, describe: describe).map { .tuner(.presets($0)) }
        }
      }
      div(.className("panel-side")) {
        trace(sitting.trace, tuner)
        map(sitting.map, tuner, bench)
      }
      div(.className("panel-side")) {
        lazy([.number(bench.version)]) {
          settings(hand.setup, isLearning: isLearning, isBent: isBent)
        }
      }
    }
  }

  private static func className(
    _ verdict: Sitting.Verdict?, _ reading: Sitting.Reading?
  ) -> String {
    guard let reading, reading.isLive else { return "resting" }
    return switch verdict {
    case .inTune: "in-tune"
    case .flat: "flat"
    case .sharp: "sharp"
    case nil: "resting"
    }
  }

  // MARK: - The note

  /// The written note, large; a tap switches between sharps and flats.
  private static func note(
    _ reading: Sitting.Reading?, _ tuner: State, _ bench: Bench
  ) -> Node<Tools.Message> {
    let spelling = bench.settings.spelling
    let written = reading?.written ?? tuner.hand.setup.target
    let name = written.map { $0.pitchClass.name(in: spelling) } ?? "–"
    let letter = String(decoding: Array(name.utf8.prefix(1)), as: UTF8.self)
    let sign = String(decoding: Array(name.utf8.dropFirst()), as: UTF8.self)
    return button(
      .type("button"), .className("tuner-note figure"),
      .label(
        "\(written?.name(in: spelling) ?? "No note"), written with "
          + (spelling == .sharps ? "sharps" : "flats") + "; change"),
      .onClick(.tuner(.spellingTapped))
    ) {
      span { written == nil ? "–" : letter }
      span(.className("tuner-sign")) { written == nil ? "" : sign }
      span(.className("tuner-octave")) { written.map { "\($0.octave)" } ?? "" }
    }
  }

  /// The verdict in words and with an arrow, and the sounding note if it differs.
  @NodeBuilder<Tools.Message>
  private static func words(
    _ reading: Sitting.Reading?, _ verdict: Sitting.Verdict?, _ tuner: State, _ bench: Bench
  ) -> [Node<Tools.Message>] {
    if let reading, let verdict {
      if tuner.isFrozen { "held · " }
      // A screen reader would spell the sign out.
      if reading.isLive { span(.hidden(fromReaders: true)) { "\(verdict.sign) " } }
      details(reading, reading.isLive ? verdict.name : "last heard", bench)
    } else if bench.ear.isAsking {
      "Waiting for the microphone …"
    } else {
      bench.ear.isListening ? "Play a note." : "Press Listen, then play."
    }
  }

  private static func details(
    _ reading: Sitting.Reading, _ verdict: String, _ bench: Bench
  ) -> String {
    var text = verdict
    if let degree = reading.degree { text += " · degree \(degree)" }
    if reading.written != reading.sounding {
      let (player, spelling) = (bench.settings.player, bench.settings.spelling)
      text += " · sounds \(player.name(of: reading.sounding, in: spelling))"
    }
    return text
  }

  // MARK: - The dial

  /// Degrees per cent.
  private static let lean = 1.2

  private static func dial(
    _ reading: Sitting.Reading?, _ tuner: State
  ) -> Node<Tools.Message> {
    let cents = min(max(reading?.cents ?? 0, -52), 52)
    let setup = tuner.hand.setup
    return div(
      .className("dial"), .style("--lean", "\(Figures.exact(cents * lean))deg"),
      .hidden(fromReaders: true)
    ) {
      lazy([.number(Int64(setup.tolerance)), .flag(setup.hasReed)]) {
        face(setup.tolerance, hasReed: setup.hasReed)
      }
    }
  }

  private static func face(_ tolerance: Int, hasReed: Bool) -> Node<Tools.Message> {
    SVG.svg(.viewBox("0 0 360 204")) {
      for index in -20...20 { tick(index, tolerance) }
      for (x, y, text) in [(34.0, 126.0, "−50"), (180, 14, "0"), (326, 126, "+50")] {
        SVG.text(
          .plain("x", Figures.exact(x)), .plain("y", Figures.exact(y)),
          .plain("text-anchor", "middle"), .className("dial-number")
        ) { text }
      }
      SVG.g(.className("needle")) {
        SVG.path(.pathData("M180 190V44"), .className("needle-line"))
        if hasReed { reed }
        SVG.circle(.plain("cx", "180"), .plain("cy", "190"), .plain("r", "7"))
      }
    }
  }

  /// The mascot: a double reed with a face, at the foot of the needle.
  private static var reed: Node<Tools.Message> {
    SVG.g(.className("reed")) {
      SVG.path(.className("reed-staple"), .pathData("M174 190l2-34h8l2 34z"))
      SVG.path(.className("reed-thread"), .pathData("M173 140h14l-2 20h-10z"))
      SVG.path(.className("reed-blade"), .pathData("M173 140l-6-46q13-7 26 0l-6 46z"))
      SVG.circle(
        .plain("cx", "176"), .plain("cy", "112"), .plain("r", "1.8"), .className("reed-eye"))
      SVG.circle(
        .plain("cx", "184"), .plain("cy", "112"), .plain("r", "1.8"), .className("reed-eye"))
      SVG.path(.className("reed-mouth"), .pathData("M175 121q5 4 10 0"))
      SVG.path(.className("reed-mouth unhappy"), .pathData("M176 122h8"))
    }
  }

  /// A mark for every 2.5 cents, longer at tens, green within the tolerance.
  private static func tick(_ index: Int, _ tolerance: Int) -> Node<Tools.Message> {
    let cents = Double(index) * 2.5
    let length = index % 4 == 0 ? 24.0 : index % 2 == 0 ? 16 : 9
    let place = abs(cents) <= Double(tolerance) ? "green" : cents < 0 ? "low" : "high"
    return SVG.path(
      .className(index % 4 == 0 ? "tick long \(place)" : "tick \(place)"),
      .pathData("M180 \(Figures.exact(20))v\(Figures.exact(length))"),
      .plain("transform", "rotate(\(Figures.exact(cents * lean)) 180 190)"))
  }

  /// Four bands that stand still while the note and its partials are in tune, and otherwise drift.
  private static func strobe(
    _ reading: Sitting.Reading?, _ turns: Double
  ) -> Node<Tools.Message> {
    div(.className(reading == nil ? "strobe still" : "strobe"), .hidden(fromReaders: true)) {
      for partial in 1...4 {
        let place = turns * Double(partial)
        div(
          .className("strobe-band"),
          .style("--turn", Figures.exact(place - place.rounded(.down))))
      }
    }
  }

  // MARK: - Figures

  private static func figures(
    _ reading: Sitting.Reading?, _ sitting: Sitting, _ tuner: State, _ bench: Bench
  ) -> Node<Tools.Message> {
    let level = sitting.level.map {
      $0.value > -120 ? Figures.signed(Int($0.value.rounded())) : "–"
    }
    return dl(.className("tuner-figures")) {
      figure("cents", reading.map { Figures.signedTenths($0.cents) } ?? "–", bar(reading, tuner))
      figure("Hz", reading.map { Figures.tenths($0.frequency) } ?? "–", nil)
      figure("dB", (bench.ear.isListening ? level : nil) ?? "–", nil)
      if let vibrato = sitting.vibrato, reading?.isLive == true {
        figure(
          "vibrato", "\(Figures.tenths(vibrato.rate)) Hz",
          "± \(Figures.tenths(vibrato.extent.value)) cents")
      }
    }
  }

  private static func figure(
    _ unit: String, _ value: String, _ more: String?
  ) -> Node<Tools.Message> {
    div {
      dt {
        unit
        if let more { " \(more)" }
      }
      dd(.className("figure")) { value }
    }
  }

  /// The uncertainty of a precise reading.
  private static func bar(_ reading: Sitting.Reading?, _ tuner: State) -> String? {
    guard tuner.hand.setup.mode == .precise, let reading, reading.isLive else { return nil }
    guard let bar = reading.errorBar else { return "settling" }
    return "± \(Figures.exact(bar))"
  }

  // MARK: - Buttons

  private static func buttons(
    _ tuner: State, _ bench: Bench, drone: Note?
  ) -> Node<Tools.Message> {
    let isListening = bench.ear.isListening
    let spelling = bench.settings.spelling
    let target = tuner.hand.setup.target
    let isFrozen = tuner.isFrozen
    let isSounding = bench.output.tone == .reference
    let note = note(tuner, bench)
    let name = note.map { bench.settings.player.written($0).name(in: spelling) }
    let isDroned = drone != nil && (note == nil || note == drone)
    return lazy([
      .number(bench.version), .number(Int64(note?.number ?? -1)), .flag(isDroned),
    ]) {
      div(.className("stack")) {
        div(.className("row wrap centre")) {
          button(
            .type("button"), .id("tuner-main"), .className("primary main-button"),
            .onClick(.tuner(.mainTapped))
          ) {
            (isListening ? Icon.stop : .ear).view()
            isListening ? "Stop" : "Listen"
          }
          toggle("Hold", .pause, isOn: isFrozen, .freezeTapped)
          toggle("Hear it", .volume, isOn: isSounding, .referenceTapped)
          toggle(
            "Drone", label: name.map { "Drone on \($0)" }, .drone, isOn: isDroned, .droneTapped)
          toggle(
            target?.name(in: spelling) ?? "Lock",
            label: target.map { "Locked to \($0.name(in: spelling))" }, id: "tuner-lock", .lock,
            isOn: target != nil, .targetTapped)
        }
        if target != nil {
          div(.className("row wrap centre")) {
            iconButton(.minus, label: "A semitone lower", .tuner(.targetStepped(by: -1)))
            iconButton(.add, label: "A semitone higher", .tuner(.targetStepped(by: 1)))
          }
        }
      }
    }
  }

  private static func toggle(
    _ text: String, label: String? = nil, id: String? = nil, _ icon: Icon, isOn: Bool,
    _ message: Message
  ) -> Node<Tools.Message> {
    button(
      .type("button"), .id(id), .className(isOn ? "chip on" : "chip"), .label(label),
      .pressed(isOn), .onClick(.tuner(message))
    ) {
      icon.view()
      text
    }
  }

  private static func settings(
    _ setup: TunerSetup, isLearning: Bool, isBent: Bool
  ) -> Node<Tools.Message> {
    card("Display", id: "tuner-settings") {
      segmented(
        "Response", name: "tuner-mode",
        [(PitchMode.fast, "Fast"), (.normal, "Normal"), (.slow, "Slow"), (.precise, "Precise")].map
        {
          ($0.1, setup.mode == $0.0, .tuner(.modeChosen($0.0)))
        })
      segmented(
        "Tolerance", name: "tuner-tolerance",
        TunerSetup.tolerances.map {
          ("\($0) cents", setup.tolerance == $0, .tuner(.toleranceChosen($0)))
        })
      segmented(
        "Look", name: "tuner-look",
        [
          ("Dial", setup.look == .dial, .tuner(.lookChosen(.dial))),
          ("Strobe", setup.look == .strobe, .tuner(.lookChosen(.strobe))),
        ])
      div {
        checkField("Keep the last note", id: "tuner-holding", isOn: setup.isHolding) {
          .tuner(.holdingSwitched($0))
        }
        checkField("Animate the reed", id: "tuner-reed", isOn: setup.hasReed) {
          .tuner(.reedSwitched($0))
        }
      }
      div(.className("row wrap")) {
        toggle(
          isLearning ? "Play a steady A …" : "Set A4 from a sound", .ear, isOn: isLearning,
          .learnTapped)
      }
      if isBent {
        p(.className("note")) {
          "The browser filters this microphone for speech, which can distort notes."
        }
      }
    }
  }

  // MARK: - Trace and map

  private static func trace(_ trace: PitchTrace, _ tuner: State) -> Node<Tools.Message> {
    let tolerance = tuner.hand.setup.tolerance
    return lazy([.number(Int64(trace.end * 1_000)), .number(Int64(tolerance))]) {
      card("The last ten seconds", id: "tuner-trace") {
        SVG.svg(
          .className("trace"), .viewBox("0 0 600 140"), .role("img"),
          .label(
            trace.points.last.map {
              "Pitch over the last ten seconds, at the end \(Figures.signedTenths($0.cents)) cents."
            } ?? "Nothing was heard in the last ten seconds."),
          .plain("preserveAspectRatio", "none")
        ) {
          SVG.rect(
            .className("trace-band"), .plain("x", "0"), .plain("width", "600"),
            .plain("y", Figures.exact(70 - Double(tolerance) * 1.4)),
            .plain("height", Figures.exact(Double(tolerance) * 2.8)))
          SVG.path(.className("trace-middle"), .pathData("M0 70H600"))
          SVG.path(.className("trace-line"), .pathData(trace.path(width: 600, height: 140)))
        }
      }
    }
  }

  private static func map(
    _ map: IntonationMap, _ tuner: State, _ bench: Bench
  ) -> Node<Tools.Message> {
    let spelling = bench.settings.spelling
    // It changes with every reading; once per second is often enough.
    let second = Int64(tuner.sitting.trace.end)
    return lazy([.number(second), .number(bench.version)]) {
      let notes = map.notes.filter { $0.count >= IntonationDay.leastCount }
      return card("Your intonation", id: "tuner-map") {
        if notes.isEmpty {
          p(.className("quiet")) {
            "Play for a while to see the average and spread of each note, in cents."
          }
        } else {
          ul(.className("map")) {
            for note in notes { line(note, spelling).keyed(.number(UInt64(note.number))) }
          }
          div(.className("row wrap")) { action("Reset", icon: .undo, .tuner(.mapCleared)) }
        }
      }
    }
  }

  private static func line(
    _ note: IntonationDay.Note, _ spelling: Spelling
  ) -> Node<Tools.Message> {
    let (low, high) = (note.mean - note.spread, note.mean + note.spread)
    return li {
      span(.className("figure")) { Note(note.number).name(in: spelling) }
      SVG.svg(.viewBox("-50 -6 100 12"), .hidden(fromReaders: true)) {
        SVG.path(.className("map-axis"), .pathData("M-50 0H50M0 -6V6"))
        SVG.path(
          .className("map-spread"), .pathData("M\(Figures.exact(low)) 0H\(Figures.exact(high))"))
        SVG.circle(
          .className("map-middle"), .plain("cx", Figures.exact(note.mean)), .plain("cy", "0"),
          .plain("r", "3.2"))
      }
      span(.className("figure small")) {
        "\(Figures.signedTenths(note.mean)) · spread \(Figures.tenths(note.spread))"
      }
    }
  }
}
