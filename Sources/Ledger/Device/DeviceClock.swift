/// A device's hybrid clock: it runs with the wall clock as the server corrects it, and never backwards.
public struct DeviceClock: Hashable, Sendable {
  /// The last time that was given out or seen.
  public var last: HybridTime
  /// How many milliseconds the server's clock is ahead of this device's.
  public var offset: Int64

  public init(last: HybridTime = .zero, offset: Int64 = 0) {
    self.last = last
    self.offset = offset
  }

  /// The time of day as the server would tell it.
  public func corrected(_ wall: Int64) -> Int64 {
    let (sum, isOver) = wall.addingReportingOverflow(offset)
    return isOver ? wall : sum
  }

  /// The time of the next thing that is written.
  public mutating func tick(_ wall: Int64) -> HybridTime {
    last = max(last.next, HybridTime(milliseconds: corrected(wall)))
    return last
  }

  /// Runs past what others wrote, but not into a future that a wrong clock made up.
  public mutating func observe(_ time: HybridTime, at wall: Int64) {
    let limit = HybridTime(milliseconds: corrected(wall) + HybridTime.tolerance)
    last = max(last, min(time, limit))
  }
}
