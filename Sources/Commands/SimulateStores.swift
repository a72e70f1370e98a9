import Platform
import PostgresStorage
import SQLiteStorage
import Storage

/// The stores that the servers of simulated schedules use.
struct SimulateStores: Sendable {
  private let kind: SimulateOptions.Store
  /// The database that all schedules share, each in its own space.
  private let database: PostgresStore?

  init(_ kind: SimulateOptions.Store) throws(CommandError) {
    self.kind = kind
    guard case .postgres(let url) = kind else {
      database = nil
      return
    }
    do throws(StorageError) {
      database = try PostgresStore(url: url)
    } catch {
      throw .failed("The PostgreSQL database cannot be opened: \(error).")
    }
  }

  /// Lends some schedules their store; `nil` if the server is in memory.
  func withStore<Value>(
    _ body: ((any ServerStore)?) throws(CommandError) -> Value
  ) throws(CommandError) -> Value {
    guard kind == .sqlite else { return try body(database) }
    let (store, folder) = try Self.makeFile()
    defer {
      store.close()
      // Keeps the folder until here.
      _ = folder
    }
    return try body(store)
  }

  func close() { database?.close() }

  private static func makeFile() throws(CommandError) -> (SQLiteStore, ScratchFolder) {
    let folder: ScratchFolder
    do throws(SystemError) {
      folder = try ScratchFolder()
    } catch {
      throw .failed("No folder can be created for the simulation's databases: \(error).")
    }
    do throws(StorageError) {
      return (try SQLiteStore(path: folder.path + "/simulated.db", readerCount: 1), folder)
    } catch {
      throw .failed("No database can be created in \(folder.path): \(error).")
    }
  }
}
