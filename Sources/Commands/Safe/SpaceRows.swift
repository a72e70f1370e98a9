import Domain
import Ledger
import Platform
import PostgresStorage
import SQLiteStorage
import Storage

/// Reads the rows of an account's own space, even while a server runs.
enum SpaceRows {
  /// Passes all rows that are not purged to `take`, a part at a time, until it returns `false`.
  ///
  /// - Parameter own: called first with the kinds and fields that the account's owner has created.
  static func read(
    _ arguments: Arguments, own: ([Row]) -> Void, take: ([Row]) -> Bool
  ) throws(CommandError) {
    if let url = try arguments.databaseURL {
      try readDatabase(url, arguments, own: own, take: take)
    } else {
      try readFile(arguments, own: own, take: take)
    }
  }

  /// All rows at once.
  static func all(_ arguments: Arguments) throws(CommandError) -> [Row] {
    var all: [Row] = []
    try read(arguments) { _ in
    } take: { rows in
      all += rows
      return true
    }
    return all
  }

  private static func readFile(
    _ arguments: Arguments, own: ([Row]) -> Void, take: ([Row]) -> Bool
  ) throws(CommandError) {
    let store = try StoreFile(arguments)
    let accounts: [Account]
    do throws(StorageError) {
      accounts = try SQLiteAccounts.read(path: store.path)
    } catch {
      throw .failed("\(store.path) cannot be read: \(error). Nothing was written.")
    }
    let account = try StoreFile.account(named: arguments["account"], among: accounts)
    do throws(StorageError) {
      try SQLiteRows.read(
        Place(account, .own(of: account)), of: store.path, schema: own, take: take)
    } catch {
      throw .failed("\(store.path) cannot be read: \(error). Nothing was written.")
    }
  }

  private static func readDatabase(
    _ url: String, _ arguments: Arguments, own: ([Row]) -> Void, take: ([Row]) -> Bool
  ) throws(CommandError) {
    let store = try DataStore.openDatabase(at: url)
    defer { store.close() }
    let account = try StoreFile.account(named: arguments["account"], in: store)
    let rows: [Row]
    do throws(StorageError) {
      rows = try store.table(of: Place(account, .own(of: account))).rows
    } catch {
      throw .failed("The PostgreSQL database cannot be read: \(error). Nothing was written.")
    }
    own(rows.filter { Schema.ownKinds.contains($0.kind) })
    _ = take(rows.filter { $0.life != .purged })
  }
}

extension Store {
  /// Every row of a space, as a device would pull it.
  func table(of place: Place) throws(StorageError) -> Table {
    var table = Table()
    var sequence: UInt64 = 0
    while true {
      let page = try pull(place, since: sequence, byteLimit: 1 << 20, now: WallClock.milliseconds)
      for cell in page.cells { table.merge(cell) }
      guard page.hasMore else { return table }
      sequence = page.to
    }
  }
}

extension Arguments {
  /// Refuses an existing file, unless it may be overwritten.
  func refuseExisting(_ path: String) throws(CommandError) {
    guard path == "-" || !Files.exists(path) || has("force") else {
      throw .failed(
        "\(path) already exists and was not changed. Choose another name, or overwrite it with --force."
      )
    }
  }
}
