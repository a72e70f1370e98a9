import Domain
import Ledger
import Markup
import Program
import RoomKit
import Sound

extension TakePage {
  static func view(_ takes: Takes.State) -> Node<Takes.Message> {
    article(.className("page takes")) {
      if let page = takes.page, let take = page.take {
        head(page, take)
        Journal.parts(.takes)
        if let trouble = takes.carrier.trouble {
          Takes.carrierTrouble(Carriage.words(trouble, takes))
        }
        if takes.shelf.file(of: take) == nil {
          missing(take, takes)
        } else {
          player(page, take)
        }
        div(.className("columns few")) {
          if takes.shelf.file(of: take) != nil { parts(page, take) }
          markers(page, take)
          facts(page, take, takes)
          if takes.shelf.file(of: take) != nil {
            intonation(page)
            if TakeClick(parsing: take.click) != nil { timing(page) }
            keptHere(take, takes)
            outOfTheApp(isBusy: takes.export != nil)
          }
          linkCard(page, take, takes)
        }
      } else {
        pageHead(caps: "Recorded", "Take not found")
        Journal.parts(.takes)
        p { "It may be in the trash. Your other data is safe." }
        p { a(.className("button"), .href(Journal.Place.takes.path)) { "All takes" } }
      }
    }
  }

  private static func head(_ page: State, _ take: Take) -> Node<Takes.Message> {
    let day = MomentText.dayText(take.day)
    let length = ClockText.tenths(seconds: Double(page.edit.frames) / Double(take.sampleRate))
    return pageHead(caps: "\(day) · \(length)", take.name) {
      iconButton(.trash, label: "Delete", .page(.trashed))
    }
  }

  @NodeBuilder<Takes.Message>
  private static func missing(_ take: Take, _ takes: Takes.State) -> [Node<Takes.Message>] {
    if let load = takes.carrier.load, load.file.row == take.id, load.way == .down {
      progressBar("Downloading audio", share: load.share)
      p { action("Stop", .carrier(.stopped)) }
    } else {
      notice(take, takes)
      if take.state == .sent, let sound = take.sound, takes.carrier.link != nil {
        p {
          action(
            "Download · \(Takes.words(bytes: sound.byteCount))", icon: .download,
            style: .primary, .carrier(.keptHere(Carrier.File(take.id, sound), true)))
        }
      }
    }
  }

  /// Why a take cannot be heard.
  private static func notice(_ take: Take, _ takes: Takes.State) -> Node<Takes.Message> {
    let isOpening = takes.shelf.files == nil && takes.shelf.failure == nil
    return div(.className("notice")) {
      Icon.file.view()
      span {
        if take.state == .recording {
          "It’s being recorded, here or on another device."
        } else if isOpening {
          "Looking for the audio …"
        } else if take.state == .recorded, let busy = takes.shelf.working {
          "You can play this once “\(takes.take(busy.take)?.name ?? "another take")” is finished."
        } else if take.state == .sent {
          takes.carrier.link == nil
            ? takes.isOnline
              ? "Audio is on the server. Sign in to download it."
              : "Audio is on the server. Go online to download it."
            : "Audio is on the server."
        } else {
          "Audio is on the device that recorded it and hasn’t been uploaded yet."
        }
      }
    }
  }

  /// The choice whether the audio stays here as well as on the server.
  @NodeBuilder<Takes.Message>
  private static func keptHere(_ take: Take, _ takes: Takes.State) -> [Node<Takes.Message>] {
    if takes.carrier.link != nil, let sound = take.sound {
      let file = Carrier.File(take.id, sound)
      let isAll = takes.carrier.choices.keepsAll
      let isLeaving = takes.carrier.isLeaving(file)
      card("Storage", id: "take-place") {
        p {
          isLeaving
            ? "It will leave this device once it’s safe on the server."
            : take.state == .sent
              ? "On the server and on this device."
              : "On this device, not uploaded yet."
        }
        if take.state == .sent {
          checkField("Keep on this device", id: "take-here", isOn: !isLeaving, isDisabled: isAll) {
            .carrier(.keptHere(file, $0))
          }
          if isAll { p(.className("small quiet")) { "All takes are kept on this device." } }
        }
      }
    }
  }

