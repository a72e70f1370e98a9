import Platform
import Sound

extension Command {
  static let score = Command(
    name: "score", summary: "Write the clicks of a score timed in seconds",
    details: """
      Writes the clicks of a timed score, or with --cues its events as CSV. `sequenza-vii` is the grid
      of Berio's Sequenza VII; any other score is a text file (see `Docs/Scores.md`). Time 0 is the
      first bar that is played; the count-in comes before it.
      """,
    options: [
      Option(
        name: "scale", placeholder: "PERCENT",
        summary: "Speed, 20 to 300; 50 is half speed [100]"),
      Option(name: "lines", placeholder: "A-B", summary: "Lines to play [all]"),
      Option(name: "bars", placeholder: "A-B", summary: "Bars of each line to play [all]"),
      Option(name: "passes", placeholder: "N", summary: "Repeats, 1 to 1000 [1]"),
      Option(name: "count-in", placeholder: "SECONDS", summary: "Count-in, 0 to 10 [3]"),
      Option(name: "drone", summary: "Play the score's drone, too"),
      Option(name: "a4", placeholder: "HZ", summary: "The A of the drone, 380 to 480 [440]"),
      Option(name: "seed", placeholder: "N", summary: "Random seed for free brackets [0]"),
      Option(name: "cues", summary: "Print the events as CSV"),
      Option(name: "check", summary: "Describe the score, or say what is wrong with it"),
    ] + SoundOutput.options,
    words: ("sequenza-vii|FILE", 1),
    examples: [
      "woodshed score sequenza-vii --cues",
      "woodshed score sequenza-vii --scale 75 --lines 3-4 --drone -o lines.wav",
      "woodshed score my.score --check",
    ]
  ) { arguments throws(CommandError) in
    try ScoreOptions(arguments).run(arguments)
  }
}

/// The checked options of `score`.
private struct ScoreOptions {
  private let score: Score
  private let cues: [ScoreCue]
  private let sampleRate: Int
  private let a4: Double

  init(_ arguments: Arguments) throws(CommandError) {
    guard let name = arguments.words.first else {
      throw .wrongUsage("Say which score: `woodshed score sequenza-vii`, or the name of a file.")
    }
    score = name == "sequenza-vii" ? .sequenzaVII : try Self.score(name)
    let percent = try arguments.number("scale", in: ScoreScale.percents) ?? 100
    sampleRate = try SoundOutput.sampleRate(arguments)
    a4 = Double(try arguments.decimal("a4", places: 3, in: 380_000...480_000) ?? 440_000) / 1_000
    let most = score.lines.map { $0.bars.count }.max() ?? 0
    let range = ScoreRange(
      lines: try Self.range(arguments, "lines", to: score.lines.count),
      bars: try Self.range(arguments, "bars", to: most))
    cues = score.cues(
      range, scale: ScoreScale(percent: percent) ?? .written,
      countIn: try arguments.number("count-in", in: 0...10) ?? 3,
      passes: try arguments.number("passes", in: 1...1_000) ?? 1,
      seed: UInt64(try arguments.number("seed", in: 0...Int.max) ?? 0))
  }

  func run(_ arguments: Arguments) throws(CommandError) {
    if arguments.has("check") { return Output.show(report) }
    if arguments.has("cues") { return printCues() }
    guard let path = arguments["output"] else {
      throw .wrongUsage(
        "Say where the sound goes, such as `-o score.wav`, or use --cues or --check.")
    }
    try render(to: path, arguments, hasDrone: arguments.has("drone"))
  }

  private func printCues() {
    var text = "seconds,line,bar,kind,length\n"
    for cue in cues {
      let line = cue.line == 0 ? "" : String(cue.line)
      let bar = cue.bar == 0 ? "" : String(cue.bar)
      text += "\(seconds(cue.start)),\(line),\(bar),\(cue.kind.name),\(seconds(cue.length))\n"
    }
    Output.show(text)
  }

  /// With six places: the times of a scaled score are not whole milliseconds.
  private func seconds(_ milliseconds: Fraction) -> String {
    Fixed.text(milliseconds.value / 1_000, places: 6)
  }

  private var report: String {
    var text = "\(score.title.isEmpty ? "Untitled" : score.title)"
    text += score.composer.isEmpty ? "\n" : ", \(score.composer)\n"
    if !score.source.isEmpty { text += "\(score.source)\n" }
    let bars = score.lines.reduce(0) { $0 + $1.bars.count }
    let holds = score.lines.flatMap { $0.bars }.filter { $0.hold != nil }
    text +=
      "\(Count.words(score.lines.count, "line")), \(Count.words(bars, "bar")), "
      + "\(Count.words(holds.count, "hold")), \(Count.words(score.brackets.count, "bracket"))\n"
    if bars > 0 {
      text += "Without holds \(clock(score.length(withHolds: false)))"
      text += holds.isEmpty ? ".\n" : ", with holds \(clock(score.length(withHolds: true))).\n"
    }
    if holds.contains(where: { $0.hold == .untilTap }) {
      text += "Holds that wait for a tap are not counted.\n"
    }
    return text
  }

