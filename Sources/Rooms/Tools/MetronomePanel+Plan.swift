import Domain
import Markup
import Program
public import RoomKit
import Sound

extension MetronomePanel {
  /// The editor of the tempo plan: sections of bars, each with its tempo and how that changes.
  public enum Plan {
    struct State: Equatable, Sendable {
      /// The section that is being edited.
      var open: Int?
      var numbers = NumberFields<Number>(
        id: "metro-plan", TempoPlan.Stretch(bars: 8, tempo: MetronomeSetup().tempo))
      /// The plan as typed text, and what is wrong with it.
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

    /// How a section gets from its tempo to another.
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
        return metronome.hand.change("Turn the plan on or off", &room) { $0.isPlanOn = isOn }
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
      case .expectedBars: "start with the number of bars and a space, such as 8 120."
      case .barsOutOfRange: "a section has 1–100000 bars."
      case .expectedTempo: "a tempo is missing, such as 120."
      case .tempoOutOfRange: "the tempo must be 10–600 bpm."
      case .expectedStep: "add a step, such as +4."
      case .expectedEveryBars: "add the bars per step, such as +4/4."
      case .expectedLimit: "add a limit, such as +4/4<140 or -4/4>100."
      case .limitOnOtherSide: "the steps move away from the limit."
      case .unexpected(let text): "“\(text)” is not valid here."
      case .tooManyStretches: "a plan has at most 64 sections."
      case .empty: "the plan is empty."
      }
    }
  }
}

// MARK: - Sections

extension MetronomeSetup {
  /// The section of the plan at a place, if there is one.
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

  /// The tempo it aims for.
  var goal: Tempo {
    switch course {
    case .steady: tempo
    case .linear(let to), .exponential(let to): to
    case .steps(_, _, let limit): limit
    }
  }

  /// In hundredths of a beat per minute.
  var step: Int {
    if case .steps(let by, _, _) = course { abs(by) } else { 400 }
  }

  var everyBars: Int {
    if case .steps(_, let everyBars, _) = course { everyBars } else { 4 }
  }

  /// The tempo at its end: how far the steps get depends on the number of bars.
  fileprivate var end: Tempo {
    guard case .steps(let by, let everyBars, let limit) = course else { return goal }
    let steps = (bars - 1) / everyBars
    let way = abs(limit.centiBeatsPerMinute - tempo.centiBeatsPerMinute)
    // Enough steps to reach the limit.
    if steps >= way / max(abs(by), 1) + 1 { return limit }
    let reached = tempo.centiBeatsPerMinute + steps * by
    let bounded =
      by < 0 ? max(reached, limit.centiBeatsPerMinute) : min(reached, limit.centiBeatsPerMinute)
    return Tempo(centiBeatsPerMinute: bounded) ?? limit
  }

  /// Changes how it gets to another tempo; steps go towards their limit.
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

  /// A summary in one line.
  fileprivate var words: String {
    let start = "\(bars == 1 ? "1 bar" : "\(bars) bars") "
    switch course {
    case .steady: return start + "at \(tempo.text)"
    case .linear(let to): return start + "from \(tempo.text) to \(to.text), linear"
    case .exponential(let to): return start + "from \(tempo.text) to \(to.text), exponential"
    case .steps(let by, let everyBars, let limit):
      let size = Tempo.text(step: by)
      let every = everyBars == 1 ? "every bar" : "every \(everyBars) bars"
      return start + "from \(tempo.text), \(size) \(every), until \(limit.text)"
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
    return card("Tempo plan", id: "metro-plan") {
      if stretches.isEmpty {
        p(.className("quiet")) {
          "Sections that hold, speed up, slow down or step."
        }
      } else {
        checkField("Follow the plan", id: "metro-plan-on", isOn: setup.isPlanOn) {
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
          "Add a section", icon: .add, isDisabled: stretches.count == 64, .plan(.added))
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
          .up, label: "Move section \(number) up", isDisabled: place == 0,
          .plan(.moved(place, by: -1)))
        iconButton(
          .down, label: "Move section \(number) down", isDisabled: isLast,
          .plan(.moved(place, by: 1)))
        iconButton(
          isOpen ? .check : .edit,
          label: isOpen ? "Done with section \(number)" : "Edit section \(number)",
          .plan(.opened(place)))
        iconButton(.trash, label: "Delete section \(number)", .plan(.removed(place)))
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
        "Change", name: "metro-way",
        [
          ("none", Way.steady), ("linear", .linear), ("exponential", .exponential),
          ("steps", .steps),
        ].map { ($0.0, stretch.way == $0.1, .plan(.wayChosen($0.1))) }),
    ]
    if stretch.way == .steady { return nodes }
    nodes.append(field(.goal, stretch.way == .steps ? "Until" : nil))
    if stretch.way == .steps { nodes += [field(.step), field(.everyBars)] }
    return nodes
  }

  private static func asText(_ state: State, _ setup: MetronomeSetup) -> Node<Outer> {
    details(.className("more")) {
      summary { "Plan as text" }
      form(.className("stack"), .onSubmit(.plan(.textKept))) {
        textArea(
          FieldFrame(
            "One section per line", id: "metro-plan-text",
            help:
              "Bars and tempo: 8 120. To another tempo: 8 120>140 linear, 8 120~140 exponential. "
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

  /// The most pieces of the picture.
  private static let pieces = 120

  /// The tempo over the bars; `bar` is playing.
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
          bar < 1 ? "Count-in" : bar > bars ? "Holding the last tempo" : "Bar \(bar) of \(bars)"
        } ?? "\(bars == 1 ? "1 bar" : "\(bars) bars"), then holds the last tempo"
      }
    }
  }

  private static func drawing(_ metronome: Metronome, _ bars: Int) -> Node<Outer> {
    let planned = PlannedBars(metronome)
    let count = min(bars, pieces)
    var tempos: [Double] = []
    var starts: [Int] = []
    for piece in 0...count {
      // The product may not fit into 32 bits.
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
      "Tempo over \(bars == 1 ? "1 bar" : "\(bars) bars"), from "
      + "\(Tempo(clamping: lowest).rounded) to \(Tempo(clamping: highest).rounded)"
    return SVG.svg(
      .className("metro-course-line"), .viewBox("0 0 1000 40"), .role("img"), .label(words),
      .plain("preserveAspectRatio", "none")
    ) {
      SVG.path(.pathData(path))
    }
  }
}

extension Tempo {
  /// In whole beats per minute.
  var rounded: String { "\((centiBeatsPerMinute + 50) / 100)" }
}
