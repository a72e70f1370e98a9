import Platform
import Sound

extension Command {
  static let tap = Command(
    name: "tap", summary: "Measure the tempo of taps",
    details: """
      In a terminal, each Return is a tap, until Ctrl-D. From a pipe or a file, it reads the times of
      taps in seconds, one per line. It prints the tempo with its standard deviation.
      """,
    words: ("[FILE]", 1),
    examples: ["woodshed tap", "printf '0\\n0.5\\n1.01\\n' | woodshed tap"]
  ) { arguments throws(CommandError) in
    try Tap.run(arguments.words.first ?? "-")
  }
}

private enum Tap {
  static func run(_ path: String) throws(CommandError) {
    if path == "-", Terminal.isInput { return try listen() }
    let bytes = try SoundInput.text(path, limit: 1 << 20)
    var taps = TapTempo()
    var estimate: TapTempo.Estimate?
    for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
    {
      let text = String(decoding: line, as: UTF8.self)
      if text.allSatisfy({ $0 == " " || $0 == "\r" || $0 == "\t" }) { continue }
      guard let seconds = Double(text.filter { $0 != "\r" && $0 != " " }), seconds.isFinite else {
        throw .failed("Line \(index + 1) is not a time in seconds, such as 1.25: `\(text)`.")
      }
      estimate = taps.tap(at: seconds * 1_000)
    }
    guard let estimate else {
      throw .failed("There is no tempo: no two taps are 0.1 to 6 seconds apart.")
    }
    Output.show(words(estimate))
  }

  private static func listen() throws(CommandError) {
    Output.show("Press Return on every beat, Ctrl-D to end.\n")
    var taps = TapTempo()
    let began = Instant.now
    do throws(SystemError) {
      var source = try ByteSource("-")
      while true {
        let bytes = try source.next()
        if bytes.isEmpty { return }
        let time = Double(Instant.now.nanoseconds(since: began)) / 1e6
        if let estimate = taps.tap(at: time) { Output.show(words(estimate)) }
      }
    } catch {
      throw .failed("The taps cannot be read: \(error.message).")
    }
  }

  private static func words(_ estimate: TapTempo.Estimate) -> String {
    let spread = estimate.deviation.map { " ± \(Fixed.text($0, places: 2))" } ?? ""
    return
      "\(Fixed.text(estimate.beatsPerMinute, places: 2))\(spread) bpm, \(estimate.taps) taps\n"
  }
}
