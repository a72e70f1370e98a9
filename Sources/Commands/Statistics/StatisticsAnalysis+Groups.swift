import Statistics

extension StatisticsAnalysis {
  func wilson() throws(CommandError) -> StatisticsReport {
    let rows = try table.rows(["x", "n"])
    let (hits, counts) = (try rows.counts("x"), try rows.counts("n"))
    var results: [StatisticsReport] = []
    for (hits, count) in zip(hits, counts) {
      let interval = try require(Wilson.interval(hits: hits, of: count, level: level))
      results.append(
        StatisticsReport([
          "x": .count(hits), "n": .count(count), "share": .number(Double(hits) / Double(count)),
          "interval": .interval(interval),
        ]))
    }
    guard !results.isEmpty else { return try require(nil) }
    return report(rows, ["shares": .rows(results)])
  }

  /// The values of two groups, with names and counts for the report.
  private func twoGroups() throws(CommandError) -> TwoGroups {
    let rows = try table.rows(["y", "group"])
    let values = try rows.numbers("y")
    let groups = rows.groups("group")
    guard groups.count == 2 else {
      throw .failed(
        "\(name) has \(groups.count == 1 ? "1 group" : "\(groups.count) groups") in the column "
          + "`group`. `\(method.rawValue)` compares two. Keep only the rows of two groups.")
    }
    let (first, second) = (groups[0], groups[1])
    let start = report(
      rows,
      [
        "first": .text(first.name), "first count": .count(first.indices.count),
        "second": .text(second.name), "second count": .count(second.indices.count),
      ])
    return TwoGroups(
      first: first.indices.map { values[$0] }, second: second.indices.map { values[$0] },
      report: start)
  }

  func welch() throws(CommandError) -> StatisticsReport {
    var groups = try twoGroups()
    let welch = try require(Welch(groups.first, groups.second, level: level))
    groups.report.add("difference", .number(welch.difference))
    groups.report.add("interval", .interval(welch.interval))
    groups.report.add("t", .number(welch.t))
    groups.report.add("freedom", .number(welch.freedom))
    groups.report.add("p", .number(welch.p))
    return groups.report
  }

  func hedges() throws(CommandError) -> StatisticsReport {
    var groups = try twoGroups()
    let hedges = try require(HedgesG(groups.first, groups.second, level: level))
    groups.report.add("g", .number(hedges.value))
    groups.report.add("interval", .interval(hedges.interval))
    return groups.report
  }

  func cliff() throws(CommandError) -> StatisticsReport {
    var groups = try twoGroups()
    let cliff = try require(CliffDelta(groups.first, groups.second, level: level))
    groups.report.add("delta", .number(cliff.value))
    groups.report.add("interval", .interval(cliff.interval))
    groups.report.add("chance of more", .number(cliff.chanceOfMore))
    return groups.report
  }

  func permutation() throws(CommandError) -> StatisticsReport {
    var groups = try twoGroups()
    let test = try require(
      PermutationTest(groups.first, groups.second, draws: draws ?? 10_000, seed: seed))
    groups.report.add("p", .number(test.p))
    groups.report.add("arrangements", .count(test.count))
    groups.report.add("exact", .flag(test.isExact))
    return groups.report
  }

  func shrinkage() throws(CommandError) -> StatisticsReport {
    let rows = try table.rows(["y", "group"])
    let values = try rows.numbers("y")
    let groups = rows.groups("group")
    let shrinkage = try require(
      Shrinkage(
        groups.map { group in group.indices.map { values[$0] } }, draws: draws ?? 10_000, seed: seed
      ))
    let results = zip(groups, shrinkage.groups).map { named, group in
      StatisticsReport([
        "group": .text(named.name), "count": .count(group.count), "mean": .number(group.mean),
        "shrunk": .number(group.shrunk), "error": .number(group.error),
        "chance best": .number(group.chanceBest),
      ])
    }
    return report(
      rows,
      [
        "mean": .number(shrinkage.mean), "variance within": .number(shrinkage.within),
        "variance between": .number(shrinkage.between), "groups": .rows(results),
      ])
  }
}

/// The values of two groups, and a report that begins with them.
private struct TwoGroups {
  let first: [Double]
  let second: [Double]
  var report: StatisticsReport
}
