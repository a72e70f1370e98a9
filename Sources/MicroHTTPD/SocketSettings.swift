public import HTTP

/// How many may connect, and how long they may take.
public struct SocketSettings: Sendable {
  public var connectionLimit = 4_096
  /// How many connections one customer may hold; this machine and the trusted proxy hold any number.
  public var connectionsPerCustomer = 32
  public var trustedProxy: IPAddress?
  /// How many seconds a connection may be silent.
  public var idleSeconds = 30
  /// How long a request line with its headers may take, however steadily it trickles.
  public var headDuration = Duration.seconds(60)
  /// How long a body may take.
  public var bodyDuration = Duration.seconds(120)
  /// How long an answer may take to be fetched, beside a second for every 4 KiB of it.
  public var answerDuration = Duration.seconds(120)

  public init() {}

  /// Whether `address` may hold any number of connections.
  func isExempt(_ address: IPAddress) -> Bool {
    address.isLoopback || address == trustedProxy
  }
}
