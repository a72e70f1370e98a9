import Domain
import Ledger
import Markup
import RoomKit

extension Days {
  static func view(
    _ state: State, practised: String? = nil, sheets: Node<Message>? = nil
  ) -> Node<Message> {
    article(.className("page days-page")) {
      pageHead(
        caps: practised ?? (state.today == nil ? "Day by day" : state.month.name), "Journal"
      ) {
        iconButton(.download, label: "Export", .export(.opened))
        button(
          .type("button"), .className("round primary"), .id("add-note"), .label("Add a note"),
          .title("Add a note"), .onClick(.note(.added))
        ) { Icon.add.view() }
      }
      if state.hasLine {
        roomLine("Your notes, takes and practice, day by day.").map { _ in .lineRead }
      }
      Journal.parts(.days)
      for lesson in state.lessons { Lessons.notice(lesson).keyed(lesson.id.key) }
      daily(state)
      if let today = state.today { columns(state, today) }
      exportSheet(state.export)
      if let sheets { sheets }
      Pictures.dialog(state.pictures).map(Message.pictures)
    }
  }

  /// What is done every day, a tap away. It comes with the editor of the first note, not when that is saved: nothing moves
  /// under the finger, and nobody loses the focus.
  private static func daily(_ state: State) -> Node<Message> {
    div(.className("row wrap daily")) {
      if !state.isNew || state.editor != nil {
        action("Tune", icon: .tuner, .first(.opened(.tune)))
        action("Click", icon: .metronome, .first(.opened(.click)))
        action(
          "Log practice", icon: .journal, id: "practice-log", .practice(.opened(.byHand)))
      }
    }
  }

  private static func columns(_ state: State, _ today: Int64) -> Node<Message> {
    div(.className(look(state))) {
      div(.className("days-month stack")) {
        tools(state)
        if state.isNarrow || !state.isMonthHidden { monthCard(state, today) }
      }
      section(.className("days-list stack"), .label("Entries")) { list(state, today) }
    }
  }

  /// On small screens, search results replace the month, and a first visit starts with the empty state.
  private static func look(_ state: State) -> String {
    var look = state.isMonthHidden && !state.isNarrow ? "days-columns alone" : "days-columns"
    if !state.search.isEmpty { look += " searching" }
    if state.isNew, state.editor == nil { look += " first" }
    return look
  }

  private static func tools(_ state: State) -> Node<Message> {
    div(.className("days-tools")) {
      div(.className("field")) {
        label(.labelFor("journal-search")) { "Search" }
        input(
          .type("search"), .id("journal-search"), .autocomplete("off"),
          .placeholder("Notes, takes …"), .describedBy("found-count"),
          .value(state.search), .onFocus(.searchFocused), .onInput { .searchTyped($0) },
          .onKeyDown { $0.key == "Escape" ? .searchCleared : nil })
      }
      button(
        .type("button"), .id("month-switch"), .plain("aria-expanded", expanded(state)),
        .onClick(.monthSwitched)
      ) {
        Icon.journal.view()
        state.isNarrow
          ? state.isWeek ? "Show month" : "Show week"
          : state.isMonthHidden ? "Show calendar" : "Hide calendar"
      }
    }
  }

  private static func expanded(_ state: State) -> String {
    (state.isNarrow ? state.isWeek : state.isMonthHidden) ? "false" : "true"
  }

  // MARK: - The list

  private static func list(_ state: State, _ today: Int64) -> [Node<Message>] {
    var parts = [heading(state, today)]
    if let editor = state.editor, editor.isNew {
      parts.append(editorCard(editor, state).keyed(editor.note.id.key))
    }
    if !state.foundPieces.isEmpty { parts.append(pieces(state)) }
    let shown = state.found.prefix(state.limit).filter { entry in
      state.editor.map { !$0.isNew || $0.note.id != entry.id } ?? true
    }
    var start = 0
    while start < shown.count {
      var end = start + 1
      while end < shown.count, shown[end].day == shown[start].day { end += 1 }
      parts.append(day(shown[start..<end], state))
      start = end
    }
    if shown.isEmpty, state.editor == nil { parts.append(nothing(state)) }
    let rest = state.found.count - state.limit
    if rest > 0 {
      parts.append(
        p { action("Show more", label: "Show more, \(rest) left", .moreTapped) })
    }
    return parts
  }

  private static func heading(_ state: State, _ today: Int64) -> Node<Message> {
    var time = DayMarks()
    for day in state.chosen {
      let marks = state.marks(of: day)
      time.seconds += marks.seconds
      time.trainedSeconds += marks.trainedSeconds
    }
    let title: String
    switch state.chosen.count {
    case 0: title = !state.search.isEmpty ? "Results" : state.isNew ? "Start here" : "Latest"
    case 1: title = DayWords.short(state.chosen[0], in: state.month)
    default: title = "\(state.chosen.count) days"
    }
    return div(.className("row wrap days-heading")) {
      h2(.id(headingID), .tabIndex(-1)) { title }
      practised(time).map { words in span(.className("quiet small figure")) { words } }
      if !state.chosen.isEmpty { action("All days", style: .quiet, .allTapped) }
      span(.className("quiet small figure push"), .id("found-count"), .live("polite")) {
        state.search.isEmpty ? "" : "\(state.found.count + state.foundPieces.count) found"
      }
      if !state.chosen.isEmpty, state.editor == nil {
        action("Add note", icon: .edit, .note(.added))
      }
    }.keyed("heading")
  }

