import Foundation
import TestSupport
import Testing

/// What others could read is closed to them at the next start, and nothing else is touched.
@Suite struct PrivacyTests {
  private let folder = TemporaryFolder()
  private var data: String { folder.path + "/data" }
  private var log: String { folder.path + "/log" }
  private var files: FileManager { .default }

  init() throws {
    try Data("page".utf8).write(to: URL(fileURLWithPath: folder.path + "/index.html"))
  }

  private func write(_ name: String) throws {
    let url = URL(fileURLWithPath: "\(data)/\(name)")
    try files.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("x".utf8).write(to: url)
  }

  private func mode(_ path: String) throws -> Int {
    try #require(files.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
  }

  private func open(_ path: String) throws {
    var isFolder: ObjCBool = false
    _ = files.fileExists(atPath: path, isDirectory: &isFolder)
    let mode = isFolder.boolValue ? 0o755 : 0o644
    try files.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  private func paths() throws -> [String] {
    try [data] + files.subpathsOfDirectory(atPath: data).map { "\(data)/\($0)" }
  }

  @Test func closesWhatIsOpen() throws {
    try ServedProgram(data: data, web: folder.path).kill()
    try write("blobs/0123/01/file")
    try write("uploads/part")
    try write("before-restore-1/woodshed.db")
    for path in try paths() { try open(path) }
    let program = try ServedProgram(data: data, web: folder.path, log: log)
    defer { program.kill() }
    for path in try paths() { #expect(try mode(path) & 0o077 == 0, "\(path)") }
    #expect(try mode(data) == 0o700 && mode(data + "/woodshed.db") == 0o600)
    // The log is written a little later than what it tells.
    let isTold = waitUntil {
      let lines = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
      return lines.contains("event=closed-to-other-users") && lines.contains("first=\(data)/")
    }
    #expect(isTold)
  }

  /// A folder that holds other things is somebody's home, or shared: it stays as it is.
  @Test func leavesAloneWhatIsNotOurs() throws {
    try write("thesis.txt")
    try write("target/secret")
    try files.createSymbolicLink(atPath: data + "/uploads", withDestinationPath: data + "/target")
    try files.createSymbolicLink(
      atPath: data + "/files.lock", withDestinationPath: data + "/thesis.txt")
    try write("woodshed.db.lock.old")
    for path in [data, "thesis.txt", "target", "target/secret", "woodshed.db.lock.old"] {
      try open(path == data ? data : "\(data)/\(path)")
    }
    let run = try Run(["serve", "--port", "0", "--data", data, "--web", folder.path])
    // Files beside no database are refused, after the folder was looked at.
    #expect(run.finish().code == 1)
    #expect(try mode(data) == 0o755 && mode(data + "/thesis.txt") == 0o644)
    #expect(try mode(data + "/target") == 0o755 && mode(data + "/target/secret") == 0o644)
    #expect(try mode(data + "/woodshed.db.lock.old") == 0o644)
  }

  @Test func backsUpForThisUserAlone() throws {
    try ServedProgram(data: data, web: folder.path).kill()
    let name = String(repeating: "ab", count: 32)
    try write("blobs/ab/\(name)")
    let shelf = folder.path + "/shelf"
    try files.createDirectory(atPath: shelf, withIntermediateDirectories: true)
    try open(shelf)
    #expect(try Run(["backup", "--data", data, shelf]).finish().code == 0)
    let first = try "\(shelf)/" + #require(files.contentsOfDirectory(atPath: shelf).first)
    let all = try [first] + files.subpathsOfDirectory(atPath: first).map { "\(first)/\($0)" }
    for path in all {
      #expect(try mode(path) & 0o077 == 0, "\(path)")
      try open(path)
    }
    let second = folder.path + "/shelf/woodshed-2001-01-01-000000"
    try files.moveItem(atPath: first, toPath: second)
    let run = try Run(["backup", "--data", data, "--keep", shelf]).finish()
    #expect(run.code == 0 && run.output.contains("was open to other users"), "\(run.errors)")
    for path in try files.subpathsOfDirectory(atPath: second) {
      #expect(try mode("\(second)/\(path)") & 0o077 == 0, "\(path)")
    }
    #expect(try mode(shelf) == 0o755)
    let rows = folder.path + "/rows.jsonl"
    #expect(try Run(["export", "--data", data, rows]).finish().code == 0)
    #expect(try mode(rows) == 0o600)
  }
}
