import Sound

extension Command {
  static let pitch = Command(
    name: "pitch", summary: "Measure the pitch of a recording",
    details: """
      Reads a WAV file and measures its pitch about 94 times a second. The time of a row is that of the
      last sample it needs; without a clear pitch, frequency, note and cents are empty. The text format
      draws each note and shows its median and spread.
      """,
    options: TuningOptions.options + [
      Option(
        name: "instrument", placeholder: "NAME",
        summary: "Show written notes in its range only; `list` shows all [any]"),
      Option(
        name: "mode", placeholder: "MODE", summary: "raw, fast, normal, slow or precise [raw]"),
      Option(name: "flats", summary: "Write accidentals as flats"),
      Option(name: "format", placeholder: "FORMAT", summary: "text, csv or json [text]"),
    ],
    words: ("FILE.wav", 1),
    examples: [
      "woodshed pitch lesson.wav",
      "woodshed pitch --a4 442 --instrument cor-anglais --format csv lesson.wav",
      "arecord -f S16_LE -r 48000 | woodshed pitch --mode normal -",
    ]
  ) { arguments throws(CommandError) in
    if arguments["instrument"] == "list" { return Output.show(PitchOptions.instruments) }
    try PitchOptions(arguments).run()
  }
}

/// The checked options of `pitch`.
struct PitchOptions {
  private enum Format { case text, csv, json }

  private let path: String
  private let tuning: Tuning
  private let instrument: Instrument
  private let mode: PitchMode
  private let spelling: Spelling
  private let format: Format

  init(_ arguments: Arguments) throws(CommandError) {
    guard let path = arguments.words.first else {
      throw .wrongUsage("Say which file to analyse, such as `woodshed pitch lesson.wav`.")
    }
    self.path = path
    tuning = try TuningOptions.tuning(arguments)
    instrument =
      try arguments.choice("instrument", from: Instrument.all.map { ($0.id, $0) }) ?? .any
    mode = try arguments.choice("mode", from: PitchMode.allCases.map { ($0.name, $0) }) ?? .raw
    spelling = arguments.has("flats") ? .flats : .sharps
    format =
      try arguments.choice("format", from: [("text", .text), ("csv", .csv), ("json", .json)])
      ?? .text
  }

  /// Every instrument with its id.
  static var instruments: String {
    let width = Instrument.all.map(\.id.count).max() ?? 0
    return Instrument.all.map { instrument in
      instrument.id + String(repeating: " ", count: width - instrument.id.count + 2)
        + instrument.name + "\n"
    }.joined()
  }

  func run() throws(CommandError) {
    var tracker: PitchTracker?
    var notes = PitchNotes(spelling)
    var isFirst = true
    if format == .csv { Output.show("time,frequency,note,cents,clarity,level\n") }
    if format == .json { Output.show("[") }
    defer { if format == .json { Output.show("\n]\n") } }
    try SoundInput.read(path) { rate throws(CommandError) in
      guard PitchTracker.sampleRates.contains(rate) else {
        throw .failed(
          "`\(path)` has a sample rate of \(rate) Hz; pitch needs "
            + "\(PitchTracker.sampleRates.lowerBound) to \(PitchTracker.sampleRates.upperBound) Hz."
        )
      }
      tracker = PitchTracker(sampleRate: rate, mode: mode, instrument: instrument, tuning: tuning)
    } _: { samples in
      var text = ""
      for sample in samples {
        guard let frame = tracker?.hear(sample), let rate = tracker?.sampleRate else { continue }
        let row = row(frame, rate)
        switch format {
        case .csv: text += row.csv
        case .json:
          text += (isFirst ? "\n" : ",\n") + row.json
          isFirst = false
        case .text: notes.add(row, tracker?.vibrato)
        }
      }
      if !text.isEmpty { Output.show(text) }
    }
    if format == .text { Output.show(notes.report()) }
  }

  private func row(_ frame: PitchTracker.Frame, _ rate: Int) -> PitchRow {
    var row = PitchRow(
      time: Double(frame.samples) / Double(rate), level: frame.level.value, pitch: nil)
    if let pitch = frame.pitch {
      let tuned = tuning.nearest(to: pitch.frequency)
      row.pitch = PitchRow.Pitch(
        frequency: pitch.frequency, note: instrument.written(tuned.note),
        name: instrument.written(tuned.note).name(in: spelling), cents: tuned.offset.value,
        clarity: pitch.clarity, errorBar: pitch.errorBar?.value)
    }
    return row
  }
}

/// The measurement of one hop.
struct PitchRow {
  struct Pitch {
    let frequency: Double
    let note: Note
    let name: String
    let cents: Double
    let clarity: Double
    let errorBar: Double?
  }

  /// In seconds.
  let time: Double
  let level: Double
  var pitch: Pitch?

  var csv: String {
    let heard =
      pitch.map { pitch in
        "\(Fixed.text(pitch.frequency, places: 6)),\(pitch.name),"
          + "\(Fixed.text(pitch.cents, places: 3)),\(Fixed.text(pitch.clarity, places: 3))"
      } ?? ",,,"
    return "\(Fixed.text(time, places: 6)),\(heard),\(Fixed.text(level, places: 1))\n"
  }

  var json: String {
    var members = ["\"time\":\(Fixed.text(time, places: 6))"]
    if let pitch {
      members += [
        "\"frequency\":\(Fixed.text(pitch.frequency, places: 6))", "\"note\":\"\(pitch.name)\"",
        "\"cents\":\(Fixed.text(pitch.cents, places: 3))",
        "\"clarity\":\(Fixed.text(pitch.clarity, places: 3))",
      ]
      if let bar = pitch.errorBar { members.append("\"errorBar\":\(Fixed.text(bar, places: 6))") }
    }
    if level.isFinite { members.append("\"level\":\(Fixed.text(level, places: 1))") }
    return "{\(members.joined(separator: ","))}"
  }
}
