/// The values that the data do not speak against.
public struct Interval: Equatable, Sendable {
  public let low: Double
  public let high: Double

  public init(low: Double, high: Double) {
    (self.low, self.high) = (low, high)
  }

  public var halfWidth: Double { (high - low) / 2 }

  public func contains(_ value: Double) -> Bool { low <= value && value <= high }
}
