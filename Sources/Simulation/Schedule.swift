public import Ledger

/// One simulated stretch of time, completely determined by its seed.
public struct Schedule: Sendable {
  /// What a run may set; the rest is drawn from the seed.
  public struct Limits: Sendable {
    public var devices: ClosedRange<Int> = 2...6
    public var steps: ClosedRange<Int> = 20...140
    /// Whether messages are encoded and decoded, both ways.
    public var hasCodec = false

    public init() {}
  }

  public let seed: UInt64
  public let hasCodec: Bool
  let deviceCount: Int
  let stepCount: Int
  /// The approximate size of a page of a pull in bytes: a few cells.
  let pageLimit: Int
  /// How many numbers a page of the guest's pull reaches: in many schedules fewer than there are.
  let guestReach: UInt64
  /// Of eight orders to a device's store, how many are carried out at once.
  let eagerness: Int
  /// Of sixty-four messages, how many meet a fault.
  let messageFaults: Int
  /// Of sixty-four orders to a device's store, how many meet a fault.
  let storeFaults: Int
  /// How many times rarer than usual disasters are; 0 for never.
  let disasters: Int
  let hasFastServer: Bool
  /// The step at which the server gets an account.
  let serverStep: Int
  let hasWrongClocks: Bool
  let hasTabs: Bool
  /// Whether a row may get as many cells as there is room for, which takes time.
  let hasFullRow: Bool
  /// Whether a tab sleeps while its device meets the server for the first time.
  let hasSleeper: Bool
  var random: RandomBits

  public init(seed: UInt64, limits: Limits = Limits()) {
    self.seed = seed
    hasCodec = limits.hasCodec
    var random = RandomBits(seed: seed)
    deviceCount = limits.devices.lowerBound + random.below(limits.devices.count)
    stepCount = limits.steps.lowerBound + random.below(limits.steps.count)
    var chance = RandomBits(seed: seed, 0xF0)
    hasFullRow = chance.once(in: 200)
    // A long row comes in long pages.
    pageLimit = 40 * (1 + random.below(24)) * (hasFullRow ? 50 : 1)
    eagerness = 4 + random.below(5)
    // Half of the schedules are spared some kinds of trouble, so that the rest is seen clearly.
    messageFaults = random.once(in: 4) ? 0 : 1 + random.below(16)
    storeFaults = random.once(in: 4) ? 0 : 1 + random.below(6)
    disasters = random.below(4)
    hasFastServer = random.once(in: 8)
    serverStep = random.once(in: 4) ? random.below(stepCount) : 0
    hasWrongClocks = random.once(in: 2)
    hasTabs = random.once(in: 2)
    hasSleeper = hasTabs && disasters > 0 && chance.once(in: 2)
    guestReach =
      chance.once(in: 2)
      ? UInt64((1 + chance.below(60)) * (hasFullRow ? 50 : 1)) : GrantedView.reach
    self.random = random
  }

  /// The epoch in which the server starts.
  public var firstEpoch: Epoch { World.epoch(1) }

  /// The seed of the schedule with that number in a run.
  public static func seed(of number: UInt64, in run: UInt64) -> UInt64 {
    // The first schedule of a run has the run's own seed, so that it can be replayed alone.
    guard number > 0 else { return run }
    var random = RandomBits(seed: run, number)
    return random.next() >> 1
  }
}
