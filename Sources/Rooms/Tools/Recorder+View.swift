import Domain
public import Markup
import Program
import RoomKit
import Sound

extension Recorder {
  /// Starts a take, in every room. It keeps the focus while it is disabled.
  @export(interface)
  public static func startButton(_ recorder: State) -> Node<Tools.Message> {
    button(
      .type("button"), .id(startID), .className("record-start"), .label("Record"),
      .title("Record"),
      recorder.isRecording
        ? .plain("aria-disabled", "true") : .onClick(.recorder(.mainTapped))
    ) { span(.className("record-dot"), .hidden(fromReaders: true)) }
  }

  /// The recording in progress: its length and level, with buttons to pause and stop it.
  @export(interface)
  public static func dockRow(_ recorder: State, _ bench: Bench) -> Node<Tools.Message>? {
    if recorder.isElsewhere {
      return RoomKit.dockRow("recorder paused", label: "Recorder") {
        Tools.notice(
          "Another tab is recording.", "Stop it there and record here", .recorder(.takenOver))
        iconButton(.close, label: "Dismiss", .recorder(.dismissed))
      }
    }
    guard recorder.isRecording else { return nil }
    let isPaused = recorder.stage == .paused
    let asleep = bench.ear.isAsleep ? bench.ear.trouble : nil
    let look = asleep != nil || isPaused ? "recorder paused" : "recorder"
    return RoomKit.dockRow(look, label: "Recorder") {
      asleep.map { Tools.notice($0.words, $0.way, .wakeEarTapped) }
      span(.className("record-dot"), .hidden(fromReaders: true))
      span(.className("figure recorder-time"), .role("timer")) {
        ClockText.text(seconds: recorder.seconds)
      }
      span(.className("unseen"), .live("polite")) { words(recorder) }
      if isPaused {
        span(.className("small"), .hidden(fromReaders: true)) { "Paused" }
      } else {
        meter(recorder)
      }
      iconButton(
        isPaused ? .record : .pause, label: isPaused ? "Resume recording" : "Pause recording",
        isDisabled: recorder.stage == .opening || recorder.stage == .ending,
        .recorder(.pauseTapped))
      iconButton(
        .stop, label: "Stop recording", style: .primary, isDisabled: recorder.stage == .ending,
        .recorder(.stopTapped))
      iconButton(.sliders, label: "Recorder settings", .recorder(.opened))
    }
  }

  /// The state, for screen readers; it changes seldom.
  private static func words(_ recorder: State) -> String {
    switch recorder.stage {
    case .idle: ""
    case .opening: "Waiting for the microphone"
    case .recording: advice(recorder) ?? "Recording"
    case .paused: "Paused"
    case .ending: "Saving the take"
    }
  }

  private static func meter(_ recorder: State) -> Node<Tools.Message> {
    let share = share(of: recorder.peak)
    let isLoud = recorder.clipped > 0
    let note = isLoud ? "too loud" : recorder.missed > 0 ? "gaps" : nil
    return div(
      .className(isLoud ? "level clipped" : "level"), .hidden(fromReaders: true)
    ) {
      span(.className("level-bar"), .style("inline-size", "\(Int(share * 100))%"))
      note.map { text in span(.className("small")) { text } }
    }
  }

  /// The length of the level bar, which covers 60 dB.
  private static func share(of peak: Double) -> Double {
    let level = decibels(peak)
    return min(max((level + 60) / 60, 0), 1)
  }

  /// The sheet with the microphone and advice about its level.
  @export(interface)
  public static func sheet(_ recorder: State, _ bench: Bench) -> Node<Tools.Message> {
    return dialogBox(
      "Recorder", id: "recorder", isOpen: recorder.isSheetOpen, isSheet: true,
      closed: .recorder(.closed)
    ) {
      div(.className("row wrap centre")) {
        span(.className("figure recorder-clock")) { ClockText.tenths(seconds: recorder.seconds) }
      }
      meter(recorder)
      p(.className(recorder.clipped > 0 ? "problem" : "quiet")) {
        advice(recorder)
          ?? "Play your loudest: the level should come close to the end without touching it."
      }
      if !recorder.inputs.isEmpty {
        choiceField(
          FieldFrame(
            "Microphone", id: "recorder-input",
            help: recorder.isRecording ? "Changes apply from the next take." : nil),
          choices: microphones(recorder), value: bench.ear.input
        ) { .recorder(.inputChosen($0)) }
      }
      if bench.ear.isBent {
        p(.className("note")) {
          "This browser filters the sound for speech, so soft notes may fade. Try another browser."
        }
      }
      div(.className("row wrap")) {
        if recorder.isRecording {
          action("Mark this place", icon: .flag, .recorder(.markTapped))
          action("Stop", icon: .stop, style: .primary, .recorder(.mainTapped))
        } else {
          action("Record", icon: .record, style: .primary, .recorder(.mainTapped))
        }
      }
      if recorder.way != 0 {
        div(.className("row wrap")) {
          span {
            "Speaker-to-microphone delay: \(Figures.tenths(recorder.way)) ms."
          }
          action("Reset", .recorder(.wayForgotten))
        }
      }
      p(.className("small quiet")) {
        "Saved to this device every tenth of a second, so the take survives a crash."
      }
    }
  }

  private static func microphones(_ recorder: State) -> [(value: String, text: String)] {
    var choices = [(value: "", text: "System default")]
    for (index, input) in recorder.inputs.enumerated() {
      choices.append((input.id, input.name.isEmpty ? "Microphone \(index + 1)" : input.name))
    }
    return choices
  }

  private static func decibels(_ peak: Double) -> Double {
    peak > 0.000_1 ? Decibels(amplitude: peak).value : -80
  }
}
