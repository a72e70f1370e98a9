import Storage

/// The tables, as a list of migrations; a released migration never changes.
///
/// Every key starts with the account, as in a store that is distributed over machines, except for tables that are
/// searched before the account is known: logins and publications. 64-bit numbers are stored as signed ones with the same
/// bits.
enum Tables {
  /// The version that this program knows.
  static var version: Int { migrations.last?.version ?? 0 }

  static let migrations = [
    Migration(
      1,
      [
        """
        CREATE TABLE space (
          account BLOB NOT NULL CHECK (length(account) = 16),
          space BLOB NOT NULL CHECK (length(space) = 16),
          kind INTEGER NOT NULL,
          epoch INTEGER NOT NULL,
          last_seq INTEGER NOT NULL,
          min_seq INTEGER NOT NULL,
          digest BLOB NOT NULL CHECK (length(digest) = 2048),
          PRIMARY KEY (account, space)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE cell (
          account BLOB NOT NULL CHECK (length(account) = 16),
          space BLOB NOT NULL CHECK (length(space) = 16),
          rid BLOB NOT NULL CHECK (length(rid) = 16),
          fld INTEGER NOT NULL,
          tbl INTEGER NOT NULL,
          hlc INTEGER NOT NULL,
          dev INTEGER NOT NULL,
          seq INTEGER NOT NULL,
          val BLOB NOT NULL,
          PRIMARY KEY (account, space, rid, fld)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE UNIQUE INDEX cell_seq ON cell (account, space, seq)",
        """
        CREATE TABLE hist (
          account BLOB NOT NULL CHECK (length(account) = 16),
          space BLOB NOT NULL CHECK (length(space) = 16),
          rid BLOB NOT NULL CHECK (length(rid) = 16),
          fld INTEGER NOT NULL,
          hlc INTEGER NOT NULL,
          dev INTEGER NOT NULL,
          seq INTEGER NOT NULL,
          tbl INTEGER NOT NULL,
          flags INTEGER NOT NULL,
          at_ms INTEGER NOT NULL,
          val BLOB NOT NULL,
          PRIMARY KEY (account, space, rid, fld, hlc, dev)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX hist_seq ON hist (account, space, seq)",
        """
        CREATE TABLE stub (
          account BLOB NOT NULL CHECK (length(account) = 16),
          space BLOB NOT NULL CHECK (length(space) = 16),
          rid BLOB NOT NULL CHECK (length(rid) = 16),
          seq INTEGER NOT NULL,
          at_ms INTEGER NOT NULL,
          PRIMARY KEY (account, space, rid)
        ) STRICT, WITHOUT ROWID
        """,
      ]),
    Migration(
      2,
      [
        """
        CREATE TABLE account (
          account BLOB NOT NULL CHECK (length(account) = 16),
          name BLOB,
          login BLOB CHECK (length(login) = 32),
          argon2 BLOB,
          made_ms INTEGER NOT NULL,
          PRIMARY KEY (account)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE login (
          login BLOB NOT NULL CHECK (length(login) = 32),
          account BLOB NOT NULL CHECK (length(account) = 16),
          PRIMARY KEY (login)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE signin (
          account BLOB NOT NULL CHECK (length(account) = 16),
          token BLOB NOT NULL CHECK (length(token) = 32),
          id INTEGER NOT NULL,
          name BLOB NOT NULL,
          made_ms INTEGER NOT NULL,
          seen_ms INTEGER NOT NULL,
          proved_ms INTEGER NOT NULL,
          PRIMARY KEY (account, token)
        ) STRICT, WITHOUT ROWID
        """,
      ]),
    Migration(
      3,
      [
        """
        CREATE TABLE blob (
          account BLOB NOT NULL CHECK (length(account) = 16),
          sha256 BLOB NOT NULL CHECK (length(sha256) = 32),
          size INTEGER NOT NULL,
          mime BLOB NOT NULL,
          upload BLOB CHECK (length(upload) = 16),
          received_ms INTEGER NOT NULL,
          referred_ms INTEGER NOT NULL,
          PRIMARY KEY (account, sha256)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX blob_upload ON blob (account, upload)",
      ]),
    Migration(
      4,
      [
        """
        CREATE TABLE grant_out (
          account BLOB NOT NULL CHECK (length(account) = 16),
          space BLOB NOT NULL CHECK (length(space) = 16),
          grantee BLOB NOT NULL CHECK (length(grantee) = 16),
          role INTEGER NOT NULL,
          tables BLOB NOT NULL CHECK (length(tables) % 8 = 0),
          since INTEGER NOT NULL,
          expires INTEGER NOT NULL,
          view_epoch INTEGER NOT NULL,
          label BLOB NOT NULL,
          PRIMARY KEY (account, space, grantee)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE grant_in (
          account BLOB NOT NULL CHECK (length(account) = 16),
          owner BLOB NOT NULL CHECK (length(owner) = 16),
          space BLOB NOT NULL CHECK (length(space) = 16),
          role INTEGER NOT NULL,
          expires INTEGER NOT NULL,
          PRIMARY KEY (account, owner, space)
        ) STRICT, WITHOUT ROWID
        """,
      ]),
    Migration(
      5,
      [
        """
        CREATE TABLE mark (
          account BLOB NOT NULL CHECK (length(account) = 16),
          space BLOB NOT NULL CHECK (length(space) = 16),
          minute INTEGER NOT NULL,
          at_ms INTEGER NOT NULL,
          seq INTEGER NOT NULL,
          PRIMARY KEY (account, space, minute)
        ) STRICT, WITHOUT ROWID
        """
      ]),
    Migration(
      6,
      [
        """
        CREATE TABLE clock (
          one INTEGER PRIMARY KEY CHECK (one = 1),
          trusted_ms INTEGER NOT NULL,
          claimed_ms INTEGER NOT NULL,
          agreed_ms INTEGER NOT NULL
        ) STRICT
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
        "ALTER TABLE cell ADD COLUMN sum INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE hist ADD COLUMN sum INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE space ADD COLUMN sum INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE grant_out ADD COLUMN sum INTEGER NOT NULL DEFAULT 0",
      ]),
    Migration(
      8,
      [
        """
        CREATE TABLE published (
          id BLOB NOT NULL CHECK (length(id) = 20),
          account BLOB NOT NULL CHECK (length(account) = 16),
          space BLOB NOT NULL CHECK (length(space) = 16),
          catalogue BLOB NOT NULL CHECK (length(catalogue) = 16),
          made_ms INTEGER NOT NULL,
          reads INTEGER NOT NULL,
          PRIMARY KEY (id)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX published_place ON published (account, space)",
      ]),
    // Takes can be published, too; until now, everything was a catalogue.
    Migration(9, ["ALTER TABLE published ADD COLUMN tbl INTEGER NOT NULL DEFAULT 48"]),
  ]

  /// The version from which rows have checksums.
  static let sumsVersion = 7
}

extension Database {
  /// Migrates the tables to the current version, in one transaction.
  mutating func migrate(_ migrations: [Migration]) throws(StorageError) {
    do throws(SQLiteError) {
      try run("BEGIN IMMEDIATE")
    } catch {
      throw StorageError(error)
    }
    do throws(StorageError) {
      try takeSteps(migrations)
    } catch {
      if isInTransaction { try? run("ROLLBACK") }
      throw error
    }
  }

  private mutating func takeSteps(_ migrations: [Migration]) throws(StorageError) {
    let version: Int
    do throws(SQLiteError) {
      try run(
        """
        CREATE TABLE IF NOT EXISTS version (
          one INTEGER PRIMARY KEY CHECK (one = 1), version INTEGER NOT NULL
        ) STRICT
        """)
      try run("INSERT INTO version VALUES (1, 0) ON CONFLICT DO NOTHING")
      version = try withStatement("SELECT version FROM version") {
        statement throws(SQLiteError) in
        try statement.step() ? Int(statement.int(0)) : 0
      }
    } catch {
      throw StorageError(error)
    }
    let steps = try migrations.after(version: version)
    do throws(SQLiteError) {
      for step in steps {
        for statement in step.statements { try run(statement) }
        if step.version == Tables.sumsVersion { try seal() }
        try run("UPDATE version SET version = ?") { statement throws(SQLiteError) in
          try statement.bind(Int64(step.version), at: 1)
        }
      }
      try run("COMMIT")
    } catch {
      throw StorageError(error)
    }
  }
}
