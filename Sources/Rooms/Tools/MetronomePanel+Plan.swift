import Domain
import Markup
import Program
public import RoomKit
import Sound

extension MetronomePanel {
  /// The editor of the plan: stretches of bars, each with its tempo and where that goes.
  public enum Plan {
    struct State: Equatable, Sendable {
      /// The stretch whose numbers are open.
      var open: Int?
      var numbers = NumberFields<Number>(
        id: "metro-plan", TempoPlan.Stretch(bars: 8, tempo: MetronomeSetup().tempo))
      /// The plan as it is being typed, and what is wrong with it.
      var text: String?
      var problem: String?
    }

    public enum Message: Sendable {
      case added
      case opened(Int)
      case moved(Int, by: Int)
      case removed(Int)
      case wayChosen(Way)
      case number(Number, NumberField.Message)
      case switched(Bool)
      case textTyped(String)
      case textKept
    }

    /// How a stretch goes from its tempo to another.
    public enum Way: CaseIterable, Sendable {
      case steady, linear, exponential, steps
    }

    static func update(
      _ metronome: inout MetronomePanel.State, _ message: Message, _ room: inout RoomContext
    ) -> [Effect<Tools.Message>] {
      var state = metronome.plan
      defer { metronome.plan = state }
      let setup = metronome.hand.setup
      var stretches = setup.plan?.stretches ?? []
      var effects: [Effect<Tools.Message>] = []
      switch message {
      case .added:
        guard stretches.count < TempoPlan.stretchCounts.upperBound else { return [] }
        stretches.append(TempoPlan.Stretch(bars: 8, tempo: stretches.last?.end ?? setup.tempo))
        state = State(open: stretches.count - 1)
      case .opened(let place): state = State(open: state.open == place ? nil : place)
      case .moved(let place, let steps):
        guard stretches.indices.contains(place), stretches.indices.contains(place + steps) else {
          return []
        }
        stretches.swapAt(place, place + steps)
        state = State(open: state.open == place ? place + steps : nil)
      case .removed(let place):
        guard stretches.indices.contains(place) else { return [] }
        stretches.remove(at: place)
        state = State()
      case .wayChosen(let way):
        guard let place = state.open, stretches.indices.contains(place) else { return [] }
        stretches[place].setCourse(way, to: stretches[place].goal)
      case .number(let number, let message):
        guard let place = state.open, stretches.indices.contains(place) else { return [] }
        effects = state.numbers.update(number, message, in: &stretches[place]).map {
          $0.map { .metronome(.plan(.number(number, $0))) }
        }
      case .switched(let isOn):
        return metronome.hand.change("Switch the plan", &room) { $0.isPlanOn = isOn }
      case .textTyped(let text): (state.text, state.problem) = (text, nil)
      case .textKept:
        guard let text = state.text else { return [] }
        do throws(TempoPlan.TextError) {
          stretches = try TempoPlan(parsing: text).stretches
          state = State()
        } catch {
          guard error.reason == .empty else {
            state.problem = "Line \(error.line): \(words(for: error.reason)) Nothing was changed."
            return []
          }
          (stretches, state) = ([], State())
        }
      }
      return effects
        + metronome.hand.change("Change the plan", &room) { setup in
          setup.plan = stretches.isEmpty ? nil : TempoPlan(stretches) ?? setup.plan
        }
    }

    private static func words(for reason: TempoPlan.TextError.Reason) -> String {
      switch reason {
      case .expectedBars: "begin with how many bars, then a blank, such as 8 120."
      case .barsOutOfRange: "a stretch has 1 to 100000 bars."
      case .expectedTempo: "a tempo is missing, such as 120."
      case .tempoOutOfRange: "a tempo is a number from 10 to 600."
      case .expectedStep: "say by how much the tempo steps, such as +4."
      case .expectedEveryBars: "say after how many bars it steps, such as +4/4."
      case .expectedLimit: "say where the steps end, such as +4/4<140 or -4/4>100."
      case .limitOnOtherSide: "the steps lead away from where they should end."
      case .unexpected(let text): "“\(text)” does not belong here."
      case .tooManyStretches: "a plan has 64 stretches at most."
      case .empty: "nothing is there."
      }
    }
  }
}

// MARK: - Stretches

extension MetronomeSetup {
  /// The stretch of the plan at a place, if there is one.
  func stretch(at place: Int?) -> TempoPlan.Stretch? {
    guard let place, let plan, plan.stretches.indices.contains(place) else { return nil }
    return plan.stretches[place]
  }
}

extension TempoPlan.Stretch {
  var way: MetronomePanel.Plan.Way {
    switch course {
    case .steady: .steady
    case .linear: .linear
    case .exponential: .exponential
    case .steps: .steps
    }
  }

