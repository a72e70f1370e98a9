import Domain
import Ledger
import Reports
import Statistics

/// Several measurements and choices, and one outcome, at once, if there are enough reeds for that.
struct Model: Sendable {
  let sheet: Sheet
  let outcome: Sheet.Line
  /// What takes part, most reeds first.
  let inputs: [Input]
  /// The reeds that have all of them and the outcome.
  let places: [Int]
  /// The reeds that have the outcome.
  let rated: [Int]
  /// The standard deviation of each input.
  let deviations: [Double]
  /// Continues in ``step()``.
  private(set) var ridge: Ridge?

  /// With fewer reeds, noise passes for a model too often: one log in eleven at 30, one in five at 15.
  static let fewest = 30
  /// Reeds for each input; a choice of three is two inputs.
  static let reedsPerInput = 5
  /// The part of what differs between reeds that a model must predict.
  static let leastQ2 = 0.15
  static let mostP = 0.05
  static let mostInputs = 12
  /// Reeds of a choice.
  static let fewestOfChoice = 5

  /// A measurement, or whether a reed has one choice rather than the most frequent of its field.
  struct Input: Sendable {
    let line: Sheet.Line?
    let choice: Choice?
    /// One for each reed, NaN where nothing was recorded; of a choice 1 or 0.
    let values: [Double]

    struct Choice: Sendable {
      let grouping: Grouping
      let name: String
      let usual: String
    }

    /// Whether some reeds tell anything about it.
    func isTold(by places: [Int]) -> Bool {
      guard choice != nil else {
        return places.contains { values[$0] != values[places[0]] }
      }
      let count = places.count { values[$0] == 1 }
      return min(count, places.count - count) >= Model.fewestOfChoice
    }
  }

  init(_ sheet: Sheet) {
    self.sheet = sheet
    let outcome =
      sheet.chosen(Sheet.outcomeName, in: sheet.outcomes) ?? sheet.outcomes.first { $0.isUsable }
      ?? sheet.outcomes[0]
    self.outcome = outcome
    let rated = sheet.entries.indices.filter { outcome.values[$0].isFinite }
    self.rated = rated
    let measured = sheet.inputs.filter { $0.isUsable && !Self.isMadeOfOthers($0.column) }
      .map { [Input(line: $0, choice: nil, values: $0.values)] }
    // With as many reeds, choices come first: there are fewer of them.
    let candidates = (Self.choices(sheet, rated) + measured)
      .map { inputs in (inputs: inputs, count: rated.count { inputs[0].values[$0].isFinite }) }
      .enumerated().sorted {
        $0.element.count != $1.element.count
          ? $0.element.count > $1.element.count : $0.offset < $1.offset
      }.map { $0.element.inputs }
    var inputs: [Input] = []
    var places: [Int] = []
    for candidate in candidates where inputs.count + candidate.count <= Self.mostInputs {
      let kept = (inputs.isEmpty ? rated : places).filter { candidate[0].values[$0].isFinite }
      let all = inputs + candidate
      // An input of few reeds would cost the model all the others.
      let least = max(Self.fewest, Self.reedsPerInput * all.count, (places.count * 3 + 3) / 4)
      guard kept.count >= least, all.allSatisfy({ $0.isTold(by: kept) }) else { continue }
      (inputs, places) = (all, kept)
    }
    (self.inputs, self.places) = (inputs, places)
    deviations = inputs.map { line in Summary(places.map { line.values[$0] })?.deviation ?? 0 }
    ridge =
      inputs.isEmpty
      ? nil
      : Ridge(
        rows: places.map { place in inputs.map { $0.values[place] } },
        outcome: places.map { outcome.values[$0] }, seed: 1)
  }

  /// For each field of choices: each choice of enough rated reeds against the most frequent. Reeds with a rare choice
  /// count like those without any.
  private static func choices(_ sheet: Sheet, _ rated: [Int]) -> [[Input]] {
    sheet.log.inputs.filter { !$0.isNumber }.map { Grouping($0) }.filter { !$0.isTime }
      .compactMap { grouping in
        let groups = sheet.entries.map { grouping.group(of: $0, sheet.log) }
        func count(_ name: String) -> Int {
          rated.count { groups[$0]?.hasSameBytes(as: name) == true }
        }
        let known = grouping.groups(of: sheet.entries, sheet.log)
          .map { (name: $0, count: count($0)) }.filter { $0.count >= fewestOfChoice }
        guard known.count > 1, known.count <= mostInputs + 1,
          let most = known.map({ $0.count }).max(),
          let usual = known.first(where: { $0.count == most })?.name
        else { return nil }
        return known.filter { !$0.name.hasSameBytes(as: usual) }.map { choice in
          let values = groups.map { group in
            guard let group, known.contains(where: { $0.name.hasSameBytes(as: group) }) else {
              return Double.nan
            }
            return group.hasSameBytes(as: choice.name) ? 1 : 0
          }
          return Input(
            line: nil, choice: .init(grouping: grouping, name: choice.name, usual: usual),
            values: values)
        }
      }
  }

  /// Whether it follows from other measurements, and so adds nothing.
  private static func isMadeOfOthers(_ column: Column) -> Bool {
    switch column.source {
    case .gougeMean, .gougeSides, .gougeHalves: true
    default: false
    }
  }

  /// Compares with models of shuffled outcomes; says which share is done, 1 at the end or if there is no point.
  mutating func step() -> Double {
    guard let q2 = ridge?.q2, q2 >= Self.leastQ2 else { return 1 }
    return ridge?.step() ?? 1
  }

  /// What one SD more of a measurement goes with, or a choice rather than the most frequent.
  func effect(_ place: Int, _ ridge: Ridge) -> (value: Double, interval: Interval?) {
    let step = inputs[place].choice == nil ? 1 : 1 / deviations[place]
    let interval = ridge.intervals[place].map { Interval(low: $0.low * step, high: $0.high * step) }
    return (ridge.coefficients[place] * step, interval)
  }

  /// What was fitted, if it holds.
  var earned: Ridge? {
    guard let ridge, ridge.q2 >= Self.leastQ2, let p = ridge.permutationP, p < Self.mostP else {
      return nil
    }
    return ridge
  }
}
