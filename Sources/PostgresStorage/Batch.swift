import Ledger
import Storage

/// Pushes to one space that share a transaction: what they need is read once, and their combined result is written once,
/// at the end, or whenever a batch holds as much as may be read at once.
///
/// Everything is found by its row, so that purging one takes no longer with others in the batch.
struct Batch {
  /// What a row's history has, as far as known.
  private struct History {
    /// Whether it has a value.
    var has: [PushPlanner.Identity: Bool] = [:]
    /// Whether all of it is known.
    var isWhole = false
  }

  /// The header that is stored.
  let stored: SpaceHeader
  private(set) var header: SpaceHeader
  /// The rows that are known, including the pushes applied so far.
  private var cellsByRow: [RowID: [FieldID: StoredCell]] = [:]
  private var pastByRow: [RowID: History] = [:]
  /// How much was read.
  private var cellCount = 0
  private var byteCount = 0

  private var writesByRow: [RowID: [FieldID: StoredCell]] = [:]
  private var historyByRow: [RowID: [HistoryCell]] = [:]
  private(set) var purgedRows: Set<RowID> = []
  /// The number and time of each row's purge.
  private(set) var stubs: [RowID: (sequence: UInt64, at: Int64)] = [:]

  init(header: SpaceHeader) {
    (stored, self.header) = (header, header)
  }

  /// The cells to write, in the order of their numbers.
  var cells: [StoredCell] {
    writesByRow.values.flatMap(\.values).sorted { $0.sequence < $1.sequence }
  }

  /// The values to add to history.
  var history: [HistoryCell] { historyByRow.values.flatMap { $0 } }

  /// Whether it holds as much as may be read at once, so that it should be written before more is read.
  func isFull(_ limit: ReadingLimit) -> Bool {
    cellCount >= limit.cellCount || byteCount >= limit.byteCount
  }

  /// The part of `needs` that is not known yet.
  func missing(of needs: PushPlanner.Needs) -> PushPlanner.Needs {
    var missing = needs
    missing.rows.removeAll { cellsByRow[$0] != nil }
    missing.identities.removeAll { identity in
      guard let past = pastByRow[identity.key.row] else { return false }
      return past.isWhole || past.has[identity] != nil
    }
    missing.historyRows.removeAll { pastByRow[$0]?.isWhole == true }
    return missing
  }

  /// Adds what the database has of the missing part.
  mutating func learn(_ findings: PushPlanner.Findings, of missing: PushPlanner.Needs) {
    for row in missing.rows { cellsByRow[row] = [:] }
    for cell in findings.cells {
      cellsByRow[cell.cell.row]?[cell.cell.cell.field] = cell
      byteCount += cell.cell.cell.value.encodedByteCount
    }
    cellCount += findings.cells.count
    for identity in missing.identities { note(identity, false) }
    for identity in findings.history { note(identity, true) }
    for row in missing.historyRows { pastByRow[row, default: History()].isWhole = true }
  }

  private mutating func note(_ identity: PushPlanner.Identity, _ isThere: Bool) {
    pastByRow[identity.key.row, default: History()].has[identity] = isThere
  }

  /// What a push needs, as far as it is known.
  func findings(for needs: PushPlanner.Needs) -> PushPlanner.Findings {
    var findings = PushPlanner.Findings()
    for row in needs.rows { findings.cells += (cellsByRow[row] ?? [:]).values }
    findings.history = needs.identities.filter { pastByRow[$0.key.row]?.has[$0] == true }
    for row in Set(needs.historyRows) {
      findings.history += (pastByRow[row]?.has ?? [:]).filter(\.value).keys
    }
    return findings
  }

  /// Adds the result of a push at the time `now`.
  mutating func take(_ plan: PushPlan, now: Int64) {
    header = plan.header
    for row in plan.purgedRows { purge(row) }
    for cell in plan.cells {
      let (row, field) = (cell.cell.row, cell.cell.cell.field)
      writesByRow[row, default: [:]][field] = cell
      cellsByRow[row, default: [:]][field] = cell
    }
    for entry in plan.history {
      let identity = PushPlanner.Identity(entry.cell.key, entry.cell.cell.stamp)
      guard pastByRow[entry.cell.row]?.has[identity] != true else { continue }
      note(identity, true)
      historyByRow[entry.cell.row, default: []].append(entry)
    }
    for stub in plan.stubs { stubs[stub.cell.row] = (stub.sequence, now) }
  }

  private mutating func purge(_ row: RowID) {
    purgedRows.insert(row)
    cellsByRow[row] = [:]
    writesByRow[row] = nil
    historyByRow[row] = nil
    pastByRow[row] = History(isWhole: true)
  }
}
