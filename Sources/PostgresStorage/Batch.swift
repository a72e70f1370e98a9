import Ledger
import Storage

/// Pushes to one space that share a transaction: what they need is read once, and their combined result is written once,
/// at the end.
struct Batch {
  private(set) var header: SpaceHeader
  /// The rows that are known, including the pushes applied so far.
  private var cellsByRow: [RowID: [FieldID: StoredCell]] = [:]
  /// Whether the history has a value, as far as known.
  private var hasHistory: [PushPlanner.Identity: Bool] = [:]
  /// Rows whose whole history is known.
  private var knownHistories: Set<RowID> = []

  private var writes: [CellKey: StoredCell] = [:]
  private(set) var history: [HistoryCell] = []
  private(set) var purgedRows: Set<RowID> = []
  /// The number and time of each row's purge.
  private(set) var stubs: [RowID: (sequence: UInt64, at: Int64)] = [:]

  init(header: SpaceHeader) {
    self.header = header
  }

  /// The cells to write, in the order of their numbers.
  var cells: [StoredCell] { writes.values.sorted { $0.sequence < $1.sequence } }

  /// The part of `needs` that is not known yet.
  func missing(of needs: PushPlanner.Needs) -> PushPlanner.Needs {
    var missing = needs
    missing.rows.removeAll { cellsByRow[$0] != nil }
    missing.identities.removeAll { hasHistory[$0] != nil || knownHistories.contains($0.key.row) }
    missing.historyRows.removeAll { knownHistories.contains($0) }
    return missing
  }

  /// Adds what the database has of the missing part.
  mutating func learn(_ findings: PushPlanner.Findings, of missing: PushPlanner.Needs) {
    for row in missing.rows { cellsByRow[row] = [:] }
    for cell in findings.cells { cellsByRow[cell.cell.row]?[cell.cell.cell.field] = cell }
    for identity in missing.identities { hasHistory[identity] = false }
    for identity in findings.history { hasHistory[identity] = true }
    knownHistories.formUnion(missing.historyRows)
  }

  /// What a push needs; all of it is known.
  func findings(for needs: PushPlanner.Needs) -> PushPlanner.Findings {
    var findings = PushPlanner.Findings()
    for row in needs.rows { findings.cells += (cellsByRow[row] ?? [:]).values }
    findings.history = needs.identities.filter { hasHistory[$0] == true }
    let rows = Set(needs.historyRows)
    if !rows.isEmpty {
      findings.history += hasHistory.filter { $0.value && rows.contains($0.key.key.row) }.keys
    }
    return findings
  }

  /// Adds the result of a push at the time `now`.
  mutating func take(_ plan: PushPlan, now: Int64) {
    header = plan.header
    for row in plan.purgedRows { purge(row) }
    for cell in plan.cells {
      writes[cell.cell.key] = cell
      cellsByRow[cell.cell.row, default: [:]][cell.cell.cell.field] = cell
    }
    for entry in plan.history {
      let identity = PushPlanner.Identity(entry.cell.key, entry.cell.cell.stamp)
      guard hasHistory.updateValue(true, forKey: identity) != true else { continue }
      history.append(entry)
    }
    for stub in plan.stubs { stubs[stub.cell.row] = (stub.sequence, now) }
  }

  private mutating func purge(_ row: RowID) {
    purgedRows.insert(row)
    cellsByRow[row] = [:]
    writes = writes.filter { $0.key.row != row }
    history.removeAll { $0.cell.row == row }
    hasHistory = hasHistory.filter { $0.key.key.row != row }
    knownHistories.insert(row)
  }
}
