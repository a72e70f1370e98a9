import Glibc

/// A file that at most one running program holds; the system releases it when the program ends.
@safe public struct FileLock: ~Copyable, Sendable {
  private let descriptor: Int32
  private let path: String

  /// Takes the lock at `path`, or returns `nil` if another program has it.
  public init?(path: String) throws(SystemError) {
    while true {
      let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard descriptor >= 0 else { throw .last }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        let error = SystemError.last
        close(descriptor)
        guard error.code == EWOULDBLOCK else { throw error }
        return nil
      }
      // Its previous holder may have removed the file since it was opened: then what is held has no
      // name.
      if Self.isFile(descriptor, at: path) {
        self.descriptor = descriptor
        self.path = path
        return
      }
      close(descriptor)
    }
  }

  /// Whether ``mark()`` was called by any holder, now or before.
  public var hasMark: Bool {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 && status.st_size > 0
  }

  /// Notes permanently in the file that what it guards has been created.
  public func mark() {
    guard !hasMark else { return }
    // If it cannot be written there is no mark, which is no reason to stop.
    let byte: UInt8 = 0x0A
    _ = unsafe withUnsafeBytes(of: byte) { unsafe pwrite(descriptor, $0.baseAddress, 1, 0) }
    fsync(descriptor)
  }

  /// Removes the file, then releases it.
  public consuming func remove() {
    unsafe unlink(path)
  }

  deinit {
    // A program that is just being started has a copy of the descriptor, which would keep the lock.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  private static func isFile(_ descriptor: Int32, at path: String) -> Bool {
    var (held, named) = (stat(), stat())
    guard unsafe fstat(descriptor, &held) == 0, unsafe lstat(path, &named) == 0 else {
      return false
    }
    return held.st_ino == named.st_ino && held.st_dev == named.st_dev
  }
}
