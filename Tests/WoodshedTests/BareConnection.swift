import Foundation
import TestSupport

/// A connection for very many requests: it reads no more of an answer than its status and where it ends.
final class BareConnection {
  private let descriptor: Int32
  private var buffer = [UInt8](repeating: 0, count: 65_536)

  /// Connects, or gives `nil` when nobody listens.
  init?(port: Int) {
    guard let descriptor = Loopback.connect(port: port) else { return nil }
    self.descriptor = descriptor
    var one: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(4))
  }

  deinit { close(descriptor) }

  /// Sends a request and reads its answer: the status, or `nil` where the connection ends before.
  func ask(_ request: [UInt8]) -> Int? {
    guard Loopback.send(request, to: descriptor) else { return nil }
    var count = 0
    while true {
      guard let more = receive(at: count), more > 0 else { return nil }
      count += more
      guard let head = headLength(count) else { continue }
      var left = head + bodyLength(head) - count
      while left > 0 {
        guard let more = receive(at: 0), more > 0 else { return nil }
        left -= more
      }
      return status(at: 0)
    }
  }

  /// Sends bytes and says that no more will come; gives the statuses of all that is answered, or `nil` where the
  /// connection stays open.
  func askOnce(_ bytes: [UInt8]) -> [Int]? {
    _ = Loopback.send(bytes, to: descriptor)
    shutdown(descriptor, Int32(SHUT_WR))
    var count = 0
    while count < buffer.count {
      guard let more = receive(at: count) else { return nil }
      if more == 0 { break }
      count += more
    }
    let mark = Array("HTTP/1.1 ".utf8)
    return (0..<max(count - 12, 0)).filter { buffer[$0] == mark[0] && starts(with: mark, at: $0) }
      .map { status(at: $0) }
  }

  /// How many bytes came, 0 at the end, `nil` where nothing comes for ten seconds.
  private func receive(at start: Int) -> Int? {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, 10_000) > 0 else { return nil }
    let room = buffer.count - start
    return buffer.withUnsafeMutableBytes { bytes in
      max(recv(descriptor, bytes.baseAddress.map { $0 + start }, room, 0), 0)
    }
  }

  private func headLength(_ count: Int) -> Int? { place(of: "\r\n\r\n", count).map { $0 + 4 } }

  private func bodyLength(_ head: Int) -> Int {
    guard var index = place(of: "Content-Length: ", head).map({ $0 + 16 }) else { return 0 }
    var length = 0
    while index < head, 0x30...0x39 ~= buffer[index] {
      length = length * 10 + Int(buffer[index] - 0x30)
      index += 1
    }
    return length
  }

  /// Where a text stands first.
  private func place(of text: StaticString, _ count: Int) -> Int? {
    buffer.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return nil }
      var index = 0
      while index + text.utf8CodeUnitCount <= count,
        let found = memchr(start + index, Int32(text.utf8Start.pointee), count - index)
      {
        index = UnsafeRawPointer(found) - start
        guard index + text.utf8CodeUnitCount <= count else { return nil }
        if memcmp(found, text.utf8Start, text.utf8CodeUnitCount) == 0 { return index }
        index += 1
      }
      return nil
    }
  }

  private func starts(with mark: [UInt8], at index: Int) -> Bool {
    buffer[index..<(index + mark.count)].elementsEqual(mark)
  }

  private func status(at index: Int) -> Int {
    (index + 9..<index + 12).reduce(0) { $0 * 10 + Int(buffer[$1]) - 0x30 }
  }
}
