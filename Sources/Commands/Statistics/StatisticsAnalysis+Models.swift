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

  func kappa() throws(CommandError) -> StatisticsReport {
    let rows = try table.rows(["x", "y"])
    let (x, y) = (rows.texts("x"), rows.texts("y"))
    let answers = Set(x + y).sorted()
    let isTooMany = answers.count > StatisticsMethod.mostAnswers
    let places = Dictionary(
      uniqueKeysWithValues: answers.enumerated().map { ($0.element, $0.offset) })
    let none = [Int](repeating: 0, count: isTooMany ? 0 : answers.count)
    var counts = none.map { _ in none }
    for (x, y) in zip(x, y) where !isTooMany {
      guard let row = places[x], let column = places[y] else { continue }
      counts[row][column] += 1
    }
    let kappa = try require(Kappa(counts, level: level))
    return report(
      rows,
      [
        "answers": .count(answers.count), "same": .count(kappa.agreed),
        "share": .number(Double(kappa.agreed) / Double(kappa.count)),
        "share interval": .interval(kappa.share), "chance": .number(kappa.chance),
        "kappa": .number(kappa.value), "interval": .interval(kappa.interval),
      ])
  }
}
