import Ledger
import Simulation
import Testing

/// However many rows are hidden from a guest, a page needs to know those of a stretch only, and the pages are the same.
@Suite struct GuestPagesTests {
  @Test func aPageEndsWhereItsViewDoes() throws {
    let (kind, guest) = (KindID(20), AccountID(Bits128(high: 0, low: 7)))
    var space = MemorySpace(epoch: Epoch(1))
    var shown: [RowCell] = []
    for number in 0..<60 {
      let isHidden = number < 20 || number % 3 == 0
      let stamp = Stamp(HybridTime(milliseconds: 1_000_000 + Int64(number)), DeviceID(1))
      let fields = [kind.field(1)] + (isHidden ? [FieldID.privacy] : [])
      let cells = fields.map {
        RowCell(
          row: RowID(Bits128(high: 5, low: UInt64(number))), kind: kind,
          cell: Cell(field: $0, stamp: stamp, value: .bool(true)))
      }
      let push = Push(
        epoch: space.header.epoch, cursor: 0, pulledAt: 0,
        changes: cells.map { Change($0, base: nil) })
      #expect(space.push(push, now: 2_000_000).status == .ok)
      if !isHidden { shown += cells }
    }
    space.give(Grant(.reader), to: guest)
    func pages(byteLimit: Int, reach: UInt64) throws -> [PullPage] {
      var pages: [PullPage] = []
      repeat {
        let since = pages.last?.to ?? 0
        let page = space.pull(
          by: guest, since: since, reach: reach, byteLimit: byteLimit, now: 2_000_000)
        pages.append(try #require(page))
        #expect(pages.last.map { $0.to - since <= reach || !$0.hasMore } == true)
      } while pages.last?.hasMore == true
      return pages
    }
    let whole = try pages(byteLimit: 1 << 20, reach: GrantedView.reach)
    #expect(whole.count == 1 && whole[0].cells == shown)
    for (byteLimit, reach) in [(1 << 20, 1), (1 << 20, 3), (100, 7), (1, 1_000)] as [(Int, UInt64)]
    {
      let parts = try pages(byteLimit: byteLimit, reach: reach)
      #expect(parts.count > 1 && parts.flatMap(\.cells) == shown)
      #expect(parts.last?.digest == whole[0].digest && parts.last?.to == whole[0].to)
    }
  }
}
