public import Domain
public import RoomKit
public import Sound

extension MetronomePanel {
  /// A number of the setup that has a field.
  public enum Number: Int, SetupNumber {
    case tempo, beats, swing, level, voice1, voice2, voice3, sounding, silent, drop, seed, limit

    public var entry: NumberEntry<MetronomeSetup> {
      switch self {
      case .tempo:
        NumberEntry(
          "Tempo", Tempo.range, places: 2, step: 100, "bpm", change: "Change the tempo",
          { $0.tempo.centiBeatsPerMinute },
          { $0.tempo = Tempo(centiBeatsPerMinute: $1) ?? $0.tempo })
      case .beats:
        NumberEntry(
          "Beats", Meter.beatCounts, "", change: "Change the beats",
          { $0.beats.count }, { $0.setBeatCount($1) })
      case .swing:
        NumberEntry(
          "Swing", Meter.swings, "%", change: "Change the swing", { $0.swing }, { $0.swing = $1 })
      case .level:
        NumberEntry(
          "Volume", MetronomeSetup.levels, step: 5, "%", change: "Change the volume",
          { $0.level }, { $0.level = $1 })
      case .voice1: Self.voice(0)
      case .voice2: Self.voice(1)
      case .voice3: Self.voice(2)
      case .sounding:
        NumberEntry(
          "Playing", Gaps.bars, "bars", change: "Change the muting",
          { $0.soundingBars }, { $0.soundingBars = $1 })
      case .silent:
        NumberEntry(
          "Silent", Gaps.bars, "bars", change: "Change the muting",
          { max($0.silentBars, 1) }, { $0.silentBars = $1 })
      case .drop:
        NumberEntry(
          "Random mute", Gaps.chances, step: 5, "%", change: "Change the muting",
          { $0.dropChance }, { $0.dropChance = $1 })
      case .seed:
        NumberEntry(
          "Seed", MetronomeSetup.seeds, "", change: "Change the muting",
          { $0.seed }, { $0.seed = $1 })
      case .limit:
        NumberEntry(
          "Stop after", MetronomeSetup.limitCounts, "", change: "Change when it stops",
          { $0.limitCount }, { $0.limitCount = $1 })
      }
    }

    /// An extra voice of a polyrhythm; the beats are the first.
    private static func voice(_ index: Int) -> NumberEntry<MetronomeSetup> {
      NumberEntry(
        "Voice \(index + 2): beats per bar", 0...Meter.voiceCounts.upperBound, "",
        change: "Change the polyrhythm",
        { $0.voices.indices.contains(index) ? $0.voices[index] : 0 }, { $0.setVoice(index, $1) })
    }
  }
}

extension MetronomePanel.Trainer {
  /// A number of the trainer, in whole beats per minute or bars.
  public enum Number: Int, SetupNumber {
    case from, to, by, every

    public var entry: NumberEntry<TempoPlan.Stretch> {
      switch self {
      case .from:
        Self.tempo("From", { $0.tempo }) { stretch, tempo in
          let goal = stretch.goal
          stretch.tempo = tempo
          stretch.setCourse(.steps, to: goal)
        }
      case .to: Self.tempo("To", { $0.goal }) { $0.setCourse(.steps, to: $1) }
      case .by:
        NumberEntry(
          "By", 1...100, "bpm", { ($0.step + 50) / 100 },
          { $0.setCourse(.steps, to: $0.goal, by: $1 * 100) })
      case .every:
        NumberEntry(
          "Every", 1...100, "bars", { $0.everyBars },
          { $0.setCourse(.steps, to: $0.goal, everyBars: $1) })
      }
    }

    private static func tempo(
      _ label: String, _ value: @escaping @Sendable (TempoPlan.Stretch) -> Tempo,
      _ set: @escaping @Sendable (inout TempoPlan.Stretch, Tempo) -> Void
    ) -> NumberEntry<TempoPlan.Stretch> {
      NumberEntry(
        label, 10...600, "bpm", { (value($0).centiBeatsPerMinute + 50) / 100 },
        { set(&$0, Tempo(clamping: Double($1))) })
    }
  }
}

extension MetronomePanel.Plan {
  /// A number of a section of the plan.
  public enum Number: Int, SetupNumber {
    case bars, tempo, goal, step, everyBars

    public var entry: NumberEntry<TempoPlan.Stretch> {
      switch self {
      case .bars:
        NumberEntry("Length", TempoPlan.barCounts, "bars", { $0.bars }, { $0.bars = $1 })
      case .tempo:
        Self.tempo("Tempo", { $0.tempo }) { stretch, tempo in
          stretch.tempo = tempo
          // The limit may now be on the other side.
          stretch.setCourse(stretch.way, to: stretch.goal)
        }
      case .goal: Self.tempo("To", { $0.goal }) { $0.setCourse($0.way, to: $1) }
      case .step:
        NumberEntry(
          "By", 1...10_000, places: 2, step: 100, "bpm",
          { $0.step }, { $0.setCourse(.steps, to: $0.goal, by: $1) })
      case .everyBars:
        NumberEntry(
          "Every", TempoPlan.barCounts, "bars",
          { $0.everyBars }, { $0.setCourse(.steps, to: $0.goal, everyBars: $1) })
      }
    }

    private static func tempo(
      _ label: String, _ value: @escaping @Sendable (TempoPlan.Stretch) -> Tempo,
      _ set: @escaping @Sendable (inout TempoPlan.Stretch, Tempo) -> Void
    ) -> NumberEntry<TempoPlan.Stretch> {
      NumberEntry(
        label, Tempo.range, places: 2, step: 100, "bpm",
        { value($0).centiBeatsPerMinute },
        { stretch, units in
          if let tempo = Tempo(centiBeatsPerMinute: units) { set(&stretch, tempo) }
        })
    }
  }
}
