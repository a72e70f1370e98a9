import Ledger
import Storage

// Blobs; their bytes are stored elsewhere.

extension Database {
  mutating func admit(
    _ blob: Blob, within quota: BlobQuota
  ) throws(SQLiteError) -> BlobAdmission {
    guard try account(blob.account) != nil else { return .noAccount }
    if let known = try self.blob(blob.name, of: blob.account) { return .known(known) }
    let use = try blobUse(of: blob.account)
    guard use.hasRoom(for: blob.byteCount, within: quota) else { return .full(use) }
    try run("INSERT INTO blob VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)") {
      statement throws(SQLiteError) in
      try statement.bind(blob.account.bits, at: 1)
      try statement.bind(blob.name.bytes, at: 2)
      try statement.bind(blob.byteCount, at: 3)
      try statement.bind(Array(blob.mimeType.utf8), at: 4)
      if let upload = blob.upload {
        try statement.bind(upload.bits, at: 5)
      } else {
        try statement.bindNull(at: 5)
      }
      try statement.bind(blob.receivedAt, at: 6)
      try statement.bind(blob.referredAt, at: 7)
    }
    return .added
  }

  mutating func blob(_ name: BlobName, of account: AccountID) throws(SQLiteError) -> Blob? {
    try withStatement(
      """
      SELECT account, sha256, size, mime, upload, received_ms, referred_ms FROM blob
      WHERE account = ? AND sha256 = ?
      """
    ) { statement throws(SQLiteError) in
      try statement.bind(account.bits, at: 1)
      try statement.bind(name.bytes, at: 2)
      return try statement.step() ? try statement.blob() : nil
    }
  }

  mutating func blob(
    arrivingBy upload: UploadID, of account: AccountID
  ) throws(SQLiteError) -> Blob? {
    try withStatement(
      """
      SELECT account, sha256, size, mime, upload, received_ms, referred_ms FROM blob
      WHERE account = ? AND upload = ?
      """
    ) { statement throws(SQLiteError) in
      try statement.bind(account.bits, at: 1)
      try statement.bind(upload.bits, at: 2)
      return try statement.step() ? try statement.blob() : nil
    }
  }

  mutating func blobs(of account: AccountID) throws(SQLiteError) -> [Blob] {
    try withStatement(
      """
      SELECT account, sha256, size, mime, upload, received_ms, referred_ms FROM blob
      WHERE account = ? ORDER BY sha256
      """
    ) { statement throws(SQLiteError) in
      try statement.bind(account.bits, at: 1)
      return try statement.blobs()
    }
  }

  mutating func arrivingBlobs() throws(SQLiteError) -> [Blob] {
    try withStatement(
      """
      SELECT account, sha256, size, mime, upload, received_ms, referred_ms FROM blob
      WHERE upload IS NOT NULL ORDER BY account, sha256
      """
    ) { statement throws(SQLiteError) in try statement.blobs() }
  }

  mutating func finish(
    _ upload: UploadID, of account: AccountID, now: Int64
  ) throws(SQLiteError) -> Bool {
    try withStatement(
      """
      UPDATE blob SET upload = NULL, received_ms = ?3 WHERE account = ?1 AND upload = ?2
      RETURNING sha256
      """
    ) { statement throws(SQLiteError) in
      try statement.bind(account.bits, at: 1)
      try statement.bind(upload.bits, at: 2)
      try statement.bind(now, at: 3)
      return try statement.blobNames().count == 1
    }
  }

  mutating func renew(
    _ name: BlobName, of account: AccountID, now: Int64
  ) throws(SQLiteError) {
    try run("UPDATE blob SET referred_ms = max(referred_ms, ?3) WHERE account = ?1 AND sha256 = ?2")
    {
      statement throws(SQLiteError) in
      try statement.bind(account.bits, at: 1)
      try statement.bind(name.bytes, at: 2)
      try statement.bind(now, at: 3)
    }
  }

  mutating func remove(_ name: BlobName, of account: AccountID) throws(SQLiteError) {
    try run("DELETE FROM blob WHERE account = ? AND sha256 = ?") { statement throws(SQLiteError) in
      try statement.bind(account.bits, at: 1)
      try statement.bind(name.bytes, at: 2)
    }
  }

