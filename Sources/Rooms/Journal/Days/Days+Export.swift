import Domain
import Ledger
import Markup
import Program

extension Days {
  /// What is handed out, and of which days.
  struct Export: Equatable, Sendable {
    var isOpen = false
    var first: Int64 = 0
    var last: Int64 = 0
  }

  public enum ExportMessage: Sendable {
    case opened
    case closed
    case firstChosen(String)
    case lastChosen(String)
    case taken(File)
  }

  /// What can be handed out.
  public enum File: CaseIterable, Sendable {
    case page, calendar, days, sessions, notes

    var name: String {
      switch self {
      case .page: "Page for a teacher"
      case .calendar: "Calendar (iCal)"
      case .days: "Days (CSV)"
      case .sessions: "Sessions (CSV)"
      case .notes: "Notes (CSV)"
      }
    }
  }

  static func update(
    _ state: inout State, _ message: ExportMessage, _ room: RoomContext
  ) -> [Effect<Message>] {
    switch message {
    case .opened:
      let month = state.month
      let first = state.chosen.first ?? month.firstDay
      let last = state.chosen.last ?? month.firstDay + Int64(month.dayCount) - 1
      state.export = Export(isOpen: true, first: first, last: last)
      return keep(&state, room)
    case .closed: state.export.isOpen = false
    case .firstChosen(let text):
      guard let day = DayText.day(of: text) else { return [] }
      state.export.first = day
      state.export.last = max(state.export.last, day)
    case .lastChosen(let text):
      guard let day = DayText.day(of: text) else { return [] }
      state.export.last = day
      state.export.first = min(state.export.first, day)
    case .taken(let file):
      let days = state.export.first...max(state.export.first, state.export.last)
      return [self.file(file, state.index.extract(days), room)]
    }
    return []
  }

  private static func file(
    _ file: File, _ extract: JournalExtract, _ room: RoomContext
  ) -> Effect<Message> {
    switch file {
    case .page:
      .download(
        DayBundle.html(extract), name: DayBundle.fileName("practice", extract.days) + ".html",
        type: "text/html")
    case .calendar:
      .download(
        JournalCalendar.file(extract, now: room.milliseconds),
        name: DayBundle.fileName("journal", extract.days) + ".ics", type: "text/calendar")
    case .days: table(JournalTable.days(extract), "days", extract)
    case .sessions: table(JournalTable.sessions(extract), "sessions", extract)
    case .notes: table(JournalTable.notes(extract), "notes", extract)
    }
  }

  private static func table(
    _ bytes: [UInt8], _ word: String, _ extract: JournalExtract
  ) -> Effect<Message> {
    .download(bytes, name: DayBundle.fileName(word, extract.days) + ".csv", type: "text/csv")
  }

  static func exportSheet(_ export: Export) -> Node<Message> {
    dialogBox(
      "Take it with you", id: "days-export", isOpen: export.isOpen, isSheet: true,
      closed: .export(.closed)
    ) {
      div(.className("two")) {
        dateField(
          FieldFrame("From", id: "export-first"), value: DayText.text(of: export.first) ?? ""
        ) { .export(.firstChosen($0)) }
        dateField(FieldFrame("To", id: "export-last"), value: DayText.text(of: export.last) ?? "") {
          .export(.lastChosen($0))
        }
      }
      div(.className("row wrap")) {
        for file in File.allCases {
          action(file.name, icon: .download, .export(.taken(file)))
        }
      }
      p(.className("note")) {
        "The page needs nothing but a browser. To have it on paper, print it from there; your "
          + "browser prints this room as well."
      }
    }
  }
}
