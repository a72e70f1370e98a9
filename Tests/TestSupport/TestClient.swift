import Foundation

/// A bare connection to a server on this machine, for saying what no proper client says.
public final class TestClient {
  /// An answer that is not of the kind that was asked for.
  public struct Unexpected: Error {
    public init() {}
  }

  public struct Answer {
    public internal(set) var status = 0
    public internal(set) var head = ""
    public internal(set) var body: [UInt8] = []
    public var text: String { String(decoding: body, as: UTF8.self) }

    public func header(_ name: String) -> String? {
      head.components(separatedBy: "\r\n").dropFirst()
        .first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
        .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
    }
  }

  private let descriptor: Int32
  private var pending: [UInt8] = []

  /// Connects, or gives `nil` when nobody listens.
  public init?(port: Int) {
    guard let descriptor = Loopback.connect(port: port) else { return nil }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Sends what the server will take; it may have had enough.
  @discardableResult
  public func send(_ bytes: some Sequence<UInt8>) -> Bool {
    Loopback.send(bytes, to: descriptor)
  }

  @discardableResult
  public func send(_ text: String) -> Bool { send(text.utf8) }

  /// Says that nothing more will come.
  public func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Whether the server sends something, or closes, within `milliseconds`.
  public func hasNews(within milliseconds: Int) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, Int32(milliseconds)) > 0
  }

  /// Everything until the server closes, or `nil` when it does not within `seconds`.
  public func readToEnd(seconds: Int = 10) -> [UInt8]? {
    while true {
      guard hasNews(within: seconds * 1_000) else { return nil }
      guard readMore() else { return pending }
    }
  }

  /// The next answer, or `nil` when the connection ends before it is whole.
  public func readAnswer(toHead: Bool = false) -> Answer? {
    while true {
      if let answer = takeAnswer(toHead: toHead) { return answer }
      guard hasNews(within: 10_000), readMore() else { return nil }
    }
  }

  private func readMore() -> Bool {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &chunk, chunk.count, 0)
    guard count > 0 else { return false }
    pending.append(contentsOf: chunk[..<count])
    return true
  }

  private func takeAnswer(toHead: Bool) -> Answer? {
    guard let end = pending.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    var answer = Answer()
    answer.head = String(decoding: pending[..<end.lowerBound], as: UTF8.self)
    answer.status = Int(answer.head.split(separator: " ").dropFirst().first ?? "") ?? 0
    guard answer.status != 100 else {
      pending.removeSubrange(..<end.upperBound)
      return takeAnswer(toHead: toHead)
    }
    let isBodiless = toHead || answer.status == 304
    let length = isBodiless ? 0 : Int(answer.header("Content-Length") ?? "") ?? 0
    guard pending.count >= end.upperBound + length else { return nil }
    answer.body = Array(pending[end.upperBound..<end.upperBound + length])
    pending.removeSubrange(..<(end.upperBound + length))
    return answer
  }
}
