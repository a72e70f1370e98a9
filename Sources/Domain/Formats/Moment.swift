/// A moment, and where it was.
public struct Moment: Equatable, Sendable {
  /// Since 1970 UTC.
  public var milliseconds: Int64
  /// How far ahead of UTC its place was.
  public var zoneMinutes: Int64

  public init(_ milliseconds: Int64, zoneMinutes: Int) {
    (self.milliseconds, self.zoneMinutes) = (milliseconds, Int64(zoneMinutes))
  }
}
