public import Storage

extension PostgresStore: ClockStore {
  public func seenTime() throws(StorageError) -> SeenTime? {
    try perform { connection throws(PostgresError) in try connection.seenTime() }
  }

  public func note(_ seen: SeenTime, isReplacing: Bool) throws(StorageError) {
    try write { connection throws(PostgresError) in
      try connection.note(seen, isReplacing: isReplacing)
    }
  }
}

extension Connection {
  fileprivate mutating func seenTime() throws(PostgresError) -> SeenTime? {
    let rows = try run("SELECT trusted_ms, claimed_ms, agreed_ms FROM clock WHERE one = 1")
    guard rows.count == 1 else { return nil }
    let claimed = try rows.int(0, 1)
    let claim =
      claimed == 0 ? nil : SeenTime.Claim(latest: claimed, agreed: try rows.int(0, 2))
    return SeenTime(trusted: try rows.int(0, 0), claim: claim)
  }

  fileprivate mutating func note(
    _ seen: SeenTime, isReplacing: Bool
  ) throws(PostgresError) {
    try run(
      """
      INSERT INTO clock VALUES (1, $1, $2, $3) ON CONFLICT (one) DO UPDATE SET
        trusted_ms = CASE WHEN $4 = 1 THEN $1 ELSE greatest(clock.trusted_ms, $1) END,
        claimed_ms = $2, agreed_ms = $3
      """,
      [
        .int(seen.trusted), .int(seen.claim?.latest ?? 0), .int(seen.claim?.agreed ?? 0),
        .int(isReplacing ? 1 : 0),
      ])
  }
}
