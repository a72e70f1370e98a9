import Ledger
import Storage

// Grants: the owner's copy, which decides, and the grantee's mirror.

extension Database {
  /// The grants in a place; a damaged grant gives no access.
  mutating func grants(in place: Place) throws(SQLiteError) -> [GivenGrant] {
    try withStatement(
      """
      SELECT grantee, role, tables, since, expires, view_epoch, label, sum FROM grant_out
      WHERE account = ? AND space = ? ORDER BY grantee
      """
    ) { [damage] statement throws(SQLiteError) in
      try statement.bind(place)
      let sums = RowSums(place)
      var grants: [GivenGrant] = []
      while try statement.step() {
        if let grant = statement.grant(sums) {
          grants.append(grant)
        } else {
          damage.note(place, "grant_out")
        }
      }
      return grants
    }
  }

  mutating func grant(
    of grantee: AccountID, in place: Place
  ) throws(SQLiteError) -> GivenGrant? {
    try withStatement(
      """
      SELECT grantee, role, tables, since, expires, view_epoch, label, sum FROM grant_out
      WHERE account = ? AND space = ? AND grantee = ?
      """
    ) { [damage] statement throws(SQLiteError) in
      try statement.bind(place)
      try statement.bind(grantee.bits, at: 3)
      guard try statement.step() else { return nil }
      let grant = statement.grant(RowSums(place))
      if grant == nil { damage.note(place, "grant_out") }
      return grant
    }
  }

  mutating func give(
    _ grant: Grant, label: String, in place: Place, to grantee: AccountID
  ) throws(SQLiteError) -> GrantGiving {
    guard try account(place.account) != nil else { return .noAccount }
    // The grantee needs a space to access.
    _ = try openHeader(of: place)
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

  mutating func write(_ given: GivenGrant, in place: Place) throws(SQLiteError) {
    try run("INSERT OR REPLACE INTO grant_out VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)") {
      statement throws(SQLiteError) in
      try statement.bind(place)
      try statement.bind(given.grantee.bits, at: 3)
      try statement.bind(Int64(given.grant.role.rawValue), at: 4)
      try statement.bind(given.grant.kindBytes, at: 5)
      try statement.bind(given.grant.firstMoment, at: 6)
      try statement.bind(given.grant.lastMoment, at: 7)
      try statement.bind(bits: given.view, at: 8)
      try statement.bind(Array(given.label.utf8), at: 9)
      try statement.bind(RowSums(place).grant(given), at: 10)
    }
  }

  /// Gives new view numbers to those whose view of a place has changed.
  mutating func renewViews(
    of grantees: Set<AccountID>, in place: Place
  ) throws(SQLiteError) {
    for grantee in grantees {
      guard var given = try grant(of: grantee, in: place) else { continue }
      given.view = GivenGrant.newView()
      try write(given, in: place)
    }
  }

  mutating func revokeGrant(
    of grantee: AccountID, in place: Place
  ) throws(SQLiteError) -> Bool {
    let wasIn = try grant(of: grantee, in: place) != nil
    try run("DELETE FROM grant_out WHERE account = ? AND space = ? AND grantee = ?") {
      statement throws(SQLiteError) in
      try statement.bind(place)
      try statement.bind(grantee.bits, at: 3)
    }
    return wasIn
  }

  // MARK: - The mirror

  /// Writes the mirror of a grant to the grantee's account, if that exists.
  mutating func mirror(_ given: GivenGrant, of place: Place) throws(SQLiteError) {
    guard try account(given.grantee) != nil else { return }
    try run("INSERT OR REPLACE INTO grant_in VALUES (?, ?, ?, ?, ?)") {
      statement throws(SQLiteError) in
      try statement.bind(given.grantee.bits, at: 1)
      try statement.bind(place.account.bits, at: 2)
      try statement.bind(place.space.bits, at: 3)
      try statement.bind(Int64(given.grant.role.rawValue), at: 4)
      try statement.bind(given.grant.lastMoment, at: 5)
    }
  }

  mutating func removeMirror(
    of grantee: AccountID, in place: Place
  ) throws(SQLiteError) {
    try run("DELETE FROM grant_in WHERE account = ? AND owner = ? AND space = ?") {
      statement throws(SQLiteError) in
      try statement.bind(grantee.bits, at: 1)
      try statement.bind(place.account.bits, at: 2)
      try statement.bind(place.space.bits, at: 3)
    }
  }

  mutating func grants(to grantee: AccountID) throws(SQLiteError) -> [ReceivedGrant] {
    try withStatement(
      "SELECT owner, space, role, expires FROM grant_in WHERE account = ? ORDER BY owner, space"
    ) { statement throws(SQLiteError) in
      try statement.bind(grantee.bits, at: 1)
      var grants: [ReceivedGrant] = []
      while try statement.step() {
        let place = Place(AccountID(try statement.bits(0)), SpaceID(try statement.bits(1)))
        guard
          let grant = ReceivedGrant(place, role: statement.int(2), expiry: statement.int(3))
        else { throw .damagedRow }
        grants.append(grant)
      }
      return grants
    }
  }

  // MARK: - Reading through a grant

  /// Reads a place for a grantee, as of one moment; `nil` for anybody without read access.
  mutating func look<Found>(
    at place: Place, by grantee: AccountID, now: Int64,
    _ body: (inout Database, GivenGrant, SpaceHeader) throws(SQLiteError) -> Found
  ) throws(SQLiteError) -> Found? {
    try inTransaction("BEGIN") { database throws(SQLiteError) in
      guard let given = try database.grant(of: grantee, in: place),
        given.grant.allows(.read, now: now), let header = try database.header(of: place)
      else { return nil }
      return try body(&database, given, header)
    }
  }

  /// The view of a grant. Fails if any cell is damaged or missing, because that may be the one that makes a row private.
  mutating func view(
    _ grant: Grant, of place: Place, since sequence: UInt64, reach: UInt64 = GrantedView.reach,
    _ header: SpaceHeader
  ) throws(SQLiteError) -> GrantedView {
    try withStatement(
      """
      SELECT rid, fld, tbl, hlc, dev, val, seq, sum FROM cell
      WHERE account = ? AND space = ? ORDER BY rid, fld
      """
    ) { [damage] statement throws(SQLiteError) in
      try statement.bind(place)
      let sums = RowSums(place)
      var view = GrantedView(of: grant, since: sequence, reach: reach)
      var digest = SpaceDigest()
      var isSound = true
      while isSound, try statement.step() {
        if let stored = statement.cell(sums) {
          view.take(stored)
          digest.add(stored.cell)
        } else {
          isSound = false
        }
      }
      guard isSound, digest == header.digest else {
        damage.note(place, "cell")
        throw .damagedRow
      }
      view.finish()
      return view
    }
  }
}

extension Statement {
  /// Reads `grantee, role, tables, since, expires, view_epoch, label, sum`; `nil` if the row is damaged.
  func grant(_ sums: RowSums?) -> GivenGrant? {
    guard let grantee = words(0),
      let grant = Grant(role: int(1), kindBytes: bytes(2), since: int(3), expiry: int(4))
    else { return nil }
    let given = GivenGrant(
      AccountID(Bits128(high: grantee.high, low: grantee.low)), grant, view: unsigned(5),
      label: String(decoding: bytes(6), as: UTF8.self))
    guard let sums else { return given }
    return sums.grant(given) == int(7) ? given : nil
  }
}
