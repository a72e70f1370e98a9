import Domain
public import Ledger

/// What a room may know of the world at the moment of a message.
public struct RoomContext: Sendable {
  /// The time of day, in milliseconds since 1970 UTC.
  public let milliseconds: Int64
  /// How many minutes the local time is ahead of UTC.
  public let zoneMinutes: Int
  /// Where new names come from: what is drawn once is not drawn again.
  public var random: RandomBits
  /// Everything that the person has, as they see it.
  public let data: Replica
  /// The name of the space that shows.
  public let space: String
  /// Whether what is changed can be kept.
  public let isWritable: Bool
  /// Whether the device is still reading what is here: what is kept now is kept then.
  public let isOpening: Bool
  /// Whether everything that was changed is durable.
  public let isSafe: Bool
  /// Whether a take is being recorded: meanwhile nothing goes that it belongs to.
  public let isRecording: Bool
  /// The way to the server; `nil` where there is none now.
  public let link: ServerLink?

  public init(
    milliseconds: Int64, zoneMinutes: Int, random: RandomBits, data: Replica,
    space: String = DeviceSpace.own.name, isWritable: Bool = true,
    isOpening: Bool = false, isSafe: Bool = true, isRecording: Bool = false,
    link: ServerLink? = nil
  ) {
    self.isOpening = isOpening
    (self.space, self.isWritable, self.isSafe) = (space, isWritable, isSafe)
    (self.isRecording, self.link) = (isRecording, link)
    self.milliseconds = milliseconds
    self.zoneMinutes = zoneMinutes
    self.random = random
    self.data = data
  }

  /// The civil day that this moment belongs to.
  public var day: Int64 { day(of: milliseconds) }

  /// The civil day that a moment belongs to.
  public func day(of milliseconds: Int64) -> Int64 {
    let start = Settings(data[Settings.row]).dayStart
    return JournalDay.day(of: milliseconds, zoneMinutes: zoneMinutes, start: start)
  }

  /// A name for a new row, each time another.
  public mutating func newRow() -> RowID {
    RowID(milliseconds: milliseconds, random: &random)
  }
}
