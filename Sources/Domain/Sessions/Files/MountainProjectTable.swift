import Ledger
import Training

/// The ticks that Mountain Project exports.
enum MountainProjectTable {
  private enum Column: Int, TableColumn {
    case date, route, rating, notes, url, pitches, location, averageStars, stars, style, leadStyle
    case type, yourRating, length, code

    var headings: [String] {
      switch self {
      case .date: ["Date"]
      case .route: ["Route"]
      case .rating: ["Rating"]
      case .notes: ["Notes"]
      case .url: ["URL"]
      case .pitches: ["Pitches"]
      case .location: ["Location"]
      case .averageStars: ["Avg Stars"]
      case .stars: ["Your Stars"]
      case .style: ["Style"]
      case .leadStyle: ["Lead Style"]
      case .type: ["Route Type"]
      case .yourRating: ["Your Rating"]
      case .length: ["Length"]
      case .code: ["Rating Code"]
      }
    }
  }

  private static let name = "Mountain Project"

  static func isOne(_ table: ReedTable) -> Bool {
    let columns = MatchedColumns<Column>(table.headings)
    return [.date, .route, .rating].allSatisfy(columns.contains)
      && [Column.style, .leadStyle, .type, .url].contains(where: columns.contains)
  }

  private struct Line {
    var date = TryDate.unknown
    var hasBadDate = false
    var cells = TryCells()
    var rating = ""
    var notes = ""
    var url = ""
    var location = ""
    var pitches = ""
    var style = ""
    var leadStyle = ""
    var type = ""
    var yourRating = ""
    var stars = ""

    mutating func take(_ text: String, _ column: Column, _ zoneMinutes: Int) -> String? {
      switch column {
      case .date:
        guard let read = TryDate.read(text, zoneMinutes: zoneMinutes) else {
          hasBadDate = true
          return "So is the whole row. Enter a date like 2026-11-20."
        }
        date = read
      case .route: return cells.take(text, as: .name)
      case .rating: rating = text
      case .notes: notes = text
      case .url: url = text
      case .pitches: pitches = text
      case .location: location = text
      case .stars: stars = text
      case .style: style = text
      case .leadStyle: leadStyle = text
      case .type: type = text
      case .yourRating: yourRating = text
      // About the route, not the try.
      case .averageStars, .length, .code: break
      }
      return nil
    }

    var isBoulder: Bool { Fold.bytes(of: type).starts(with: "boulder".utf8) }

    /// How it ended: a tick without a style means that it was climbed.
    var outcome: Try.Outcome? {
      for words in [leadStyle, style] {
        if let outcome = TryCells.outcome(words) { return outcome }
      }
      let isKnown = ["", "lead", "tr", "follow", "toprope"].contains {
        Array($0.utf8) == ReedTable.key(style)
      }
      return isKnown && leadStyle.utf8.isEmpty ? .send : nil
    }

    /// Everything without a column here, line by line.
    func note(_ restOfRating: String) -> String {
      var lines = [notes, restOfRating]
      if !style.utf8.isEmpty, TryCells.outcome(style) == nil, leadStyle.utf8.isEmpty {
        lines.append(style)
      }
      if !pitches.utf8.isEmpty, !pitches.hasSameBytes(as: "1") {
        lines.append("\(pitches) pitches")
      }
      if !yourRating.utf8.isEmpty { lines.append("Your rating: \(yourRating)") }
      if !stars.utf8.isEmpty, !stars.hasSameBytes(as: "-1") { lines.append("Your stars: \(stars)") }
      lines += [location, url]
      return lines.filter { !$0.utf8.isEmpty }.joined(separator: "\n")
        .shortened(to: Try.noteLimit)
    }
  }

  static func read(_ table: ReedTable, _ gathering: TryGathering) -> TrainingContents {
    var contents = TrainingContents(name)
    contents.isOfWall = true
    let columns = MatchedColumns<Column>(table.headings)
    contents.unmatched = columns.unmatched
    var (gathering, grades) = (gathering, KnownGrades())
    for record in table.records {
      let start = TextPlace(line: record.line, column: 1)
      var line = Line()
      columns.read(record) { words, place in
        contents.note(words, at: place)
      } take: { column, text in
        line.take(text, column, gathering.zoneMinutes)
      }
      if line.hasBadDate { continue }
      guard line.cells.name?.utf8.isEmpty == false else {
        contents.note("This row has no route, so it is left out.", at: start)
        continue
      }
      var attempt = TryGathering.Line(at: start, on: line.date)
      attempt.cells = line.cells
      attempt.source = name
      if let outcome = line.outcome {
        attempt.cells.outcome = outcome
      } else {
        attempt.cells.outcome = .attempt
        let (column, words) =
          line.leadStyle.utf8.isEmpty ? (Column.style, line.style) : (.leadStyle, line.leadStyle)
        contents.remark(
          "“\(words.shortened(to: 40))” is an unknown style. It counts as an attempt.",
          at: columns.place(of: column, in: record.line))
      }
      var rest = line.rating
      let scales: [GradeScale] = line.isBoulder ? [.v, .yds] : [.yds, .v]
      for scale in scales {
        guard let read = grades.beginning(of: line.rating, scale) else { continue }
        (attempt.cells.grade, attempt.cells.scale, rest) = (read.grade, scale.id, read.rest)
        break
      }
      if attempt.cells.grade == nil, !line.rating.utf8.isEmpty {
        attempt.cells.grade = line.rating.shortened(to: CatalogueItem.gradeLimit)
        attempt.cells.scale = scales[0].id
        rest = line.rating.utf8.count > CatalogueItem.gradeLimit ? line.rating : ""
        contents.remark(
          "“\(line.rating.shortened(to: 40))” is not a \(scales[0].label) grade. It is kept as written.",
          at: columns.place(of: .rating, in: record.line))
      }
      if attempt.cells.scale == nil { attempt.cells.scale = scales[0].id }
      attempt.cells.place = Self.lastPart(of: line.location)
      let note = line.note(rest)
      attempt.cells.note = note.utf8.isEmpty ? nil : note
      attempt.itemKey =
        line.url.utf8.isEmpty
        ? [line.cells.name ?? "", line.location].map { Fold.bytes(of: $0) }
        : [Array(line.url.utf8)]
      gathering.add(attempt, into: &contents)
    }
    gathering.finish(&contents)
    return contents
  }

  /// `Eldorado` of `Colorado > Boulder > Eldorado`.
  private static func lastPart(of location: String) -> String? {
    let part = location.utf8.split(separator: UInt8(ascii: ">")).last
    let text = part.map { String(decoding: Array($0), as: UTF8.self).trimmingBlanks } ?? ""
    return text.utf8.isEmpty ? nil : text.shortened(to: CataloguePlace.nameLimit)
  }
}
