public import Ledger

/// What a room may know of the world at the moment of a message.
public struct RoomContext: Sendable {
  /// The time of day, in milliseconds since 1970 UTC.
  public let milliseconds: Int64
  /// How many minutes the local time is ahead of UTC.
  public let zoneMinutes: Int
  /// Where new names come from.
  public let random: RandomBits
  /// Everything that the person has, as they see it.
  public let data: Replica

  public init(milliseconds: Int64, zoneMinutes: Int, random: RandomBits, data: Replica) {
    self.milliseconds = milliseconds
    self.zoneMinutes = zoneMinutes
    self.random = random
    self.data = data
  }

  /// A name for a new row.
  func newRow() -> RowID {
    var random = random
    return RowID(milliseconds: milliseconds, random: &random)
  }
}