  // MARK: - Playing

  private static func player(_ page: State, _ take: Take) -> Node<Takes.Message> {
    section(.className("card stack take-player"), .label("Player")) {
      picture(page, take)
      div(.className("row wrap centre")) {
        leap("−5", label: "Back 5 seconds", by: -5)
        button(
          .type("button"), .id("take-play"), .className("round primary take-play"),
          .label(page.isPlaying ? "Pause" : "Play"), .onClick(.page(.playTapped))
        ) { (page.isPlaying ? Icon.pause : .play).view() }
        leap("+5", label: "Forward 5 seconds", by: 5)
        output(.className("figure take-time"), .live("off")) {
          "\(time(page.place, take)) / \(time(page.edit.frames, take))"
        }
      }
      div(.className("row wrap centre")) {
        action("Set start", .page(.startChosen))
        action("Set end", .page(.endChosen))
        checkField(
          "Loop selection", id: "take-loop", isOn: page.isLooping,
          isDisabled: page.chosen == nil
        ) { .page(.loopSwitched($0)) }
        action("Loop the last 5 s", .page(.lastLooped))
        action("Add marker", icon: .flag, .page(.markTapped))
      }
      if page.chosen == nil {
        p(.className("quiet small")) {
          "To loop a part, drag over the waveform, or set its start and end while it plays."
        }
      }
      if let trouble = page.trouble { p(.className("problem"), .role("alert")) { words(trouble) } }
      div(.className("row wrap")) {
        div(.className("take-speed")) {
          label(.labelFor("take-speed")) { "Speed" }
          output(.className("figure"), .labelFor("take-speed")) { "\(page.speed) %" }
          input(
            .type("range"), .id("take-speed"), .min("\(speeds.lowerBound)"),
            .max("\(speeds.upperBound)"), .plain("step", "5"),
            .plain("aria-valuetext", "\(page.speed) %"), .value("\(page.speed)"),
            .onInput { .page(.speedChosen(Int($0) ?? 100)) })
        }
        div(.className("field")) {
          span(.className("label")) { "Pitch in semitones" }
          div(.className("row")) {
            iconButton(
              .minus, label: "A semitone lower", isDisabled: page.semitones <= semitones.lowerBound,
              .page(.transposed(by: -1)))
            output(.className("figure")) { signed(page.semitones) }
            iconButton(
              .add, label: "A semitone higher", isDisabled: page.semitones >= semitones.upperBound,
              .page(.transposed(by: 1)))
          }
        }
        div(.className("field")) {
          span(.className("label")) { "Zoom" }
          div(.className("row")) {
            iconButton(.minus, label: "Zoom out", .page(.zoomed(by: 0.5)))
            iconButton(.add, label: "Zoom in", .page(.zoomed(by: 2)))
            action("All", label: "All of the take", .page(.wholeShown))
          }
        }
      }
      if TakeClick(parsing: take.click) != nil {
        checkField("With click", id: "take-click", isOn: page.hasClick) {
          .page(.clickSwitched($0))
        }
      }
    }
  }

  private static func leap(
    _ text: String, label: String, by seconds: Double
  ) -> Node<Takes.Message> {
    button(
      .type("button"), .className("round"), .label(label), .title(label),
      .onClick(.page(.moved(by: seconds)))
    ) { text }
  }

  static func words(_ trouble: String) -> String {
    switch trouble {
    case "NotFoundError": "This take’s file is no longer on this device."
    case "ProgramError":
      "The player couldn’t be loaded. Try again when you’re online."
    default: "Couldn’t play or draw this take (\(trouble)). Its file is unchanged."
    }
  }

