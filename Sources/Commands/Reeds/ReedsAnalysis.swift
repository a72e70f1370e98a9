import Analysis
import Domain
import Ledger
import Platform
import Reports

/// What the app says about reeds, from a file, so that anybody can check it.
struct ReedsAnalysis {
  /// The pages of analysis by the names that are used here.
  static let subjects: [(name: String, value: Question.Subject)] = [
    ("box", .boxNow), ("gouger", .gouger), ("compare", .compare), ("relations", .relations),
    ("scatter", .scatter), ("life", .life), ("trends", .trends), ("model", .model),
    ("ratings", .ratings), ("experiment", .experiment), ("suggestions", .suggestions),
  ]

  private enum Format { case text, json, csv }

  private let format: Format
  private let choices: [(name: String, value: String)]
  private let path: String
  private var question: Question

  init(_ arguments: Arguments) throws(CommandError) {
    try arguments.refuse(
      "data", "database", "account", "force", "table", "preview", "partial", "ratings", "origin",
      in: "reeds analyse")
    let names = Self.subjects.map(\.name)
    guard arguments.words.count > 1 else {
      throw .wrongUsage(
        "Say what to analyse: woodshed reeds analyse SUBJECT FILE. Subjects: "
          + "\(names.joined(separator: ", ")).")
    }
    let word = arguments.words[1]
    guard let subject = Self.subjects.first(where: { $0.name == word })?.value else {
      let hint = NearestName.hint(for: word, among: names) { "`\($0)`" }
      throw .wrongUsage(
        "There is no subject `\(word)`.\(hint) Subjects: \(names.joined(separator: ", ")).")
    }
    guard arguments.words.count > 2 else {
      throw .wrongUsage("Say which file: woodshed reeds analyse \(word) FILE.")
    }
    path = arguments.words[2]
    format =
      try arguments.choice("format", from: [("text", .text), ("json", .json), ("csv", .csv)])
      ?? .text
    var today = WallClock.milliseconds / 86_400_000
    if let text = arguments["today"] {
      guard let day = DayText.day(of: text) else {
        throw .wrongUsage("--today takes a day such as 2026-11-27, not `\(text)`.")
      }
      today = day
    }
    question = Question(subject, today: today)
    question.isInInches = arguments.has("inches")
    if let tenths = try arguments.decimal("a4", places: 1, in: 3_800...4_800) {
      question.a4 = ReferencePitch(tenthsOfHertz: Int(tenths)) ?? .standard
    }
    // Who asks for them here wants to see them.
    if subject == .suggestions { question[SuggestionsPage.on] = "1" }
    var choices: [(name: String, value: String)] = []
    for text in arguments.values(of: "set") {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw .wrongUsage("--set takes NAME=VALUE, not `\(text)`.")
      }
      choices.append((String(parts[0]), String(parts[1])))
    }
    self.choices = choices
  }

  func run() throws(CommandError) {
    let rows = try rows
    var question = question
    // One after the other: what can be chosen may depend on what was chosen before.
    for choice in choices {
      let controls = Self.report(question, rows).controls
      question[choice.name] = try Self.value(choice, controls)
    }
    let report = Self.report(question, rows)
    switch format {
    case .text: Output.show(ReportText(report).text)
    case .json: Output.show(ReportText(report).json)
    case .csv: Output.show(report.csv)
    }
  }

  private static func report(_ question: Question, _ rows: [Row]) -> Report {
    var analyst = Analyst(question, rows)
    while true {
      if let report = analyst.report { return report }
      _ = analyst.step()
    }
  }

  /// The value of a choice, which may be given by its label.
  private static func value(
    _ choice: (name: String, value: String), _ controls: [Report.Control]
  ) throws(CommandError) -> String {
    guard let control = controls.first(where: { $0.name == choice.name }) else {
      let names = controls.map(\.name)
      guard !names.isEmpty else {
        throw .wrongUsage("Nothing can be chosen here, so --set \(choice.name) does not apply.")
      }
      let hint = NearestName.hint(for: choice.name, among: names) { "`\($0)`" }
      throw .wrongUsage(
        "--set knows no `\(choice.name)` here.\(hint) Names: \(names.joined(separator: ", ")).")
    }
    let found =
      control.options.first { $0.value == choice.value }
      ?? control.options.first { $0.label == choice.value }
    guard let found else {
      let values = control.options.filter { !$0.value.isEmpty }.map {
        $0.label.isEmpty ? $0.value : $0.label
      }
      throw .wrongUsage(
        "`\(choice.name)` cannot be `\(choice.value)`. It takes one of "
          + "\(values.joined(separator: ", ")).")
    }
    return found.value
  }

  // MARK: - Reading

  private var rows: [Row] {
    get throws(CommandError) {
      let name = path == "-" ? "Standard input" : path
      let bytes = try SpaceImport.bytes(of: path, name)
      if bytes.starts(with: RowText.heading.utf8) { return try Self.spaceRows(bytes, name) }
      guard ReedFile.isOne(bytes) else {
        throw .failed(
          "\(name) is neither an export of reeds nor of a space. Make one with `woodshed reeds "
            + "export` or `woodshed export`, or in the app.")
      }
      do throws(ReedProblem) {
        let read = try ReedFile.rows(of: bytes)
        for problem in read.problems.prefix(10) { Output.complain("\(name): \(problem.message)") }
        return read.rows
      } catch {
        throw .failed("\(name) cannot be read. \(error.message)")
      }
    }
  }

  private static func spaceRows(_ bytes: [UInt8], _ name: String) throws(CommandError) -> [Row] {
    let imported: ImportedRows
    do throws(RowTextError) {
      imported = try RowText.read(bytes, Schema.woodshed)
    } catch {
      throw .failed("\(name) cannot be read. \(error.message)")
    }
    var cells: [RowID: (kind: KindID, cells: [FieldID: Cell])] = [:]
    func take(_ row: RowID, _ kind: KindID, _ cell: Cell) {
      var found = cells[row] ?? (kind, [:])
      if cell.stamp >= found.cells[cell.field]?.stamp ?? cell.stamp {
        found.cells[cell.field] = cell
      }
      cells[row] = found
    }
    for edit in imported.edits {
      let stamp = Stamp(.zero, DeviceID(0))
      take(edit.row, edit.kind, Cell(field: edit.field, stamp: stamp, value: edit.value))
    }
    for cell in imported.cells { take(cell.row, cell.kind, cell.cell) }
    return cells.map { id, row in
      Row(id: id, kind: row.kind, cells: row.cells.values.sorted { $0.field < $1.field })
    }.sortedByID()
  }
}
