import Domain
import Glibc
import Ledger
import Platform

/// A log from the store to a file.
struct TrainExport {
  private let arguments: Arguments
  private let path: String
  private let isJSON: Bool

  init(_ arguments: Arguments) throws(CommandError) {
    try arguments.refuse("preview", "partial", "seed", in: "train export")
    self.arguments = arguments
    path = arguments["output"] ?? "-"
    isJSON = try arguments.choice("format", from: [("csv", false), ("json", true)]) ?? false
  }

  func run() throws(CommandError) {
    try arguments.refuseExisting(path)
    // A log is personal, so a new file is private to this user.
    umask(0o077)
    let rows = TrainingRows(try SpaceRows.all(arguments))
    let moment = Domain.Moment(WallClock.milliseconds, zoneMinutes: 0)
    try Output.write(
      isJSON ? TrainingFile.export(rows, at: moment) : TrainingTable.export(rows), to: path)
    if path != "-" {
      Output.show("\(path) contains \(DayWords.count(rows.tryCount, "try", "tries")).\n")
    }
  }
}

/// A log from a file to the store.
struct TrainImport {
  private let arguments: Arguments
  private let path: String
  private let name: String

  init(_ arguments: Arguments, _ path: String) throws(CommandError) {
    try arguments.refuse("force", "format", "output", "seed", in: "train import")
    (self.arguments, self.path) = (arguments, path)
    name = path == "-" ? "Standard input" : path
  }

  func run() throws(CommandError) {
    let bytes = try SpaceImport.bytes(of: path, name)
    let space = try SpaceImport(arguments)
    defer { space.close() }
    let rows = TrainingRows(space.table.rows)
    let now = WallClock.milliseconds
    let zone = WallClock.zoneMinutes(at: now)
    let input = TrainingInput(
      bytes, today: JournalDay.day(of: now, zoneMinutes: zone), zoneMinutes: zone)
    let contents: TrainingContents
    do throws(ReedProblem) {
      contents = try input.contents(for: rows)
    } catch {
      throw .failed("\(name) was not imported. \(error.message) Nothing was changed.")
    }
    for heading in contents.unmatched {
      Output.complain("the column “\(heading)” does not belong to a log and is skipped")
    }
    let plan = TrainingImport(contents, into: rows)
    let lines = [plan.source] + plan.lines.map { "  \($0)" }
    try space.finish(
      plan.edits, of: name, problems: [(name, plan.problems)], remarks: plan.remarks,
      saying: lines.joined(separator: "\n") + "\n", arguments)
  }
}