  /// The waveform: a press seeks, a drag selects; the handles move the ends of the selection.
  private static func picture(_ page: State, _ take: Take) -> Node<Takes.Message> {
    div(
      .className("wave-frame"),
      .onPointerDown { $0.buttons == 1 ? .page(.pressed(at: $0.x / max($0.width, 1))) : nil },
      .onPointerMove { $0.buttons == 1 ? .page(.drawn(to: $0.x / max($0.width, 1))) : nil },
      .onPointerUp { _ in .page(.released) }, .onPointerCancel(.page(.released))
    ) {
      wave(page, take)
      if let chosen = page.chosen {
        handle(true, at: chosen.lowerBound, page, take)
        handle(false, at: chosen.upperBound, page, take)
      }
    }
  }

  /// A slider for one end of the selection. If that end is not in view, it is at the edge of the picture.
  private static func handle(
    _ isStart: Bool, at frame: Int64, _ page: State, _ take: Take
  ) -> Node<Takes.Message> {
    let share = min(max(page.share(of: frame), 0), 1)
    return div(
      .className(isStart ? "wave-handle at-start" : "wave-handle at-end"),
      .style("--at", "\(Figures.exact(share * 100))%"), .tabIndex(0), .role("slider"),
      .label(isStart ? "Loop start" : "Loop end"), .plain("aria-valuemin", "0"),
      .plain("aria-valuemax", "\(page.edit.frames / Int64(take.sampleRate))"),
      .plain("aria-valuenow", "\(frame / Int64(take.sampleRate))"),
      .plain("aria-valuetext", time(frame, take)),
      .onKeyDown { press in
        if press.isCommand { return nil }
        let step = press.shift ? 1 : 0.1
        let by: Double? =
          switch press.key {
          case "ArrowLeft", "ArrowDown": -step
          case "ArrowRight", "ArrowUp": step
          case "Home": -1e6
          case "End": 1e6
          default: nil
          }
        return by.map { .page(.handleMoved(isStart: isStart, by: $0)) }
      },
      .onPointerDown { $0.buttons == 1 ? .page(.gripped(isStart: isStart)) : nil }
    ) {}
  }

  private static func wave(_ page: State, _ take: Take) -> Node<Takes.Message> {
    div(
      .className("wave"), .tabIndex(0), .role("slider"), .label("Position in the take"),
      .plain("aria-valuemin", "0"),
      .plain("aria-valuemax", "\(page.edit.frames / Int64(take.sampleRate))"),
      .plain("aria-valuenow", "\(page.place / Int64(take.sampleRate))"),
      .plain("aria-valuetext", time(page.place, take)),
      .onKeyDown(keyed)
    ) {
      SVG.svg(
        .viewBox("0 0 \(columns) 100"), .plain("preserveAspectRatio", "none"),
        .hidden(fromReaders: true)
      ) {
        if let chosen = page.chosen {
          let start = page.share(of: chosen.lowerBound) * Double(columns)
          let end = page.share(of: chosen.upperBound) * Double(columns)
          SVG.rect(
            .className("wave-chosen"), .plain("x", Figures.exact(start)), .plain("y", "0"),
            .plain("width", Figures.exact(max(end - start, 0.5))), .plain("height", "100"))
        }
        SVG.path(.className("wave-reach"), .pathData(outline(page.bins) { ($0.least, $0.most) }))
        SVG.path(
          .className("wave-strength"),
          .pathData(outline(page.bins) { (-$0.strength, $0.strength) }))
        for marker in page.markers {
          if let frame = page.edit.place(of: marker.frame), page.view.contains(frame) {
            let place = Figures.exact(page.share(of: frame) * Double(columns))
            SVG.path(.className("wave-marker"), .pathData("M\(place) 0V100"))
          }
        }
        if page.view.contains(page.place) || page.place == page.view.upperBound {
          let place = Figures.exact(page.share(of: page.place) * Double(columns))
          SVG.path(.className("wave-place"), .pathData("M\(place) 0V100"))
        }
      }
    }
  }

