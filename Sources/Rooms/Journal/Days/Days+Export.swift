import Domain
import Ledger
import Markup
import Program
import RoomKit

extension Days {
  /// What is exported, and for which days.
  struct Export: Equatable, Sendable {
    var isOpen = false
    var first: Int64 = 0
    var last: Int64 = 0
    /// Whether the page for a teacher includes audio.
    var hasSounds = true
    /// The audio it could include.
    var sounds = Sounds()
    /// Progress of the page being created.
    var share: Double?

    var days: ClosedRange<Int64> { first...max(first, last) }

    struct Load: Equatable, Sendable {
      let name: String
      let share: Double
    }

    /// How many takes can be included in a page, and why others cannot.
    struct Sounds: Equatable, Sendable {
      var count = 0
      var size: UInt64 = 0
      /// Those that would make the page too large.
      var tooLarge = 0
      /// The audio that is on the server only.
      var away: [Carrier.File] = []
      /// Those whose audio is on another device.
      var elsewhere = 0
      /// The name and the progress of the take that is being downloaded.
      var load: Load?
      var trouble: String?
    }
  }

  public enum ExportMessage: Sendable {
    case opened
    case closed
    case firstChosen(String)
    case lastChosen(String)
    case soundsSwitched(Bool)
    /// Downloads the audio that is on the server only; the room does it.
    case soundsWanted
    case taken(File)
    case printed
  }

  /// What can be exported.
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
    _ state: inout State, _ message: ExportMessage, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    switch message {
    case .opened:
      let month = state.month
      let first = state.chosen.first ?? month.firstDay
      let last = state.chosen.last ?? month.firstDay + Int64(month.dayCount) - 1
      (state.export.isOpen, state.export.first, state.export.last) = (true, first, last)
      return keep(&state, &room)
    case .closed: state.export.isOpen = false
    case .firstChosen(let text):
      guard let day = DayText.day(of: text) else { return [] }
      state.export.first = day
      state.export.last = max(state.export.last, day)
    case .lastChosen(let text):
      guard let day = DayText.day(of: text) else { return [] }
      state.export.last = day
      state.export.first = min(state.export.first, day)
    case .soundsSwitched(let isOn): state.export.hasSounds = isOn
    case .soundsWanted: break
    case .taken(let file):
      return self.file(file, state.index.extract(state.export.days), room).map { [$0] } ?? []
    case .printed:
      let days = state.export.days
      guard days.count <= 400 else {
        return [.toast("That’s over a year. Select fewer days.")]
      }
      state.export.isOpen = false
      look(for: "", &state)
      let effects = go(to: Array(days), &state)
      state.limit = max(state.limit, state.found.count)
      return effects + [.print]
    }
    return []
  }

  private static func file(
    _ file: File, _ extract: JournalExtract, _ room: RoomContext
  ) -> Effect<Message>? {
    switch file {
    // The room creates it, as it knows where the audio is.
    case .page: nil
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

  private static func soundChoice(_ export: Export) -> Node<Message>? {
    let sounds = export.sounds
    if sounds.count == 0 { return nil }
    let takes = takes(sounds.count)
    return checkField(
      "Include audio of \(takes) in the page, about \(Takes.words(bytes: sounds.size)).",
      id: "export-sounds", isOn: export.hasSounds
    ) { .export(.soundsSwitched($0)) }
  }

  /// The audio that the page will lack, and the button that downloads it.
  @NodeBuilder<Message>
  private static func missing(_ sounds: Export.Sounds) -> [Node<Message>] {
    let away = sounds.away.count
    if let load = sounds.load {
      progressBar("Downloading “\(load.name)”", share: load.share)
    } else if away > 0 {
      div(.className("notice"), .role("status")) {
        Icon.file.view()
        span { "The audio of \(takes(away)) is on the server, not on this device." }
        action(
          "Download · " + Takes.words(bytes: sounds.away.reduce(0) { $0 + $1.blob.byteCount }),
          icon: .download, .export(.soundsWanted))
      }
    }
    if let trouble = sounds.trouble {
      p(.className("problem"), .role("alert")) { trouble }
    }
    if sounds.elsewhere > 0 {
      p(.className("note")) {
        "The page won’t include \(takes(sounds.elsewhere)): the audio is on another device or the "
          + "server. Open Woodshed there, or go online and sign in."
      }
    }
    if sounds.tooLarge > 0 {
      p(.className("note")) {
        "The page won’t include \(takes(sounds.tooLarge)): it would be too large to send. Choose fewer "
          + "days."
      }
    }
  }

  private static func takes(_ count: Int) -> String { count == 1 ? "1 take" : "\(count) takes" }

  static func exportSheet(_ export: Export) -> Node<Message> {
    dialogBox(
      "Export", id: "days-export", isOpen: export.isOpen, isSheet: true,
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
        action("Print", .export(.printed))
      }
      soundChoice(export)
      missing(export.sounds)
      if let share = export.share { progressBar("Creating the page", share: share) }
      p(.className("note")) { "The page for a teacher opens in any browser." }
    }
  }
}
