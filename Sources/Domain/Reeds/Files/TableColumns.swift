/// What the columns of a table can hold, by numbers.
protocol TableColumn: CaseIterable, RawRepresentable, Sendable
where AllCases == [Self], RawValue == Int {
  /// Its heading, and what else people call it.
  var headings: [String] { get }
}

/// The columns of a table by what its headings say; each is found once.
struct MatchedColumns<Column: TableColumn> {
  private let columns: HeadedColumns

  /// - Parameter id: the column that only a table written here has.
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

  /// Headings that nobody knows.
  var unmatched: [String] { columns.unmatched }
  /// Whether blanks at the ends of texts are kept: the table was written here.
  var isExact: Bool { columns.isExact }
  /// How many columns are known.
  var count: Int { columns.numbers.reduce(0) { $0 + ($1 == nil ? 0 : 1) } }

  func contains(_ column: Column) -> Bool { columns.numbers.contains(column.rawValue) }

  /// The place of a column in a line, the first where there is none.
  func place(of column: Column, in line: Int) -> TextPlace {
    let place = columns.numbers.firstIndex(of: column.rawValue) ?? 0
    return TextPlace(line: line, column: place + 1)
  }

  /// Hands over what each cell of a record says that is not empty; tells what is wrong with it, where `take` says so.
  ///
  /// - Parameter note: is told of what is left out.
  func read(
    _ record: ReedTable.Record, note: (String, TextPlace) -> Void,
    take: (Column, String) -> String?
  ) {
    columns.read(record, note: note) { number, text in
      Column(rawValue: number).flatMap { take($0, text) }
    }
  }
}

/// The same, whatever the columns hold.
struct HeadedColumns {
  /// `nil` for a column that nobody knows.
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
            "There is no heading above “\(cell.shortened(to: 40))”.",
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
