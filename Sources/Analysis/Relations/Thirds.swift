import Statistics

/// Reeds in three parts by a measurement, with what each part reads: a line cannot show a middle that differs from
/// both ends.
struct Thirds: Sendable {
  /// From the smallest values to the largest.
  let parts: [Part]
  /// How much the middle reads above both ends together, if that is more than luck makes: the 95 % interval leaves out 0.
  private let bulge: Double?

  struct Part: Sendable {
    let low: Double
    let high: Double
    /// The median measurement.
    let middle: Double
    let mean: Double
    let interval: Interval?
    let count: Int
  }

  /// Fewer reeds than this say nothing about their mean.
  static let fewest = 4

  /// Equal values stay in one part. `nil` if a part would have too few reeds.
  ///
  /// - Parameter isShare: whether `y` is 1 and 0, so that the mean of a part is a share, with Wilson's interval.
  init?(_ x: [Double], _ y: [Double], isShare: Bool = false) {
    guard let first = Quantiles.at(1.0 / 3, of: x), let second = Quantiles.at(2.0 / 3, of: x) else {
      return nil
    }
    var places: [[Int]] = [[], [], []]
    for place in x.indices {
      places[x[place] <= first ? 0 : x[place] <= second ? 1 : 2].append(place)
    }
    var parts: [Part] = []
    for places in places {
      let values = places.map { y[$0] }
      let around = places.map { x[$0] }.sorted()
      guard places.count >= Self.fewest, let summary = Summary(values), let low = around.first,
        let high = around.last, let middle = Quantiles.median(of: around)
      else { return nil }
      parts.append(
        Part(
          low: low, high: high, middle: middle, mean: summary.mean,
          interval: isShare
            ? Wilson.interval(hits: values.count { $0 > 0 }, of: values.count)
            : summary.meanInterval(), count: places.count))
    }
    self.parts = parts
    let contrast = Contrast(
      (places[0] + places[2]).map { y[$0] }, places[1].map { y[$0] }, isShare: isShare)
    bulge = contrast.flatMap { $0.interval?.excludesZero == true ? $0.difference : nil }
  }

  var isMiddleHigher: Bool { (bulge ?? 0) > 0 && parts[1].mean > max(parts[0].mean, parts[2].mean) }
  var isMiddleLower: Bool { (bulge ?? 0) < 0 && parts[1].mean < min(parts[0].mean, parts[2].mean) }
}
