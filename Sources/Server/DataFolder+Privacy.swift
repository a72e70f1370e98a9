public import Platform

extension DataFolder {
  /// The names of our files; others in the folder are somebody else's.
  private static let files = [
    "woodshed.db", "woodshed.db-wal", "woodshed.db-shm", "woodshed.db-journal", "woodshed.db.lock",
    "files.lock", "backup.lock", "backup.json",
  ]
  private static let folders = ["blobs", "uploads", "tickets"]
  private static let prefixes = ["before-restore-", "restoring-"]

  /// Makes the data private to this user and returns what was changed; a folder that also contains other things, such
  /// as a home, keeps its mode, and other things in it are not touched.
  public func close() -> [Privacy.Finding] {
    let names = Folder(path).allNames
    let isOurs = names.allSatisfy { Self.isOurs($0) } && !Privacy.isShared(path)
    // The path may be a symbolic link that the operator chose.
    var findings = isOurs ? [Privacy.close(path + "/")].compactMap(\.self) : []
    for name in names where Self.isOurs(name) {
      let inner = "\(path)/\(name)"
      if Self.files.contains(name) {
        findings += [Privacy.close(inner)].compactMap(\.self)
      } else {
        findings += Privacy.closeAll(in: inner)
      }
    }
    return findings
  }

  private static func isOurs(_ name: String) -> Bool {
    files.contains(name) || folders.contains(name) || prefixes.contains { name.hasPrefix($0) }
  }
}

extension EventLog {
  /// Logs what was open to other users: the number of files and the first name.
  public func tell(_ findings: [Privacy.Finding]) {
    let closed = findings.compactMap { if case .closed(let path) = $0 { path } else { nil } }
    let open = findings.compactMap { if case .open(let path) = $0 { path } else { nil } }
    for (event, paths) in [("closed-to-other-users", closed), ("open-to-other-users", open)] {
      guard let first = paths.first else { continue }
      var line = LogLine(.warning, event)
      line.add("count", paths.count)
      line.add("first", first)
      write(line)
    }
  }
}
