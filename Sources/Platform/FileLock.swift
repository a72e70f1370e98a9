import Glibc

/// A file that at most one running program holds; the system lets go of it when the program ends.
@safe public struct FileLock: ~Copyable, Sendable {
  private let descriptor: Int32

  /// Takes the lock at `path`, or gives `nil` when another program has it.
  public init?(path: String) throws(SystemError) {
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .last }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let error = SystemError.last
      close(descriptor)
      guard error.code == EWOULDBLOCK else { throw error }
      return nil
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }
}
