/// A request of a client.
public struct Request: Sendable {
  public let id: RequestID
  public let method: Method
  /// The target in the request line, as it was sent.
  public let target: String
  /// The part before `?`, still escaped.
  public let path: String
  /// The part after `?`, still escaped.
  public let query: String?
  /// The path's decoded segments, or `nil` for a path that no server should follow.
  public let segments: [String]?
  /// The host that an absolute target such as `http://host/path` names.
  public let targetHost: String?
  public var headers: Headers
  public var body: [UInt8]
  /// The address at the other end of the connection, which may be a proxy's.
  public let peer: IPAddress
  /// How many bytes the request line and the headers took.
  public let headByteCount: Int

  public init(
    _ method: Method, _ target: String, headers: Headers = Headers(), body: [UInt8] = [],
    peer: IPAddress = .loopback, id: RequestID = .next(), headByteCount: Int? = nil
  ) {
    self.id = id
    self.method = method
    self.target = target
    let parts = TargetParts(target)
    path = parts.path
    query = parts.query
    targetHost = parts.host
    segments = Path.segments(of: parts.path)
    self.headers = headers
    self.body = body
    self.peer = peer
    self.headByteCount =
      headByteCount
      ?? headers.fields.reduce(target.utf8.count) {
        $0 + $1.name.utf8.count + $1.value.utf8.count + 4
      }
  }

  /// The body length that the headers announce, or `nil` if they are invalid.
  public var promisedByteCount: Int? {
    let values = headers.all("Content-Length")
    guard let first = values.first else { return 0 }
    guard values.count == 1, !first.isEmpty, first.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
      return nil
    }
    // A number with more digits than an Int can hold is valid, but too large in any case.
    return Int(first) ?? .max
  }
}

/// A request target taken apart: `/path?query`, or `http://host/path?query` as sent to proxies.
private struct TargetParts {
  var host: String?
  var path: String
  var query: String?

  init(_ target: String) {
    var rest = target[...]
    let isAbsolute = target.utf8.first != UInt8(ascii: "/")
    for scheme in ["http://", "https://"] where isAbsolute && rest.hasPrefix(scheme) {
      let address = rest.dropFirst(scheme.utf8.count)
      let end = address.utf8.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
      host = String(address[..<(end ?? address.endIndex)])
      rest = address[(end ?? address.endIndex)...]
      if rest.utf8.first != UInt8(ascii: "/") { rest = "/" + rest }
      break
    }
    if let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) {
      query = String(rest[rest.index(after: mark)...])
      path = String(rest[..<mark])
    } else {
      path = String(rest)
    }
  }
}
