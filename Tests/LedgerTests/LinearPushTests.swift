import CAllocations
import Ledger
import Testing

/// A push takes work in proportion to its length, whatever its row holds. That is counted, not timed: four times the
/// changes to one row must not take more than about four times as much.
@Suite struct LinearPushTests {
  /// What a planner does for a push.
  private struct Work {
    /// How many rows, values and histories it asks the store for, and gets.
    var reads = 0
    /// How much memory it asks for: to copy a row, but also, as tests are built, to go through its cells.
    var bytes = 0
  }

  enum Form: CaseIterable {
    /// An action that adds cells to a new row.
    case newCells
    /// The same, and then the row is deleted for good.
    case purge
    /// An action over cells of another device that its author did not know.
    case concurrent
    /// The same, but the other device wins, and has earlier values.
    case late
    /// Edits of a row that is in the trash.
    case trash
    /// Ten cells, again and again.
    case fewCells
    /// An offer of cells of another device.
    case offer
  }

  private static let row = RowID(Bits128(high: 5, low: 1))

  private static func cell(_ field: Int, _ stamp: Stamp, _ value: Value) -> RowCell {
    RowCell(
      row: row, kind: .settings,
      cell: Cell(field: field == 0 ? .life : FieldID(UInt64(field) + 8), stamp: stamp, value: value)
    )
  }

  private static func stamp(_ time: Int, _ device: UInt64 = 1) -> Stamp {
    Stamp(HybridTime(milliseconds: 1_000_000 + Int64(time)), DeviceID(device))
  }

  /// So many changes, and the cells that are there before.
  private static func changes(_ form: Form, _ count: Int) -> (known: [RowCell], new: [Change]) {
    let text = Value.text("a word that is longer than fifteen bytes")
    let known = (1...count).map { cell($0, stamp(5, 2), .int(1)) }
    func action(at time: Int) -> [Change] {
      (1...count).map { Change(cell($0, stamp(time), text), base: nil) }
    }
    let end = Change(cell(0, stamp(9), Life.purged.value), base: nil)
    return switch form {
    case .newCells, .offer: ([], action(at: 6))
    case .purge: ([], action(at: 6) + [end])
    case .concurrent: (known, action(at: 6))
    case .late: (known, action(at: 4))
    case .trash: (known + [cell(0, stamp(5, 2), Life.trashed.value)], action(at: 6))
    case .fewCells: ([], (1...count).map { Change(cell($0 % 10 + 1, stamp($0), text), base: nil) })
    }
  }

  /// Plans a push as a store does whose space somebody else can read.
  private func work(_ form: Form, _ count: Int) -> Work {
    let (known, changes) = Self.changes(form, count)
    var header = SpaceHeader(epoch: Epoch(1), lastSequence: UInt64(known.count))
    for cell in known { header.digest.add(cell) }
    let stored = known.enumerated().map { StoredCell($1, sequence: UInt64($0) + 1) }
    let push = Push(
      epoch: header.epoch, cursor: 0, pulledAt: 0, isOffer: form == .offer, changes: changes)
    let guest = GivenGrant(AccountID(Bits128(high: 0, low: 7)), Grant(.reader), view: 1)
    var work = Work()
    let before = bytes_allocated_by_this_thread()
    let granted = push.planned(over: header, grants: [guest], now: 2_000_000) { needs in
      var findings = PushPlanner.Findings()
      for row in needs.rows where row == Self.row { findings.cells += stored }
      work.reads += needs.rows.count + needs.identities.count + needs.historyRows.count
      work.reads += findings.cells.count
      return findings
    }
    work.bytes = bytes_allocated_by_this_thread() - before
    #expect(granted.reply.status == .ok)
    #expect(granted.reply.held == changes.map { _ in true })
    return work
  }

  @Test(arguments: Form.allCases) func fourTimesTheChangesAreFourTimesTheWork(form: Form) {
    // An action has no more than 500.
    let count = form == .fewCells ? 1_250 : 124
    let (small, large) = (work(form, count), work(form, 4 * count))
    #expect(small.reads > 0 && small.bytes > count)
    #expect(large.reads <= 5 * small.reads, "\(small), then \(large)")
    #expect(large.bytes <= 5 * small.bytes, "\(small), then \(large)")
  }
}
