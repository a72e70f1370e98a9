import Domain
import Sound

extension Command {
  static let click = Command(
    name: "click", summary: "Write metronome clicks to a sound file",
    details: """
      Every click starts on the sample nearest to its exact time, however long the file is. The tempo
      can change, and bars or beats can be muted; the same seed mutes the same beats. With --cues, it
      prints the times of the clicks as CSV instead of writing sound.
      """,
    options: [
      Option(name: "tempo", placeholder: "BPM", summary: "Tempo in bpm, 10 to 600 [120]"),
      Option(name: "beats", placeholder: "N", summary: "Beats per bar, 1 to 32 [4]"),
      Option(
        name: "grouping", placeholder: "A+B", summary: "How beats are grouped, such as 2+3"),
      Option(name: "subdivision", placeholder: "N", summary: "Clicks per beat, 1 to 12 [1]"),
      Option(
        name: "swing", placeholder: "PERCENT",
        summary: "Position of the second of two clicks, 50 to 75 [50]"),
      Option(
        name: "poly", placeholder: "M:N",
        summary: "M even clicks against N beats; up to four numbers, beats last"),
      Option(
        name: "ramp", placeholder: "RAMP",
        summary: "linear:BPM:BARS or exp:BPM:BARS, reach this tempo in this many bars;\n"
          + "step:±BPM:BARS:LIMIT, change by BPM every BARS bars"),
      Option(
        name: "gap", placeholder: "P:Q", summary: "Play P bars, then mute Q bars, and repeat"),
      Option(
        name: "drop", placeholder: "PERCENT", summary: "Random mute, share of beats, 0 to 80 [0]"),
      Option(name: "seed", placeholder: "N", summary: "Random seed for --drop [0]"),
      Option(name: "count-in", placeholder: "BARS", summary: "Count-in bars, 0 to 4 [0]"),
      Option(
        name: "sound", placeholder: "NAME",
        summary: ClickSound.allCases.map(\.name).joined(separator: ", ") + " [tick]"),
      Option(name: "bars", placeholder: "N", summary: "How many bars [4]"),
      Option(name: "seconds", placeholder: "S", summary: "Length, instead of bars"),
      Option(name: "cues", summary: "Print the clicks as CSV"),
    ] + SoundOutput.options,
    examples: [
      "woodshed click --tempo 131.37 --beats 5 --grouping 2+3 --bars 32 -o five.wav",
      "woodshed click --tempo 60 --ramp linear:120:16 --bars 20 --cues",
      "woodshed click --poly 3:2 --tempo 80 --gap 2:2 --seconds 60 -o - | aplay",
    ]
  ) { arguments throws(CommandError) in
    try ClickOptions(arguments).run(arguments)
  }
}

/// The checked options of `click`.
private struct ClickOptions {
  private let metronome: Metronome
  private let sound: ClickSound
  private let sampleRate: Int
  private let bars: Int?
  /// In milliseconds.
  private let length: Int64?

  init(_ arguments: Arguments) throws(CommandError) {
    sampleRate = try SoundOutput.sampleRate(arguments)
    sound = try arguments.choice("sound", from: ClickSound.allCases.map { ($0.name, $0) }) ?? .tick
    length = try arguments.decimal("seconds", places: 3, in: 1...86_400_000)
    let barsGiven = try arguments.number("bars", in: 1...100_000)
    guard length == nil || barsGiven == nil else {
      throw .wrongUsage("Use --bars or --seconds, not both.")
    }
    bars = length == nil ? barsGiven ?? 4 : nil
    let gaps = try Self.gaps(arguments)
    let countIn = try arguments.number("count-in", in: Metronome.countIns) ?? 0
    let metronome = Metronome(
      meter: try Self.meter(arguments), tempo: try Self.tempo(arguments), gaps: gaps,
      countInBars: countIn)
    guard let metronome else { throw .wrongUsage("--count-in takes a number from 0 to 4.") }
    self.metronome = metronome
  }

  func run(_ arguments: Arguments) throws(CommandError) {
    if arguments.has("cues") { return printCues() }
    guard let path = arguments["output"] else {
      throw .wrongUsage("Say where the sound goes, such as `-o click.wav`, or use --cues.")
    }
    // The first click of the count-in is the first sample.
    let start = Pulses(metronome, sampleRate: sampleRate)
      .start(ofBar: -Int64(metronome.countInBars))
    let end = end
    let output = try SoundOutput(
      path, arguments, sampleRate: sampleRate, frames: end - start)
    try render(from: start, to: end, output)
  }

  /// The first sample that is no longer played.
  private var end: Int64 {
    if let length { return length * Int64(sampleRate) / 1_000 }
    // Where the bar after the last one begins.
    return Pulses(metronome, sampleRate: sampleRate).start(ofBar: Int64(bars ?? 0))
  }

  private func printCues() {
    var text = "sample,seconds,bar,beat,subdivision,accent\n"
    var pulses = Pulses(metronome, sampleRate: sampleRate, bars: bars)
    let end = end
    while let pulse = pulses.next(), pulse.sample < end {
      let seconds = Double(pulse.sample) / Double(sampleRate)
      text += "\(pulse.sample),\(Fixed.text(seconds, places: 6)),\(pulse.bar),\(pulse.beat),"
      text += "\(pulse.subdivision),\(pulse.accent.name)\n"
      if text.utf8.count > 60_000 {
        Output.show(text)
        text = ""
      }
    }
    Output.show(text)
  }

