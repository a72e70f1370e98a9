import Glibc

/// Lets one thread wait until another rings.
///
/// A ring before the wait is not lost: it ends the next wait at once.
public final class Bell: Sendable {
  private let readEnd: Int32
  private let writeEnd: Int32

  public init() {
    var ends: [Int32] = [-1, -1]
    // Without a pipe every wait ends at once, which is slow but correct.
    if unsafe pipe(&ends) == 0 {
      for end in ends {
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      }
    }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// Ends the wait of the waiting thread.
  public func ring() {
    var byte: UInt8 = 0
    // If the pipe is full, it has already rung.
    _ = unsafe write(writeEnd, &byte, 1)
  }

  /// Waits for a ring, for at most `milliseconds` if given; returns whether it rang.
  @discardableResult
  public func wait(milliseconds: Int? = nil) -> Bool {
    var entry = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
    let timeout = milliseconds.map { Int32(clamping: $0) } ?? -1
    guard unsafe poll(&entry, 1, timeout) > 0 else { return false }
    var rings = [UInt8](repeating: 0, count: 64)
    return unsafe read(readEnd, &rings, rings.count) > 0
  }
}
