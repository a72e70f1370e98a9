import Domain
import Ledger
import Platform
import PostgresStorage
import SQLiteStorage
import Storage

// Reeds in and out without a network: ReedBench FOLDER [POSTGRES-URL]
//
// Exports 1,000 and 10,000 reeds with 60 values and 8 events each, writes the files into the folder for the rival,
// and imports the 1,000 into a new SQLite store and, with its address, into an empty PostgreSQL.

let folder = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : ""
guard !folder.isEmpty, Files.exists(folder) else {
  fatalError("usage: ReedBench FOLDER [POSTGRES-URL]")
}
let start: Int64 = 1_760_000_000_000

func milliseconds(_ work: () throws -> Void) rethrows -> Double {
  let began = Instant.now
  try work()
  return Double(Instant.now.nanoseconds(since: began)) / 1e6
}

/// The median of several runs.
func median(_ runs: Int, _ work: () throws -> Void) rethrows -> Double {
  var times: [Double] = []
  for _ in 0..<runs { times.append(try milliseconds(work)) }
  return times.sorted()[runs / 2]
}

func show(_ name: String, _ milliseconds: Double) {
  print("\(name) \((milliseconds * 10).rounded() / 10)")
}

/// Reeds with 50 values of their own, three stages, two tests with five answers each, two adjustments and a session.
struct Studio {
  private var random = RandomBits(seed: 42)
  private(set) var rows: [Row] = []
  private var tools: [ReedTool.Sort: [RowID]] = [:]
  private let fields = ReedField.reed.filter { $0.family != .bassoons }.prefix(50)
  private let answers = ReedField.test.filter { $0.group == .quality }.prefix(5)

  init(_ count: Int) {
    for sort in ReedTool.Sort.allCases {
      for number in 0..<6 {
        let tool = ReedTool(id(0), sort, named: "\(sort.label) \(number)")
        tools[sort, default: []].append(tool.id)
        add(tool.edits(from: nil), 0)
      }
    }
    var boxes: [ReedBox] = []
    for number in 0..<5 {
      boxes.append(ReedBox(id(0), named: "Box \(number)", after: boxes))
      add(boxes[number].edits(from: nil), 0)
    }
    for number in 0..<count { addReed(number, boxes) }
  }

  private mutating func id(_ number: Int) -> RowID {
    RowID(milliseconds: start + Int64(number) * 1_000, random: &random)
  }

  private mutating func add(_ edits: [Edit], _ number: Int) {
    guard let first = edits.first else { return }
    let stamp = Stamp(HybridTime(milliseconds: start + Int64(number) * 1_000), DeviceID(1))
    rows.append(
      Row(
        id: first.row, kind: first.kind,
        cells: edits.map { Cell(field: $0.field, stamp: stamp, value: $0.value) }))
  }

  private mutating func addReed(_ number: Int, _ boxes: [ReedBox]) {
    let made = start + Int64(number) * 1_000
    let day = made / 86_400_000
    var reed = Reed(id(number), named: "B\(number / 10)-\(number % 10)", begun: day)
    (reed.stage, reed.box, reed.slot) = (.inUse, boxes[number % 5].id, number % 10 + 1)
    var edits = reed.edits(from: nil)
    for field in fields { edits.append(Edit(reed.id, .reed, field.id, value(field))) }
    add(edits, number)
    for stage in [ReedStage.blank, .scraped, .inUse] {
      add(
        StageMove(id(number), of: reed.id, to: stage, day: day, made: made).edits(from: nil), number
      )
    }
    for _ in 0..<2 {
      let test = ReedTest(id(number), of: reed.id, day: day, made: made)
      var edits = test.edits(from: nil)
      for field in answers { edits.append(Edit(test.id, .reedTest, field.id, value(field))) }
      add(edits, number)
      var adjustment = Adjustment(id(number), of: reed.id, day: day, made: made)
      (adjustment.area, adjustment.effect) = (.tip, 1)
      add(adjustment.edits(from: nil), number)
    }
    var block = PractisedBlock(id(number), in: id(number), day: day, began: made)
    (block.seconds, block.reed) = (1_500, reed.id)
    add(block.edits(from: nil), number)
  }

