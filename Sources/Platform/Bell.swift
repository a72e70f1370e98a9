import Glibc

/// What one thread waits for and another rings.
///
/// A ring before the wait is not lost: it ends the next wait at once.
public final class Bell: Sendable {
  private let readEnd: Int32
  private let writeEnd: Int32

  public init() {
    var ends: [Int32] = [-1, -1]
    // Without a pipe every wait ends at once, which is slow but right.
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

  /// Ends the wait of whoever waits.
  public func ring() {
    var byte: UInt8 = 0
    // A full pipe has rung already.
    _ = unsafe write(writeEnd, &byte, 1)
  }

  /// Waits for a ring, at most `milliseconds` when they are given; says whether it rang.
  @discardableResult
  public func wait(milliseconds: Int? = nil) -> Bool {
    var entry = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
    let timeout = milliseconds.map { Int32(clamping: $0) } ?? -1
    guard unsafe poll(&entry, 1, timeout) > 0 else { return false }
    var rings = [UInt8](repeating: 0, count: 64)
    return unsafe read(readEnd, &rings, rings.count) > 0
  }
}
