import Platform
import PostgresStorage
import SQLiteStorage
import Server
import Storage

/// Opens the store for people's data.
enum DataStore {
  /// Opens the PostgreSQL database at `url`, or the file in the data folder.
  static func open(_ url: String?, in data: DataFolder) throws(CommandError) -> any ServerStore {
    guard let url else { return try openFile(in: data) }
    return try openDatabase(at: url)
  }

  static func openDatabase(at url: String) throws(CommandError) -> any ServerStore {
    do throws(StorageError) {
      return try PostgresStore(url: url)
    } catch {
      // The address may contain a password, so it is not shown.
      throw .failed("The PostgreSQL database cannot be opened: \(error).")
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
    return "it cannot be read or written; check who owns it, or choose another folder with --data"
  }

  /// The folders with people's files; on a first start there are none.
  private static func files(in data: DataFolder) -> [String] {
    ["blobs", "uploads"].filter { name in
      let files = try? Folder("\(data.path)/\(name)").files()
      return files?.isEmpty == false
    }
  }

  /// Creating a new store among the traces of an old one would delete its files, and devices would believe it.
  private static func lost(in data: DataFolder) -> CommandError {
    let traces =
      ["woodshed.db", "woodshed.db-wal", "woodshed.db.lock"].filter {
        Files.exists("\(data.path)/\($0)")
      } + files(in: data)
    return .failed(
      "\(data.path) has held data before, but its database woodshed.db is empty or missing. Nothing was changed. "
        + "Restore the last backup with `woodshed restore --force --data \(data.path) BACKUP`; devices then send "
        + "newer changes. If the data is in PostgreSQL, add --database. To start over instead, move "
        + "\(traces.joined(separator: ", ")) out of the folder first.")
  }
}
