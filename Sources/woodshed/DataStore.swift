import Platform
import PostgresStorage
import SQLiteStorage
import Server
import Storage

/// The opening of what keeps people's data.
enum DataStore {
  /// Opens the PostgreSQL at `url`, or the file in the data folder.
  static func open(_ url: String?, in data: DataFolder) throws(CommandError) -> any ServerStore {
    guard let url else { return try openFile(in: data) }
    return try openDatabase(at: url)
  }

  static func openDatabase(at url: String) throws(CommandError) -> any ServerStore {
    do throws(StorageError) {
      return try PostgresStore(url: url)
    } catch {
      // The address may hold a password: it is not repeated.
      throw .failed("The database of --database cannot be opened: \(error).")
    }
  }

  private static func openFile(in data: DataFolder) throws(CommandError) -> any ServerStore {
    let path = data.path + "/woodshed.db"
    do throws(StorageError) {
      return try SQLiteStore(path: path, isKnown: !files(in: data).isEmpty)
    } catch {
      guard error != .lost else { throw lost(in: data) }
      throw .failed("The database \(path) cannot be opened: \(words(for: error)).")
    }
  }

  private static func words(for error: StorageError) -> String {
    guard error == .unavailable else { return "\(error)" }
    return "it cannot be read and written; see who owns it, or choose another folder with --data"
  }

  /// The folders that hold people's files, which no first start has.
  private static func files(in data: DataFolder) -> [String] {
    ["blobs", "uploads"].filter { name in
      let files = try? Folder("\(data.path)/\(name)").files()
      return files?.isEmpty == false
    }
  }

  /// A new store among the traces of an old one would have its files swept away, and its devices believe it.
  private static func lost(in data: DataFolder) -> CommandError {
    let traces =
      ["woodshed.db", "woodshed.db-wal", "woodshed.db.lock"].filter {
        Files.exists("\(data.path)/\($0)")
      } + files(in: data)
    return .failed(
      "There was a store in \(data.path), and its database woodshed.db is empty or gone. Nothing was changed; "
        + "what is left is as it was. Restore the last backup with `woodshed restore --force --data \(data.path) "
        + "BACKUP`; devices then hand over what came after it. Where PostgreSQL keeps the data, name it with "
        + "--database. To begin anew instead, move "
        + "\(traces.joined(separator: ", ")) out of the folder first.")
  }
}
