import Ledger
import Statistics

/// A reference value of the statistics, which both compilations must come to: a case of Tests/StatisticsTests/Golden.
struct Golden: Sendable {
  let method: String
  /// Numbers by name: a number is a list of one, and a list a table of one row.
  let input: [(name: String, rows: [[Double]])]
  /// Results by name; yes is 1.
  let expected: [Result]

  typealias Result = (name: String, values: [Double])

  /// All cases: each is a line of the text that Tools/golden_vectors.py makes.
  static let all = Array(text.utf8).split(separator: UInt8(ascii: "\n")).map { Golden(line: $0) }

  /// What the method makes of the input; `nil` for a method that is not known, or without an answer.
  func results() -> [Result]? {
    Self.methods.first { $0.name.hasSameBytes(as: method) }?.compute(self)
  }

  /// Whether results are as near as every golden value must be.
  static func isNear(_ values: [Double], _ expected: [Double]) -> Bool {
    values.count == expected.count
      && zip(values, expected).allSatisfy { $0 == $1 || abs($0 - $1) <= 1e-6 * max(1, abs($1)) }
  }

  // MARK: - Reading

  private typealias Bytes = ArraySlice<UInt8>

  /// Reads `method;name 1 2;name 1,2=name 3`.
  private init(line: Bytes) {
    let halves = line.split(separator: UInt8(ascii: "="))
    let given = halves[0].split(separator: UInt8(ascii: ";"))
    method = String(decoding: given[0], as: UTF8.self)
    input = given.dropFirst().map { Self.named($0) }
    expected = halves[1].split(separator: UInt8(ascii: ";")).map { field in
      let (name, rows) = Self.named(field)
      return (name, rows[0])
    }
  }

