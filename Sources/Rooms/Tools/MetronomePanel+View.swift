import Domain
import Markup
import Program
import RoomKit
import Sound

extension MetronomePanel {
  static func view(_ metronome: State, _ bench: Bench) -> Node<Tools.Message> {
    panel(metronome, bench).map(Tools.Message.metronome)
  }

  private static func panel(_ metronome: State, _ bench: Bench) -> Node<Message> {
    let isOn = isPlaying(metronome, bench)
    let isDragging = metronome.drag != nil
    let (offset, voice) = (bench.beatOffset, bench.output.voice)
    return div(.className("panel beside metronome")) {
      section(
        .className("metro-main"), .label("Beat and tempo"),
        .onPointerMove { pointer in
          isDragging ? (pointer.buttons == 1 ? .dragged(to: pointer.y) : .dragEnded) : nil
        },
        .onPointerUp { _ in isDragging ? .dragEnded : nil },
        .event(.pointerCancel, .pointer { _ in isDragging ? .dragEnded : nil })
      ) {
        playing(metronome, isOn)
        tempo(metronome, isOn ? metronome.run?.beat : nil)
        buttons(metronome, isOn)
        setlist(metronome)
        lazy([.number(metronome.version)]) { meter(metronome.hand.setup, metronome) }
        adjustments(metronome, isOn)
        Calibration.view(metronome.calibration).map { .calibration($0) }
        flash(metronome, isOn)
      }
      div(.className("panel-side")) {
        lazy([.number(metronome.version)]) {
          Presets.view(metronome.presets, metronome.hand, describe: describe).map { .presets($0) }
        }
        Trainer.view(metronome, isOn: isOn)
        lazy([
          .number(metronome.version), .number(Int64(offset)),
          .number(Int64(voice.obstacle?.rawValue ?? 0)),
        ]) {
          div(.className("panel-side")) { cards(metronome, offset, voice) }
        }
      }
    }
  }

  // MARK: - What plays

  /// The run that is shown.
  private static func shown(_ metronome: State, _ isOn: Bool) -> Run? {
    isOn || metronome.run?.isOver == true ? metronome.run : nil
  }

  private static func playing(_ metronome: State, _ isOn: Bool) -> [Node<Message>] {
    let setup = metronome.hand.setup
    let run = shown(metronome, isOn)
    let beat = run?.beat
    var nodes: [Node<Message>] = [
      div(.className("metro-head")) {
        reed(beat)
        div(.className("metro-number figure"), .hidden(fromReaders: true)) {
          beat.map { $0.isGap ? "·" : "\($0.beat)" } ?? "–"
        }
        div(.className("metro-where")) {
          p(.className("figure")) { whereWords(beat) }
          p(.className("quiet small"), .live("polite")) {
            metronome.ended.utf8.isEmpty ? setup.endWords : metronome.ended
          }
          tapWords(metronome.taps).map { words in
            p(.className("quiet small metro-spread")) { words }
          }
        }
      },
      bar(setup, beat),
    ]
    if !setup.voices.isEmpty { nodes.append(voices(setup, run)) }
    if !metronome.isTraining, setup.isPlanned, let plan = setup.plan {
      nodes.append(Plan.picture(setup.metronome, plan.text, bar: beat?.bar))
    }
    return nodes
  }

  /// Comes and goes after all else, so that nothing else moves in the page.
  private static func flash(_ metronome: State, _ isOn: Bool) -> Node<Message>? {
    guard shown(metronome, isOn)?.isFlashing == true else { return nil }
    return div(
      .className(metronome.hand.setup.flash == .always ? "metro-flash always" : "metro-flash"),
      .hidden(fromReaders: true))
  }

  /// The bar and the elapsed time.
  private static func whereWords(_ beat: Beat?) -> String {
    guard let beat else { return "Ready" }
    if beat.bar < 1 { return "Count-in" }
    let seconds = beat.seconds % 60
    let time = "\(beat.seconds / 60):\(seconds < 10 ? "0" : "")\(seconds)"
    return "Bar \(beat.bar) · \(time)\(beat.isGap ? " · silent" : "")"
  }

