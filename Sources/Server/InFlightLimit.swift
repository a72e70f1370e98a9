import HTTP
import Platform

/// Limits the requests in progress of each client behind a proxy.
///
/// Clients that connect directly are limited by their connections instead.
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

  /// Counts out a request that ``enter(_:)`` accepted.
  func leave(_ client: IPAddress) {
    countsByCustomer.withLock { counts in
      let left = counts[client.customer, default: 1] - 1
      counts[client.customer] = left > 0 ? left : nil
    }
  }
}
