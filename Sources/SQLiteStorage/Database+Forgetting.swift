import Ledger
import Storage

extension Database {
  /// Deletes outdated data; returns the space's header, changed or not.
  mutating func forget(in place: Place, now: Int64) throws(SQLiteError) -> SpaceHeader {
    var header = try openHeader(of: place)
    let limit = now - Horizon.history
    // A clock that was ahead left times in the future: they are replaced by the current time.
    try run("UPDATE stub SET at_ms = ?3 WHERE account = ?1 AND space = ?2 AND at_ms > ?3 + ?4") {
      statement throws(SQLiteError) in
      try statement.bind(place)
      try statement.bind(now, at: 3)
      try statement.bind(ClockWatch.leap, at: 4)
    }
    while true {
      let ahead = try history(of: place, keptAfter: now + ClockWatch.leap)
      guard !ahead.isEmpty else { break }
      for var kept in ahead {
        kept.keptAt = now
        try reseal(kept, in: place)
      }
    }
    let end = try withStatement(
      "SELECT max(seq) FROM stub WHERE account = ? AND space = ? AND at_ms < ?"
    ) { statement throws(SQLiteError) in
      try statement.bind(place)
      try statement.bind(limit, at: 3)
      return try statement.step() ? statement.unsigned(0) : 0
    }
    if end > header.minSequence {
      // Not beyond the last number, whatever a stub says.
      header.minSequence = min(end, header.lastSequence)
      try write(header, of: place)
    }
    try run(
      """
      DELETE FROM cell WHERE account = ?1 AND space = ?2 AND rid IN (
        SELECT rid FROM stub WHERE account = ?1 AND space = ?2 AND at_ms < ?3)
      """, placed(place, limit))
    try run("DELETE FROM stub WHERE account = ? AND space = ? AND at_ms < ?", placed(place, limit))
    try run("DELETE FROM hist WHERE account = ? AND space = ? AND at_ms < ?", placed(place, limit))
    try forgetMarks(of: place, before: limit)
    return header
  }

  /// Some history entries kept after a moment.
  private mutating func history(
    of place: Place, keptAfter limit: Int64
  ) throws(SQLiteError) -> [HistoryCell] {
    try withStatement(
      """
      SELECT rid, fld, tbl, hlc, dev, val, seq, sum, flags, at_ms FROM hist
      WHERE account = ? AND space = ? AND at_ms > ? LIMIT 500
      """
    ) { statement throws(SQLiteError) in
      try statement.bind(place)
      try statement.bind(limit, at: 3)
      let sums = RowSums(place)
      var history: [HistoryCell] = []
      while try statement.step() {
        if let kept = statement.history(sums) { history.append(kept) }
      }
      return history
    }
  }

  private func placed(
    _ place: Place, _ limit: Int64
  ) -> (inout Statement) throws(SQLiteError) -> Void {
    { statement throws(SQLiteError) in
      try statement.bind(place)
      try statement.bind(limit, at: 3)
    }
  }
}
