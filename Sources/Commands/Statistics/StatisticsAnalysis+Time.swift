import Statistics

extension StatisticsAnalysis {
  func ewma() throws(CommandError) -> StatisticsReport {
    let hasEvents = table.has("event")
    let rows = try table.rows(hasEvents ? ["y", "event"] : ["y"])
    let values = try rows.numbers("y")
    let restarts = try rows.flags("event").enumerated().filter(\.element).map(\.offset)
    let chart = try require(Ewma(values, restarts: restarts))
    let points = chart.points.map { point in
      StatisticsReport([
        "value": .number(point.value), "smoothed": .number(point.smoothed),
        "low": .number(point.low), "high": .number(point.high), "alarm": .flag(point.isAlarm),
      ])
    }
    return report(
      rows,
      [
        "target": .number(chart.target), "deviation": .number(chart.deviation),
        "alarms": .count(chart.points.count(where: \.isAlarm)), "points": .rows(points),
      ])
  }

  func kaplanMeier() throws(CommandError) -> StatisticsReport {
    let rows = try table.rows(["time", "event"])
    let lives = try require(
      KaplanMeier(times: try times(rows), ends: try rows.flags("event"), level: level))
    let steps = lives.steps.map { step in
      StatisticsReport([
        "time": .number(step.time), "at risk": .count(step.atRisk), "ends": .count(step.ends),
        "survival": .number(step.survival), "interval": .interval(step.interval),
      ])
    }
    return report(
      rows,
      [
        "median": .number(lives.median), "interval": .interval(lives.medianInterval),
        "steps": .rows(steps),
      ])
  }

  func logRank() throws(CommandError) -> StatisticsReport {
    let rows = try table.rows(["time", "event", "group"])
    let (times, ends) = (try times(rows), try rows.flags("event"))
    let groups = rows.groups("group")
    let test = try require(
      LogRank(
        groups.map { group in
          (times: group.indices.map { times[$0] }, ends: group.indices.map { ends[$0] })
        }))
    let counts = groups.map { group in
      StatisticsReport([
        "group": .text(group.name), "count": .count(group.indices.count),
        "ends": .count(group.indices.count { ends[$0] }),
      ])
    }
    return report(
      rows,
      [
        "chi square": .number(test.chiSquare), "freedom": .count(test.freedom),
        "p": .number(test.p), "groups": .rows(counts),
      ])
  }

  func mannKendall() throws(CommandError) -> StatisticsReport {
    let rows = try table.rows(["y"])
    let trend = try require(MannKendall(try rows.numbers("y")))
    return report(
      rows,
      [
        "s": .number(trend.s), "variance": .number(trend.variance), "z": .number(trend.z),
        "p": .number(trend.p),
      ])
  }

  private func times(_ rows: StatisticsTable.Rows) throws(CommandError) -> [Double] {
    try rows.numbers("time", "a time of 0 or more") { $0 >= 0 }
  }
}
