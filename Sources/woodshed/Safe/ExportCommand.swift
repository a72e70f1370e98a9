import Domain
import Glibc
import Ledger
import Platform

extension Command {
  static let export = Command(
    name: "export", summary: "Write somebody's rows as lines of text",
    details: """
      Writes every row of an account's own space as a line of JSON, as the app's own export does: a
      person's data in a form that any program reads, and that `woodshed import` and the app take in
      again. Recordings are not in it. FILE may be - for standard output. The server may run.
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
      throw .wrongUsage("Say where the rows go: woodshed export FILE, or - for standard output.")
    }
    try arguments.refuseExisting(path)
    self.arguments = arguments
    self.path = path
  }

  func run() throws(CommandError) {
    // Rows are somebody's own: a new file is this user's alone.
    umask(0o077)
    var lines = try RowLines(path)
    try SpaceRows.read(arguments) { rows in
      lines.schema = Schema.woodshed.extended(by: rows)
    } take: { rows in
      lines.write(rows)
    }
    let count = try lines.finish()
    if path != "-" { Output.show("\(path) holds \(Count.words(count, "row")).\n") }
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

  /// Says whether there is any use in going on.
  mutating func write(_ rows: [Row]) -> Bool {
    // The heading stands once.
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
