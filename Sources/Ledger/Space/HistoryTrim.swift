/// A part of the history of a row that is about to be purged, erased before the purge itself.
///
/// A row may have more superseded values than a store should erase at once. They are erased a part at a time, with what
/// conflicts say about them: after each part the row is as it was, with a shorter past.
public struct HistoryTrim: Sendable {
  /// How many superseded values are erased at once.
  public static let limit = 512

  public let values: [PushPlanner.Identity]
  /// The rows that would report that one of the values lost, or that its row was in the trash.
  public let conflicts: [RowID]

  public init(_ values: [PushPlanner.Identity]) {
    self.values = values
    conflicts = Set(values.flatMap(PushPlanner.conflicts(about:))).sorted()
  }

  /// What to write for the conflicts among `cells`, which are those of ``conflicts``; the values are not in it.
  public func plan(over header: SpaceHeader, cells: [StoredCell], now: Int64) -> PushPlan {
    var header = header
    var cellsByRow: [RowID: [StoredCell]] = [:]
    for cell in cells { cellsByRow[cell.cell.row, default: []].append(cell) }
    var written: [StoredCell] = []
    for row in conflicts {
      guard let known = cellsByRow[row], known.allSatisfy({ $0.cell.kind == .conflict }),
        !known.contains(where: { $0.cell.isPurge })
      else { continue }
      var time = HybridTime(milliseconds: now)
      for stored in known {
        header.digest.remove(stored.cell)
        time = max(time, stored.cell.cell.stamp.time.next)
      }
      header.lastSequence += 1
      let stamp = Stamp(time, header.epoch.device)
      let life = RowCell(
        row: row, kind: .conflict,
        cell: Cell(field: .life, stamp: stamp, value: Life.purged.value))
      header.digest.add(life)
      written.append(StoredCell(life, sequence: header.lastSequence))
    }
    let reply = PushReply(
      status: .ok, epoch: header.epoch, sequence: header.lastSequence, now: now, held: [])
    return PushPlan(
      reply: reply, header: header, cells: written, history: [],
      purgedRows: written.map { $0.cell.row })
  }
}
