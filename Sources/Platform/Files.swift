import Glibc

/// Operations on whole files by their paths.
public enum Files {
  public static func exists(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0
  }

  /// How many bytes a file has; `nil` if there is none.
  public static func byteCount(of path: String) -> Int64? {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int64(status.st_size)
  }

  /// Waits until what was written to a file, or to a folder's list of names, is on disk.
  public static func sync(_ path: String) throws(SystemError) {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .last }
    defer { close(file) }
    guard fsync(file) == 0 else { throw .last }
  }

  /// Creates a folder for this user alone; an existing one is fine.
  public static func makeFolder(_ path: String) throws(SystemError) {
    guard unsafe mkdir(path, 0o700) != 0, errno != EEXIST else { return }
    throw .last
  }

  /// Renames a file or folder; fails if the name is taken.
  public static func move(_ path: String, to target: String) throws(SystemError) {
    guard !exists(target) else { throw SystemError(code: EEXIST) }
    guard unsafe rename(path, target) == 0 else { throw .last }
  }

  /// Gives a file a second name, or copies it if that is impossible; for files that never change.
  public static func linkOrCopy(_ path: String, to target: String) throws(SystemError) {
    guard unsafe link(path, target) != 0 else { return }
    guard errno == EXDEV || errno == EPERM || errno == EMLINK || errno == ENOTSUP else {
      throw .last
    }
    try copy(path, to: target)
  }

  /// Copies a file to disk; never overwrites anything.
  public static func copy(_ path: String, to target: String) throws(SystemError) {
    var source = try ByteSource(path)
    let file = unsafe open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .last }
    defer { close(file) }
    while true {
      var rest = try source.next()
      guard !rest.isEmpty else { break }
      while !rest.isEmpty {
        let count = unsafe rest.withUnsafeBytes {
          unsafe Glibc.write(file, $0.baseAddress, $0.count)
        }
        guard count >= 0 else {
          if errno == EINTR { continue }
          throw .last
        }
        rest = rest.dropFirst(count)
      }
    }
    guard fsync(file) == 0 else { throw .last }
  }

  /// Removes a file that may not exist.
  public static func removeIfThere(_ path: String) {
    unsafe unlink(path)
  }

  /// Removes an empty folder.
  public static func removeFolder(_ path: String) throws(SystemError) {
    guard unsafe rmdir(path) == 0 else { throw .last }
  }

  public static func pause(microseconds: UInt32) {
    usleep(microseconds)
  }
}

extension SystemError {
  /// Whether there is no space left, or none for this user or this file.
  public var isFullDisk: Bool { code == ENOSPC || code == EDQUOT || code == EFBIG }
  public var isNotThere: Bool { code == ENOENT }
}
