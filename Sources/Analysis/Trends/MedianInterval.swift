import Statistics

extension Interval {
  /// Where the median of all such values is, from their order alone.
  ///
  /// Between the k-th smallest and the k-th largest, k as large as the binomial distribution of ½ allows at 95 %:
  /// right for any distribution and any ties. `nil` below six values, where no interval is that sure.
  init?(medianOf values: [Double]) {
    let sorted = values.filter { $0.isFinite }.sorted()
    guard let k = Self.place(sorted.count) else { return nil }
    self.init(low: sorted[k], high: sorted[sorted.count - 1 - k])
  }

  /// How many values to leave out at each end.
  private static func place(_ count: Int) -> Int? {
    // Beyond, the parts are too small for a `Double`, and the normal distribution is as good.
    guard count <= 1_000 else {
      let reach = 0.98 * Double(count).squareRoot()
      return max(Int((Double(count) / 2 - reach).rounded(.down)) - 1, 0)
    }
    var part = 1.0
    for _ in 0..<count { part /= 2 }
    var (below, place) = (0.0, -1)
    while place < count / 2 {
      below += part
      guard below <= 0.025 else { break }
      place += 1
      part *= Double(count - place) / Double(place + 1)
    }
    return place < 0 ? nil : place
  }
}
