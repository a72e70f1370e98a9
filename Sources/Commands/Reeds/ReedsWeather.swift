import Domain
import Ledger

/// The weather of a station for tests that lack it.
struct ReedsWeather {
  private let arguments: Arguments
  private let path: String

  init(_ arguments: Arguments, _ path: String) throws(CommandError) {
    try arguments.refuse(
      "force", "format", "table", "partial", "ratings", "origin", in: "reeds weather")
    (self.arguments, self.path) = (arguments, path)
  }

  func run() throws(CommandError) {
    let name = path == "-" ? "Standard input" : path
    let bytes = try SpaceImport.bytes(of: path, name)
    let file: WeatherFile
    do throws(ReedProblem) {
      file = try WeatherFile(bytes)
    } catch {
      throw .failed("\(name) was not imported. \(error.message) Nothing was changed.")
    }
    if file.leftOut > 0 {
      Output.complain(
        "\(name): \(Count.words(file.leftOut, "line")) without a date or a possible value "
          + "\(file.leftOut == 1 ? "is" : "are") left out")
    }
    let space = try SpaceImport(arguments)
    defer { space.close() }
    let plan = file.plan(ReedRows(space.table.rows))
    let said =
      "\(Count.words(file.readingCount, "measurement")). "
      + "\(Count.words(plan.tests, "test")) to fill in: \(Count.words(plan.edits.count, "value")). "
      + "\(plan.complete) complete already, \(plan.unknown) without a measurement on their day.\n"
    try space.finish(plan.edits, of: name, problems: [], saying: said, arguments)
  }
}
