import Domain
public import Ledger
import Program
public import RoomKit

/// Lessons with a teacher: the next one with what to bring, and notes of past ones.
public enum Lessons {
  public struct State: Sendable {
    var today: Int64 = 0
    var coming: [Lesson] = []
    var past: [Lesson] = []
    var form = RowForm.State()
    var list = RowList.State(limit: 20)
    /// The lesson whose notes are shown in full.
    var whole: RowID?

    func lesson(_ id: RowID) -> Lesson? { (coming + past).first { $0.id == id } }
  }

  public enum Message: Sendable {
    case newTapped
    case editTapped(RowID)
    case packed(RowID, line: Int)
    case noteTicked(RowID, line: Int)
    case done(RowID)
    case wholeTapped(RowID)
    case form(RowForm.Message)
    case list(RowList.Message)
  }

  static let items: [RowForm.Item] = [
    .init(Lesson.teacherField), .init(Lesson.dayField),
    .init(Lesson.bringField, help: "One thing per line.", isLong: true),
    .init(Lesson.notesField, isLong: true), .init(Lesson.doneField),
  ]

  static func update(
    _ state: inout State, _ message: Message, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    // A day may have ended while the page was open.
    if state.today != room.day { refresh(&state, room) }
    switch message {
    case .newTapped:
      let lesson = following(state, room.newRow())
      return RowForm.begin(lesson.edits(from: nil), from: newID, at: items[0], &state.form)
    case .editTapped(let id):
      return RowForm.open(id, from: editID(id), at: items[0], &state.form, room.data)
    case .packed(let id, let line):
      guard let lesson = state.lesson(id) else { break }
      return [.keep("Pack for a lesson", lesson.packing(line))]
    case .noteTicked(let id, let line):
      guard let old = state.lesson(id) else { break }
      var lesson = old
      lesson.notes = NoteText.toggling(line, of: old.notes)
      return [.keep("Tick a box", lesson.edits(from: old))]
    case .done(let id):
      guard let old = state.lesson(id) else { break }
      var lesson = old
      lesson.isDone = true
      return [
        .keep("Mark lesson as done", lesson.edits(from: old), saying: "Lesson marked as done."),
        .focus(editID(id)),
      ]
    case .wholeTapped(let id): state.whole = state.whole == id ? nil : id
    case .form(let message):
      return RowForm.update(&state.form, message, &room).map { $0.map(Message.form) }
    case .list(let message):
      return RowList.update(&state.list, message, "lessons-choosing", room.data)
    }
    return []
  }

  /// Updates from the data.
  static func refresh(_ state: inout State, _ room: RoomContext) {
    state.today = room.day
    (state.coming, state.past) = Lesson.all(in: room.data, today: state.today)
    RowForm.refresh(&state.form, room.data)
  }

  /// A new lesson: with the teacher of the last one, a week after it.
  private static func following(_ state: State, _ id: RowID) -> Lesson {
    let last = state.coming.last { $0.day != 0 } ?? state.past.first
    let day = last.map { $0.day + 7 } ?? 0
    return Lesson(id, with: last?.teacher ?? "", on: max(day, state.today))
  }

  /// The past lessons that match the search.
  static func found(_ state: State) -> [Lesson] {
    let wanted = Wanted(state.list.question)
    if wanted.isEmpty { return state.past }
    return state.past.filter { lesson in
      wanted.isIn(
        "\(lesson.teacher) \(DayWords.whole(lesson.day)) \(lesson.notes) \(lesson.bring)")
    }
  }

  static let newID = "lesson-new"
  static func editID(_ id: RowID) -> String { "lesson-\(id.bits.hex)" }
}
