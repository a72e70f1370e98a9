import Glibc

/// A connection that asks and waits for the answer, again and again.
struct Client {
  struct Answer {
    let status: Int
    let head: String
    let body: [UInt8]
  }

  /// Of whoever is signed in.
  private let cookie: String?
  private let socket: Int32
  private let host: String
  private var pending: [UInt8] = []

  init?(port: Int, cookie: String?) {
    self.cookie = cookie
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    host = "localhost:\(port)"
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let code = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else {
      close(socket)
      return nil
    }
    var one: Int32 = 1
    unsafe setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &one, 4)
  }

  /// Lets go of the connection.
  func end() { close(socket) }

  /// The body of the answer; `nil` unless it is 200.
  mutating func ask(_ line: String, _ type: String = "", body: [UInt8] = []) -> [UInt8]? {
    answer(to: line, type, body: body).flatMap { $0.status == 200 ? $0.body : nil }
  }

  /// The answer; `nil` where the connection ends before.
  mutating func answer(to line: String, _ type: String = "", body: [UInt8] = []) -> Answer? {
    var head = "\(line) HTTP/1.1\r\nHost: \(host)\r\nSec-Fetch-Site: same-origin\r\n"
    if let cookie { head += "Cookie: \(cookie)\r\n" }
    if !body.isEmpty { head += "Content-Type: \(type)\r\nContent-Length: \(body.count)\r\n" }
    guard send(Array((head + "\r\n").utf8) + body) else { return nil }
    while true {
      if let answer = takeAnswer() { return answer }
      var chunk = [UInt8](repeating: 0, count: 65_536)
      let count = unsafe recv(socket, &chunk, chunk.count, 0)
      guard count > 0 else { return nil }
      pending.append(contentsOf: chunk[..<count])
    }
  }

  private func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private mutating func takeAnswer() -> Answer? {
    let end = Array("\r\n\r\n".utf8)
    guard pending.count > 4,
      let place = (0...(pending.count - 4)).first(where: { pending[$0..<($0 + 4)] == end[...] })
    else { return nil }
    let lines = String(decoding: pending[..<place], as: UTF8.self).split(separator: "\r\n")
    let field = lines.first { $0.lowercased().hasPrefix("content-length:") }
    let length = field.flatMap { Int($0.dropFirst(15).filter { $0 != " " }) } ?? 0
    guard pending.count >= place + 4 + length else { return nil }
    let body = Array(pending[(place + 4)..<(place + 4 + length)])
    pending.removeFirst(place + 4 + length)
    let status = lines.first.flatMap {
      $0.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }
    return Answer(
      status: status ?? 0, head: lines.joined(separator: "\r\n"), body: body)
  }
}
