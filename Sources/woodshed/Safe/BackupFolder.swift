import Platform
import SQLiteStorage
import Storage

/// A backup: a folder with the database, the files beside it, and a line that says what they are.
struct BackupFolder {
  let path: String

  var database: String { path + "/woodshed.db" }
  var blobs: BlobFolder { BlobFolder(in: path) }

  /// What it says of itself; `nil` where it is no backup.
  var manifest: BackupManifest? {
    (try? Folder(path).contents(of: BackupManifest.fileName)).flatMap { BackupManifest($0) }
  }

  /// Reads all of it again, and says what is not as it was written.
  func problems() throws(CommandError) -> [String] {
    guard let manifest else {
      throw .failed(
        "\(path) is no backup of Woodshed: it has no \(BackupManifest.fileName) that can be read. "
          + "Nothing was changed.")
    }
    do throws(SystemError) {
      let digest = try FileDigest.sha256(of: database)
      let files = try blobs.report()
      var problems: [String] = []
      if digest != manifest.digest {
        problems.append("woodshed.db is not the file that was written")
      }
      for file in files.damaged { problems.append("blobs/\(file) is not what its name says") }
      let missing = manifest.blobCount - files.fileCount
      if missing > 0 { problems.append("\(Count.words(missing, "file")) of blobs/ are missing") }
      return problems
    } catch {
      throw .failed("The backup \(path) cannot be read: \(error.message). Nothing was changed.")
    }
  }

  /// Removes a backup, whole or begun, and nothing else that may lie in its folder.
  func remove() throws(SystemError) {
    // Without a database it is a folder of somebody else's, or an empty one.
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
    // Last, so that a removal that was cut short can go on.
    Files.removeIfThere(database)
    try Files.removeFolder(path)
  }
}
