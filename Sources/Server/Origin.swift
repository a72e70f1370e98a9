public import HTTP

/// The public address of this server, and what follows from it.
public enum Origin: Hashable, Sendable {
  /// This machine only, at a port.
  case loopback(port: Int)
  /// A name on a network, behind a proxy that speaks `scheme`.
  case site(scheme: Scheme, host: String)

  public enum Scheme: String, Sendable {
    case http, https
  }

  /// Parses `https://woodshed.example` or `http://host:8080`; `nil` for anything else.
  public init?(_ text: String) {
    guard let colon = text.range(of: "://"),
      let scheme = Scheme(rawValue: String(text[..<colon.lower]))
    else { return nil }
    let host = text[colon.upper...].lowercased()
    let parts = host.split(separator: ":", omittingEmptySubsequences: false)
    let isName = parts.first?.isEmpty == false && parts.count <= 2
    let isPlain = host.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x61...0x7a, 0x2d, 0x2e, 0x3a, 0x5b, 0x5d: true
      default: false
      }
    }
    guard isPlain, isName || host.hasPrefix("["), parts.last?.isEmpty == false else { return nil }
    self = .site(scheme: scheme, host: Self.withoutDefaultPort(host, scheme))
  }

  /// Whether a request with this Host header is for us; another name may be a page that points its own name at our
  /// address (DNS rebinding).
  public func accepts(host: String) -> Bool {
    switch self {
    case .loopback(let port):
      Self.loopbackNames.contains(Self.withoutPort(host.lowercased(), port) ?? "")
    case .site(let scheme, let own): Self.withoutDefaultPort(host.lowercased(), scheme) == own
    }
  }

  /// Whether an Origin header names us.
  public func isNamed(in header: String) -> Bool {
    switch self {
    case .loopback: header.hasPrefix("http://") && accepts(host: String(header.dropFirst(7)))
    case .site(let scheme, let host): header == "\(scheme)://\(host)"
    }
  }

  /// The headers that depend on the origin.
  public var headers: Headers {
    guard isSecure else { return Headers() }
    return ["Strict-Transport-Security": "max-age=31536000; includeSubDomains"]
  }

  /// The Set-Cookie text that gives `token` to a browser.
  ///
  /// On this machine there is no TLS, and the name includes the port, because cookies ignore ports.
  public func sessionCookie(_ token: String) -> String {
    let rest = "HttpOnly; SameSite=Strict; Path=/"
    return isSecure
      ? "__Host-woodshed=\(token); Secure; \(rest)" : "\(sessionCookieName)=\(token); \(rest)"
  }

  /// The name under which a browser sends the session's token back.
  public var sessionCookieName: String {
    switch self {
    case .loopback(let port): "woodshed-\(port)"
    case .site(.http, let host):
      "woodshed-\(host.split(separator: ":").last.flatMap { Int($0) } ?? 80)"
    case .site(.https, _): "__Host-woodshed"
    }
  }

  private var isSecure: Bool {
    if case .site(.https, _) = self { true } else { false }
  }

  private static let loopbackNames = ["localhost", "127.0.0.1", "[::1]"]

  /// The host before `:port`; port 80 may be omitted.
  private static func withoutPort(_ host: String, _ port: Int) -> String? {
    let ending = ":\(port)"
    guard host.hasSuffix(ending) else { return port == 80 ? host : nil }
    return String(host.dropLast(ending.utf8.count))
  }

  private static func withoutDefaultPort(_ host: String, _ scheme: Scheme) -> String {
    let ending = scheme == .https ? ":443" : ":80"
    return host.hasSuffix(ending) ? String(host.dropLast(ending.utf8.count)) : host
  }
}

extension String {
  /// The first occurrence of `text`.
  fileprivate func range(of text: String) -> (lower: Index, upper: Index)? {
    var start = startIndex
    while start < endIndex {
      let rest = self[start...]
      if rest.hasPrefix(text) { return (start, rest.index(start, offsetBy: text.count)) }
      start = index(after: start)
    }
    return nil
  }
}
