import Ledger

/// The journal as a calendar that other programs read: RFC 5545.
///
/// A note is an all-day event; sessions and takes have their times, in UTC.
public enum JournalCalendar {
  public static func file(_ extract: JournalExtract, now: Int64) -> [UInt8] {
    var lines = CalendarLines()
    lines.put("BEGIN", "VCALENDAR")
    lines.put("VERSION", "2.0")
    lines.put("PRODID", "-//Woodshed//Journal//EN")
    lines.put("CALSCALE", "GREGORIAN")
    let stamp = MachineTime.basic(max(now, 1_000))
    for note in extract.notes {
      guard let date = MachineTime.date(note.day) else { continue }
      let first = NoteText(note.text, lineLimit: 100).lines.first { $0.kind != .blank }
      lines.begin(note.id, stamp, first?.plain ?? "Note")
      lines.put("DTSTART;VALUE=DATE", date)
      lines.put("DESCRIPTION", text: NoteText.withSigns(note.text))
      let tags = note.allTags
      // Commas separate values here; tags contain none.
      if !tags.isEmpty {
        lines.put("CATEGORIES", tags.map { CalendarLines.escaped($0) }.joined(separator: ","))
      }
      lines.put("TRANSP", "TRANSPARENT")
      lines.put("END", "VEVENT")
    }
    for one in extract.sessions {
      let session = one.session
      let end = session.ended > session.began ? session.ended : session.began + one.seconds * 1_000
      let name = session.question.isEmpty ? "Practice" : session.question
      guard lines.begin(session.id, stamp, name, from: session.began, to: end) else { continue }
      let words = [one.pieces.joined(separator: ", "), session.sentence, session.nextStep]
      lines.put(
        "DESCRIPTION", text: words.filter { !$0.isEmpty }.joined(separator: "\n"))
      lines.put("END", "VEVENT")
    }
    for take in extract.takes {
      let end = take.began + Int64(take.recordedSeconds * 1_000)
      guard lines.begin(take.id, stamp, take.name, from: take.began, to: end) else { continue }
      lines.put("END", "VEVENT")
    }
    lines.put("END", "VCALENDAR")
    return lines.bytes
  }
}

/// Content lines, folded where they are longer than 75 bytes.
private struct CalendarLines {
  private(set) var bytes: [UInt8] = []

  mutating func begin(_ id: RowID, _ stamp: String, _ summary: String) {
    put("BEGIN", "VEVENT")
    put("UID", "\(id.bits.hex)@woodshed")
    put("DTSTAMP", stamp)
    put("SUMMARY", text: summary)
  }

  /// Starts an event at its time; returns whether the time is valid.
  mutating func begin(
    _ id: RowID, _ stamp: String, _ summary: String, from start: Int64, to end: Int64
  ) -> Bool {
    let (from, to) = (MachineTime.basic(start), MachineTime.basic(end))
    guard !from.isEmpty, !to.isEmpty else { return false }
    begin(id, stamp, summary)
    put("DTSTART", from)
    if end > start { put("DTEND", to) }
    return true
  }

  mutating func put(_ name: String, text: String) {
    put(name, Self.escaped(text))
  }

  mutating func put(_ name: String, _ value: String) {
    let line = Array("\(name):\(value)".utf8)
    var start = 0
    while start < line.count {
      if start > 0 { bytes.append(contentsOf: [0x0D, 0x0A, 0x20]) }
      // The leading space of a folded line counts, too; no character is split.
      var end = min(start + (start > 0 ? 74 : 75), line.count)
      while end < line.count, line[end] & 0xC0 == 0x80 { end -= 1 }
      bytes.append(contentsOf: line[start..<end])
      start = end
    }
    bytes.append(contentsOf: [0x0D, 0x0A])
  }

  static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0x0A: bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "n")])
      case 0x09: bytes.append(0x20)
      case 0..<0x20, 0x7F: break
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
