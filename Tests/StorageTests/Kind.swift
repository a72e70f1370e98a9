import Foundation
import Ledger
import PostgresStorage
import SQLiteStorage
import Storage
import TestSupport
import Testing

/// The stores that one suite is held against.
enum Kind: String, CaseIterable, CustomTestStringConvertible {
  case sqlite, postgres

  var testDescription: String { rawValue }
}

/// A place where a store can be opened, closed and opened again.
struct Ground {
  private let kind: Kind
  private let folder = TemporaryFolder()
  private let address: String
  private let limit: ReadingLimit

  init(_ kind: Kind, reading limit: ReadingLimit = .push) throws {
    self.kind = kind
    self.limit = limit
    address = kind == .postgres ? try PostgresServer.shared().makeDatabase() : ""
  }

  /// The file of an SQLite store.
  var path: String { folder.path + "/woodshed.db" }

  func open() throws -> any ServerStore {
    switch kind {
    case .sqlite: try SQLiteStore(path: path, reading: limit)
    case .postgres: try PostgresStore(url: address, reading: limit)
    }
  }

  /// Changes what is kept behind the store's back; the words are the same for both.
  func spoil(_ sql: StaticString) throws {
    switch kind {
    case .sqlite:
      var database = try Database.open(path, for: .writing)
      try database.run(sql)
    case .postgres:
      var connection = try Connection.open(address)
      try connection.run(sql)
    }
  }

  /// Runs `body` with a store that is closed afterwards.
  func with<Result>(
    _ body: (any ServerStore) throws -> Result
  ) throws -> Result {
    let store = try open()
    defer { store.close() }
    return try body(store)
  }
}
