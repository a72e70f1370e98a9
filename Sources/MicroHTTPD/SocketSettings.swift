public import HTTP

/// Limits on connections and their durations.
public struct SocketSettings: Sendable {
  public var connectionLimit = 4_096
  /// How many connections one client may have; this machine and the trusted proxy may have any number.
  public var connectionsPerCustomer = 32
  public var trustedProxy: IPAddress?
  /// How many seconds a connection may be idle.
  public var idleSeconds = 30
  /// How long a request line with its headers may take, even if it arrives steadily.
  public var headDuration = Duration.seconds(60)
  /// How long a body may take.
  public var bodyDuration = Duration.seconds(120)
  /// How long sending an answer may take, plus one second for every 4 KiB.
  public var answerDuration = Duration.seconds(120)

  public init() {}

  /// Whether `address` may have any number of connections.
  func isExempt(_ address: IPAddress) -> Bool {
    address.isLoopback || address == trustedProxy
  }
}
