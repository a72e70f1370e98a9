import Domain
import Ledger
import Markup
import RoomKit

extension Lessons {
  static func view(_ state: State) -> Node<Message> {
    article(.className("page lessons")) {
      pageHead(caps: "With a teacher", "Lessons") {
        button(
          .type("button"), .className("round primary"), .id(newID), .label("New lesson"),
          .title("New lesson"), .onClick(.newTapped)
        ) { Icon.add.view() }
      }
      Journal.parts(.lessons)
      if state.coming.isEmpty, state.past.isEmpty {
        emptyState(
          .lesson, "No lessons yet",
          "See what to bring to the next one, and look up what your teacher said in the last."
        ) { action("Plan a lesson", icon: .add, style: .primary, .newTapped) }
      } else {
        div(.className("lessons-columns")) {
          div(.className("stack")) {
            next(state)
            if state.coming.count > 1 { upcoming(state) }
          }
          if !state.past.isEmpty { past(state) }
        }
      }
      RowForm.sheet(state.form, .lesson, items, "Lesson").map(Message.form)
    }
  }

  // MARK: - Upcoming

  private static func next(_ state: State) -> Node<Message> {
    guard let lesson = state.coming.first else {
      return card("Next lesson", id: "lessons-next") {
        p(.className("quiet")) { "No lesson planned." }
        div { action("Plan a lesson", icon: .add, .newTapped) }
      }
    }
    return card("Next lesson", id: "lessons-next") {
      div(.className("row")) {
        div {
          p(.className("lesson-day")) { when(lesson, state) }
          p(.className("quiet")) { who(lesson) }
        }
        div(.className("row push")) { edit(lesson, state) }
      }
      let things = lesson.things
      if !things.isEmpty {
        div(.className("stack lesson-bring"), .role("group"), .label("What to bring")) {
          h3(.className("caps")) { "What to bring" }
          packing(things).map { Message.packed(lesson.id, line: $0) }
        }
      }
      if !lesson.notes.utf8.isEmpty { notes(lesson, state) }
      div { action("Mark as done", icon: .check, .done(lesson.id)) }
    }
  }

  private static func packing(_ things: [Lesson.Thing]) -> Node<Int> {
    ul(.className("note-items")) {
      for thing in things { noteBox(thing.line, thing.isPacked) { thing.text } }
    }
  }

  private static func upcoming(_ state: State) -> Node<Message> {
    card("Upcoming", id: "lessons-upcoming") {
      ul(.className("list")) {
        for lesson in state.coming.dropFirst() {
          li(.className("list-row")) {
            div {
              strong { when(lesson, state) }
              div(.className("quiet small")) { who(lesson) }
            }
            edit(lesson, state)
          }.keyed(lesson.id.key)
        }
      }
    }
  }

  // MARK: - Past

  private static func past(_ state: State) -> Node<Message> {
    let found = found(state)
    return card("Past lessons", id: "lessons-past") {
      div(.className("row wrap find-row")) {
        RowList.tools(state.list, "Search", id: "lessons").map { $0.map(Message.list) }
      }
      RowList.bar(state.list, found: found.map { $0.id }, of: state.past.count).map(Message.list)
      if found.isEmpty {
        p(.className("quiet")) { "No lesson matches. Try fewer letters." }
      } else {
        ul(.className("list")) {
          for lesson in found.prefix(state.list.limit) {
            li(.className("day-entry stack")) { entry(lesson, state) }.keyed(lesson.id.key)
          }
        }
      }
      RowList.more(state.list, of: found.count)?.map(Message.list)
    }
  }

  private static func entry(_ lesson: Lesson, _ state: State) -> [Node<Message>] {
    let day = when(lesson, state)
    return [
      div(.className("row")) {
        RowList.box(lesson.id, "\(day), \(who(lesson))", state.list)?.map(Message.list)
        div {
          strong { day }
          div(.className("quiet small")) {
            who(lesson) + (lesson.isDone ? " · done" : "")
          }
        }
        div(.className("row push")) { edit(lesson, state) }
      },
      lesson.notes.utf8.isEmpty ? .text("") : notes(lesson, state),
    ]
  }

  // MARK: - Parts of a lesson

  private static func notes(_ lesson: Lesson, _ state: State) -> Node<Message> {
    let isWhole = state.whole == lesson.id
    let text =
      isWhole ? NoteText(lesson.notes) : NoteText(lesson.notes, lineLimit: 12, byteLimit: 1_200)
    return div(.className("stack")) {
      noteLines(text.lines).map { Message.noteTicked(lesson.id, line: $0) }
      if text.isCut || isWhole {
        div {
          action(isWhole ? "Show less" : "Show all", style: .quiet, .wholeTapped(lesson.id))
        }
      }
    }
  }

  private static func edit(_ lesson: Lesson, _ state: State) -> Node<Message> {
    button(
      .type("button"), .className("round"), .id(editID(lesson.id)),
      .label("Edit lesson: \(when(lesson, state)), \(who(lesson))"), .title("Edit"),
      .onClick(.editTapped(lesson.id))
    ) { Icon.edit.view() }
  }

  /// The notice about a lesson today, on the page of days.
  static func notice<Outer>(_ lesson: Lesson) -> Node<Outer> {
    let unpacked = lesson.things.filter { !$0.isPacked }.map { $0.text }.joined(separator: ", ")
    return a(.className("notice lesson-today"), .href(Journal.Place.lessons.path)) {
      Icon.lesson.view()
      span {
        strong { lesson.teacher.utf8.isEmpty ? "Lesson today" : "Lesson today: \(lesson.teacher)" }
        if !unpacked.utf8.isEmpty {
          span(.className("quiet small")) { "Still to pack: \(unpacked)" }
        }
      }
    }
  }

  private static func who(_ lesson: Lesson) -> String {
    lesson.teacher.utf8.isEmpty ? "No teacher" : lesson.teacher
  }

  private static func when(_ lesson: Lesson, _ state: State) -> String {
    if lesson.day == 0 { return "No date yet" }
    switch lesson.day - state.today {
    case 0: return "Today"
    case 1: return "Tomorrow"
    case -1: return "Yesterday"
    default: return DayWords.short(lesson.day, in: CalendarMonth(of: state.today))
    }
  }
}