  mutating func blobUse(of account: AccountID) throws(SQLiteError) -> BlobUse {
    try withStatement("SELECT sum(size), count(*) FROM blob WHERE account = ?") {
      statement throws(SQLiteError) in
      try statement.bind(account.bits, at: 1)
      guard try statement.step() else { throw .damagedRow }
      return BlobUse(byteCount: statement.int(0), count: statement.int(1))
    }
  }

  /// The blobs to which current or superseded cells of an account refer, as of one moment.
  mutating func references(of account: AccountID) throws(SQLiteError) -> BlobReferences {
    try inTransaction("BEGIN") { database throws(SQLiteError) in
      var references = BlobReferences()
      for place in try database.places(of: account) {
        references.reached[place.space] = try database.header(of: place)?.lastSequence
      }
      // The value of a cell starts with its tag; for a blob it is 8, followed by the name.
      references.names = try database.withStatement(
        """
        SELECT sha256 FROM blob WHERE account = ?1 AND sha256 IN (
          SELECT substr(val, 2, 32) FROM cell WHERE account = ?1 AND substr(val, 1, 1) = x'08'
          UNION ALL
          SELECT substr(val, 2, 32) FROM hist WHERE account = ?1 AND substr(val, 1, 1) = x'08')
        """
      ) { statement throws(SQLiteError) in
        try statement.bind(account.bits, at: 1)
        return try statement.blobNames()
      }
      return references
    }
  }

  /// Replaces times in the future, which a clock that was ahead left: they must not extend the grace period.
  mutating func limitBlobTimes(of account: AccountID, now: Int64) throws(SQLiteError) {
    try run(
      """
      UPDATE blob SET received_ms = min(received_ms, ?2), referred_ms = min(referred_ms, ?2)
      WHERE account = ?1 AND (received_ms > ?2 OR referred_ms > ?2)
      """
    ) { statement throws(SQLiteError) in
      try statement.bind(account.bits, at: 1)
      try statement.bind(now, at: 2)
    }
  }

  /// Removes ready blobs to which nothing has referred for ``Blob/grace``, once all that refer to one are marked: those of
  /// `references` by the caller, and here those that cells refer to that were written since. A value that lost at once has
  /// the last number of its space, not a new one.
  mutating func removeUnreferred(
    of account: AccountID, since references: BlobReferences, now: Int64
  ) throws(SQLiteError) -> [BlobName] {
    for place in try places(of: account) {
      try run(
        """
        UPDATE blob SET referred_ms = max(referred_ms, ?4) WHERE account = ?1 AND sha256 IN (
          SELECT substr(val, 2, 32) FROM cell
          WHERE account = ?1 AND space = ?2 AND seq >= ?3 AND substr(val, 1, 1) = x'08'
          UNION ALL
          SELECT substr(val, 2, 32) FROM hist
          WHERE account = ?1 AND space = ?2 AND seq >= ?3 AND substr(val, 1, 1) = x'08')
        """
      ) { statement throws(SQLiteError) in
        try statement.bind(place)
        try statement.bind(bits: references.reached[place.space] ?? 0, at: 3)
        try statement.bind(now, at: 4)
      }
    }
    return try withStatement(
      """
      DELETE FROM blob WHERE account = ?1 AND upload IS NULL AND received_ms <= ?2
        AND referred_ms <= ?2 RETURNING sha256
      """
    ) { statement throws(SQLiteError) in
      try statement.bind(account.bits, at: 1)
      try statement.bind(now - Blob.grace, at: 2)
      return try statement.blobNames()
    }
  }
}

extension Statement {
  fileprivate mutating func blobs() throws(SQLiteError) -> [Blob] {
    var blobs: [Blob] = []
    while try step() { blobs.append(try blob()) }
    return blobs
  }

  fileprivate mutating func blobNames() throws(SQLiteError) -> [BlobName] {
    var names: [BlobName] = []
    while try step() {
      guard let name = BlobName(bytes: bytes(0)) else { throw .damagedRow }
      names.append(name)
    }
    return names
  }

  fileprivate func blob() throws(SQLiteError) -> Blob {
    guard let name = BlobName(bytes: bytes(1)) else { throw .damagedRow }
    return Blob(
      account: AccountID(try bits(0)), name: name, byteCount: int(2),
      mimeType: String(decoding: bytes(3), as: UTF8.self),
      state: isNull(4) ? .ready : .arriving(UploadID(try bits(4))), receivedAt: int(5),
      referredAt: int(6))
  }
}
