import Glibc
public import Platform

/// A socket that is bound to a port and accepts connections.
public struct ListeningSocket: Sendable {
  /// Where connections may come from.
  public enum Reach: Sendable {
    case loopbackV4, loopbackV6, everywhereV4, everywhereV6
  }

  public let descriptor: Int32
  /// The port it is bound to, even if any free one was requested.
  public let port: Int

  /// Binds `port`, or any free one with 0.
  public init(_ reach: Reach, port: Int) throws(SystemError) {
    let family = reach.isV4 ? AF_INET : AF_INET6
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = socket(family, kind, 0)
    guard descriptor >= 0 else { throw .last }
    do throws(SystemError) {
      try Self.set(SO_REUSEADDR, at: SOL_SOCKET, of: descriptor)
      if reach.isV4 {
        try Self.bind(descriptor, Self.address(v4: reach, port: port))
      } else {
        try Self.set(IPV6_V6ONLY, at: Int32(IPPROTO_IPV6), of: descriptor)
        try Self.bind(descriptor, Self.address(v6: reach, port: port))
      }
      guard listen(descriptor, 1_024) == 0 else { throw .last }
      self.port = try Self.port(of: descriptor)
      self.descriptor = descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Gives the port back; only for a socket that no server has taken over.
  public func discard() {
    close(descriptor)
  }

  private static func set(_ option: Int32, at level: Int32, of socket: Int32) throws(SystemError) {
    var on: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    guard unsafe setsockopt(socket, level, option, &on, size) == 0 else { throw .last }
  }

  private static func address(v4 reach: Reach, port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    let host: UInt32 = reach == .loopbackV4 ? 0x7f00_0001 : 0
    address.sin_addr.s_addr = host.bigEndian
    return address
  }

  private static func address(v6 reach: Reach, port: Int) -> sockaddr_in6 {
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_port = in_port_t(port).bigEndian
    address.sin6_addr = reach == .loopbackV6 ? in6addr_loopback : in6addr_any
    return address
  }

  private static func bind<Address>(
    _ socket: Int32, _ address: Address
  ) throws(SystemError) {
    var address = address
    let size = socklen_t(MemoryLayout<Address>.size)
    let code = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe Glibc.bind(socket, $0, size)
      }
    }
    guard code == 0 else { throw .last }
  }

  private static func port(of socket: Int32) throws(SystemError) -> Int {
    var address = sockaddr_in6()  // large enough for both; the port is in the same place
    var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let code = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe getsockname(socket, $0, &size)
      }
    }
    guard code == 0 else { throw .last }
    return Int(in_port_t(bigEndian: address.sin6_port))
  }
}

extension ListeningSocket.Reach {
  fileprivate var isV4: Bool { self == .loopbackV4 || self == .everywhereV4 }
}
