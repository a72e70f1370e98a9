/// Changes that a device hands to a server.
public struct Push: Hashable, Sendable {
  /// The epoch that the device believes the server is in.
  public var epoch: Epoch
  /// How far the device has pulled.
  public var cursor: UInt64
  /// When it last had everything, by the server's clock; 0 for never.
  public var pulledAt: Int64
  /// An offer hands over cells of any device unchanged, and never causes conflicts.
  public var isOffer: Bool
  public var changes: [Change]
  /// Which copy of the space it comes from, as the server knows from the sign-in: it is not transferred.
  public var sender: UInt64 = 0

  public init(
    epoch: Epoch, cursor: UInt64, pulledAt: Int64, isOffer: Bool = false, changes: [Change]
  ) {
    self.epoch = epoch
    self.cursor = cursor
    self.pulledAt = pulledAt
    self.isOffer = isOffer
    self.changes = changes
  }

  /// The most changes that one push may have.
  public static let changeLimit = 5_000
  /// The most changes that one action may have; devices make none with more than ``Action/cellLimit``.
  public static let actionLimit = 500
}

/// A server's answer to a push.
public struct PushReply: Hashable, Sendable {
  public enum Status: UInt8, Sendable {
    /// Everything is saved.
    case ok = 0
    /// The device's clock is too far ahead: restamp and try again.
    case clock = 1
    /// The server's store is a different one: offer everything.
    case epoch = 2
    /// The device was away for too long: start over, but keep what is not pushed.
    case reset = 3
    case quota = 4
    /// What is not held was not allowed, or has no room in its row; the rest is saved.
    case forbidden = 5
    case tooOldSchema = 6
  }

  public var status: Status
  public var epoch: Epoch
  /// The space's last sequence number afterwards.
  public var sequence: UInt64
  /// The server's clock.
  public var now: Int64
  /// For each change, whether the server has it, as the current value or in history.
  public var held: [Bool]
  /// Rows that were purged, so that changes to them were dropped.
  public var gone: [RowID]

  public init(
    status: Status, epoch: Epoch, sequence: UInt64, now: Int64, held: [Bool] = [],
    gone: [RowID] = []
  ) {
    self.status = status
    self.epoch = epoch
    self.sequence = sequence
    self.now = now
    self.held = held
    self.gone = gone
  }
}

/// Cells in the order in which a server accepted them.
public struct PullPage: Hashable, Sendable {
  public var epoch: Epoch
  public var from: UInt64
  public var to: UInt64
  public var hasMore: Bool
  /// Purged rows were forgotten after `from`: a device with older rows starts over, keeping what is not
  /// pushed. One whose pull started empty continues.
  public var isReset: Bool
  public var now: Int64
  /// The digest of all cells, on the last page.
  public var digest: UInt64
  /// Which view of another's space this is, or 0 for one's own: if it changes, the device deletes what
  /// it pulled and pulls again.
  public var view: UInt64
  public var cells: [RowCell]

  public init(
    epoch: Epoch, from: UInt64, to: UInt64, hasMore: Bool, isReset: Bool = false, now: Int64,
    digest: UInt64, view: UInt64 = 0, cells: [RowCell]
  ) {
    self.epoch = epoch
    self.from = from
    self.to = to
    self.hasMore = hasMore
    self.isReset = isReset
    self.now = now
    self.digest = digest
    self.view = view
    self.cells = cells
  }
}
