public import Ledger

/// What a room may know of the world at the moment of a message.
public struct RoomContext: Sendable {
  /// The time of day, in milliseconds since 1970 UTC.
  public let milliseconds: Int64
  /// How many minutes the local time is ahead of UTC.
  public let zoneMinutes: Int
  /// Where new names come from.
  public let random: RandomBits
  private let keeper: Keeper

  public init(milliseconds: Int64, zoneMinutes: Int, random: RandomBits, keeper: Keeper) {
    self.milliseconds = milliseconds
    self.zoneMinutes = zoneMinutes
    self.random = random
    self.keeper = keeper
  }

  /// Everything that the person has, as they see it.
  public var data: Replica { keeper.replica }

  /// What of it the device has not kept yet, or could not keep.
  public var unkeptCells: Set<CellKey> { keeper.unkeptCells }

  /// A name for a new row.
  func newRow() -> RowID {
    var random = random
    return RowID(milliseconds: milliseconds, random: &random)
  }
}