  /// Where the tempo goes.
  var goal: Tempo {
    switch course {
    case .steady: tempo
    case .linear(let to), .exponential(let to): to
    case .steps(_, _, let limit): limit
    }
  }

  /// In hundredths of a beat a minute.
  var step: Int {
    if case .steps(let by, _, _) = course { abs(by) } else { 400 }
  }

  var everyBars: Int {
    if case .steps(_, let everyBars, _) = course { everyBars } else { 4 }
  }

  /// The tempo that the next stretch finds: how far steps come depends on the bars.
  fileprivate var end: Tempo {
    guard case .steps(let by, let everyBars, let limit) = course else { return goal }
    let steps = (bars - 1) / everyBars
    let way = abs(limit.centiBeatsPerMinute - tempo.centiBeatsPerMinute)
    // As many as lead to the limit are enough.
    if steps >= way / max(abs(by), 1) + 1 { return limit }
    let reached = tempo.centiBeatsPerMinute + steps * by
    let bounded =
      by < 0 ? max(reached, limit.centiBeatsPerMinute) : min(reached, limit.centiBeatsPerMinute)
    return Tempo(centiBeatsPerMinute: bounded) ?? limit
  }

  /// Goes to another tempo in some way; steps lead to the side where their limit is.
  mutating func setCourse(
    _ way: MetronomePanel.Plan.Way, to goal: Tempo, by step: Int? = nil, everyBars: Int? = nil
  ) {
    switch way {
    case .steady: course = .steady
    case .linear: course = .linear(to: goal)
    case .exponential: course = .exponential(to: goal)
    case .steps:
      let size = step ?? self.step
      course = .steps(
        by: goal < tempo ? -size : size, everyBars: everyBars ?? self.everyBars, limit: goal)
    }
  }

  /// What it does, in a line.
  fileprivate var words: String {
    let start = "\(bars == 1 ? "1 bar" : "\(bars) bars") "
    switch course {
    case .steady: return start + "at \(tempo.text)"
    case .linear(let to): return start + "from \(tempo.text) to \(to.text), evenly"
    case .exponential(let to): return start + "from \(tempo.text) to \(to.text), by a factor"
    case .steps(let by, let everyBars, let limit):
      let size = Tempo.text(step: by)
      let every = everyBars == 1 ? "every bar" : "every \(everyBars) bars"
      return start + "from \(tempo.text), \(size) \(every), as far as \(limit.text)"
    }
  }
}

extension Tempo {
  /// A step with its sign.
  fileprivate static func text(step: Int) -> String {
    let size = Decimal(units: Int64(abs(step)), places: 2).text
    return "\(step < 0 ? "−" : "+")\(size)"
  }
}

// MARK: - View

extension MetronomePanel.Plan {
  typealias Outer = MetronomePanel.Message

  static func view(_ metronome: MetronomePanel.State) -> Node<Outer> {
    let (state, setup) = (metronome.plan, metronome.hand.setup)
    let stretches = setup.plan?.stretches ?? []
    return card("Plan of the tempo", id: "metro-plan") {
      if stretches.isEmpty {
        p(.className("quiet")) {
          "Let the tempo change by itself: stretches of bars, each steady, growing or in steps."
        }
      } else {
        checkField("The plan leads the tempo", id: "metro-plan-on", isOn: setup.isPlanOn) {
          .plan(.switched($0))
        }
        ol(.className("list")) {
          for (place, stretch) in stretches.enumerated() {
            li(.className("list-row preset-row")) {
              row(place, stretch, metronome, isLast: place == stretches.count - 1)
            }.keyed(.number(UInt64(place)))
          }
        }
      }
      div(.className("row wrap")) {
        action(
          "Add a stretch", icon: .add, isDisabled: stretches.count == 64, .plan(.added))
      }
      asText(state, setup)
    }
  }

  private static func row(
    _ place: Int, _ stretch: TempoPlan.Stretch, _ metronome: MetronomePanel.State, isLast: Bool
  ) -> [Node<Outer>] {
    let number = place + 1
    let isOpen = metronome.plan.open == place
    return [
      div {
        strong { "\(number). \(stretch.words)" }
      },
      div(.className("row wrap end")) {
        iconButton(
          .up, label: "Move stretch \(number) up", isDisabled: place == 0,
          .plan(.moved(place, by: -1)))
        iconButton(
          .down, label: "Move stretch \(number) down", isDisabled: isLast,
          .plan(.moved(place, by: 1)))
        iconButton(
          isOpen ? .check : .edit,
          label: isOpen ? "Done with stretch \(number)" : "Change stretch \(number)",
          .plan(.opened(place)))
        iconButton(.trash, label: "Remove stretch \(number)", .plan(.removed(place)))
      },
    ] + (isOpen ? [div(.className("metro-stretch stack")) { fields(stretch, metronome) }] : [])
  }

