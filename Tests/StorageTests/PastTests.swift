import Ledger
import Storage
import TestSupport
import Testing

/// What was when: held against a list of everything that was ever pushed.
@Suite struct PastTests {
  /// Everything that was taken in, in the order in which it came.
  private struct Model {
    private var log: [(push: Int, cell: RowCell)] = []
    private var purged: Set<RowID> = []

    mutating func take(_ changes: [Change], _ push: Int) {
      for change in changes {
        if change.cell.isPurge {
          // Of two, only the later is kept.
          let others = log.filter { $0.cell.row == change.key.row && $0.cell.isPurge }
          guard others.allSatisfy({ change.cell.wins(over: $0.cell) }) else { continue }
          // What is erased was never there.
          log.removeAll { $0.cell.row == change.key.row }
          purged.insert(change.key.row)
        } else if purged.contains(change.key.row) {
          continue
        }
        log.append((push, change.cell))
      }
    }

    /// What stood after a push.
    func state(after push: Int) -> Set<RowCell> {
      var cells: [CellKey: RowCell] = [:]
      for entry in log where entry.push <= push {
        if let old = cells[entry.cell.key], !entry.cell.wins(over: old) { continue }
        cells[entry.cell.key] = entry.cell
      }
      return Set(cells.values)
    }
  }

  private static let rows = (1...7).map { RowID(Bits128(high: UInt64($0) << 60, low: 9)) }

  /// A change of a few cells of a row by any device, written at any time of the last hours.
  private static func action(_ number: Int, _ random: inout RandomBits) -> [Change] {
    let row = rows[random.below(rows.count)]
    let time = HybridTime(
      milliseconds: start - Int64(random.below(9_000_000)), counter: UInt16(number))
    let stamp = Stamp(time, DeviceID(UInt64(random.below(3)) + 1))
    func change(_ field: Int, _ value: Value) -> Change {
      let cell = Cell(field: FieldID(UInt64(field)), stamp: stamp, value: value)
      return Change(RowCell(row: row, kind: .settings, cell: cell), base: nil)
    }
    if random.once(in: 40) { return [change(0, Life.purged.value)] }
    if random.once(in: 8) { return [change(0, .int(Int64(random.below(2))))] }
    let first = random.below(4) + 1
    return (first...first + random.below(3)).map { change($0, .text("\(number).\($0)")) }
  }

  /// All pages of a moment.
  private func all(
    _ store: any Store, _ sequence: UInt64, byteLimit: Int
  ) throws -> [PastPage] {
    var pages: [PastPage] = []
    repeat {
      let page = try store.state(
        of: .own, asOf: sequence, after: pages.last?.cells.last?.row, byteLimit: byteLimit)
      #expect(page.sequence == sequence)
      // A row never lies on two pages, and no page that goes on is empty.
      if let last = pages.last?.cells.last?.row, let first = page.cells.first?.row {
        #expect(first > last)
      }
      pages.append(page)
      if page.hasMore { try #require(!page.cells.isEmpty) }
    } while pages[pages.count - 1].hasMore
    return pages
  }

  @Test(arguments: Kind.allCases, 1...3)
  func everyMomentIsAsItWas(kind: Kind, seed: UInt64) throws {
    var random = RandomBits(seed: seed)
    let count = 60
    try Ground(kind).with { store in
      var model = Model()
      var sequences: [UInt64] = []
      for push in 0..<count {
        let changes = Self.action(push, &random)
        // Three in each minute.
        let reply = try store.push(
          changes, isOffer: random.once(in: 3), now: start + Int64(push) * 20_000)
        #expect(reply.status == .ok)
        model.take(changes, push)
        sequences.append(reply.sequence)
      }
      for push in 0..<count {
        let wanted = model.state(after: push)
        for byteLimit in [push % 3 == 0 ? 1 : 300, 1 << 20] {
          let pages = try all(store, sequences[push], byteLimit: byteLimit)
          let cells = pages.flatMap(\.cells).filter { $0.kind != .conflict }
          #expect(cells.count == wanted.count && Set(cells) == wanted)
          // What there is room for is one row.
          let rowCount = Set(pages.flatMap(\.cells).map(\.row)).count
          #expect(byteLimit > 1 || pages.count == max(rowCount, 1))
        }
      }
      // At the beginning of each minute, what the last push before it came to.
      let now = start + Int64(count) * 20_000
      for push in stride(from: 2, to: count, by: 3) {
        let minute = start + Int64(push + 1) * 20_000
        for moment in [minute - 59_999, minute] {
          let found = try store.recollection(
            of: .time(milliseconds: moment), in: .own, now: now)
          #expect(found == .sequence(sequences[push]))
        }
      }
      #expect(
        try store.recollection(of: .time(milliseconds: now + 90_000), in: .own, now: now)
          == .sequence(sequences[count - 1]))
    }
  }

