import Ledger
import Platform
public import Storage

/// Sets right what follows from the cells; the cells themselves are never touched.
public enum SQLiteRepair {
  /// What was set right.
  public enum Deed: Hashable, Sendable {
    case indexesRebuilt
    /// The header was reckoned anew, and a new epoch begun, so that devices hand over all that they have.
    case headerReckoned(Place)
    case signInsRemoved
    case grantsRemoved
  }

  /// Repairs the file at `path`, which no other program may have open.
  public static func repair(_ path: String) throws(StorageError) -> [Deed] {
    let held: FileLock?
    do throws(SystemError) {
      held = try FileLock(path: path + ".lock")
    } catch {
      throw .unavailable
    }
    guard held != nil else { throw .taken }
    guard Files.byteCount(of: path) != 0 else { throw .lost }
    var database = try Database.openStore(at: path, for: .writing)
    // Where even that cannot be read, the check says so.
    if let version = try? database.storeVersion() {
      _ = try Tables.migrations.after(version: version)
    }
    do throws(SQLiteError) {
      return try database.repair()
    } catch {
      throw StorageError(error)
    }
  }
}

extension SQLiteRepair.Deed: CustomStringConvertible {
  public var description: String {
    switch self {
    case .indexesRebuilt: "the file's indexes were built anew from its rows"
    case .headerReckoned(let place):
      "what is noted of space \(place.words) was reckoned anew; its devices hand over all they have"
    case .signInsRemoved: "sign-ins that belong to nobody were removed"
    case .grantsRemoved: "grants of accounts that are not there were removed"
    }
  }
}

extension Database {
  fileprivate mutating func repair() throws(SQLiteError) -> [SQLiteRepair.Deed] {
    var deeds: [SQLiteRepair.Deed] = []
    var report = StoreReport()
    try inspect(into: &report)
    if report.problems.contains(where: { $0.isStructural }) {
      try inTransaction("BEGIN IMMEDIATE") { database throws(SQLiteError) in
        try database.run("REINDEX")
      }
      report = StoreReport()
      try inspect(into: &report)
      if !report.problems.contains(where: { $0.isStructural }) { deeds.append(.indexesRebuilt) }
    }
    // Where rows cannot all be read, what they add up to says nothing.
    guard !report.problems.contains(where: { $0.isStructural }) else { return deeds }
    try inTransaction("BEGIN IMMEDIATE") { database throws(SQLiteError) in
      for space in report.spaces where report.problems.contains(where: { $0.place == space.place })
      {
        var header = space.header
        header.digest = space.digest
        header.lastSequence = max(header.lastSequence, space.highest)
        header.minSequence = min(header.minSequence, header.lastSequence)
        header.epoch = .random()
        try database.write(header, of: space.place)
        if report.version ?? 0 >= 5 { try database.forgetMarks(of: space.place) }
        deeds.append(.headerReckoned(space.place))
      }
      for case .orphans(table: "signin", count: _) in report.problems {
        try database.run("DELETE FROM signin WHERE account NOT IN (SELECT account FROM account)")
        deeds.append(.signInsRemoved)
      }
      if report.problems.contains(where: { $0.isOfGrants }) {
        try database.run("DELETE FROM grant_out WHERE account NOT IN (SELECT account FROM account)")
        try database.run("DELETE FROM grant_in WHERE account NOT IN (SELECT account FROM account)")
        deeds.append(.grantsRemoved)
      }
    }
    return deeds
  }
}

extension StoreProblem {
  fileprivate var isStructural: Bool {
    switch self {
    case .unreadable, .structure, .malformed: true
    case .digest, .sequence, .minimum, .orphans: false
    }
  }

  fileprivate var isOfGrants: Bool {
    if case .orphans(let table, _) = self { table.hasPrefix("grant_") } else { false }
  }

  fileprivate var place: Place? {
    switch self {
    case .digest(let place), .sequence(let place), .minimum(let place): place
    case .unreadable, .structure, .malformed, .orphans: nil
    }
  }
}
