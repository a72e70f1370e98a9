public import Ledger
public import Sound

/// How the metronome is set up.
public struct MetronomeSetup: ToolSetup {
  public var tempo = Tempo.standard
  /// How strongly each beat of the bar is played.
  public private(set) var beats = Meter.common.beats
  /// How the beats are grouped; empty where they are not.
  public private(set) var groups: [Int] = []
  /// What is played within a beat; the first is the beat's own and not used.
  public internal(set) var subdivisions: [Accent] = [.normal]
  /// In percent, one of `Meter.swings`.
  public var swing = 50
  /// Further voices: how often each is struck in a bar.
  public internal(set) var voices: [Int] = []
  public var sound = ClickSound.tick
  public var unit = NoteValue.quarter
  /// Bars that are counted before the first.
  public var countInBars = 0
  /// Stretches of bars with their tempos, if there are any.
  public var plan: TempoPlan?
  /// Whether the plan leads the tempo; where it does not, it waits.
  public var isPlanOn = true
  /// Bars that sound before bars that do not.
  public var soundingBars = 4
  /// Bars that do not sound; all sound where it is 0.
  public var silentBars = 0
  /// How many beats are left out, in percent.
  public var dropChance = 0
  /// Which beats those are.
  public var seed = 1
  public var limit = Limit.none
  /// Bars or minutes until it stops.
  public var limitCount = 8
  public var flash = Flash.off
  public var isVibrating = false
  /// How loud the clicks are, in percent.
  public var level = 100

  /// What ends it by itself.
  public enum Limit: CaseIterable, Sendable {
    case none, bars, minutes
  }

  /// Whether the panel flashes on the beat.
  public enum Flash: CaseIterable, Sendable {
    case off, on
    /// Also on a device that is asked to reduce motion.
    case always
  }

  public static let limitCounts = 1...999
  public static let seeds = 1...9_999
  public static let levels = 0...100

  public init() {}
}

// MARK: - The bar

extension MetronomeSetup {
  /// Groups the beats; the accents follow, and so does their number.
  public mutating func group(_ groups: [Int]) {
    guard let meter = Meter(grouping: groups) else { return }
    (beats, self.groups) = (meter.beats, groups)
  }

  /// Leaves the beats as they are, without groups.
  public mutating func ungroup() { groups = [] }

  /// Makes the bar longer by normal beats, or shorter.
  public mutating func setBeatCount(_ count: Int) {
    guard Meter.beatCounts.contains(count), count != beats.count else { return }
    beats =
      Array(beats.prefix(count)) + [Accent](repeating: .normal, count: max(0, count - beats.count))
    groups = []
  }

  /// Divides the beat; what is new is soft.
  public mutating func setSubdivisionCount(_ count: Int) {
    guard Meter.subdivisionCounts.contains(count) else { return }
    subdivisions =
      Array(subdivisions.prefix(count))
      + [Accent](repeating: .soft, count: max(0, count - subdivisions.count))
  }

  /// Goes on to the next accent of a beat.
  public mutating func cycleBeat(_ index: Int) {
    if beats.indices.contains(index) { beats[index] = beats[index].next }
  }

  /// Goes on to the next accent of a subdivision; the beat has its own.
  public mutating func cycleSubdivision(_ index: Int) {
    if index > 0, subdivisions.indices.contains(index) {
      subdivisions[index] = subdivisions[index].next
    }
  }

  /// Strikes a further voice so often in a bar, or leaves it out.
  public mutating func setVoice(_ index: Int, _ strikes: Int) {
    var all = voices
    if all.indices.contains(index) { all[index] = strikes } else { all.append(strikes) }
    all.removeAll { $0 == 0 }
    if all.count < Meter.voiceLimit, all.allSatisfy({ Meter.voiceCounts.contains($0) }) {
      voices = all
    }
  }

  /// Whether the swing can be heard.
  public var canSwing: Bool { subdivisions.count % 2 == 0 }

  /// How many beats each group has, where there are none all in one.
  public var shownGroups: [Int] { groups.isEmpty ? [beats.count] : groups }
}

extension Accent {
  /// What a tap makes of it: strong, normal, soft, mute, and strong again.
  fileprivate var next: Accent { self == .mute ? .strong : Accent(rawValue: rawValue - 1) ?? .mute }
}

// MARK: - For the player

extension MetronomeSetup {
  /// Whether a plan leads the tempo.
  public var isPlanned: Bool { isPlanOn && plan != nil }