  /// A name, and numbers as rows.
  private static func named(_ field: Bytes) -> (name: String, rows: [[Double]]) {
    var (name, rows): (String, [[Double]]) = ("", [])
    for row in field.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      var words = row.split(separator: UInt8(ascii: " "))[...]
      if rows.isEmpty { name = words.popFirst().map { String(decoding: $0, as: UTF8.self) } ?? "" }
      rows.append(words.map { number($0) })
    }
    return (name, rows)
  }

  /// A whole number, or `#` and the bits of any number.
  private static func number(_ digits: Bytes) -> Double {
    if digits.first == UInt8(ascii: "#") {
      return Double(
        bitPattern: digits.dropFirst().reduce(0) { bits, digit in
          let isLetter = digit >= UInt8(ascii: "a")
          return bits << 4 | UInt64(digit - (isLetter ? UInt8(ascii: "a") - 10 : UInt8(ascii: "0")))
        })
    }
    let isNegative = digits.first == UInt8(ascii: "-")
    let size = digits.dropFirst(isNegative ? 1 : 0).reduce(0.0) { size, digit in
      size * 10 + Double(digit - UInt8(ascii: "0"))
    }
    return isNegative ? -size : size
  }

  // MARK: - Input

  private func rows(_ name: String) -> [[Double]] {
    input.first { $0.name.hasSameBytes(as: name) }?.rows ?? []
  }

  private func list(_ name: String) -> [Double] { rows(name).first ?? [] }

  private subscript(name: String) -> Double { list(name).first ?? .nan }

  private func has(_ name: String) -> Bool { !rows(name).isEmpty }

  private func whole(_ name: String) -> Int { Int(self[name]) }

  private var seed: UInt64 { UInt64(self["seed"]) }

  // MARK: - Methods

  private typealias Method = (name: String, compute: @Sendable (Golden) -> [Result]?)

  private static let methods: [Method] =
    distributions + summaries + comparing + drawing + ranks + groups + courses + power

  private static func value(_ value: Double?) -> [Result]? { value.map { [("value", [$0])] } }

  private static func ends(_ interval: Interval?) -> [Result] {
    interval.map { [("low", [$0.low]), ("high", [$0.high])] } ?? []
  }

  private static let distributions: [Method] = [
    ("normal below", { value(Normal.below($0["z"])) }),
    ("normal quantile", { value(Normal.quantile($0["p"])) }),
    ("t below", { value(StudentT.below($0["t"], freedom: $0["freedom"])) }),
    ("t quantile", { value(StudentT.quantile($0["p"], freedom: $0["freedom"])) }),
    (
      "chi-square",
      { one in
        let (x, freedom) = (one["x"], one["freedom"])
        return [
          ("below", [ChiSquare.below(x, freedom: freedom)]),
          ("above", [ChiSquare.above(x, freedom: freedom)]),
        ]
      }
    ),
    ("chi-square quantile", { value(ChiSquare.quantile($0["p"], freedom: $0["freedom"])) }),
    ("f below", { value(FRatio.below($0["f"], $0["a"], $0["b"])) }),
    ("f quantile", { value(FRatio.quantile($0["p"], $0["a"], $0["b"])) }),
    ("exponential", { value(Exponential.of($0["x"])) }),
    ("logarithm", { value(Logarithm.of($0["x"])) }),
    ("logarithm of one plus", { value(Logarithm.ofOnePlus($0["x"])) }),
  ]

  private static let summaries: [Method] = [
    (
      "summary",
      { one in
        Summary(one.list("values")).map { summary in
          [
            ("mean", [summary.mean]), ("variance", [summary.variance]),
            ("deviation", [summary.deviation]),
          ] + ends(summary.meanInterval(level: one["level"]))
        }
      }
    ),
    ("quantile", { value(Quantiles.at($0["part"], of: $0.list("values"))) }),
    (
      "wilson",
      { ends(Wilson.interval(hits: $0.whole("hits"), of: $0.whole("count"), level: $0["level"])) }
    ),
  ]

  private static let comparing: [Method] = [
    (
      "welch",
      { one in
        Welch(one.list("a"), one.list("b"), level: one["level"]).map { welch in
          [
            ("difference", [welch.difference]), ("t", [welch.t]), ("freedom", [welch.freedom]),
            ("p", [welch.p]),
          ] + ends(welch.interval)
        }
      }
    ),
    (
      "hedges",
      { one in
        HedgesG(one.list("a"), one.list("b"), level: one["level"]).map {
          [("value", [$0.value])] + ends($0.interval)
        }
      }
    ),
    (
      "cliff",
      { one in
        CliffDelta(one.list("a"), one.list("b"), level: one["level"]).map {
          [("value", [$0.value]), ("more", [$0.chanceOfMore])] + ends($0.interval)
        }
      }
    ),
    (
      "share difference",
      { one in
        ShareDifference(
          hitsA: one.whole("hitsA"), of: one.whole("countA"), hitsB: one.whole("hitsB"),
          of: one.whole("countB"), level: one["level"]
        ).map { [("difference", [$0.difference])] + ends($0.interval) }
      }
    ),
    (
      "paired",
      { one in
        PairedMean(one.list("differences"), level: one["level"]).map { paired in
          [
            ("difference", [paired.difference]), ("t", [paired.t]), ("freedom", [paired.freedom]),
            ("p", [paired.p]),
          ] + ends(paired.interval)
        }
      }
    ),
    (
      "agreement",
      { one in
        Agreement(one.rows("ratings"), level: one["level"]).map {
          [("value", [$0.value]), ("smallest", [$0.smallestDifference])] + ends($0.interval)
        }
      }
    ),
    (
      "kappa",
      { one in
        Kappa(one.rows("table").map { row in row.map { Int($0) } }, level: one["level"]).map {
          kappa in
          [
            ("agreed", [Double(kappa.agreed)]), ("chance", [kappa.chance]),
            ("shareLow", [kappa.share.low]), ("shareHigh", [kappa.share.high]),
          ] + (value(kappa.value) ?? []) + ends(kappa.interval)
        }
      }
    ),
  ]

  // MARK: - Drawing and ranks

  private static func p(_ p: Double?, _ count: Int?) -> [Result]? {
    guard let p, let count else { return nil }
    return [("p", [p]), ("count", [Double(count)])]
  }

  private static func permutation(_ one: Golden, draws: Int, seed: UInt64) -> [Result]? {
    let test = PermutationTest(one.list("a"), one.list("b"), draws: draws, seed: seed)
    return p(test?.p, test?.count)
  }

  private static func signFlip(_ one: Golden, draws: Int, seed: UInt64) -> [Result]? {
    let test = SignFlipTest(one.list("differences"), draws: draws, seed: seed)
    return p(test?.p, test?.count)
  }

  private static func bootstrap(
    _ one: Golden, _ count: Int, _ statistic: ([Int]) -> Double?
  ) -> [Result]? {
    let bootstrap = Bootstrap(
      count: count, draws: one.whole("draws"), seed: one.seed, level: one["level"], statistic)
    return bootstrap.map { ends($0.interval) }
  }

  private static let drawing: [Method] = [
    ("permutation", { permutation($0, draws: 1, seed: 0) }),
    ("permutation drawn", { permutation($0, draws: $0.whole("draws"), seed: $0.seed) }),
    (
      "blocked permutation",
      { one in
        let blocks = zip(one.rows("a"), one.rows("b")).map { BlockedPermutationTest.Block($0, $1) }
        let test = BlockedPermutationTest(blocks, draws: 1, seed: 0)
        return p(test?.p, test?.count)
      }
    ),
    ("sign-flip", { signFlip($0, draws: 1, seed: 0) }),
    ("sign-flip drawn", { signFlip($0, draws: $0.whole("draws"), seed: $0.seed) }),
    (
      "bootstrap of mean",
      { one in
        let x = one.list("column0")
        return bootstrap(one, x.count) { rows in
          rows.reduce(0.0) { $0 + x[$1] } / Double(rows.count)
        }
      }
    ),
    (
      "bootstrap of rho",
      { one in
        let (x, y) = (one.list("column0"), one.list("column1"))
        return bootstrap(one, x.count) { rows in
          Spearman(rows.map { x[$0] }, rows.map { y[$0] })?.rho
        }
      }
    ),
  ]

  private static func rhoP(_ one: Golden, draws: Int, seed: UInt64) -> [Result]? {
    let test = Spearman(one.list("x"), one.list("y"))?.p(draws: draws, seed: seed)
    return p(test?.p, test?.count)
  }

  private static let ranks: [Method] = [
    ("ranks", { [("ranks", Ranks.of($0.list("values")))] }),
    (
      "spearman",
      { one in
        Spearman(one.list("x"), one.list("y")).map { [("rho", [$0.rho])] + ends($0.interval) }
      }
    ),
    ("spearman p", { rhoP($0, draws: 1, seed: 0) }),
    ("spearman drawn p", { rhoP($0, draws: $0.whole("draws"), seed: $0.seed) }),
    (
      "kendall",
      { one in
        Kendall(one.list("x"), one.list("y")).map { [("tau", [$0.tau]), ("p", [$0.p])] }
      }
    ),
    (
      "theil-sen",
      { one in
        TheilSen(one.list("x"), one.list("y"), level: one["level"]).map {
          [("slope", [$0.slope]), ("intercept", [$0.intercept])] + ends($0.interval)
        }
      }
    ),
    (
      "mann-kendall",
      { one in
        MannKendall(one.list("values")).map {
          [("s", [$0.s]), ("variance", [$0.variance]), ("z", [$0.z]), ("p", [$0.p])]
        }
      }
    ),
  ]

  // MARK: - Groups, models, time and power

  private static let groups: [Method] = [
    (
      "benjamini-hochberg",
      { one in BenjaminiHochberg.adjusted(one.list("p")).map { [("q", $0)] } }
    ),
    (
      "random-effects",
      { one in
        let (effects, variances) = (one.list("effects"), one.list("variances"))
        return RandomEffects(effects: effects, variances: variances).map { pooled in
          [
            ("effect", [pooled.effect]), ("error", [pooled.error]), ("tau2", [pooled.tau2]),
            ("q", [pooled.q]), ("iSquared", [pooled.iSquared]),
          ] + ends(pooled.interval)
        }
      }
    ),
    (
      "shrinkage",
      { one in
        Shrinkage(one.rows("groups"), draws: 500, seed: 1).map { fit in
          [
            ("within", [fit.within]), ("between", [fit.between]), ("mean", [fit.mean]),
            ("shrunk", fit.groups.map { $0.shrunk }), ("errors", fit.groups.map { $0.error }),
            ("chances", fit.groups.map { $0.chanceBest }),
          ]
        }
      }
    ),
    (
      "ridge",
      { one in
        Ridge(rows: one.rows("rows"), outcome: one.list("outcome"), draws: 1, seed: 1).map { fit in
          let intervals = fit.intervals.compactMap { $0 }
          return [
            ("penalty", [fit.penalty]), ("intercept", [fit.intercept]),
            ("coefficients", fit.coefficients), ("low", intervals.map { $0.low }),
            ("high", intervals.map { $0.high }), ("q2", [fit.q2]),
          ]
        }
      }
    ),
    (
      "principal-axes", { [("values", PrincipalAxes(of: $0.rows("matrix")).values.sorted())] }
    ),
  ]

  private static let courses: [Method] = [
    (
      "ewma",
      { one in
        let hasTarget = one.has("target")
        let chart = Ewma(
          one.list("values"), restarts: one.list("restarts").map { Int($0) },
          target: hasTarget ? one["target"] : nil, deviation: hasTarget ? one["deviation"] : nil)
        return chart.map { chart in
          [
            ("smoothed", chart.points.map { $0.smoothed }), ("low", chart.points.map { $0.low }),
            ("high", chart.points.map { $0.high }),
            ("alarms", chart.points.map { $0.isAlarm ? 1 : 0 }),
          ]
        }
      }
    ),
    (
      "kaplan-meier",
      { one in
        KaplanMeier(times: one.list("times"), ends: one.list("ends").map { $0 > 0 }).map { curve in
          let (steps, median) = (curve.steps, curve.medianInterval)
          let intervals = steps.compactMap { $0.interval }
          return [
            ("times", steps.map { $0.time }), ("survival", steps.map { $0.survival }),
            ("atRisk", steps.map { Double($0.atRisk) }), ("low", intervals.map { $0.low }),
            ("high", intervals.map { $0.high }), ("median", curve.median.map { [$0] } ?? []),
            ("medianLow", median.map { [$0.low] } ?? []),
            ("medianHigh", median.map { [$0.high] } ?? []),
          ]
        }
      }
    ),
    (
      "log-rank",
      { one in
        let groups = zip(one.rows("times"), one.rows("ends")).map {
          (times: $0, ends: $1.map { $0 > 0 })
        }
        return LogRank(groups).map {
          [("chiSquare", [$0.chiSquare]), ("freedom", [Double($0.freedom)]), ("p", [$0.p])]
        }
      }
    ),
  ]

  private static func count(_ count: Int?) -> [Result]? {
    count.map { [("count", [Double($0)])] }
  }

  private static let power: [Method] = [
    ("half width", { value(Power.halfWidth(perArm: $0.whole("count"), level: $0["level"])) }),
    (
      "miss",
      {
        value(
          Power.chanceOfMiss(
            effect: $0["effect"], freedom: $0["freedom"], level: $0["level"]))
      }
    ),
    (
      "per arm",
      { count(Power.perArm(effect: $0["effect"], power: $0["power"], level: $0["level"])) }
    ),
    (
      "pairs",
      { one in
        count(
          Power.pairs(
            effect: one["effect"], correlation: one["correlation"], power: one["power"],
            level: one["level"]))
      }
    ),
  ]
}

extension Vector {
  static let golden = [
    Vector("Statistics come to the reference values") { evidence in
      for one in Golden.all {
        let results = one.results() ?? []
        for (name, values) in results {
          evidence.note(name)
          for value in values { evidence.note(value) }
        }
        for (name, expected) in one.expected {
          let values = results.first { $0.name.hasSameBytes(as: name) }?.values ?? []
          evidence.expect(Golden.isNear(values, expected), "\(one.method), \(name)")
        }
      }
    }
  ]
}
