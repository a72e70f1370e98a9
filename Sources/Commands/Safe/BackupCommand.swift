import Glibc
import Platform
import SQLiteStorage
import Storage

extension Command {
  static let backup = Command(
    name: "backup", summary: "Back up the data, even while the server runs",
    details: """
      Creates FOLDER with the current database and its files, reads everything back, and only then
      gives the folder its name. If FOLDER already exists, the new backup goes into it, named by date
      and time. Files are hard-linked if FOLDER is on the same disk; to survive the loss of the disk,
      use another one or copy the backup there.

      With --keep, older backups in FOLDER are deleted, except the last one of each of 7 days, 4 weeks
      and 12 months.

      Back up PostgreSQL data with PostgreSQL's own pg_dump or base backups.
      """,
    options: [
      .data, .database, .force,
      Option(
        name: "keep",
        summary: "Delete older backups, except the last of 7 days, 4 weeks, 12 months"),
    ],
    words: ("FOLDER", 1),
    examples: [
      "woodshed backup /media/disk/woodshed-2026-11-22",
      "woodshed backup --data /srv/woodshed --keep /media/disk/woodshed",
    ]
  ) { arguments throws(CommandError) in
    try BackupCommand(arguments).run()
  }
}

/// Makes a backup and reads it back before it counts.
private struct BackupCommand {
  private let store: StoreFile
  private let target: BackupFolder
  /// The folder that collects backups; `nil` if the backup itself was named.
  private let shelf: BackupShelf?
  private let isForced: Bool

  init(_ arguments: Arguments) throws(CommandError) {
    try arguments.refuseDatabase(
      "Back up PostgreSQL data with its own pg_dump or base backups. "
        + "`woodshed check --database` checks the data.")
    guard var path = arguments.words.first else {
      throw .wrongUsage("Say where the backup goes: woodshed backup FOLDER.")
    }
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    store = try StoreFile(arguments)
    isForced = arguments.has("force")
    let named = BackupFolder(path: path)
    if Folder(path).exists, named.manifest == nil {
      let shelf = BackupShelf(path: path)
      target = shelf.folder(madeAt: WallClock.milliseconds)
      self.shelf = arguments.has("keep") ? shelf : nil
    } else {
      guard !arguments.has("keep") else {
        throw .wrongUsage(
          "--keep needs a folder of backups: create \(path) first, and each backup gets its own folder in it."
        )
      }
      target = named
      shelf = nil
    }
    guard !Files.exists(target.path) || isForced && target.manifest != nil else {
      throw .failed(
        "\(target.path) already exists and was not changed. Choose another name"
          + (target.manifest == nil ? "." : ", or replace it with --force."))
    }
  }

  func run() throws(CommandError) {
    // Files created from now on are private to this user.
    umask(0o077)
    let start = Instant.now
    let turn = try takeTurn()
    let part = BackupFolder(path: target.path + ".part")
    let manifest: BackupManifest
    do throws(CommandError) {
      manifest = try fill(part)
      try name(part)
      // Linked files share the modes of their originals.
      _ = Privacy.closeAll(in: target.path)
    } catch {
      // Leave nothing unfinished; an earlier backup keeps its name.
      try? part.remove()
      turn.remove()
      throw error
    }
    turn.remove()
    let seconds = Double(Instant.now.nanoseconds(since: start) / 10_000_000) / 100
    Output.show(
      "\(target.path) contains \(manifest.contents), \(Count.bytes(manifest.byteCount + manifest.blobByteCount)). "
        + "It was read back and is intact (\(seconds) s).\n")
    try shelf?.tidy()
    shelf?.close()
  }

  /// Allows one backup of a store at a time: another's unfinished folder would look like one left behind.
  private func takeTurn() throws(CommandError) -> FileLock {
    do throws(SystemError) {
      if let turn = try FileLock(path: store.folder + "/backup.lock") { return turn }
    } catch {
      throw .failed("\(store.folder) cannot be written to: \(error.message). No backup was made.")
    }
    throw .failed("Another backup of \(store.folder) is running. Try again when it has finished.")
  }

  private func fill(_ part: BackupFolder) throws(CommandError) -> BackupManifest {
    do throws(SystemError) {
      if Files.exists(part.path) { try part.remove() }
      try Files.makeFolder(part.path)
    } catch {
      throw unable(error)
    }
    let now = WallClock.milliseconds
    do throws(StorageError) {
      try SQLiteCopy.make(of: store.path, at: part.database)
    } catch {
      throw .failed(
        "No backup was made. Copying failed: \(error). The data is unchanged.")
    }
    let report = try soundReport(on: part)
    do throws(SystemError) {
      try store.blobs.copy(to: part.blobs)
      let manifest = BackupManifest(
        madeAt: now, byteCount: Files.byteCount(of: part.database) ?? 0,
        digest: try FileDigest.sha256(of: part.database), report,
        try part.blobs.report(isQuick: true))
      try Folder(part.path).write(manifest.bytes(report.spaces), to: BackupManifest.fileName)
      try Files.sync("\(part.path)/\(BackupManifest.fileName)")
      try Files.sync(part.path)
      return manifest
    } catch {
      throw unable(error)
    }
  }

  /// Checks the copy, which nothing else can open.
  private func soundReport(on part: BackupFolder) throws(CommandError) -> StoreReport {
    let report: StoreReport
    do throws(StorageError) {
      report = try SQLiteCheck.report(on: part.database, isStill: true)
    } catch {
      throw .failed("No backup was made. The copy cannot be read back: \(error).")
    }
    guard let first = report.problems.first else { return report }
    throw .failed(
      "No backup was made, because the copy is damaged: \(first). Earlier backups are unchanged. "
        + "`woodshed check --data \(store.folder)` says whether the data itself is damaged.")
  }

  /// Gives the finished folder its name; an earlier backup of that name is removed only after that.
  private func name(_ part: BackupFolder) throws(CommandError) {
    let old = BackupFolder(path: target.path + ".old")
    do throws(SystemError) {
      if Files.exists(old.path) { try old.remove() }
      if Files.exists(target.path) { try Files.move(target.path, to: old.path) }
      try Files.move(part.path, to: target.path)
      try Files.sync(parent(of: target.path))
      if Files.exists(old.path) { try old.remove() }
    } catch {
      if !Files.exists(target.path) { try? Files.move(old.path, to: target.path) }
      throw unable(error)
    }
  }

  private func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private func unable(_ error: SystemError) -> CommandError {
    .failed(
      "No backup was made: \(target.path) cannot be written (\(error.message)). The data is unchanged."
    )
  }
}
