import Foundation
import Testing

/// A started program and what it says.
struct Run {
  static let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("woodshed")

  let process = Process()
  let output = Pipe()
  let errors = Pipe()

  init(_ arguments: [String]) throws {
    try self.init(Self.program, arguments)
  }

  private init(_ program: URL, _ arguments: [String]) throws {
    process.executableURL = program
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = errors
    try process.run()
  }

  /// Starts the program under the limits that a shell is told.
  static func limited(_ limits: String, _ arguments: [String]) throws -> Run {
    try Run(
      URL(fileURLWithPath: "/bin/sh"),
      ["-c", #"\#(limits); exec "$0" "$@""#, program.path] + arguments)
  }

  /// Makes a target of the repository's `Makefile`, without the word of `make` itself.
  static func make(_ target: String) throws -> Run {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "../..")
    return try Run(
      URL(fileURLWithPath: "/usr/bin/make"),
      ["--silent", "--no-print-directory", "-C", root.path, target])
  }

  /// Waits for the end, and gives the exit code with everything that was said.
  func finish() -> (code: Int32, output: String, errors: String) {
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let errors = String(
      decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, said, errors)
  }

  /// The port in the line that a server prints when it is open.
  func port() throws -> Int {
    try Announcement(readingFrom: output).port
  }
}

/// What a server on this machine says once it is open.
struct Announcement {
  let port: Int
  /// What stands in the link that signs its owner in.
  let token: String

  init(readingFrom output: Pipe) throws {
    var text = ""
    while text.filter({ $0 == "\n" }).count < 2 {
      let piece = output.fileHandleForReading.availableData
      if piece.isEmpty { break }
      text += String(decoding: piece, as: UTF8.self)
    }
    let lines = text.split(separator: "\n")
    try #require(lines.count == 2)
    let (prefix, link) = (
      "Woodshed is open at http://localhost:", "This link signs you in as the owner, once: "
    )
    try #require(lines[0].hasPrefix(prefix) && lines[0].hasSuffix("/"))
    port = try #require(Int(lines[0].dropFirst(prefix.count).dropLast()))
    let address = link + "http://localhost:\(port)/open#"
    try #require(lines[1].hasPrefix(address))
    token = String(lines[1].dropFirst(address.count))
  }
}
