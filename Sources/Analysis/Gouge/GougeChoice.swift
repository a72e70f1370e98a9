import Domain
import Ledger
import Reports
import Statistics

/// What a question about the gouge chooses: gouger, wet or dry, and point.
struct GougeChoice: Sendable {
  let controls: [Report.Control]
  /// The gouger; `nil` for pieces without one.
  let gouger: RowID?
  let gougerName: String
  /// What was done to it, oldest first.
  let events: [ToolEvent]
  /// Of this gouger and measured alike, oldest first.
  let pieces: [GougePiece]
  /// Those of them that were measured twice.
  let repeats: [GougeRepeat]
  /// Which pieces are not in the chart, in words.
  let leftOut: [String]
  private let point: String?
  /// What stays chosen when another point is shown.
  let kept: [Question.Choice]

  private static let none = "none"

  private static func value(_ id: RowID?) -> String { id?.bits.hex ?? none }

  /// What a link chooses to show the pieces of one gouger, measured alike.
  static func choices(_ gouger: RowID?, _ state: GougePiece.State) -> [Question.Choice] {
    [Question.Choice("gouger", value(gouger)), Question.Choice("state", "\(state.rawValue)")]
  }

  init(_ question: Question, _ log: ReedLog) {
    let filter = GougeFilter(question)
    let all = log.gougePieces(filter)
    typealias Option = Report.Control.Option
    // The gouger with the most pieces comes first, then those of the same number by name.
    var gougers: [(id: RowID?, name: String, count: Int)] = []
    for piece in all {
      if let place = gougers.firstIndex(where: { $0.id == piece.gouger }) {
        gougers[place].count += 1
      } else {
        let name = piece.gouger.map { log.name(ofTool: $0) } ?? ""
        gougers.append((piece.gouger, name.isEmpty ? "Gouger not recorded" : name, 1))
      }
    }
    gougers.sort { $0.count == $1.count ? Words.precedes($0.name, $1.name) : $0.count > $1.count }
    let chosen =
      question["gouger"].flatMap { text in
        gougers.firstIndex { Self.value($0.id).hasSameBytes(as: text) }
      } ?? 0
    gouger = gougers.isEmpty ? nil : gougers[chosen].id
    gougerName = gougers.isEmpty || gouger == nil ? "your gouger" : gougers[chosen].name
    events = log.toolEvents.filter { [gouger] in gouger != nil && $0.tool == gouger }
    let own = all.filter { [gouger] in $0.gouger == gouger }

    var states = GougePiece.State.allCases.map { state in
      (state: state, count: own.count { $0.state == state })
    }.filter { $0.count > 0 }
    states.sort {
      $0.count == $1.count ? $0.state.rawValue > $1.state.rawValue : $0.count > $1.count
    }
    let state =
      question["state"].flatMap { text in
        states.first { "\($0.state.rawValue)".hasSameBytes(as: text) }
      } ?? states.first
    pieces = own.filter { $0.state == state?.state }
    repeats = log.gougeRepeats(filter).filter { [gouger] in
      $0.gouger == gouger && $0.state == state?.state
    }

    point = question["point"]
    var controls = [
      Report.Control(
        "point", "Watch", .question,
        [Option("", "The point that moved most")]
          + GougePoint.all(log).map { Option($0.name, $0.label) }, chosen: point ?? "")
    ]
    if gougers.count > 1 {
      controls.append(
        Report.Control(
          "gouger", "Gouger", .question, gougers.map { Option(Self.value($0.id), $0.name) },
          chosen: Self.value(gouger)))
    }
    if states.count > 1, let state {
      controls.append(
        Report.Control(
          "state", "Measured", .question,
          states.map { Option("\($0.state.rawValue)", $0.state.label) },
          chosen: "\(state.state.rawValue)"))
    }
    self.controls = controls
    kept = question.choices.filter { !$0.control.hasSameBytes(as: "point") }

    var leftOut: [String] = []
    let rest = states.filter { $0.state != state?.state }
    if !rest.isEmpty {
      let parts = rest.map { part -> String in
        let pieces = Words.count(part.count, "piece", "pieces")
        return part.state == .unknown
          ? "\(pieces) without a record of wet or dry"
          : "\(pieces) measured \(Words.lowered(part.state.label))"
      }
      leftOut.append(
        "Left out: \(Words.list(parts)), as wet and dry readings differ by 0.01 to 0.04 mm.")
    }
    if state?.state == .unknown {
      leftOut.append(
        "Whether these were measured wet or dry is not recorded; the readings differ by 0.01 to 0.04 mm."
      )
    }
    if all.count > own.count {
      let count = all.count - own.count
      leftOut.append(
        "\(Words.count(count, "piece", "pieces")) from other gougers \(count == 1 ? "is" : "are") not in this chart."
      )
    }
    self.leftOut = leftOut
  }

  /// The watch of the chosen point; otherwise the alarm that is farthest out, or an alarm that is over, or the
  /// sides. A point says more than a difference.
  func shown(_ watches: [GougeWatch]) -> GougeWatch? {
    let measured = watches.filter { !$0.pieces.isEmpty }
    if let point, let watch = measured.first(where: { $0.point.name.hasSameBytes(as: point) }) {
      return watch
    }
    func farthest(_ distance: (GougeWatch) -> Double?) -> GougeWatch? {
      for isDifference in [false, true] {
        var best: (watch: GougeWatch, distance: Double)?
        for watch in measured where watch.point.isDifference == isDifference {
          guard let distance = distance(watch), distance > best?.distance ?? -1 else { continue }
          best = (watch, distance)
        }
        if let best { return best.watch }
      }
      return nil
    }
    return farthest { $0.alarmNow == nil ? nil : $0.distanceNow }
      ?? farthest { watch in
        watch.alarmBefore.map { abs($0.distance) / (watch.chart?.deviation ?? 1) }
      }
      ?? measured.first { $0.chart != nil && $0.point.isDifference }
      ?? farthest { Double($0.pieces.count) }
  }

  /// The pieces since the last event, or all of them if none was recorded.
  func run(_ pieces: [GougePiece]) -> [GougePiece] {
    guard let event = events.last else { return pieces }
    return pieces.filter { $0.day >= event.day }
  }

  /// The last event on a day before that of the last one.
  var eventBefore: ToolEvent? {
    events.last.flatMap { event in events.last { $0.day < event.day } }
  }

  /// The pieces between the last event and the one before it.
  func runBefore(_ pieces: [GougePiece]) -> [GougePiece] {
    guard let event = events.last else { return [] }
    return pieces.filter { $0.day < event.day && $0.day >= eventBefore?.day ?? .min }
  }
}
