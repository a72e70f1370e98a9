import HTTP
import Ledger
import Platform

/// The rate limits of an account, for all its devices together.
public struct RateLimits: Hashable, Sendable {
  /// `perMinute` is the sustained rate, `burst` the most at once after a pause.
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
  /// Pulls and other reads.
  public var pull: Rate
  /// Requests that send files, such as chunks; and the same number that read them.
  public var chunk: Rate
  /// Changes of the account and its devices.
  public var account: Rate
  /// Bytes of any kind sent to the server.
  public var bytes: Rate
  /// How many requests may be in progress at once.
  public var parallel = 16

  public init(
    push: Rate = Rate(perMinute: 60, burst: 120), pull: Rate = Rate(perMinute: 120, burst: 240),
    chunk: Rate = Rate(perMinute: 600, burst: 600), account: Rate = Rate(perMinute: 30, burst: 60),
    bytes: Rate = Rate(perMinute: 64 << 20, burst: 64 << 20)
  ) {
    self.push = push
    self.pull = pull
    self.chunk = chunk
    self.account = account
    self.bytes = bytes
  }

  /// The default limits, scaled to this number of pushes per minute.
  public static func pushing(perMinute pushes: Int) -> RateLimits {
    let usual = RateLimits()
    func scaled(_ rate: Rate) -> Rate {
      func scaled(_ number: Int) -> Int { max(number * pushes / usual.push.perMinute, 1) }
      return Rate(perMinute: scaled(rate.perMinute), burst: scaled(rate.burst))
    }
    return RateLimits(
      push: scaled(usual.push), pull: scaled(usual.pull), chunk: scaled(usual.chunk),
      account: scaled(usual.account), bytes: scaled(usual.bytes))
  }
}

/// A token bucket; times are in milliseconds and passed in.
struct Bucket: Sendable {
  /// In 60,000ths of a token, so that one token per minute is one unit per millisecond.
  private var units: Int
  private(set) var latest: Int64

  private static let portion = 60_000

  /// A full one.
  init(_ rate: RateLimits.Rate, now: Int64) {
    units = rate.burst * Self.portion
    latest = now
  }

  /// Takes `count` tokens, or returns how many milliseconds it takes until they are there. Requests for more than the
  /// bucket holds succeed when it is full.
  mutating func take(_ rate: RateLimits.Rate, _ count: Int = 1, now: Int64) -> Int64? {
    let full = rate.burst * Self.portion
    // Once full, it does not get fuller.
    let elapsed = min(max(now - latest, 0), Int64(full / max(rate.perMinute, 1)) + 1)
    units = min(units + Int(elapsed) * rate.perMinute, full)
    latest = now
    let wanted = min(count, rate.burst) * Self.portion
    guard units >= wanted else {
      return Int64((wanted - units) / max(rate.perMinute, 1)) + 1
    }
    units -= wanted
    return nil
  }
}

/// The buckets of accounts.
final class SessionRates: Sendable {
  enum Use: Hashable {
    case push, pull, sendChunk, readFile, account, bytes
  }

  private struct Key: Hashable {
    let account: AccountID
    let use: Use
  }

  private static let capacity = 65_536

  private let limits: RateLimits
  private let bucketsByKey = Lock<[Key: Bucket]>([:])

  init(_ limits: RateLimits) {
    self.limits = limits
  }

  /// Refuses requests beyond the limit.
  func take(
    _ use: Use, _ count: Int = 1, by account: AccountID, now: Int64
  ) throws(ServerError) {
    let rate = rate(of: use)
    let key = Key(account: account, use: use)
    let wait = bucketsByKey.withLock { buckets -> Int64? in
      // After ten minutes without requests, a bucket is full, or nearly.
      if buckets.count >= Self.capacity {
        buckets = buckets.filter { abs(now - $0.value.latest) < 600_000 }
      }
      var bucket = buckets[key] ?? Bucket(rate, now: now)
      let wait = bucket.take(rate, count, now: now)
      buckets[key] = bucket
      return wait
    }
    if let wait { throw .tooManyRequests(wait: wait) }
  }

  private func rate(of use: Use) -> RateLimits.Rate {
    switch use {
    case .push: limits.push
    case .pull: limits.pull
    case .sendChunk, .readFile: limits.chunk
    case .account: limits.account
    case .bytes: limits.bytes
    }
  }
}

/// The load of each account, with all its devices: limits requests at once and bytes per minute, and refuses them
/// before they are read.
final class SessionLoad: Sendable {
  private struct State: Sendable {
    var countsByAccount: [AccountID: Int] = [:]
    var accountsByRequest: [RequestID: AccountID] = [:]
  }

  private let parallel: Int
  private let rates: SessionRates
  private let state = Lock(State())

  init(_ limits: RateLimits) {
    parallel = limits.parallel
    rates = SessionRates(limits)
  }

  /// Counts a request in, or refuses it; ``leave(_:)`` is called in both cases.
  func enter(_ request: Request, by account: AccountID, now: Int64) throws(ServerError) {
    let (id, limit) = (request.id, parallel)
    let hasRoom = state.withLock { state in
      let count = state.countsByAccount[account, default: 0]
      guard count < limit else { return false }
      state.countsByAccount[account] = count + 1
      state.accountsByRequest[id] = account
      return true
    }
    guard hasRoom else { throw .tooManyRequests(wait: 1_000) }
    let count = request.promisedByteCount ?? 0
    if count > 0 { try rates.take(.bytes, count, by: account, now: now) }
  }

  /// Counts a request out.
  func leave(_ request: RequestID) {
    state.withLock { state in
      guard let account = state.accountsByRequest.removeValue(forKey: request) else { return }
      let left = state.countsByAccount[account, default: 1] - 1
      state.countsByAccount[account] = left > 0 ? left : nil
    }
  }
}