  private static func keyed(_ press: KeyPress) -> Takes.Message? {
    if press.isCommand { return nil }
    return switch press.key {
    case "ArrowLeft": .page(.moved(by: press.shift ? -1 : -5))
    case "ArrowRight": .page(.moved(by: press.shift ? 1 : 5))
    case "Home": .page(.sought(0))
    case "End": .page(.sought(.max))
    case "+", "=": .page(.zoomed(by: 2))
    case "-": .page(.zoomed(by: 0.5))
    case "Enter": .page(.playTapped)
    case "[": .page(.startChosen)
    case "]": .page(.endChosen)
    default: nil
    }
  }

  /// A vertical line for each column, around the middle.
  private static func outline(
    _ bins: [WavePyramid.Bin], _ reach: (WavePyramid.Bin) -> (Float, Float)
  ) -> String {
    guard !bins.isEmpty else { return "" }
    var path = ""
    for (index, bin) in bins.enumerated() {
      let (least, most) = reach(bin)
      // Silence is drawn as a line.
      let top = 50 - Int(max(most, 0.01) * 49)
      let bottom = 50 + Int(max(-least, 0.01) * 49)
      path += "M\(index) \(top)V\(bottom)"
    }
    return path
  }

  static func time(_ frame: Int64, _ take: Take) -> String {
    ClockText.tenths(seconds: Double(frame) / Double(max(take.sampleRate, 1)))
  }

  static func seconds(_ frame: Int64, _ take: Take) -> String {
    ClockText.text(seconds: Double(frame) / Double(max(take.sampleRate, 1)))
  }

  private static func signed(_ number: Int) -> String {
    number > 0 ? "+\(number)" : number < 0 ? "−\(-number)" : "0"
  }

  // MARK: - Details

  private static func facts(
    _ page: State, _ take: Take, _ takes: Takes.State
  ) -> Node<Takes.Message> {
    card("Details", id: "take-facts") {
      form(.onSubmit(.page(.nameDone)), .event(.change, .send(.page(.nameDone)))) {
        textField(FieldFrame("Name", id: "take-name"), value: page.name ?? take.name) {
          .page(.nameTyped($0))
        }
      }
      dateField(
        FieldFrame("Day", id: "take-day"), value: DayText.text(of: take.day) ?? ""
      ) { .page(.dayChosen($0)) }
      Takes.folderField(take, takes)
      choiceField(
        FieldFrame("Piece", id: "take-piece"), rows: takes.pieces.map { ($0.id, $0.title) },
        chosen: take.piece
      ) { .page(.pieceChosen($0)) }
      if !takes.reeds.isEmpty || take.reed != nil {
        choiceField(
          FieldFrame("Reed", id: "take-reed"), rows: takes.reeds.map { ($0.id, $0.name) },
          chosen: take.reed
        ) { .page(.reedChosen($0)) }
      }
      Takes.tagsField(take, id: "take-tags")
    }
  }

  private static func markers(_ page: State, _ take: Take) -> Node<Takes.Message> {
    card("Markers", id: "take-markers") {
      if page.markers.isEmpty {
        p(.className("quiet")) { "Mark a place to come back to: an entry, a slip, a good bar." }
      } else {
        ul(.className("list")) {
          for marker in page.markers {
            li(.className("list-row marker")) {
              if let frame = page.edit.place(of: marker.frame) {
                button(
                  .type("button"), .className("figure"),
                  .label("Go to \(time(frame, take))"), .onClick(.page(.sought(frame)))
                ) { time(frame, take) }
              } else {
                span(.className("quiet figure")) { "cut" }
              }
              form(.className("push"), .onSubmit(.page(.markerDone))) {
                let isTyped = page.markerText?.id == marker.id
                input(
                  .type("text"), .label("Marker name"), .id(isTyped ? "marker-text" : nil),
                  .autocomplete("off"), .value(isTyped ? page.markerText?.text ?? "" : marker.text),
                  .onInput { .page(.markerTyped(marker.id, $0)) },
                  .event(.change, .send(.page(.markerDone))))
              }
              iconButton(.close, label: "Delete this marker", .page(.markerRemoved(marker.id)))
            }.keyed(.wide(marker.id.bits.high, marker.id.bits.low))
          }
        }
      }
    }
  }

