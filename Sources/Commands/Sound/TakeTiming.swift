import Sound

/// The checked options of `take timing`.
struct TakeTiming {
  private let metronome: Metronome
  /// In thousandths of a second.
  private let offset: Int64?
  private let isCSV: Bool

  init(_ arguments: Arguments) throws(CommandError) {
    let range = Int64(Tempo.range.lowerBound)...Int64(Tempo.range.upperBound)
    guard let units = try arguments.decimal("tempo", places: 2, in: range),
      let tempo = Tempo(centiBeatsPerMinute: Int(units))
    else {
      throw .wrongUsage("Say the click's tempo, such as `--tempo 120`.")
    }
    let beats = try arguments.number("beats", in: Meter.beatCounts) ?? 4
    let parts = try arguments.number("subdivision", in: Meter.subdivisionCounts) ?? 1
    metronome = Metronome(
      meter: Meter(beats: beats, subdivisions: parts) ?? .common, tempo: tempo)
    offset = try arguments.decimal("offset", places: 3, in: 0...86_400_000)
    isCSV =
      try arguments.choice("format", from: [("text", false), ("csv", true)]) ?? false
  }

  func run(_ path: String) throws(CommandError) {
    var detector: OnsetDetector?
    var onsets: [Int64] = []
    var (rate, channels, frames) = (48_000, 1, Int64(0))
    try TakeInput.read(path) { format throws(CommandError) in
      (rate, channels) = (format.sampleRate, format.channels)
      detector = OnsetDetector(sampleRate: rate)
    } _: { samples in
      for start in stride(from: 0, to: samples.count, by: channels) {
        let sum = samples[start..<start + channels].reduce(0, +) / Float(channels)
        if let onset = detector?.hear(sum) { onsets.append(onset) }
      }
      frames += Int64(samples.count / channels)
    }
    guard let first = onsets.first else { throw .failed("No note was heard.") }
    let begin = offset.map { $0 * Int64(rate) / 1_000 } ?? first
    let click = TakeClick(metronome, offset: begin)
    let timing = ClickTiming(
      onsets: onsets, ticks: click.ticks(in: 0..<frames + Int64(rate), sampleRate: rate),
      sampleRate: rate)
    Output.show(isCSV ? rows(timing, rate) : words(timing, isTold: offset != nil))
  }

  private func rows(_ timing: ClickTiming, _ rate: Int) -> String {
    var text = "onset,tick,milliseconds\n"
    for hit in timing.hits {
      text += "\(Fixed.text(Double(hit.onset) / Double(rate), places: 6)),"
      text += "\(Fixed.text(Double(hit.tick) / Double(rate), places: 6)),"
      text += "\(Fixed.text(hit.deviation, places: 3))\n"
    }
    return text
  }

  private func words(_ timing: ClickTiming, isTold: Bool) -> String {
    var text = "\(Count.words(timing.hits.count, "note")) on clicks, "
    text += "\(Count.words(timing.missed, "click")) without a note, "
    text += "\(Count.words(timing.extra, "note")) elsewhere\n"
    if let median = timing.median {
      let side = median < 0 ? "early" : "late"
      text += "median \(Fixed.text(abs(median), places: 1)) ms \(side)"
      text += isTold ? "\n" : ", relative to the first note\n"
    }
    if let deviation = timing.deviation {
      text += "standard deviation \(Fixed.text(deviation, places: 1)) ms\n"
    }
    if let trend = timing.trend {
      let amount =
        "\(Fixed.text(abs(trend.perMinute), places: 1)) ± \(Fixed.text(trend.uncertainty, places: 1))"
      text +=
        trend.isClear
        ? "\(trend.perMinute < 0 ? "rushing" : "dragging"): \(amount) ms per minute\n"
        : "no clear rushing or dragging: \(amount) ms per minute\n"
    } else {
      text += "too few notes to tell rushing from dragging\n"
    }
    return text
  }
}
