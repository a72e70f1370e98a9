import Ledger

/// The journal as tables: RFC 4180, in UTF-8.
public enum JournalTable {
  /// A line for each day with an entry.
  public static func days(_ extract: JournalExtract) -> [UInt8] {
    var table = CSV(["day", "notes", "takes", "sessions", "seconds"])
    for (day, marks) in extract.marks {
      table.line([
        DayText.text(of: day) ?? "", "\(marks.notes)", "\(marks.takes)", "\(marks.sessions)",
        "\(marks.seconds)",
      ])
    }
    return table.bytes
  }

  /// A line for each session; moments are in UTC.
  public static func sessions(_ extract: JournalExtract) -> [UInt8] {
    var table = CSV([
      "day", "began", "ended", "seconds", "paused", "pieces", "what exactly", "how it is heard",
      "rating", "how it went", "next step",
    ])
    for one in extract.sessions {
      let session = one.session
      table.line([
        DayText.text(of: session.day) ?? "", MachineTime.extended(session.began),
        MachineTime.extended(session.ended), "\(one.seconds)", "\(session.pausedSeconds)",
        one.pieces.joined(separator: "; "), session.question, session.sign,
        session.rating > 0 ? "\(session.rating)" : "", session.sentence, session.nextStep,
      ])
    }
    return table.bytes
  }

  /// A line for each note.
  public static func notes(_ extract: JournalExtract) -> [UInt8] {
    var table = CSV(["day", "begun", "text", "tags", "piece"])
    for note in extract.notes {
      table.line([
        DayText.text(of: note.day) ?? "", MachineTime.extended(note.made), note.text, note.tags,
        note.piece.flatMap { extract.titles[$0] } ?? "",
      ])
    }
    return table.bytes
  }
}

/// A table built line by line.
struct CSV {
  private(set) var bytes: [UInt8] = []

  init(_ heads: [String]) {
    line(heads)
  }

  mutating func line(_ cells: [String]) {
    line(cells.map { (text: $0, isNumber: false) })
  }

  /// A line in which numbers are never guarded, whatever they start with.
  mutating func line(_ cells: [(text: String, isNumber: Bool)]) {
    for (place, cell) in cells.enumerated() {
      if place > 0 { bytes.append(UInt8(ascii: ",")) }
      put(cell.text, isGuarded: !cell.isNumber && Self.isGuarded(cell.text))
    }
    bytes.append(0x0D)
    bytes.append(0x0A)
  }

  private mutating func put(_ cell: String, isGuarded: Bool) {
    let isQuoted = cell.utf8.contains {
      $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 == 0x0A || $0 == 0x0D
    }
    if isQuoted { bytes.append(UInt8(ascii: "\"")) }
    if isGuarded { bytes.append(UInt8(ascii: "'")) }
    for byte in cell.utf8 {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    if isQuoted { bytes.append(UInt8(ascii: "\"")) }
  }

  /// Whether a spreadsheet would take a text for a formula, so that it needs an apostrophe in front.
  private static func isGuarded(_ cell: String) -> Bool {
    guard let first = cell.utf8.first else { return false }
    guard first == UInt8(ascii: "'") else { return isSpecial(first) }
    return cell.utf8.dropFirst().first.map(isSpecial) ?? false
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D, 0,
      UInt8(ascii: "'"):
      true
    default: false
    }
  }

  /// The text of a cell without the apostrophe that a spreadsheet needs.
  static func unguarded(_ cell: String) -> String {
    guard cell.utf8.first == UInt8(ascii: "'"), let next = cell.utf8.dropFirst().first,
      isSpecial(next)
    else { return cell }
    return String(decoding: Array(cell.utf8.dropFirst()), as: UTF8.self)
  }
}
