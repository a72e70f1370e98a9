import HTTP

/// One event in logfmt: `time=… level=info event=request method=GET path=/journal status=200 …`.
public struct LogLine: Sendable {
  public enum Level: String, Sendable {
    case info, warning, error
  }

  private(set) var bytes: [UInt8] = []

  public init(_ level: Level, _ event: String) {
    bytes.reserveCapacity(224)
    bytes.append(contentsOf: "time=".utf8)
    Timestamp.now.append(to: &bytes)
    add("level", level.rawValue)
    add("event", event)
  }

  /// Adds a field with a whole number.
  public mutating func add(_ key: String, _ number: Int) {
    addKey(key)
    bytes.append(digits: number)
  }

  /// Adds a field; the value is quoted if necessary, and cut if it is very long.
  public mutating func add(_ key: String, _ value: String) {
    addKey(key)
    let isPlain = value.utf8.allSatisfy {
      $0 > 0x20 && $0 < 0x7f && $0 != 0x22 && $0 != 0x3d && $0 != 0x5c
    }
    let shown = value.utf8.prefix(256)
    guard !isPlain || value.isEmpty else {
      bytes.append(contentsOf: shown)
      return
    }
    bytes.append(UInt8(ascii: "\""))
    for byte in shown { appendQuoted(byte) }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func addKey(_ key: String) {
    bytes.append(UInt8(ascii: " "))
    bytes.append(contentsOf: key.utf8)
    bytes.append(UInt8(ascii: "="))
  }

  private mutating func appendQuoted(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    case 0x20..<0x7f: bytes.append(byte)
    default:
      let digits = String(byte, radix: 16)
      bytes.append(contentsOf: (byte < 16 ? "\\x0" : "\\x").utf8)
      bytes.append(contentsOf: digits.utf8)
    }
  }
}

extension LogLine {
  /// The line of a finished request; its path without the query, which may contain private data, and without the
  /// secret of a shared take.
  static func request(_ exchange: Exchange, from client: IPAddress) -> LogLine {
    let tenths = Int(exchange.nanoseconds / 100_000)
    var line = LogLine(exchange.status.code >= 500 ? .error : .info, "request")
    line.add("method", exchange.request.method.rawValue)
    line.add("path", TakeLinkRoutes.loggedPath(of: exchange.request))
    line.add("status", exchange.status.code)
    line.add("ms", tenths / 10)
    line.bytes.append(UInt8(ascii: "."))
    line.bytes.append(digits: tenths % 10)
    line.add("bytes", exchange.byteCount)
    line.add("id", exchange.request.id.description)
    line.add("client", client.description)
    if !exchange.wasAnswered { line.add("cut", "yes") }
    return line
  }
}
