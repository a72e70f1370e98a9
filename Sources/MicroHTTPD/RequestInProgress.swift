import CMicroHTTPD
import Glibc
import HTTP
import Platform

/// One request from its first line to the end of its answer; only its connection's thread uses it.
final class RequestInProgress {
  private let target: String
  private let connection: Connection
  private let server: SocketServer
  private var start = Instant.now
  private var request: Request?
  private var refusal: Response?
  private var answered: (status: Status, byteCount: Int)?
  private var leavesBodyUnread = false

  init(target: String, connection: Connection, server: SocketServer) {
    self.target = target
    self.connection = connection
    self.server = server
  }

  /// Continues when the library has read the head, a piece of the body, or all of it.
  func proceed(
    _ handle: OpaquePointer, methodWord: @autoclosure () -> String,
    piece: UnsafeBufferPointer<UInt8>
  ) -> MHD_Result {
    guard request != nil else {
      return unsafe begin(handle, Method(requestWord: methodWord()))
    }
    guard piece.isEmpty else {
      unsafe request?.body.append(contentsOf: piece)
      return .YES
    }
    return unsafe answer(handle)
  }

  /// Checks the head; an answer queued this early ends the connection with the body unread.
  private func begin(_ handle: OpaquePointer, _ method: Method) -> MHD_Result {
    start = .now
    let request = Request(
      method, target, headers: unsafe Self.headers(handle), peer: connection.peer,
      headByteCount: unsafe woodshed_head_size(handle))
    self.request = request
    if case .refused(let response) = server.application.admit(request) { refusal = response }
    let hasBody =
      request.promisedByteCount != 0 || request.headers["Transfer-Encoding"] != nil
    if let refusal, hasBody {
      leavesBodyUnread = true
      return unsafe send(refusal, handle)
    }
    if hasBody { connection.awaitBody(server.settings.bodyDuration) }
    return .YES
  }

  private func answer(_ handle: OpaquePointer) -> MHD_Result {
    guard let request else { return .NO }
    connection.awaitHandler()
    unsafe woodshed_set_idle_seconds(handle, 0)
    let response = refusal ?? server.application.respond(to: request)
    unsafe woodshed_set_idle_seconds(handle, UInt32(server.settings.idleSeconds))
    return unsafe send(response, handle)
  }

  private func send(_ response: Response, _ handle: OpaquePointer) -> MHD_Result {
    var response = response
    var form = PreparedAnswer.form(of: response)
    if form == nil, let request {
      // A handler created a header that cannot be sent: our bug, but no reason to crash.
      response = HTTPError.internalError.response(for: request.id)
      form = PreparedAnswer.form(of: response)
    }
    let isBodiless = request?.method == .head || response.status == .notModified
    answered = (response.status, isBodiless ? 0 : response.body.count)
    connection.awaitReader(
      server.settings.answerDuration + .seconds(response.body.count / 4_096))
    return unsafe form?.queue(response.status, on: handle) ?? .NO
  }

  /// Tells the application that the request is over.
  func finish(wasAnswered: Bool) {
    if let request {
      server.application.finished(
        Exchange(
          request: request, status: answered?.status ?? Status(499),
          byteCount: answered?.byteCount ?? 0, nanoseconds: Instant.now.nanoseconds(since: start),
          wasAdmitted: refusal == nil, wasAnswered: wasAnswered && answered != nil))
    }
    if leavesBodyUnread { discardUnread() }
    connection.awaitHead(server.settings.headDuration)
  }

  /// Reads and discards what a refused client still sends, for two seconds at most.
  ///
  /// Closing with bytes unread resets the connection, and the client might never see the refusal.
  private func discardUnread() {
    shutdown(connection.socket, Int32(SHUT_WR))
    let end = Instant.now.nanoseconds + 2_000_000_000
    var scratch = [UInt8](repeating: 0, count: 16_384)
    while true {
      let now = Instant.now.nanoseconds
      guard now < end else { return }
      var entry = pollfd(fd: connection.socket, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&entry, 1, Int32((end - now) / 1_000_000) + 1) > 0 else { return }
      guard unsafe recv(connection.socket, &scratch, scratch.count, Int32(MSG_DONTWAIT)) > 0
      else { return }
    }
  }

  private static func headers(_ handle: OpaquePointer) -> Headers {
    var fields: [Headers.Field] = []
    fields.reserveCapacity(16)
    unsafe withUnsafeMutablePointer(to: &fields) {
      unsafe woodshed_each_header(handle, $0, takeHeader)
    }
    return Headers(fields)
  }
}

private func takeHeader(
  _ fields: UnsafeMutableRawPointer?, _: MHD_ValueKind, _ name: UnsafePointer<CChar>?,
  _ value: UnsafePointer<CChar>?
) -> MHD_Result {
  guard let fields = unsafe fields, let name = unsafe name else { return .NO }
  let text = unsafe value.map { unsafe String(cString: $0) } ?? ""
  unsafe fields.assumingMemoryBound(to: [Headers.Field].self).pointee
    .append(Headers.Field(String(cString: name), text))
  return .YES
}
