/// What the columns of a table can contain, by number.
protocol TableColumn: CaseIterable, RawRepresentable, Sendable
where AllCases == [Self], RawValue == Int {
  /// Its heading, and other common headings.
  var headings: [String] { get }
}

/// The columns of a table, found by heading; each is found once.
struct MatchedColumns<Column: TableColumn> {
  private let columns: HeadedColumns

  /// - Parameter id: the column that only our own exports have.
  init(_ headings: [String], exactWith id: Column? = nil) {
    var known: [[UInt8]: Int] = [:]
    for column in Column.allCases {
      for heading in column.headings { known[ReedTable.key(heading)] = column.rawValue }
    }
    columns = HeadedColumns(headings, known, exactWith: id?.rawValue)
  }

  /// Columns whose order is known.
  init(inOrder columns: [Column]) {
    self.columns = HeadedColumns(
      inOrder: columns.map { $0.rawValue }, headings: columns.map { $0.headings[0] })
  }

  /// Unknown headings.
  var unmatched: [String] { columns.unmatched }
  /// Whether spaces around texts are kept, because the table is our own export.
  var isExact: Bool { columns.isExact }
  /// The number of known columns.
  var count: Int { columns.numbers.reduce(0) { $0 + ($1 == nil ? 0 : 1) } }

  func contains(_ column: Column) -> Bool { columns.numbers.contains(column.rawValue) }

  /// The place of a column in a line; the first if it is missing.
  func place(of column: Column, in line: Int) -> TextPlace {
    let place = columns.numbers.firstIndex(of: column.rawValue) ?? 0
    return TextPlace(line: line, column: place + 1)
  }

  /// Passes each non-empty cell of a record to `take`, and reports the problem that `take` returns, if any.
  ///
  /// - Parameter note: receives what is left out.
  func read(
    _ record: ReedTable.Record, note: (String, TextPlace) -> Void,
    take: (Column, String) -> String?
  ) {
    columns.read(record, note: note) { number, text in
      Column(rawValue: number).flatMap { take($0, text) }
    }
  }
}

/// The same for any columns.
struct HeadedColumns {
  /// `nil` for an unknown column.
  private(set) var numbers: [Int?] = []
  private(set) var unmatched: [String] = []
  let isExact: Bool
  private let headings: [String]

  init(_ headings: [String], _ known: [[UInt8]: Int], exactWith id: Int?) {
    self.headings = headings
    var numbers: [Int?] = []
    var found: Set<Int> = []
    for heading in headings {
      if let number = known[ReedTable.key(heading)], found.insert(number).inserted {
        numbers.append(number)
      } else {
        numbers.append(nil)
        if !heading.utf8.isEmpty { unmatched.append(heading) }
      }
    }
    self.numbers = numbers
    isExact = id.map { found.contains($0) } ?? false
  }

  init(inOrder numbers: [Int], headings: [String]) {
    for number in numbers { self.numbers.append(number) }
    (self.headings, isExact) = (headings, false)
  }

  func read(
    _ record: ReedTable.Record, note: (String, TextPlace) -> Void, take: (Int, String) -> String?
  ) {
    for (place, cell) in record.cells.enumerated() {
      let trimmed = cell.trimmingBlanks
      guard !(isExact ? cell : trimmed).utf8.isEmpty else { continue }
      guard place < numbers.count else {
        if !trimmed.utf8.isEmpty {
          note(
            "“\(cell.shortened(to: 40))” has no heading, so it is left out.",
            TextPlace(line: record.line, column: place + 1))
        }
        continue
      }
      guard let number = numbers[place] else { continue }
      let text = CSV.unguarded(isExact ? cell : trimmed)
      if let words = take(number, text) {
        note(
          "\(headings[place]): “\(text.shortened(to: 40))” is left out. \(words)",
          TextPlace(line: record.line, column: place + 1))
      }
    }
  }
}
