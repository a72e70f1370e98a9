import PostgresStorage
import SQLiteStorage
import Server
import Storage

/// The opening of what keeps people's data.
enum DataStore {
  /// Opens the PostgreSQL at `url`, or the file in the data folder.
  static func open(_ url: String?, in data: DataFolder) throws(CommandError) -> any ServerStore {
    guard let url else { return try openFile(at: data.path + "/woodshed.db") }
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

  private static func openFile(at path: String) throws(CommandError) -> any ServerStore {
    do throws(StorageError) {
      return try SQLiteStore(path: path)
    } catch {
      throw .failed("The database \(path) cannot be opened: \(words(for: error)).")
    }
  }

  private static func words(for error: StorageError) -> String {
    guard error == .unavailable else { return "\(error)" }
    return "it cannot be read and written; see who owns it, or choose another folder with --data"
  }
}
