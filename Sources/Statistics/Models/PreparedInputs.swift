internal import Sound

/// A set of inputs, prepared so that many outcomes can be fitted with many penalties quickly.
///
/// Along the principal axes V of XᵀX with eigenvalues d, a penalty only divides:
/// β = V (Vᵀ Xᵀ y / (d + λ)).
struct PreparedInputs: Sendable {
  /// The penalties to choose from.
  let values: [Double]
  private let axes: PrincipalAxes
  /// The inputs along the axes, a row after the other.
  private let scores: [Double]
  /// 1 / (1 − h) of every row, for every penalty.
  private let stretches: [[Double]]
  private let count: Int

  /// Prepares inputs with mean 0, a column for each.
  init(_ columns: [[Double]]) {
    let (count, inputs) = (columns[0].count, columns.indices)
    let axes = PrincipalAxes(
      of: columns.map { one in
        columns.map { other in zip(one, other).reduce(0) { $0 + $1.0 * $1.1 } }
      })
    var scores: [Double] = []
    for row in 0..<count {
      for axis in inputs {
        scores.append(inputs.reduce(0) { $0 + columns[$1][row] * axes.vectors[$1][axis] })
      }
    }
    values = (-10...10).map { Double(count) * Functions.exp2(Double($0)) }
    stretches = values.map { [scores] penalty in
      (0..<count).map { row in
        let leverage = inputs.reduce(1 / Double(count)) { sum, axis in
          let score = scores[row * inputs.count + axis]
          return sum + score * score / (axes.values[axis] + penalty)
        }
        return 1 / (1 - leverage)
      }
    }
    (self.axes, self.scores, self.count) = (axes, scores, count)
  }

  /// The penalty that predicts rows left out best, and how well, for an outcome with mean 0.
  func best(for outcome: [Double]) -> (index: Int, q2: Double) {
    let products = products(with: outcome)
    var best = (index: 0, squares: Double.infinity)
    for (index, penalty) in values.enumerated() {
      let weights = weights(products, penalty: penalty)
      var squares = 0.0
      for row in 0..<count {
        let rest = (outcome[row] - prediction(of: row, weights)) * stretches[index][row]
        squares += rest * rest
      }
      if squares < best.squares { best = (index, squares) }
    }
    let stretch = Double(count) / Double(count - 1)
    let plain = outcome.reduce(0) { $0 + ($1 * stretch) * ($1 * stretch) }
    return (best.index, 1 - best.squares / plain)
  }

  /// The coefficients with one penalty.
  func coefficients(_ index: Int, for outcome: [Double]) -> [Double] {
    coefficients(weights(products(with: outcome), penalty: values[index]))
  }

  /// The t intervals of the coefficients without a penalty.
  ///
  /// `nil` for an input that is a sum of others, times something: no data can tell them apart.
  func intervals(for outcome: [Double], level: Double) -> [Interval?] {
    // Along an axis without any length, inputs are sums of each other.
    let least = (axes.values.max() ?? 0) * 1e-10
    let isLong = axes.values.map { $0 > least }
    let freedom = count - 1 - isLong.count { $0 }
    let weights = zip(weights(products(with: outcome), penalty: 0), isLong).map { $1 ? $0 : 0 }
    var squares = 0.0
    for row in 0..<count {
      let rest = outcome[row] - prediction(of: row, weights)
      squares += rest * rest
    }
    guard let reach = StudentT.reach(level: level, freedom: Double(freedom)) else {
      return weights.map { _ in nil }
    }
    return zip(coefficients(weights), axes.vectors).map { coefficient, row in
      var spread = 0.0
      for (axis, part) in row.enumerated() {
        guard isLong[axis] else {
          if abs(part) > 1e-5 { return nil }
          continue
        }
        spread += part * part / axes.values[axis]
      }
      return Interval(
        around: coefficient, reach: reach * (spread * squares / Double(freedom)).squareRoot())
    }
  }

  private func weights(_ products: [Double], penalty: Double) -> [Double] {
    zip(products, axes.values).map { $0 / ($1 + penalty) }
  }

  private func coefficients(_ weights: [Double]) -> [Double] {
    axes.vectors.map { row in zip(row, weights).reduce(0) { $0 + $1.0 * $1.1 } }
  }

  private func products(with outcome: [Double]) -> [Double] {
    var products = axes.values.map { _ in 0.0 }
    for row in 0..<count {
      for axis in products.indices {
        products[axis] += scores[row * products.count + axis] * outcome[row]
      }
    }
    return products
  }

  private func prediction(of row: Int, _ weights: [Double]) -> Double {
    var prediction = 0.0
    for axis in weights.indices { prediction += scores[row * weights.count + axis] * weights[axis] }
    return prediction
  }
}
