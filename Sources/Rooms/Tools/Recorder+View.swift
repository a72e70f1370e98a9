import Domain
public import Markup
import Program
import RoomKit
import Sound

extension Recorder {
  /// The one tap that begins a take, in every room. It keeps the focus while it can do nothing.
  @export(interface)
  public static func startButton(_ recorder: State) -> Node<Tools.Message> {
    button(
      .type("button"), .id(startID), .className("record-start"), .label("Record"),
      .title("Record"),
      recorder.isRecording
        ? .plain("aria-disabled", "true") : .onClick(.recorder(.mainTapped))
    ) { span(.className("record-dot"), .hidden(fromReaders: true)) }
  }

  /// What is being recorded: how long, how loud, and the ways to pause and to end it.
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
        Clock.text(seconds: recorder.seconds)
      }
      span(.className("unseen"), .live("polite")) { words(recorder) }
      if isPaused {
        span(.className("small"), .hidden(fromReaders: true)) { "Paused" }
      } else {
        meter(recorder)
      }
      iconButton(
        isPaused ? .record : .pause, label: isPaused ? "Go on recording" : "Pause recording",
        isDisabled: recorder.stage == .opening || recorder.stage == .ending,
        .recorder(.pauseTapped))
      iconButton(
        .stop, label: "Stop recording", style: .primary, isDisabled: recorder.stage == .ending,
        .recorder(.stopTapped))
      iconButton(.sliders, label: "The recorder", .recorder(.opened))
    }
  }

  /// What goes on, for those who listen; it changes seldom.
  private static func words(_ recorder: State) -> String {
    switch recorder.stage {
    case .idle: ""
    case .opening: "Asking for the microphone"
    case .recording: advice(recorder) ?? "Recording"
    case .paused: "Paused"
    case .ending: "Keeping the take"
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

  /// How far a level reaches: 60 dB from the softest to the loudest.
  private static func share(of peak: Double) -> Double {
    let level = decibels(peak)
    return min(max((level + 60) / 60, 0), 1)
  }

  /// The sheet with what is chosen once: the microphone, and what to do about its loudness.
  @export(interface)
  public static func sheet(_ recorder: State, _ bench: Bench) -> Node<Tools.Message> {
    return dialogBox(
      "Recorder", id: "recorder", isOpen: recorder.isSheetOpen, isSheet: true,
      closed: .recorder(.closed)
    ) {
      div(.className("row wrap centre")) {
        span(.className("figure recorder-clock")) { Clock.text(seconds: recorder.seconds) }
      }
      meter(recorder)
      p(.className(recorder.clipped > 0 ? "problem" : "quiet")) {
        advice(recorder)
          ?? "Play as loud as you will: the level should come near the end and never reach it."
      }
      if !recorder.inputs.isEmpty {
        choiceField(
          FieldFrame(
            "Microphone", id: "recorder-input",
            help: recorder.isRecording ? "Another one is used from the next take on." : nil),
          choices: microphones(recorder), value: bench.ear.input
        ) { .recorder(.inputChosen($0)) }
      }
      if bench.ear.isBent {
        p(.className("note")) {
          "This browser goes on to clear the sound for speech: soft notes may fade. Another browser "
            + "may leave it as it is."
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
            "The way through loudspeaker and microphone: \(Figures.tenths(recorder.way)) ms."
          }
          action("Forget it", .recorder(.wayForgotten))
        }
      }
      p(.className("small quiet")) {
        "Every tenth of a second is written to this device at once. If the browser ends, the take is "
          + "there at the next start."
      }
    }
  }

  private static func microphones(_ recorder: State) -> [(value: String, text: String)] {
    var choices = [(value: "", text: "The device's own")]
    for (index, input) in recorder.inputs.enumerated() {
      choices.append((input.id, input.name.isEmpty ? "Microphone \(index + 1)" : input.name))
    }
    return choices
  }

  private static func decibels(_ peak: Double) -> Double {
    peak > 0.000_1 ? Decibels(amplitude: peak).value : -80
  }
}
