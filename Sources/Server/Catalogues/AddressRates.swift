import HTTP
import Platform

/// Limits how often an address may read public content.
final class AddressRates: Sendable {
  private static let capacity = 65_536

  private let rate: RateLimits.Rate
  private let bucketsByCustomer = Lock<[IPAddress: Bucket]>([:])

  init(_ rate: RateLimits.Rate) {
    self.rate = rate
  }

  /// Refuses requests beyond the limit; this machine itself is not limited.
  func take(by client: Client, now: Int64) throws(ServerError) {
    guard !client.isThisMachine else { return }
    let wait = bucketsByCustomer.withLock { buckets -> Int64? in
      // After ten minutes without requests, a bucket is full.
      if buckets.count >= Self.capacity {
        buckets = buckets.filter { abs(now - $0.value.latest) < 600_000 }
        if buckets.count >= Self.capacity { buckets.removeAll() }
      }
      var bucket = buckets[client.address.customer] ?? Bucket(rate, now: now)
      defer { buckets[client.address.customer] = bucket }
      return bucket.take(rate, now: now)
    }
    guard let wait else { return }
    let seconds = max((wait + 999) / 1_000, 1)
    throw .refusal(
      .tooManyRequests, code: "too_many_requests",
      message: "Too many requests from your address. Wait \(seconds) s and try again.",
      headers: ["Retry-After": "\(seconds)"])
  }
}
