import Ledger
import Platform
import PostgresStorage
import SQLiteStorage
import Storage

extension Command {
  static let check = Command(
    name: "check", summary: "Check the database and files for damage",
    details: """
      Reads every page, row and file: whether the database file is consistent, whether each row matches
      its checksum, whether the values of each space add up to the recorded total, and whether each
      file matches its name. Nothing is changed, and the server can keep running. DIR can also be a
      backup.

      --repair rebuilds what follows from the values: indexes, totals, sign-ins without an account.
      Damaged rows are deleted after a copy of the file is saved; every device then sends all it has,
      so that the right values come back. Values that no device has are in the last backup. Stop the
      server first.

      Exits with 0 if everything is intact, otherwise with 1.
      """,
    options: [
      .data, .database,
      Option(
        name: "repair", summary: "Repair what can be repaired;\nstop the server first"),
    ],
    examples: ["woodshed check", "woodshed check --data /media/disk/woodshed-2026-11-22"]
  ) { arguments throws(CommandError) in
    if let url = try arguments.databaseURL {
      try PostgresCheck(url: url).run(isRepairing: arguments.has("repair"))
    } else {
      try CheckCommand(arguments).run()
    }
  }
}

/// Checks a data folder or a backup.
private struct CheckCommand {
  private let store: StoreFile
  private let backup: BackupFolder
  private let isRepairing: Bool

  init(_ arguments: Arguments) throws(CommandError) {
    store = try StoreFile(arguments)
    backup = BackupFolder(path: store.folder)
    isRepairing = arguments.has("repair")
  }

  func run() throws(CommandError) {
    // A backup is recognised even if its description is damaged.
    let isBackup = Files.exists("\(store.folder)/\(BackupManifest.fileName)")
    guard !isBackup || !isRepairing else {
      throw .failed("\(store.folder) is a backup and was not changed. Restore it, then repair.")
    }
    if isRepairing { try repair() }
    let report = try self.report(isStill: isBackup)
    var problems = report.problems.map { "\($0)" }
    if isBackup { problems += try backup.problems() }
    let blobs = try files()
    if !isBackup { problems += blobs.damaged.map { "blobs/\($0) does not match its checksum" } }
    tell(report, blobs)
    if !isBackup { ClockWords.tell(report.seenTime) }
    for problem in problems { Output.show("Damaged: \(problem).\n") }
    guard problems.isEmpty else {
      throw .failed(
        "\(store.folder) is damaged: \(Count.words(problems.count, "problem")). Nothing was deleted. "
          + (isBackup
            ? "Use another backup."
            : "Stop the server and run `woodshed check --repair`, or restore the last backup (`woodshed help "
              + "restore`); devices then send what they have.")
      )
    }
    Output.show("\(store.folder) is intact.\n")
  }

  private func report(isStill: Bool) throws(CommandError) -> StoreReport {
    do throws(StorageError) {
      return try SQLiteCheck.report(on: store.path, isStill: isStill)
    } catch {
      throw .failed("\(store.path) cannot be checked: \(error).")
    }
  }

  private func files() throws(CommandError) -> BlobFolder.Report {
    do throws(SystemError) {
      return try store.blobs.report()
    } catch {
      throw .failed("\(store.blobs.path) cannot be read: \(error.message).")
    }
  }

  private func tell(_ report: StoreReport, _ blobs: BlobFolder.Report) {
    Output.show(
      "Checked: \(Count.words(report.accountCount, "account")), \(Count.words(report.spaces.count, "space")), "
        + "\(Count.words(report.cellCount, "value")), \(Count.words(report.historyCount, "earlier value")), "
        + "\(Count.words(blobs.fileCount, "file")).\n")
    for remark in report.remarks { Output.show("Unusual, but left as it is: \(remark).\n") }
    let missing = report.blobs.subtracting(blobs.names).count
    if missing > 0 {
      Output.show(
        "Missing: \(Count.words(missing, "file")) in use; a device may still have a copy.\n"
      )
    }
  }

  private func repair() throws(CommandError) {
    do throws(StorageError) {
      let deeds = try SQLiteRepair.repair(store.path)
      for deed in deeds { Output.show("Repaired: \(deed).\n") }
      if deeds.isEmpty { Output.show("There was nothing that could be repaired.\n") }
    } catch {
      guard error != .taken else {
        throw .failed("A server is using \(store.folder). Stop it first. Nothing was changed.")
      }
      throw .failed("\(store.path) cannot be repaired: \(error).")
    }
  }
}

/// Reports a clock that differs from the store's record of the time.
private enum ClockWords {
  static func tell(_ seen: SeenTime?) {
    let wall = WallClock.milliseconds
    var watch = ClockWatch(seen: seen, wall: wall, elapsed: 0)
    let (milliseconds, side): (Int64, String)
    switch watch.look(wall: wall, elapsed: 0).verdict {
    case .steady, .unproven: return
    case .ahead(let by): (milliseconds, side) = (by, "ahead of")
    case .behind(let by): (milliseconds, side) = (by, "behind")
    }
    let days = Count.words(Int(milliseconds / 86_400_000), "day")
    Output.show(
      "Clock: this machine is \(days) \(side) the time in the data. Until that is settled, the server keeps all "
        + "old data. If the clock is right, start the server once with --trust-clock.\n")
  }
}

/// Checks every row in PostgreSQL.
private struct PostgresCheck {
  let url: String

  func run(isRepairing: Bool) throws(CommandError) {
    guard !isRepairing else {
      throw .wrongUsage("--repair does not work with PostgreSQL, which has its own tools.")
    }
    let findings: Int
    do throws(StorageError) {
      findings = try findingCount()
    } catch {
      // The address may contain a password, so it is not shown.
      throw .failed("The PostgreSQL database cannot be checked: \(error).")
    }
    guard findings == 0 else {
      throw .failed(
        "The database is damaged: \(Count.words(findings, "problem")). Nothing was changed. Stop the server and "
          + "restore the last backup with PostgreSQL's own tools; devices then send newer changes."
      )
    }
    Output.show("The database is intact.\n")
  }

  private func findingCount() throws(StorageError) -> Int {
    let store = try PostgresStore(url: url)
    defer { store.close() }
    ClockWords.tell(try store.seenTime())
    let report = try store.inspect()
    for (rows, count) in report.counts {
      Output.show(
        "Damaged: \(StoreProblem.damaged(rows.place, table: rows.table, count: count)).\n")
    }
    for place in report.mismatches { Output.show("Damaged: \(StoreProblem.digest(place)).\n") }
    let places = try store.places()
    Output.show(
      "Checked: \(Count.words(places.count, "space")), \(Count.words(report.cellCount, "value")).\n"
    )
    return report.counts.count + report.mismatches.count
  }
}
