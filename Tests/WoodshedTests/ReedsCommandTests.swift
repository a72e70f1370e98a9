import Foundation
import Platform
import SQLiteStorage
import TestSupport
import Testing

@testable import Commands

/// Reeds in and out by the program itself.
@Suite struct ReedsCommandTests {
  private let desk = CommandDesk("reeds")
  private var folder: TemporaryFolder { desk.folder }
  private var data: String { desk.data }

  private func run(_ arguments: String...) throws -> (code: Int32, output: String, errors: String) {
    try desk.run(arguments)
  }

  /// A space with three reeds from a spreadsheet.
  private func fill() throws {
    let path = try desk.file(
      "sheet.csv",
      "Name;Tie length (mm);Shaper;Stage;Box;Thread\nB1;72,5;RC 10;in use;Concert;red\n"
        + "B2;71;RC 10;blank;Concert;blue\nB3;72;Joshua;discarded;;red\n")
    let end = try run("import", "--data", data, path)
    #expect(end.code == 0, "\(end.errors)")
    #expect(end.output.contains("3 reeds: 3 new") && end.output.contains("2 tools: 2 new"))
  }

  private func lines(_ text: String) -> [String] {
    // All but the moment of the export.
    text.split(separator: "\n").map(String.init).filter { !$0.contains("\"exported\"") }
  }

  @Test func whatIsExportedAndImportedIsExportedAsTheSame() throws {
    try fill()
    let (first, second) = (folder.path + "/a.json", folder.path + "/b.json")
    let out = try run("export", "--data", data, first)
    #expect(out.code == 0 && out.output == "\(first) contains 3 reeds.\n", "\(out.errors)")
    #expect(try run("export", "--data", data, first).code == 1)
    let new = folder.path + "/new"
    let taken = try run("import", "--data", new, first)
    #expect(taken.code == 0 && taken.output.contains("3 reeds: 3 new"), "\(taken.errors)")
    #expect(try run("export", "--data", new, second).code == 0)
    #expect(try lines(desk.text(first)) == lines(desk.text(second)))
    let again = try run("import", "--data", new, first)
    #expect(again.output.contains("3 reeds: 3 unchanged"))
    #expect(again.output.contains("0 values new to this server"))
    // Only the first import brought something, and had a restore point made before it.
    let rows = try Run(["export", "--data", new, "-"]).finish().output
    #expect(rows.components(separatedBy: "\"kind\":\"restore-point\"").count == 2)
    #expect(rows.contains("Before the import of \(first)"))
    #expect(try Run(["check", "--data", new]).finish().code == 0)
  }

