public import HTTP

/// Whose word about a client's address is believed.
public enum TrustedProxy: Hashable, Sendable {
  /// Nobody's: clients connect by themselves.
  case none
  /// A proxy on this machine.
  case loopback
  case address(IPAddress)

  /// The address that `request` came from in the first place.
  ///
  /// A proxy appends the address it saw; whatever stands before that, anyone may have written.
  public func client(of request: Request) -> IPAddress {
    guard isTrusted(request.peer),
      let last = request.headers.all("X-Forwarded-For").last?.split(separator: ",").last,
      let address = IPAddress(String(last.filter { $0 != " " && $0 != "\t" }))
    else { return request.peer }
    return address
  }

  private func isTrusted(_ peer: IPAddress) -> Bool {
    switch self {
    case .none: false
    case .loopback: peer.isLoopback
    case .address(let address): peer == address
    }
  }
}
