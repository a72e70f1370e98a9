import Domain
import Markup
import Program
public import RoomKit
import Sound

extension MetronomePanel {
  /// Measures how much later than the sound the picture must come, so that both look and sound like one beat.
  ///
  /// The person taps along with a silent flash, then with an invisible click. How early or late this person taps
  /// cancels out in the difference of the two medians.
  public enum Calibration {
    struct State: Sendable {
      var isOpen = false
      var stage = Stage.ready
      /// When the last beat is heard, in milliseconds of the page's clock.
      var beatAt: Double?
      var beatCount = 0
      var isLit = false
      /// How much later than a beat each tap came.
      var seen: [Double] = []
      var heard: [Double] = []
      var delay = NumberField.State(Decimal(units: 0, places: 0))

      var isRunning: Bool { stage == .seeing || stage == .hearing }

      /// The sound was stopped: a measurement in progress is discarded.
      mutating func stopped() {
        if isRunning { stage = .ready }
        isLit = false
      }
    }

    enum Stage: Sendable {
      case ready, seeing, hearing, done
    }

    public enum Message: Sendable {
      case opened
      case closed
      case beginTapped
      case tapped(at: Double)
      case beatShown
      case beatOver
      case useTapped
      case resetTapped
      case delay(NumberField.Message)
    }

    /// The number of taps of each kind.
    static let tapCount = 16
    /// In beats per minute, and the length of a beat in milliseconds.
    private static let tempo = 100.0
    private static let beat = 600.0

    static let rule = NumberField.Rule(Bench.beatOffsets, step: 5, "ms")

    static func update(
      _ metronome: inout MetronomePanel.State, _ bench: inout Bench, _ message: Message
    ) -> [Effect<Tools.Message>] {
      switch message {
      case .opened:
        metronome.calibration = State(
          isOpen: true, delay: NumberField.State(delay(bench.beatOffset)))
      case .closed:
        let effects =
          metronome.calibration.isRunning ? MetronomePanel.stop(&metronome, &bench) : []
        metronome.calibration = State()
        return effects + MetronomePanel.setLevels(metronome, &bench)
      case .beginTapped:
        let number = metronome.calibration.delay
        metronome.run = nil
        metronome.calibration = State(isOpen: true, stage: .seeing, delay: number)
        // Focused, so that keys work as taps at once.
        return play(&bench) + [.focus("metro-pad")]
      case .tapped(let time): return tap(at: time, &metronome, &bench)
      case .beatShown:
        guard metronome.calibration.stage == .seeing else { return [] }
        metronome.calibration.isLit = true
        return [.wait(milliseconds: 120, as: "flash", .metronome(.calibration(.beatOver)))]
      case .beatOver: metronome.calibration.isLit = false
      case .useTapped:
        guard let found = metronome.calibration.found else { return [] }
        return keep(found, &metronome, &bench)
      case .resetTapped: return keep(0, &metronome, &bench)
      case .delay(let message):
        let before = metronome.calibration.delay.value
        var effects: [Effect<Tools.Message>] = NumberField.update(
          &metronome.calibration.delay, message, rule
        ).map { effect in effect.map { .metronome(.calibration(.delay($0))) } }
        let value = metronome.calibration.delay.value
        if value != before {
          effects += bench.showBeats(laterBy: Int(clamping: value.units))
        }
        return effects
      }
      return []
    }

    /// A click that is reported, but audible only while the person taps to it.
    private static func play(_ bench: inout Bench) -> [Effect<Tools.Message>] {
      guard let meter = Meter(beats: 1) else { return [] }
      let metronome = Metronome(meter: meter, tempo: Tempo(clamping: tempo))
      return bench.output.play(.metronome, .play(metronome, .tick), level: 0)
    }

    static func hear(
      at moment: Double, _ metronome: inout MetronomePanel.State
    ) -> [Effect<Tools.Message>] {
      metronome.calibration.beatAt = moment
      metronome.calibration.beatCount += 1
      guard metronome.calibration.stage == .seeing else { return [] }
      let name = "beat \(metronome.calibration.beatCount % 8)"
      return [
        .picture(
          atMilliseconds: moment, as: name, .metronome(.calibration(.beatShown)))
      ]
    }

    private static func tap(
      at time: Double, _ metronome: inout MetronomePanel.State, _ bench: inout Bench
    ) -> [Effect<Tools.Message>] {
      guard let beatAt = metronome.calibration.beatAt else { return [] }
      switch metronome.calibration.stage {
      case .seeing:
        metronome.calibration.seen.append(late(time - beatAt, from: -250))
        guard metronome.calibration.seen.count == tapCount else { return [] }
        metronome.calibration.stage = .hearing
        metronome.calibration.isLit = false
        return bench.output.setClicks(1)
      case .hearing:
        // Sound is late rather than early: up to a third of a second over Bluetooth.
        let seen = median(metronome.calibration.seen)
        metronome.calibration.heard.append(late(time - beatAt, from: seen - 95))
        guard metronome.calibration.heard.count == tapCount else { return [] }
        metronome.calibration.stage = .done
        return MetronomePanel.stop(&metronome, &bench) + MetronomePanel.setLevels(metronome, &bench)
      case .ready, .done: return []
      }
    }

