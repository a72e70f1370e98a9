/// How a block's samples are predicted from the ones before them; only the residual is written.
enum FlacPredictor: Sendable {
  /// Polynomials of an order from 0 to 4.
  case fixed(Int)
  /// A weighted sum of the previous samples, newest first, divided by a power of two.
  case linear([Int32], shift: Int, precision: Int)

  var order: Int {
    switch self {
    case .fixed(let order): order
    case .linear(let weights, _, _): weights.count
    }
  }

  /// The residual from the sample after the first ``order`` on, or `nil` if it does not fit into 32 bits.
  func residual(of samples: [Int32]) -> [Int32]? {
    var rest: [Int32] = []
    rest.reserveCapacity(samples.count)
    switch self {
    case .fixed(let order):
      for index in order..<samples.count {
        func back(_ steps: Int) -> Int64 { Int64(samples[index - steps]) }
        let foretold: Int64 =
          switch order {
          case 0: 0
          case 1: back(1)
          case 2: 2 * back(1) - back(2)
          case 3: 3 * back(1) - 3 * back(2) + back(3)
          default: 4 * back(1) - 6 * back(2) + 4 * back(3) - back(4)
          }
        guard let left = Int32(exactly: Int64(samples[index]) - foretold), left != .min else {
          return nil
        }
        rest.append(left)
      }
    case .linear(let weights, let shift, _):
      for index in weights.count..<samples.count {
        var sum: Int64 = 0
        for place in weights.indices {
          sum += Int64(weights[place]) * Int64(samples[index - 1 - place])
        }
        guard let left = Int32(exactly: Int64(samples[index]) - sum >> Int64(shift)), left != .min
        else { return nil }
        rest.append(left)
      }
    }
    return rest
  }
}

// MARK: - Finding one

extension FlacPredictor {
  /// The polynomial with the smallest residual.
  static func bestFixed(_ samples: [Int32]) -> FlacPredictor {
    let highest = min(4, samples.count - 1)
    guard highest >= 0 else { return .fixed(0) }
    var sums = [Int64](repeating: 0, count: highest + 1)
    // The differences of each order follow from those of the previous order.
    var last = [Int64](repeating: 0, count: highest + 1)
    for (index, sample) in samples.enumerated() {
      var difference = Int64(sample)
      for order in 0...highest {
        if index >= highest { sums[order] += abs(difference) }
        let next = difference - last[order]
        last[order] = difference
        difference = next
      }
    }
    let best = sums.indices.min { sums[$0] < sums[$1] } ?? 0
    return .fixed(best)
  }

  /// Weights of each order up to a highest one, from the block's autocorrelation; none for silence.
  static func linear(
    _ samples: [Int32], upTo highest: Int, bits: Int, window: [Double]
  ) -> [FlacPredictor] {
    let highest = min(highest, samples.count - 1)
    guard highest >= 1 else { return [] }
    let windowed = samples.indices.map { Double(samples[$0]) * window[$0] }
    var likeness = [Double](repeating: 0, count: highest + 1)
    for lag in 0...highest {
      var sum = 0.0
      for index in lag..<windowed.count { sum += windowed[index] * windowed[index - lag] }
      likeness[lag] = sum
    }
    guard likeness[0] > 0 else { return [] }
    var found: [FlacPredictor] = []
    var weights: [Double] = []
    var error = likeness[0]
    for order in 1...highest {
      var sum = likeness[order]
      for (place, weight) in weights.enumerated() { sum -= weight * likeness[order - 1 - place] }
      let reflection = sum / error
      let before = weights
      for place in weights.indices {
        weights[place] -= reflection * before[before.count - 1 - place]
      }
      weights.append(reflection)
      error *= 1 - reflection * reflection
      if let predictor = rounded(weights, bits: bits) { found.append(predictor) }
      guard error > 0 else { break }
    }
    return found
  }

  /// Weights as integers; the rounding error of one is carried to the next.
  private static func rounded(_ weights: [Double], bits: Int) -> FlacPredictor? {
    let precision = bits > 16 ? 14 : 12
    let largest = weights.reduce(0) { max($0, abs($1)) }
    guard largest > 0, largest.isFinite else { return nil }
    var shift = precision - 1
    while shift > 0,
      largest * Double(Int64(1) << Int64(shift)) >= Double(Int64(1) << Int64(precision - 1)) - 1
    {
      shift -= 1
    }
    guard shift <= 15,
      largest * Double(Int64(1) << Int64(shift)) < Double(Int64(1) << Int64(precision - 1)) - 1
    else { return nil }
    var lost = 0.0
    let whole = weights.map { weight in
      let exact = weight * Double(Int64(1) << Int64(shift)) + lost
      let nearest = Functions.nearest(exact)
      lost = exact - nearest
      return Int32(nearest)
    }
    return .linear(whole, shift: shift, precision: precision)
  }
}
