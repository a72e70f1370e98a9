import Foundation
import Testing

/// Logs in and out, and the simulation of training, as anybody would start it.
@Suite struct TrainCommandTests {
  private let desk = CommandDesk("train")
  private var folder: String { desk.folder.path }
  private var data: String { desk.data }

  private func run(_ arguments: String...) throws -> (code: Int32, output: String, errors: String) {
    try desk.run(arguments)
  }

  private func fill() throws {
    let path = try desk.file(
      "log.csv",
      "date,name,grade,outcome,tries\n2024-11-20,Prow,V4,send,3\n2024-11,Slab,V2,flash,1\n")
    let end = try run("import", "--data", data, path)
    #expect(end.code == 0, "\(end.errors)")
    #expect(
      end.output.hasPrefix(
        "Table\n  2 new tries in 2 sessions\n  2 new sessions\n  New catalogue: Climbs\nImported, with "
      ))
  }

  @Test(arguments: ["csv", "json"])
  func whatIsExportedAndImportedIsExportedAsTheSame(format: String) throws {
    try fill()
    let (first, second) = ("\(folder)/a", "\(folder)/b")
    let out = try run("export", "--data", data, "--format", format, "-o", first)
    #expect(out.code == 0 && out.output == "\(first) contains 2 tries.\n", "\(out.errors)")
    #expect(try run("export", "--data", data, "-o", first).code == 1)
    let new = folder + "/new"
    let taken = try run("import", "--data", new, first)
    #expect(taken.output.contains("Woodshed log\n  2 new tries"), "\(taken.errors)")
    #expect(
      try run("export", "--data", new, "--format", format, "--output", second).code == 0)
    func text(_ path: String) throws -> String {
      // The moment of the export is another one.
      try desk.text(path).replacingOccurrences(
        of: "\"exported\":\"[^\"]*\"", with: "", options: .regularExpression)
    }
    #expect(try text(first) == text(second))
    let again = try run("import", "--data", new, first)
    #expect(again.output.contains("2 already here") && again.output.contains("0 values new"))
    if format == "csv" { #expect(try run("export", "--data", new).output == desk.text(first)) }
  }

  @Test func aBadFileChangesNothing() throws {
    try fill()
    let before = try run("export", "--data", data).output
    let bad = try desk.file(
      "bad.csv",
      "date,name,grade,outcome,tries\n2024-11-21,a,V4,send,many\n2024-11-21,b,V1,send,1\n")
    let refused = try run("import", "--data", data, bad)
    #expect(refused.code == 1)
    #expect(refused.errors.contains("bad.csv: Line 2, column 5: tries: “many” is left out."))
    #expect(try run("export", "--data", data).output == before)
    let preview = try run("import", "--data", data, "--preview", bad)
    #expect(preview.code == 0 && preview.output.contains("nothing was changed"))
    #expect(try run("export", "--data", data).output == before)
    let partial = try run("import", "--data", data, "--partial", bad)
    #expect(partial.code == 0 && partial.output.contains("2 new tries in 1 session"))
    let none = try desk.file("none.json", "{\"format\":\"other\"}")
    let foreign = try run("import", "--data", data, none)
    #expect(
      foreign.code == 1 && foreign.errors.contains("Line 1, column 11: This is not a training log"))
  }

  @Test func boardsAreReadAsTheyAre() throws {
    let path = try desk.file(
      "kilter.csv",
      "board,angle,climb_name,date,logged_grade,displayed_grade,difficulty,tries,is_mirror,sessions_count,tries_total,is_repeat,is_ascent,comment\n"
        + "kilter,40,Moss,2024-06-17 16:21:23,V3,V4,16,1,False,1,1,False,True,\n")
    let end = try run("import", "--data", data, path)
    #expect(
      end.code == 0 && end.output.contains("BoardLib\n  1 new try in 1 session"), "\(end.errors)")
    let out = try run("export", "--data", data).output
    #expect(out.contains(",Moss,V3,flash,1,Kilter 40°,"))
    #expect(try run("import", "--data", data, path).output.contains("0 values new"))
  }

  @Test func aReportHasEveryRuleInBothSets() throws {
    let end = try Run(["train", "simulate", "--seed", "3"]).finish()
    #expect(end.code == 0 && end.errors.isEmpty)
    for rule in ["the app as shown", "nearest, active, unsent", "ours, aim 70 %", "oracle"] {
      #expect(end.output.components(separatedBy: "\n" + rule).count == 3, "\(rule)")
    }
    #expect(end.output.contains("seeds 3 to 10\n"))
    #expect(end.output.contains("seeds 1003 to 1010\n"))
    #expect(try Run(["train", "simulate", "--seed", "3"]).finish().output == end.output)
  }

  @Test func theSameAsJSON() throws {
    let end = try Run(["train", "simulate", "--seed", "3", "--format", "json"]).finish()
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(end.output.utf8)) as? [String: Any])
    #expect(report["seed"] as? Int == 3)
    let sets = try #require(report["sets"] as? [[String: Any]])
    #expect(sets.count == 2)
    for set in sets {
      let rules = try #require(set["rules"] as? [[String: Any]])
      #expect(rules.count == 7)
      let ours = try #require(rules.first { $0["rule"] as? String == "ours" })
      #expect(ours["sent"] as? Double == 0 && ours["notLive"] as? Double == 0)
      let heldOut = try #require(ours["heldOut"] as? [String: Any])
      #expect((heldOut["tenths"] as? [Any])?.count == 10)
      let oracle = try #require(rules.last)
      #expect(oracle["ofOracle"] as? Double == 1 && oracle["abilityError"] is NSNull)
    }
  }

  @Test(arguments: [
    (["train"], "Say what to do"),
    (["train", "simulat"], "Did you mean `woodshed train simulate`?"),
    (["train", "simulate", "--seed", "-1"], "0 to"),
    (["train", "simulate", "--seed", "x"], "0 to"),
    (["train", "simulate", "--format", "xml"], "text, json"),
    (["train", "simulate", "-o", "x"], "--output does not apply to"),
    (["train", "export", "--format", "xml"], "csv, json"),
    (["train", "export", "file"], "-o FILE"),
    (["train", "export", "--preview"], "--preview does not apply to"),
    (["train", "import"], "Say which file"),
    (["train", "import", "x", "--format", "csv"], "--format does not apply to"),
  ])
  func complains(arguments: [String], message: String) throws {
    let end = try Run(arguments).finish()
    #expect(end.code == 2 && end.output.isEmpty)
    #expect(end.errors.contains(message), "\(end.errors)")
  }
}
