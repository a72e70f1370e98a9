public import Ledger
public import Sound

extension KindID {
  public static let metronome = KindID(8)
}

/// How the metronome is set up.
public struct MetronomeSetup: ToolSetup {
  public var tempo = Tempo.standard
  /// How strongly each beat of the bar is played.
  public private(set) var beats = Meter.common.beats
  /// How the beats are grouped; empty if they are not.
  public private(set) var groups: [Int] = []
  /// What is played within a beat; the first is the beat's own and not used.
  public internal(set) var subdivisions: [Accent] = [.normal]
  /// In percent, one of `Meter.swings`.
  public var swing = 50
  /// Extra voices: the strokes of each in a bar.
  public internal(set) var voices: [Int] = []
  public var sound = ClickSound.tick
  public var unit = NoteValue.quarter
  /// Count-in bars.
  public var countInBars = 0
  /// Whether a voice says the numbers of the count-in.
  public var countsAloud = false
  /// The tempo plan, if there is one.
  public var plan: TempoPlan?
  /// Whether the tempo follows the plan.
  public var isPlanOn = true
  /// The tempo trainer, once it is set; until then it follows the tempo.
  public private(set) var trainer: TempoPlan.Stretch?
  /// Bars that sound before bars that do not.
  public var soundingBars = 4
  /// Silent bars; 0 if all bars sound.
  public var silentBars = 0
  /// How many beats are muted at random, in percent.
  public var dropChance = 0
  /// The random seed for those beats.
  public var seed = 1
  public var limit = Limit.none
  /// Bars or minutes until it stops.
  public var limitCount = 8
  public var flash = Flash.off
  public var isVibrating = false
  /// How loud the clicks are, in percent.
  public var level = 100

  /// When it stops automatically.
  public enum Limit: CaseIterable, Sendable {
    case none, bars, minutes
  }

  /// Whether the panel flashes on the beat.
  public enum Flash: CaseIterable, Sendable {
    case off, on
    /// Even on a device set to reduce motion.
    case always
  }

  public static let limitCounts = 1...999
  public static let seeds = 1...9_999
  public static let levels = 0...100

  public init() {}
}

// MARK: - The bar

extension MetronomeSetup {
  /// Groups the beats, which sets their accents and number.
  public mutating func group(_ groups: [Int]) {
    guard let meter = Meter(grouping: groups) else { return }
    (beats, self.groups) = (meter.beats, groups)
  }

  /// Removes the groups; the beats stay as they are.
  public mutating func ungroup() { groups = [] }

  /// Lengthens the bar with normal beats, or shortens it.
  public mutating func setBeatCount(_ count: Int) {
    guard Meter.beatCounts.contains(count), count != beats.count else { return }
    beats =
      Array(beats.prefix(count)) + [Accent](repeating: .normal, count: max(0, count - beats.count))
    groups = []
  }

  /// Divides the beat; new subdivisions are soft.
  public mutating func setSubdivisionCount(_ count: Int) {
    guard Meter.subdivisionCounts.contains(count) else { return }
    subdivisions =
      Array(subdivisions.prefix(count))
      + [Accent](repeating: .soft, count: max(0, count - subdivisions.count))
  }

  /// Moves a beat to its next accent.
  public mutating func cycleBeat(_ index: Int) {
    if beats.indices.contains(index) { beats[index] = beats[index].next }
  }

  /// Moves a subdivision to its next accent; the beat has its own.
  public mutating func cycleSubdivision(_ index: Int) {
    if index > 0, subdivisions.indices.contains(index) {
      subdivisions[index] = subdivisions[index].next
    }
  }

  /// Sets the strokes of an extra voice in a bar; 0 removes it.
  public mutating func setVoice(_ index: Int, _ strikes: Int) {
    var all = voices
    if all.indices.contains(index) { all[index] = strikes } else { all.append(strikes) }
    all.removeAll { $0 == 0 }
    if all.count < Meter.voiceLimit, all.allSatisfy({ Meter.voiceCounts.contains($0) }) {
      voices = all
    }
  }

  /// Whether swing is audible.
  public var canSwing: Bool { subdivisions.count % 2 == 0 }

  /// The beats of each group; one group of all beats if there are none.
  public var shownGroups: [Int] { groups.isEmpty ? [beats.count] : groups }
}

extension Accent {
  /// The accent after a tap: strong, normal, soft, mute, then strong again.
  fileprivate var next: Accent { self == .mute ? .strong : Accent(rawValue: rawValue - 1) ?? .mute }
}

// MARK: - The tempo trainer

extension MetronomeSetup {
  /// The trainer's steps from one tempo to another, each held equally long; at first from the current tempo up by 20.
  public var training: TempoPlan.Stretch {
    if let trainer { return trainer }
    let whole = Double((tempo.centiBeatsPerMinute + 50) / 100)
    let limit = Tempo(clamping: whole + 20)
    return TempoPlan.Stretch(
      bars: 1, tempo: Tempo(clamping: whole), course: .steps(by: 400, everyBars: 4, limit: limit)
    ).untilItsLimit
  }

  /// Sets the trainer, which lasts until its steps reach their limit.
  public mutating func train(_ stretch: TempoPlan.Stretch) { trainer = stretch.untilItsLimit }

