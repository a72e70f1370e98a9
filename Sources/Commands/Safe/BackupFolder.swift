import Platform
import SQLiteStorage
import Storage

/// A backup: a folder with the database, the files beside it, and a line that says what they are.
struct BackupFolder {
  let path: String

  var database: String { path + "/woodshed.db" }
  var blobs: BlobFolder { BlobFolder(in: path) }

  /// Its description; `nil` if this is not a backup.
  var manifest: BackupManifest? {
    (try? Folder(path).contents(of: BackupManifest.fileName)).flatMap { BackupManifest($0) }
  }

  /// Reads everything back and reports what has changed since it was written.
  func problems() throws(CommandError) -> [String] {
    guard let manifest else {
      throw .failed(
        "\(path) is not a Woodshed backup: it has no readable \(BackupManifest.fileName). "
          + "Nothing was changed.")
    }
    do throws(SystemError) {
      let digest = try FileDigest.sha256(of: database)
      let files = try blobs.report()
      var problems: [String] = []
      if digest != manifest.digest {
        problems.append("woodshed.db does not match its checksum")
      }
      for file in files.damaged { problems.append("blobs/\(file) does not match its checksum") }
      let missing = manifest.blobCount - files.fileCount
      if missing > 0 { problems.append("\(Count.words(missing, "file")) missing from blobs/") }
      return problems
    } catch {
      throw .failed("The backup \(path) cannot be read: \(error.message). Nothing was changed.")
    }
  }

  /// Removes a finished or unfinished backup, and nothing else in its folder.
  func remove() throws(SystemError) {
    // Without a database it is not our folder, or it is empty.
    guard Files.exists(database) || manifest != nil else { return try Files.removeFolder(path) }
    Files.removeIfThere("\(path)/\(BackupManifest.fileName)")
    if blobs.exists {
      var folders: Set<String> = [blobs.path]
      for file in try Folder(blobs.path).files() {
        Files.removeIfThere("\(blobs.path)/\(file)")
        var folder = blobs.path
        for part in file.split(separator: "/").dropLast() {
          folder += "/" + part
          folders.insert(folder)
        }
      }
      for folder in folders.sorted().reversed() { try Files.removeFolder(folder) }
    }
    // Last, so that an interrupted removal can continue.
    Files.removeIfThere(database)
    try Files.removeFolder(path)
  }
}
