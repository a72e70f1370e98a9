import Domain
import Glibc
import Ledger
import Platform

extension Command {
  static let export = Command(
    name: "export", summary: "Export the data of an account",
    details: """
      Exports all items of an account as lines of JSON, like the app's own export. Any program can read
      them, and `woodshed import` and the app can import them. Recordings are not included. Use - for
      standard output. The server can keep running.
      """,
    options: [.data, .database, .account, .force], words: ("FILE", 1),
    examples: [
      "woodshed export woodshed.jsonl",
      "woodshed export --account anna@example.org - | gzip > anna.gz",
    ]
  ) { arguments throws(CommandError) in
    try ExportCommand(arguments).run()
  }
}

/// Rows from the store to a file.
private struct ExportCommand {
  private let arguments: Arguments
  private let path: String

  init(_ arguments: Arguments) throws(CommandError) {
    guard let path = arguments.words.first else {
      throw .wrongUsage("Say where it goes: woodshed export FILE, or - for standard output.")
    }
    try arguments.refuseExisting(path)
    self.arguments = arguments
    self.path = path
  }

  func run() throws(CommandError) {
    // The data is personal, so a new file is private to this user.
    umask(0o077)
    var lines = try RowLines(path)
    try SpaceRows.read(arguments) { rows in
      lines.schema = Schema.woodshed.extended(by: rows)
    } take: { rows in
      lines.write(rows)
    }
    let count = try lines.finish()
    if path != "-" { Output.show("\(path) contains \(Count.words(count, "item")).\n") }
  }
}

/// Lines of rows on their way to a file.
private struct RowLines: ~Copyable {
  var schema = Schema.woodshed
  private var sink: ByteSink
  private var count = 0
  private var hasHeading = false
  private var failure: SystemError?
  private let name: String

  init(_ path: String) throws(CommandError) {
    name = path == "-" ? "Standard output" : path
    do throws(SystemError) {
      sink = try ByteSink(path)
    } catch {
      throw .failed("\(path) cannot be written: \(error.message).")
    }
  }

  /// Returns whether to continue.
  mutating func write(_ rows: [Row]) -> Bool {
    // The heading is written once.
    let lines = RowText.export(rows, schema)
    let start = hasHeading ? RowText.heading.utf8.count + 1 : 0
    hasHeading = true
    count += rows.count
    do throws(SystemError) {
      try sink.write(Array(lines[start...]))
    } catch {
      failure = error
    }
    return failure == nil
  }

  consuming func finish() throws(CommandError) -> Int {
    let (count, name) = (count, name)
    do throws(SystemError) {
      if let failure { throw failure }
      try sink.finish()
    } catch {
      throw .failed("\(name) cannot be written: \(error.message).")
    }
    return count
  }
}
