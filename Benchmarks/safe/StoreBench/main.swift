import Ledger
import Platform
import SQLiteStorage
import Storage

// What a store does without a network before it: StoreBench FILE [CELLS]
//
// Fills a new file with rows of ten fields, a hundred changes a push, reads it as a device does that begins, and as the
// look at night does, and gives rows of an earlier program their checksums.

let path = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : ""
let wanted = CommandLine.arguments.count > 2 ? Int(CommandLine.arguments[2]) ?? 0 : 200_000
guard !path.isEmpty, !Files.exists(path) else {
  fatalError("usage: StoreBench FILE [CELLS], where FILE is not there yet")
}
let place = Place(.onlyOwner, .own(of: .onlyOwner))
let start: Int64 = 1_800_000_000_000

func seconds(_ work: () throws -> Void) rethrows -> Double {
  let began = Instant.now
  try work()
  return Double(Instant.now.nanoseconds(since: began)) / 1e9
}

func show(_ name: String, _ count: Int, _ seconds: Double) {
  print("\(name): \(Int(Double(count) / seconds)) cells/s, \(Int(seconds * 1_000)) ms")
}

func push(_ number: Int, to store: SQLiteStore, _ epoch: Epoch) throws {
  var random = RandomBits(seed: UInt64(number))
  var changes: [Change] = []
  for index in 0..<10 {
    let row = RowID(milliseconds: start + Int64(number), random: &random)
    let stamp = Stamp(
      HybridTime(milliseconds: start + Int64(number * 10 + index)), DeviceID(1))
    for field in 0..<10 {
      let value: Value =
        field % 2 == 0 ? .text("a phrase of some length \(number)") : .int(Int64(number))
      let cell = Cell(field: FieldID(UInt64(field) + 9), stamp: stamp, value: value)
      changes.append(Change(RowCell(row: row, kind: .settings, cell: cell), base: nil))
    }
  }
  let push = Push(epoch: epoch, cursor: 0, pulledAt: 0, isOffer: true, changes: changes)
  guard try store.push(push, to: place, now: start).status == .ok else { fatalError("refused") }
}

do {
  let store = try SQLiteStore(path: path)
  let epoch = try store.header(of: place).epoch
  let pushes = wanted / 100
  let time = try seconds { for number in 0..<pushes { try push(number, to: store, epoch) } }
  show("push", pushes * 100, time)
  for _ in 0..<3 {
    var count = 0
    let time = try seconds {
      var since: UInt64 = 0
      while true {
        let page = try store.pull(place, since: since, byteLimit: 1 << 19, now: start)
        count += page.cells.count
        guard page.hasMore else { return }
        since = page.to
      }
    }
    show("pull", count, time)
  }
  store.close()
  print("file: \((Files.byteCount(of: path) ?? 0) / Int64(pushes * 100)) bytes a cell")
  try measureSums(path, cells: pushes * 100)
}
