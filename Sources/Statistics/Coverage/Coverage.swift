/// How often a 95 % interval contains the truth in simulated logs.
public struct Coverage: Sendable {
  /// What has an interval.
  public enum Method: CaseIterable, Sendable {
    case mean, meanBootstrap, paired, welch, hedges, cliff, wilson, shares, spearman
    case spearmanBootstrap, theilSen, survival, medianLife, agreement, shrunk, pooled, ridge

    public var label: String {
      switch self {
      case .mean: "mean"
      case .meanBootstrap: "mean, BCa"
      case .paired: "paired mean"
      case .welch: "Welch"
      case .hedges: "Hedges g"
      case .cliff: "Cliff delta"
      case .wilson: "Wilson"
      case .shares: "two shares"
      case .spearman: "Spearman"
      case .spearmanBootstrap: "Spearman, BCa"
      case .theilSen: "Theil-Sen"
      case .survival: "survival"
      case .medianLife: "median life"
      case .agreement: "ICC"
      case .shrunk: "shrunk mean"
      case .pooled: "pooled effect"
      case .ridge: "ridge"
      }
    }

    /// The shapes that make a difference to it: where only order counts, normal and skewed values
    /// are the same.
    public var shapes: [SampleShape] {
      switch self {
      case .mean, .meanBootstrap, .paired, .welch, .hedges: SampleShape.allCases
      case .cliff, .spearman, .spearmanBootstrap, .theilSen: [.normal, .ratings]
      case .wilson, .shares, .survival, .medianLife, .agreement, .shrunk, .pooled, .ridge: [.normal]
      }
    }
  }

  public let method: Method
  public let shape: SampleShape
  /// How many values a log has; in each group, if there are several. Of a pooled effect, how many studies.
  public let count: Int
  /// How many logs gave an interval.
  public private(set) var answered = 0
  /// How many of these intervals contain the truth.
  public private(set) var covered = 0

  /// The part of intervals that contain the truth; `nil` without any.
  public var share: Double? { answered == 0 ? nil : Double(covered) / Double(answered) }

  /// Simulates `runs` logs; the same seed gives the same logs.
  public init(_ method: Method, _ shape: SampleShape, count: Int, runs: Int, seed: UInt64) {
    (self.method, self.shape, self.count) = (method, shape, count)
    let truth = SimulatedLog.truth(of: method, shape)
    for run in 0..<max(runs, 0) {
      var log = SimulatedLog(shape, count: count, seed: seed, run: run)
      guard let result = log.interval(method) else { continue }
      answered += 1
      if result.interval.contains(result.truth ?? truth) { covered += 1 }
    }
  }
}