  private static func parts(_ page: State, _ take: Take) -> Node<Takes.Message> {
    let isFinished = take.sound != nil
    return card("Edit", id: "take-parts") {
      if let chosen = page.chosen {
        p(.className("small figure")) {
          "Selected: \(time(chosen.lowerBound, take))–\(time(chosen.upperBound, take))"
        }
      } else {
        p(.className("quiet")) {
          "Drag over the waveform to select a part, then drag its ends. The original recording stays "
            + "unchanged."
        }
      }
      div(.className("row wrap")) {
        action("Trim to selection", isDisabled: page.chosen == nil, .page(.trimTapped))
        action("Delete selection", isDisabled: page.chosen == nil, .page(.cutTapped))
        action(
          "Save as new take", isDisabled: page.chosen == nil || !isFinished, .page(.savedTapped))
        action(
          "Split here",
          isDisabled: !isFinished || page.place <= 0 || page.place >= page.edit.frames,
          .page(.splitTapped))
        if !page.edit.isWhole { action("Restore the original", icon: .undo, .page(.wholeTapped)) }
        if page.chosen != nil { action("Clear selection", style: .quiet, .page(.choiceCleared)) }
      }
    }
  }

  private static func outOfTheApp(isBusy: Bool) -> Node<Takes.Message> {
    card("Export", id: "take-out") {
      div(.className("row wrap")) {
        action(
          "Share", icon: .share, isBusy: isBusy,
          .page(.handTapped(.wave, isShared: true)))
        action(
          "WAV", label: "Download as WAV", icon: .download, isBusy: isBusy,
          .page(.handTapped(.wave, isShared: false)))
        action(
          "FLAC", label: "Download as FLAC", icon: .download, isBusy: isBusy,
          .page(.handTapped(.flac, isShared: false)))
      }
      p(.className("small quiet")) {
        "WAV works everywhere; FLAC is half the size."
      }
    }
  }

  // MARK: - Analysis

  private static func intonation(_ page: State) -> Node<Takes.Message> {
    card("Intonation", id: "take-intonation") {
      switch page.intonation {
      case .none:
        p(.className("quiet")) { "How each note compares with your tuning." }
        p { action("Analyse", icon: .ear, .page(.intonationTapped)) }
      case .working(let share): progressBar("Analysing", share: share)
      case .failed: p(.className("problem")) { "Couldn’t analyse this take." }
      case .known(let found):
        trace(found.trace, page.settings)
        table(of: found.lines, page.settings)
      }
    }
  }

  /// The pitch from left to right, over a line for each semitone.
  private static func trace(
    _ columns: [Double?], _ settings: Settings
  ) -> Node<Takes.Message>? {
    let pitches = columns.compactMap { $0 }
    guard let least = pitches.min(), let most = pitches.max() else { return nil }
    let (low, high) = (Int(least.rounded()) - 1, Int(most.rounded()) + 1)
    let height = 10 * (high - low)
    var path = ""
    var last: Double?
    for (index, pitch) in columns.enumerated() {
      guard let pitch else {
        last = nil
        continue
      }
      // Leaps are not connected.
      let goesOn = last.map { abs($0 - pitch) < 0.8 } ?? false
      let place = Figures.exact(10 * (Double(high) - pitch))
      path += goesOn ? "L\(index) \(place)" : "M\(index) \(place)h0.8"
      last = pitch
    }
    var lines = ""
    for number in low...high { lines += "M0 \(10 * (high - number))H\(columns.count)" }
    let (lowest, highest) = (Note(Int(least.rounded())), Note(Int(most.rounded())))
    let range =
      lowest == highest
      ? nil : "\(settings.written(lowest)) to \(settings.written(highest))"
    return figure(.className("take-trace")) {
      SVG.svg(
        .viewBox("0 0 \(columns.count) \(height)"), .plain("preserveAspectRatio", "none"),
        .role("img"), .label("Pitch over time" + (range.map { ", from \($0)" } ?? ""))
      ) {
        SVG.path(.className("trace-lines"), .pathData(lines))
        SVG.path(.className("trace-pitch"), .pathData(path))
      }
      figcaption(.className("small quiet")) {
        (range.map { "\($0). " } ?? "") + "The thin lines are notes in tune."
      }
    }
  }

