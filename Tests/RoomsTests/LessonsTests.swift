import Domain
import Foundation
import Markup
import Program
import RoomKit
import Testing

@testable import JournalRoom
@testable import Ledger
@testable import Rooms

@Suite struct LessonsTests {
  /// Thursday, 13 November 2025.
  private static let today: Int64 = 20_405

  private func desk(_ messages: Lessons.Message...) -> Desk {
    let desk = Desk("/journal/lessons")
    for message in messages { send(message, to: desk) }
    return desk
  }

  private func send(_ messages: Lessons.Message..., to desk: Desk) {
    for message in messages { desk.send(.journal(.lessons(message))) }
  }

  private func typed(_ text: String, in field: FieldID, on desk: Desk) throws {
    let row = try #require(desk.state.journal.lessons.form.open)
    send(.form(.typed(.init(row, field), text)), to: desk)
  }

  /// A lesson made in the form.
  @discardableResult
  private func add(
    _ teacher: String, _ day: String, bring: String = "", notes: String = "", to desk: Desk
  ) throws -> RowID {
    send(.newTapped, to: desk)
    let row = try #require(desk.state.journal.lessons.form.open)
    try typed(teacher, in: Lesson.teacherField, on: desk)
    try typed(day, in: Lesson.dayField, on: desk)
    if !bring.isEmpty { try typed(bring, in: Lesson.bringField, on: desk) }
    if !notes.isEmpty { try typed(notes, in: Lesson.notesField, on: desk) }
    send(.form(.done), to: desk)
    return row
  }