  /// A piece of cane that steps from foot to foot.
  private static func reed(_ beat: Beat?) -> Node<Message> {
    let side = beat.map { $0.isGap ? " waits" : $0.count % 2 == 0 ? " left" : " right" } ?? ""
    return SVG.svg(
      .className("metro-reed" + side), .viewBox("0 0 48 76"), .hidden(fromReaders: true)
    ) {
      SVG.path(.className("cane"), .pathData("M24 4c-8 0-12 9-11 21l4 16h14l4-16C36 13 32 4 24 4z"))
      SVG.path(
        .pathData("M24 6v13M17 41h14v10H17zM17 44.5h14M17 47.5h14M18.5 51l-1 13h13l-1-13"))
      SVG.path(.className("feet"), .pathData("M20 64v6h-5M28 64v6h5"))
      SVG.path(.className("face"), .pathData("M19.5 25v.1M28.5 25v.1M20 31q4 4 8 0"))
    }
  }

  // MARK: - The bar

  private static func bar(_ setup: MetronomeSetup, _ beat: Beat?) -> Node<Message> {
    let (narrow, wide) = (BarLayout(setup, atMost: 7), BarLayout(setup, atMost: 12))
    var first = 0
    var groups: [Node<Message>] = []
    for group in setup.shownGroups {
      let range = first..<first + group
      first += group
      groups.append(
        div(
          .className("metro-group"), .role("group"),
          .style("--span", "\(min(group, narrow.columns))"),
          .style("--rows", "\(narrow.rows(of: group))"),
          .style("--wide-span", "\(min(group, wide.columns))"),
          .style("--wide-rows", "\(wide.rows(of: group))"),
          .label(setup.groups.isEmpty ? "The bar" : "Group of \(group)")
        ) {
          for index in range {
            one(index, setup, beat?.beat == index + 1 && beat?.isGap == false ? beat : nil)
          }
        })
    }
    return div(.className("metro-bar")) {
      div(
        .className("metro-groups"), .style("--columns", "\(narrow.columns)"),
        .style("--lines", "\(narrow.rows)"), .style("--wide-columns", "\(wide.columns)"),
        .style("--wide-lines", "\(wide.rows)")
      ) { groups }
    }
  }

  /// A beat as a button; a marker sweeps through the current one for its duration.
  private static func one(
    _ index: Int, _ setup: MetronomeSetup, _ beat: Beat?
  ) -> Node<Message> {
    let accent = setup.beats[index]
    let subdivisions = setup.subdivisions
    let swing = setup.swing
    let length = Int64(beat?.length ?? 0)
    let inputs: [LazyInput] = [
      .number(Int64(index * 4 + accent.rawValue)), .number(Int64(beat?.count ?? 0)),
      .number(length), .text(MetronomeSetup.text(subdivisions)), .number(Int64(swing)),
    ]
    return lazy(inputs) {
      let turn = (beat?.count ?? 0) % 2 == 0 ? "even" : "odd"
      return button(
        .type("button"),
        .className("metro-beat \(accent.name)\(beat == nil ? "" : " now")"),
        .label("Beat \(index + 1), \(accent.name)"), .style("--length", "\(length)ms"),
        .onClick(.beatTapped(index))
      ) {
        span(.className("metro-block")) {
          if beat != nil { span(.className("metro-sweep \(turn)")) }
        }
        if subdivisions.count > 1 {
          span(.className("metro-marks")) {
            for place in 1..<subdivisions.count {
              span(
                .className(
                  "metro-mark \(subdivisions[place].name)\(beat == nil ? "" : " \(turn)")"),
                .style("--at", part(place, of: subdivisions.count, swing)))
            }
          }
        }
        span(.className("metro-count figure")) { "\(index + 1)" }
      }
    }.keyed(.number(UInt64(index)))
  }

  /// Where a subdivision is within its beat, as a fraction of it.
  private static func part(_ place: Int, of count: Int, _ swing: Int) -> String {
    let percent =
      count % 2 == 0 && place % 2 == 1
      ? ((place - 1) * 50 + swing) * 200 / (count * 100) : place * 100 / count
    return Decimal(units: Int64(percent), places: 2).text
  }

  /// A row for each extra voice, with the beats above for comparison.
  private static func voices(_ setup: MetronomeSetup, _ run: Run?) -> Node<Message> {
    let beats = setup.beats.count
    let beat = run?.beat.map { $0.isGap ? 0 : $0.beat } ?? 0
    return div(
      .className("metro-voices"), .role("img"),
      .label("\(beats) beats against " + setup.voices.map { "\($0)" }.joined(separator: ", "))
    ) {
      voice(beats, beat)
      for (index, strokes) in setup.voices.enumerated() {
        voice(strokes, run?.strikes[index] ?? 0)
      }
    }
  }