  private static func table(
    of lines: [TakeIntonation.Line], _ settings: Settings
  ) -> Node<Takes.Message> {
    guard !lines.isEmpty else {
      return p(.className("quiet")) { "No note was long and clear enough." }
    }
    return Markup.table(.className("figures")) {
      thead {
        tr {
          for heading in ["Note", "Average (cents)", "Spread", "Within 5 cents", "Times"] {
            th(.plain("scope", "col")) { heading }
          }
        }
      }
      tbody {
        for line in lines {
          tr {
            th(.plain("scope", "row")) { settings.written(line.note) }
            td {
              Figures.signedTenths(line.mean.value)
                + (line.uncertainty.map { " ± \(Figures.tenths($0.value))" } ?? "")
            }
            td { Figures.tenths(line.spread.value) }
            td { "\(Int(line.shareInTune * 100)) %" }
            td { "\(line.count)" }
          }
        }
      }
    }
  }

  private static func timing(_ page: State) -> Node<Takes.Message> {
    card("Timing", id: "take-timing") {
      switch page.timing {
      case .none:
        p(.className("quiet")) {
          "How your notes line up with the click."
        }
        p { action("Measure", icon: .metronome, .page(.timingTapped)) }
      case .working(let share): progressBar("Measuring", share: share)
      case .failed: p(.className("problem")) { "Couldn’t measure this take." }
      case .known(let found): timingWords(found)
      }
    }
  }

  private static func timingWords(_ timing: TakeTiming) -> Node<Takes.Message> {
    guard timing.hits >= 4, let median = timing.median, let deviation = timing.deviation else {
      return p(.className("quiet")) {
        "Fewer than four notes near a click: too few to measure."
      }
    }
    return div(.className("stack")) {
      dl(.className("facts")) {
        fact("Median", "\(Figures.signedTenths(median)) ms")
        fact("Spread", "\(Figures.tenths(deviation)) ms")
        if let trend = timing.trend {
          fact(
            "Drift",
            "\(Figures.signedTenths(trend.perMinute)) ± \(Figures.tenths(trend.uncertainty)) ms/min"
          )
        }
        fact("Notes", "\(timing.hits) of \(timing.hits + timing.missed) clicks")
      }
      p { drift(timing.trend) }
      p(.className("small quiet")) {
        "The median includes the delay through speaker and microphone; spread and drift don’t. If this "
          + "take is only the click, use it to remove that delay from future takes."
      }
      p { action("Calibrate with this take", isDisabled: deviation > 5, .page(.wayTapped)) }
    }
  }

  private static func drift(_ trend: ClickTiming.Trend?) -> String {
    guard let trend else { return "Too few notes to tell whether you rush or drag." }
    guard trend.isClear else { return "No clear drift." }
    return trend.perMinute < 0 ? "Rushing: earlier and earlier." : "Dragging: later and later."
  }
}

extension Settings {
  /// The name of a sounding note as it is written for the player's instrument.
  fileprivate func written(_ sounding: Note) -> String {
    player.written(sounding).name(in: spelling)
  }
}
