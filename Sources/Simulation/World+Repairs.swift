import Ledger

/// Follows a device that differs from the server: before it adopts what the server has, it must have offered
/// everything that the server lacks.
extension World {
  /// Gives a tab an answer, and notes which of its rows it still has to offer after that.
  mutating func hand(
    _ answer: ServerAnswer, knowing truth: Truth?, to tab: Int, _ number: UInt64, _ device: Int
  ) {
    let shadow = devices[device].tabs[tab].keeper.replica.shadow
    let due = devices[device].tabs[tab].repair
    // It ignores an answer that comes twice, or after the device gave up.
    let isAwaited = devices[device].tabs[tab].comparing == number
    if isAwaited { devices[device].tabs[tab].comparing = nil }
    let count = messages.count
    devices[device].tabs[tab].keeper.answered(number, answer, wall: wall(device))
    collect(device, tab)
    guard messages.count > count, case .request(let request)? = messages.last?.content else {
      return
    }
    var left: Set<CellKey> = []
    switch answer {
    case .digest:
      guard isAwaited, let truth else { return }
      // Purges count for nothing in a digest.
      for cell in shadow.cells where !cell.isPurge {
        let standing = truth.cells[cell.key]
        if standing.map({ Truth.isLater(cell.cell.stamp, than: $0.cell.stamp) }) ?? true {
          left.insert(cell.key)
        }
      }
    case .push(let reply) where reply.status == .ok || reply.status == .forbidden:
      guard let due else { return }
      left = due
    default: return
    }
    switch request {
    case .push(let push) where push.isOffer:
      left.subtract(push.changes.map { $0.key })
      devices[device].tabs[tab].repair = left
    case .pull(since: 0):
      tally.note(.repaired)
      oracle.check(left.isEmpty, "a repair drops what the server lacks")
    default: break
    }
  }
}
