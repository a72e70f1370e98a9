import Domain

/// A table of numbers and names, read by the headings of its columns.
///
/// A row is left out if a cell that a method needs is empty: nothing is filled in.
struct StatisticsTable {
  private let name: String
  private let headings: [String]
  private let records: [ReedTable.Record]

  /// Reads a file, or standard input if the path is `-`.
  init(_ path: String) throws(CommandError) {
    name = SoundInput.name(of: path)
    let bytes = try SoundInput.text(path, limit: 64 << 20)
    do throws(ReedProblem) {
      let table = try ReedTable(bytes)
      headings = table.headings.map { $0.lowercased() }
      records = table.records
    } catch {
      throw .failed(Self.sentence(name, error.place.line, error.place.column, error.words))
    }
    for heading in Set(headings) where !heading.isEmpty {
      guard headings.count(where: { $0 == heading }) == 1 else {
        throw .failed("\(name) has two columns `\(heading)`. Rename one of them.")
      }
    }
  }

  func has(_ column: String) -> Bool { headings.contains(column) }

  /// The columns whose cells are numbers or empty, apart from `others`.
  func numericColumns(besides others: [String] = []) -> [String] {
    headings.enumerated().filter { place, heading in
      guard !heading.isEmpty, !others.contains(heading) else { return false }
      let texts = records.map { Self.cell(place, of: $0) }.filter { !$0.isEmpty }
      return !texts.isEmpty && texts.allSatisfy { Self.number($0) != nil }
    }.map(\.element)
  }

  /// The rows in which none of these columns is empty.
  func rows(_ columns: [String]) throws(CommandError) -> Rows {
    var places: [Int] = []
    for column in columns {
      guard let place = headings.firstIndex(of: column) else {
        let has = headings.filter { !$0.isEmpty }.joined(separator: ", ")
        throw .failed("\(name) has no column `\(column)`. It has: \(has). Rename one of them.")
      }
      places.append(place)
    }
    var rows = Rows(name: name, columns: columns)
    for record in records {
      if let extra = record.cells.indices.dropFirst(headings.count).first(where: {
        !Self.cell($0, of: record).isEmpty
      }) {
        throw .failed(
          Self.sentence(
            name, record.line, extra + 1,
            "This cell has no heading. If numbers have a decimal comma, separate columns with semicolons."
          ))
      }
      let texts = places.map { Self.cell($0, of: record) }
      guard texts.allSatisfy({ !$0.isEmpty }) else {
        rows.leftOut += 1
        continue
      }
      rows.lines.append((record.line, zip(places, texts).map { ($0 + 1, $1) }))
    }
    return rows
  }

  private static func cell(_ place: Int, of record: ReedTable.Record) -> String {
    guard record.cells.indices.contains(place) else { return "" }
    let text = record.cells[place]
    let isBlank: (UInt8) -> Bool = { $0 <= 0x20 }
    guard let first = text.utf8.firstIndex(where: { !isBlank($0) }),
      let last = text.utf8.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(text[first...last])
  }

  /// A finite number with a decimal point or comma.
  fileprivate static func number(_ text: String) -> Double? {
    var written = ""
    for character in text {
      switch character {
      case ",": written.append(".")
      case "−": written.append("-")
      case "0"..."9", ".", "-", "+", "e", "E": written.append(character)
      default: return nil
      }
    }
    guard let number = Double(written), number.isFinite else { return nil }
    return number
  }

  fileprivate static func sentence(_ name: String, _ line: Int, _ column: Int, _ words: String)
    -> String
  {
    "\(name) was not analysed. Line \(line), column \(column): \(words) Correct it and try again."
  }
}

extension StatisticsTable {
  /// The complete rows of some columns.
  struct Rows {
    fileprivate let name: String
    fileprivate let columns: [String]
    fileprivate var lines: [(line: Int, cells: [(column: Int, text: String)])] = []
    /// How many rows have an empty cell.
    fileprivate(set) var leftOut = 0

    fileprivate init(name: String, columns: [String]) {
      (self.name, self.columns) = (name, columns)
    }

    var count: Int { lines.count }

    func texts(_ column: String) -> [String] {
      guard let place = columns.firstIndex(of: column) else { return [] }
      return lines.map { $0.cells[place].text }
    }

    /// The numbers of a column.
    ///
    /// - Parameter words: what is expected, such as "a number".
    func numbers(
      _ column: String, _ words: String = "a number",
      where isValid: (Double) -> Bool = { _ in true }
    ) throws(CommandError) -> [Double] {
      guard let place = columns.firstIndex(of: column) else { return [] }
      var numbers: [Double] = []
      for line in lines {
        let cell = line.cells[place]
        guard let number = StatisticsTable.number(cell.text), isValid(number) else {
          throw .failed(
            StatisticsTable.sentence(
              name, line.line, cell.column, "\(column) “\(cell.text.prefix(40))” is not \(words)."))
        }
        numbers.append(number)
      }
      return numbers
    }

    func counts(_ column: String) throws(CommandError) -> [Int] {
      try numbers(column, "a whole number from 0 to 1,000,000") {
        0...1_000_000 ~= $0 && $0 == $0.rounded()
      }.map { Int($0) }
    }

    /// A column of 1 for yes and 0 for no.
    func flags(_ column: String) throws(CommandError) -> [Bool] {
      try numbers(column, "1 for yes or 0 for no") { $0 == 0 || $0 == 1 }.map { $0 == 1 }
    }

    /// The places of the rows with each name in a column, in order of first appearance.
    func groups(_ column: String) -> [(name: String, indices: [Int])] {
      var groups: [(name: String, indices: [Int])] = []
      var placesByName: [String: Int] = [:]
      for (index, name) in texts(column).enumerated() {
        if let place = placesByName[name] {
          groups[place].indices.append(index)
        } else {
          placesByName[name] = groups.count
          groups.append((name, [index]))
        }
      }
      return groups
    }
  }
}
