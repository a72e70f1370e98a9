import Foundation
import Platform
import SQLiteStorage
import TestSupport
import Testing

@testable import Commands

/// Catalogues in and out, and published, by the program itself.
@Suite struct CatalogueCommandTests {
  private let desk = CommandDesk("catalogue")
  private var folder: TemporaryFolder { desk.folder }
  private var data: String { desk.data }

  private func run(_ arguments: String...) throws -> (code: Int32, output: String, errors: String) {
    try desk.run(arguments)
  }

  private func fill() throws {
    let path = try desk.file(
      "climbs.sql",
      "INSERT INTO Colors VALUES (1,'Blue');\nINSERT INTO Locations VALUES (1,'Cave');\n"
        + "INSERT INTO Climbs VALUES (1,'Crimps',1,1,3,1),(2,'Slab',1,1,0,0);\n")
    let end = try run("import", "--data", data, "--catalogue", "Hall", path)
    #expect(end.code == 0, "\(end.errors)")
    #expect(end.output.contains("Hall: 2 climbs, 2 new.\n1 new place.\n1 new tag.\n"))
  }

  @Test func whatIsExportedAndImportedIsExportedAsTheSame() throws {
    try fill()
    let (first, second) = (folder.path + "/a.csv", folder.path + "/b.csv")
    let out = try run("export", "--data", data, first)
    #expect(out.code == 0 && out.output == "\(first) contains 2 climbs.\n", "\(out.errors)")
    #expect(try run("export", "--data", data, first).code == 1)
    let new = folder.path + "/new"
    #expect(try run("import", "--data", new, first).output.contains("Climbs: 2 climbs, 2 new."))
    #expect(try run("export", "--data", new, second).code == 0)
    #expect(try desk.text(first) == desk.text(second))
    let again = try run("import", "--data", new, first)
    #expect(again.output.contains("2 unchanged") && again.output.contains("0 values new"))
    #expect(try run("export", "--data", new, "-").output == desk.text(first))
  }

  @Test func aBadFileChangesNothing() throws {
    try fill()
    let before = try run("export", "--data", data, "-").output
    let bad = try desk.file("bad.csv", "number,name,tempo\n7,Seven,x\n8,Eight,60\n")
    let refused = try run("import", "--data", data, bad)
    #expect(refused.code == 1)
    #expect(refused.errors.contains("bad.csv: Line 2, column 3: tempo: “x” is left out."))
    #expect(refused.errors.contains("1 problem in"))
    #expect(try run("export", "--data", data, "-").output == before)
    let preview = try run("import", "--data", data, "--preview", bad)
    #expect(preview.code == 0 && preview.output.contains("nothing was changed"))
    #expect(try run("export", "--data", data, "-").output == before)
    let partial = try run("import", "--data", data, "--partial", bad)
    #expect(partial.code == 0 && partial.output.contains("2 new"))
  }

  @Test func saysWhichCatalogueIsMeant() throws {
    try fill()
    let path = try desk.file("studies.csv", "name,grade\nStudy 1,5\n")
    let made = try run(
      "import", "--data", data, "--catalogue", "Studies", "--words", "etudes", path)
    #expect(made.code == 0 && made.output.contains("Studies: 1 étude, 1 new."), "\(made.errors)")
    let which = try run("export", "--data", data, "-")
    #expect(which.code == 2 && which.errors.contains("`Hall`, `Studies`"))
    #expect(try run("export", "--data", data, "--catalogue", "hall", "-").code == 0)
    #expect(try run("export", "--data", data, "--catalogue", "Attic", "-").code == 1)
    let words = try run("import", "--data", data, "--catalogue", "Hall", "--words", "etudes", path)
    #expect(words.code == 2)
    let grades = try run(
      "import", "--data", data, "--catalogue", "New", "--grades", "nonsense", path)
    #expect(grades.code == 2)
  }

  @Test(arguments: [
    [], ["export"], ["import"], ["publish", "file"], ["sell", "x"], ["export", "--preview", "x"],
    ["publish", "--partial"], ["import", "--end", "x"], ["import", "--format", "xml", "x"],
  ])
  func refusesWrongUsage(arguments: [String]) throws {
    let end = try Run(["catalogue"] + arguments + ["--data", data]).finish()
    #expect(end.code == 2 && end.output.isEmpty)
  }

  /// Published by the operator, read from the running server as the app reads it.
  @Test func publishesForEverybody() throws {
    try fill()
    let published = try run("publish", "--data", data, "--origin", "https://shed.example")
    #expect(published.code == 0, "\(published.errors)")
    let id = try #require(
      published.output.split(separator: " ").first { $0.count == 20 }.map(String.init))
    #expect(published.output.contains("Hall is published as \(id) since "))
    #expect(published.output.contains("https://shed.example/v1/catalogues/\(id)\n"))
    #expect(published.output.contains("https://shed.example/sessions/published/\(id)\n"))
    #expect(try run("publish", "--data", data).output.contains(id))

    let web = folder.path + "/web"
    try FileManager.default.createDirectory(atPath: web, withIntermediateDirectories: true)
    _ = try desk.file("web/index.html", "<!doctype html>")
    let server = try ServedProgram(data: data, web: web, more: ["--climbs", id])
    let reader = try server.connect(cookie: "none=1")
    let climbs = try #require(reader.ask("GET", "/climbDetails")).text
    #expect(
      climbs
        == #"[{"Climbid":1,"IsActive":1,"Grade":3,"ColorName":"Blue","ClimbName":"Crimps","LocationName":"Cave"},"#
        + #"{"Climbid":2,"IsActive":0,"Grade":0,"ColorName":"Blue","ClimbName":"Slab","LocationName":"Cave"}]"#
    )
    let page = try #require(reader.ask("GET", "/v1/catalogues/\(id)")).text
    #expect(page.contains(#""whole":true,"count":2"#))
    let packed = try #require(
      reader.ask("GET", "/climbDetails", nil, ["Accept-Encoding: gzip"]))
    let tag = try #require(packed.header("ETag"))
    let same = try #require(reader.ask("GET", "/climbDetails", nil, ["If-None-Match: \(tag)"]))
    #expect(same.status == 304 && same.body.isEmpty)
    server.stop()

    // The four reads were kept when the server stopped.
    #expect(try run("publish", "--data", data).output.contains("read 4 times"))
    #expect(
      try run("publish", "--data", data, "--end").output == "Hall is no longer published.\n")
    #expect(try run("publish", "--data", data, "--end").output == "Hall was not published.\n")
  }
}