  /// The setup while the trainer runs: it leads, whatever the plan is.
  public var trained: MetronomeSetup {
    var setup = self
    setup.plan = TempoPlan([training])
    setup.isPlanOn = true
    return setup
  }
}

extension TempoPlan.Stretch {
  /// As long as its steps need, the last tempo included.
  fileprivate var untilItsLimit: Self {
    guard case .steps(let by, let everyBars, let limit) = course else { return self }
    let size = max(abs(by), 1)
    let way = abs(limit.centiBeatsPerMinute - tempo.centiBeatsPerMinute)
    // The product may not fit into 32 bits.
    let bars = Int64((way + size - 1) / size + 1) * Int64(everyBars)
    var stretch = self
    stretch.bars = Int(min(bars, Int64(TempoPlan.barCounts.upperBound)))
    return stretch
  }
}

// MARK: - For the player

extension MetronomeSetup {
  /// Whether the tempo follows a plan.
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
  public static let kind = KindID.metronome
  public static let names = KindNames("metronome", "Metronome", "Metronomes")

  private static let sounds: Choices<ClickSound> = [
    (0, "Tick", .tick), (1, "Tock", .tock), (2, "Wood", .wood), (3, "Beep", .beep),
    (4, "Rim", .rim), (5, "Bell", .bell),
  ]
  private static let units: Choices<NoteValue> = [
    (1, "Half", .half), (2, "Dotted half", .dottedHalf), (3, "Quarter", .quarter),
    (4, "Dotted quarter", .dottedQuarter), (5, "Eighth", .eighth),
    (6, "Dotted eighth", .dottedEighth),
  ]
  private static let limits: Choices<Limit> = [
    (0, "Never", .none), (1, "Bars", .bars), (2, "Minutes", .minutes),
  ]
  private static let flashes: Choices<Flash> = [
    (0, "Off", .off), (1, "On", .on), (2, "Also with reduced motion", .always),
  ]

  public static func visit(_ fields: inout RowFields, _ setup: inout MetronomeSetup) {
    let tempo = setup.tempo.centiBeatsPerMinute
    fields.decimal(
      field(3), "tempo", "Tempo", tempo, places: 2, in: Tempo.range, unit: "bpm"
    ) { setup.tempo = Tempo(centiBeatsPerMinute: $0) ?? .standard }
    fields.text(field(4), "beats", "Beats", text(setup.beats), upTo: 32) {
      setup.beats = accents($0, Meter.beatCounts) ?? Meter.common.beats
    }
    fields.text(field(5), "groups", "Grouping", text(setup.groups, between: "+"), upTo: 64) {
      // Another device may have changed only one of the two.
      let groups = numbers($0, between: "+", in: Meter.groups) ?? []
      setup.groups = groups.reduce(0) { $0 + $1 } == setup.beats.count ? groups : []
    }
    fields.text(field(6), "subdivisions", "Subdivision", text(setup.subdivisions), upTo: 12) {
      setup.subdivisions = accents($0, Meter.subdivisionCounts) ?? [.normal]
    }
    fields.whole(field(7), "swing", "Swing", &setup.swing, in: Meter.swings, unit: "%")
    fields.text(field(8), "voices", "Extra voices", text(setup.voices, between: ","), upTo: 16) {
      let voices = numbers($0, between: ",", in: Meter.voiceCounts) ?? []
      setup.voices = voices.count < Meter.voiceLimit ? voices : []
    }
    fields.choice(field(9), "sound", "Sound", &setup.sound, sounds)
    fields.choice(field(10), "unit", "Beat unit", &setup.unit, units)
    fields.whole(
      field(11), "count-in", "Count-in", &setup.countInBars, in: Metronome.countIns, unit: "bars")
    fields.text(field(12), "plan", "Tempo plan", setup.plan?.text ?? "", upTo: 4_000) {
      setup.plan = try? TempoPlan(parsing: $0)
    }
    fields.flag(field(13), "plan-on", "Follow the plan", &setup.isPlanOn)
    fields.whole(
      field(14), "sounding-bars", "Sounding bars", &setup.soundingBars, in: Gaps.bars,
      unit: "bars")
    fields.whole(
      field(15), "silent-bars", "Silent bars", &setup.silentBars,
      in: 0...Gaps.bars.upperBound, unit: "bars")
    fields.whole(
      field(16), "drop-chance", "Random mute", &setup.dropChance, in: Gaps.chances, unit: "%")
    fields.whole(field(17), "seed", "Random seed", &setup.seed, in: seeds)
    fields.choice(field(18), "limit", "Stop after", &setup.limit, limits)
    fields.whole(field(19), "limit-count", "Bars or minutes", &setup.limitCount, in: limitCounts)
    fields.choice(field(20), "flash", "Flash", &setup.flash, flashes)
    fields.flag(field(21), "vibration", "Vibration", &setup.isVibrating)
    fields.whole(field(22), "level", "Volume", &setup.level, in: levels, unit: "%")
    let trainer = setup.trainer.flatMap { TempoPlan([$0])?.text } ?? ""
    fields.text(field(23), "trainer", "Tempo trainer", trainer, upTo: 60) {
      let stretch = (try? TempoPlan(parsing: $0))?.stretches[0]
      setup.trainer = nil
      if let stretch, case .steps = stretch.course { setup.train(stretch) }
    }
    fields.flag(field(24), "count-aloud", "Count in with a voice", &setup.countsAloud)
  }
}
