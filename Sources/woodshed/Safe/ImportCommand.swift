import Domain
import Ledger
import Platform
import Server
import Storage

extension Command {
  static let importRows = Command(
    name: "import", summary: "Take somebody's exported rows in",
    details: """
      Reads lines as `woodshed export` and the app write them, and adds them to an account's own space
      by the rules of sync: of two values the later one stands, and the other goes into the history.
      So a file can be taken in twice, or beside what is there. Every line is read first; with one that
      is wrong, nothing is changed. Rows that were purged stay gone. FILE may be - for standard input.
      A restore point is made first: in the app, its owner can go back to what was before.

      A server with a data folder must be stopped meanwhile.
      """,
    options: [.data, .database, .account], words: ("FILE", 1),
    examples: [
      "woodshed import woodshed.jsonl", "woodshed import --account anna@example.org anna.jsonl",
    ]
  ) { arguments throws(CommandError) in
    try ImportCommand(arguments).run()
  }
}

/// Rows from a file to the store.
private struct ImportCommand {
  /// So much is read into memory.
  private static let byteLimit = 1 << 30

  private let arguments: Arguments
  private let name: String
  private let bytes: [UInt8]

  init(_ arguments: Arguments) throws(CommandError) {
    guard let path = arguments.words.first else {
      throw .wrongUsage("Say which file: woodshed import FILE, or - for standard input.")
    }
    self.arguments = arguments
    name = path == "-" ? "Standard input" : path
    let bytes: [UInt8]?
    do throws(SystemError) {
      var source = try ByteSource(path)
      bytes = try source.all(limit: Self.byteLimit)
    } catch {
      throw .failed("\(name) cannot be read: \(error.message). Nothing was changed.")
    }
    guard let bytes else {
      throw .failed("\(name) is larger than 1 GiB. Take it in in parts. Nothing was changed.")
    }
    self.bytes = bytes
  }

  func run() throws(CommandError) {
    let url = try arguments.databaseURL
    let data = try DataFolder.chosen(arguments["data"])
    let store = try DataStore.open(url, in: data)
    defer { store.close() }
    let account = try StoreFile.account(named: arguments["account"], in: store)
    let place = Place(account, .own(of: account))
    let table: Table
    do throws(StorageError) {
      table = try store.table(of: place)
    } catch {
      throw .failed("The data cannot be read: \(error). Nothing was changed.")
    }
    let rows = try read(with: table)
    let cells = rows.cells + stamped(rows.edits, over: table)
    do throws(StorageError) {
      if cells.contains(where: { Self.isNews($0, to: table) }) {
        try makePoint(in: place, of: store)
      }
      let (added, gone) = try offer(cells, to: place, of: store)
      Output.show(
        "Taken in: \(Count.words(rows.rowCount, "row")) of \(name), with "
          + "\(Count.words(added, "value")) new to this server.\n"
          + (gone == 0
            ? "" : "\(Count.words(gone, "row")) of them were purged here before, and stay gone.\n"))
    } catch {
      throw .failed(
        "\(name) was not taken in whole: \(error). What is in is safe; take the file in again, and the rest follows."
      )
    }
  }

  private func read(with table: Table) throws(CommandError) -> ImportedRows {
    let own = table.rows.filter { Schema.ownKinds.contains($0.kind) }
    do throws(RowTextError) {
      let latest = HybridTime(milliseconds: WallClock.milliseconds + Horizon.day)
      let rows = try RowText.read(bytes, Schema.woodshed.extended(by: own), latest: latest)
      return rows.withoutPoints
    } catch {
      throw .failed("\(name) was not taken in. \(error.message) Nothing was changed.")
    }
  }

  /// Whether a cell would take the place of what is there.
  private static func isNews(_ cell: RowCell, to table: Table) -> Bool {
    guard let row = table[cell.row] else { return true }
    guard row.life != .purged else { return false }
    return row.cell(cell.cell.field).map { old in
      cell.wins(over: RowCell(row: row.id, kind: row.kind, cell: old))
    } ?? true
  }

  /// Makes the restore point that the app can go back to, as a device would.
  private func makePoint(in place: Place, of store: any Store) throws(StorageError) {
    let now = WallClock.milliseconds
    var random = RandomBits(seed: .random(in: .min ... .max), .random(in: .min ... .max))
    let point = RestorePoint(
      RowID(milliseconds: now, random: &random), "Before the import of \(name)", .importing,
      made: Domain.Moment(now, zoneMinutes: 0))
    let stamp = Stamp(HybridTime(milliseconds: now), DeviceID(.random(in: 1 ... .max)))
    let changes = point.edits(from: nil).map { edit in
      let cell = Cell(field: edit.field, stamp: stamp, value: edit.value)
      return Change(RowCell(row: edit.row, kind: edit.kind, cell: cell), base: nil)
    }
    let header = try store.header(of: place)
    let push = Push(
      epoch: header.epoch, cursor: header.lastSequence, pulledAt: now, changes: changes)
    let reply = try store.push(push, to: place, now: now)
    guard reply.status == .ok else { throw .failed(code: "\(reply.status)") }
  }

  /// What has no stamp is written now, later than what it takes the place of; what is there already is left.
  private func stamped(_ edits: [Edit], over table: Table) -> [RowCell] {
    let device = DeviceID(.random(in: 1 ... .max))
    var time = HybridTime(milliseconds: WallClock.milliseconds)
    var row: RowID?
    var cells: [RowCell] = []
    for edit in edits {
      let there = table[edit.row]?.cell(edit.field)
      // A row that nobody put into the trash needs no word that it is alive.
      if let there, there.value == edit.value { continue }
      if row != edit.row { time = time.next }
      row = edit.row
      let stamp = Stamp(max(time, there?.stamp.time.next ?? .zero), device)
      cells.append(
        RowCell(
          row: edit.row, kind: edit.kind,
          cell: Cell(field: edit.field, stamp: stamp, value: edit.value)))
    }
    return cells
  }

  /// Hands cells over as a device does to a server that has lost its data.
  private func offer(
    _ cells: [RowCell], to place: Place, of store: any Store
  ) throws(StorageError) -> (added: Int, gone: Int) {
    var header = try store.header(of: place)
    let before = header.lastSequence
    var gone: Set<RowID> = []
    for start in stride(from: 0, to: cells.count, by: Push.changeLimit) {
      let changes = cells[start..<min(start + Push.changeLimit, cells.count)].map {
        Change($0, base: nil)
      }
      let push = Push(epoch: header.epoch, cursor: 0, pulledAt: 0, isOffer: true, changes: changes)
      let reply = try store.push(push, to: place, now: WallClock.milliseconds)
      guard reply.status == .ok else { throw .failed(code: "\(reply.status)") }
      gone.formUnion(reply.gone)
      header.lastSequence = reply.sequence
    }
    return (Int(clamping: header.lastSequence - before), gone.count)
  }
}
