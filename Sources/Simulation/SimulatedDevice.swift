import Ledger

/// A device: its store, which survives, the tabs that are open over it, and a clock that may be wrong.
struct SimulatedDevice: Sendable {
  /// A tab: a keeper, and what it waits for outside.
  struct Tab: Sendable {
    /// Tells a tab from the one that was there before it crashed.
    let number: Int
    var keeper: Keeper
    /// Orders to the store that are not carried out yet.
    var storeOrders: [Keeper.Order] = []
    /// When it asked to be woken.
    var wakesAt: Int64?
    var isHolder = false
    /// Whether another tab has taken the sync, and this one has not heard of it.
    var isFrozenOut = false
    var draft: UInt64 = 0
    /// What it shows as set aside, because its row is gone.
    var setAside: Set<CellKey> = []
    /// The number of its request, where that is for the server's digest.
    var comparing: UInt64?
    /// While it offers what the server lacks: what it has not offered yet.
    var repair: Set<CellKey>?
  }

  let number: Int
  var store: RecordStore
  /// Whether the browser erased its store, or a part, since it was new.
  var hasLostStore = false
  /// The files that lie here, and in which life of the server it said that it has them.
  var files: [Int: Epoch] = [:]
  var sending: World.Sending?
  var tabs: [Tab] = []
  /// How far the clock is ahead of the true time.
  var clockOffset: Int64 = 0
  var isOnline = true
  /// Away devices do nothing until they come back.
  var awayUntil: Int64 = 0

  init(number: Int, store: RecordStore) {
    self.number = number
    self.store = store
  }
}
