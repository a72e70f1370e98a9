import Domain
import Ledger
import Reports
import Statistics

/// Several measurements and one outcome at once, if there are enough reeds for that.
struct Model: Sendable {
  let sheet: Sheet
  let outcome: Sheet.Line
  /// The measurements that take part, most reeds first.
  let inputs: [Sheet.Line]
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
  /// Reeds for each measurement.
  static let reedsPerInput = 5
  /// The part of what differs between reeds that a model must predict.
  static let leastQ2 = 0.15
  static let mostP = 0.05
  static let mostInputs = 12

  init(_ sheet: Sheet) {
    self.sheet = sheet
    let outcome =
      sheet.chosen(Sheet.outcomeName, in: sheet.outcomes) ?? sheet.outcomes.first { $0.isUsable }
      ?? sheet.outcomes[0]
    self.outcome = outcome
    let rated = sheet.entries.indices.filter { outcome.values[$0].isFinite }
    self.rated = rated
    let candidates = sheet.inputs.filter { $0.isUsable && !Self.isMadeOfOthers($0.column) }
      .map { line in (line: line, count: rated.count { line.values[$0].isFinite }) }
      .enumerated().sorted {
        $0.element.count != $1.element.count
          ? $0.element.count > $1.element.count : $0.offset < $1.offset
      }.map { $0.element.line }
    var inputs: [Sheet.Line] = []
    var places: [Int] = []
    for candidate in candidates where inputs.count < Self.mostInputs {
      let kept = (inputs.isEmpty ? rated : places).filter { candidate.values[$0].isFinite }
      // A measurement of few reeds would cost the model all the others.
      let least = max(
        Self.fewest, Self.reedsPerInput * (inputs.count + 1), (places.count * 3 + 3) / 4)
      guard kept.count >= least,
        (inputs + [candidate]).allSatisfy({ line in
          kept.contains { line.values[$0] != line.values[kept[0]] }
        })
      else { continue }
      inputs.append(candidate)
      places = kept
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

  /// What was fitted, if it holds.
  var earned: Ridge? {
    guard let ridge, ridge.q2 >= Self.leastQ2, let p = ridge.permutationP, p < Self.mostP else {
      return nil
    }
    return ridge
  }
}
