import Storage

extension Database {
  mutating func seenTime() throws(SQLiteError) -> SeenTime? {
    try withStatement("SELECT trusted_ms, claimed_ms, agreed_ms FROM clock") {
      statement throws(SQLiteError) in
      guard try statement.step() else { return nil }
      let claim =
        statement.int(1) == 0
        ? nil : SeenTime.Claim(latest: statement.int(1), agreed: statement.int(2))
      return SeenTime(trusted: statement.int(0), claim: claim)
    }
  }

  mutating func note(_ seen: SeenTime, isReplacing: Bool) throws(SQLiteError) {
    try run(
      """
      INSERT INTO clock VALUES (1, ?1, ?2, ?3) ON CONFLICT (one) DO UPDATE SET
        trusted_ms = CASE WHEN ?4 THEN ?1 ELSE max(trusted_ms, ?1) END,
        claimed_ms = ?2, agreed_ms = ?3
      """
    ) { statement throws(SQLiteError) in
      try statement.bind(seen.trusted, at: 1)
      try statement.bind(seen.claim?.latest ?? 0, at: 2)
      try statement.bind(seen.claim?.agreed ?? 0, at: 3)
      try statement.bind(isReplacing ? 1 : 0, at: 4)
    }
  }
}
