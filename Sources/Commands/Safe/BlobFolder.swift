import Ledger
import Platform

/// The files beside the rows: each is named by the SHA-256 of its content and never changes.
struct BlobFolder {
  /// The result of checking every file.
  struct Report {
    var fileCount = 0
    var byteCount: Int64 = 0
    /// Files whose content does not match their name, or that cannot be read.
    var damaged: [String] = []
    /// Other things in the folder, such as unfinished uploads.
    var otherCount = 0
    var names: Set<[UInt8]> = []
  }

  let path: String

  init(in data: String) {
    path = data + "/blobs"
  }

  var exists: Bool { Folder(path).exists }

  /// Reads every file, or with `isQuick` only counts them.
  func report(isQuick: Bool = false) throws(SystemError) -> Report {
    var report = Report()
    for file in try files() {
      guard let name = Self.name(of: file) else {
        report.otherCount += 1
        continue
      }
      report.fileCount += 1
      report.byteCount += Files.byteCount(of: "\(path)/\(file)") ?? 0
      report.names.insert(name)
      if !isQuick, (try? FileDigest.sha256(of: "\(path)/\(file)")) != name {
        report.damaged.append(file)
      }
    }
    return report
  }

  /// Links every complete file into another folder, or copies it where linking is not possible.
  ///
  /// Files come and go while a server runs. A file that is gone by now had been unused for weeks: no copied row refers
  /// to it.
  func copy(to target: BlobFolder) throws(SystemError) {
    guard exists else { return }
    try Files.makeFolder(target.path)
    var made: Set<String> = []
    for file in try files() where Self.name(of: file) != nil {
      var folder = target.path
      for part in file.split(separator: "/").dropLast() {
        folder += "/" + part
        if made.insert(folder).inserted { try Files.makeFolder(folder) }
      }
      do throws(SystemError) {
        try Files.linkOrCopy("\(path)/\(file)", to: "\(target.path)/\(file)")
      } catch {
        guard error.isNotThere else { throw error }
      }
    }
    for folder in made.sorted() { try Files.sync(folder) }
    try Files.sync(target.path)
  }

  private func files() throws(SystemError) -> [String] {
    exists ? try Folder(path).files() : []
  }

  /// The digest in a path such as `aa/bb/aabb…`; `nil` for anything but a complete file.
  private static func name(of file: String) -> [UInt8]? {
    guard let last = file.split(separator: "/").last, last.utf8.count == 64 else { return nil }
    return Hex.bytes(Array(last.utf8))
  }
}
