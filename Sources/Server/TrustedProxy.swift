public import HTTP

/// Which proxy is trusted to give a client's address.
public enum TrustedProxy: Hashable, Sendable {
  /// None: clients connect directly.
  case none
  /// A proxy on this machine.
  case loopback
  case address(IPAddress)

  /// The original client of `request`.
  ///
  /// A proxy appends the address it saw; anything before that may be forged. So may a header of the other kind, which a
  /// proxy passes on: if both exist, they must agree.
  public func client(of request: Request) -> Client {
    guard isTrusted(request.peer) else { return Client(request.peer, .direct) }
    let plain = request.headers.all("X-Forwarded-For").last
    let standard = request.headers.all("Forwarded").last
    guard plain != nil || standard != nil else { return Client(request.peer, .untold(.missing)) }
    let addresses = [plain.map(Self.address(inPlain:)), standard.map(Self.address(inStandard:))]
      .compactMap(\.self)
    guard let first = addresses[0], addresses.allSatisfy({ $0 != nil }) else {
      return Client(request.peer, .untold(.unreadable))
    }
    guard addresses.allSatisfy({ $0 == first }) else {
      return Client(request.peer, .untold(.contradictory))
    }
    return Client(first, .forwarded)
  }

  private func isTrusted(_ peer: IPAddress) -> Bool {
    switch self {
    case .none: false
    case .loopback: peer.isLoopback
    case .address(let address): peer == address
    }
  }

  /// The last address of an `X-Forwarded-For`.
  private static func address(inPlain text: String) -> IPAddress? {
    ForwardedText.parts(of: text, at: ",").last.flatMap(ForwardedText.address)
  }

  /// The last `for` of a `Forwarded`, as RFC 7239 writes it.
  private static func address(inStandard text: String) -> IPAddress? {
    guard let element = ForwardedText.parts(of: text, at: ",").last else { return nil }
    let names = ForwardedText.parts(of: element, at: ";").compactMap { pair -> String? in
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return sides.count == 2 && sides[0].lowercased() == "for" ? String(sides[1]) : nil
    }
    return names.count == 1 ? ForwardedText.address(names[0]) : nil
  }
}

/// The client of a request, and how its address is known.
public struct Client: Hashable, Sendable {
  public enum Source: Hashable, Sendable {
    /// It connected directly.
    case direct
    /// The trusted proxy says so.
    case forwarded
    /// The proxy does not say: the address is the proxy's own, shared by all such clients.
    case untold(Reason)
  }

  /// Why the client behind a proxy is unknown.
  public enum Reason: String, Hashable, Sendable {
    case missing, unreadable, contradictory
  }

  public let address: IPAddress
  public let source: Source

  public init(_ address: IPAddress, _ source: Source) {
    self.address = address
    self.source = source
  }

  /// Whether the client is on this machine, so that no limits by address apply; a proxy's header is not enough.
  public var isThisMachine: Bool { source == .direct && address.isLoopback }
}

/// Parses addresses in headers.
private enum ForwardedText {
  /// The parts between separators outside quotes, trimmed.
  static func parts(of text: String, at separator: Character) -> [String] {
    var parts: [String] = [""]
    var (isQuoted, isEscaped) = (false, false)
    for character in text {
      if character == separator, !isQuoted {
        parts.append("")
        continue
      }
      if isEscaped {
        isEscaped = false
      } else if character == "\"" {
        isQuoted.toggle()
      } else if character == "\\", isQuoted {
        isEscaped = true
      }
      parts[parts.count - 1].append(character)
    }
    return parts.map { part in
      let rest = part.drop { $0 == " " || $0 == "\t" }
      return String(rest.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
  }

  /// Reads `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`, `[2001:db8::1]` and `[2001:db8::1]:4711`, in quotes or not.
  static func address(_ text: String) -> IPAddress? {
    var text = text
    if text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") {
      text = String(text.dropFirst().dropLast())
    }
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { return nil }
      let port = text[text.index(after: end)...]
      guard port.isEmpty || port.first == ":" && isPort(port.dropFirst()) else { return nil }
      let inner = text[text.index(after: text.startIndex)..<end]
      return inner.contains(":") ? IPAddress(String(inner)) : nil
    }
    let sides = text.split(separator: ":", omittingEmptySubsequences: false)
    guard sides.count == 2 else { return IPAddress(text) }
    return isPort(sides[1]) ? IPAddress(String(sides[0])) : nil
  }

  private static func isPort(_ text: Substring) -> Bool {
    guard let number = UInt16(text), number > 0 else { return false }
    return text.utf8.allSatisfy { 0x30...0x39 ~= $0 }
  }
}
