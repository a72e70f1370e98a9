import Foundation
import TestSupport

/// A command of the program with a folder of its own for data and files.
struct CommandDesk {
  let folder = TemporaryFolder()
  private let command: String

  init(_ command: String) { self.command = command }

  var data: String { folder.path + "/data" }

  func run(_ arguments: [String]) throws -> (code: Int32, output: String, errors: String) {
    try Run([command] + arguments).finish()
  }

  func file(_ name: String, _ text: String) throws -> String {
    let path = "\(folder.path)/\(name)"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }
}
