import Statistics

extension StatisticsAnalysis {
  func ridge() throws(CommandError) -> StatisticsReport {
    let inputs = table.numericColumns(besides: ["y"])
    let rows = try table.rows(["y"] + inputs)
    let outcome = try rows.numbers("y")
    var columns: [[Double]] = []
    for input in inputs { columns.append(try rows.numbers(input)) }
    var model = try require(
      Ridge(
        rows: outcome.indices.map { row in columns.map { $0[row] } }, outcome: outcome,
        draws: draws ?? 1_000, seed: seed, level: level))
    while model.step() < 1 {}
    let coefficients = inputs.indices.map { input in
      StatisticsReport([
        "input": .text(inputs[input]), "coefficient": .number(model.coefficients[input]),
        "interval": .interval(model.intervals[input]),
      ])
    }
    return report(
      rows,
      [
        "penalty": .number(model.penalty), "intercept": .number(model.intercept),
        "q2": .number(model.q2), "p": .number(model.permutationP),
        "coefficients": .rows(coefficients),
      ])
  }

  func icc() throws(CommandError) -> StatisticsReport {
    let raters = table.numericColumns()
    let rows = try table.rows(raters)
    var columns: [[Double]] = []
    for rater in raters { columns.append(try rows.numbers(rater)) }
    let agreement = try require(
      Agreement((0..<rows.count).map { row in columns.map { $0[row] } }, level: level))
    return report(
      rows,
      [
        "raters": .count(raters.count), "icc": .number(agreement.value),
        "interval": .interval(agreement.interval),
        "smallest difference": .number(agreement.smallestDifference),
      ])
  }
}