  /// What the player plays.
  public var metronome: Metronome {
    let meter =
      Meter(beats: beats, subdivisions: subdivisions, swing: swing, voices: voices) ?? .common
    var metronome = Metronome(meter: meter, tempo: tempo)
    let planned = isPlanOn ? plan : nil
    if let whole = Metronome(
      meter: meter, tempo: planned ?? TempoPlan(steady: tempo), gaps: gaps,
      countInBars: countInBars)
    {
      metronome = whole
    }
    if limit == .bars { metronome.bars = limitCount }
    return metronome
  }

  private var gaps: Gaps {
    let seed = UInt64(seed)
    let gaps =
      silentBars > 0
      ? Gaps(sounding: soundingBars, silent: silentBars, dropChance: dropChance, seed: seed)
      : Gaps(dropChance: dropChance, seed: seed)
    return gaps ?? Gaps()
  }
}

// MARK: - As a row

extension MetronomeSetup {
  public static var kind: KindID { .metronome }
  public static var names: (id: String, label: String, plural: String) {
    ("metronome", "Metronome", "Metronomes")
  }

  private static func key(_ number: UInt64) -> FieldID { KindID.metronome.field(number) }

  private static func whole(
    _ number: UInt64, _ name: String, _ label: String, _ standard: Int, _ range: ClosedRange<Int>,
    unit: String = ""
  ) -> FieldKey<Int64> {
    FieldKey(
      key(number), name, label, standard: Int64(standard),
      in: Int64(range.lowerBound)...Int64(range.upperBound), unit: unit)
  }

  private static let tempoKey = FieldKey(
    key(3), "tempo", "Tempo", standardUnits: 12_000, places: 2,
    in: Int64(Tempo.range.lowerBound)...Int64(Tempo.range.upperBound), unit: "bpm")
  private static let beatsKey = FieldKey(
    key(4), "beats", "Beats", standard: "3222", byteLimit: 32)
  private static let groupsKey = FieldKey(key(5), "groups", "Grouping", byteLimit: 64)
  private static let subdivisionsKey = FieldKey(
    key(6), "subdivisions", "Subdivision", standard: "2", byteLimit: 12)
  private static let swingKey = whole(7, "swing", "Swing", 50, Meter.swings, unit: "%")
  private static let voicesKey = FieldKey(key(8), "voices", "Further voices", byteLimit: 16)
  private static let soundKey = FieldKey(
    key(9), "sound", "Sound", standard: ClickSound.tick,
    choices: [
      (0, "Tick", .tick), (1, "Tock", .tock), (2, "Wood", .wood), (3, "Beep", .beep),
      (4, "Rim", .rim), (5, "Bell", .bell),
    ])
  private static let unitKey = FieldKey(
    key(10), "unit", "The beat is a", standard: NoteValue.quarter,
    choices: [
      (1, "Half", .half), (2, "Dotted half", .dottedHalf), (3, "Quarter", .quarter),
      (4, "Dotted quarter", .dottedQuarter), (5, "Eighth", .eighth),
      (6, "Dotted eighth", .dottedEighth),
    ])
  private static let countInKey = whole(
    11, "count-in", "Count-in", 0, Metronome.countIns, unit: "bars")
  private static let planKey = FieldKey(key(12), "plan", "Plan", byteLimit: 4_000)
  private static let planOnKey = FieldKey(
    key(13), "plan-on", "The plan leads the tempo", standard: true)
  private static let soundingKey = whole(
    14, "sounding-bars", "Bars that sound", 4, Gaps.bars, unit: "bars")
  private static let silentKey = whole(
    15, "silent-bars", "Bars that do not", 0, 0...Gaps.bars.upperBound, unit: "bars")
  private static let dropKey = whole(
    16, "drop-chance", "Beats left out", 0, Gaps.chances, unit: "%")
  private static let seedKey = whole(17, "seed", "Which beats", 1, seeds)
  private static let limitKey = FieldKey(
    key(18), "limit", "Stops after", standard: Limit.none,
    choices: [(0, "Never", .none), (1, "Bars", .bars), (2, "Minutes", .minutes)])
  private static let limitCountKey = whole(19, "limit-count", "Bars or minutes", 8, limitCounts)
  private static let flashKey = FieldKey(
    key(20), "flash", "Flash", standard: Flash.off,
    choices: [(0, "Off", .off), (1, "On", .on), (2, "Also with reduced motion", .always)])
  private static let vibrationKey = FieldKey(key(21), "vibration", "Vibration", standard: false)
  private static let levelKey = whole(22, "level", "Loudness", 100, levels, unit: "%")