  private mutating func value(_ field: ReedField) -> Value {
    let range = field.usual ?? 1...99
    let number =
      range.lowerBound + Int64(random.below(Int(range.upperBound - range.lowerBound + 1)))
    switch field.content {
    case .text: return .text("Rigotti \(number)")
    case .flag: return .bool(number % 2 == 0)
    case .day: return .day(20_000 + number)
    case .number(let places, _, _):
      return places == 0 ? .int(number) : .decimal(units: number, places: places)
    case .choice(let choices): return .int(choices[random.below(choices.count)].number)
    case .scale(let range, _, _, _): return .int(range.upperBound)
    case .pitch: return .decimal(units: 84_000 + number, places: 1)
    case .colour: return .int(number * 7_919 % 0xFF_FFFF)
    case .tool(let sort):
      let all = tools[sort] ?? []
      return .row(all[random.below(all.count)])
    }
  }
}

/// Stores an import as the command line does.
func store(_ edits: [Edit], in store: any Store, _ account: AccountID) throws {
  let place = Place(account, .own(of: account))
  let epoch = try store.header(of: place).epoch
  var time = HybridTime(milliseconds: start)
  var row: RowID?
  var changes: [Change] = []
  changes.reserveCapacity(edits.count)
  for edit in edits {
    if row != edit.row { time = time.next }
    row = edit.row
    let cell = Cell(field: edit.field, stamp: Stamp(time, DeviceID(2)), value: edit.value)
    changes.append(Change(RowCell(row: edit.row, kind: edit.kind, cell: cell), base: nil))
  }
  for from in stride(from: 0, to: changes.count, by: Push.changeLimit) {
    let part = Array(changes[from..<min(from + Push.changeLimit, changes.count)])
    let push = Push(epoch: epoch, cursor: 0, pulledAt: 0, isOffer: true, changes: part)
    guard try store.push(push, to: place, now: start).status == .ok else { fatalError("refused") }
  }
}

for count in [1_000, 10_000] {
  let rows = Studio(count).rows
  let space = ReedRows(rows)
  var bytes: [UInt8] = []
  let time = median(count == 1_000 ? 9 : 3) {
    bytes = ReedFile.export(space, at: Moment(start, zoneMinutes: 0))
  }
  show("export-\(count)", time)
  if count == 1_000 { show("gather-\(count)", median(5) { _ = ReedRows(rows) }) }
  print("bytes-\(count) \(bytes.count / count)")
  var sink = try ByteSink("\(folder)/reeds-\(count).json")
  try sink.write(bytes)
  try sink.finish()
  guard count == 1_000 else { continue }
  var plan: ReedImport?
  let empty = ReedRows([])
  show(
    "read-1000", try median(5) { plan = ReedImport(try ReedFile.read(bytes, empty), into: empty) })
  let edits = plan?.edits ?? []
  print("cells-1000 \(edits.count)")
  for round in 0..<3 {
    let file = try SQLiteStore(path: "\(folder)/store-\(round).db")
    _ = try file.header(of: Place(.onlyOwner, .own(of: .onlyOwner)))
    show("sqlite", try milliseconds { try store(edits, in: file, .onlyOwner) })
    file.close()
  }
  guard CommandLine.arguments.count > 2 else { continue }
  let database = try PostgresStore(url: CommandLine.arguments[2])
  for round in 0..<3 {
    let account = AccountID(Bits128(high: 1, low: UInt64(round)))
    _ = try database.header(of: Place(account, .own(of: account)))
    show("postgres", try milliseconds { try store(edits, in: database, account) })
  }
  database.close()
}
