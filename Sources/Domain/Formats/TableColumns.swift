/// What the columns of a table can hold.
protocol TableColumn: CaseIterable, Equatable, Sendable where AllCases == [Self] {
  /// Its heading, and what else people call it.
  var headings: [String] { get }
}

extension TableColumn {
  static func named(_ heading: String) -> Self? {
    let key = ReedTable.key(heading)
    return allCases.first { column in
      column.headings.contains { ReedTable.key($0) == key }
    }
  }
}

/// The columns of a table by what its headings say; each is found once.
struct MatchedColumns<Column: TableColumn> {
  private(set) var columns: [Column?] = []
  /// Headings that nobody knows.
  private(set) var unmatched: [String] = []
  private let headings: [String]
  /// Whether blanks at the ends of texts are kept: the table was written here.
  let isExact: Bool

  /// - Parameter id: the column that only a table written here has.
  init(_ headings: [String], exactWith id: Column? = nil) {
    self.headings = headings
    var columns: [Column?] = []
    for heading in headings {
      let column = Column.named(heading)
      if let column, !columns.contains(column) {
        columns.append(column)
      } else {
        columns.append(nil)
        if !heading.utf8.isEmpty { unmatched.append(heading) }
      }
    }
    self.columns = columns
    isExact = id.map { columns.contains($0) } ?? false
  }

  /// Columns whose order is known.
  init(inOrder columns: [Column]) {
    self.columns = columns.map { Optional($0) }
    (headings, isExact) = (columns.map { $0.headings[0] }, false)
  }

  func contains(_ column: Column) -> Bool { columns.contains(column) }

  /// Hands over what each cell of a record says that is not empty; tells what is wrong with it, where `take` says so.
  ///
  /// - Parameter note: is told of what is left out.
  func read(
    _ record: ReedTable.Record, note: (String, TextPlace) -> Void,
    take: (Column, String) -> String?
  ) {
    for (place, cell) in record.cells.enumerated() {
      let trimmed = cell.trimmingBlanks
      guard !(isExact ? cell : trimmed).utf8.isEmpty else { continue }
      guard place < columns.count else {
        if !trimmed.utf8.isEmpty {
          note(
            "There is no heading above “\(cell.shortened(to: 40))”.",
            TextPlace(line: record.line, column: place + 1))
        }
        continue
      }
      guard let column = columns[place] else { continue }
      let text = CSV.unguarded(isExact ? cell : trimmed)
      if let words = take(column, text) {
        note(
          "\(headings[place]): “\(text.shortened(to: 40))” is left out. \(words)",
          TextPlace(line: record.line, column: place + 1))
      }
    }
  }
}
