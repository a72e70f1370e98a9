import Sound

/// The notes of a recording, each drawn on a line, and a summary.
struct PitchNotes {
  private struct Played {
    let note: Note
    let start: Double
    var end: Double
    var cents: [Double]
    /// The last one that was found in it.
    var vibrato: Vibrato?
  }

  private let spelling: Spelling
  private var played: [Played] = []
  private var isInside = false

  init(_ spelling: Spelling) {
    self.spelling = spelling
  }

  /// - Parameter vibrato: the vibrato of the last second, if any.
  mutating func add(_ row: PitchRow, _ vibrato: Vibrato?) {
    guard let pitch = row.pitch else {
      isInside = false
      return
    }
    if isInside, let last = played.last, last.note == pitch.note {
      played[played.count - 1].end = row.time
      played[played.count - 1].cents.append(pitch.cents)
    } else {
      played.append(
        Played(note: pitch.note, start: row.time, end: row.time, cents: [pitch.cents]))
    }
    isInside = true
    if let vibrato { played[played.count - 1].vibrato = vibrato }
  }

  /// Notes with fewer frames are transitions to others.
  private static let shortest = 6
  /// Half of a picture's width, in characters.
  private static let reach = 20

  func report() -> String {
    let notes = played.filter { $0.cents.count >= Self.shortest }
    guard !notes.isEmpty else { return "No note was heard.\n" }
    let scale =
      "-50" + String(repeating: " ", count: Self.reach - 4) + "in tune"
      + String(repeating: " ", count: Self.reach - 6) + "+50 cents"
    var text = "   time  note   \(scale)\n"
    for note in notes {
      text += pad(Fixed.text(note.start, places: 2), 7) + "  "
      text += note.note.name(in: spelling).padded(to: 5) + "  "
      text += picture(note.cents) + "  " + signed(median(note.cents))
      if let vibrato = note.vibrato {
        text += "  vibrato \(Fixed.text(vibrato.rate, places: 1)) Hz"
        text += " ± \(Fixed.text(vibrato.extent.value, places: 0)) cents"
      }
      text += "\n"
    }
    text += "\nnote   times  seconds   median   spread\n"
    for number in Set(notes.map(\.note)).sorted() {
      let same = notes.filter { $0.note == number }
      let cents = same.flatMap { $0.cents }
      let seconds = same.reduce(0) { $0 + $1.end - $1.start }
      text += number.name(in: spelling).padded(to: 5) + pad(String(same.count), 7)
      text += pad(Fixed.text(seconds, places: 2), 9) + pad(signed(median(cents)), 9)
      text += pad(Fixed.text(spread(cents), places: 1), 9) + "\n"
    }
    return text
  }

  /// Where the note was most of the time, from 50 cents below to 50 above.
  private func picture(_ cents: [Double]) -> String {
    var counts = [Int](repeating: 0, count: 2 * Self.reach + 1)
    for value in cents {
      let place = Int((min(max(value, -50), 50) / 50 * Double(Self.reach)).rounded()) + Self.reach
      counts[place] += 1
    }
    let most = max(counts.max() ?? 1, 1)
    return counts.enumerated().map { place, count in
      if count * 2 > most { return "█" }
      if count * 8 > most { return "▒" }
      if count > 0 { return "·" }
      return place == Self.reach ? "|" : " "
    }.joined()
  }

  private func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// The width of the middle half.
  private func spread(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return sorted[(sorted.count - 1) * 3 / 4] - sorted[(sorted.count - 1) / 4]
  }

  private func signed(_ cents: Double) -> String {
    (cents >= 0 ? "+" : "") + Fixed.text(cents, places: 1)
  }

  private func pad(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
