import Statistics

extension StatisticsAnalysis {
  private func pairs() throws(CommandError) -> (
    rows: StatisticsTable.Rows, x: [Double], y: [Double]
  ) {
    let rows = try table.rows(["x", "y"])
    return (rows, try rows.numbers("x"), try rows.numbers("y"))
  }

  func spearman() throws(CommandError) -> StatisticsReport {
    let (rows, x, y) = try pairs()
    let spearman = try require(Spearman(x, y, level: level))
    let test = try require(spearman.p(draws: draws ?? 10_000, seed: seed))
    return report(
      rows,
      [
        "rho": .number(spearman.rho), "interval": .interval(spearman.interval),
        "p": .number(test.p), "arrangements": .count(test.count), "exact": .flag(test.isExact),
      ])
  }

  func kendall() throws(CommandError) -> StatisticsReport {
    let (rows, x, y) = try pairs()
    let kendall = try require(Kendall(x, y))
    return report(rows, ["tau": .number(kendall.tau), "p": .number(kendall.p)])
  }

  func theilSen() throws(CommandError) -> StatisticsReport {
    let (rows, x, y) = try pairs()
    let line = try require(TheilSen(x, y, level: level))
    return report(
      rows,
      [
        "slope": .number(line.slope), "interval": .interval(line.interval),
        "intercept": .number(line.intercept),
      ])
  }

  func bootstrap() throws(CommandError) -> StatisticsReport {
    let isPaired = table.has("x")
    let rows = try table.rows(isPaired ? ["x", "y"] : ["y"])
    let (x, y) = (try rows.numbers("x"), try rows.numbers("y"))
    func statistic(_ indices: [Int]) -> Double? {
      let some = indices.map { y[$0] }
      return isPaired
        ? Spearman(indices.map { x[$0] }, some, level: level)?.rho : Summary(some)?.mean
    }
    let value = try require(statistic(Array(y.indices)))
    let bootstrap = try require(
      Bootstrap(count: y.count, draws: draws ?? 2_000, seed: seed, level: level, statistic))
    return report(
      rows,
      [
        isPaired ? "rho" : "mean": .number(value), "interval": .interval(bootstrap.interval),
        "draws": .count(bootstrap.draws),
      ])
  }

  func benjaminiHochberg() throws(CommandError) -> StatisticsReport {
    let rows = try table.rows(["p"])
    let p = try rows.numbers("p", "a p-value from 0 to 1") { 0...1 ~= $0 }
    let q = try require(BenjaminiHochberg.adjusted(p))
    let results = zip(p, q).map { StatisticsReport(["p": .number($0), "q": .number($1)]) }
    guard !results.isEmpty else { return try require(nil) }
    return report(rows, ["adjusted": .rows(results)])
  }
}
