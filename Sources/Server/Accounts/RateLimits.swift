import HTTP
import Platform

/// How much one signed-in device may ask for.
public struct RateLimits: Hashable, Sendable {
  /// So many in a minute for as long as one likes, and so many at once after a rest.
  public struct Rate: Hashable, Sendable {
    public let perMinute: Int
    public let burst: Int

    public init(perMinute: Int, burst: Int) {
      self.perMinute = perMinute
      self.burst = burst
    }
  }

  /// Pushes and offers.
  public var push: Rate
  /// Pulls, and all else that reads.
  public var pull: Rate

  public init(
    push: Rate = Rate(perMinute: 60, burst: 120), pull: Rate = Rate(perMinute: 120, burst: 240)
  ) {
    self.push = push
    self.pull = pull
  }
}

/// A vessel that fills steadily and is drunk from; times are milliseconds, and handed in.
struct Bucket: Sendable {
  /// In 60,000ths of a portion, so that one portion a minute is one unit a millisecond.
  private var units: Int
  private(set) var latest: Int64

  private static let portion = 60_000

  /// A full one.
  init(_ rate: RateLimits.Rate, now: Int64) {
    units = rate.burst * Self.portion
    latest = now
  }

  /// Takes a portion, or gives how many milliseconds there are until the next one.
  mutating func take(_ rate: RateLimits.Rate, now: Int64) -> Int64? {
    let elapsed = Int(min(max(now - latest, 0), 86_400_000))
    units = min(units + elapsed * rate.perMinute, rate.burst * Self.portion)
    latest = now
    guard units >= Self.portion else {
      return Int64((Self.portion - units) / max(rate.perMinute, 1)) + 1
    }
    units -= Self.portion
    return nil
  }
}

/// The buckets of those who are signed in.
final class SessionRates: Sendable {
  enum Use: Hashable {
    case push, pull
  }

  private struct Key: Hashable {
    let signIn: UInt64
    let use: Use
  }

  private static let capacity = 65_536

  private let limits: RateLimits
  private let bucketsByKey = Lock<[Key: Bucket]>([:])

  init(_ limits: RateLimits) {
    self.limits = limits
  }

  /// Refuses what is too much.
  func take(_ use: Use, by signIn: UInt64, now: Int64) throws(HTTPError) {
    let rate = use == .push ? limits.push : limits.pull
    let key = Key(signIn: signIn, use: use)
    let wait = bucketsByKey.withLock { buckets -> Int64? in
      // Whoever has not come for ten minutes has a full bucket, or very nearly.
      if buckets.count >= Self.capacity {
        buckets = buckets.filter { abs(now - $0.value.latest) < 600_000 }
      }
      var bucket = buckets[key] ?? Bucket(rate, now: now)
      let wait = bucket.take(rate, now: now)
      buckets[key] = bucket
      return wait
    }
    if let wait { throw .tooManyRequests(wait: wait) }
  }
}
