public import Ledger

extension KindID {
  public static let lesson = KindID(28)
}

/// A lesson with a teacher.
public struct Lesson: RowRecord, Equatable {
  public let id: RowID
  public var teacher = ""
  /// The civil day; 0 if none is agreed yet.
  public var day: Int64 = 0
  /// What to bring, one thing per line; ``NoteText`` explains how a line is ticked.
  public var bring = ""
  public var notes = ""
  /// Whether it took place.
  public var isDone = false

  public init(_ id: RowID, with teacher: String, on day: Int64) {
    (self.id, self.teacher, self.day) = (id, teacher, day)
  }
}

extension Lesson {
  public static let kind = KindID.lesson
  public static let names = KindNames("lesson", "Lesson", "Lessons", title: teacherField)
  public static let teacherField = field(1)
  public static let dayField = field(2)
  public static let bringField = field(3)
  public static let notesField = field(4)
  public static let doneField = field(5)

  public init(blank id: RowID) { self.id = id }

  public static func visit(_ fields: inout RowFields, _ lesson: inout Lesson) {
    fields.text(teacherField, "teacher", "Teacher", &lesson.teacher, upTo: 200, always: true)
    fields.day(dayField, "day", "Day", &lesson.day, always: true)
    fields.text(bringField, "bring", "What to bring", &lesson.bring, upTo: 4_000)
    fields.text(notesField, "notes", "Notes", &lesson.notes, upTo: 40_000)
    fields.flag(doneField, "done", "The lesson took place", &lesson.isDone)
  }

  /// All of them: upcoming lessons, the next one first, then past ones, newest first.
  public static func all(in data: Replica, today: Int64) -> (coming: [Lesson], past: [Lesson]) {
    var coming: [Lesson] = []
    var undated: [Lesson] = []
    var past: [Lesson] = []
    for lesson in all(in: data, by: [.ascending(dayField)]) {
      if lesson.isOver(today) {
        past.append(lesson)
      } else if lesson.day == 0 {
        undated.append(lesson)
      } else {
        coming.append(lesson)
      }
    }
    past.reverse()
    return (coming + undated, past)
  }

  /// The lessons of a day that are not done.
  public static func due(on day: Int64, in data: Replica) -> [Lesson] {
    all(in: data, where: [.isAtLeast(dayField, .day(day)), .isAtMost(dayField, .day(day))])
      .filter { !$0.isDone }
  }

  /// Whether it took place, or its day has passed.
  func isOver(_ today: Int64) -> Bool { isDone || (day != 0 && day < today) }
}

extension Lesson {
  /// One of the things to bring.
  public struct Thing: Equatable, Sendable {
    public let text: String
    public let isPacked: Bool
    /// Which line it is, from 0.
    public let line: Int
  }

  /// What to bring, thing by thing.
  public var things: [Thing] {
    NoteText(bring).lines.compactMap { line in
      let text = line.plain
      if !text.utf8.contains(where: { $0 > 0x20 }) { return nil }
      return Thing(text: text, isPacked: line.kind == .box(isTicked: true), line: line.number)
    }
  }

  /// The edits that mark a thing as packed or not packed.
  public func packing(_ line: Int) -> [Edit] {
    var lesson = self
    lesson.bring = NoteText.toggling(line, of: NoteText.addingBox(at: line, of: bring))
    return lesson.edits(from: self)
  }
}
