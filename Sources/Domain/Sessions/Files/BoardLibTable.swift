import Ledger
import Training

/// The logbooks that BoardLib downloads from training boards such as Kilter's.
enum BoardLibTable {
  private enum Column: Int, TableColumn {
    case board, angle, name, date, grade, displayed, difficulty, tries, isMirror, sessions
    case triesTotal, isRepeat, isAscent, comment

    var headings: [String] {
      switch self {
      case .board: ["board"]
      case .angle: ["angle"]
      case .name: ["climb_name", "name"]
      case .date: ["date"]
      case .grade: ["logged_grade", "grade"]
      case .displayed: ["displayed_grade"]
      case .difficulty: ["difficulty"]
      case .tries: ["tries"]
      case .isMirror: ["is_mirror"]
      case .sessions: ["sessions_count"]
      case .triesTotal: ["tries_total"]
      case .isRepeat: ["is_repeat"]
      case .isAscent: ["is_ascent"]
      case .comment: ["comment"]
      }
    }
  }

  static func isOne(_ table: ReedTable) -> Bool {
    let columns = MatchedColumns<Column>(table.headings)
    return [.board, .angle, .name, .date, .tries, .isMirror].allSatisfy(columns.contains)
  }

  private struct Line {
    var cells = TryCells()
    var board = ""
    var angle = ""
    var date = TryDate.unknown
    var hasBadDate = false
    var displayed: String?
    var isMirror = false
    var isRepeat: Bool?
    var isAscent = true
    var sessions: Int64?
    var total: Int64?

    mutating func take(_ text: String, _ column: Column, _ zoneMinutes: Int) -> String? {
      switch column {
      case .board: board = text.withCapital.shortened(to: 100)
      case .angle:
        var number: Int64?
        let words = TryCells.take(text, places: 0, in: -90...90, into: &number)
        angle = number.map { "\($0)°" } ?? ""
        return words
      case .date:
        guard let read = TryDate.read(text, zoneMinutes: zoneMinutes) else {
          hasBadDate = true
          return "So is the whole row. Enter a date like 2026-11-20 18:30:00."
        }
        date = read
      case .displayed: displayed = text.shortened(to: CatalogueItem.gradeLimit)
      case .sessions:
        return TryCells.take(text, places: 0, in: 0...1_000_000, into: &sessions)
      case .triesTotal:
        return TryCells.take(text, places: 0, in: 0...1_000_000, into: &total)
      case .isMirror: return Self.take(text) { isMirror = $0 }
      case .isRepeat: return Self.take(text) { isRepeat = $0 }
      case .isAscent: return Self.take(text) { isAscent = $0 }
      // A number that adds nothing to the grade.
      case .difficulty: break
      case .name: return cells.take(text, as: .name)
      case .grade: return cells.take(text, as: .grade)
      case .tries: return cells.take(text, as: .tries)
      case .comment: return cells.take(text, as: .note)
      }
      return nil
    }

    private static func take(_ text: String, into flag: (Bool) -> Void) -> String? {
      switch String(decoding: ReedTable.key(text), as: UTF8.self).utf8.first {
      case UInt8(ascii: "t"), UInt8(ascii: "1"), UInt8(ascii: "y"): flag(true)
      case UInt8(ascii: "f"), UInt8(ascii: "0"), UInt8(ascii: "n"): flag(false)
      default: return "Enter True or False."
      }
      return nil
    }

    var itemKey: [[UInt8]] {
      [board, angle, cells.name ?? ""].map { Fold.bytes(of: $0) }
    }
  }

  static func read(_ table: ReedTable, _ gathering: TryGathering) -> TrainingContents {
    var contents = TrainingContents("BoardLib")
    contents.isOfWall = true
    let columns = MatchedColumns<Column>(table.headings)
    contents.unmatched = columns.unmatched
    var (gathering, grades) = (gathering, KnownGrades())
    var lines: [(place: TextPlace, line: Line)] = []
    var firsts: [[UInt8]: Int64] = [:]
    for record in table.records {
      let place = TextPlace(line: record.line, column: 1)
      var line = Line()
      columns.read(record) { words, place in
        contents.note(words, at: place)
      } take: { column, text in
        line.take(text, column, gathering.zoneMinutes)
      }
      guard let name = line.cells.name, !name.utf8.isEmpty else {
        contents.note("This row has no name, so it is left out.", at: place)
        continue
      }
      if line.hasBadDate { continue }
      let key = Self.key(line)
      firsts[key] = min(firsts[key] ?? .max, line.date.wall)
      lines.append((place, line))
    }
    for (place, line) in lines {
      var attempt = TryGathering.Line(at: place, on: line.date)
      attempt.cells = line.cells
      let isRepeat = line.isRepeat ?? (line.date.wall > firsts[Self.key(line)] ?? .max)
      let isFirst =
        !isRepeat && line.cells.count ?? 1 == 1 && line.sessions ?? 1 <= 1 && line.total ?? 1 <= 1
      attempt.cells.outcome = !line.isAscent ? .attempt : isFirst ? .flash : .send
      attempt.cells.place =
        [line.board, line.angle].filter { !$0.utf8.isEmpty }.joined(separator: " ")
      let notes = [line.isMirror ? "Mirrored" : "", line.cells.note ?? ""]
        .filter { !$0.utf8.isEmpty }.joined(separator: "\n")
      attempt.cells.note = notes.utf8.isEmpty ? nil : notes.shortened(to: Try.noteLimit)
      if let grade = line.cells.grade ?? line.displayed {
        attempt.cells.grade = grade
        // `6a/V3` has two grades.
        var scale: GradeScale?
        for one in [GradeScale.v, .font] where scale == nil {
          if let read = grades.beginning(of: grade, one) {
            (scale, attempt.cells.grade) = (one, read.grade)
          }
        }
        attempt.cells.scale = scale?.id
        if scale == nil {
          contents.remark("“\(grade)” is not a V or Font grade. It is kept as written.", at: place)
        }
      }
      attempt.source = line.board
      attempt.itemKey = line.itemKey
      gathering.add(attempt, into: &contents)
    }
    gathering.finish(&contents)
    return contents
  }

  private static func key(_ line: Line) -> [UInt8] {
    var key: [UInt8] = []
    for part in line.itemKey { key += part + [0] }
    return key
  }
}
