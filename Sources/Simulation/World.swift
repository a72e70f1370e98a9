import Ledger

/// A few people's devices and their server during one schedule.
public struct World {
  var schedule: Schedule
  var random: RandomBits
  var tally = Tally()
  var oracle = Oracle()
  /// What happened, in words, for replaying a schedule.
  var lines: [String] = []
  let isTelling: Bool

  let server: SimulatedServer
  var devices: [SimulatedDevice] = []
  var messages: [Message] = []
  /// Requests that the server answers only once it has something new.
  var held: [Message] = []
  /// The rows that are being edited; one that is purged makes room for a new one.
  var rows: [RowID] = []

  /// Which device creates each of these rows, if one has started.
  var makers: [Int?] = [nil, nil, nil, nil]
  /// How many of these rows are the same wherever they are created.
  static let sharedRows = 2

  /// The true time.
  var now: Int64 = 1_800_000_000_000
  var serverOffset: Int64 = 0
  var step = 0
  var storeCount = 0
  var tabCount = 0
  var lives: UInt64 = 1
  var hasAccount = true
  var isServerFull = false
  var lastPushes: [Push] = []
  /// What the server had when a number was the last.
  var moments: [UInt64: [CellKey: RowCell]] = [:]
  /// The minute of the last push, and the last number when a minute began.
  var minute: Int64 = 0
  var minutes: [Int64: UInt64] = [:]
  var backup: Truth
  var grantInBackup: Grant?
  /// Devices that were told to start over while they offered what a restored server lacks.
  var shadowless: Set<Int> = []
  var isCalm = false
  var guest: Guest
  /// Random numbers for files only.
  var fileRandom: RandomBits
  /// Random numbers for scenes only.
  var sceneRandom: RandomBits
  var latePieces: [FilePiece] = []

  static let space = SpaceID(Bits128(high: 0x57, low: 0x53))
  static let kind = KindID(20)
  static let otherKind = KindID(21)
  static let fields = (1...5).map { World.kind.field(UInt64($0)) }

  /// The result of a schedule.
  public struct Outcome {
    public var tally: Tally
    /// The first broken promise, if any.
    public var violation: String?
    /// What happened, if requested.
    public var history: [String]
    /// The final state as one number: equal runs end equal.
    public var digest: UInt64
  }

  /// Runs a schedule, and judges it.
  public static func run(
    _ schedule: Schedule, server: SimulatedServer, isTelling: Bool = false
  ) -> Outcome {
    var world = World(schedule, server, isTelling)
    world.live()
    if world.oracle.violation == nil { world.comeToRest() }
    world.tally.schedules = 1
    world.tally.needlessConflicts = world.oracle.needlessConflicts
    world.tally.writes = UInt64(world.oracle.writings.count - 1)
    return Outcome(
      tally: world.tally, violation: world.oracle.violation, history: world.lines,
      digest: world.oracle.truth.digest.total)
  }

  private init(_ schedule: Schedule, _ server: SimulatedServer, _ isTelling: Bool) {
    self.schedule = schedule
    self.server = server
    self.isTelling = isTelling
    random = schedule.random
    // Separate random numbers, so that everything else is the same with or without the guest.
    guest = Guest(random: RandomBits(seed: schedule.seed, 0x6E57))
    fileRandom = RandomBits(seed: schedule.seed, 0xF17E)
    sceneRandom = RandomBits(seed: schedule.seed, 0x5CE7E)
    backup = Truth()
    server.backUp()
    oracle.hasLateMessages = schedule.messageFaults > 0
    hasAccount = schedule.serverStep == 0
    if !hasAccount { tally.note(.serverMissing) }
    if schedule.hasFastServer {
      serverOffset = 3 * 3_600_000
      tally.note(.serverFast)
    }
    for _ in 0..<4 { rows.append(RowID(milliseconds: now, random: &random)) }
    for _ in 0..<schedule.deviceCount { addDevice() }
  }

  /// The epoch of the server's nth life.
  static func epoch(_ life: UInt64) -> Epoch { Epoch(0xEE00_0000_0000_0000 + life) }

  var serverNow: Int64 { now + serverOffset }

  mutating func tell(_ text: @autoclosure () -> String) {
    if isTelling { lines.append("\(step)  \(text())") }
  }

  mutating func tell(_ text: (World) -> String) {
    if isTelling { lines.append("\(step)  \(text(self))") }
  }

  private mutating func live() {
    while step < schedule.stepCount, oracle.violation == nil {
      step += 1
      if step == schedule.serverStep, !hasAccount {
        if schedule.hasSleeper { sleep(sceneRandom.below(devices.count)) }
        hasAccount = true
        tell("from here on there is a server")
      }
      passTime()
      happen()
      if guest.random.once(in: 3) { meetGuest() }
      if fileRandom.once(in: 3) { meetFiles() }
      if sceneRandom.once(in: 16) { playScene() }
    }
  }

  private mutating func passTime() {
    switch random.below(64) {
    case 0: now += 86_400_000 * Int64(1 + random.below(3))
    case 1..<6: now += 60_000 * Int64(1 + random.below(600))
    // Two people may do something in the same millisecond.
    case 6..<10: break
    default: now += Int64(random.below(3_000))
    }
  }

  // MARK: - Devices

  mutating func addDevice() {
    var device = SimulatedDevice(number: devices.count, store: newStore())
    if schedule.hasWrongClocks, random.once(in: 3) {
      device.clockOffset = Int64(random.below(240_000)) - 120_000
    }
    devices.append(device)
    openTab(devices.count - 1)
  }

  mutating func newStore() -> RecordStore {
    storeCount += 1
    return RecordStore(number: storeCount - 1)
  }

  /// A new keeper on a device's store.
  mutating func newTab(_ device: Int) -> SimulatedDevice.Tab {
    tabCount += 1
    // The name is used only if the store has none.
    let name = DeviceID(0xD0_0000 + UInt64(devices[device].store.number))
    // In some tabs, an action has so little room that most changes need several.
    var keeper = Keeper(
      space: Self.space, device: name, random: RandomBits(seed: UInt64(tabCount), schedule.seed),
      partLimit: tabCount % 3 == 0 ? 2 : Action.cellLimit)
    keeper.setWatching(tabCount % 2 == 0)
    return SimulatedDevice.Tab(number: tabCount, keeper: keeper)
  }

  mutating func openTab(_ device: Int) {
    devices[device].tabs.append(newTab(device))
    giveSync(device)
  }

  /// Makes one tab talk to the server, if none does.
  mutating func giveSync(_ device: Int) {
    guard !devices[device].tabs.contains(where: { $0.isHolder && !$0.isFrozenOut }),
      let last = devices[device].tabs.indices.last
    else { return }
    hold(device, last)
  }

  mutating func hold(_ device: Int, _ tab: Int) {
    devices[device].tabs[tab].isHolder = true
    devices[device].tabs[tab].isFrozenOut = false
    devices[device].tabs[tab].keeper.setOnline(devices[device].isOnline, wall: wall(device))
    devices[device].tabs[tab].keeper.setHolder(true, wall: wall(device))
  }

  mutating func release(_ device: Int, _ tab: Int) {
    devices[device].tabs[tab].isHolder = false
    devices[device].tabs[tab].isFrozenOut = false
    devices[device].tabs[tab].keeper.setHolder(false, wall: wall(device))
  }

  func wall(_ device: Int) -> Int64 { now + devices[device].clockOffset }
}
