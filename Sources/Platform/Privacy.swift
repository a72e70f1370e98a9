import Glibc

/// Removes other users' access to this user's files and folders.
public enum Privacy {
  /// Something that was open to others.
  public enum Finding: Hashable, Sendable {
    /// Only this user can access it now.
    case closed(String)
    /// It belongs to another user, or could not be changed.
    case open(String)
  }

  /// Closes one file or folder, which must not be a symbolic link; `nil` if it was closed already or does not
  /// exist.
  public static func close(_ path: String) -> Finding? {
    var status = stat()
    guard unsafe lstat(path, &status) == 0, isOpen(status) else { return nil }
    let file = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return .open(path) }
    defer { Glibc.close(file) }
    // Changes what was opened, whatever has its name by now.
    guard unsafe fstat(file, &status) == 0, isOpen(status), status.st_uid == geteuid(),
      fchmod(file, status.st_mode & 0o7700) == 0
    else { return .open(path) }
    return .closed(path)
  }

  /// Closes a folder first, then everything in it.
  public static func closeAll(in path: String) -> [Finding] {
    guard isFolder(path) else { return [] }
    var findings = [close(path)].compactMap(\.self)
    for name in Folder(path).allNames {
      let inner = "\(path)/\(name)"
      if isFolder(inner) {
        findings += closeAll(in: inner)
      } else if let finding = close(inner) {
        findings.append(finding)
      }
    }
    return findings
  }

  /// Whether a folder is shared by many users, such as `/tmp`.
  public static func isShared(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_ISVTX != 0
  }

  private static func isOpen(_ status: stat) -> Bool {
    let kind = status.st_mode & S_IFMT
    return (kind == S_IFREG || kind == S_IFDIR) && status.st_mode & 0o077 != 0
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
