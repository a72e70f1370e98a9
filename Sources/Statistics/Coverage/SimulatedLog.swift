internal import Sound

/// A log whose truth is known, for measuring intervals.
struct SimulatedLog {
  /// How far the second group is from the first, in normal numbers.
  private static let shift = 0.8
  /// Spearman's rho of related values without ties.
  private static let rho = 0.5
  private static let slope = 0.5
  private static let medianLife = 12.0
  /// The variances of two days and of errors, where that of reeds is 1.
  private static let (days, errors) = (0.1, 0.4)
  /// The mean of effects that truly differ, and their deviation; also that of groups' means.
  private static let (effect, spread) = (0.5, 0.4)

  private let shape: SampleShape
  private let count: Int
  private var chance: Chance

  init(_ shape: SampleShape, count: Int, seed: UInt64, run: Int) {
    (self.shape, self.count) = (shape, max(count, 0))
    chance = Chance(seed: seed, at: Int64(run))
  }

  /// The true value that intervals of a method should contain; NaN if each log has its own.
  static func truth(of method: Coverage.Method, _ shape: SampleShape) -> Double {
    let difference = shape.mean(at: shift) - shape.mean(at: 0)
    switch method {
    case .mean, .meanBootstrap: return shape.mean(at: 0)
    case .paired, .welch: return difference
    case .hedges:
      let variance = (shape.variance(at: 0) + shape.variance(at: shift)) / 2
      return difference / variance.squareRoot()
    case .cliff: return shape.delta(at: shift)
    case .wilson, .shares, .shrunk, .ridge: return .nan
    case .pooled: return effect
    case .spearman, .spearmanBootstrap:
      guard shape == .ratings else { return rho }
      // Ties lower it. In a log as large as this, it is within 0.01 of the truth.
      var log = SimulatedLog(shape, count: 100_000, seed: 1, run: 0)
      let (x, y) = log.related()
      return Spearman(x, y)?.rho ?? .nan
    case .theilSen: return slope
    case .survival: return 0.5
    case .medianLife: return medianLife
    case .agreement: return 1 / (1 + days + errors)
    }
  }

  /// The interval of a new log, with the truth if this log has its own; `nil` if the log allows
  /// none.
  mutating func interval(
    _ method: Coverage.Method
  ) -> (interval: Interval, truth: Double?)? {
    func result(_ interval: Interval?) -> (interval: Interval, truth: Double?)? {
      interval.map { ($0, nil) }
    }
    switch method {
    case .mean: return result(Summary(values(at: 0))?.meanInterval(level: 0.95))
    case .paired: return result(PairedMean(differences())?.interval)
    case .welch: return result(Welch(values(at: 0), values(at: Self.shift))?.interval)
    case .hedges: return result(HedgesG(values(at: 0), values(at: Self.shift))?.interval)
    case .cliff: return result(CliffDelta(values(at: 0), values(at: Self.shift))?.interval)
    case .wilson:
      let (share, hits) = tries()
      return Wilson.interval(hits: hits, of: count).map { ($0, share) }
    case .shares:
      let (a, b) = (tries(), tries())
      return ShareDifference(hitsA: a.hits, of: count, hitsB: b.hits, of: count).map {
        ($0.interval, b.share - a.share)
      }
    case .spearman:
      let (x, y) = related()
      return result(Spearman(x, y)?.interval)
    case .spearmanBootstrap:
      let (x, y) = related()
      return result(
        Bootstrap(count: count, seed: chance.next()) { indices in
          Spearman(indices.map { x[$0] }, indices.map { y[$0] })?.rho
        }?.interval)
    case .theilSen:
      let x = values(at: 0)
      let y = x.map { Self.slope * $0 + chance.normal() }
      return result(TheilSen(x, y)?.interval)
    case .meanBootstrap:
      let values = values(at: 0)
      return result(
        Bootstrap(count: count, seed: chance.next()) { indices in
          indices.reduce(0) { $0 + values[$1] } / Double(indices.count)
        }?.interval)
    case .survival:
      return result(lives()?.steps.last { $0.time <= Self.medianLife }?.interval)
    case .medianLife: return result(lives()?.medianInterval)
    case .agreement: return result(Agreement(ratings())?.interval)
    case .shrunk: return ahead()
    case .pooled: return result(studies()?.interval)
    case .ridge: return predicted()
    }
  }

