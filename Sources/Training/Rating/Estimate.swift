/// An ability or a difficulty in steps of a scale, and its uncertainty.
public struct Estimate: Hashable, Sendable {
  public let value: Double
  /// The standard deviation: two times in three the truth is within this.
  public let sigma: Double
  /// The number of tries it is based on; 0 for a typed level or a setter's grade alone.
  public let tries: Int

  init(value: Double, sigma: Double, tries: Int) {
    (self.value, self.sigma, self.tries) = (value, sigma, tries)
  }
}

/// Somebody's ability at the end of a day on which they tried something.
public struct AbilityDay: Hashable, Sendable {
  /// Days since 1 January 1970.
  public let day: Int64
  public let ability: Estimate

  init(day: Int64, ability: Estimate) {
    (self.day, self.ability) = (day, ability)
  }
}