  /// Minutes, seconds and thousandths.
  private func clock(_ milliseconds: Int64) -> String {
    let (minutes, rest) = (milliseconds / 60_000, milliseconds % 60_000)
    let seconds = Fixed.text(Double(rest) / 1_000, places: 3)
    return "\(minutes):\(rest < 10_000 ? "0" : "")\(seconds)"
  }

  // MARK: - Sound

  private func render(
    to path: String, _ arguments: Arguments, hasDrone: Bool
  ) throws(CommandError) {
    let start = min(cues.first?.sample(at: sampleRate) ?? 0, 0)
    let end = cues.map { $0.endSample(at: sampleRate) }.max() ?? 0
    var output = try SoundOutput(path, arguments, sampleRate: sampleRate, frames: end - start)
    var renderer = ClickRenderer(sampleRate: sampleRate)
    var drone = Drone(sampleRate: sampleRate, timbre: .pure)
    if hasDrone, let note = score.drone, let tuning = Tuning(a4: a4) {
      drone.play([Drone.Tone(frequency: tuning.frequency(of: note), level: 0.5)])
    }
    let strikes = cues.map { $0.strike(on: $0.sample(at: sampleRate)) }
    var next = 0
    var place = start
    while place < end {
      let count = Int(min(4_096, end - place))
      while next < strikes.count, strikes[next].sample < place + Int64(count) {
        let strike = strikes[next]
        let later = strikes[next...].first { $0.sample > strike.sample && $0.accent != .mute }
        renderer.add(strike, next: later?.sample)
        next += 1
      }
      // The drone fades out before the end.
      if place < end - Int64(sampleRate), place + Int64(count) >= end - Int64(sampleRate) {
        drone.stop()
      }
      var block = [Float](repeating: 0, count: count)
      for index in 0..<count { block[index] = drone.next() }
      renderer.render(to: &block, from: place)
      try output.write(block)
      place += Int64(count)
    }
    try output.finish()
  }

  // MARK: - Options

  private static func range(
    _ arguments: Arguments, _ option: String, to most: Int
  ) throws(CommandError) -> ClosedRange<Int> {
    guard let text = arguments[option] else { return 1...max(most, 1) }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard let first = parts.first ?? nil, let last = parts.last ?? nil, parts.count <= 2,
      min(first, last) >= 1, max(first, last) <= most
    else {
      throw .wrongUsage(
        "--\(option) takes a number or a range from 1 to \(most), such as 1-\(most), not `\(text)`."
      )
    }
    guard first > last else { return first...last }
    Output.complain("--\(option) \(text) is backwards; \(last)-\(first) is used.")
    return last...first
  }

  private static func score(_ path: String) throws(CommandError) -> Score {
    let bytes = try SoundInput.text(path, limit: Score.textLimit)
    do throws(Score.TextError) {
      return try Score(parsing: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw .failed(
        "`\(path)`, line \(error.line), column \(error.column): \(words(for: error.reason)).")
    }
  }

  private static func words(for reason: Score.TextError.Reason) -> String {
    switch reason {
    case .unknownStatement(let word): "unknown statement `\(word)`"
    case .expected(let what): "\(what) is expected here"
    case .numberOutOfRange(let range): "only \(range) can be used"
    case .linesWithoutColumns: "`lines` needs `columns` before it"
    case .noSuchBar(let line, let bar): "there is no bar \(bar) in line \(line) so far"
    case .statedTwice(let word): "`\(word)` appears twice"
    case .tooLarge: "the text is too large"
    case .invalid(let problem): words(for: problem)
    }
  }

  private static func words(for problem: Score.Problem) -> String {
    switch problem {
    case .empty: "the score has no bars and no brackets"
    case .barWithoutLength(let line, let bar): "bar \(line).\(bar) has no length"
    case .holdOutOfOrder(let line, let bar):
      "the hold of bar \(line).\(bar) needs its shortest, usual and longest time in this order"
    case .markOutsideBar(let line, let bar): "a mark of bar \(line).\(bar) is outside it"
    case .bracketTurnedRound(let number): "bracket \(number) ends before it can start"
    case .bracketsOutOfOrder(let number):
      "bracket \(number) starts before the one written before it"
    case .tooLong: "the score is longer than a day"
    case .textNotPlain(let text): "`\(text)` has characters that a line of text cannot have"
    }
  }
}