  @Test func aPreviewChangesNothing() throws {
    try fill()
    let path = folder.path + "/a.json"
    #expect(try run("export", "--data", data, path).code == 0)
    let changed = try desk.text(path).replacingOccurrences(
      of: "\"tie_length\":72.5", with: "\"tie_length\":73")
    let other = try desk.file("b.json", changed)
    let end = try run("import", "--preview", "--data", data, other)
    #expect(
      end.code == 0 && end.output.contains("3 reeds: 1 changed, 2 unchanged"), "\(end.errors)")
    #expect(end.output.contains("B1: Tie length from 72.5 mm to 73 mm"))
    #expect(end.output.hasSuffix("Preview only: nothing was changed.\n"))
    #expect(try run("export", "--data", data, "-").output.contains("\"tie_length\":72.5"))
    #expect(try run("import", "--data", data, other).code == 0)
    #expect(try run("export", "--data", data, "-").output.contains("\"tie_length\":73"))
    // The older file again: what is here is newer, and both are kept.
    let kept = try run("import", "--data", data, path)
    #expect(kept.output.contains("1 value here is newer than the file's"), "\(kept.output)")
    let rows = try Run(["export", "--data", data, "-"]).finish().output
    #expect(rows.contains("\"kind\":\"conflict\""))
    #expect(try Run(["check", "--data", data]).finish().code == 0)
  }

  @Test func tablesGoIntoAFolderAndComeBack() throws {
    try fill()
    let tables = folder.path + "/tables"
    let out = try run("export", "--format", "csv", "--data", data, tables)
    #expect(
      out.code == 0 && out.output == "\(tables) contains 9 tables, with 3 reeds.\n", "\(out.errors)"
    )
    #expect(try desk.text(tables + "/tools.csv").contains("shaper,RC 10"))
    #expect(try run("export", "--format", "csv", "--data", data, tables).errors.contains("--force"))
    let new = folder.path + "/new"
    let taken = try run("import", "--data", new, tables)
    #expect(taken.code == 0 && taken.output.contains("3 reeds: 3 new"), "\(taken.errors)")
    let one = try run("export", "--format", "csv", "--table", "reeds", "--data", data, "-")
    #expect(
      try one.output == run("export", "--format=csv", "--table=reeds", "--data", new, "-").output)
  }

  @Test func whatCannotBeUnderstoodIsNamedAndNothingIsChanged() throws {
    let path = try desk.file("bad.csv", "name,tie length,colour of eyes\nB1,long,blue\n")
    let end = try run("import", "--data", data, path)
    #expect(end.code == 1)
    #expect(end.errors.contains("Line 2, column 2: tie length: “long” is left out."))
    #expect(end.errors.contains("the column “colour of eyes” does not belong to the table reeds"))
    #expect(end.errors.contains("Nothing was changed"))
    #expect(try run("export", "--data", data, "-").output.contains("\"reeds\":[]"))
    #expect(try run("import", "--partial", "--data", data, path).code == 0)
    #expect(try run("export", "--data", data, "-").output.contains("\"name\":\"B1\""))
    let broken = try desk.file(
      "bad.json", "{\"format\":\"double-reed-log\",\n\"version\":1,\n\"reeds\":[}")
    let refused = try run("import", "--data", data, broken)
    #expect(refused.code == 1 && refused.errors.contains("Line 3, column 10"), "\(refused.errors)")
  }

  @Test func filesOfReedLogAreKnown() throws {
    let path = try desk.file(
      "log.json",
      #"{"reeds":[{"caneType":"Rigotti","gouge":"Ross","tieLength":72,"stage":"In Use","success":4}]}"#
    )
    let end = try run("import", "--data", data, "--ratings", "1-5", path)
    #expect(end.code == 0 && end.output.contains("1 reed: 1 new"), "\(end.errors)")
    let out = try run("export", "--data", data, "-").output
    #expect(out.contains("\"stage\":\"in_use\"") && out.contains("\"success\":8"))
  }

  @Test func theSheetIsAPage() throws {
    try fill()
    let path = folder.path + "/labels.html"
    let end = try run("sheet", "--origin", "https://shed.example", "--data", data, path)
    #expect(end.code == 0, "\(end.errors)")
    let page = try desk.text(path)
    #expect(page.hasPrefix("<!doctype html>") && page.contains("Concert") && page.contains("<svg"))
    #expect(!page.contains("<script"))
  }

  @Test func reedsInPostgreSQLAreTakenInAndOut() throws {
    let database = try PostgresServer.shared().makeDatabase()
    let path = try desk.file("sheet.csv", "Name\tTie length\nB1\t72,5\n")
    let end = try run("import", "--data", data, "--database", database, path)
    #expect(end.code == 0, "\(end.errors)")
    #expect(try run("export", "--database", database, "-").output.contains("\"tie_length\":72.5"))
  }

  // MARK: - Weather

  @Test func theWeatherOfAStationFillsInTestsWithout() throws {
    let reeds = try desk.file(
      "reeds.json",
      """
      {"format":"double-reed-log","version":1,"exported":"2025-01-02T10:00:00Z","scope":"backup",
      "reeds":[{"id":"00000000000000000000000000000001","name":"B1","snapshots":[
      {"id":"00000000000000000000000000000002","day":"2025-01-01","values":{"success":7}},
      {"id":"00000000000000000000000000000003","day":"2025-01-01","values":{"rh":80}}]}]}
      """)
    let taken = try run("import", "--data", data, reeds)
    #expect(taken.code == 0, "\(taken.errors)")
    let station = try desk.file(
      "station.csv",
      "Date;Time;Temperature (°C);Humidity (%);Pressure (hPa)\n"
        + "2025-01-01;10:00;19,5;40;1010\n2025-01-01;12:00;20,5;44;1014\n;;;;\n")
    let preview = try run("weather", "--preview", "--data", data, station)
    #expect(
      preview.code == 0 && preview.output.contains("2 tests to fill in: 5 values."),
      "\(preview.output) \(preview.errors)")
    #expect(!(try run("export", "--data", data, "-").output.contains("\"temp\"")))
    #expect(try run("weather", "--data", data, station).code == 0)
    let out = try run("export", "--data", data, "-").output
    #expect(out.contains("\"rh\":42") && out.contains("\"rh\":80"))
    #expect(out.contains("\"temp\":20") && out.contains("\"pressure\":1012"))
    let again = try run("weather", "--data", data, station)
    #expect(again.output.contains("0 tests to fill in: 0 values. 2 complete already"))
    let other = try desk.file("other.csv", "Name;Wind\nB1;3\n")
    let refused = try run("weather", "--data", data, other)
    #expect(refused.code == 1 && refused.errors.contains("No column is called “date” or “time”."))
  }

  // MARK: - Analysis

  /// The twelve published reeds as an export.
  private func twelve() throws -> String {
    let success = [6, 7, 6, 7, 5, 8, 8, 4, 7, 6, 9, 5]
    let shapers = Array("ABABAABBABBA")
    var sheet = "Name;Started;Shaper\n"
    for place in 0..<12 { sheet += "R\(place + 1);2026-0\(place % 6 + 1)-10;\(shapers[place])\n" }
    #expect(try run("import", "--data", data, desk.file("twelve.csv", sheet)).code == 0)
    var tests = "reed;day;success\n"
    for place in 0..<12 { tests += "R\(place + 1);2026-07-01;\(success[place])\n" }
    let taken = try run(
      "import", "--table", "tests", "--data", data, desk.file("tests.csv", tests))
    #expect(taken.code == 0, "\(taken.errors)")
    let path = folder.path + "/twelve.json"
    #expect(try run("export", "--data", data, path).code == 0)
    return path
  }

  @Test func aPageIsPrintedFromAnExport() throws {
    let path = try twelve()
    let text = try run(
      "analyse", "compare", path, "--today", "2026-08-01", "--set", "input=shaper", "--set",
      "outcome=Success")
    #expect(text.code == 0, "\(text.errors)")
    #expect(text.output.contains("95 % −1.3 to +2.6"), "\(text.output)")
    // The same from the export of the space, and as JSON.
    let space = folder.path + "/space.jsonl"
    #expect(try Run(["export", "--data", data, space]).finish().code == 0)
    let other = try run(
      "analyse", "compare", space, "--today=2026-08-01", "--set=input=shaper",
      "--set=outcome=success")
    #expect(other.output == text.output, "\(other.errors)")
    let json = try run("analyse", "suggestions", path, "--format", "json", "--today", "2026-08-01")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect(report["title"] as? String == "Suggestions")
    let sections = try #require(report["sections"] as? [[String: Any]])
    #expect(
      sections.contains { $0["heading"] as? String == "Too early to tell: A or B" },
      "\(json.output)")
    let csv = try run("analyse", "suggestions", path, "--format", "csv", "--today", "2026-08-01")
    #expect(csv.code == 0 && csv.output.contains("Name,Date,Success"), "\(csv.output)")
    for subject in [
      "box", "gouger", "relations", "scatter", "life", "trends", "model", "ratings", "experiment",
    ] {
      let end = try run("analyse", subject, path, "--today", "2026-08-01")
      #expect(end.code == 0 && end.errors.isEmpty, "\(subject): \(end.errors)")
    }
    let tuned = try run("analyse", "trends", path, "--a4", "442.5", "--today", "2026-08-01")
    #expect(tuned.code == 0 && tuned.errors.isEmpty, "\(tuned.errors)")
    #expect(try run("analyse", "trends", path, "--a4", "44").code == 2)
  }

  @Test func whatCannotBeAnalysedIsNamed() throws {
    let path = try twelve()
    for (arguments, code, words) in [
      (["analyse"], 2, "Say what to analyse"),
      (["analyse", "compare"], 2, "Say which file: woodshed reeds analyse compare FILE."),
      (["analyse", "compair", path], 2, "Did you mean `compare`?"),
      (["analyse", "compare", "--set", "input", path], 2, "--set takes NAME=VALUE"),
      (["analyse", "compare", "--set", "inptu=shaper", path], 2, "Did you mean `input`?"),
      (["analyse", "compare", "--set", "input=wind", path], 2, "`input` cannot be `wind`."),
      (["analyse", "compare", "--today", "soon", path], 2, "--today takes a day"),
      (["analyse", "compare", "--partial", path], 2, "--partial does not apply"),
      (["analyse", "compare", "/nonexistent"], 1, "cannot be read"),
      (["analyse", "compare", folder.path + "/twelve.csv"], 1, "is neither an export of reeds"),
      (["export", "--set", "a=b", "x"], 2, "--set does not apply to `woodshed reeds export`."),
      (["export", "x", "y"], 2, "`woodshed reeds export` does not take `y`."),
    ] {
      let end = try Run(["reeds"] + arguments).finish()
      #expect(end.code == code && end.errors.contains(words), "\(arguments): \(end.errors)")
    }
  }

  @Test(arguments: [
    ([], 2, "Say what to do"), (["export"], 2, "Say which file: woodshed reeds export FILE."),
    (["exprot", "x"], 2, "Did you mean `woodshed reeds export`?"),
    (["export", "--preview", "x"], 2, "--preview does not apply to `woodshed reeds export`."),
    (["export", "--table", "reeds", "x"], 2, "--table needs --format csv."),
    (["export", "--format", "xml", "x"], 2, "--format takes one of json, csv"),
    (["export", "--format", "csv", "--table", "reed", "x"], 2, "Did you mean `reeds`?"),
    (["export", "--format", "csv", "-"], 2, "Say which table"),
    (["import", "--ratings", "5", "/dev/null"], 2, "--ratings takes a scale"),
    (["export", "--data", "/nonexistent", "-"], 1, "There is no woodshed.db"),
    (["import", "/nonexistent"], 1, "cannot be read"),
  ])
  func saysWhatIsMissing(arguments: [String], code: Int32, words: String) throws {
    let end = try Run(["reeds"] + arguments).finish()
    #expect(end.code == code && end.errors.contains(words), "\(end.errors)")
  }
}