  /// `16 min practised · 38 min trained`; `nil` without either.
  private static func practised(_ marks: DayMarks) -> String? {
    var parts: [String] = []
    if marks.seconds > 0 { parts.append("\(DayWords.length(marks.seconds)) practised") }
    if marks.trainedSeconds > 0 {
      parts.append("\(DayWords.length(marks.trainedSeconds)) trained")
    }
    return parts.isEmpty ? nil : parts.joined(separator: " · ")
  }

  private static func pieces(_ state: State) -> Node<Message> {
    div(.className("stack")) {
      h3(.className("caps")) { "Pieces" }
      ul(.className("list")) {
        for piece in state.foundPieces.prefix(10) {
          li(.className("list-row")) {
            a(.className("row-link"), .href(Journal.Place.piece(piece).path)) {
              strong { state.index.title(piece) }
            }
          }
        }
      }
    }.keyed("pieces")
  }

  private static func nothing(_ state: State) -> Node<Message> {
    if !state.search.isEmpty {
      return emptyState(.search, "Nothing found", "Try fewer letters, or other days.") {
        action("Clear search", .searchCleared)
      }
    }
    if state.isNew, state.chosen.isEmpty { return FirstDoors.view(state) }
    return emptyState(
      .journal, state.chosen.isEmpty ? "Your journal starts here" : "Nothing on this day yet",
      "Your notes, takes and practice, day by day."
    ) {
      action("Add a note", icon: .add, style: .primary, .note(.added))
    }
  }

  private static func day(
    _ entries: ArraySlice<JournalIndex.Entry>, _ state: State
  ) -> Node<Message> {
    let day = entries[entries.startIndex].day
    return div(.className("days-day stack")) {
      if state.chosen.count != 1 {
        h3(.className("row")) {
          span { DayWords.whole(day) }
          practised(state.marks(of: day)).map { words in
            span(.className("quiet small figure push")) { words }
          }
        }
      }
      ul(.className("list")) {
        for one in entries { entry(one, state).keyed(one.id.key) }
      }
    }.keyed(.number(UInt64(bitPattern: day)))
  }

  private static func entry(_ entry: JournalIndex.Entry, _ state: State) -> Node<Message> {
    switch entry.kind {
    case .note:
      if let editor = state.editor, editor.note.id == entry.id {
        return li(.className("day-entry")) { editorCard(editor, state) }
      }
      guard let note = state.index.notes[entry.id] else { break }
      return li(.className("day-entry stack")) { noteParts(note, state) }
    case .take:
      guard let take = state.index.takes[entry.id] else { break }
      return takeRow(take, state)
    case .session:
      guard let session = state.index.sessions[entry.id] else { break }
      return sessionRow(session, state)
    }
    return li {}
  }

  private static func takeRow(_ take: Take, _ state: State) -> Node<Message> {
    let words = [state.index.title(take.piece), tagWords(take.tags)].filter { !$0.isEmpty }
    return li(.className("list-row")) {
      a(
        .className("row-link row"), .id(editID(take.id)),
        .href(Journal.Place.take(take.id).path)
      ) {
        span(.className("day-take")) { Icon.record.view() }
        span {
          strong { take.name.isEmpty ? "Take" : take.name }
          span(.className("quiet small")) { words.joined(separator: " · ") }
        }
      }
      span(.className("quiet small figure")) { ClockText.tenths(seconds: take.seconds) }
    }
  }

  private static func sessionRow(
    _ session: PractisedSession, _ state: State
  ) -> Node<Message> {
    let pieces = state.index.piecesOf(session.id).map { state.index.title($0) }
      .joined(separator: ", ")
    var words: [String] = []
    if !session.question.isEmpty, !pieces.isEmpty { words.append(pieces) }
    if session.rating > 0 { words.append("rated \(session.rating) of 5") }
    let isRunning = session.ended == 0
    if isRunning { words.append("in progress") }
    let title = session.question.isEmpty ? pieces : session.question
    let name = session.training?.sessionTitle ?? "Practice"
    let parts: [Node<Message>] = [
      span(.className("day-session")) { Icon.sessions.view() },
      span {
        strong { session.training != nil || title.isEmpty ? name : title }
        span(.className("quiet small")) { words.joined(separator: " · ") }
        if !session.sentence.isEmpty { span(.className("small value")) { session.sentence } }
      },
    ]
    let id = editID(session.id)
    return li(.className("list-row")) {
      if session.training != nil || isRunning {
        let path =
          session.training == nil
          ? Journal.Place.practice.path : Address.training + session.id.bits.hex
        a(.className("row-link row session-link"), .id(id), .href(path)) { parts }
      } else {
        button(
          .type("button"), .className("row-link row session-link"), .id(id),
          .onClick(.practice(.opened(.session(session.id))))
        ) { parts }
      }
      if !isRunning {
        span(.className("quiet small figure")) {
          DayWords.length(state.index.seconds(of: session.id))
        }
      }
    }
  }

  static func tagWords(_ tags: String) -> String {
    Tags.list(tags).map { "#\($0)" }.joined(separator: " ")
  }
}

extension Days.State {
  /// What a day contains, with the running session.
  fileprivate func marks(of day: Int64) -> DayMarks {
    var marks = index.marks(of: day)
    if day == today { marks.seconds += live }
    return marks
  }
}
