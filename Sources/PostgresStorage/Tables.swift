import Storage

/// The tables, as a list of migrations; a released migration never changes.
///
/// Every key starts with the account, by which a cluster distributes them, except for tables that are searched before the
/// account is known: logins and publications. There are no sequences, triggers, foreign keys or partial indexes, because
/// not every cluster has them.
enum Tables {
  static let migrations = [
    Migration(
      1,
      [
        """
        CREATE TABLE space (
          account bytea NOT NULL CHECK (octet_length(account) = 16),
          space bytea NOT NULL CHECK (octet_length(space) = 16),
          kind bigint NOT NULL,
          epoch bigint NOT NULL,
          last_seq bigint NOT NULL,
          min_seq bigint NOT NULL,
          digest bytea NOT NULL CHECK (octet_length(digest) = 2048),
          PRIMARY KEY (account, space)
        )
        """,
        """
        CREATE TABLE cell (
          account bytea NOT NULL CHECK (octet_length(account) = 16),
          space bytea NOT NULL CHECK (octet_length(space) = 16),
          rid bytea NOT NULL CHECK (octet_length(rid) = 16),
          fld bigint NOT NULL,
          tbl bigint NOT NULL,
          hlc bigint NOT NULL,
          dev bigint NOT NULL,
          seq bigint NOT NULL,
          val bytea NOT NULL,
          PRIMARY KEY (account, space, rid, fld),
          UNIQUE (account, space, seq)
        )
        """,
        """
        CREATE TABLE hist (
          account bytea NOT NULL CHECK (octet_length(account) = 16),
          space bytea NOT NULL CHECK (octet_length(space) = 16),
          rid bytea NOT NULL CHECK (octet_length(rid) = 16),
          fld bigint NOT NULL,
          hlc bigint NOT NULL,
          dev bigint NOT NULL,
          seq bigint NOT NULL,
          tbl bigint NOT NULL,
          flags bigint NOT NULL,
          at_ms bigint NOT NULL,
          val bytea NOT NULL,
          PRIMARY KEY (account, space, rid, fld, hlc, dev)
        )
        """,
        "CREATE INDEX hist_seq ON hist (account, space, seq)",
        """
        CREATE TABLE stub (
          account bytea NOT NULL CHECK (octet_length(account) = 16),
          space bytea NOT NULL CHECK (octet_length(space) = 16),
          rid bytea NOT NULL CHECK (octet_length(rid) = 16),
          seq bigint NOT NULL,
          at_ms bigint NOT NULL,
          PRIMARY KEY (account, space, rid)
        )
        """,
      ]),
    Migration(
      2,
      [
        """
        CREATE TABLE account (
          account bytea NOT NULL CHECK (octet_length(account) = 16),
          name bytea,
          login bytea CHECK (octet_length(login) = 32),
          argon2 bytea,
          made_ms bigint NOT NULL,
          PRIMARY KEY (account)
        )
        """,
        """
        CREATE TABLE login (
          login bytea NOT NULL CHECK (octet_length(login) = 32),
          account bytea NOT NULL CHECK (octet_length(account) = 16),
          PRIMARY KEY (login)
        )
        """,
        """
        CREATE TABLE signin (
          account bytea NOT NULL CHECK (octet_length(account) = 16),
          token bytea NOT NULL CHECK (octet_length(token) = 32),
          id bigint NOT NULL,
          name bytea NOT NULL,
          made_ms bigint NOT NULL,
          seen_ms bigint NOT NULL,
          proved_ms bigint NOT NULL,
          PRIMARY KEY (account, token)
        )
        """,
      ]),
    Migration(
      3,
      [
        """
        CREATE TABLE blob (
          account bytea NOT NULL CHECK (octet_length(account) = 16),
          sha256 bytea NOT NULL CHECK (octet_length(sha256) = 32),
          size bigint NOT NULL,
          mime bytea NOT NULL,
          upload bytea CHECK (octet_length(upload) = 16),
          received_ms bigint NOT NULL,
          referred_ms bigint NOT NULL,
          PRIMARY KEY (account, sha256)
        )
        """,
        "CREATE INDEX blob_upload ON blob (account, upload)",
      ]),
    Migration(
      4,
      [
        """
        CREATE TABLE grant_out (
          account bytea NOT NULL CHECK (octet_length(account) = 16),
          space bytea NOT NULL CHECK (octet_length(space) = 16),
          grantee bytea NOT NULL CHECK (octet_length(grantee) = 16),
          role bigint NOT NULL,
          tables bytea NOT NULL CHECK (octet_length(tables) % 8 = 0),
          since bigint NOT NULL,
          expires bigint NOT NULL,
          view_epoch bigint NOT NULL,
          label bytea NOT NULL,
          PRIMARY KEY (account, space, grantee)
        )
        """,
        """
        CREATE TABLE grant_in (
          account bytea NOT NULL CHECK (octet_length(account) = 16),
          owner bytea NOT NULL CHECK (octet_length(owner) = 16),
          space bytea NOT NULL CHECK (octet_length(space) = 16),
          role bigint NOT NULL,
          expires bigint NOT NULL,
          PRIMARY KEY (account, owner, space)
        )
        """,
      ]),
    Migration(
      5,
      [
        """
        CREATE TABLE mark (
          account bytea NOT NULL CHECK (octet_length(account) = 16),
          space bytea NOT NULL CHECK (octet_length(space) = 16),
          minute bigint NOT NULL,
          at_ms bigint NOT NULL,
          seq bigint NOT NULL,
          PRIMARY KEY (account, space, minute)
        )
        """
      ]),
    Migration(
      6,
      [
        """
        CREATE TABLE clock (
          one bigint PRIMARY KEY CHECK (one = 1),
          trusted_ms bigint NOT NULL,
          claimed_ms bigint NOT NULL,
          agreed_ms bigint NOT NULL
        )
        """,
        // Existing rows give a lower bound for the time.
        """
        INSERT INTO clock SELECT 1, max(ms), 0, 0 FROM (
          SELECT at_ms AS ms FROM mark UNION ALL SELECT seen_ms AS ms FROM signin) AS seen
        HAVING max(ms) IS NOT NULL
        """,
      ]),
    // Checksums; ``seal()`` follows the step and gives every row its own.
    Migration(
      7,
      [
        "ALTER TABLE cell ADD COLUMN sum bigint NOT NULL DEFAULT 0",
        "ALTER TABLE hist ADD COLUMN sum bigint NOT NULL DEFAULT 0",
        "ALTER TABLE space ADD COLUMN sum bigint NOT NULL DEFAULT 0",
        "ALTER TABLE grant_out ADD COLUMN sum bigint NOT NULL DEFAULT 0",
      ]),
    Migration(
      8,
      [
        """
        CREATE TABLE published (
          id bytea NOT NULL CHECK (octet_length(id) = 20),
          account bytea NOT NULL CHECK (octet_length(account) = 16),
          space bytea NOT NULL CHECK (octet_length(space) = 16),
          catalogue bytea NOT NULL CHECK (octet_length(catalogue) = 16),
          made_ms bigint NOT NULL,
          reads bigint NOT NULL,
          PRIMARY KEY (id)
        )
        """,
        "CREATE INDEX published_place ON published (account, space)",
      ]),
    // Takes can be published, too; until now, everything was a catalogue.
    Migration(9, ["ALTER TABLE published ADD COLUMN tbl bigint NOT NULL DEFAULT 48"]),
  ]

  /// The version from which rows have checksums.
  static let sumsVersion = 7
}

extension Connection {
  /// The version of the tables; two servers that start together take turns at the row.
  mutating func tablesVersion() throws(PostgresError) -> Int {
    try run(
      """
      CREATE TABLE IF NOT EXISTS version (
        one bigint PRIMARY KEY CHECK (one = 1), version bigint NOT NULL)
      """)
    try run("INSERT INTO version VALUES (1, 0) ON CONFLICT DO NOTHING")
    let rows = try run("SELECT version FROM version WHERE one = 1 FOR UPDATE")
    return rows.count == 1 ? Int(try rows.int(0, 0)) : 0
  }

  mutating func take(_ step: Migration) throws(PostgresError) {
    for statement in step.statements { try run(statement) }
    if step.version == Tables.sumsVersion { try seal() }
    try run("UPDATE version SET version = $1 WHERE one = 1", [.int(Int64(step.version))])
  }
}
