import Domain
import Statistics

/// What the data of an experiment say, by the rule that was fixed before it began.
struct ExperimentResult {
  /// The mean of the second arm less that of the first.
  let difference: Double
  let interval: Interval
  let p: Double
  /// The arrangements or draws behind the p.
  let count: Int
  let isExact: Bool
  let strength: Strength
  let verdict: Verdict

  enum Verdict {
    case tooEarly
    /// The interval leaves out 0, and luck alone would rarely do this.
    case differs
    /// The whole interval is nearer to 0 than what would matter.
    case same
    case undecided
  }

  /// `nil` if there are too few ratings for an interval, all are equal, or both arms have become one.
  init?(_ data: ExperimentData) {
    if data.experiment.hasOneArm { return nil }
    if data.experiment.design == .paired {
      let differences = data.pairs.compactMap { pair -> Double? in
        guard let a = pair.a.rating, let b = pair.b.rating else { return nil }
        return b.value - a.value
      }
      guard let mean = PairedMean(differences), let test = SignFlipTest(differences, seed: 1) else {
        return nil
      }
      (difference, interval) = (mean.difference, mean.interval)
      (p, count, isExact) = (test.p, test.count, test.isExact)
    } else {
      guard let welch = Welch(data.values(of: 0), data.values(of: 1)),
        let test = BlockedPermutationTest(data.blocks, seed: 1)
      else { return nil }
      (difference, interval) = (welch.difference, welch.interval)
      (p, count, isExact) = (test.p, test.count, test.isExact)
    }
    let limit = Double(data.experiment.difference) / 1_000
    if data.count < Self.fewest(data.experiment.design) {
      verdict = .tooEarly
    } else if interval.excludesZero, p <= 0.05 {
      verdict = .differs
    } else if limit > 0, interval.low > -limit, interval.high < limit {
      verdict = .same
    } else {
      verdict = .undecided
    }
    switch verdict {
    case .tooEarly: strength = .tooEarly
    case .differs: strength = data.isClean ? .tested : .supported
    case .same: strength = data.isClean ? .tested : .leaning
    case .undecided: strength = .hint
    }
  }

  /// Below this many pairs, or reeds of each, there is no verdict.
  static func fewest(_ design: Experiment.Design) -> Int {
    design == .paired ? Strength.fewestPairs : Strength.fewest
  }

  /// How often two arms that are alike would pass if one stopped at the first of this many looks that passes, the end
  /// included (Armitage, McPherson and Rowe 1969).
  static func falseAlarms(looks: Int) -> String {
    switch looks {
    case ...1: "5 times in 100"
    case 2: "8 times in 100"
    case 3: "11 times in 100"
    case 4: "13 times in 100"
    case 5: "14 times in 100"
    default: "more than 14 times in 100"
    }
  }
}