  // MARK: - Methods of several groups

  /// The group that is ahead of three others, whose means are not all the same.
  private mutating func ahead() -> (interval: Interval, truth: Double?)? {
    let means = (0..<4).map { _ in chance.normal() * Self.spread }
    let fit = Shrinkage(means.map { values(at: $0) }, draws: 1, seed: 1)
    guard let fit,
      let first = fit.groups.indices.max(by: { fit.groups[$0].mean < fit.groups[$1].mean })
    else { return nil }
    return (fit.groups[first].interval, means[first])
  }

  /// Studies of different sizes, each with an effect of its own.
  private mutating func studies() -> RandomEffects? {
    let variances = (0..<count).map { _ in 0.05 + 0.45 * chance.part() }
    return RandomEffects(
      effects: variances.map { variance in
        let effect = Self.effect + chance.normal() * Self.spread
        return effect + chance.normal() * variance.squareRoot()
      },
      variances: variances)
  }

  /// The first of as many inputs as a model of this many rows may have, all with the same slope.
  private mutating func predicted() -> (interval: Interval, truth: Double?)? {
    let columns = (0..<min(count / 5, 4)).map { _ in values(at: 0) }
    let rows = (0..<count).map { row in columns.map { $0[row] } }
    let outcome = rows.map { row in row.reduce(chance.normal()) { $0 + Self.slope * $1 } }
    guard let interval = Ridge(rows: rows, outcome: outcome, draws: 1, seed: 1)?.intervals[0],
      let deviation = Summary(columns[0])?.deviation
    else { return nil }
    return (interval, Self.slope * deviation)
  }

  // MARK: - Values

  /// How many of the tries are hits, each as likely as the share says.
  private mutating func tries() -> (share: Double, hits: Int) {
    let share = 0.1 + 0.8 * chance.part()
    return (share, (0..<count).reduce(0) { hits, _ in hits + (chance.part() < share ? 1 : 0) })
  }

  private mutating func values(at middle: Double) -> [Double] {
    (0..<count).map { _ in shape.value(middle + chance.normal()) }
  }

  /// Second minus first of two pieces of one tube, which have half of their variance in common.
  private mutating func differences() -> [Double] {
    let part = 0.5.squareRoot()
    return (0..<count).map { _ in
      let tube = chance.normal() * part
      let first = shape.value(tube + chance.normal() * part)
      return shape.value(Self.shift + tube + chance.normal() * part) - first
    }
  }

  /// Two values of each reed that go together as closely as ``rho`` says.
  private mutating func related() -> (x: [Double], y: [Double]) {
    // Pearson's r of normal numbers with this rho (Pearson, 1907).
    let r = 2 * Functions.sine(turns: Self.rho / 12)
    let rest = (1 - r * r).squareRoot()
    var (x, y): ([Double], [Double]) = ([], [])
    for _ in 0..<count {
      let number = chance.normal()
      x.append(shape.value(number))
      y.append(shape.value(r * number + rest * chance.normal()))
    }
    return (x, y)
  }

  /// Lives that end by chance, some of them still in use.
  private mutating func lives() -> KaplanMeier? {
    var (times, ends): ([Double], [Bool]) = ([], [])
    for _ in 0..<count {
      let life = -Self.medianLife * Functions.log2(1 - chance.part())
      let watched = 5 * Self.medianLife * chance.part()
      times.append(min(life, watched))
      ends.append(life <= watched)
    }
    return KaplanMeier(times: times, ends: ends)
  }

  /// Every reed rated on two days.
  private mutating func ratings() -> [[Double]] {
    let days = (0..<2).map { _ in chance.normal() * Self.days.squareRoot() }
    return (0..<count).map { _ in
      let reed = chance.normal()
      return days.map { reed + $0 + chance.normal() * Self.errors.squareRoot() }
    }
  }
}