  private static func voice(_ strokes: Int, _ now: Int) -> Node<Message> {
    lazy([.number(Int64(strokes)), .number(Int64(now))]) {
      div(.className("metro-voice")) {
        span(.className("metro-voice-name figure small")) { "\(strokes)" }
        div(.className("metro-voice-row")) {
          for stroke in 0..<strokes {
            span(
              .className(stroke + 1 == now ? "metro-stroke now" : "metro-stroke"),
              .style("--at", "\(stroke * 1_000 / strokes)"))
          }
        }
      }
    }
  }

  // MARK: - The tempo

  private static func tempo(_ metronome: State, _ beat: Beat?) -> Node<Message> {
    let setup = metronome.played
    let isPlanned = setup.isPlanned
    return div(.className("metro-tempo")) {
      repeatingButton(
        .minus, label: "Slower", isDisabled: isPlanned || setup.tempo == Tempo(clamping: 10),
        clicked: .tempoStepped(by: -1), pressed: .tempoPressed(direction: -1))
      div(
        .className("metro-tempo-middle"),
        .onWheel { turn in isPlanned || turn.y == 0 ? nil : .wheelTurned(turn.y) }
      ) {
        if isPlanned {
          p(.className("metro-tempo-figure figure")) {
            beat.map { Tempo(clamping: 60_000 / max($0.length, 1)).rounded } ?? "Plan"
          }
        } else if metronome.isTypingTempo {
          entry(metronome)
        } else {
          button(
            .type("button"), .id("metro-tempo"), .className("metro-tempo-figure figure"),
            .label("Tempo \(setup.tempo.text). Type another, or use the arrow keys."),
            .onClick(.tempoTapped), .onKeyDown(keyed),
            .onPointerDown { $0.buttons == 1 ? .dragBegan : nil }
          ) { setup.tempo.text }
        }
        p(.className("quiet metro-name")) {
          if metronome.isTraining {
            Trainer.words(setup.training, bar: beat?.bar)
          } else if isPlanned {
            "Following the plan"
          } else {
            note(setup.unit)
            // The names are of quarters.
            if setup.unit == .quarter { tempoName(setup.tempo) }
          }
        }
      }
      repeatingButton(
        .add, label: "Faster", isDisabled: isPlanned || setup.tempo == Tempo(clamping: 600),
        clicked: .tempoStepped(by: 1), pressed: .tempoPressed(direction: 1))
    }
  }

  private static func entry(_ metronome: State) -> Node<Message> {
    let field = metronome.numbers[.tempo]
    return FieldFrame("Beats per minute", id: "metro-entry", problem: field.problem).view(
      input(
        .type("text"), .inputMode("decimal"), .id("metro-entry"), .autocomplete("off"),
        .className("figure metro-entry"), .placeholder(metronome.hand.setup.tempo.text),
        .invalid(field.problem != nil),
        .describedBy(field.problem == nil ? nil : "metro-entry-note"),
        .value(field.draft ?? ""), .onInput { .number(.tempo, .typed($0)) },
        .onKeyDown { press in
          switch press.key {
          case "Enter": .tempoEntered
          case "Escape": .tempoAbandoned
          default: nil
          }
        }, .onBlur(.tempoLeft)))
  }

  private static func keyed(_ press: KeyPress) -> Message? {
    if press.isCommand { return nil }
    return switch press.key {
    case "ArrowUp", "ArrowRight": .tempoStepped(by: 1)
    case "ArrowDown", "ArrowLeft": .tempoStepped(by: -1)
    case "PageUp": .tempoStepped(by: 10)
    case "PageDown": .tempoStepped(by: -10)
    case "0", "1", "2", "3", "4", "5", "6", "7", "8", "9": .tempoTyped(press.key)
    default: nil
    }
  }

  /// The note that is a beat, as it is written.
  private static func note(_ unit: NoteValue) -> Node<Message> {
    let isHollow = unit == .half || unit == .dottedHalf
    let hasFlag = unit == .eighth || unit == .dottedEighth
    return span(.className("metro-note"), .role("img"), .label("\(unit.name) note")) {
      SVG.svg(.viewBox("0 0 24 32"), .hidden(fromReaders: true)) {
        SVG.path(
          .className(isHollow ? "hollow" : "full"),
          .pathData("M13.5 23.5a5 3.6-20 1 1-9.4 3.4a5 3.6-20 1 1 9.4-3.4z"))
        SVG.path(.pathData(hasFlag ? "M13.5 24V3c1 5 6 6 5 12" : "M13.5 24V3"))
        if unit.hasDot { SVG.path(.className("dot"), .pathData("M19 26v.1")) }
      }
    }
  }

  // MARK: - Buttons

