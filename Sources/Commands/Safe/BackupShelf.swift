import Ledger
import Platform

/// A folder of backups that are named by date and time and thinned out over time.
struct BackupShelf {
  let path: String

  private static let prefix = "woodshed-"

  /// The folder for a backup made at that time.
  func folder(madeAt milliseconds: Int64) -> BackupFolder {
    BackupFolder(path: "\(path)/\(Self.prefix)\(Moment(milliseconds).name)")
  }

  /// Deletes outdated backups and reports them.
  func tidy() throws(CommandError) {
    do throws(SystemError) {
      for name in Self.outdated(try Folder(path).folderNames().filter(isBackup)) {
        try BackupFolder(path: "\(path)/\(name)").remove()
        Output.show("Deleted the old backup \(path)/\(name).\n")
      }
    } catch {
      throw .failed(
        "The new backup is safe, but an older one in \(path) could not be deleted: \(error.message)."
      )
    }
  }

  /// Makes the backups private to this user and reports that.
  func close() {
    for name in (try? Folder(path).folderNames().filter(isBackup)) ?? [] {
      let findings = Privacy.closeAll(in: "\(path)/\(name)")
      guard let first = findings.first else { continue }
      switch first {
      case .closed: Output.show("\(path)/\(name) was open to other users and is private now.\n")
      case .open: Output.show("\(path)/\(name) is open to other users; you may not change that.\n")
      }
    }
  }

  private func isBackup(_ name: String) -> Bool {
    Self.day(of: name) != nil && BackupFolder(path: "\(path)/\(name)").manifest != nil
  }

  /// The names of those that are not the last of one of the latest 7 days, 4 weeks or 12 months with a backup.
  static func outdated(_ names: [String]) -> [String] {
    let latest = names.compactMap { name in day(of: name).map { (name: name, day: $0) } }
      .sorted { $0.name > $1.name }
    var kept: Set<String> = []
    let spans: [(count: Int, span: (String, Int64) -> String)] = [
      (7, { _, day in "\(day)" }),
      // The first of January 1970 was a Thursday; weeks begin on Monday.
      (4, { _, day in "\((day + 3) / 7)" }),
      (12, { name, _ in String(name.dropFirst(prefix.count).prefix(7)) }),
    ]
    for (count, span) in spans {
      var seen: Set<String> = []
      for backup in latest where seen.insert(span(backup.name, backup.day)).inserted {
        if seen.count <= count { kept.insert(backup.name) }
      }
    }
    return latest.map(\.name).filter { !kept.contains($0) }.reversed()
  }

  /// The day in a name such as `woodshed-2026-11-22-213000`.
  private static func day(of name: String) -> Int64? {
    guard name.hasPrefix(prefix), name.utf8.count == prefix.utf8.count + 17 else { return nil }
    return DayText.day(of: String(name.dropFirst(prefix.count).prefix(10)))
  }
}
