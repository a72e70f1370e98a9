import Ledger

/// A device: its store, which survives, the tabs open on it, and a clock that may be wrong.
struct SimulatedDevice: Sendable {
  /// A tab: a keeper, and what it is waiting for.
  struct Tab: Sendable {
    /// Distinguishes a tab from its predecessor that crashed.
    let number: Int
    var keeper: Keeper
    /// Orders to the store that are not carried out yet.
    var storeOrders: [Keeper.Order] = []
    /// When it asked to be woken.
    var wakesAt: Int64?
    var isHolder = false
    /// Whether another tab has taken over the sync, and this one has not heard of it.
    var isFrozenOut = false
    var draft: UInt64 = 0
    /// Changes of several actions, while none of their cells is saved.
    var largeChanges: [LargeChange] = []
    /// What it shows as set aside, because its row is gone.
    var setAside: Set<CellKey> = []
    /// The number of its request, if that is for the server's digest.
    var comparing: UInt64?
    /// While it offers what the server lacks: what it has not offered yet.
    var repair: Set<CellKey>?
    var carrier = Carrier(pieces: World.pieces)
    /// Its orders that are not carried out yet.
    var carrierOrders: [Carrier.Order] = []
    var carrierWait: CarrierWait?

    init(number: Int, keeper: Keeper) {
      (self.number, self.keeper) = (number, keeper)
      beginCarrying()
    }

    /// The next commit has everything that is not saved, whatever was under way.
    mutating func commitsAnew() {
      for change in largeChanges.indices { largeChanges[change].since = 0 }
    }

    /// The page starts over, and with it its carrier.
    mutating func beginCarrying() {
      carrier = Carrier(pieces: World.pieces)
      carrier.enter()
      (carrierOrders, carrierWait) = ([], nil)
    }
  }

  /// A change of several actions: what it writes, and the first revision of the store whose successor may contain it. A
  /// commit that was under way before may have written the same values for an earlier action.
  struct LargeChange: Sendable {
    let values: [CellKey: Value]
    var since: UInt64
  }

  /// What a carrier is told after a pause.
  struct CarrierWait: Sendable {
    let number: UInt64
    let end: Int64
  }

  let number: Int
  var store: RecordStore
  /// Whether the browser erased its store, or a part, since it was new.
  var hasLostStore = false
  /// The files that are here, and the downloaded parts of others.
  var files: Set<Int> = []
  var parts: [Int: [UInt8]] = [:]
  /// What the carriers of its tabs remember.
  var word: Carrier.Word?
  var choices = Carrier.Choices()
  var tabs: [Tab] = []
  /// How far the clock is ahead of the true time.
  var clockOffset: Int64 = 0
  var isOnline = true
  /// Absent devices do nothing until they come back.
  var awayUntil: Int64 = 0

  init(number: Int, store: RecordStore) {
    self.number = number
    self.store = store
  }
}
