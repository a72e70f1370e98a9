public import Ledger
public import Storage

extension PostgresStore: GrantStore {
  public func give(
    _ grant: Grant, label: String, in place: Place, to grantee: AccountID
  ) throws(StorageError) -> GrantGiving {
    let giving = try write { connection throws(PostgresError) in
      guard try connection.holds(place.account) else { return GrantGiving.noAccount }
      // With the space's row locked, grants change one at a time, and no push uses outdated ones.
      _ = try openHeader(of: place, on: &connection)
      return try connection.give(grant, label: label, in: place, to: grantee)
    }
    guard case .given(let given) = giving else { return giving }
    try write { connection throws(PostgresError) in try connection.mirror(given, of: place) }
    return giving
  }

  public func revokeGrant(
    of grantee: AccountID, in place: Place
  ) throws(StorageError) -> Bool {
    let wasIn = try write { connection throws(PostgresError) in
      _ = try connection.header(of: place, isLocked: true)
      return try connection.revokeGrant(of: grantee, in: place)
    }
    try write { connection throws(PostgresError) in
      try connection.removeMirror(of: grantee, in: place)
    }
    return wasIn
  }

  public func grants(in place: Place) throws(StorageError) -> [GivenGrant] {
    try perform { connection throws(PostgresError) in try connection.grants(in: place) }
  }

  public func grant(
    of grantee: AccountID, in place: Place
  ) throws(StorageError) -> GivenGrant? {
    try perform { connection throws(PostgresError) in
      try connection.grant(of: grantee, in: place)
    }
  }

  public func grants(to grantee: AccountID) throws(StorageError) -> [ReceivedGrant] {
    try perform { connection throws(PostgresError) in try connection.grants(to: grantee) }
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
    let page = try perform(for: grantee) { connection throws(PostgresError) in
      try connection.look(at: place, by: grantee, now: now) {
        connection, given, header throws(PostgresError) in
        if let known = knownViews.page(of: given, since: sequence, header: header, now: now) {
          return known
        }
        let view = try knownViews.view(of: given, since: sequence, header: header) {
          () throws(PostgresError) in
          try connection.view(given.grant, of: place, since: sequence, reach: reach, header)
        }
        var builder = PageBuilder(byteLimit: byteLimit)
        try connection.read(
          place, since: sequence, byteLimit: byteLimit, through: view, into: &builder)
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
    try perform(for: grantee) { connection throws(PostgresError) in
      try connection.look(at: place, by: grantee, now: now) {
        connection, given, header throws(PostgresError) in
        try connection.view(given.grant, of: place, since: header.lastSequence, header).digest
      }
    }
  }
}
