import Foundation
import Ledger
import SQLiteStorage
import TestSupport
import Testing

/// What was there before is never taken for nothing, and a later program's store for ours.
@Suite struct LostStoreTests {
  private let folder = TemporaryFolder()
  private var data: String { folder.path + "/data" }
  private var files: FileManager { .default }

  init() throws {
    try Data("page".utf8).write(to: URL(fileURLWithPath: folder.path + "/index.html"))
  }

  private func serve() throws -> ServedProgram {
    try ServedProgram(data: data, web: folder.path)
  }

  private func refusal() throws -> String {
    let run = try Run(["serve", "--port", "0", "--data", data, "--web", folder.path]).finish()
    #expect(run.code == 1 && run.output.isEmpty)
    return run.errors
  }

  private func write(_ text: String, to name: String) throws {
    let url = URL(fileURLWithPath: "\(data)/\(name)")
    try files.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  private func names() throws -> [String] { try files.subpathsOfDirectory(atPath: data).sorted() }

  /// A server that was once made, and whose database is emptied or gone.
  @Test(arguments: [true, false]) func refusesToBeginAnewWhereItHasBegun(isEmptied: Bool) throws {
    try serve().kill()
    for end in ["-wal", "-shm"] { try? files.removeItem(atPath: "\(data)/woodshed.db\(end)") }
    if isEmptied {
      try write("", to: "woodshed.db")
    } else {
      try files.removeItem(atPath: data + "/woodshed.db")
    }
    let before = try names()
    let words = try refusal()
    #expect(words.contains("is empty or missing") && words.contains("woodshed restore"))
    #expect(words.contains("woodshed.db.lock out of the folder"))
    #expect(try names() == before)
    // The explicit way.
    try files.removeItem(atPath: data + "/woodshed.db.lock")
    try serve().kill()
  }

  @Test(arguments: [
    ("woodshed.db-wal", "rows"), ("blobs/0123/01/name", "a take"), ("uploads/abc", "half a take"),
  ])
  func refusesToBeginAnewBeside(name: String, text: String) throws {
    try write(text, to: name)
    for isEmpty in [false, true] {
      if isEmpty { try write("", to: "woodshed.db") }
      #expect(try refusal().contains("is empty or missing"))
      #expect(files.contents(atPath: "\(data)/\(name)") == Data(text.utf8))
    }
    // Commands that only look leave it alone as well.
    for command in [["check"], ["export", "-"], ["account", "list"], ["backup", data + "-copy"]] {
      let run = try Run([command[0], "--data", data] + command.dropFirst()).finish()
      #expect(run.code == 1 && run.errors.contains("empty"), "\(command): \(run.errors)")
      #expect(files.contents(atPath: "\(data)/\(name)") == Data(text.utf8))
    }
    #expect(try Run(["check", "--repair", "--data", data]).finish().code == 1)
    #expect(files.contents(atPath: "\(data)/\(name)") == Data(text.utf8))
  }

  /// The database was copied without its log, which had everything.
  @Test func refusesADatabaseWhoseLogIsGone() throws {
    try serve().kill()
    try #require(files.contents(atPath: data + "/woodshed.db-wal")?.isEmpty == false)
    for end in ["-wal", "-shm"] { try files.removeItem(atPath: "\(data)/woodshed.db\(end)") }
    #expect(try refusal().contains("is empty or missing"))
  }

  /// What a first start leaves that was killed before its first write, and what an operator makes.
  @Test(arguments: [[], ["woodshed.db.lock"], ["woodshed.db.lock", "woodshed.db"]])
  func beginsInAnEmptyFolder(names: [String]) throws {
    for name in names { try write("", to: name) }
    for name in ["blobs/0123", "uploads", "tickets"] {
      try files.createDirectory(atPath: "\(data)/\(name)", withIntermediateDirectories: true)
    }
    let program = try serve()
    program.kill()
    try serve().kill()
  }

  @Test func refusesTheStoreOfALaterProgram() throws {
    let program = try serve()
    _ = try program.pull()
    program.kill()
    var database = try Database.open(data + "/woodshed.db", for: .writing)
    try database.run("UPDATE version SET version = 99")
    _ = consume database
    try write("{}", to: "rows.jsonl")
    let commands = [
      ["export", "-"], ["account", "list"], ["backup", folder.path + "/copy"], ["check"],
      ["check", "--repair"], ["import", data + "/rows.jsonl"], ["serve", "--port", "0"],
    ]
    for command in commands {
      let web = command[0] == "serve" ? ["--web", folder.path] : []
      let run = try Run([command[0], "--data", data] + web + command.dropFirst()).finish()
      #expect(run.code == 1 && run.output.isEmpty, "\(command): \(run.output)")
      #expect(
        run.errors.contains("newer Woodshed (tables 99"), "\(command): \(run.errors)")
    }
  }
}
