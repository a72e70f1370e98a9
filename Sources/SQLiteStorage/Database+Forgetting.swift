import Ledger
import Storage

// Forgetting what is past the horizon, a stretch at a time: what a space has grows with the years, and other accounts wait
// for the writing thread meanwhile.

extension Database {
  /// How many rows are looked through at once.
  static let lookedAtOnce = 512

  /// Deletes the superseded values behind a place that were kept before the horizon; returns the last that was looked at,
  /// or `nil` if none is left.
  mutating func forgetHistory(
    of place: Place, behind last: PushPlanner.Identity?, now: Int64
  ) throws(SQLiteError) -> PushPlanner.Identity? {
    let stretch = try history(of: place, behind: last)
    let limit = now - Horizon.history
    try erase(stretch.filter { $0.keptAt < limit }.map { $0.value }, in: place)
    // A clock that was ahead left times in the future: they are replaced by the current time.
    for ahead in stretch where ahead.keptAt > now + ClockWatch.leap {
      guard var kept = try entry(ahead.value, in: place) else { continue }
      kept.keptAt = now
      try reseal(kept, in: place)
    }
    return stretch.last?.value
  }

  /// Deletes the rows behind one that were purged before the horizon, and notes in the header that they are forgotten;
  /// returns the last purged row that was looked at, or `nil` if none is left.
  mutating func forgetPurged(
    of place: Place, behind last: RowID?, now: Int64
  ) throws(SQLiteError) -> RowID? {
    let stretch = try stubs(of: place, behind: last)
    for ahead in stretch where ahead.at > now + ClockWatch.leap {
      try run("UPDATE stub SET at_ms = ?4 WHERE account = ?1 AND space = ?2 AND rid = ?3") {
        statement throws(SQLiteError) in
        try statement.bind(place)
        try statement.bind(ahead.row.bits, at: 3)
        try statement.bind(now, at: 4)
      }
    }
    let old = stretch.filter { $0.at < now - Horizon.history }
    for stub in old {
      try erase("DELETE FROM cell WHERE account = ? AND space = ? AND rid = ?", stub.row, in: place)
      try erase("DELETE FROM stub WHERE account = ? AND space = ? AND rid = ?", stub.row, in: place)
    }
    var header = try openHeader(of: place)
    // Not beyond the last number, whatever a stub says.
    let end = min(old.map { $0.sequence }.max() ?? 0, header.lastSequence)
    if end > header.minSequence {
      header.minSequence = end
      try write(header, of: place)
    }
    return stretch.last?.row
  }

  private mutating func history(
    of place: Place, behind last: PushPlanner.Identity?
  ) throws(SQLiteError) -> [(value: PushPlanner.Identity, keptAt: Int64)] {
    try withStatement(
      """
      SELECT rid, fld, hlc, dev, at_ms FROM hist
      WHERE account = ? AND space = ? AND (rid, fld, hlc, dev) > (?, ?, ?, ?)
      ORDER BY rid, fld, hlc, dev LIMIT ?
      """
    ) { statement throws(SQLiteError) in
      try statement.bind(place)
      if let last {
        try statement.bind(last)
      } else {
        try statement.bind([], at: 3)
        for column in 4...6 as ClosedRange<Int32> { try statement.bind(.min, at: column) }
      }
      try statement.bind(Int64(Self.lookedAtOnce), at: 7)
      var history: [(PushPlanner.Identity, Int64)] = []
      while try statement.step() {
        let key = CellKey(RowID(try statement.bits(0)), FieldID(statement.unsigned(1)))
        history.append((PushPlanner.Identity(key, statement.stamp(2)), statement.int(4)))
      }
      return history
    }
  }

  /// A superseded value; `nil` if it is damaged.
  private mutating func entry(
    _ value: PushPlanner.Identity, in place: Place
  ) throws(SQLiteError) -> HistoryCell? {
    try withStatement(
      """
      SELECT rid, fld, tbl, hlc, dev, val, seq, sum, flags, at_ms FROM hist
      WHERE account = ? AND space = ? AND rid = ? AND fld = ? AND hlc = ? AND dev = ?
      """
    ) { statement throws(SQLiteError) in
      try statement.bind(place)
      try statement.bind(value)
      return try statement.step() ? statement.history(RowSums(place)) : nil
    }
  }

  private mutating func stubs(
    of place: Place, behind last: RowID?
  ) throws(SQLiteError) -> [(row: RowID, sequence: UInt64, at: Int64)] {
    try withStatement(
      """
      SELECT rid, seq, at_ms FROM stub
      WHERE account = ? AND space = ? AND rid > ? ORDER BY rid LIMIT ?
      """
    ) { statement throws(SQLiteError) in
      try statement.bind(place)
      if let last { try statement.bind(last.bits, at: 3) } else { try statement.bind([], at: 3) }
      try statement.bind(Int64(Self.lookedAtOnce), at: 4)
      var stubs: [(RowID, UInt64, Int64)] = []
      while try statement.step() {
        stubs.append((RowID(try statement.bits(0)), statement.unsigned(1), statement.int(2)))
      }
      return stubs
    }
  }
}
