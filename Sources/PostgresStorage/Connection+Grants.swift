import Ledger
import Storage

// Grants: the owner's copy, which decides, and the grantee's mirror.

extension Connection {
  /// The grants in a place; a damaged grant gives no access.
  mutating func grants(in place: Place) throws(PostgresError) -> [GivenGrant] {
    let rows = try run(
      """
      SELECT grantee, role, tables, since, expires, view_epoch, label, sum FROM grant_out
      WHERE account = $1 AND space = $2 ORDER BY grantee
      """, place.parameters)
    let sums = RowSums(place)
    var grants: [GivenGrant] = []
    for row in 0..<rows.count {
      if let grant = try rows.grant(row, sums) {
        grants.append(grant)
      } else {
        damage.note(place, "grant_out")
      }
    }
    return grants
  }

  mutating func grant(
    of grantee: AccountID, in place: Place
  ) throws(PostgresError) -> GivenGrant? {
    let rows = try run(
      """
      SELECT grantee, role, tables, since, expires, view_epoch, label, sum FROM grant_out
      WHERE account = $1 AND space = $2 AND grantee = $3
      """, place.parameters + [.id(grantee)])
    guard rows.count == 1 else { return nil }
    let grant = try rows.grant(0, RowSums(place))
    if grant == nil { damage.note(place, "grant_out") }
    return grant
  }

  /// Gives a grant; the space's row must be locked.
  mutating func give(
    _ grant: Grant, label: String, in place: Place, to grantee: AccountID
  ) throws(PostgresError) -> GrantGiving {
    let given: GivenGrant
    if let known = try self.grant(of: grantee, in: place) {
      given = known.regiven(grant, label: label)
    } else {
      guard try grants(in: place).count < GivenGrant.countLimit else { return .full }
      given = GivenGrant(grantee, grant, view: GivenGrant.newView(), label: label)
    }
    try write(given, in: place)
    return .given(given)
  }

  mutating func write(_ given: GivenGrant, in place: Place) throws(PostgresError) {
    try post(
      """
      INSERT INTO grant_out VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
      ON CONFLICT (account, space, grantee) DO UPDATE SET
        role = excluded.role, tables = excluded.tables, since = excluded.since,
        expires = excluded.expires, view_epoch = excluded.view_epoch, label = excluded.label,
        sum = excluded.sum
      """,
      place.parameters + [
        .id(given.grantee), .int(Int64(given.grant.role.rawValue)), .bytes(given.grant.kindBytes),
        .int(given.grant.firstMoment), .int(given.grant.lastMoment), .bits(given.view),
        .bytes(Array(given.label.utf8)), .int(RowSums(place).grant(given)),
      ])
  }

  /// Gives new view numbers to those whose view of a place has changed.
  mutating func renewViews(
    of grantees: Set<AccountID>, in place: Place
  ) throws(PostgresError) {
    for grantee in grantees {
      guard var given = try grant(of: grantee, in: place) else { continue }
      given.view = GivenGrant.newView()
      try write(given, in: place)
    }
  }

  mutating func revokeGrant(
    of grantee: AccountID, in place: Place
  ) throws(PostgresError) -> Bool {
    try run(
      """
      DELETE FROM grant_out WHERE account = $1 AND space = $2 AND grantee = $3 RETURNING grantee
      """, place.parameters + [.id(grantee)]
    ).count == 1
  }

  /// Locks an account's row until the transaction ends, so that it is not erased meanwhile; returns whether it exists.
  mutating func holds(_ account: AccountID) throws(PostgresError) -> Bool {
    try run("SELECT account FROM account WHERE account = $1 FOR UPDATE", [.id(account)]).count == 1
  }

  // MARK: - The mirror

  /// Writes the mirror of a grant to the grantee's account, if that exists.
  mutating func mirror(_ given: GivenGrant, of place: Place) throws(PostgresError) {
    guard try holds(given.grantee) else { return }
    try run(
      """
      INSERT INTO grant_in VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (account, owner, space) DO UPDATE SET
        role = excluded.role, expires = excluded.expires
      """,
      [.id(given.grantee)] + place.parameters + [
        .int(Int64(given.grant.role.rawValue)), .int(given.grant.lastMoment),
      ])
  }

