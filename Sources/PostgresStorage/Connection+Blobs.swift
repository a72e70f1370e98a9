import Ledger
import Storage

// Blobs; their bytes are stored elsewhere.

extension Connection {
  mutating func admit(
    _ blob: Blob, within quota: BlobQuota
  ) throws(PostgresError) -> BlobAdmission {
    // Lock the account's row, so that two additions together do not exceed the quota.
    let owner = try run(
      "SELECT account FROM account WHERE account = $1 FOR UPDATE", [blob.account.parameter])
    guard owner.count == 1 else { return .noAccount }
    if let known = try self.blob(blob.name, of: blob.account) { return .known(known) }
    let use = try blobUse(of: blob.account)
    guard use.hasRoom(for: blob.byteCount, within: quota) else { return .full(use) }
    try run(
      """
      INSERT INTO blob (account, sha256, size, mime, received_ms, referred_ms)
      VALUES ($1, $2, $3, $4, $5, $6)
      """,
      [
        blob.account.parameter, .bytes(blob.name.bytes), .int(blob.byteCount),
        .bytes(Array(blob.mimeType.utf8)), .int(blob.receivedAt), .int(blob.referredAt),
      ])
    if let upload = blob.upload {
      try run(
        "UPDATE blob SET upload = $3 WHERE account = $1 AND sha256 = $2",
        [blob.account.parameter, .bytes(blob.name.bytes), upload.parameter])
    }
    return .added
  }

  mutating func blob(_ name: BlobName, of account: AccountID) throws(PostgresError) -> Blob? {
    let rows = try run(
      """
      SELECT account, sha256, size, mime, upload, received_ms, referred_ms FROM blob
      WHERE account = $1 AND sha256 = $2
      """, [account.parameter, .bytes(name.bytes)])
    return rows.count == 1 ? try rows.blob(0) : nil
  }

  mutating func blob(
    arrivingBy upload: UploadID, of account: AccountID
  ) throws(PostgresError) -> Blob? {
    let rows = try run(
      """
      SELECT account, sha256, size, mime, upload, received_ms, referred_ms FROM blob
      WHERE account = $1 AND upload = $2
      """, [account.parameter, upload.parameter])
    return rows.count == 1 ? try rows.blob(0) : nil
  }

  mutating func blobs(of account: AccountID) throws(PostgresError) -> [Blob] {
    try run(
      """
      SELECT account, sha256, size, mime, upload, received_ms, referred_ms FROM blob
      WHERE account = $1 ORDER BY sha256
      """, [account.parameter]
    ).blobs()
  }

  mutating func arrivingBlobs() throws(PostgresError) -> [Blob] {
    try run(
      """
      SELECT account, sha256, size, mime, upload, received_ms, referred_ms FROM blob
      WHERE upload IS NOT NULL ORDER BY account, sha256
      """
    ).blobs()
  }

  mutating func finish(
    _ upload: UploadID, of account: AccountID, now: Int64
  ) throws(PostgresError) -> Bool {
    try run(
      """
      UPDATE blob SET upload = NULL, received_ms = $3 WHERE account = $1 AND upload = $2
      RETURNING sha256
      """, [account.parameter, upload.parameter, .int(now)]
    ).count == 1
  }

  mutating func renew(
    _ name: BlobName, of account: AccountID, now: Int64
  ) throws(PostgresError) {
    try run(
      """
      UPDATE blob SET referred_ms = greatest(referred_ms, $3) WHERE account = $1 AND sha256 = $2
      """, [account.parameter, .bytes(name.bytes), .int(now)])
  }

  mutating func remove(_ name: BlobName, of account: AccountID) throws(PostgresError) {
    try run(
      "DELETE FROM blob WHERE account = $1 AND sha256 = $2",
      [account.parameter, .bytes(name.bytes)])
  }

  mutating func blobUse(of account: AccountID) throws(PostgresError) -> BlobUse {
    let rows = try run(
      "SELECT sum(size)::bigint, count(*) FROM blob WHERE account = $1", [account.parameter])
    return BlobUse(byteCount: try rows.int(0, 0), count: try rows.int(0, 1))
  }

  mutating func sweepBlobs(
    of account: AccountID, now: Int64
  ) throws(PostgresError) -> [BlobName] {
    // A clock that was ahead left times in the future, which must not extend the grace period.
    try run(
      """
      UPDATE blob SET received_ms = least(received_ms, $2), referred_ms = least(referred_ms, $2)
      WHERE account = $1 AND (received_ms > $2 OR referred_ms > $2)
      """, [account.parameter, .int(now)])
    // The value of a cell starts with its tag; for a blob it is 8, followed by the name.
    try run(
      """
      UPDATE blob SET referred_ms = greatest(referred_ms, $2) WHERE account = $1 AND sha256 IN (
        SELECT substring(val FROM 2 FOR 32) FROM cell
        WHERE account = $1 AND substring(val FROM 1 FOR 1) = $3
        UNION ALL
        SELECT substring(val FROM 2 FOR 32) FROM hist
        WHERE account = $1 AND substring(val FROM 1 FOR 1) = $3)
      """, [account.parameter, .int(now), .bytes([8])])
    let rows = try run(
      """
      DELETE FROM blob WHERE account = $1 AND upload IS NULL AND received_ms <= $2
        AND referred_ms <= $2 RETURNING sha256
      """, [account.parameter, .int(now - Blob.grace)])
    var names: [BlobName] = []
    for row in 0..<rows.count {
      guard let name = BlobName(bytes: rows.bytes(row, 0)) else { throw .damagedRow }
      names.append(name)
    }
    return names
  }
}

extension AccountID {
  fileprivate var parameter: Parameter { .bytes(bits.bytes) }
}

extension UploadID {
  fileprivate var parameter: Parameter { .bytes(bits.bytes) }
}

extension Rows {
  fileprivate func blobs() throws(PostgresError) -> [Blob] {
    var blobs: [Blob] = []
    for row in 0..<count { blobs.append(try blob(row)) }
    return blobs
  }

  fileprivate func blob(_ row: Int) throws(PostgresError) -> Blob {
    guard let name = BlobName(bytes: bytes(row, 1)) else { throw .damagedRow }
    return Blob(
      account: AccountID(try bits(row, 0)), name: name, byteCount: try int(row, 2),
      mimeType: String(decoding: bytes(row, 3), as: UTF8.self),
      state: bytes(row, 4).isEmpty ? .ready : .arriving(UploadID(try bits(row, 4))),
      receivedAt: try int(row, 5), referredAt: try int(row, 6))
  }
}