  public static var fields: [Field] {
    [
      tempoKey.field, beatsKey.field, groupsKey.field, subdivisionsKey.field, swingKey.field,
      voicesKey.field, soundKey.field, unitKey.field, countInKey.field, planKey.field,
      planOnKey.field, soundingKey.field, silentKey.field, dropKey.field, seedKey.field,
      limitKey.field, limitCountKey.field, flashKey.field, vibrationKey.field, levelKey.field,
    ]
  }

  public init(_ row: Row) {
    func whole(_ key: FieldKey<Int64>, _ range: ClosedRange<Int>) -> Int {
      let number = row[key]
      let isThere = number >= Int64(range.lowerBound) && number <= Int64(range.upperBound)
      return Int(isThere ? number : key.standard)
    }
    let hundredths = row[Self.tempoKey]
    tempo =
      hundredths <= Int64(Tempo.range.upperBound)
      ? Tempo(centiBeatsPerMinute: Int(max(hundredths, 0))) ?? .standard : .standard
    beats = Self.accents(row[Self.beatsKey], Meter.beatCounts) ?? Meter.common.beats
    // Another device may have changed one of the two since.
    let groups = Self.numbers(row[Self.groupsKey], between: "+", in: Meter.groups) ?? []
    self.groups = groups.reduce(0, { $0 + $1 }) == beats.count ? groups : []
    subdivisions = Self.accents(row[Self.subdivisionsKey], Meter.subdivisionCounts) ?? [.normal]
    swing = whole(Self.swingKey, Meter.swings)
    let voices = Self.numbers(row[Self.voicesKey], between: ",", in: Meter.voiceCounts) ?? []
    self.voices = voices.count < Meter.voiceLimit ? voices : []
    sound = row[Self.soundKey]
    unit = row[Self.unitKey]
    countInBars = whole(Self.countInKey, Metronome.countIns)
    plan = try? TempoPlan(parsing: row[Self.planKey])
    isPlanOn = row[Self.planOnKey]
    soundingBars = whole(Self.soundingKey, Gaps.bars)
    silentBars = whole(Self.silentKey, 0...Gaps.bars.upperBound)
    dropChance = whole(Self.dropKey, Gaps.chances)
    seed = whole(Self.seedKey, Self.seeds)
    limit = row[Self.limitKey]
    limitCount = whole(Self.limitCountKey, Self.limitCounts)
    flash = row[Self.flashKey]
    isVibrating = row[Self.vibrationKey]
    level = whole(Self.levelKey, Self.levels)
  }

  public func write(to edit: inout RowEdit, over old: MetronomeSetup?) {
    func set(_ key: FieldKey<Int64>, _ number: Int, _ old: Int?) {
      edit.set(key, Int64(number), unless: old.map { Int64($0) })
    }
    set(Self.tempoKey, tempo.centiBeatsPerMinute, old?.tempo.centiBeatsPerMinute)
    edit.set(Self.beatsKey, Self.text(beats), unless: old.map { Self.text($0.beats) })
    edit.set(
      Self.groupsKey, Self.text(groups, between: "+"),
      unless: old.map { Self.text($0.groups, between: "+") })
    edit.set(
      Self.subdivisionsKey, Self.text(subdivisions), unless: old.map { Self.text($0.subdivisions) })
    set(Self.swingKey, swing, old?.swing)
    edit.set(
      Self.voicesKey, Self.text(voices, between: ","),
      unless: old.map { Self.text($0.voices, between: ",") })
    edit.set(Self.soundKey, sound, unless: old?.sound)
    edit.set(Self.unitKey, unit, unless: old?.unit)
    set(Self.countInKey, countInBars, old?.countInBars)
    edit.set(Self.planKey, plan?.text ?? "", unless: old.map { $0.plan?.text ?? "" })
    edit.set(Self.planOnKey, isPlanOn, unless: old?.isPlanOn)
    set(Self.soundingKey, soundingBars, old?.soundingBars)
    set(Self.silentKey, silentBars, old?.silentBars)
    set(Self.dropKey, dropChance, old?.dropChance)
    set(Self.seedKey, seed, old?.seed)
    edit.set(Self.limitKey, limit, unless: old?.limit)
    set(Self.limitCountKey, limitCount, old?.limitCount)
    edit.set(Self.flashKey, flash, unless: old?.flash)
    edit.set(Self.vibrationKey, isVibrating, unless: old?.isVibrating)
    set(Self.levelKey, level, old?.level)
  }
}