  @Test(arguments: Kind.allCases)
  func aFileOfOldValuesWasNotThereBefore(kind: Kind) throws {
    var device = Device(1)
    let (row, point, taken) = (device.newRow(), device.newRow(), device.newRow())
    try Ground(kind).with { store in
      try store.push(device.set(row, 9, "mine"))
      let mark = device.set(point, 2, "a point")
      try store.push(mark)
      let old = Stamp(HybridTime(milliseconds: 5), DeviceID(7))
      let cell = Cell(field: FieldID(9), stamp: old, value: .text("from a file"))
      let change = Change(RowCell(row: taken, kind: .settings, cell: cell), base: nil)
      try store.push([change], isOffer: true)
      let moment = PastMoment.cell(mark[0].key)
      #expect(
        try store.recollection(of: moment, in: .own, now: start) == .sequence(2))
      let cells = try store.state(of: .own, asOf: 2, after: nil, byteLimit: 1 << 20).cells
      #expect(cells.map(\.row) == [row, point].sorted())
      // A point that nobody has is none.
      let nothing = PastMoment.cell(CellKey(taken, FieldID(2)))
      #expect(try store.recollection(of: nothing, in: .own, now: start) == .unknown)
    }
  }

  @Test(arguments: Kind.allCases)
  func saysFromWhenItRemembers(kind: Kind) throws {
    var device = Device(1)
    let row = device.newRow()
    try Ground(kind).with { store in
      func recall(_ moment: PastMoment, now: Int64 = start + 600_000) throws -> Recollection {
        try store.recollection(of: moment, in: .own, now: now)
      }
      #expect(try recall(.time(milliseconds: start)) == .forgotten(since: nil))
      let first = device.set(row, 9, "a")
      try store.push(first, now: start + 1)
      let second = device.set(row, 9, "b", base: first[0].stamp)
      try store.push(second, now: start + 200_000)
      #expect(try recall(.time(milliseconds: start)) == .forgotten(since: start + 1))
      #expect(try recall(.time(milliseconds: start + 60_000)) == .sequence(1))
      #expect(try recall(.time(milliseconds: start + 300_000)) == .sequence(2))
      #expect(try recall(.sequence(1)) == .sequence(1))
      // A point from before is one of another store.
      #expect(try recall(.cell(first[0].key)) == .forgotten(since: start + 1))

      // What is past the horizon is forgotten, and nothing else.
      let late = start + Horizon.history + 100_000
      #expect(
        try recall(.time(milliseconds: start + 60_000), now: late)
          == .forgotten(since: start + 100_000))
      try store.forget(in: .own, now: late)
      #expect(try recall(.time(milliseconds: start + 120_000), now: late) == .sequence(1))
      #expect(try recall(.time(milliseconds: start + 300_000), now: late) == .sequence(2))
      try store.forget(in: .own, now: late + 200_000)
      #expect(try recall(.sequence(0), now: late + 200_000) == .forgotten(since: start + 300_000))

      // A store that was restored begins anew.
      try store.begin(.random(), in: .own)
      #expect(try recall(.sequence(2)) == .forgotten(since: nil))
      try store.push(device.set(row, 9, "c", base: second[0].stamp), now: start + 400_000)
      #expect(
        try recall(.time(milliseconds: start + 300_000)) == .forgotten(since: start + 400_000))
      #expect(try recall(.time(milliseconds: start + 480_000)) == .sequence(3))
      // So does one that finds out by itself that it is an old copy.
      try store.push(device.set(row, 9, "d"), cursor: 99, now: start + 500_000)
      #expect(try recall(.sequence(3)) == .forgotten(since: nil))
    }
  }
}
