import Ledger
import Platform
import PostgresStorage
import SQLiteStorage
import Storage

extension Command {
  static let check = Command(
    name: "check", summary: "Read all that is kept and say whether it is sound",
    details: """
      Reads every page, row and file: the order of the database's file, what belongs to what, whether each
      row has its checksum, whether the values of each space add up to what was noted with the last
      change, and whether each file is what its name says. Nothing is changed, and the server may run.
      DIR may be a backup as well.

      --repair sets right what follows from the values: indexes, sums, sign-ins of nobody. Damaged rows
      are removed, after the file was copied as it is; then every device hands over all that it has, so
      that the right values come back. What no device has is in the last backup. The server must be
      stopped.

      It ends with 0 when all is sound, with 1 when not.
      """,
    options: [
      .data, .database,
      Option(
        name: "repair", summary: "Set right what follows from the values;\nstop the server first"),
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

/// A look at a data folder or a backup.
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
    // A backup says so even where the line that describes it is damaged.
    let isBackup = Files.exists("\(store.folder)/\(BackupManifest.fileName)")
    guard !isBackup || !isRepairing else {
      throw .failed("\(store.folder) is a backup, and stays as it is. Restore it, then repair.")
    }
    if isRepairing { try repair() }
    let report = try self.report(isStill: isBackup)
    var problems = report.problems.map { "\($0)" }
    if isBackup { problems += try backup.problems() }
    let blobs = try files()
    if !isBackup { problems += blobs.damaged.map { "blobs/\($0) is not what its name says" } }
    tell(report, blobs)
    if !isBackup { ClockWords.tell(report.seenTime) }
    for problem in problems { Output.show("Damaged: \(problem).\n") }
    guard problems.isEmpty else {
      throw .failed(
        "\(store.folder) is not sound: \(Count.words(problems.count, "finding")). Nothing was deleted. "
          + (isBackup
            ? "Use another backup."
            : "Stop the server and run `woodshed check --repair`, or restore the last backup (`woodshed help "
              + "restore`); devices then hand over what they have.")
      )
    }
    Output.show("\(store.folder) is sound.\n")
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
      "Read: \(Count.words(report.accountCount, "account")), \(Count.words(report.spaces.count, "space")), "
        + "\(Count.words(report.cellCount, "value")), \(Count.words(report.historyCount, "earlier value")), "
        + "\(Count.words(blobs.fileCount, "file")).\n")
    for remark in report.remarks { Output.show("Odd, and kept as it is: \(remark).\n") }
    let missing = report.blobs.subtracting(blobs.names).count
    if missing > 0 {
      Output.show(
        "Not here: \(Count.words(missing, "file")) that rows speak of; a device may still have them.\n"
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
        throw .failed("A server has \(store.folder) open. Stop it to repair. Nothing was changed.")
      }
      throw .failed("\(store.path) cannot be repaired: \(error).")
    }
  }
}

/// What is said of a clock that differs from what a store has seen.
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
      "Clock: this machine is \(days) \(side) the time that the data has seen. Until that is settled, a server "
        + "forgets nothing. If the clock is right, start it once with --trust-clock.\n")
  }
}

/// A look at every row that PostgreSQL keeps.
private struct PostgresCheck {
  let url: String

  func run(isRepairing: Bool) throws(CommandError) {
    guard !isRepairing else {
      throw .wrongUsage("--repair is for the file of a data folder; PostgreSQL has its own tools.")
    }
    let findings: Int
    do throws(StorageError) {
      findings = try findingCount()
    } catch {
      // The address may hold a password: it is not repeated.
      throw .failed("The database of --database cannot be checked: \(error).")
    }
    guard findings == 0 else {
      throw .failed(
        "The database is not sound: \(Count.words(findings, "finding")). Nothing was changed. Stop the server and "
          + "restore the last backup with PostgreSQL's own tools; devices then hand over what came after it."
      )
    }
    Output.show("The database is sound.\n")
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
      "Read: \(Count.words(places.count, "space")), \(Count.words(report.cellCount, "value")).\n")
    return report.counts.count + report.mismatches.count
  }
}
