import Domain
public import Markup
import Program
import RoomKit
import Sound

extension SoundPage {
  @export(interface)
  public static func view(_ state: State, _ bench: Bench) -> Node<Tools.Message> {
    let output = bench.output
    return article(.className("page")) {
      pageHead(caps: "Output and microphone test", "Sound")
      div(.className("columns few")) {
        card("Output", id: "sound-tools") {
          output.trouble.map { Tools.notice($0.words, $0.way, Tools.Message.wakeSoundTapped) }
          NumberField.view(
            state.tempo,
            FieldFrame("Tempo", id: "sound-tempo", help: "Changes on the next beat."),
            tempoRule
          ).map { .trial(.tempo($0)) }
          div(.className("row wrap")) {
            toggle("Clicks", isOn: output.part == .trialClicks, .clicksTapped)
            toggle("Sequenza VII", isOn: output.part == .trialScore, .scoreTapped)
            toggle("Drone on A", isOn: output.tone == .trial, .droneTapped)
          }
          segmented(
            "Drone sound", name: "timbre",
            Timbre.named.enumerated().map { index, named in
              (named.name, state.timbre == index, .trial(.timbreChosen(index)))
            })
          if !output.isOver {
            div(.className("row wrap")) { action("All off", .trial(.offTapped)) }
          }
        }
        card("Status", id: "sound-state") {
          p(.id("sound-stage"), .live("polite")) { words(for: output.stage) }
          dl(.className("facts")) {
            fact("Samples per second", output.sampleRate > 0 ? "\(output.sampleRate)" : "–")
            fact(
              "Output latency",
              output.sampleRate > 0 ? "\(milliseconds(output.delaySeconds)) ms" : "–")
            fact("Audio thread load", output.load.map { "\(percent($0)) %" } ?? "–")
            fact("Dropouts", gaps(output))
            fact("Cues played", "\(state.soundedCount)")
          }
        }
        listening(bench.ear, state)
        card("Last cues", id: "sound-log") {
          if state.sounded.isEmpty {
            p(.className("quiet")) { "Nothing yet." }
          } else {
            ul(.className("list")) {
              for sounded in state.sounded {
                listRow(words(for: sounded), figure: "\(sounded.sample)")
              }
            }
          }
        }
      }
    }
  }

  private static func toggle(
    _ words: String, isOn: Bool, _ message: Message
  ) -> Node<Tools.Message> {
    action(
      isOn ? "Stop: \(words)" : words, icon: isOn ? .stop : .play,
      style: isOn ? .primary : .plain, .trial(message))
  }

  // MARK: - Listening

  private static func listening(_ ear: Ear, _ state: State) -> Node<Tools.Message> {
    card("Microphone", id: "sound-ear") {
      ear.trouble.map { Tools.notice($0.words, $0.way, Tools.Message.wakeEarTapped) }
      p(.id("ear-note"), .className("figure")) { note(ear) }
      segmented(
        "Response", name: "mode",
        PitchMode.allCases.enumerated().map { index, mode in
          (mode.name, state.mode == index, .trial(.modeChosen(index)))
        })
      div(.className("row wrap")) {
        toggle("Listen", isOn: ear.isListening, .listenTapped)
      }
      dl(.className("facts")) {
        fact("Device", name(of: ear))
        fact("Samples per second", ear.sampleRate > 0 ? "\(ear.sampleRate)" : "–")
        fact("Level", ear.frame.map { level($0.level) } ?? "–")
        fact("Listener load", ear.load.map { "\(percent($0)) %" } ?? "–")
        fact("Missed samples", "\(ear.lostSamples)")
      }
      if ear.isBent {
        p(.className("quiet")) {
          "The browser filters this microphone for speech, which can distort notes."
        }
      }
    }
  }

  private static func note(_ ear: Ear) -> String {
    guard let pitch = ear.pitch else { return "–" }
    let tuned = Tuning.standard.nearest(to: pitch.frequency)
    let sign = tuned.offset.value < 0 ? "" : "+"
    let bar = pitch.errorBar.map { " ± \(Figures.tenths($0.value))" } ?? ""
    let cents = Figures.tenths(tuned.offset.value)
    return "\(tuned.note.name(in: .sharps)) \(sign)\(cents)\(bar) cents, "
      + "\(Figures.tenths(pitch.frequency)) Hz"
  }

  private static func level(_ level: Decibels) -> String {
    level.value > -120 ? "\(Figures.tenths(level.value)) dBFS" : "silence"
  }

  private static func name(of ear: Ear) -> String {
    if case .running(let name) = ear.microphone { return name.isEmpty ? "unnamed" : name }
    return ear.isAsking ? "asking …" : ear.isListening ? "waiting" : "closed"
  }

  // MARK: - Words

  private static func words(for stage: Output.Stage) -> String {
    switch stage {
    case .off: "Off. Browsers start sound only after a tap."
    case .opening: "Opening …"
    case .reported(.running): "Running."
    case .reported(.suspended): "Paused."
    case .reported(.interrupted): "Interrupted."
    case .reported(.closed): "Closed."
    case .reported(.lost): "Disconnected."
    case .reported(.insecure): "Needs https."
    case .reported(.failed): "Failed."
    }
  }

  private static func words(for sounded: Sounded) -> String {
    switch sounded.kind {
    case .pulse(let bar, let beat, _, _): "Bar \(bar), beat \(beat)"
    case .score(let kind, let line, let bar):
      line == 0 ? "Count" : "Line \(line), \(kind.name) \(bar)"
    case .place(let line, let bar, _): "Line \(line), bar \(bar), from within"
    case .end: "The end"
    }
  }

  private static func gaps(_ output: Output) -> String {
    guard let count = output.gapCount else { return "not reported by this browser" }
    return count == 0 ? "never" : count == 1 ? "once" : "\(count) times"
  }

  private static func milliseconds(_ seconds: Double) -> String {
    Decimal(units: Int64(min(max(seconds, 0), 60) * 10_000), places: 1).text
  }

  private static func percent(_ share: Double) -> String {
    Decimal(units: Int64(min(max(share, 0), 100) * 1_000), places: 1).text
  }
}