  private func lesson(_ row: RowID, on desk: Desk) throws -> Lesson {
    Lesson(try #require(desk.data[row]))
  }

  private func focused(_ desk: Desk) -> String? {
    for order in desk.orders.reversed() { if case .focus(let id) = order { return id } }
    return nil
  }

  @Test func aNewLessonIsUndoneAsAWhole() throws {
    let desk = desk()
    let first = try add("Anna", "2025-11-14", to: desk)
    let second = try add("Berta", "2025-11-20", bring: "Reeds", to: desk)
    desk.send(.keyPressed(.undo))
    #expect(desk.state.toasts.map(\.text) == ["Undone: Add lesson."])
    #expect(desk.data[second]?.life == .trashed && desk.data[first]?.life == .alive)
    desk.send(.keyPressed(.redo))
    let lesson = try lesson(second, on: desk)
    #expect(desk.data[second]?.life == .alive)
    #expect(lesson.teacher == "Berta" && lesson.bring == "Reeds")
    // Two lessons are two steps.
    desk.send(.keyPressed(.undo))
    desk.send(.keyPressed(.undo))
    #expect(desk.data[first]?.life == .trashed)
  }

  @Test func whatElseIsSavedMeanwhileIsNoPartOfANewLesson() throws {
    let desk = desk(.newTapped)
    let row = try #require(desk.state.journal.lessons.form.open)
    try typed("Anna", in: Lesson.teacherField, on: desk)
    desk.send(.settings(.firstDayChosen(.sunday)))
    try typed("Reeds", in: Lesson.bringField, on: desk)
    send(.form(.done), to: desk)
    desk.send(.keyPressed(.undo))
    #expect(desk.data[row]?.life == .trashed)
    #expect(desk.state.chosen.firstDayOfWeek == .sunday)
  }

  // MARK: - The page

  @Test func sayWhatTheyAreForWhereThereAreNone() {
    let desk = desk()
    #expect(desk.html.contains("No lessons yet"))
    #expect(desk.html.contains("Plan a lesson"))
    #expect(desk.state.route == .journal(.lessons))
    #expect(!desk.html.contains("Next lesson"))
  }

  @Test func theNextOneComesFirst() throws {
    let desk = desk()
    try add("Berta", "2025-11-27", to: desk)
    let next = try add("Anna", "2025-11-14", bring: "Reeds", to: desk)
    try add("Clara", "2025-11-12", notes: "More air", to: desk)
    let state = desk.state.journal.lessons
    #expect(state.today == Self.today)
    #expect(state.coming.map(\.teacher) == ["Anna", "Berta"])
    #expect(state.past.map(\.teacher) == ["Clara"])
    let html = desk.html
    let (first, upcoming, past) = (
      try #require(html.range(of: "Tomorrow")), try #require(html.range(of: "Upcoming")),
      try #require(html.range(of: "Past lessons"))
    )
    #expect(first.lowerBound < upcoming.lowerBound && upcoming.lowerBound < past.lowerBound)
    #expect(html.contains("Yesterday") && !html.contains("· done"))
    // One of today is the next until it is done.
    send(.form(.done), .editTapped(next), to: desk)
    try typed("2025-11-13", in: Lesson.dayField, on: desk)
    #expect(desk.state.journal.lessons.coming.first?.id == next)
    send(.done(next), to: desk)
    #expect(desk.state.journal.lessons.past.first?.id == next)
    #expect(desk.html.contains("Anna · done"))
  }

  @Test func oneWithoutADateComesLast() throws {
    let desk = desk()
    let open = try add("Anna", "", to: desk)
    try add("Berta", "2026-01-01", to: desk)
    #expect(try lesson(open, on: desk).day == 0)
    #expect(desk.state.journal.lessons.coming.map(\.teacher) == ["Berta", "Anna"])
    #expect(desk.html.contains("No date yet"))
  }

  @Test func aNewOneFollowsTheLast() throws {
    let desk = desk()
    try add("Anna", "2025-11-20", to: desk)
    send(.newTapped, .form(.done), to: desk)
    let lessons = desk.state.journal.lessons.coming
    #expect(lessons.map(\.teacher) == ["Anna", "Anna"])
    #expect(lessons.map(\.day) == [Self.today + 7, Self.today + 14])
    // Where the last is long ago, it is today.
    let other = self.desk()
    try add("Berta", "2024-01-01", to: other)
    send(.newTapped, .form(.done), to: other)
    #expect(other.state.journal.lessons.coming.map(\.day) == [Self.today])
  }

  @Test func thingsArePackedOneByOne() throws {
    let desk = desk()
    let row = try add("Anna", "2025-11-14", bring: "Reeds\n\n- Ferling\n- [x] Pencil", to: desk)
    #expect(try lesson(row, on: desk).things.map(\.text) == ["Reeds", "Ferling", "Pencil"])
    #expect(try lesson(row, on: desk).things.map(\.isPacked) == [false, false, true])
    send(.packed(row, line: 0), .packed(row, line: 2), .packed(row, line: 3), to: desk)
    #expect(try lesson(row, on: desk).bring == "☑ Reeds\n\n☑ Ferling\n- [ ] Pencil")
    send(.packed(row, line: 0), to: desk)
    #expect(try lesson(row, on: desk).bring == "☐ Reeds\n\n☑ Ferling\n- [ ] Pencil")
    desk.send(.undoTapped)
    #expect(try lesson(row, on: desk).things.map(\.isPacked) == [true, true, false])
    // A line that is not there changes nothing.
    send(.packed(row, line: 99), to: desk)
    #expect(try lesson(row, on: desk).things.count == 3)
  }

  @Test func boxesInNotesAreTicked() throws {
    let desk = desk()
    let row = try add("Anna", "2025-11-12", notes: "- [ ] From memory", to: desk)
    send(.noteTicked(row, line: 0), to: desk)
    #expect(try lesson(row, on: desk).notes == "- [x] From memory")
  }

  @Test func isMarkedAsDoneAndThatIsTakenBack() throws {
    let desk = desk()
    let row = try add("Anna", "2025-11-14", to: desk)
    send(.done(row), to: desk)
    #expect(try lesson(row, on: desk).isDone)
    #expect(desk.html.contains("No lesson planned."))
    desk.send(.toastUndone(try #require(desk.state.toasts.last).number))
    #expect(try !lesson(row, on: desk).isDone)
  }

  @Test func pastOnesAreFoundByAnyOfTheirWords() throws {
    let desk = desk()
    try add("Anna", "2025-10-02", notes: "Breathe after the tie", to: desk)
    try add("Berta", "2025-09-04", notes: "Öffne den Ton", to: desk)
    func found(_ question: String) -> [String] {
      send(.list(.asked(question)), to: desk)
      return Lessons.found(desk.state.journal.lessons).map(\.teacher)
    }
    #expect(found("tie BREATHE") == ["Anna"])
    #expect(found("offne") == ["Berta"])
    #expect(found("september") == ["Berta"])
    #expect(found("nothing") == [])
    #expect(desk.html.contains("No lesson matches."))
    #expect(found("  ") == ["Anna", "Berta"])
  }

  @Test func severalAreDeletedAtOnceAndComeBackAtOnce() throws {
    let desk = desk()
    let rows = try (1...4).map { try add("Teacher \($0)", "2025-10-0\($0)", to: desk) }
    #expect(!desk.html.contains("Select Thursday"))
    send(.list(.choosing(true)), .list(.chosen(rows[0], true)), to: desk)
    send(.list(.chosen(rows[1], true)), .list(.chosen(rows[1], true)), to: desk)
    send(.list(.chosen(rows[2], true)), .list(.chosen(rows[2], false)), to: desk)
    #expect(desk.html.contains("2 selected"))
    send(.list(.trashed), to: desk)
    #expect(desk.state.journal.lessons.past.map(\.id) == [rows[3], rows[2]])
    #expect(desk.state.toasts.last?.text == "2 lessons moved to the trash.")
    #expect(focused(desk) == "lessons-choosing")
    desk.send(.toastUndone(try #require(desk.state.toasts.last).number))
    #expect(desk.state.journal.lessons.past.count == 4)
    // What is no longer chosen is not deleted.
    send(.list(.choosing(true)), .list(.allChosen(rows)), .list(.choosing(false)), to: desk)
    send(.list(.trashed), to: desk)
    #expect(desk.state.journal.lessons.past.count == 4)
  }

  @Test func aLongListIsShownInParts() throws {
    var data = Replica(device: DeviceID(7))
    for number in 0..<25 {
      let id = RowID(Bits128(high: 1, low: UInt64(number)))
      let lesson = Lesson(id, with: "T\(number)", on: Self.today - 100 - Int64(number))
      var intent = EditIntent(
        label: "Edit", edits: lesson.edits(from: nil), wall: 1, group: nil, draft: nil)
      _ = data.perform(&intent)
    }
    var room = RoomContext(
      milliseconds: 1_763_000_000_000, zoneMinutes: 60, random: RandomBits(seed: 1, 3), data: data)
    var state = Lessons.State()
    Lessons.refresh(&state, room)
    func shown() -> Int {
      HTML.text(of: Lessons.view(state)).components(separatedBy: "day-entry").count - 1
    }
    #expect(shown() == 20)
    _ = Lessons.update(&state, .list(.more), &room)
    #expect(shown() == 25)
    #expect(!HTML.text(of: Lessons.view(state)).contains("Show more"))
    _ = Lessons.update(&state, .list(.asked("T1")), &room)
    #expect(shown() == 11)
  }

  @Test func todaysLessonIsOnTheDaysPage() throws {
    let desk = desk()
    try add("Anna", "2025-11-14", to: desk)
    func days() -> String {
      desk.send(.addressChanged("/journal"))
      defer { desk.send(.addressChanged("/journal/lessons")) }
      return desk.html
    }
    #expect(!days().contains("Lesson today"))
    let row = try add("Berta", "2025-11-13", bring: "- [ ] Reeds\n- [x] Pencil", to: desk)
    #expect(days().contains("Lesson today: Berta"))
    #expect(days().contains("Still to pack: Reeds"))
    send(.packed(row, line: 0), to: desk)
    #expect(!days().contains("Still to pack"))
    send(.done(row), to: desk)
    #expect(!days().contains("Lesson today"))
    try add("", "2025-11-13", to: desk)
    #expect(days().contains("Lesson today") && !days().contains("No teacher"))
  }

  @Test func theDataPagesAndExportsKnowThem() throws {
    let desk = desk()
    let row = try add("Anna", "2025-11-14", bring: "Reeds", to: desk)
    let before = try lesson(row, on: desk)
    desk.send(.addressChanged("/about/data"))
    #expect(desk.html.contains("Lesson 1"))
    desk.send(.data(.exportTapped))
    var file: [UInt8] = []
    for order in desk.orders { if case .download(_, _, let bytes) = order { file = bytes } }
    let text = String(decoding: file, as: UTF8.self)
    #expect(text.contains("\"kind\":\"lesson\"") && text.contains("\"teacher\":\"Anna\""))
    desk.send(.addressChanged("/about/data/row/\(row.bits.hex)"))
    #expect(desk.html.contains("What to bring") && desk.html.contains("Anna"))
    // On a device that has none, the file brings it.
    let other = self.desk()
    other.send(.data(.fileRead(file, name: "a.jsonl")))
    #expect(try lesson(row, on: other) == before)
    #expect(other.state.journal.lessons.coming == [before])
  }
}
