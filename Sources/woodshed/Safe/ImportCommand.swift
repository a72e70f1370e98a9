import Domain
import Ledger
import Platform
import Server
import Storage

extension Command {
  static let importRows = Command(
    name: "import", summary: "Take somebody's exported rows in",
    details: """
      Reads lines as `woodshed export` and the app write them, and adds them to an account's own space
      by the rules of sync: of two values the later one stands, and the other goes into the history.
      So a file can be taken in twice, or beside what is there. Every line is read first; with one that
      is wrong, nothing is changed. Rows that were purged stay gone. FILE may be - for standard input.
      A restore point is made first: in the app, its owner can go back to what was before.

      A server with a data folder must be stopped meanwhile.
      """,
    options: [.data, .database, .account], words: ("FILE", 1),
    examples: [
      "woodshed import woodshed.jsonl", "woodshed import --account anna@example.org anna.jsonl",
    ]
  ) { arguments throws(CommandError) in
    try ImportCommand(arguments).run()
  }
}

/// Rows from a file to the store.
private struct ImportCommand {
  private let arguments: Arguments
  private let name: String
  private let bytes: [UInt8]

  init(_ arguments: Arguments) throws(CommandError) {
    guard let path = arguments.words.first else {
      throw .wrongUsage("Say which file: woodshed import FILE, or - for standard input.")
    }
    self.arguments = arguments
    name = path == "-" ? "Standard input" : path
    bytes = try SpaceImport.bytes(of: path, name)
  }

  func run() throws(CommandError) {
    let space = try SpaceImport(arguments)
    defer { space.close() }
    let rows = try read(with: space.table)
    let cells = rows.cells + space.stamped(rows.edits)
    do throws(StorageError) {
      let (added, gone) = try space.take(cells, of: name)
      Output.show(
        "Taken in: \(Count.words(rows.rowCount, "row")) of \(name), with "
          + "\(Count.words(added, "value")) new to this server.\n"
          + (gone == 0
            ? "" : "\(Count.words(gone, "row")) of them were purged here before, and stay gone.\n"))
    } catch {
      throw .failed(
        "\(name) was not taken in whole: \(error). What is in is safe; take the file in again, and the rest follows."
      )
    }
  }

  private func read(with table: Table) throws(CommandError) -> ImportedRows {
    let own = table.rows.filter { Schema.ownKinds.contains($0.kind) }
    do throws(RowTextError) {
      let latest = HybridTime(milliseconds: WallClock.milliseconds + Horizon.day)
      let rows = try RowText.read(bytes, Schema.woodshed.extended(by: own), latest: latest)
      return rows.withoutPoints
    } catch {
      throw .failed("\(name) was not taken in. \(error.message) Nothing was changed.")
    }
  }
}
