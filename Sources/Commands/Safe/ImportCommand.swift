import Domain
import Ledger
import Platform
import Server
import Storage

extension Command {
  static let importRows = Command(
    name: "import", summary: "Import exported data into an account",
    details: """
      Imports a file from `woodshed export` or the app and merges it like a sync: the later of two
      values wins, and the other goes into the history. Importing a file twice does no harm. Any error
      stops the import before it changes anything. Items that were deleted for good stay deleted. Use -
      for standard input. A restore point is created first, so that the owner can go back in the app.

      Stop a server that uses the data folder.
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
        "Imported \(Count.words(rows.rowCount, "item")) from \(name), with "
          + "\(Count.words(added, "value")) new to this server.\n"
          + (gone == 0
            ? "" : "Skipped, because deleted here for good: \(Count.words(gone, "item")).\n"))
    } catch {
      throw .failed(
        "\(name) was only partly imported: \(error). Nothing is lost; import the file again to get the rest."
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
      throw .failed("\(name) was not imported. \(error.message) Nothing was changed.")
    }
  }
}
