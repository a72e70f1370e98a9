import Domain
import Ledger
import Reports
import Statistics

extension Adviser {
  /// A gouger that is off to one side, or has shifted since its last service.
  func unevenGouge() -> [Finding] {
    var gougers: [RowID?] = []
    for entry in reeds where log.number(Self.sides, of: entry) != nil {
      let gouger = tool(48, of: entry)
      if !gougers.contains(gouger) { gougers.append(gouger) }
    }
    return gougers.map { uneven($0) }
  }

  /// How far a gouge may be off: the tolerance of the author of the thesis.
  static let tolerance = 0.01
  private static let sides = Column(.gougeSides, "gouge_sides", "Left minus right")
  private static let halves = Column(.gougeHalves, "gouge_halves", "Half A minus half B")
  private static let mean = Column(.gougeMean, "gouge_mean", "Mean")

  private func uneven(_ gouger: RowID?) -> Finding {
    let name = gouger.map { log.name(ofTool: $0) } ?? "your gouger"
    let pieces = reeds.filter { tool(48, of: $0) == gouger && $0.reed.begun != 0 }
    let events = log.toolEvents.filter { $0.tool == gouger }
    let last = events.last
    let recent = pieces.filter { $0.reed.begun >= last?.day ?? .min }
    var (effects, evidence): ([Effect], [String]) = ([], [])
    var isCharted = false
    for column in [Self.sides, Self.halves] {
      guard var effect = Effect(mean: valued(column, among: recent).map { $0.value }) else {
        continue
      }
      if abs(effect.mean) > Self.tolerance, effect.wide.excludesZero {
        effect.isBehind = true
        evidence.append(
          "\(column.label): \(Words.difference(effect.mean, in: column, log)), 95 % "
            + "\(Words.differences(effect.wide, in: column, log)), n = \(effect.count).")
      }
      effects.append(effect)
    }
    for column in [Self.sides, Self.halves, Self.mean] where hasShifted(column, pieces, events) {
      isCharted = true
      evidence.append("The chart of “\(column.label)” is beyond its limits at the newest piece.")
    }
    guard !evidence.isEmpty else {
      let count = valued(Self.sides, among: recent).count
      let isFew = count < Strength.fewestPairs
      return Finding(
        effects: effects,
        lack: isFew
          ? Lack(
            "Even gouge",
            "Does \(name) cut evenly? Measure the six points of "
              + "\(Strength.fewestPairs - count) more \(Strength.fewestPairs - count == 1 ? "piece" : "pieces")"
              + (last == nil ? "." : " since its last service."))
          : nil)
    }
    var found = Suggestion(
      "gouge \(gouger?.bits.hex ?? "") \(last?.day ?? 0)", "Check the blade and bed of \(name)")
    found.proposal =
      "Check the blade and the bed of \(name) before you gouge more, and log what you change as an "
      + "event of the tool: its chart then restarts."
    found.reason =
      "Your pieces are off by more than \(length(Self.tolerance, places: 2)) between left and right "
      + "or between the halves, or the chart of the gouger gives an alarm."
    found.evidence = evidence
    if isCharted {
      found.evidence.append("Such an alarm comes by luck about once in 500 pieces of one chart.")
      found.footing = .data(.leaning)
    }
    if let last {
      found.evidence.append(
        "Counted since \(last.what.label.inLowerCase) on \(Words.day(last.day)).")
    }
    found.elsewhere =
      "The limit of \(length(Self.tolerance, places: 2)) is the tolerance of one oboist (thesis, "
      + "2023, n = 1)."
    found.items = recent.compactMap { entry in
      guard let value = log.number(Self.sides, of: entry) else { return nil }
      return item(entry, Words.value(value, in: Self.sides, log))
    }
    found.head = Self.sides.label
    found.actions = [Report.Action("See the gouger’s chart", .ask(.gouger, []))]
    // Whether it matters: the reeds of this gouger against those of another.
    found.actions += experiment("gouger", "success")
    if let gouger { found.actions.append(Report.Action("Open \(name)", .open(gouger))) }
    return Finding(suggestion: found, effects: effects)
  }

  /// Whether the newest piece is beyond the limits of a chart that restarts after each service.
  private func hasShifted(
    _ column: Column, _ pieces: [ReedLog.Entry], _ events: [ToolEvent]
  ) -> Bool {
    let pieces = valued(column, among: pieces)
    let restarts = events.compactMap { event in
      pieces.firstIndex { $0.entry.reed.begun >= event.day }
    }
    guard let last = pieces.last, last.entry.reed.begun >= events.last?.day ?? .min else {
      return false
    }
    return Ewma(pieces.map { $0.value }, restarts: restarts)?.points.last?.isAlarm == true
  }
}
