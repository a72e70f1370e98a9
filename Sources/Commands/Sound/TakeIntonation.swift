import Sound

/// The checked options of `take intonation`.
struct TakeIntonation {
  private let tuning: Tuning
  private let spelling: Spelling
  private let isCSV: Bool

  init(_ arguments: Arguments) throws(CommandError) {
    tuning = try TuningOptions.tuning(arguments)
    spelling = arguments.has("flats") ? .flats : .sharps
    isCSV = try arguments.choice("format", from: [("text", false), ("csv", true)]) ?? false
  }

  func run(_ path: String) throws(CommandError) {
    var tracker: PitchTracker?
    var track: PitchTrack?
    var channels = 1
    let tuning = tuning
    try TakeInput.read(path) { format throws(CommandError) in
      guard PitchTracker.sampleRates.contains(format.sampleRate) else {
        throw .failed(
          "`\(path)` has a sample rate of \(format.sampleRate) Hz; pitch needs "
            + "\(PitchTracker.sampleRates.lowerBound) to \(PitchTracker.sampleRates.upperBound) Hz."
        )
      }
      channels = format.channels
      let made = PitchTracker(sampleRate: format.sampleRate, tuning: tuning)
      track = PitchTrack(sampleRate: format.sampleRate, hop: made.hop)
      tracker = made
    } _: { samples in
      for start in stride(from: 0, to: samples.count, by: channels) {
        let sum = samples[start..<start + channels].reduce(0, +) / Float(channels)
        if let frame = tracker?.hear(sum) { track?.append(frame) }
      }
    }
    guard let track else { return }
    let map = IntonationMap(track, tuning: tuning)
    guard !map.byNote.isEmpty else { return Output.show("No note was heard.\n") }
    Output.show(isCSV ? rows(map) : words(map))
  }

  private func rows(_ map: IntonationMap) -> String {
    var text = "note,notes,seconds,mean,uncertainty,spread,in tune\n"
    for entry in map.byNote {
      let line = entry.line
      text +=
        "\(entry.note.name(in: spelling)),\(line.notes),\(Fixed.text(line.seconds, places: 2)),"
      text += "\(Fixed.text(line.mean.value, places: 2)),"
      text += (line.uncertainty.map { Fixed.text($0.value, places: 2) } ?? "") + ","
      text += "\(Fixed.text(line.spread.value, places: 2)),"
      text += "\(Fixed.text(line.shareInTune, places: 3))\n"
    }
    return text
  }

  private func words(_ map: IntonationMap) -> String {
    var text = "note   notes  seconds  average           spread  within 5 cents\n"
    for entry in map.byNote {
      let line = entry.line
      let sure = line.uncertainty.map { " ± " + Fixed.text($0.value, places: 1) } ?? ""
      let mean = (line.mean.value >= 0 ? "+" : "") + Fixed.text(line.mean.value, places: 1)
      text += padded(entry.note.name(in: spelling), 5) + pad("\(line.notes)", 7)
      text += pad(Fixed.text(line.seconds, places: 2), 9) + pad(mean, 9) + padded(sure, 9)
      text += pad(Fixed.text(line.spread.value, places: 1), 12)
      text += pad("\(Fixed.text(line.shareInTune * 100, places: 0)) %", 16) + "\n"
    }
    return text
  }

  private func pad(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
