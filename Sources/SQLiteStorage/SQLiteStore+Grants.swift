public import Ledger
public import Storage

extension SQLiteStore: GrantStore {
  public func give(
    _ grant: Grant, label: String, in place: Place, to grantee: AccountID
  ) throws(StorageError) -> GrantGiving {
    let giving = try writeFor(place.account) { database throws(SQLiteError) in
      try database.give(grant, label: label, in: place, to: grantee)
    }
    guard case .given(let given) = giving else { return giving }
    try writer.perform(for: place.account) { database throws(SQLiteError) in
      try database.mirror(given, of: place)
    }
    return giving
  }

  public func revokeGrant(
    of grantee: AccountID, in place: Place
  ) throws(StorageError) -> Bool {
    let wasIn = try writer.perform(for: place.account) { database throws(SQLiteError) in
      try database.revokeGrant(of: grantee, in: place)
    }
    try writer.perform(for: place.account) { database throws(SQLiteError) in
      try database.removeMirror(of: grantee, in: place)
    }
    return wasIn
  }

  public func grants(in place: Place) throws(StorageError) -> [GivenGrant] {
    try readers.read(for: place.account) { database throws(SQLiteError) in
      try database.grants(in: place)
    }
  }

  public func grant(
    of grantee: AccountID, in place: Place
  ) throws(StorageError) -> GivenGrant? {
    try readers.read(for: place.account) { database throws(SQLiteError) in
      try database.grant(of: grantee, in: place)
    }
  }

  public func grants(to grantee: AccountID) throws(StorageError) -> [ReceivedGrant] {
    try readers.read(for: grantee) { database throws(SQLiteError) in
      try database.grants(to: grantee)
    }
  }

  public func push(
    _ push: Push, to place: Place, by grantee: AccountID, now: Int64
  ) throws(StorageError) -> PushReply? {
    try take(push, to: place, by: grantee, now: now)
  }

  public func pull(
    _ place: Place, by grantee: AccountID, since sequence: UInt64, reach: UInt64, byteLimit: Int,
    now: Int64
  ) throws(StorageError) -> PullPage? {
    let page = try readers.read(for: grantee) { database throws(SQLiteError) in
      try database.look(at: place, by: grantee, now: now) {
        database, given, header throws(SQLiteError) in
        if let known = self.knownViews.page(of: given, since: sequence, header: header, now: now) {
          return known
        }
        let view = try self.knownViews.view(of: given, since: sequence, header: header) {
          () throws(SQLiteError) in
          try database.view(given.grant, of: place, since: sequence, reach: reach, header)
        }
        var builder = PageBuilder(byteLimit: byteLimit)
        try database.read(place, since: sequence, through: view, into: &builder)
        return builder.page(
          after: sequence, header: view.header(header), view: given.view, now: now)
      }
    }
    if let page { knownViews.note(page) }
    return page
  }

  public func digest(
    of place: Place, by grantee: AccountID, now: Int64
  ) throws(StorageError) -> SpaceDigest? {
    try readers.read(for: grantee) { database throws(SQLiteError) in
      try database.look(at: place, by: grantee, now: now) {
        database, given, header throws(SQLiteError) in
        try database.view(given.grant, of: place, since: header.lastSequence, header).digest
      }
    }
  }
}
