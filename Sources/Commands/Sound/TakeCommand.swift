import Domain
import Sound

extension Command {
  static let take = Command(
    name: "take", summary: "Convert, stretch and analyse takes",
    details: """
      Takes are WAV or FLAC files with one or two channels. Actions:

        flac IN OUT        convert to FLAC, lossless up to 24 bits
        wav IN OUT         convert to WAV
        stretch IN OUT     change the speed or pitch, as WAV
        timing IN          compare the note onsets with a click
        intonation IN      show the average and spread of each note
      """,
    options: [
      Option(
        name: "speed", placeholder: "PERCENT",
        summary: "stretch: 25 to 200, at the same pitch [100]"),
      Option(
        name: "semitones", placeholder: "N", summary: "stretch: -12 to 12, at the same speed [0]"),
      Option(name: "tempo", placeholder: "BPM", summary: "timing: tempo of the click, 10 to 600"),
      Option(name: "beats", placeholder: "N", summary: "timing: beats per bar, 1 to 32 [4]"),
      Option(
        name: "subdivision", placeholder: "N",
        summary: "timing: clicks per beat, 1 to 12 [1]"),
      Option(
        name: "offset", placeholder: "SECONDS",
        summary: "timing: time of the first click [the first note]"),
      Option(name: "flats", summary: "intonation: write accidentals as flats"),
      Option(
        name: "format", placeholder: "FORMAT", summary: "timing, intonation: text or csv [text]"),
    ] + TuningOptions.options,
    words: ("WHAT IN [OUT]", 3),
    examples: [
      "woodshed take flac lesson.wav lesson.flac",
      "woodshed take stretch --speed 50 --semitones 2 lesson.flac slow.wav",
      "woodshed take timing --tempo 120 --subdivision 2 etude.wav",
      "woodshed take intonation --a4 442 etude.flac",
    ]
  ) { arguments throws(CommandError) in
    try Take.run(arguments)
  }
}

private enum Take {
  private static let actions = ["flac", "wav", "stretch", "timing", "intonation"]

  static func run(_ arguments: Arguments) throws(CommandError) {
    guard let action = arguments.words.first else {
      throw .wrongUsage(
        "Say what to do, such as `woodshed take flac lesson.wav lesson.flac`. "
          + "`woodshed help take` lists all actions.")
    }
    guard actions.contains(action) else {
      let hint = NearestName.hint(for: action, among: actions) { "`\($0)`" }
      throw .wrongUsage(
        "`woodshed take` takes \(actions.joined(separator: ", ")), not `\(action)`.\(hint)")
    }
    let isJudging = action == "timing" || action == "intonation"
    guard arguments.words.count == (isJudging ? 2 : 3) else {
      throw .wrongUsage(
        isJudging
          ? "Say which take: `woodshed take \(action) lesson.wav`."
          : "Say which take and what to write: `woodshed take \(action) in.wav out.\(action == "flac" ? "flac" : "wav")`."
      )
    }
    let path = arguments.words[1]
    switch action {
    case "flac": try writeFlac(path, arguments.words[2])
    case "wav": try writeWave(path, arguments.words[2])
    case "stretch": try stretch(path, arguments.words[2], arguments)
    case "timing": try TakeTiming(arguments).run(path)
    default: try TakeIntonation(arguments).run(path)
    }
  }

  // MARK: - Files

  private static func writeFlac(_ path: String, _ target: String) throws(CommandError) {
    var writer: FlacWriter?
    var start: [UInt8] = []
    var blocks: [UInt8] = []
    var depth = TakePCM.Depth.bits16
    try TakeInput.read(path) { format throws(CommandError) in
      guard FlacWriter.sampleRates.contains(format.sampleRate) else {
        throw .failed("FLAC supports sample rates up to \(FlacWriter.sampleRates.upperBound) Hz.")
      }
      depth = format.depth
      let made = FlacWriter(
        sampleRate: format.sampleRate, channels: format.channels, bits: depth.rawValue,
        longest: Int64(format.sampleRate) * 3_600)
      start = made.header
      writer = made
    } _: { samples in
      writer?.append(whole(samples, depth), to: &blocks)
    }
    writer?.finish(to: &blocks)
    if let writer { start = writer.header }
    var output = try TakeOutput(target)
    try output.write(start)
    try output.write(blocks)
    try output.finish()
  }

  /// Samples as whole numbers; those of 16 and 24 bits keep their values.
  private static func whole(_ samples: [Float], _ depth: TakePCM.Depth) -> [Int32] {
    let steps: Float = depth == .bits16 ? 0x8000 : 0x80_0000
    return samples.map { Int32(min(max(($0 * steps).rounded(), -steps), steps - 1)) }
  }

  private static func writeWave(_ path: String, _ target: String) throws(CommandError) {
    var header: WaveHeader?
    var bytes: [UInt8] = []
    try TakeInput.read(path) { format throws(CommandError) in
      header = WaveHeader(
        sampleRate: format.sampleRate, channels: format.channels, depth: format.depth)
    } _: { samples in
      guard let header else { return }
      TakePCM.append(whole(samples, header.depth), header.depth, to: &bytes)
    }
    guard let header else { return }
    let frames = Int64(bytes.count / header.frameBytes)
    var output = try TakeOutput(target)
    try output.write(header.bytes(frames: frames))
    try output.write(bytes)
    try output.write(header.end(frames: frames))
    try output.finish()
  }

  private static func stretch(
    _ path: String, _ target: String, _ arguments: Arguments
  ) throws(CommandError) {
    let percent = try arguments.number("speed", in: 25...200) ?? 100
    let semitones = try arguments.number("semitones", in: TimeStretch.transpositions) ?? 0
    var format: TakeInput.Format?
    var sound: [Float] = []
    try TakeInput.read(path) { found throws(CommandError) in
      format = found
    } _: { samples in
      sound += samples
    }
    guard let format else { return }
    let channels = format.channels
    var stretch = TimeStretch(
      sampleRate: format.sampleRate, channels: channels, speed: Double(percent) / 100,
      semitones: semitones)
    let frames = Int64(sound.count / channels) * 100 / Int64(percent)
    let header = WaveHeader(
      sampleRate: format.sampleRate, channels: channels, depth: format.depth)
    var pcm = TakePCM(format.depth)
    var output = try TakeOutput(target)
    try output.write(header.bytes(frames: frames))
    var (block, bytes): ([Float], [UInt8]) = ([], [])
    var left = frames
    let whole = Int64(sound.count / channels)
    while left > 0 {
      let count = Int(min(left, 4_096))
      block.removeAll(keepingCapacity: true)
      stretch.render(
        count,
        { start, count, samples in
          let first = min(max(start, 0), whole)
          let last = min(max(start + Int64(count), first), whole)
          for _ in start..<max(start, min(first, start + Int64(count))) {
            for _ in 0..<channels { samples.append(0) }
          }
          samples += sound[Int(first) * channels..<Int(last) * channels]
        }, to: &block)
      bytes.removeAll(keepingCapacity: true)
      pcm.append(block, to: &bytes)
      try output.write(bytes)
      left -= Int64(count)
    }
    try output.write(header.end(frames: frames))
    try output.finish()
  }
}
