import Sound

extension Command {
  static let spectrum = Command(
    name: "spectrum", summary: "List the partials of a recording",
    details: """
      Prints the lines of a WAV file's average spectrum as CSV: frequency, level relative to a full-scale
      sine, level relative to the strongest line, and nearest note. If the sound has a single pitch, the
      number of each partial is included.
      """,
    options: [
      Option(name: "lines", placeholder: "N", summary: "Maximum number of lines, 1 to 200 [32]"),
      Option(
        name: "floor", placeholder: "DB",
        summary: "Range below the strongest line, 20 to 120 [70]"),
    ],
    words: ("FILE.wav", 1),
    examples: ["woodshed spectrum crow.wav", "woodshed spectrum --lines 12 --floor 40 a.wav"]
  ) { arguments throws(CommandError) in
    guard let path = arguments.words.first else {
      throw .wrongUsage("Say which file to analyse, such as `woodshed spectrum crow.wav`.")
    }
    let count = try arguments.number("lines", in: 1...200) ?? 32
    let depth = try arguments.number("floor", in: 20...120) ?? 70
    var spectrum: MeanSpectrum?
    try SoundInput.read(path) { rate in
      spectrum = MeanSpectrum(sampleRate: rate)
    } _: { samples in
      for sample in samples { spectrum?.hear(sample) }
    }
    guard let lines = spectrum?.lines(count, depth: Decibels(Double(depth))), !lines.isEmpty else {
      throw .failed("`\(path)` contains no sound.")
    }
    Output.show("frequency,level,relative,note,cents,partial\n")
    let strongest = lines.map(\.level).max() ?? Decibels(0)
    for line in lines {
      let tuned = Tuning.standard.nearest(to: line.frequency)
      Output.show(
        "\(Fixed.text(line.frequency, places: 3)),\(Fixed.text(line.level.value, places: 1)),"
          + "\(Fixed.text(line.level.value - strongest.value, places: 1)),"
          + "\(tuned.note.name(in: .sharps)),\(Fixed.text(tuned.offset.value, places: 1)),"
          + "\(line.partial.map { String($0) } ?? "")\n")
    }
  }
}