    /// How much later than a beat, modulo the length of a beat.
    private static func late(_ time: Double, from lowest: Double) -> Double {
      var late = min(max(time - lowest, -1e6), 1e6)
      late -= Double(Int(late / beat)) * beat
      return (late < 0 ? late + beat : late) + lowest
    }

    static func median(_ numbers: [Double]) -> Double {
      let sorted = numbers.sorted()
      guard !sorted.isEmpty else { return 0 }
      let middle = sorted.count / 2
      return sorted.count % 2 == 1
        ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }

    private static func keep(
      _ milliseconds: Int, _ metronome: inout MetronomePanel.State, _ bench: inout Bench
    ) -> [Effect<Tools.Message>] {
      let effects = bench.showBeats(laterBy: milliseconds)
      metronome.calibration = State(
        isOpen: true, delay: NumberField.State(delay(bench.beatOffset)))
      return effects
    }

    private static func delay(_ milliseconds: Int) -> Decimal {
      Decimal(units: Int64(milliseconds), places: 0)
    }
  }
}

extension MetronomePanel.Calibration.State {
  /// How much later the picture should come, in milliseconds, once both sets of taps are complete.
  var found: Int? {
    guard stage == .done else { return nil }
    let range = Bench.beatOffsets
    let late =
      MetronomePanel.Calibration.median(heard) - MetronomePanel.Calibration.median(seen)
    let bounded = min(max(late, Double(range.lowerBound)), Double(range.upperBound))
    return Int(bounded < 0 ? bounded - 0.5 : bounded + 0.5)
  }

  /// The median distance of the taps from their median.
  fileprivate var scatter: Int {
    func scatter(_ taps: [Double]) -> Double {
      let middle = MetronomePanel.Calibration.median(taps)
      return MetronomePanel.Calibration.median(taps.map { abs($0 - middle) })
    }
    return Int(max(scatter(seen), scatter(heard)) + 0.5)
  }
}

// MARK: - View

extension MetronomePanel.Calibration {
  static func view(_ state: State) -> Node<Message> {
    dialogBox(
      "Calibrate audio and visual delay", id: "metro-calibration", isOpen: state.isOpen,
      isSheet: true, closed: .closed
    ) {
      switch state.stage {
      case .ready: ready(state)
      case .seeing: tapping("Tap with the flash. There is no sound.", state, state.seen.count)
      case .hearing: tapping("Now tap with the click.", state, state.heard.count)
      case .done: done(state)
      }
    }
  }

  private static func ready(_ state: State) -> [Node<Message>] {
    [
      p {
        "Bluetooth speakers sound late. Tap \(tapCount) times with a flash, then \(tapCount) times "
          + "with a click, and the visual beat will match the sound on this device."
      },
      div(.className("row wrap")) { action("Start", style: .primary, .beginTapped) },
      NumberField.view(
        state.delay,
        FieldFrame(
          "Visual delay", id: "metro-delay", help: "Negative is earlier."),
        rule
      ).map { .delay($0) },
      div(.className("row wrap")) { action("Reset to 0", .resetTapped) },
    ]
  }

  private static func tapping(_ words: String, _ state: State, _ count: Int) -> [Node<Message>] {
    [
      p(.live("polite")) { words },
      div(.className(state.isLit ? "metro-lamp lit" : "metro-lamp"), .hidden(fromReaders: true)),
      button(
        .type("button"), .id("metro-pad"), .className("primary metro-pad"),
        .onPointerDown { .tapped(at: $0.time) },
        .onKeyDown { press in press.isTap ? .tapped(at: press.time) : nil }
      ) { "Tap" },
      p(.className("quiet figure")) { "\(count) of \(tapCount)" },
    ]
  }

  private static func done(_ state: State) -> [Node<Message>] {
    let found = state.found ?? 0
    return [
      p(.live("polite")) {
        "The sound is \(abs(found)) ms \(found < 0 ? "earlier" : "later") than reported. "
          + "Half of your taps are within ± \(state.scatter) ms."
      },
      state.scatter > 40
        ? p(.className("problem")) { "That is a wide spread. Try again for a better result." }
        : p(.className("quiet")) { "That is precise enough." },
      div(.className("row wrap")) {
        action("Use \(found) ms", style: .primary, .useTapped)
        action("Try again", .beginTapped)
      },
    ]
  }
}

extension KeyPress {
  /// Whether it presses a button, once.
  var isTap: Bool { !repeats && !isCommand && (key == "Enter" || key == " ") }
}
