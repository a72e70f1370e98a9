public import Platform

extension DataFolder {
  /// What is written here, by the names that it has; other files beside it are somebody else's.
  private static let files = [
    "woodshed.db", "woodshed.db-wal", "woodshed.db-shm", "woodshed.db-journal", "woodshed.db.lock",
    "files.lock", "backup.lock", "backup.json",
  ]
  private static let folders = ["blobs", "uploads", "tickets"]
  private static let prefixes = ["before-restore-", "restoring-"]

  /// Takes from other users what they may do with the data, and says with what; a folder that holds other things as
  /// well, such as a home, keeps its mode, and what is not ours in it is not touched.
  public func close() -> [Privacy.Finding] {
    let names = Folder(path).allNames
    let isOurs = names.allSatisfy { Self.isOurs($0) } && !Privacy.isShared(path)
    // The path may be a symbolic link, which its operator chose.
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
  /// Tells what was open to other users: some of it by name, all of it by number.
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
