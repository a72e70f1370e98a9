import Ledger

extension ReedPreview {
  /// What the measurements of a weather station would fill in.
  mutating func fill(from station: ReedTable, _ rows: ReedRows) {
    (format, table) = (.table, ReedInput.weather)
    let file: WeatherFile
    do throws(ReedProblem) {
      file = try WeatherFile(station)
    } catch {
      refusal = error.message
      return
    }
    let plan = file.plan(rows)
    let measured = DayWords.count(file.readingCount, "measurement", "measurements")
    summary = [
      "\(measured) on \(DayWords.count(file.dayCount, "day", "days"))",
      file.columns.map { "\($0.label) from “\($0.heading)”" }.joined(separator: ", "),
      DayWords.count(plan.tests, "test gets", "tests get") + " "
        + DayWords.count(plan.edits.count, "value", "values"),
    ]
    if plan.complete > 0 {
      let tests = DayWords.count(plan.complete, "test has", "tests have")
      summary.append("\(tests) all three values already, so nothing changes there")
    }
    if plan.unknown > 0 {
      let tests = DayWords.count(plan.unknown, "test has", "tests have")
      summary.append("\(tests) no measurement on the day")
    }
    if file.leftOut > 0 {
      let lines = DayWords.count(file.leftOut, "line has", "lines have")
      problems = ["\(lines) no date or no value that can be true."]
    }
    (edits, itemCount) = (plan.edits, plan.tests)
    // The edits of a test follow each other.
    var rest = plan.edits[...]
    while let first = rest.first, items.count < Self.itemLimit {
      let own = rest.prefix { $0.row == first.row }
      items.append(Item(first.row, own, rows))
      rest = rest.dropFirst(own.count)
    }
  }
}

extension ReedPreview.Item {
  /// A test and the values that it gets.
  fileprivate init(_ id: RowID, _ edits: ArraySlice<Edit>, _ rows: ReedRows) {
    let test = rows[id].map { ReedTest($0) }
    let reed = test.flatMap { rows[$0.reed] }.map { Reed($0).name } ?? ""
    let day = test.map { DayWords.whole($0.day) } ?? ""
    let changes = edits.compactMap { edit in
      ReedField.test.first { $0.id == edit.field }.map { field in
        ReedPreview.Change(label: field.label, here: "–", there: field.words(of: edit.value))
      }
    }
    self.init(
      title: reed.utf8.isEmpty ? "Test" : "Test of “\(reed)”", state: day, changes: changes,
      kept: [])
  }
}