  mutating func removeMirror(
    of grantee: AccountID, in place: Place
  ) throws(PostgresError) {
    try run(
      "DELETE FROM grant_in WHERE account = $1 AND owner = $2 AND space = $3",
      [.id(grantee)] + place.parameters)
  }

  mutating func grants(to grantee: AccountID) throws(PostgresError) -> [ReceivedGrant] {
    let rows = try run(
      "SELECT owner, space, role, expires FROM grant_in WHERE account = $1 ORDER BY owner, space",
      [.id(grantee)])
    var grants: [ReceivedGrant] = []
    for row in 0..<rows.count {
      let place = Place(AccountID(try rows.bits(row, 0)), SpaceID(try rows.bits(row, 1)))
      guard
        let grant = ReceivedGrant(
          place, role: try rows.int(row, 2), expiry: try rows.int(row, 3))
      else { throw .damagedRow }
      grants.append(grant)
    }
    return grants
  }

  // MARK: - Reading through a grant

  /// Reads a place for a grantee, as of one moment; `nil` for anybody without read access.
  mutating func look<Found>(
    at place: Place, by grantee: AccountID, now: Int64,
    _ body: (inout Connection, GivenGrant, SpaceHeader) throws(PostgresError) -> Found
  ) throws(PostgresError) -> Found? {
    try inTransaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY") {
      connection throws(PostgresError) in
      guard let given = try connection.grant(of: grantee, in: place),
        given.grant.allows(.read, now: now), let header = try connection.header(of: place)
      else { return nil }
      return try body(&connection, given, header)
    }
  }

  /// The view of a grant. Fails if any cell is damaged or missing, because that may be the one that makes a row private.
  mutating func view(
    _ grant: Grant, of place: Place, since sequence: UInt64, reach: UInt64 = GrantedView.reach,
    _ header: SpaceHeader
  ) throws(PostgresError) -> GrantedView {
    var view = GrantedView(of: grant, since: sequence, reach: reach)
    var digest = SpaceDigest()
    let sums = RowSums(place)
    var last = (row: [UInt8](repeating: 0, count: 16), field: Int64(-1))
    let limit = 1_024
    while true {
      let rows = try run(
        """
        SELECT rid, fld, tbl, hlc, dev, val, seq, sum FROM cell
        WHERE account = $1 AND space = $2 AND (rid, fld) > ($3, $4) ORDER BY rid, fld LIMIT $5
        """,
        place.parameters + [.bytes(last.row), .int(last.field), .int(Int64(limit))])
      for row in 0..<rows.count {
        guard let stored = try rows.cell(row, sums) else { throw damaged(place, "cell") }
        view.take(stored)
        digest.add(stored.cell)
      }
      guard rows.count == limit else { break }
      last = (rows.bytes(limit - 1, 0), try rows.int(limit - 1, 1))
    }
    guard digest == header.digest else { throw damaged(place, "cell") }
    view.finish()
    return view
  }
}

extension Parameter {
  fileprivate static func id(_ account: AccountID) -> Parameter { .bytes(account.bits.bytes) }
}

extension Rows {
  /// Reads `grantee, role, tables, since, expires, view_epoch, label, sum`; `nil` if the row is damaged.
  func grant(_ row: Int, _ sums: RowSums?) throws(PostgresError) -> GivenGrant? {
    guard
      let grant = Grant(
        role: try int(row, 1), kindBytes: bytes(row, 2), since: try int(row, 3),
        expiry: try int(row, 4))
    else { return nil }
    let given = GivenGrant(
      AccountID(try bits(row, 0)), grant, view: try unsigned(row, 5),
      label: String(decoding: bytes(row, 6), as: UTF8.self))
    guard let sums else { return given }
    return sums.grant(given) == (try int(row, 7)) ? given : nil
  }
}
