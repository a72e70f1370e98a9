import Domain
import Ledger
import Statistics

/// A measurement set against the groups of a comparison: if it differs between them as well, it may be what makes the
/// difference.
///
/// It is mixed in if all three hold:
///
/// 1. It differs by much: Hedges’ g is 0.8 or more, which Cohen (1988) calls large. Less shifts an outcome by little
///    unless it decides nearly all of it, and a trifle is never named because a log is long.
/// 2. It differs by more than luck: the permutation p, times the measurements that were looked at (Bonferroni), is
///    at most 0.05. So a log in which nothing differs names anything at most one time in twenty, however many
///    fields are filled in. What is looked at follows from how many reeds have a value, never from the values.
/// 3. It goes with the outcome: the 80 % interval of Spearman’s rho leaves out 0, over all reeds or within the groups.
///    Over all reeds alone would miss one that hides a difference by working against it; within the groups
///    alone, one that the groups leave no room to vary. The level is low because to name one too many costs a
///    second look, and to miss one a wrong shaper.
///
/// To be named changes no strength: that is what the reeds show, whatever it comes from.
struct Imbalance: Sendable {
  let column: Column
  /// How many reeds of each group have a value, and their mean.
  let first: (count: Int, mean: Double)
  let second: (count: Int, mean: Double)
  /// The second group less the first; `nil` if no value varies within a group.
  let hedges: HedgesG?
  fileprivate(set) var isMixedIn = false

  /// A large difference, in standard deviations.
  static let large = 0.8

  /// The values of a measurement in both groups, with the outcome of the same reeds.
  private struct Values {
    let column: Column
    var x: (first: [Double], second: [Double]) = ([], [])
    var y: (first: [Double], second: [Double]) = ([], [])

    init(_ column: Column, _ first: Comparison.Side, _ second: Comparison.Side, _ log: ReedLog) {
      self.column = column
      (x.first, y.first) = Self.values(column, first, log)
      (x.second, y.second) = Self.values(column, second, log)
    }

    private static func values(
      _ column: Column, _ side: Comparison.Side, _ log: ReedLog
    ) -> ([Double], [Double]) {
      var (x, y): ([Double], [Double]) = ([], [])
      for (entry, outcome) in zip(side.entries, side.values) {
        // A reed without a day was not begun in 1970.
        if case .day = column.source, entry.reed.begun == 0 { continue }
        guard let value = log.number(column, of: entry), value.isFinite else { continue }
        x.append(value)
        y.append(outcome)
      }
      return (x, y)
    }

    var count: Int { x.first.count + x.second.count }

    /// Whether most reeds of both groups have a value, and enough have one.
    func isUsable(_ first: Comparison.Side, _ second: Comparison.Side) -> Bool {
      min(x.first.count, x.second.count) >= Strength.fewest
        && x.first.count * 2 >= first.values.count && x.second.count * 2 >= second.values.count
    }

    /// Whether reeds with more of it turn out differently.
    var goesWithOutcome: Bool {
      func isRelated(_ x: [Double], _ y: [Double]) -> Bool {
        guard let spearman = Spearman(x, y, level: 0.8) else { return false }
        // A perfect correlation has no interval and needs none.
        return spearman.interval?.excludesZero ?? true
      }
      func within(_ values: (first: [Double], second: [Double])) -> [Double] {
        [values.first, values.second].flatMap { values in
          let mean = Comparison.mean(values)
          return values.map { $0 - mean }
        }
      }
      return isRelated(x.first + x.second, y.first + y.second) || isRelated(within(x), within(y))
    }
  }

  private init(_ values: Values) {
    column = values.column
    first = (values.x.first.count, Comparison.mean(values.x.first))
    second = (values.x.second.count, Comparison.mean(values.x.second))
    hedges = HedgesG(values.x.first, values.x.second)
  }

  /// All measurements that most reeds of both groups have, in the order of the log.
  static func all(
    besides input: Grouping, _ first: Comparison.Side, _ second: Comparison.Side, _ log: ReedLog
  ) -> [Imbalance] {
    let looked = columns(besides: input, log).compactMap { columns -> Values? in
      // Of columns that say the same, the first that most reeds have; otherwise the one that most have.
      let values = columns.map { Values($0, first, second, log) }
      let usable = values.filter { $0.isUsable(first, second) }
      return usable.first { if case .gougeMean = $0.column.source { true } else { false } }
        ?? usable.first { one in usable.allSatisfy { $0.count <= one.count } }
    }
    return looked.map { values in
      var imbalance = Imbalance(values)
      imbalance.isMixedIn =
        imbalance.isLarge
        && PermutationTest(values.x.first, values.x.second, seed: 1).map {
          $0.p * Double(looked.count) <= 0.05
        } == true && values.goesWithOutcome
      return imbalance
    }
  }

  /// How many standard deviations the groups are apart; without any spread, more than any number.
  var size: Double { hedges.map { abs($0.value) } ?? (first.mean == second.mean ? 0 : .infinity) }

  private var isLarge: Bool { size >= Self.large }

  /// The numbers of a reed, those that say the same together: the points of one gouge always go together.
  private static func columns(besides input: Grouping, _ log: ReedLog) -> [[Column]] {
    var columns: [[Column]] = []
    var gouge: [Column] = []
    for column in log.inputs where column.isNumber && !input.decides(column) {
      switch column.source {
      case .reed(let field) where ReedField.gougePoints.contains(field.id): gouge.append(column)
      case .gougeMean: gouge.append(column)
      case .reed: columns.append([column])
      default: continue
      }
    }
    if !gouge.isEmpty { columns.append(gouge) }
    if !input.isTime { columns.append([Column(.day, "day", "Day started")]) }
    return columns
  }

  // MARK: - Words

  /// `B reeds also have a thicker gouge: 0.610 mm on average against 0.580 mm, so that “Shaper” and “Gouge, mean”
  /// cannot be told apart.`
  func words(
    _ input: Grouping, _ firstGroup: String, _ secondGroup: String, _ log: ReedLog
  ) -> String {
    let isFirst = first.mean > second.mean
    let (more, less) = isFirst ? (first, second) : (second, first)
    let reeds = Words.sentence(input.reeds(in: isFirst ? firstGroup : secondGroup))
    let isDay = if case .day = column.source { true } else { false }
    let what = isDay ? "were also begun later: on" : "also have \(column.having):"
    return "\(reeds) \(what) \(Words.mean(more.mean, in: column, log)) on average against "
      + "\(Words.mean(less.mean, in: column, log)), so that “\(input.label)” and “\(column.label)” "
      + "cannot be told apart."
  }

  /// Reeds with less of it and those with more, for colours.
  func halves(_ log: ReedLog) -> Grouping {
    Grouping(halvesOf: column, at: (first.mean + second.mean) / 2, log)
  }
}

extension Comparison.Pair {
  /// The measurements that are mixed in, those farthest apart first.
  var mixedIn: [Imbalance] {
    let named = imbalances.filter { imbalance in
      // What the season says already.
      if case .day = imbalance.column.source, let overlap, overlap.isNamed,
        overlap.grouping.isTime
      {
        return false
      }
      return imbalance.isMixedIn
    }
    return named.indices.sorted {
      named[$0].size != named[$1].size ? named[$0].size > named[$1].size : $0 < $1
    }.map { named[$0] }
  }
}
