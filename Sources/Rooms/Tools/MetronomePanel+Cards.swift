import Domain
import Markup
import Program
import RoomKit
import Sound

// The settings beside the main view, and those that belong straight under the tempo.
extension MetronomePanel {
  static func cards(
    _ metronome: State, _ beatOffset: Int, _ voice: CountVoice
  ) -> [Node<Message>] {
    let setup = metronome.hand.setup
    return [
      barCard(setup, metronome),
      soundCard(setup, metronome, beatOffset, voice),
      gapCard(setup, metronome),
      Plan.view(metronome),
      Setlists.view(metronome).map { .setlists($0) },
      groupings(setup, metronome.grouping),
    ]
  }

  /// The field of a number.
  static func field(
    _ number: Number, _ metronome: State, _ label: String? = nil, help: String? = nil
  ) -> Node<Message> {
    metronome.numbers.view(number, label, help: help).map { .number(number, $0) }
  }

  // MARK: - The bar

  /// Beats, subdivision and accents.
  static func meter(_ setup: MetronomeSetup, _ metronome: State) -> Node<Message> {
    div(.className("metro-set")) {
      div(.className("metro-meter")) {
        field(.beats, metronome)
        choiceField(
          FieldFrame("Subdivision", id: "metro-subdivision"),
          Meter.subdivisionCounts.map { (subdivisionName($0), $0) },
          chosen: setup.subdivisions.count
        ) { .subdivisionChosen($0) }
      }
      if setup.subdivisions.count > 1 { subdivisionAccents(setup) }
      p(.className("note")) { "Tap a beat above to change its accent." }
    }
  }

  private static func barCard(_ setup: MetronomeSetup, _ metronome: State) -> Node<Message> {
    card("Bar", id: "metro-bar-card") {
      choiceField(
        FieldFrame("Beat unit", id: "metro-unit"), NoteValue.allCases.map { ($0.name, $0) },
        chosen: setup.unit
      ) { .unitChosen($0) }
      div(.className("field")) {
        span(.className("metro-label"), .id("metro-groups")) { "Grouping" }
        div(.className("chips"), .role("group"), .labelledBy("metro-groups")) {
          chip("none", isOn: setup.groups.isEmpty, .groupingChosen([]))
          for groups in quick(setup) {
            chip(
              MetronomeSetup.text(of: groups), isOn: setup.groups == groups,
              .groupingChosen(groups))
          }
          action("All groupings", .groupingOpened)
        }
      }
      if setup.canSwing {
        field(
          .swing, metronome, help: "50 is straight, 67 is triplet swing.")
      }
      details(.className("more")) {
        summary { "Polyrhythm" }
        div(.className("stack")) {
          p(.className("quiet")) {
            "Extra voices divide the bar evenly. 0 = off."
          }
          for number in [Number.voice1, .voice2, .voice3].prefix(setup.voices.count + 1) {
            field(number, metronome)
          }
        }
      }
    }
  }

  /// Groupings in twos and threes, and the chosen one.
  private static func quick(_ setup: MetronomeSetup) -> [[Int]] {
    var found: [[Int]] = []
    func add(_ groups: [Int], _ rest: Int) {
      guard found.count < 6 else { return }
      if rest == 0, groups.count > 1 { found.append(groups) }
      for group in 2...3 where group <= rest { add(groups + [group], rest - group) }
    }
    add([], setup.beats.count)
    if !setup.groups.isEmpty, !found.contains(setup.groups) { found.append(setup.groups) }
    return found
  }

  private static func subdivisionAccents(_ setup: MetronomeSetup) -> Node<Message> {
    div(.className("chips metro-subs"), .role("group"), .labelledBy("metro-subs")) {
      span(.className("metro-label"), .id("metro-subs")) { "Between the beats" }
      for place in 1..<setup.subdivisions.count {
        action(
          setup.subdivisions[place].name,
          label: "\(setup.subdivisions[place].name): subdivision \(place + 1)",
          .subdivisionTapped(place))
      }
    }
  }

