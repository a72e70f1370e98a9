import Glibc
import Platform

/// Collects log lines in memory and writes them on one thread, so that nobody waits for a disk.
public final class EventLog: Sendable {
  private struct Pending {
    var bytes: [UInt8] = []
    var droppedCount = 0
    var isOpen = true
  }

  /// The most bytes that may wait to be written; lines beyond that are dropped and counted.
  private static let capacity = 1_048_576

  private let descriptor: Int32
  private let pending = Lock(Pending())
  private let bell = Bell()
  private let writer = Lock<Thread?>(nil)

  /// Opens a log on a file descriptor, by default standard error.
  public init(descriptor: Int32 = 2) {
    self.descriptor = descriptor
    writer.withLock { writer in
      writer = Thread { self.writeUntilClosed() }
    }
  }

  public func write(_ line: LogLine) {
    let isFirst = pending.withLock { pending in
      guard pending.isOpen, pending.bytes.count < Self.capacity else {
        pending.droppedCount += 1
        return false
      }
      let isFirst = pending.bytes.isEmpty
      pending.bytes.append(contentsOf: line.bytes)
      pending.bytes.append(UInt8(ascii: "\n"))
      return isFirst
    }
    if isFirst { bell.ring() }
  }

  /// Writes pending lines and accepts no more.
  public func close() {
    pending.withLock { $0.isOpen = false }
    bell.ring()
    writer.withLock { writer in
      writer?.join()
      writer = nil
    }
  }

  private func writeUntilClosed() {
    var isOpen = true
    while isOpen {
      bell.wait()
      // Lines come in bursts: a short pause combines many into one write.
      usleep(5_000)
      let (bytes, droppedCount, stillOpen) = pending.withLock { pending in
        defer {
          pending.bytes.removeAll()
          pending.droppedCount = 0
        }
        return (pending.bytes, pending.droppedCount, pending.isOpen)
      }
      writeAll(bytes)
      if droppedCount > 0 {
        var line = LogLine(.warning, "log-lines-dropped")
        line.add("count", droppedCount)
        writeAll(line.bytes + [UInt8(ascii: "\n")])
      }
      isOpen = stillOpen
    }
  }

  private func writeAll(_ bytes: [UInt8]) {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(
          descriptor, buffer.baseAddress.map { unsafe $0 + written }, buffer.count - written)
      }
      guard count > 0 else {
        if count < 0, errno == EINTR { continue }
        return
      }
      written += count
    }
  }
}
