/// A device's hybrid clock: it follows the wall clock as corrected by the server, and never goes
/// backwards.
public struct DeviceClock: Hashable, Sendable {
  /// The last time that was issued or seen.
  public var last: HybridTime
  /// How many milliseconds the server's clock is ahead of this device's.
  public var offset: Int64

  public init(last: HybridTime = .zero, offset: Int64 = 0) {
    self.last = last
    self.offset = offset
  }

  /// The time of day by the server's clock.
  public func corrected(_ wall: Int64) -> Int64 {
    let (sum, isOver) = wall.addingReportingOverflow(offset)
    return isOver ? wall : sum
  }

  /// The time for the next write.
  public mutating func tick(_ wall: Int64) -> HybridTime {
    last = max(last.next, HybridTime(milliseconds: corrected(wall)))
    return last
  }

  /// Moves past what others wrote, but not into a false future set by a wrong clock.
  public mutating func observe(_ time: HybridTime, at wall: Int64) {
    let limit = HybridTime(milliseconds: corrected(wall) + HybridTime.tolerance)
    last = max(last, min(time, limit))
  }
}
