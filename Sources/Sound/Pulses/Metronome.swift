/// The complete settings of a metronome: bars, tempo, silences.
public struct Metronome: Hashable, Sendable {
  public var meter: Meter
  public var tempo: TempoPlan
  public var gaps: Gaps
  /// How many bars follow the count-in; `nil` for endless.
  public var bars: Int?
  /// Bars before the first, at its tempo: 0 to 4.
  public private(set) var countInBars: Int

  public static let countIns = 0...4

  /// A metronome that starts at once, at a steady tempo.
  public init(meter: Meter, tempo: Tempo) {
    self.meter = meter
    self.tempo = TempoPlan(steady: tempo)
    gaps = Gaps()
    countInBars = 0
  }

  /// Creates one, or `nil` if the count-in is out of range.
  public init?(meter: Meter, tempo: TempoPlan, gaps: Gaps = Gaps(), countInBars: Int = 0) {
    guard Self.countIns.contains(countInBars) else { return nil }
    self.meter = meter
    self.tempo = tempo
    self.gaps = gaps
    self.countInBars = countInBars
  }
}

/// Where a metronome is silent, so that the player must keep time alone.
public struct Gaps: Hashable, Sendable {
  public static let bars = 1...100
  public static let chances = 0...80

  /// How many bars alternately sound and are silent; `nil` if all sound.
  public private(set) var turns: Turns?
  /// The probability that a beat is left out, in percent.
  public private(set) var dropChance: Int
  /// Decides which beats those are: the same for the same seed, so that they can be rehearsed.
  public var seed: UInt64

  public struct Turns: Hashable, Sendable {
    public let sounding: Int
    public let silent: Int
  }

  public init() {
    turns = nil
    dropChance = 0
    seed = 0
  }

  /// Creates gaps, or `nil` if a number is out of range.
  public init?(sounding: Int, silent: Int, dropChance: Int = 0, seed: UInt64 = 0) {
    guard Self.bars.contains(sounding), Self.bars.contains(silent),
      Self.chances.contains(dropChance)
    else { return nil }
    turns = Turns(sounding: sounding, silent: silent)
    self.dropChance = dropChance
    self.seed = seed
  }

  /// Leaves out single beats, or returns `nil` if the probability is out of range.
  public init?(dropChance: Int, seed: UInt64) {
    guard Self.chances.contains(dropChance) else { return nil }
    turns = nil
    self.dropChance = dropChance
    self.seed = seed
  }

  /// Whether a beat is silent; beats are counted from the first, across all bars.
  func isSilent(bar: Int64, beat: Int64) -> Bool {
    if let turns, bar >= 0, bar % Int64(turns.sounding + turns.silent) >= Int64(turns.sounding) {
      return true
    }
    guard dropChance > 0, bar >= 0 else { return false }
    var chance = Chance(seed: seed, at: beat)
    return chance.number(through: 99) < UInt64(dropChance)
  }
}
