import Sound

extension Command {
  static let drone = Command(
    name: "drone", summary: "Write a drone to a sound file",
    details: """
      Plays one note or a chord for a given time, with a fade-in and a fade-out. A chord consists of
      notes of the temperament or of exact ratios.
      """,
    options: [
      Option(name: "note", placeholder: "NOTE", summary: "The root, such as B4, from C1 to C8")
    ] + TuningOptions.options + [
      Option(
        name: "timbre", placeholder: "NAME",
        summary: Timbre.named.map(\.name).joined(separator: ", ")
          + ",\nor nine drawbars from 0 to 8, such as 868000000 [organ]"),
      Option(
        name: "chord", placeholder: "NAME",
        summary: "root, octave, fifth, major, minor, seventh, just-fifth, just-major,\n"
          + "just-minor, just-seventh, or ratios such as 1,5/4,3/2 [root]"),
      Option(
        name: "chorus", placeholder: "CENTS",
        summary: "Double each voice, detuned to both sides, 0 to 3 [0]"),
      Option(
        name: "seconds", placeholder: "S", summary: "Length including fades, up to a day [60]"),
    ] + SoundOutput.options,
    examples: [
      "woodshed drone --note B4 --a4 442 --seconds 300 -o b.wav",
      "woodshed drone --note D3 --chord just-major --timbre reed -o - | aplay",
    ]
  ) { arguments throws(CommandError) in
    try DroneOptions(arguments).run(arguments)
  }
}

/// The checked options of `drone`.
private struct DroneOptions {
  private let frequencies: [Double]
  private let timbre: Timbre
  private let chorus: Cents
  private let sampleRate: Int
  private let length: Int64
  private let path: String

  /// The notes that a root may be.
  private static let roots = Note(24)...Note(108)

  init(_ arguments: Arguments) throws(CommandError) {
    guard let text = arguments["note"] else {
      throw .wrongUsage("Say which note, such as `--note B4`.")
    }
    guard let path = arguments["output"] else {
      throw .wrongUsage("Say where the sound goes, such as `-o drone.wav`.")
    }
    self.path = path
    let root = try TuningOptions.note(text, "note")
    guard Self.roots.contains(root) else {
      throw .wrongUsage("--note takes a note from C1 to C8, not `\(text)`.")
    }
    sampleRate = try SoundOutput.sampleRate(arguments)
    length =
      (try arguments.decimal("seconds", places: 3, in: 1...86_400_000) ?? 60_000)
      * Int64(sampleRate) / 1_000
    let tuning = try TuningOptions.tuning(arguments)
    frequencies = try Self.chord(arguments["chord"] ?? "root").frequencies(on: root, tuning)
    timbre = try Self.timbre(arguments["timbre"] ?? "organ")
    let hundredths = try arguments.decimal("chorus", places: 2, in: 0...300) ?? 0
    chorus = Cents(Double(hundredths) / 100)
    let highest = min(Drone.range.upperBound, Double(sampleRate) * 0.45)
    guard frequencies.allSatisfy({ $0 >= Drone.range.lowerBound && $0 <= highest }) else {
      throw .wrongUsage(
        "A note of this chord is outside \(Int(Drone.range.lowerBound)) to \(Int(highest)) Hz, "
          + "the range at a sample rate of \(sampleRate) Hz.")
    }
  }

  func run(_ arguments: Arguments) throws(CommandError) {
    var output = try SoundOutput(path, arguments, sampleRate: sampleRate, frames: length)
    // In a short one, the fades take half each.
    var times = Drone.Times()
    let seconds = Double(length) / Double(sampleRate)
    times.attack = min(times.attack, seconds / 2)
    times.release = min(times.release, seconds / 2)
    var drone = Drone(sampleRate: sampleRate, timbre: timbre, times: times)
    drone.play(frequencies.map { Drone.Tone(frequency: $0) }, chorus: chorus)
    let end = length - Int64(times.release * Double(sampleRate))
    var place: Int64 = 0
    while place < length {
      // The release starts with a block.
      if place == end { drone.stop() }
      let border = place < end ? end : length
      let count = Int(min(4_096, border - place))
      try output.write((0..<count).map { _ in drone.next() })
      place += Int64(count)
    }
    try output.finish()
  }

  private static func timbre(_ text: String) throws(CommandError) -> Timbre {
    if let named = Timbre.named.first(where: { $0.name == text }) { return named.timbre }
    let bars = text.compactMap { $0.wholeNumberValue }
    guard bars.count == 9, text.count == 9, bars.allSatisfy({ $0 <= 8 }),
      bars.contains(where: { $0 > 0 })
    else {
      let names = Timbre.named.map(\.name)
      let hint = NearestName.hint(for: text, among: names) { "`\($0)`" }
      throw .wrongUsage(
        "--timbre takes one of \(names.joined(separator: ", ")) or nine digits from 0 to 8, "
          + "not `\(text)`.\(hint)")
    }
    return .drawbars(bars)
  }

  private static func chord(_ text: String) throws(CommandError) -> Chord {
    if let named = Chord.named.first(where: { $0.name == text }) { return named.chord }
    let intervals: [Chord.Interval?] = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { part in
        let numbers = part.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard let above = numbers.first ?? nil, numbers.count <= 2 else { return nil }
        guard let below = numbers.count == 2 ? numbers[1] : 1 else { return nil }
        return .ratio(above, below)
      }
    guard let chord = Chord(intervals.compactMap { $0 }), !intervals.contains(nil) else {
      let hint = NearestName.hint(for: text, among: Chord.named.map(\.name)) { "`\($0)`" }
      throw .wrongUsage(
        "--chord takes a name such as major, or up to eight ratios from 1/8 to 8 such as 1,5/4,3/2, "
          + "not `\(text)`.\(hint)")
    }
    return chord
  }
}
