import Domain
import Ledger
import Reports
import Statistics

extension Adviser {
  /// A gouger that is off to one side, or has shifted since its last service: what the gouger watch shows of it.
  func unevenGouge() -> [Finding] {
    let pieces = log.gougePieces(GougeFilter(question))
    var gougers: [RowID?] = []
    for piece in pieces where !gougers.contains(piece.gouger) { gougers.append(piece.gouger) }
    return gougers.map { gouger in uneven(gouger, pieces.filter { $0.gouger == gouger }) }
  }

  private static let sides = Column(.gougeSides, "gouge_sides", "Left minus right")

  private func uneven(_ gouger: RowID?, _ pieces: [GougePiece]) -> Finding {
    let named = gouger.map { log.name(ofTool: $0) } ?? ""
    let name = named.isEmpty ? "your gouger" : named
    let events = log.toolEvents.filter { gouger != nil && $0.tool == gouger }
    let last = events.last
    var (effects, evidence, items, head): ([Effect], [String], [Suggestion.Item], String) =
      ([], [], [], "")
    var (shown, isAsked, most) = (GougePiece.State.unknown, false, 0)
    let words = GougeWords(log, today: question.today)
    /// Of the charts that give an alarm, the smallest, and whether one of them shows where its pieces changed.
    var (baseline, hasChanged) = (Int.max, false)
    for state in GougePiece.State.allCases {
      let own = pieces.filter { $0.state == state }
      let recent = own.filter { $0.day >= last?.day ?? .min }
      let measured = state == .unknown ? "" : " (\(Words.lowered(state.label)))"
      /// The pieces listed are those of what is said first.
      func say(
        _ text: String, _ label: String, _ column: Column, _ value: (GougePiece) -> Double?
      ) {
        if evidence.isEmpty {
          (shown, head) = (state, label)
          items = recent.compactMap { piece in
            value(piece).map {
              Suggestion.Item(piece.name, piece.day, Words.value($0, in: column, log), piece.id)
            }
          }
        }
        evidence.append(text)
      }
      for (label, difference) in GougeBias.differences {
        let values = recent.compactMap(difference)
        most = max(most, values.count)
        isAsked = isAsked || own.contains { difference($0) != nil }
        guard var effect = Effect(mean: values) else { continue }
        if GougeBias.isBeyond(effect.mean), effect.wide.excludesZero {
          effect.isBehind = true
          say(
            "\(label)\(measured): \(Words.difference(effect.mean, in: Self.sides, log)), "
              + effect.figures { Words.differences($0, in: Self.sides, log) },
            label, Self.sides, difference)
        }
        effects.append(effect)
      }
      for point in GougePoint.all(log) {
        let watch = GougeWatch(point, own, events)
        guard let alarm = watch.alarmNow else { continue }
        baseline = min(baseline, watch.baseline)
        hasChanged = hasChanged || watch.hasChanged
        say(
          "\(words.now(alarm, watch, "\(point.label)\(measured)")).", point.label, point.column,
          point.value)
      }
    }
    guard !evidence.isEmpty else {
      let missing = Strength.fewestPairs - most
      return Finding(
        effects: effects,
        lack: isAsked && missing > 0
          ? Lack(
            "Even gouge",
            "Does \(name) cut evenly? Measure the six points of "
              + "\(missing) more \(missing == 1 ? "piece" : "pieces")"
              + (last == nil ? "." : " since its last service."))
          : nil)
    }
    var found = Suggestion(
      "gouge \(gouger?.bits.hex ?? "") \(last?.day ?? 0)", "Check the blade and bed of \(name)")
    found.proposal =
      "Check the blade and the bed of \(name) before you gouge more, and log what you change as an "
      + "event of the tool: its chart then restarts."
    found.reason =
      "Your pieces are off by more than \(length(GougeBias.threshold, places: 2)) between left and right "
      + "or between the halves, or the chart of the gouger gives an alarm."
    found.evidence = evidence
    if baseline < .max {
      found.evidence.append(GougeWords.luck(baseline))
      // Luck does this one time in five if as much is known as a chart takes, and a change is seldom luck.
      let isSure = hasChanged || baseline == Ewma.baseline.upperBound
      found.footing = .data(isSure ? .leaning : .hint)
    }
    if let last {
      found.evidence.append("Counted since \(last.clause).")
    }
    // Whether it matters: the reeds of this gouger against those of another.
    let beside = experimentBeside("gouger", "success")
    found.evidence += beside.evidence
    found.elsewhere =
      "The limit of \(length(GougeBias.threshold, places: 2)) is the tolerance of one oboist (thesis, "
      + "2023, n = 1)."
    (found.items, found.head) = (items, head)
    found.actions = [
      Report.Action("See the gouger’s chart", .ask(.gouger, GougeChoice.choices(gouger, shown)))
    ]
    found.actions += beside.actions
    if let gouger { found.actions.append(Report.Action("Open \(name)", .open(gouger))) }
    return Finding(suggestion: found, effects: effects)
  }
}
