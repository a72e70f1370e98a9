import Glibc

/// The address of a machine, IPv4 or IPv6.
public struct IPAddress: Hashable, Sendable {
  /// The sixteen bytes as two big-endian numbers; an IPv4 address as `::ffff:a.b.c.d`.
  private let high: UInt64
  private let low: UInt64

  private static let mapped: UInt64 = 0xffff_0000_0000

  /// `127.0.0.1`.
  public static let loopback = IPAddress(v4: 0x7f00_0001)

  /// The IPv4 address of that number, as in `0x7f00_0001`.
  public init(v4 number: UInt32) {
    high = 0
    low = Self.mapped | UInt64(number)
  }

  /// The IPv6 address of sixteen bytes in network order, which may be a mapped IPv4 one.
  public init(v6 bytes: some Collection<UInt8>) {
    precondition(bytes.count == 16, "an IPv6 address has sixteen bytes")
    high = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    low = bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Parses text such as `192.0.2.1` or `2001:db8::1`.
  public init?(_ text: String) {
    var four = in_addr()
    if unsafe inet_pton(AF_INET, text, &four) == 1 {
      self.init(v4: UInt32(bigEndian: four.s_addr))
      return
    }
    var six = in6_addr()
    guard unsafe inet_pton(AF_INET6, text, &six) == 1 else { return nil }
    self.init(v6: unsafe withUnsafeBytes(of: &six) { unsafe Array($0) })
  }

  private var isV4: Bool { high == 0 && low >> 32 == 0xffff }

  /// Whether it is this machine: `127.0.0.0/8` or `::1`.
  public var isLoopback: Bool {
    isV4 ? low >> 24 & 0xff == 127 : high == 0 && low == 1
  }

  /// The unit for limits: the address, or the /64 network of an IPv6 customer.
  public var customer: IPAddress {
    isV4 ? self : IPAddress(high: high, low: 0)
  }

  private init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }
}

extension IPAddress: CustomStringConvertible {
  public var description: String {
    if isV4 {
      return "\(low >> 24 & 0xff).\(low >> 16 & 0xff).\(low >> 8 & 0xff).\(low & 0xff)"
    }
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) {
      text in
      var bytes = (high.bigEndian, low.bigEndian)
      guard let base = text.baseAddress,
        unsafe inet_ntop(AF_INET6, &bytes, base, socklen_t(INET6_ADDRSTRLEN)) != nil
      else { return "::" }
      return unsafe String(cString: base)
    }
  }
}