  private static func fields(
    _ stretch: TempoPlan.Stretch, _ metronome: MetronomePanel.State
  ) -> [Node<Outer>] {
    func field(_ number: Number, _ label: String? = nil) -> Node<Outer> {
      metronome.plan.numbers.view(number, label).map { .plan(.number(number, $0)) }
    }
    var nodes = [
      field(.bars), field(.tempo),
      segmented(
        "And then", name: "metro-way",
        [
          ("steady", Way.steady), ("evenly", .linear), ("by a factor", .exponential),
          ("in steps", .steps),
        ].map { ($0.0, stretch.way == $0.1, .plan(.wayChosen($0.1))) }),
    ]
    if stretch.way == .steady { return nodes }
    nodes.append(field(.goal, stretch.way == .steps ? "As far as" : nil))
    if stretch.way == .steps { nodes += [field(.step), field(.everyBars)] }
    return nodes
  }

  private static func asText(_ state: State, _ setup: MetronomeSetup) -> Node<Outer> {
    details(.className("more")) {
      summary { "The plan as text" }
      form(.className("stack"), .onSubmit(.plan(.textKept))) {
        textArea(
          FieldFrame(
            "A stretch a line", id: "metro-plan-text",
            help:
              "Bars and tempo: 8 120. To another tempo: 8 120>140 evenly, 8 120~140 by a factor. "
              + "In steps: 32 100+4/4<140, or down 32 140-4/4>100.",
            problem: state.problem), value: state.text ?? setup.plan?.text ?? ""
        ) { .plan(.textTyped($0)) }
        div(.className("row")) {
          button(.type("submit"), .disabled(state.text == nil)) { "Use this plan" }
        }
      }
    }
  }

  // MARK: The picture

  /// How many pieces the picture has at most.
  private static let pieces = 120

  /// The tempo over the bars; `bar` sounds now.
  static func picture(_ metronome: Metronome, _ text: String, bar: Int?) -> Node<Outer> {
    let bars = metronome.tempo.barCount
    let place = bar.map { min(max(Double($0) - 1, 0), Double(bars)) * 1_000 / Double(bars) }
    return figure(.className("metro-course")) {
      div(.className("metro-course-box")) {
        lazy([.text(text), .number(Int64(metronome.meter.beats.count))]) {
          drawing(metronome, bars)
        }
        place.map { thousandths in
          div(
            .className("metro-course-now"),
            .style("--at", Decimal(units: Int64(thousandths), places: 1).text + "%"))
        }
      }
      figcaption(.className("quiet small")) {
        bar.map { bar in
          bar < 1 ? "Count-in" : bar > bars ? "After the plan" : "Bar \(bar) of \(bars)"
        } ?? "\(bars == 1 ? "1 bar" : "\(bars) bars"), then on at its last tempo"
      }
    }
  }

  private static func drawing(_ metronome: Metronome, _ bars: Int) -> Node<Outer> {
    let planned = PlannedBars(metronome)
    let count = min(bars, pieces)
    var tempos: [Double] = []
    var starts: [Int] = []
    for piece in 0...count {
      // 32 bits would not hold the product of long plans.
      starts.append(Int(Int64(bars) * Int64(piece) / Int64(count)))
    }
    for piece in 0..<count {
      let length =
        planned.start(ofBar: starts[piece + 1] + 1) - planned.start(ofBar: starts[piece] + 1)
      let beats = Double(starts[piece + 1] - starts[piece]) * Double(metronome.meter.beats.count)
      tempos.append(60_000 * beats / length)
    }
    let lowest = tempos.reduce(600) { min($0, $1) }
    let highest = tempos.reduce(10) { max($0, $1) }
    let range = max(highest - lowest, 1)
    var path = ""
    for piece in 0..<count {
      let y = Int(38 - (tempos[piece] - lowest) / range * 34)
      path += piece == 0 ? "M0 \(y)" : "V\(y)"
      path += "H\(Int(Double(starts[piece + 1]) * 1_000 / Double(bars)))"
    }
    let words =
      "The tempo over \(bars) bars, from \(Tempo(clamping: lowest).rounded) to "
      + "\(Tempo(clamping: highest).rounded)"
    return SVG.svg(
      .className("metro-course-line"), .viewBox("0 0 1000 40"), .role("img"), .label(words),
      .plain("preserveAspectRatio", "none")
    ) {
      SVG.path(.pathData(path))
    }
  }
}

extension Tempo {
  /// In whole beats a minute.
  var rounded: String { "\((centiBeatsPerMinute + 50) / 100)" }
}
