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
    process.executableURL = Self.program
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = errors
    try process.run()
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
    var line = ""
    while !line.hasSuffix("\n") {
      let piece = output.fileHandleForReading.availableData
      if piece.isEmpty { break }
      line += String(decoding: piece, as: UTF8.self)
    }
    let prefix = "Woodshed is open at http://localhost:"
    try #require(line.hasPrefix(prefix) && line.hasSuffix("/\n"))
    return try #require(Int(line.dropFirst(prefix.count).dropLast(2)))
  }
}
