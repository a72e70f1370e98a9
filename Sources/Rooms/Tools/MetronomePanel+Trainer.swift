import Domain
import Markup
import Program
public import RoomKit
import Sound

extension MetronomePanel {
  /// The tempo trainer: from one tempo to another, by a step every few bars.
  ///
  /// Its steps are a section of a tempo plan, played in place of the person's own plan until it stops.
  public enum Trainer {
    public enum Message: Sendable {
      case tapped
      /// Ends the trainer but not the click, which keeps the tempo that was reached.
      case stayed
      case number(Number, NumberField.Message)
    }

    static var numbers: NumberFields<Number> {
      NumberFields(id: "metro-trainer", MetronomeSetup().training)
    }

    static func update(
      _ metronome: inout MetronomePanel.State, _ bench: inout Bench, _ message: Message,
      _ room: inout RoomContext
    ) -> [Effect<Tools.Message>] {
      let training = metronome.hand.setup.training
      switch message {
      case .tapped:
        let isOn = metronome.isTraining && MetronomePanel.isPlaying(metronome, bench)
        if isOn { return MetronomePanel.stop(&metronome, &bench) }
        // It would start with other numbers than those that are shown.
        if let refused = metronome.trainer.refused { return [.focus(refused)] }
        return MetronomePanel.begin(&metronome, &bench, isTraining: true)
      case .stayed:
        guard metronome.isTraining else { return [] }
        let tempo = reached(metronome)
        metronome.run?.isTraining = false
        return metronome.hand.change("Change the tempo", &room) { setup in
          // Otherwise the trainer would follow the tempo.
          setup.train(training)
          (setup.tempo, setup.isPlanOn) = (tempo, setup.isPlanOn && setup.plan == nil)
        }
      case .number(let number, let message):
        var changed = training
        let effects: [Effect<Tools.Message>] = metronome.trainer.update(
          number, message, in: &changed
        ).map { effect in effect.map { .metronome(.trainer(.number(number, $0))) } }
        guard changed != training else { return effects }
        return effects + metronome.hand.change("Change the trainer", &room) { $0.train(changed) }
      }
    }

    /// The tempo of the last beat.
    private static func reached(_ metronome: MetronomePanel.State) -> Tempo {
      metronome.run?.beat.map { Tempo(clamping: 60_000 / max($0.length, 1)) }
        ?? metronome.hand.setup.training.tempo
    }

    /// Where it is.
    static func words(_ training: TempoPlan.Stretch, bar: Int?) -> String {
      guard let bar, bar >= 1 else {
        return "Trainer: \(training.tempo.text) to \(training.goal.text)"
      }
      return bar > training.bars
        ? "Trainer: holding \(training.goal.text)" : "Trainer: bar \(bar) of \(training.bars)"
    }

    // MARK: View

    typealias Outer = MetronomePanel.Message

    static func view(_ metronome: MetronomePanel.State, isOn: Bool) -> Node<Outer> {
      let isTraining = isOn && metronome.isTraining
      let setup = metronome.hand.setup.trained
      return card("Tempo trainer", id: "metro-trainer") {
        lazy([.number(metronome.version)]) { fields(metronome.trainer) }
        div(.className("row wrap")) {
          action(
            isTraining ? "Stop trainer" : "Start trainer", icon: isTraining ? .stop : .play,
            id: "metro-train", .trainer(.tapped))
          if isTraining {
            action("Stay at \(reached(metronome).text)", .trainer(.stayed))
          } else {
            lazy([.number(metronome.version)]) {
              p(.className("quiet small figure")) { lengthWords(setup.metronome) }
            }
          }
        }
        if isTraining, let plan = setup.plan {
          Plan.picture(setup.metronome, plan.text, bar: metronome.run?.beat?.bar)
        }
      }
    }

    private static func fields(_ numbers: NumberFields<Number>) -> Node<Outer> {
      div(.className("metro-trainer")) {
        for number in Number.allCases {
          numbers.view(number).map { .trainer(.number(number, $0)) }
        }
      }
    }

    /// How many bars it takes, and how long they last.
    private static func lengthWords(_ metronome: Metronome) -> String {
      let bars = metronome.tempo.barCount
      let seconds = PlannedBars(metronome).start(ofBar: bars + 1) / 1_000
      return "\(bars == 1 ? "1 bar" : "\(bars) bars") · \(ClockText.text(seconds: seconds))"
    }
  }
}
