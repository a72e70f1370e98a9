import Glibc
import HTTP
import Platform
import Synchronization

/// An open connection with its peer and its deadline.
final class Connection: Sendable {
  let socket: Int32
  let peer: IPAddress
  private let deadline: Atomic<UInt64>
  private let isReadingBody = Atomic(false)

  init(socket: Int32, peer: IPAddress, headDuration: Duration) {
    self.socket = socket
    self.peer = peer
    deadline = Atomic(Self.moment(after: headDuration))
  }

  /// Waits for a request's head, for `duration` at most.
  func awaitHead(_ duration: Duration) {
    isReadingBody.store(false, ordering: .relaxed)
    deadline.store(Self.moment(after: duration), ordering: .relaxed)
  }

  /// Waits for a request's body, for `duration` at most.
  func awaitBody(_ duration: Duration) {
    isReadingBody.store(true, ordering: .relaxed)
    deadline.store(Self.moment(after: duration), ordering: .relaxed)
  }

  /// The request is being handled, which has no time limit.
  func awaitHandler() {
    isReadingBody.store(false, ordering: .relaxed)
    deadline.store(.max, ordering: .relaxed)
  }

  /// The answer is being sent, for `duration` at most.
  func awaitReader(_ duration: Duration) {
    deadline.store(Self.moment(after: duration), ordering: .relaxed)
  }

  func isLate(at now: Instant) -> Bool {
    deadline.load(ordering: .relaxed) < now.nanoseconds
  }

  /// Cuts the connection; its thread notices and cleans up.
  func cut() {
    shutdown(socket, Int32(SHUT_RDWR))
  }

  /// Accepts no further requests: those that were read are answered, then the connection ends.
  func takeNoMore() {
    if !isReadingBody.load(ordering: .relaxed) { shutdown(socket, Int32(SHUT_RD)) }
  }

  private static func moment(after duration: Duration) -> UInt64 {
    Instant.now.nanoseconds + duration.wholeNanoseconds
  }
}

extension Duration {
  var wholeNanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    return UInt64(max(0, seconds)) * 1_000_000_000 + UInt64(max(0, attoseconds)) / 1_000_000_000
  }
}
