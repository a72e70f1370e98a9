import Ledger
import Simulation

/// A browser with a store, the tabs that are open over it, and a server that may be out of reach.
struct Browser {
  var store = RecordStore()
  var tabs: [Keeper] = []
  var server = MemorySpace(epoch: Epoch(77))
  var account: AccountID? = .onlyOwner
  var isOnline = false
  /// Whether the store takes nothing.
  var isFull = false
  /// The true time, and the server's.
  var now: Int64 = 1_800_000_000_000
  /// How far the device's clock is ahead.
  var clockOffset: Int64 = 0
  /// Orders of each tab that are not carried out yet.
  private var orders: [[Keeper.Order]] = []

  mutating func open(device: UInt64 = 1) -> Int {
    tabs.append(
      Keeper(
        space: .own(of: .onlyOwner), device: DeviceID(device), random: RandomBits(seed: device)))
    orders.append([])
    let tab = tabs.count - 1
    run(tab)
    return tab
  }

  /// A tab opened in place of another, which is gone with all that it had in memory.
  mutating func reload(_ tab: Int, device: UInt64) {
    tabs[tab] = Keeper(
      space: .own(of: .onlyOwner), device: DeviceID(device), random: RandomBits(seed: device))
    orders[tab] = []
    run(tab)
  }

  var wall: Int64 { now + clockOffset }

  mutating func write(_ edit: Edit, in tab: Int) {
    type(edit, in: tab)
    run(tab)
  }

  /// Writes in memory alone: nothing is carried out yet.
  mutating func type(_ edit: Edit, in tab: Int) {
    now += 10
    tabs[tab].edit("Write", [edit], wall: wall)
  }

  /// Takes in what a file says.
  mutating func adopt(_ cells: [RowCell], in tab: Int) {
    now += 10
    tabs[tab].adopt("Import", cells, wall: wall)
    run(tab)
  }

  mutating func sync(_ tab: Int) {
    isOnline = true
    now += 1_000
    tabs[tab].setOnline(true, wall: wall)
    tabs[tab].setHolder(true, wall: wall)
    run(tab)
    tabs[tab].syncNow(wall: wall)
    run(tab)
  }

  /// Carries out what a tab wants until it wants nothing, or something before which to stop; it is not woken.
  mutating func run(_ tab: Int, until isEnough: (Keeper.Order) -> Bool = { _ in false }) {
    orders[tab] += tabs[tab].takeOrders()
    while let next = orders[tab].first, !isEnough(next) {
      now += 1
      switch orders[tab].removeFirst() {
      case .load(let since):
        let (records, continuity) = store.load(since: since)
        tabs[tab].loaded(
          records, revision: store.revision, continuity: continuity, wall: wall)
      case .commit where isFull: tabs[tab].committed(.failed("Full"), wall: wall)
      case .commit(let commit):
        let revision = store.commit(commit, now: now)
        tabs[tab].committed(revision == nil ? .moved : .done, revision: revision, wall: wall)
      case .send(let number, let request):
        tabs[tab].answered(number, isOnline ? answer(request) : .unreachable, wall: wall)
      case .wake: break
      }
      orders[tab] += tabs[tab].takeOrders()
    }
  }

  private mutating func answer(_ request: ServerRequest) -> ServerAnswer {
    switch request {
    case .now: .now(ServerTime(now: now, account: account))
    case .push(let push): .push(server.push(push, now: now))
    case .pull(let since), .watch(let since):
      .page(server.pull(since: since, byteLimit: 10_000, now: now))
    case .digest: .digest(server.header.digest)
    }
  }

  /// What a tab that opens now would see.
  var stored: Replica? {
    var keeper = Keeper(
      space: .own(of: .onlyOwner), device: DeviceID(9), random: RandomBits(seed: 9))
    keeper.loaded(store.load(since: 0).records, revision: store.revision, wall: 0)
    return keeper.isWritable ? keeper.replica : nil
  }
}
