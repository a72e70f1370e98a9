/// What a device knows of a space beside its rows: clock, numbers, and how far it is with the server.
public struct Head: Hashable, Sendable {
  public var device: DeviceID
  public var clock: DeviceClock
  /// The number of the next action.
  public var nextOrdinal: UInt64 = 1
  /// Actions up to here may be on their way to the server: they are not changed any more.
  public var sentThrough: UInt64 = 0
  /// Actions up to here are done with and forgotten.
  public var prunedThrough: UInt64 = 0
  /// The account whose server keeps this space.
  public var account: AccountID?
  /// The life of the server's store that the rows come from; none where this device confirms alone.
  public var epoch = Epoch.none
  /// How far this device has pulled.
  public var cursor: UInt64 = 0
  /// When it last had everything, by the server's clock.
  public var pulledAt: Int64 = 0
  /// The latest own stamp that a server took.
  public var acceptedThrough = HybridTime.zero
  /// The latest own time that was given up for another: who has seen it may still have it.
  public var givenUpThrough = HybridTime.zero

  public init(device: DeviceID) {
    self.device = device
    clock = DeviceClock()
  }
}
