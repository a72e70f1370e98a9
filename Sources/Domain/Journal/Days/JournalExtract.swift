public import Ledger

/// The journal of some days in chronological order: every export is made from it.
public struct JournalExtract: Sendable {
  /// A session with the totals of its blocks.
  public struct Session: Sendable {
    public var session: PractisedSession
    public var seconds: Int64
    /// Their names, that of the piece that took longest first.
    public var pieces: [String]
  }

  public let days: ClosedRange<Int64>
  public let notes: [JournalNote]
  public let takes: [Take]
  public let sessions: [Session]
  /// What pieces are called.
  public let titles: [RowID: String]
  /// The days on which there is anything, and how much.
  public let marks: [(day: Int64, marks: DayMarks)]

  public var isEmpty: Bool { marks.isEmpty }
}

extension JournalIndex {
  /// The extract of these days.
  public func extract(_ days: ClosedRange<Int64>) -> JournalExtract {
    var notes: [JournalNote] = []
    var takes: [Take] = []
    var sessions: [JournalExtract.Session] = []
    // Entries are newest first; reversed, they are chronological.
    for entry in entries.reversed() where days.contains(entry.day) {
      switch entry.kind {
      case .note: if let note = self.notes[entry.id] { notes.append(note) }
      case .take: if let take = self.takes[entry.id] { takes.append(take) }
      case .session:
        guard let session = self.sessions[entry.id] else { continue }
        sessions.append(
          JournalExtract.Session(
            session: session, seconds: seconds(of: entry.id),
            pieces: piecesOf(entry.id).map { title($0) }))
      }
    }
    let marks = marksByDay.filter { days.contains($0.key) && !$0.value.isEmpty }
      .map { (day: $0.key, marks: $0.value) }.sorted { $0.day < $1.day }
    return JournalExtract(
      days: days, notes: notes, takes: takes, sessions: sessions, titles: pieces, marks: marks)
  }
}

/// Moments as machines write them, in UTC.
enum MachineTime {
  /// `2026-11-16T18:00:00Z`; empty for 0 and for moments beyond the calendar.
  static func extended(_ milliseconds: Int64) -> String { text(milliseconds, "-", ":") }

  /// `20261116T180000Z`.
  static func basic(_ milliseconds: Int64) -> String { text(milliseconds, "", "") }

  /// `20261116`.
  static func date(_ day: Int64) -> String? {
    DayText.text(of: day).map { text in
      String(decoding: text.utf8.filter { $0 != UInt8(ascii: "-") }, as: UTF8.self)
    }
  }

  private static func text(_ milliseconds: Int64, _ dash: String, _ colon: String) -> String {
    let day = JournalDay.day(of: milliseconds, zoneMinutes: 0)
    guard milliseconds != 0, let date = dash.isEmpty ? date(day) : DayText.text(of: day) else {
      return ""
    }
    let second = (milliseconds - day * 86_400_000) / 1_000
    let hour = DayWords.two(second / 3_600)
    let minute = DayWords.two(second / 60 % 60)
    return "\(date)T\(hour)\(colon)\(minute)\(colon)\(DayWords.two(second % 60))Z"
  }
}