  private static func buttons(_ metronome: State, _ isOn: Bool) -> Node<Message> {
    div(.className("row wrap centre metro-buttons")) {
      button(
        .type("button"), .className("metro-tap"), .disabled(metronome.played.isPlanned),
        .onPointerDown { .tapped(at: $0.time) },
        .onKeyDown { press in press.isTap ? .tapped(at: press.time) : nil }
      ) { "Tap" }
      action(
        isOn ? "Stop" : "Start", icon: isOn ? .stop : .play, style: .primary, id: "metro-start",
        .mainTapped)
      button(
        .type("button"), .className("round"), .pressed(metronome.isMuted),
        .label("Mute the clicks"), .title("Mute the clicks"), .onClick(.muteTapped)
      ) { (metronome.isMuted ? Icon.mute : .volume).view() }
    }
  }

  @NodeBuilder<Message>
  private static func adjustments(_ metronome: State, _ isOn: Bool) -> [Node<Message>] {
    let setup = metronome.played
    let hundredths = setup.tempo.centiBeatsPerMinute
    div(.className("row wrap centre metro-more")) {
      action(
        "÷ 2", label: "÷ 2: half the tempo", isDisabled: setup.isPlanned || hundredths < 2_000,
        .tempoScaled(by: 0.5))
      action(
        "× 2", label: "× 2: double tempo", isDisabled: setup.isPlanned || hundredths > 30_000,
        .tempoScaled(by: 2))
    }
    details(.className("more metro-more")) {
      summary { "Shift the beat" }
      div(.className("stack")) {
        p(.className("quiet small")) {
          "To join others who are already playing. The tempo stays the same."
        }
        div(.className("row wrap")) {
          action("5 ms earlier", label: "Beat 5 ms earlier", isDisabled: !isOn, .nudged(-5))
          action("5 ms later", label: "Beat 5 ms later", isDisabled: !isOn, .nudged(5))
        }
      }
    }
  }

  /// The current entry of the open setlist, with buttons for the previous and the next.
  private static func setlist(_ metronome: State) -> Node<Message>? {
    guard let list = metronome.setlists.list, !list.entries.isEmpty else { return nil }
    let place = list.entries.firstIndex { $0.id == metronome.setlists.entry }
    let preset = place.flatMap { place in
      metronome.hand.presets.first { $0.id == list.entries[place].preset }
    }
    return div(.className("row centre metro-setlist")) {
      iconButton(
        .back, label: "Previous in “\(list.name)”", isDisabled: place == nil || place == 0,
        .setlistMoved(by: -1))
      strong { preset.map { "\((place ?? 0) + 1). \($0.name)" } ?? list.name }
      iconButton(
        .forward, label: "Next in “\(list.name)”", isDisabled: place == list.entries.count - 1,
        .setlistMoved(by: 1))
    }
  }
}

extension MetronomePanel {
  /// Arranges the beats of a bar in rows: all have the same width, and a group stays together if it fits in a row.
  struct BarLayout: Equatable {
    let columns: Int
    let rows: Int

    /// The fewest rows with at most `limit` beats each, and no more columns than those rows need.
    init(_ setup: MetronomeSetup, atMost limit: Int) {
      let groups = setup.shownGroups
      let fewest = Self.rows(groups, in: limit)
      rows = fewest
      columns = (1...limit).first { Self.rows(groups, in: $0) == fewest } ?? limit
    }

    func rows(of group: Int) -> Int { Self.rows(of: group, in: columns) }

    private static func rows(of group: Int, in columns: Int) -> Int {
      (group + columns - 1) / columns
    }

    private static func rows(_ groups: [Int], in columns: Int) -> Int {
      var (rows, left) = (0, 0)
      for group in groups {
        let width = min(group, columns)
        if width <= left, group <= columns {
          left -= width
        } else {
          rows += Self.rows(of: group, in: columns)
          left = columns - width
        }
      }
      return rows
    }
  }
}

extension MetronomeSetup {
  /// When it stops automatically.
  fileprivate var endWords: String {
    switch limit {
    case .none: ""
    case .bars: "Stops after \(limitCount == 1 ? "1 bar" : "\(limitCount) bars")."
    case .minutes:
      "Stops at the bar line after \(limitCount == 1 ? "1 minute" : "\(limitCount) minutes")."
    }
  }

  /// Accents as digits, so that two lists are easily compared.
  static func text(_ accents: [Accent]) -> String {
    String(decoding: accents.map { UInt8($0.rawValue + 48) }, as: UTF8.self)
  }
}