  private func render(
    from start: Int64, to end: Int64, _ output: consuming SoundOutput
  ) throws(CommandError) {
    var pulses = Pulses(metronome, sampleRate: sampleRate, bars: bars)
    var renderer = ClickRenderer(sampleRate: sampleRate)
    var waiting = pulses.next()
    var block: [Float] = []
    var place = start
    let voices = metronome.meter.voices.count
    while place < end {
      let count = Int(min(4_096, end - place))
      while let pulse = waiting, pulse.sample < place + Int64(count) {
        let ahead = pulses
        waiting = pulses.next()
        let next = ahead.nextHeard(after: pulse.sample, before: pulse.sample + renderer.reach)
        renderer.add(pulse.strike(sound, voices: voices), next: next)
      }
      block = [Float](repeating: 0, count: count)
      renderer.render(to: &block, from: place)
      try output.write(block)
      place += Int64(count)
    }
    try output.finish()
  }

  // MARK: - Options

  private static func meter(_ arguments: Arguments) throws(CommandError) -> Meter {
    let beats = try arguments.number("beats", in: Meter.beatCounts)
    let subdivision = try arguments.number("subdivision", in: Meter.subdivisionCounts) ?? 1
    let swing = try arguments.number("swing", in: Meter.swings) ?? 50
    var voices: [Int] = []
    var count = beats ?? 4
    if let text = arguments["poly"] {
      let numbers = text.split(separator: ":", omittingEmptySubsequences: false).map {
        Int($0) ?? 0
      }
      guard (2...Meter.voiceLimit).contains(numbers.count),
        numbers.allSatisfy({ Meter.voiceCounts.contains($0) }), let last = numbers.last
      else {
        throw .wrongUsage(
          "--poly takes two to four numbers from 1 to 32, such as 3:2 or 5:4:3, not `\(text)`.")
      }
      guard beats == nil || beats == last else {
        throw .wrongUsage(
          "--beats \(count) and --poly \(text) differ: the last number of --poly is the beats.")
      }
      voices = Array(numbers.dropLast())
      count = last
    }
    if let text = arguments["grouping"] {
      let groups = text.split(separator: "+", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
      let sum = groups.reduce(0) { $0 &+ $1 }
      let isStated = beats != nil || arguments["poly"] != nil
      guard !isStated || sum == count else {
        throw .wrongUsage("--grouping \(text) has \(sum) beats, not \(count).")
      }
      guard
        let meter = Meter(
          grouping: groups, subdivisions: subdivision, swing: swing, voices: voices)
      else {
        throw .wrongUsage(
          "--grouping takes groups of 1 to 4 beats, such as 2+3, 32 beats at most, not `\(text)`.")
      }
      return meter
    }
    guard let meter = Meter(beats: count, subdivisions: subdivision, swing: swing, voices: voices)
    else {
      throw .wrongUsage("--beats takes a number from 1 to 32.")
    }
    return meter
  }

  private static func gaps(_ arguments: Arguments) throws(CommandError) -> Gaps {
    let drop = try arguments.number("drop", in: Gaps.chances) ?? 0
    let seed = UInt64(try arguments.number("seed", in: 0...Int.max) ?? 0)
    guard let text = arguments["gap"] else { return Gaps(dropChance: drop, seed: seed) ?? Gaps() }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard parts.count == 2,
      let gaps = Gaps(sounding: parts[0], silent: parts[1], dropChance: drop, seed: seed)
    else {
      throw .wrongUsage(
        "--gap takes numbers of played and muted bars, 1 to 100 each, such as 4:2, not `\(text)`."
      )
    }
    return gaps
  }

  private static func tempo(_ arguments: Arguments) throws(CommandError) -> TempoPlan {
    let range = Int64(Tempo.range.lowerBound)...Int64(Tempo.range.upperBound)
    let units = try arguments.decimal("tempo", places: 2, in: range) ?? 12_000
    guard let tempo = Tempo(centiBeatsPerMinute: Int(units)) else {
      throw .wrongUsage("--tempo takes a number from 10 to 600.")
    }
    guard let text = arguments["ramp"] else { return TempoPlan(steady: tempo) }
    guard let plan = ramp(text, from: tempo) else {
      throw .wrongUsage(
        "--ramp takes linear:120:16 or exp:120:16 (reach 120 bpm in 16 bars), or step:+2:4:120 "
          + "(add 2 bpm every 4 bars, up to 120 bpm), not `\(text)`.")
    }
    return plan
  }

  private static func ramp(_ text: String, from tempo: Tempo) -> TempoPlan? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { String($0) }
    switch (parts[0], parts.count) {
    case ("linear", 3), ("exp", 3):
      guard let goal = hundredths(parts[1]).flatMap({ Tempo(centiBeatsPerMinute: $0) }),
        let bars = Int(parts[2])
      else { return nil }
      let course: TempoPlan.Course =
        parts[0] == "exp" ? .exponential(to: goal) : .linear(to: goal)
      return TempoPlan([TempoPlan.Stretch(bars: bars, tempo: tempo, course: course)])
    case ("step", 4):
      guard let by = hundredths(parts[1]), by != 0, let bars = Int(parts[2]), bars > 0,
        let limit = hundredths(parts[3]).flatMap({ Tempo(centiBeatsPerMinute: $0) })
      else { return nil }
      let way = limit.centiBeatsPerMinute - tempo.centiBeatsPerMinute
      guard way * by >= 0 else { return nil }
      let steps = (abs(way) + abs(by) - 1) / abs(by)
      let (count, isOver) = bars.multipliedReportingOverflow(by: steps + 1)
      guard !isOver else { return nil }
      return TempoPlan([
        TempoPlan.Stretch(
          bars: count, tempo: tempo, course: .steps(by: by, everyBars: bars, limit: limit))
      ])
    default: return nil
    }
  }

  /// A number in hundredths.
  private static func hundredths(_ text: String) -> Int? {
    (try? Decimal(parsing: text, places: 2)).map { Int(clamping: $0.units) }
  }
}
