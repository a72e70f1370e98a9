import Platform
import SQLiteStorage
import Server
import Storage

extension Command {
  static let restore = Command(
    name: "restore", summary: "Put a backup in the place of the data",
    details: """
      Reads the whole backup first, and leaves everything as it is when that is not sound. Data that
      lies in the folder is kept: with --force it is moved into a folder beside, which is named;
      without, nothing happens. The server must be stopped.

      The restored store begins a new life: devices notice it and hand over all that they have, also
      what was written after the backup. Everybody is signed out, as a sign-in that was ended since the
      backup must not open anything again; passwords stay.

      Data in PostgreSQL is restored with PostgreSQL's own tools.
      """,
    options: [.data, .database, .force], words: ("BACKUP", 1),
    examples: [
      "woodshed restore /media/disk/woodshed-2026-11-22",
      "woodshed restore --data /srv/woodshed --force /media/disk/woodshed-2026-11-22",
    ]
  ) { arguments throws(CommandError) in
    try RestoreCommand(arguments).run()
  }
}

/// A backup on its way back: made ready beside the data, then put in its place.
private struct RestoreCommand {
  private let backup: BackupFolder
  private let manifest: BackupManifest
  private let data: DataFolder
  private let isForced: Bool

  private var database: String { data.path + "/woodshed.db" }
  /// What belongs to a store, and goes with it.
  private static let parts = ["woodshed.db", "woodshed.db-wal", "woodshed.db-shm", "blobs"]

  init(_ arguments: Arguments) throws(CommandError) {
    try arguments.refuseDatabase(
      "What PostgreSQL keeps is restored with its own pg_restore or psql, while no server runs.")
    guard let path = arguments.words.first else {
      throw .wrongUsage("Say which backup: woodshed restore BACKUP.")
    }
    backup = BackupFolder(path: path)
    guard let manifest = backup.manifest else {
      throw .failed(
        "\(path) is no backup of Woodshed: it has no \(BackupManifest.fileName) that can be read. "
          + "Nothing was changed.")
    }
    self.manifest = manifest
    isForced = arguments.has("force")
    data = try DataFolder.chosen(arguments["data"])
  }

  func run() throws(CommandError) {
    let lock = try takeLock()
    let old = Self.parts.filter { Files.exists("\(data.path)/\($0)") }
    guard old.isEmpty || isForced else {
      throw .failed(
        "\(data.path) holds data, which was not touched. Choose an empty folder with --data, or have what is "
          + "there moved aside with --force.")
    }
    try check()
    let moment = Moment(WallClock.milliseconds).name
    let ready = BackupFolder(path: "\(data.path)/restoring-\(moment)")
    do throws(CommandError) {
      try makeReady(ready)
    } catch {
      for end in ["-wal", "-shm", ".lock"] { Files.removeIfThere(ready.database + end) }
      try? ready.remove()
      throw error
    }
    let aside = "\(data.path)/before-restore-\(moment)"
    try putInPlace(ready, old, aside: aside)
    _ = consume lock
    Output.show(
      "\(data.path) is restored from the backup of \(Moment(manifest.madeAt).text): \(manifest.contents).\n"
        + (old.isEmpty ? "" : "What lay there before is whole in \(aside).\n")
        + "Everybody is signed out; passwords are as they were. Start the server: devices that sign in hand "
        + "over all that they have, also what was written after the backup.\n")
  }

  private func takeLock() throws(CommandError) -> FileLock {
    do throws(SystemError) {
      if let lock = try FileLock(path: database + ".lock") { return lock }
    } catch {
      throw .failed("\(data.path) cannot be written to: \(error.message). Nothing was changed.")
    }
    throw .failed("A server has \(data.path) open. Stop it first. Nothing was changed.")
  }

  private func check() throws(CommandError) {
    var problems = try backup.problems()
    if problems.isEmpty {
      do throws(StorageError) {
        problems = try SQLiteCheck.report(on: backup.database, isStill: true).problems.map {
          "\($0)"
        }
      } catch {
        throw .failed("The backup \(backup.path) cannot be read: \(error). Nothing was changed.")
      }
    }
    guard let first = problems.first else { return }
    throw .failed(
      "The backup \(backup.path) is not sound: \(first). Nothing was changed. Try an earlier one; a device "
        + "that has everything rebuilds an empty server as well.")
  }

  /// Copies the backup and begins its new life where nobody looks for it yet: a store with its old epoch must
  /// never lie in its place, or devices would take it for one that they know.
  private func makeReady(_ ready: BackupFolder) throws(CommandError) {
    do throws(SystemError) {
      try Files.makeFolder(ready.path)
      try Files.copy(backup.database, to: ready.database)
      try backup.blobs.copy(to: ready.blobs)
    } catch {
      throw unable("\(error.message)")
    }
    do throws(StorageError) {
      let store = try SQLiteStore(path: ready.database)
      defer { store.close() }
      for place in try store.places() { try store.begin(.random(), in: place) }
      for account in try store.accounts() { try store.endSignIns(.all, of: account.id) }
    } catch {
      throw unable("\(error)")
    }
    Files.removeIfThere(ready.database + ".lock")
    do throws(SystemError) {
      try Files.sync(ready.database)
      try Files.sync(ready.path)
    } catch {
      throw unable("\(error.message)")
    }
  }

  private func putInPlace(
    _ ready: BackupFolder, _ old: [String], aside: String
  ) throws(CommandError) {
    do throws(SystemError) {
      if !old.isEmpty {
        try Files.makeFolder(aside)
        for name in old { try Files.move("\(data.path)/\(name)", to: "\(aside)/\(name)") }
        try Files.sync(aside)
      }
      // The files first: rows may wait for them, but not the other way round.
      if ready.blobs.exists { try Files.move(ready.blobs.path, to: "\(data.path)/blobs") }
      try Files.move(ready.database, to: database)
      try Files.sync(data.path)
      try Files.removeFolder(ready.path)
    } catch {
      throw .failed(
        "The restored data could not be put in its place (\(error.message)). It lies in \(ready.path)"
          + (old.isEmpty ? "." : ", what was there before in \(aside).")
          + " Nothing is lost: move one of them to \(data.path) by hand.")
    }
  }

  private func unable(_ words: String) -> CommandError {
    .failed("The backup could not be made ready in \(data.path): \(words). Nothing was changed.")
  }
}