  private static func groupings(
    _ setup: MetronomeSetup, _ state: State.Grouping
  ) -> Node<Message> {
    dialogBox(
      "Grouping", id: "metro-grouping", isOpen: state.isOpen, isSheet: true,
      closed: .groupingClosed
    ) {
      form(.className("field-row"), .onSubmit(.groupingKept)) {
        textField(
          FieldFrame(
            "Custom grouping", id: "metro-grouping-text",
            help: "Groups of 1–4 beats, at most 32 beats.", problem: state.problem),
          value: state.text, placeholder: "2+2+3"
        ) { .groupingTyped($0) }
        button(.type("submit"), .className("primary")) { "Use" }
      }
      lazy([
        .number(Int64(setup.beats.count)), .text(MetronomeSetup.text(of: setup.groups)),
      ]) { allGroupings(setup) }
    }
  }

  private static func allGroupings(_ setup: MetronomeSetup) -> Node<Message> {
    let all = Meter.groupings(of: setup.beats.count)
    return div(.className("stack")) {
      p(.className("quiet")) {
        all.count < 256
          ? "All \(all.count) for \(setup.beats.count) beats:"
          : "The first 256 for \(setup.beats.count) beats; type others above."
      }
      div(.className("chips")) {
        for groups in all {
          chip(
            MetronomeSetup.text(of: groups), isOn: setup.groups == groups,
            .groupingChosen(groups))
        }
      }
    }
  }

  // MARK: - Sound, count-in, end

  private static func soundCard(
    _ setup: MetronomeSetup, _ metronome: State, _ beatOffset: Int, _ voice: CountVoice
  ) -> Node<Message> {
    card("Sound and light", id: "metro-sound") {
      div(.className("field")) {
        span(.className("metro-label"), .id("metro-sounds")) { "Sound" }
        div(.className("chips"), .role("group"), .labelledBy("metro-sounds")) {
          for sound in ClickSound.allCases {
            chip(sound.name, isOn: setup.sound == sound, .soundChosen(sound))
          }
        }
      }
      field(.level, metronome)
      segmented(
        "Count-in (bars)", name: "metro-count-in",
        Metronome.countIns.map {
          ($0 == 0 ? "none" : "\($0)", setup.countInBars == $0, .countInChosen($0))
        })
      if setup.countInBars > 0 {
        voice.choice(name: "metro-voice", isOn: setup.countsAloud, metronome.played.spokenCount)
          .map { .voiceChosen($0) }
      }
      segmented(
        "Stop after", name: "metro-limit",
        [("never", MetronomeSetup.Limit.none), ("bars", .bars), ("minutes", .minutes)]
          .map { ($0.0, setup.limit == $0.1, .limitChosen($0.1)) })
      if setup.limit != .none {
        field(.limit, metronome, setup.limit == .bars ? "Bars" : "Minutes")
      }
      segmented(
        "Flash on the beat", name: "metro-flash",
        [("off", MetronomeSetup.Flash.off), ("on", .on), ("always", .always)]
          .map { ($0.0, setup.flash == $0.1, .flashChosen($0.1)) })
      p(.className("note")) {
        "Max. 3 flashes per second. “Always” flashes even if your device is set to "
          + "reduce motion."
      }
      checkField("Vibrate on the beat", id: "metro-vibration", isOn: setup.isVibrating) {
        .vibrationSwitched($0)
      }
      div(.className("row wrap")) {
        action("Calibrate delay", icon: .sliders, .calibration(.opened))
        span(.className("quiet small")) { "Now \(beatOffset) ms" }
      }
    }
  }

  // MARK: - Silence

  private static func gapCard(_ setup: MetronomeSetup, _ metronome: State) -> Node<Message> {
    card("Silent bars", id: "metro-gaps") {
      p(.className("quiet")) { "Keep time through the silence and hear how well you did." }
      checkField("Alternate with silent bars", id: "metro-gap-bars", isOn: setup.silentBars > 0) {
        .gapsSwitched($0)
      }
      if setup.silentBars > 0 {
        div(.className("two")) {
          field(.sounding, metronome)
          field(.silent, metronome)
        }
      }
      field(.drop, metronome)
      if setup.dropChance > 0 {
        field(.seed, metronome, help: "The same number mutes the same beats.")
        div(.className("row wrap")) {
          action("Shuffle", icon: .reload, .otherBeatsTapped)
        }
      }
    }
  }
}
