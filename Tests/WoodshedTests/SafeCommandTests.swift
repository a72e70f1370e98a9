import Foundation
import Ledger
import Platform
import SQLiteStorage
import Storage
import TestSupport
import Testing

@testable import Commands

/// Backups, checks and exports by the program itself.
@Suite struct SafeCommandTests {
  private let folder = TemporaryFolder()
  private var data: String { folder.path + "/data" }
  private var backup: String { folder.path + "/backup" }

  init() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path + "/web", withIntermediateDirectories: true)
    try Data("page".utf8).write(to: URL(fileURLWithPath: folder.path + "/web/index.html"))
  }

  private func serve(_ data: String? = nil) throws -> ServedProgram {
    try ServedProgram(data: data ?? self.data, web: folder.path + "/web", database: nil)
  }

  private func run(_ arguments: String...) throws -> (code: Int32, output: String, errors: String) {
    try Run(arguments).finish()
  }

  private static func change(_ number: UInt64) -> [Change] {
    (UInt64(0)..<2).map { field in
      let stamp = Stamp(HybridTime(1_000 + number), DeviceID(1))
      let cell = Cell(
        field: FieldID(9 + field), stamp: stamp, value: .text("phrase \(number).\(field)"))
      return Change(
        RowCell(row: RowID(Bits128(high: 1, low: number)), kind: .settings, cell: cell), base: nil)
    }
  }

  /// Pushes so many rows, and gives their cells.
  @discardableResult
  private func fill(_ program: ServedProgram, _ count: UInt64 = 20) throws -> [RowCell] {
    let epoch = try program.pull().epoch
    var cells: [RowCell] = []
    for number in 0..<count {
      let changes = Self.change(number)
      #expect(try program.push(changes, epoch: epoch).held == [true, true])
      cells += changes.map(\.cell)
    }
    return cells
  }

  private func addFile(_ bytes: String, to data: String) throws -> String {
    let name = SHA256.digest(of: Array(bytes.utf8)).hex
    let folder = "\(data)/blobs/\(name.prefix(2))/\(name.dropFirst(2).prefix(2))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(bytes.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    return "\(folder)/\(name)"
  }

  /// A store that has seen another time: `check` says so, and an operator's word settles it.
  @Test func aClockThatJumpedIsToldAndCanBeTrusted() throws {
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
    func seen() throws -> Int64? {
      let store = try SQLiteStore(path: data + "/woodshed.db")
      defer { store.close() }
      return try store.seenTime()?.trusted
    }
    let past = WallClock.milliseconds - 500 * 86_400_000
    do {
      let store = try SQLiteStore(path: data + "/woodshed.db")
      defer { store.close() }
      try store.note(SeenTime(trusted: past), isReplacing: true)
    }
    let doubted = try run("check", "--data", data)
    #expect(doubted.code == 0)
    #expect(doubted.output.contains("500 days ahead of the time in the data"))
    let program = try serve()
    program.kill()
    #expect(try seen() == past)
    let vouched = try ServedProgram(
      data: data, web: folder.path + "/web", more: ["--trust-clock"])
    vouched.kill()
    #expect(try seen() ?? 0 > WallClock.milliseconds - 3_600_000)
    #expect(try !run("check", "--data", data).output.contains("Clock:"))
  }

  @Test func backsUpAServerUnderPushesAndRestoresIt() throws {
    let program = try serve()
    defer { program.kill() }
    let before = try fill(program, 100)
    let file = try addFile("a take", to: data)
    let epoch = try program.pull().epoch
    let making = try Run(["backup", "--data", data, backup])
    var number: UInt64 = 1_000
    while making.process.isRunning {
      #expect(try program.push(Self.change(number), epoch: epoch).held == [true, true])
      number += 1
    }
    let end = making.finish()
    #expect(end.code == 0, "\(end.errors)")
    #expect(end.output.contains("and 1 file") && end.output.contains("is intact"))
    #expect(try run("check", "--data", backup).code == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: backup).sorted()
    #expect(names == ["backup.json", "blobs", "woodshed.db"])
    #expect(!FileManager.default.fileExists(atPath: data + "/backup.lock"))

    let new = folder.path + "/new"
    let restored = try run("restore", "--data", new, backup)
    #expect(restored.code == 0, "\(restored.errors)")
    #expect(restored.output.contains("Everyone is signed out"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: new).sorted() == [
        "blobs", "woodshed.db", "woodshed.db.lock",
      ])
    #expect(
      FileManager.default.contents(atPath: new + file.dropFirst(data.count)) == Data("a take".utf8))
    let second = try serve(new)
    defer { second.kill() }
    let page = try second.pull()
    #expect(page.epoch != epoch)
    #expect(Set(before).isSubset(of: page.cells))
  }

  /// A lock whose file goes when it is let go of is never held twice.
  @Test func oneHasALockThatIsRemoved() throws {
    let path = folder.path + "/taken.lock"
    let (holders, most, turns) = (Lock(0), Lock(0), Lock(0))
    let threads = (0..<4).map { _ in
      Platform.Thread {
        for _ in 0..<2_000 {
          guard let lock = try? FileLock(path: path) else { continue }
          let now = holders.withLock { count in
            count += 1
            return count
          }
          most.withLock { $0 = max($0, now) }
          turns.withLock { $0 += 1 }
          holders.withLock { $0 -= 1 }
          lock.remove()
        }
      }
    }
    for thread in threads { thread?.join() }
    #expect(most.withLock { $0 } == 1 && turns.withLock { $0 } > 100)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func endsTheSignInsOfARestoredStore() throws {
    let program = try serve()
    try fill(program)
    #expect(try run("backup", "--data", data, backup).code == 0)
    program.kill()
    let new = folder.path + "/new"
    #expect(try run("restore", "--data", new, backup).code == 0)
    let check = try run("check", "--data", new)
    #expect(check.output.contains("1 account,"))
    let second = try serve(new)
    defer { second.kill() }
    let path = second.space + "/pull?since=0"
    #expect(try second.get(path, cookie: second.cookie) == 200)
    #expect(try second.get(path, cookie: program.cookie) == 401)
  }

  @Test func neverOverwritesABackupOrData() throws {
    let program = try serve()
    let cells = try fill(program)
    #expect(try run("backup", "--data", data, backup).code == 0)
    let again = try run("backup", "--data", data, backup)
    #expect(again.code == 1 && again.errors.contains("--force"))
    #expect(try run("backup", "--data", data, "--force", backup).code == 0)
    let running = try run("restore", "--data", data, "--force", backup)
    #expect(running.code == 1 && running.errors.contains("Stop it first"))
    program.kill()
    let refused = try run("restore", "--data", data, backup)
    #expect(refused.code == 1 && refused.errors.contains("was not changed"))
    #expect(try run("check", "--data", data).code == 0)
    let forced = try run("restore", "--data", data, "--force", backup)
    #expect(forced.code == 0 && forced.output.contains("before-restore-"), "\(forced.errors)")
    let aside = try #require(
      FileManager.default.contentsOfDirectory(atPath: data).first { $0.hasPrefix("before-") })
    #expect(try run("check", "--data", "\(data)/\(aside)").code == 0)
    let second = try serve()
    defer { second.kill() }
    #expect(Set(try second.pull().cells) == Set(cells))
  }

  @Test func refusesABackupThatWasChanged() throws {
    let program = try serve()
    try fill(program)
    _ = try addFile("a take", to: data)
    #expect(try run("backup", "--data", data, backup).code == 0)
    program.kill()
    let path = backup + "/woodshed.db"
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    var random = RandomBits(seed: 7)
    for _ in 0..<8 {
      var bytes = whole
      bytes[random.below(bytes.count)] ^= 1 << UInt8(random.below(8))
      try bytes.write(to: URL(fileURLWithPath: path))
      #expect(try run("check", "--data", backup).code == 1)
      let end = try run("restore", "--data", folder.path + "/new", backup)
      #expect(end.code == 1 && end.errors.contains("Nothing was changed"))
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/new/woodshed.db"))
    try whole.write(to: URL(fileURLWithPath: path))
    #expect(try run("check", "--data", backup).code == 0)
  }

  /// Flipped bits in the data itself end in words, never in a trap; what is called sound is exported as it was.
  @Test func survivesFlippedBits() throws {
    let program = try serve()
    try fill(program, 200)
    program.kill()
    // The log goes into the file, which then is all there is.
    #expect(try run("import", "--data", data, "/dev/null").code == 0)
    let whole = try run("export", "--data", data, "-").output
    let path = data + "/woodshed.db"
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    var random = RandomBits(seed: 3)
    var found = 0
    for _ in 0..<30 {
      var damaged = bytes
      damaged[random.below(bytes.count)] ^= 1 << UInt8(random.below(8))
      try damaged.write(to: URL(fileURLWithPath: path))
      let end = try run("check", "--data", data)
      #expect(end.code == 0 || end.code == 1)
      #expect(end.code == 0 ? end.output.contains("is intact") : end.errors.contains("is damaged"))
      if end.code == 1 {
        found += 1
      } else if !end.output.contains("Unusual") {
        #expect(try run("export", "--data", data, "-").output == whole)
      }
    }
    #expect(found > 5)
  }

  @Test func checksAndExportsWhatPostgreSQLKeeps() throws {
    let database = try PostgresServer.shared().makeDatabase()
    let program = try ServedProgram(data: data, web: folder.path + "/web", database: database)
    defer { program.kill() }
    try fill(program)
    let end = try run("check", "--database", database)
    #expect(end.code == 0 && end.output.contains("40 values"), "\(end.output)\(end.errors)")
    let text = try run("export", "--database", database, "-").output
    #expect(text.split(separator: "\n").count == 21)
  }

  @Test func findsAFileThatIsNotWhatItsNameSays() throws {
    let program = try serve()
    try fill(program)
    program.kill()
    let file = try addFile("a take", to: data)
    #expect(try run("check", "--data", data).code == 0)
    try Data("a fake".utf8).write(to: URL(fileURLWithPath: file))
    let end = try run("check", "--data", data)
    #expect(end.code == 1 && end.output.contains("does not match its checksum"))
  }

  @Test func keepsBackupsByDaysWeeksAndMonths() throws {
    let program = try serve()
    defer { program.kill() }
    try fill(program, 1)
    try FileManager.default.createDirectory(atPath: backup, withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: URL(fileURLWithPath: backup + "/note.txt"))
    #expect(try run("backup", "--data", data, "--keep", backup).code == 0)
    let name = try #require(
      FileManager.default.contentsOfDirectory(atPath: backup).first { $0.hasPrefix("woodshed-") })
    try FileManager.default.moveItem(
      atPath: "\(backup)/\(name)", toPath: "\(backup)/\(name.dropLast(6))000000")
    let end = try run("backup", "--data", data, "--keep", backup)
    #expect(end.output.contains("Deleted the old backup"), "\(end.errors)")
    #expect(FileManager.default.fileExists(atPath: backup + "/note.txt"))
  }

  @Test func knowsWhichBackupsAreOutdated() {
    // One each night of 2026, the last on New Year's Eve.
    let days = (0..<365).compactMap { DayText.text(of: 20_454 + $0) }
    let names = days.map { "woodshed-\($0)-031500" }
    let outdated = BackupShelf.outdated(names)
    let kept = Set(names).subtracting(outdated)
    // Seven days, among them the ends of two weeks; two more Sundays; eleven more ends of months.
    #expect(kept.count == 7 + 2 + 11)
    #expect(kept.isSuperset(of: names.suffix(7)))
    #expect(kept.contains("woodshed-2026-01-31-031500"))
    #expect(BackupShelf.outdated(["something", "woodshed-1", names[0]]).isEmpty)
  }

  @Test func takesInWhatItExported() throws {
    let program = try serve()
    let cells = try fill(program)
    let file = folder.path + "/rows.jsonl"
    let end = try run("export", "--data", data, file)
    #expect(end.code == 0 && end.output == "\(file) contains 20 items.\n", "\(end.errors)")
    #expect(try run("export", "--data", data, file).code == 1)
    #expect(try run("import", "--data", data, file).errors.contains("another Woodshed has it open"))
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(try run("export", "--data", data, "-").output == text)
    program.kill()

    let new = folder.path + "/new"
    let taken = try run("import", "--data", new, file)
    #expect(taken.output == "Imported 20 items from \(file), with 40 values new to this server.\n")
    #expect(try run("import", "--data", new, file).output.contains("0 values new to this server"))
    #expect(try run("check", "--data", new).code == 0)
    let second = try serve(new)
    defer { second.kill() }
    let there = try second.pull().cells
    #expect(Set(there.filter { $0.kind != .restorePoint }) == Set(cells))
    // Only the first brought something, and had a restore point made before it.
    let points = there.filter { $0.kind == .restorePoint }
    #expect(Set(points.map(\.row)).count == 1)
    #expect(points.contains { $0.cell.value == .text("Before the import of \(file)") })
  }

  @Test func changesNothingWhereALineIsWrong() throws {
    let program = try serve()
    let cells = try fill(program)
    let file = folder.path + "/rows.jsonl"
    #expect(try run("export", "--data", data, file).code == 0)
    var lines = try String(contentsOfFile: file, encoding: .utf8)
    lines = lines.replacingOccurrences(of: "phrase 3.0", with: "another") + "{\"row\":\n"
    try lines.write(toFile: file, atomically: true, encoding: .utf8)
    program.kill()
    let end = try run("import", "--data", data, file)
    #expect(end.code == 1)
    #expect(end.errors.contains("Line 22") && end.errors.contains("Nothing was changed"))
    let second = try serve()
    defer { second.kill() }
    #expect(Set(try second.pull().cells) == Set(cells))
  }

  @Test func takesInLinesWrittenByHandOnce() throws {
    let file = folder.path + "/hand.jsonl"
    try """
    {"format":"woodshed rows","version":1}
    {"kind":"settings","fields":{"9":"by hand"}}

    """.write(toFile: file, atomically: true, encoding: .utf8)
    let first = try run("import", "--data", data, file)
    #expect(first.output == "Imported 1 item from \(file), with 2 values new to this server.\n")
    #expect(try run("import", "--data", data, file).output.contains("0 values new to this server"))
  }

  @Test(arguments: [
    (["backup"], 2, "Say where"), (["restore"], 2, "Say which"), (["export"], 2, "Say where"),
    (["import"], 2, "Say which"), (["backup", "--database", "postgres://h/n", "x"], 2, "pg_dump"),
    (["restore", "--database", "postgres://h/n", "x"], 2, "pg_restore"),
    (["restore", "/nonexistent"], 1, "is not a Woodshed backup"),
    (["check", "--data", "/nonexistent"], 1, "There is no woodshed.db"),
    (["backup", "--data", "/nonexistent", "x"], 1, "There is no woodshed.db"),
  ])
  func saysWhatIsMissing(arguments: [String], code: Int32, words: String) throws {
    let end = try Run(arguments).finish()
    #expect(end.code == code)
    #expect(end.errors.contains(words))
  }
}
