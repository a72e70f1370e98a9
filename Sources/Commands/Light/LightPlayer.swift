import Light
import Platform

/// Draws or plays a set without anybody at the controllers.
struct LightPlayer {
  private let arguments: Arguments
  private let verb: String
  let sets: [Chordset]
  /// The events of a log that was named in place of a set.
  private let log: [LightEvent]?
  let width: Int
  let height: Int
  let rate: Int
  let level: FlashLevel
  private let seed: UInt64

  init(_ arguments: Arguments, _ verb: String) throws(CommandError) {
    (self.arguments, self.verb) = (arguments, verb)
    (sets, log) = try LightSets.find(arguments.words[1])
    (width, height) = try Self.size(
      arguments, verb == "render" ? (960, 540) : verb == "check" ? (96, 54) : (160, 90))
    rate = try arguments.number("fps", in: 1...240) ?? 60
    level =
      try arguments.choice("limit", from: FlashLevel.allCases.map { ($0.name, $0) }) ?? .safe
    seed = UInt64(try arguments.number("seed", in: 0...Int.max) ?? 1)
  }

  /// Whether it plays a log on the sets that come with the app.
  var isLog: Bool { log != nil }

  private static func size(
    _ arguments: Arguments, _ usual: (Int, Int)
  ) throws(CommandError) -> (Int, Int) {
    guard let text = arguments["size"] else { return usual }
    let parts = text.split(separator: "x").map { Int($0) ?? 0 }
    guard parts.count == 2, parts.allSatisfy((1...4_096).contains) else {
      throw .wrongUsage(
        "--size takes a width and a height up to 4096, such as 160x90, not `\(text)`.")
    }
    return (parts[0], parts[1])
  }

  /// Draws one chord.
  func render() throws(CommandError) {
    try arguments.refuse("fps", "events", "hammer", "seed", in: "light render")
    guard log == nil else {
      throw .wrongUsage("A log of events has no chords to draw. Name a set.")
    }
    guard let path = arguments["output"] else {
      throw .wrongUsage("Say where the picture goes: -o picture.png, or -o - for standard output.")
    }
    let chord = (try arguments.number("chord", in: 1...Chordset.size) ?? 1) - 1
    let gamut =
      try arguments.choice("gamut", from: [("srgb", Gamut.sRGB), ("p3", .displayP3)]) ?? .sRGB
    let look = Look(sets[0][chord], mode: sets[0].mode, gamut: gamut)
    let scene = Scene(look, aspect: Double(width) / Double(height), level: level)
    let picture = Renderer().draw(scene, width: width, height: height)
    guard let bytes = PNGFile.write(picture.bytes, width: width, height: height) else {
      throw .failed("There is not enough memory for the picture.")
    }
    try Output.write(bytes, to: path)
  }

  /// Plays and writes the result.
  func play() throws(CommandError) {
    try arguments.refuse("chord", "gamut", in: "light play")
    guard let path = arguments["output"] else {
      throw .wrongUsage("Say where the video goes: -o out.y4m, or -o - for standard output.")
    }
    let events = try self.events(orSeconds: nil)
    var problem: SystemError?
    do throws(SystemError) {
      var video = try VideoWriter(path, width: width, height: height, rate: rate)
      run(events) { picture, _ in
        guard problem == nil else { return }
        do throws(SystemError) { try video.write(picture.bytes) } catch { problem = error }
      }
      if let problem { throw problem }
      try video.finish()
    } catch {
      throw .failed("\(path) cannot be written: \(error.message).")
    }
  }

  /// The events to play: from a log, or hostile play.
  func events(orSeconds usual: Int?) throws(CommandError) -> [LightEvent] {
    if let log {
      for option in ["events", "hammer", "seed"] where arguments.has(option) {
        throw .wrongUsage("--\(option) does not apply to a log of events.")
      }
      return log
    }
    let seconds = try arguments.number("hammer", in: 1...36_000)
    if let path = arguments["events"] {
      guard seconds == nil else {
        throw .wrongUsage("Use --events or --hammer, not both.")
      }
      let bytes = try SoundInput.text(path, limit: LightSets.sizeLimit)
      do throws(ChordProblem) {
        return try EventText.events(of: String(decoding: bytes, as: UTF8.self))
      } catch {
        throw .failed(LightSets.words(error, in: path))
      }
    }
    guard let seconds = seconds ?? usual else {
      throw .wrongUsage("Say what to play: --events FILE, or --hammer SECONDS.")
    }
    var play = HostilePlay(seed: seed, sets: sets.count)
    return play.events(until: Int64(seconds) * 1_000_000)
  }

  /// Plays all events and a second longer, and passes on each picture with its time in seconds.
  func run(_ events: [LightEvent], _ show: (Picture, Double) -> Void) {
    var performance = Performance(sets: sets)
    performance.take(
      LightEvent(at: 0, .init(.program), .limit, Double(level.rawValue)))
    var limiter = FlashLimiter(width: width, height: height)
    var picture = Picture(width: width, height: height)
    let renderer = Renderer()
    var fade = PatternFade()
    let end = (events.last?.time ?? 0) + 1_000_000
    var next = 0
    var number: Int64 = 0
    while true {
      let time = number * 1_000_000 / Int64(rate)
      guard time <= end else { return }
      while next < events.count, events[next].time <= time {
        // A recording includes its limiter level. The option decides here.
        if events[next].target != .limit { performance.take(events[next]) }
        next += 1
      }
      performance.advance(to: time)
      let scene = fade.scene(of: performance, aspect: Double(width) / Double(height))
      renderer.draw(scene, into: &picture)
      limiter.limit(&picture, at: time, level, isGoingDark: performance.isBlack)
      show(picture, Double(time) / 1_000_000)
      number += 1
    }
  }
}
