import Glibc
import Platform
import SQLiteStorage
import Storage

extension Command {
  static let backup = Command(
    name: "backup", summary: "Copy the data to a safe place, also while the server runs",
    details: """
      Makes FOLDER, with the database as it is at this moment and the files beside it, reads all of it
      again, and only then gives the folder its name. A FOLDER that is there already gets a new backup in
      it, named by the moment. Files are linked where FOLDER lies on the same disk; for safety against the
      loss of the disk, put it on another or copy it there.

      With --keep, older backups in FOLDER are removed: it keeps the last one of each of 7 days, of 4
      weeks and of 12 months.

      Data in PostgreSQL is backed up with PostgreSQL's own pg_dump or base backups.
      """,
    options: [
      .data, .database, .force,
      Option(
        name: "keep", summary: "Remove backups in FOLDER that are past 7 days, 4 weeks, 12 months"),
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

/// A copy that is read again before it counts.
private struct BackupCommand {
  private let store: StoreFile
  private let target: BackupFolder
  /// The folder that gets one backup after another; `nil` where the backup was named.
  private let shelf: BackupShelf?
  private let isForced: Bool

  init(_ arguments: Arguments) throws(CommandError) {
    try arguments.refuseDatabase(
      "What PostgreSQL keeps is backed up with its own pg_dump, or base backups and its log. "
        + "`woodshed check --database` then checks what lies in it.")
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
          "--keep is for a folder of backups: make \(path) first, and each backup gets a folder in it."
        )
      }
      target = named
      shelf = nil
    }
    guard !Files.exists(target.path) || isForced && target.manifest != nil else {
      throw .failed(
        "\(target.path) is there already and was not touched. Choose another name"
          + (target.manifest == nil ? "." : ", or put the new backup in its place with --force."))
    }
  }

  func run() throws(CommandError) {
    // What is made from now on is this user's alone.
    umask(0o077)
    let start = Instant.now
    let turn = try takeTurn()
    let part = BackupFolder(path: target.path + ".part")
    let manifest: BackupManifest
    do throws(CommandError) {
      manifest = try fill(part)
      try name(part)
      // Linked files have the modes of those that they are linked to.
      _ = Privacy.closeAll(in: target.path)
    } catch {
      // Nothing half is left; an earlier backup of that name still has it.
      try? part.remove()
      turn.remove()
      throw error
    }
    turn.remove()
    let seconds = Double(Instant.now.nanoseconds(since: start) / 10_000_000) / 100
    Output.show(
      "\(target.path) holds \(manifest.contents), \(Count.bytes(manifest.byteCount + manifest.blobByteCount)). "
        + "It was read again and is sound (\(seconds) s).\n")
    try shelf?.tidy()
    shelf?.close()
  }

  /// One backup of a store at a time: another's half folder would be taken for one that was left behind.
  private func takeTurn() throws(CommandError) -> FileLock {
    do throws(SystemError) {
      if let turn = try FileLock(path: store.folder + "/backup.lock") { return turn }
    } catch {
      throw .failed("\(store.folder) cannot be written to: \(error.message). No backup was made.")
    }
    throw .failed("Another backup of \(store.folder) is being made. Wait for it, and try again.")
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
        "No backup was made: the copy came to nothing, as \(error). The data is untouched.")
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

  /// The check of the copy, opened where nothing else can reach it.
  private func soundReport(on part: BackupFolder) throws(CommandError) -> StoreReport {
    let report: StoreReport
    do throws(StorageError) {
      report = try SQLiteCheck.report(on: part.database, isStill: true)
    } catch {
      throw .failed("No backup was made: the copy cannot be read again, as \(error).")
    }
    guard let first = report.problems.first else { return report }
    throw .failed(
      "No backup was made, as the copy is not sound: \(first). Earlier backups are untouched. "
        + "`woodshed check --data \(store.folder)` says whether the data itself is damaged.")
  }

  /// Gives the finished folder its name; a backup that has it goes only when the new one is there.
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
      "No backup was made: \(target.path) cannot be written (\(error.message)). The data is untouched."
    )
  }
}
