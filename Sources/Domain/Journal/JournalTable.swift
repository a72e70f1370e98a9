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
        DayText.text(of: note.day) ?? "", MachineTime.extended(note.made), note.text,
        Tags.text(note.allTags, byteLimit: .max),
        note.piece.flatMap { extract.titles[$0] } ?? "",
      ])
    }
    return table.bytes
  }
}
