import HTTP
import Platform

/// How many requests of one customer are under way at once, for those who come through a proxy.
///
/// Whoever connects by himself is limited by his connections instead.
final class InFlightLimit: Sendable {
  private let limit: Int
  private let countsByCustomer = Lock<[IPAddress: Int]>([:])

  init(_ limit: Int) {
    self.limit = limit
  }

  /// Counts one more request from `client`, or refuses it.
  func enter(_ client: IPAddress) throws(ServerError) {
    let hasRoom = countsByCustomer.withLock { counts in
      let count = counts[client.customer, default: 0]
      guard count < limit else { return false }
      counts[client.customer] = count + 1
      return true
    }
    guard hasRoom else {
      throw .refusal(
        .tooManyRequests, code: "too_many_requests",
        message: "Too many requests from your address at once. Wait a second and try again.",
        headers: ["Retry-After": "1"])
    }
  }

  /// Counts a request out that ``enter(_:)`` let in.
  func leave(_ client: IPAddress) {
    countsByCustomer.withLock { counts in
      let left = counts[client.customer, default: 1] - 1
      counts[client.customer] = left > 0 ? left : nil
    }
  }
}
