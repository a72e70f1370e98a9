internal import Sound

/// How often simulated logs show a supported relation: wrongly where there is none, rightly where
/// there is one.
///
/// A relation is supported if its 95 % interval excludes 0 and its q is at most 0.10. Inputs are
/// measured, outcomes are ratings from 1 to 10.
public struct RelationTrial: Sendable {
  public let inputs: Int
  public let outcomes: Int
  /// Spearman's rho of every input with every outcome, before ratings are rounded.
  public let rho: Double
  /// The number of reeds in a log.
  public let count: Int
  public private(set) var runs = 0
  /// How many logs show at least one supported relation.
  public private(set) var flagged = 0

  public var share: Double? { runs == 0 ? nil : Double(flagged) / Double(runs) }

  /// Simulates `runs` logs. A rho other than 0 needs a single input, which all outcomes then depend
  /// on.
  public init?(
    inputs: Int, outcomes: Int, rho: Double = 0, count: Int, runs: Int, draws: Int = 10_000,
    seed: UInt64
  ) {
    guard inputs > 0, outcomes > 0, count > 0, rho == 0 || inputs == 1, abs(rho) <= 1 else {
      return nil
    }
    (self.inputs, self.outcomes, self.rho, self.count) = (inputs, outcomes, rho, count)
    // Pearson's r of normal numbers with this rho (Pearson, 1907).
    let r = 2 * Functions.sine(turns: rho / 12)
    let rest = max(1 - r * r, 0).squareRoot()
    for run in 0..<max(runs, 0) {
      var chance = Chance(seed: seed, at: Int64(run))
      let measured = (0..<inputs).map { _ in (0..<count).map { _ in chance.normal() } }
      let rated = (0..<outcomes).map { _ in
        measured[0].map { SampleShape.ratings.value(r * $0 + rest * chance.normal()) }
      }
      guard
        var map = RelationsMap(
          inputs: measured, outcomes: rated, draws: draws, seed: chance.next())
      else { return nil }
      while map.step() < 1 {}
      self.runs += 1
      if map.cells.contains(where: Self.isSupported) { flagged += 1 }
    }
  }

  private static func isSupported(_ cell: RelationsMap.Cell) -> Bool {
    guard let q = cell.q, let interval = cell.spearman.interval else { return false }
    return q <= 0.1 && !interval.contains(0)
  }
}
