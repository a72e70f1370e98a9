import Light

extension Command {
  static let light = Command(
    name: "light", summary: "Draw, play and check chords of colour",
    details: """
      render SET     Draws one chord of a set as a picture (PNG).
      play SET       Plays events, or random hostile play, through the flash limiter, and writes the
                     result as uncompressed video (YUV4MPEG2) for any analyser.
      check WHAT     Looks for harmful flashes and patterns by WCAG 2.2 and ITU-R BT.1702: in a set,
                     which is played at random for a minute; in a log of events; in a video (.y4m);
                     or in a folder of pictures (PNG), in the order of their names. Exits with 1 if
                     it finds any.
      sets           Lists the sets that come with the app, or with -o writes all of them to a file.
      notes          Lists the colours that authors gave to the twelve notes. They disagree, so with
                     -o it writes a set in the colours of each to a file (.txt) for the app to import.

      SET is a file or the name of a set that comes with the app, such as tide. A log of events can be
      played and checked in place of a set: it plays on all the sets that come with the app, starting
      with tide. To play it on others, name them and give the log with --events.

      The limiter lowers the risk for people whom flashing light can harm. It cannot guarantee that
      nobody is harmed.
      """,
    options: [
      Option(name: "chord", placeholder: "N", summary: "render: which chord, 1 to 8 [1]"),
      Option(
        name: "size", placeholder: "WxH",
        summary: "Width and height of pictures [render: 960x540; otherwise 160x90]"),
      Option(
        name: "gamut", placeholder: "NAME",
        summary: "render: colour space, srgb or p3 [srgb]"),
      Option(name: "fps", placeholder: "N", summary: "Frames per second, 1 to 240 [60]"),
      Option(
        name: "limit", placeholder: "LEVEL",
        summary: "What the limiter lets through: safe, calm or off [safe]"),
      Option(
        name: "events", placeholder: "FILE", summary: "play, check: events to play"),
      Option(
        name: "hammer", placeholder: "SECONDS",
        summary: "play, check: seconds of random hostile play, 1 to 36000 [check: 60]"),
      Option(name: "seed", placeholder: "N", summary: "Random seed of hostile play [1]"),
      Option(
        name: "output", placeholder: "FILE", summary: "Output file; - is standard output",
        letter: "o"),
    ],
    words: ("render SET, play SET, check WHAT, sets or notes", 2),
    examples: [
      "woodshed light render tide --chord 3 -o tide.png",
      "woodshed light play ember.light --hammer 60 --seed 7 -o out.y4m",
      "woodshed light check out.y4m", "woodshed light check tide",
      "woodshed light check concert.events",
    ]
  ) { arguments throws(CommandError) in
    guard let verb = arguments.words.first else {
      throw .wrongUsage("Say what to do: woodshed light render, play, check, sets or notes.")
    }
    switch (verb, arguments.words.count) {
    case ("render", 2): try LightPlayer(arguments, "render").render()
    case ("play", 2): try LightPlayer(arguments, "play").play()
    case ("check", 2): try LightCheck(arguments).run()
    case ("sets", 1): try list(arguments)
    case ("notes", 1): try listNotes(arguments)
    case ("sets", _), ("notes", _):
      throw .wrongUsage("`woodshed light \(verb)` takes no file; use -o FILE.")
    case ("render", _), ("play", _):
      throw .wrongUsage("Say which set: woodshed light \(verb) tide.")
    case ("check", _):
      throw .wrongUsage(
        "Say what to check: a set, a log of events, a video or a folder of pictures.")
    default:
      let hint = NearestName.hint(for: verb, among: ["render", "play", "check", "sets", "notes"]) {
        "`woodshed light \($0)`"
      }
      throw .wrongUsage("`woodshed light` cannot `\(verb)`.\(hint)")
    }
  }

  private static func list(_ arguments: Arguments) throws(CommandError) {
    try refuseAllButOutput(arguments, in: "light sets")
    guard let path = arguments["output"] else {
      for name in FactorySets.names {
        guard let set = FactorySets.named(name) else { continue }
        let padding = String(repeating: " ", count: max(1, 10 - name.utf8.count))
        Output.show("\(name)\(padding)\(set.title)\n")
      }
      return
    }
    try Output.write(Array(ChordText.file(FactorySets.all).utf8), to: path)
  }

  private static func listNotes(_ arguments: Arguments) throws(CommandError) {
    try refuseAllButOutput(arguments, in: "light notes")
    func title(_ scale: NoteColours) -> String {
      scale.year.map { "\(scale.name), \($0)" } ?? scale.name
    }
    if let path = arguments["output"] {
      let sets = NoteColours.all.map { $0.fifths(titled: title($0)) }
      return try Output.write(Array(ChordText.file(sets).utf8), to: path)
    }
    let names = ["C", "C♯", "D", "D♯", "E", "F", "F♯", "G", "G♯", "A", "A♯", "B"]
    for scale in NoteColours.all {
      Output.show("\(title(scale))\n")
      for (name, colour) in zip(names, scale.colours) {
        Output.show("  \(name)\(name.count == 1 ? "   " : "  ")\(colour.words)\n")
      }
    }
  }

  private static func refuseAllButOutput(
    _ arguments: Arguments, in verb: String
  ) throws(CommandError) {
    try arguments.refuse(
      "chord", "size", "gamut", "fps", "limit", "events", "hammer", "seed", in: verb)
  }
}

/// Finds sets by a file or a name.
enum LightSets {
  /// The most bytes of a file, which may be a log of ten hours.
  static let sizeLimit = 256_000_000

  /// The sets of a file or a name. For a file that is a log of events, which says nothing of what was played, these are all
  /// that come with the app.
  static func find(
    _ name: String
  ) throws(CommandError) -> (sets: [Chordset], log: [LightEvent]?) {
    if let set = FactorySets.named(name) { return ([set], nil) }
    let text = String(decoding: try bytes(name), as: UTF8.self)
    do throws(ChordProblem) {
      guard isLog(text) else { return (try ChordText.sets(of: text), nil) }
      return (FactorySets.all, try EventText.events(of: text))
    } catch {
      throw .failed(words(error, in: name))
    }
  }

  private static func bytes(_ name: String) throws(CommandError) -> [UInt8] {
    do throws(CommandError) {
      return try SoundInput.text(name, limit: sizeLimit)
    } catch {
      // A word without a dot was meant as a name.
      guard !name.contains("."), !name.contains("/") else { throw error }
      let hint = NearestName.hint(for: name, among: FactorySets.names) { "`\($0)`" }
      throw .failed("There is no file and no set called `\(name)`.\(hint)")
    }
  }

  /// Whether the first line that is not a comment is that of a log, of any version.
  private static func isLog(_ text: String) -> Bool {
    var rest = text.utf8[...]
    while let first = rest.first {
      switch first {
      case 10, 13, 32: rest.removeFirst()
      case UInt8(ascii: "#"): rest = rest.drop { $0 != 10 }
      default: return rest.starts(with: "woodshed light-events".utf8)
      }
    }
    return false
  }

  static func words(_ problem: ChordProblem, in name: String) -> String {
    let place = problem.line > 0 ? ", line \(problem.line)" : ""
    return "\(SoundInput.name(of: name))\(place): \(problem.message)"
  }
}
