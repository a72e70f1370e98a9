import Sound

extension Command {
  static let crow = Command(
    name: "crow", summary: "Analyse the crow of a reed",
    details: """
      Reads a WAV file of a double reed blown alone for 2 to 5 seconds and shows its pitch, how
      many Cs sound, how balanced they are, and how much it rattles. A C is the pitch, whatever
      note it is, or an octave above it that is at most 18 dB weaker than the strongest and stands
      out from the partials beside it. Rattle is the share of the power that is noise or beats
      faster than about 6 times a second; at 20 % or more, the crow counts as a rattle. Only the
      first 20 seconds of sound are measured. In JSON, `kind` is none, one, two, three or rattle,
      the `level` of a partial is in dB relative to the strongest, and `spectrum` has the levels
      of 120 equal steps of pitch from 100 Hz to 8 kHz. Unknown values are null.
      """,
    options: [
      Option(name: "a4", placeholder: "HZ", summary: "The A above middle C, 380 to 480 [440]"),
      Option(name: "flats", summary: "Write accidentals as flats"),
      Option(name: "format", placeholder: "FORMAT", summary: "text or json [text]"),
    ],
    words: ("FILE.wav", 1),
    examples: ["woodshed crow reed.wav", "woodshed crow --a4 442 --format json reed.wav"]
  ) { arguments throws(CommandError) in
    guard let path = arguments.words.first else {
      throw .wrongUsage("Say which recording to measure, such as `woodshed crow reed.wav`.")
    }
    let tuning = try TuningOptions.tuning(arguments)
    let isJSON = try arguments.choice("format", from: [("text", false), ("json", true)]) ?? false
    let crow = try measure(path, tuning)
    let report = CrowReport(
      crow: crow, tuning: tuning, spelling: arguments.has("flats") ? .flats : .sharps)
    Output.show(isJSON ? report.json : report.text)
  }

  private static func measure(_ path: String, _ tuning: Tuning) throws(CommandError) -> Crow {
    var listener: CrowListener?
    var heard: Int64 = 0
    var least: Int64 = 0
    try SoundInput.read(path) { rate throws(CommandError) in
      guard CrowListener.sampleRates.contains(rate) else {
        throw .failed(
          "\(SoundInput.name(of: path)) has a sample rate of \(rate) Hz; a crow needs "
            + "\(CrowListener.sampleRates.lowerBound) to \(CrowListener.sampleRates.upperBound) Hz."
        )
      }
      listener = CrowListener(sampleRate: rate)
      least = Int64(Crow.shortest * Double(rate))
    } _: { samples in
      heard += Int64(samples.count)
      for sample in samples { listener?.hear(sample) }
    }
    guard let listener, heard >= least else {
      throw .failed(
        "\(SoundInput.name(of: path)) is too short to be measured. Record the crow for 2 to 5 seconds."
      )
    }
    return listener.crow(tuning)
  }
}

/// A crow in words or as JSON.
private struct CrowReport {
  let crow: Crow
  let tuning: Tuning
  let spelling: Spelling

  // MARK: - Words

  var text: String {
    var text = "crow     \(kind.words)\n"
    if let pitch = crow.pitch {
      text += "pitch    \(name(pitch.note)) \(signed(pitch.cents.value)) cents, "
      text += "\(Fixed.text(pitch.frequency, places: 2)) Hz\n"
    }
    if let balance = crow.balance { text += "balance  \(balance) of 5\n" }
    if let rattle = crow.rattle {
      text += "rattle   \(Fixed.text(rattle * 100, places: 1)) % of the power\n"
    }
    if !crow.partials.isEmpty {
      text += "\npartial       Hz      dB\n" + crow.partials.map(row).joined()
    }
    if !crow.spectrum.isEmpty { text += "\n" + picture }
    if crow.isClipped {
      text += "\nThe recording is too loud and distorted. Move the microphone further away.\n"
    }
    return text
  }

  private func row(_ partial: Crow.Partial) -> String {
    let note = name(tuning.nearest(to: partial.frequency).note)
    let bar = String(repeating: "█", count: max(0, Int((20 + partial.level.value / 2).rounded())))
    let end = partial.sounds ? " sounds" : ""
    return note + pad(Fixed.text(partial.frequency, places: 2), 16 - note.count)
      + pad(Fixed.text(partial.level.value, places: 1), 8) + ("  " + bar + end).trimmedAtEnd + "\n"
  }

  /// The spectrum, 10 dB per row, down from its strongest line.
  private var picture: String {
    let rows = 6
    let parts = Array(" ▁▂▃▄▅▆▇█")
    let most = crow.spectrum.map(\.value).max() ?? 0
    let heights = stride(from: 0, to: crow.spectrum.count, by: 2).map { column in
      let level = max(crow.spectrum[column].value, crow.spectrum[column + 1].value)
      return max(0, Int(((level - most + Double(10 * rows)) / 10 * 8).rounded()))
    }
    var text = ""
    for row in (0..<rows).reversed() {
      text += String(heights.map { parts[min(max($0 - 8 * row, 0), 8)] }).trimmedAtEnd + "\n"
    }
    return text + "100 Hz   200       400      800       1600     3200     8000\n"
  }

  private func name(_ note: Note) -> String { note.name(in: spelling) }

  private func signed(_ cents: Double) -> String {
    (cents >= 0 ? "+" : "") + Fixed.text(cents, places: 1)
  }

  private func pad(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  // MARK: - JSON

  var json: String {
    let pitch = crow.pitch
    let members = [
      ("kind", "\"\(kind.id)\""),
      ("hertz", pitch.map { Fixed.text($0.frequency, places: 3) }),
      ("note", pitch.map { "\"\(name($0.note))\"" }),
      ("cents", pitch.map { Fixed.text($0.cents.value, places: 2) }),
      ("partials", "[" + crow.partials.map(object).joined(separator: ",") + "]"),
      ("balance", crow.balance.map { String($0) }),
      ("rattle", crow.rattle.map { Fixed.text($0, places: 4) }),
      ("seconds", Fixed.text(crow.seconds, places: 2)),
      ("clipped", crow.isClipped ? "true" : "false"),
      (
        "spectrum",
        "[" + crow.spectrum.map { Fixed.text($0.value, places: 1) }.joined(separator: ",") + "]"
      ),
    ]
    return "{" + members.map { "\"\($0)\":\($1 ?? "null")" }.joined(separator: ",") + "}\n"
  }

  private func object(_ partial: Crow.Partial) -> String {
    "{\"hertz\":\(Fixed.text(partial.frequency, places: 3)),"
      + "\"note\":\"\(name(tuning.nearest(to: partial.frequency).note))\","
      + "\"level\":\(Fixed.text(partial.level.value, places: 1)),\"sounds\":\(partial.sounds)}"
  }

  private var kind: (id: String, words: String) {
    switch crow.kind {
    case .unpitched:
      (
        "none",
        crow.spectrum.isEmpty ? "none: no sustained sound" : "none: noise without a pitch"
      )
    case .one: ("one", "one C")
    case .two: ("two", "two Cs")
    case .three: ("three", "three Cs")
    case .rattle: ("rattle", "rattle")
    }
  }
}

extension String {
  var trimmedAtEnd: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
