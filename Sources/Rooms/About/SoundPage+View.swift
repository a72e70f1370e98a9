import Domain
public import Markup
import Program
import Sound

extension SoundPage {
  public static func view(_ state: State) -> Node<Message> {
    article(.className("page")) {
      pageHead(caps: "What sounds, and how well", "Sound")
      div(.className("columns few")) {
        card("What sounds", id: "sound-tools") {
          trouble(state).map { notice($0.words, $0.way, .wakeTapped) }
          NumberField.view(
            state.tempo,
            FieldFrame("Tempo", id: "sound-tempo", help: "It changes on the next beat."),
            tempoRule
          ).map(Message.tempo)
          div(.className("row wrap")) {
            toggle("Clicks", isOn: state.playing == .clicks, .clicksTapped)
            toggle("Sequenza VII", isOn: state.playing == .score, .scoreTapped)
            toggle("Drone on A", isOn: state.isDroning, .droneTapped)
          }
          segmented(
            "Sound of the drone", name: "timbre",
            Timbre.named.enumerated().map { index, named in
              (named.name, state.timbre == index, .timbreChosen(index))
            })
          if !isOver(state) {
            div(.className("row wrap")) { action("All off", .offTapped) }
          }
        }
        card("How it runs", id: "sound-state") {
          p(.id("sound-stage"), .live("polite")) { words(for: state.stage) }
          dl(.className("facts")) {
            fact("Samples a second", state.sampleRate > 0 ? "\(state.sampleRate)" : "–")
            fact(
              "From here to the ear",
              state.sampleRate > 0 ? "\(milliseconds(state.delaySeconds)) ms" : "–")
            fact("Work of the audio thread", state.load.map { "\(percent($0)) %" } ?? "–")
            fact("Came too late", gaps(state))
            fact("Has sounded", "\(state.soundedCount)")
          }
        }
        listening(state.ear)
        card("What sounded last", id: "sound-log") {
          if state.sounded.isEmpty {
            p(.className("quiet")) { "Nothing has sounded yet." }
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

  private static func toggle(_ words: String, isOn: Bool, _ message: Message) -> Node<Message> {
    action(
      isOn ? "Stop: \(words)" : words, icon: isOn ? .stop : .play,
      style: isOn ? .primary : .plain, message)
  }

  // MARK: - Listening

  private static func listening(_ ear: Ear) -> Node<Message> {
    card("What is heard", id: "sound-ear") {
      trouble(ear).map { notice($0.words, $0.way, .wakeEarTapped) }
      p(.id("ear-note"), .className("figure")) { note(ear) }
      segmented(
        "How calmly", name: "mode",
        PitchMode.allCases.enumerated().map { index, mode in
          (mode.name, ear.mode == index, .modeChosen(index))
        })
      div(.className("row wrap")) {
        toggle("Listen", isOn: ear.isListening, .listenTapped)
      }
      dl(.className("facts")) {
        fact("Microphone", name(of: ear))
        fact("Samples a second", ear.sampleRate > 0 ? "\(ear.sampleRate)" : "–")
        fact("Level", ear.frame.map { level($0.level) } ?? "–")
        fact("Work of the listener", ear.load.map { "\(percent($0)) %" } ?? "–")
        fact("Samples missed", "\(ear.lostSamples)")
      }
      if ear.isBent {
        p(.className("quiet")) {
          "The browser goes on to make this microphone clear for speech. Notes may sound bent."
        }
      }
    }
  }

  private static func note(_ ear: Ear) -> String {
    guard let pitch = ear.pitch else { return "–" }
    let tuned = Tuning.standard.nearest(to: pitch.frequency)
    let sign = tuned.offset.value < 0 ? "" : "+"
    let bar = pitch.errorBar.map { " ± \(tenths($0.value))" } ?? ""
    return "\(tuned.note.name(in: .sharps)) \(sign)\(tenths(tuned.offset.value))\(bar) cents, "
      + "\(tenths(pitch.frequency)) Hz"
  }

  private static func level(_ level: Decibels) -> String {
    level.value > -120 ? "\(tenths(level.value)) dBFS" : "silence"
  }

  private static func name(of ear: Ear) -> String {
    if case .running(let name) = ear.microphone { return name.isEmpty ? "without a name" : name }
    return ear.isOpening ? "asking …" : ear.isListening ? "waiting" : "closed"
  }

  private static func tenths(_ number: Double) -> String {
    let scaled = min(max(number, -1e6), 1e6) * 10
    return Decimal(units: Int64(scaled < 0 ? scaled - 0.5 : scaled + 0.5), places: 1).text
  }

  /// What keeps the microphone away, and the way back.
  private static func trouble(_ ear: Ear) -> (words: String, way: String)? {
    switch ear.microphone {
    case .suspended: ("The browser has put listening to sleep. Nothing is lost.", "Go on")
    case .interrupted:
      ("A call or another app has taken the microphone. It goes on when that is over.", "Go on")
    case .refused:
      (
        "The microphone is not allowed here. Allow it in the browser's settings for this address, "
          + "then try again. Everything else works without it.", "Try again"
      )
    case .missing:
      ("There is no microphone. Connect one, then try again.", "Try again")
    case .busy:
      ("Another app holds the microphone. Close it there, then try again.", "Try again")
    case .lost:
      ("The microphone was taken away. Connect it or choose another, then try again.", "Try again")
    case .insecure:
      (
        "A browser opens the microphone only over https, or on the machine that runs Woodshed. Open "
          + "it in one of these ways.", "Try again"
      )
    case .failed(let reason):
      ("Listening could not be started (\(reason)). What you keep is safe.", "Try again")
    case .running where ear.hasOtherDevices:
      (
        "A microphone has come or gone. Listening goes on with the one named below; begin again to "
          + "choose anew.", "Begin again"
      )
    default: nil
    }
  }

  // MARK: - Words

  /// What keeps sound from coming, and the way back.
  private static func trouble(_ state: State) -> (words: String, way: String)? {
    switch state.stage {
    case .reported(.suspended): ("The browser has put sound to sleep. Nothing is lost.", "Go on")
    case .reported(.interrupted):
      ("A call or another app has taken the sound. It goes on when that is over.", "Go on")
    case .reported(.insecure):
      (
        "A browser lets an app sound only over https, or on the machine that runs Woodshed. Open it in "
          + "one of these ways.", "Try again"
      )
    case .reported(.failed(let reason)):
      (
        "Sound could not be started (\(reason)). What you keep is safe. Check that something is "
          + "there to hear it with, and try again.", "Try again"
      )
    case .reported(.lost):
      ("The loudspeaker was taken away. Connect it or choose another, then try again.", "Try again")
    case .reported(.running) where state.hasOtherDevices:
      (
        "A device for sound has come or gone. If nothing is to be heard, or not where it should be, "
          + "begin again.", "Begin again"
      )
    default: nil
    }
  }

  private static func notice(
    _ words: String, _ way: String, _ message: Message
  ) -> Node<Message> {
    div(.className("notice trouble"), .role("alert")) {
      Icon.warning.view()
      span { words }
      action(way, style: .primary, message)
    }
  }

  private static func words(for stage: Stage) -> String {
    switch stage {
    case .off: "Off. A browser lets sound begin only when you tap."
    case .opening: "Opening …"
    case .reported(.running): "Running."
    case .reported(.suspended): "Asleep."
    case .reported(.interrupted): "Interrupted."
    case .reported(.closed): "Closed."
    case .reported(.lost): "Lost."
    case .reported(.insecure): "Not here."
    case .reported(.failed): "Failed."
    }
  }

  private static func words(for sounded: Sounded) -> String {
    switch sounded.kind {
    case .pulse(let bar, let beat, _, _): "Bar \(bar), beat \(beat)"
    case .score(let kind, let line, let bar):
      line == 0 ? "Count" : "Line \(line), \(kind.name) \(bar)"
    case .end: "The end"
    }
  }

  private static func gaps(_ state: State) -> String {
    guard let count = state.gapCount else { return "not told by this browser" }
    return count == 0 ? "never" : count == 1 ? "once" : "\(count) times"
  }

  private static func milliseconds(_ seconds: Double) -> String {
    Decimal(units: Int64(min(max(seconds, 0), 60) * 10_000), places: 1).text
  }

  private static func percent(_ share: Double) -> String {
    Decimal(units: Int64(min(max(share, 0), 100) * 1_000), places: 1).text
  }
}
