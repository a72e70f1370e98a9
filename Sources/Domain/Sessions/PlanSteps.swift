public import Ledger
import Training

/// The steps of a plan: how hard each item should be for the person.
public struct PlanSteps: Sendable {
  private let plan: TrainingPlan
  /// Offsets from the person's level in steps of the scale, for each item of a round.
  private let offsets: [Double]
  private let level: Double?
  private let scale: GradeScale?
  private let words: CatalogueWords

  public init(_ plan: TrainingPlan, _ standing: Standing?) {
    self.plan = plan
    (level, scale) = (standing?.ability?.value, standing?.scale)
    words = standing?.catalogue.words ?? .climbs
    offsets = Self.offsets(plan)
  }

  private static func offsets(_ plan: TrainingPlan) -> [Double] {
    let count = max(Int(clamping: plan.items), 1)
    switch plan.shape {
    // Comfortable: about nine in ten succeed.
    case .volume: return Array(repeating: -2, count: count)
    case .onTheMinute: return Array(repeating: -3, count: count)
    case .circuit: return Array(repeating: -2, count: count)
    case .turns: return Array(repeating: 0, count: count)
    case .ladder:
      return (0..<count).map { place in
        count == 1 ? 0 : -3 + 4 * Double(place) / Double(count - 1)
      }
    case .pyramid:
      let middle = Double(count - 1) / 2
      return (0..<count).map { place in
        middle == 0 ? 0 : 1 - 4 * abs(Double(place) - middle) / middle
      }
    }
  }

  /// The steps of all rounds.
  public var count: Int { offsets.count * max(Int(clamping: plan.rounds), 1) }

  /// The difficulty of a step on the scale; `nil` if the person's level is unknown.
  public func position(of step: Int) -> Double? { level.map { $0 + offsets[step % offsets.count] } }

  /// `Round 2, climb 3: about V4.`, and how hard the item is if none is near that.
  public func words(of step: Int, _ item: CatalogueItem?, _ standing: Standing?) -> String {
    let place = step % offsets.count
    var text =
      plan.rounds > 1
      ? "Round \(step / offsets.count + 1), \(words.item) \(place + 1)"
      : "\(words.itemTitle) \(place + 1)"
    if let position = position(of: step), let scale {
      text += ": about \(scale.prefix)\(scale.name(at: position))"
    }
    if plan.shape == .circuit, step >= offsets.count { text += ", the same as in round 1" }
    text += "."
    if let item, !item.grade.isEmpty, let scale, let position = position(of: step),
      let difficulty = standing?.difficulty(of: item.id), abs(difficulty.value - position) > 1.5
    {
      text += " The nearest here is \(Summary.grade(item.grade, scale.prefix))."
    }
    return text
  }

  /// The item for a step: the available one nearest to the plan that was not tried in the
  /// session yet. A circuit has the same items in every round.
  public func item(
    of step: Int, _ standing: Standing, after tries: [Try], on day: Int64,
    isSent: (RowID) -> Bool
  ) -> CatalogueItem? {
    if plan.shape == .circuit, step >= offsets.count, tries.count >= offsets.count {
      let before = tries[tries.count - offsets.count].item
      return standing.items.first { $0.id == before }
    }
    let had = Set(tries.map { $0.item })
    var best: (item: CatalogueItem, distance: Double)?
    guard let position = position(of: step) else { return nil }
    for (number, item) in standing.items.enumerated()
    where item.isLive(on: day) && !had.contains(item.id) && !standing.isForOthers(number) {
      guard let difficulty = standing.difficulty(of: item.id) else { continue }
      // Something new is preferred if it is about as near.
      let distance = abs(difficulty.value - position) + (isSent(item.id) ? 0.5 : 0)
      if distance < best?.distance ?? .infinity { best = (item, distance) }
    }
    return best?.item
  }

  /// `4 rounds of 4 climbs, 4:00 between rounds`.
  public static func summary(of plan: TrainingPlan, _ words: CatalogueWords) -> String {
    let items = DayWords.count(Int(clamping: plan.items), words.item, words.items)
    var parts = [plan.rounds > 1 ? "\(plan.rounds) rounds of \(items)" : items]
    if plan.workSeconds > 0 { parts.append("\(ClockText.text(plan.workSeconds)) each") }
    if plan.restSeconds > 0 { parts.append("\(ClockText.text(plan.restSeconds)) rest") }
    if plan.roundRestSeconds > 0 {
      parts.append("\(ClockText.text(plan.roundRestSeconds)) between rounds")
    }
    return parts.joined(separator: ", ")
  }
}
