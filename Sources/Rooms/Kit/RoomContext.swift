import Domain
public import Ledger

/// What a room knows of its surroundings when it handles a message.
public struct RoomContext: Sendable {
  /// The current time, in milliseconds since 1970 UTC.
  public let milliseconds: Int64
  /// How many minutes the local time is ahead of UTC.
  public let zoneMinutes: Int
  /// The source of new ids; no value is drawn twice.
  public var random: RandomBits
  /// All of the person's data, as they see it.
  public let data: Replica
  /// The name of the space on screen.
  public let space: String
  /// Whether changes can be saved.
  public let isWritable: Bool
  /// Whether the device is still reading its data; edits made now are saved once it has.
  public let isOpening: Bool
  /// Whether all changes are durable.
  public let isSafe: Bool
  /// Whether a take is being recorded; what it belongs to cannot be deleted meanwhile.
  public let isRecording: Bool
  /// The connection to the server; `nil` if there is none now.
  public let link: ServerLink?
  /// Whether the last request to the server failed.
  public let isOutOfReach: Bool

  public init(
    milliseconds: Int64, zoneMinutes: Int, random: RandomBits, data: Replica,
    space: String = DeviceSpace.own.name, isWritable: Bool = true,
    isOpening: Bool = false, isSafe: Bool = true, isRecording: Bool = false,
    link: ServerLink? = nil, isOutOfReach: Bool = false
  ) {
    self.isOpening = isOpening
    (self.space, self.isWritable, self.isSafe) = (space, isWritable, isSafe)
    (self.isRecording, self.link, self.isOutOfReach) = (isRecording, link, isOutOfReach)
    self.milliseconds = milliseconds
    self.zoneMinutes = zoneMinutes
    self.random = random
    self.data = data
  }

  /// The current civil day.
  public var day: Int64 { day(of: milliseconds) }

  /// The civil day that a moment belongs to.
  public func day(of milliseconds: Int64) -> Int64 {
    let start = Settings(data[Settings.row]).dayStart
    return JournalDay.day(of: milliseconds, zoneMinutes: zoneMinutes, start: start)
  }

  /// A fresh id for a new row.
  public mutating func newRow() -> RowID {
    RowID(milliseconds: milliseconds, random: &random)
  }
}
