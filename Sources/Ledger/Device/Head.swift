/// What a device knows about a space besides its rows: clock, numbers, and its progress with the
/// server.
public struct Head: Hashable, Sendable {
  public var device: DeviceID
  public var clock: DeviceClock
  /// The number of the next action.
  public var nextOrdinal: UInt64 = 1
  /// Actions up to here may be on their way to the server and are no longer changed.
  public var sentThrough: UInt64 = 0
  /// Actions up to here are finished and forgotten.
  public var prunedThrough: UInt64 = 0
  /// The account whose server keeps this space.
  public var account: AccountID?
  /// The epoch of the server's store that the rows come from; none if this device confirms alone.
  public var epoch = Epoch.none
  /// How far this device has pulled.
  public var cursor: UInt64 = 0
  /// When it last had everything, by the server's clock.
  public var pulledAt: Int64 = 0
  /// The latest stamp of this device that a server accepted.
  public var acceptedThrough = HybridTime.zero
  /// The latest time of this device that was replaced by another; whoever saw it may still have it.
  public var givenUpThrough = HybridTime.zero

  public init(device: DeviceID) {
    self.device = device
    clock = DeviceClock()
  }
}
