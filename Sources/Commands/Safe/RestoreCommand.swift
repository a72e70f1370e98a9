import Platform
import SQLiteStorage
import Server
import Storage

extension Command {
  static let restore = Command(
    name: "restore", summary: "Restore a backup",
    details: """
      Checks the whole backup first and changes nothing if it is damaged. If the data folder already
      contains data, --force moves that into a folder inside it, whose name is printed; without
      --force, nothing happens. Stop the server first.

      Devices notice the restored data and send all they have, including changes made after the backup.
      Everyone is signed out, so that sign-ins that ended after the backup do not work again; passwords
      stay the same.

      Restore PostgreSQL data with PostgreSQL's own tools.
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

/// Restores a backup: prepares it beside the data, then puts it in place.
private struct RestoreCommand {
  private let backup: BackupFolder
  private let manifest: BackupManifest
  private let data: DataFolder
  private let isForced: Bool

  private var database: String { data.path + "/woodshed.db" }
  /// The files of a store.
  private static let parts = ["woodshed.db", "woodshed.db-wal", "woodshed.db-shm", "blobs"]

  init(_ arguments: Arguments) throws(CommandError) {
    try arguments.refuseDatabase(
      "Restore PostgreSQL data with its own pg_restore or psql while no server is running.")
    guard let path = arguments.words.first else {
      throw .wrongUsage("Say which backup: woodshed restore BACKUP.")
    }
    backup = BackupFolder(path: path)
    guard let manifest = backup.manifest else {
      throw .failed(
        "\(path) is not a Woodshed backup: it has no readable \(BackupManifest.fileName). "
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
        "\(data.path) contains data, which was not changed. Choose an empty folder with --data, or move that "
          + "data aside with --force.")
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
      "Restored \(data.path) from the backup of \(Moment(manifest.madeAt).text): \(manifest.contents).\n"
        + (old.isEmpty ? "" : "The previous data is in \(aside).\n")
        + "Everyone is signed out; passwords stay the same. Start the server: devices that sign in send all "
        + "they have, including changes made after the backup.\n")
  }

  private func takeLock() throws(CommandError) -> FileLock {
    do throws(SystemError) {
      if let lock = try FileLock(path: database + ".lock") { return lock }
    } catch {
      throw .failed("\(data.path) cannot be written to: \(error.message). Nothing was changed.")
    }
    throw .failed("A server is using \(data.path). Stop it first. Nothing was changed.")
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
      "The backup \(backup.path) is damaged: \(first). Nothing was changed. Try an earlier one; a device "
        + "that has everything can also refill an empty server.")
  }

  /// Copies the backup and gives it new epochs before it is put in place: with the old ones, devices would take
  /// it for the store that they know.
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
      // Files first: a row must not refer to a file that is not there.
      if ready.blobs.exists { try Files.move(ready.blobs.path, to: "\(data.path)/blobs") }
      try Files.move(ready.database, to: database)
      try Files.sync(data.path)
      try Files.removeFolder(ready.path)
    } catch {
      throw .failed(
        "The restored data could not be put in place (\(error.message)). It is in \(ready.path)"
          + (old.isEmpty ? "." : ", and the previous data is in \(aside).")
          + " Nothing is lost: move one of them to \(data.path) by hand.")
    }
  }

  private func unable(_ words: String) -> CommandError {
    .failed("The backup could not be prepared in \(data.path): \(words). Nothing was changed.")
  }
}
