import Domain
import Ledger
import Platform
import Server
import Storage

/// An account's own space as the target of an import, with its current content.
struct SpaceImport {
  /// The largest file that is read into memory.
  private static let byteLimit = 1 << 30

  private let store: any ServerStore
  private let place: Place
  let table: Table

  /// Opens the space; close it with ``close()``.
  init(_ arguments: Arguments) throws(CommandError) {
    let url = try arguments.databaseURL
    let data = try DataFolder.chosen(arguments["data"])
    let store = try DataStore.open(url, in: data)
    do throws(CommandError) {
      let account = try StoreFile.account(named: arguments["account"], in: store)
      place = Place(account, .own(of: account))
      do throws(StorageError) {
        table = try store.table(of: place)
      } catch {
        throw CommandError.failed("The data cannot be read: \(error). Nothing was changed.")
      }
    } catch {
      store.close()
      throw error
    }
    self.store = store
  }

  func close() { store.close() }

  /// The bytes of a file, or of standard input.
  static func bytes(of path: String, _ name: String) throws(CommandError) -> [UInt8] {
    let bytes: [UInt8]?
    do throws(SystemError) {
      var source = try ByteSource(path)
      bytes = try source.all(limit: byteLimit)
    } catch {
      throw .failed("\(name) cannot be read: \(error.message). Nothing was changed.")
    }
    guard let bytes else {
      throw .failed("\(name) is larger than 1 GiB. Import it in parts. Nothing was changed.")
    }
    return bytes
  }

  /// Merges cells into the space by the rules of sync, after creating a restore point if any of them is new.
  ///
  /// - Returns: how many values are new, and how many rows were purged before.
  func take(
    _ cells: [RowCell], of name: String
  ) throws(StorageError) -> (added: Int, gone: Int) {
    if cells.contains(where: { Self.isNews($0, to: table) }) { try makePoint(for: name) }
    return try offer(cells)
  }

  /// Whether a cell would replace the current value.
  private static func isNews(_ cell: RowCell, to table: Table) -> Bool {
    guard let row = table[cell.row] else { return true }
    guard row.life != .purged else { return false }
    return row.cell(cell.cell.field).map { old in
      cell.wins(over: RowCell(row: row.id, kind: row.kind, cell: old))
    } ?? true
  }

  /// Creates the restore point that the app can go back to, as a device would.
  private func makePoint(for name: String) throws(StorageError) {
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

  /// Stamps edits with the current time, later than the values that they replace; leaves out unchanged values.
  func stamped(_ edits: [Edit]) -> [RowCell] {
    let device = DeviceID(.random(in: 1 ... .max))
    var time = HybridTime(milliseconds: WallClock.milliseconds)
    var row: RowID?
    var cells: [RowCell] = []
    for edit in edits {
      let there = table[edit.row]?.cell(edit.field)
      // A row that was never in the trash needs no cell that says it is alive.
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

  /// Carries out the import of a file, or only shows it for a preview.
  ///
  /// - Parameters:
  ///   - problems: the invalid parts of each file.
  ///   - remarks: unusual parts that are imported all the same.
  ///   - said: a summary of the import, in lines.
  func finish(
    _ edits: [Edit], of name: String, problems: [(file: String, problems: [ReedProblem])],
    remarks: [ReedProblem] = [], saying said: String, changes: String = "",
    _ arguments: Arguments
  ) throws(CommandError) {
    var count = 0
    for (file, problems) in problems {
      count += problems.count
      for problem in problems { Output.complain("\(file): \(problem.message)") }
    }
    for remark in remarks { Output.complain("\(name): \(remark.message)") }
    if arguments.has("preview") {
      return Output.show(said + changes + "Preview only: nothing was changed.\n")
    }
    guard count == 0 || arguments.has("partial") else {
      throw .failed(
        "\(Count.words(count, "problem")) in \(name). Nothing was changed. "
          + "Correct the file, or import the rest with --partial.")
    }
    do throws(StorageError) {
      let (added, gone) = try take(stamped(edits), of: name)
      Output.show(said + "Imported, with \(Count.words(added, "value")) new to this server.\n")
      if gone > 0 {
        Output.show("Skipped, because deleted here for good: \(Count.words(gone, "item")).\n")
      }
    } catch {
      throw .failed(
        "\(name) was only partly imported: \(error). Nothing is lost; import the file again to get "
          + "the rest.")
    }
  }

  /// Offers cells as a device does to a server that has lost its data.
  private func offer(_ cells: [RowCell]) throws(StorageError) -> (added: Int, gone: Int) {
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
