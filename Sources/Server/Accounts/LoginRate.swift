import HTTP
import Storage

/// Limits attempts to sign in: with a delay that doubles, and never with a permanent lock.
///
/// The first five wrong passwords for a name from an address have no delay; each further one has to wait twice as
/// long as the one before, up to a quarter of an hour. An address also has at most twenty attempts per minute, unless
/// it is this machine's own. Times are in milliseconds and passed in.
struct LoginRate: Sendable {
  static let freeFailures = 5
  static let firstDelay: Int64 = 60_000
  static let longestDelay: Int64 = 900_000
  static let attemptsPerMinute = 20
  /// After this long without an attempt, failures are forgotten.
  static let memory: Int64 = 3_600_000

  private struct Pair: Hashable {
    let key: LoginKey
    let client: IPAddress
  }

  private struct Failures {
    var count = 0
    var latest: Int64 = 0

    var wait: Int64 {
      guard count >= freeFailures else { return 0 }
      return min(firstDelay << Int64(min(count - freeFailures, 8)), longestDelay)
    }
  }

  private let capacity: Int
  private var failuresByPair: [Pair: Failures] = [:]
  private var attemptsByClient: [IPAddress: [Int64]] = [:]

  /// Remembers at most `capacity` pairs, and as many addresses.
  init(capacity: Int = 16_384) {
    self.capacity = capacity
  }

  /// Counts an attempt of a client that connects without a proxy.
  mutating func attempt(_ key: LoginKey?, from client: IPAddress, now: Int64) -> Int64? {
    attempt(key, from: Client(client, .direct), now: now)
  }

  /// Counts an attempt as failed until it is reported as successful, so that parallel attempts have no advantage.
  /// Returns how long to wait if it is too early; such an attempt does not count.
  mutating func attempt(_ key: LoginKey?, from client: Client, now: Int64) -> Int64? {
    let isLimited = !client.isThisMachine
    let client = client.address
    let pair = key.map { Pair(key: $0, client: client.customer) }
    var failures = pair.flatMap { failuresByPair[$0] } ?? Failures()
    if now - failures.latest >= Self.memory { failures = Failures() }
    // If the clock was set back, nobody waits longer than the delay, counted from now.
    if failures.latest > now {
      failures.latest = now
      if let pair, failures.count > 0 { failuresByPair[pair] = failures }
    }
    let early = failures.latest + failures.wait - now
    if failures.wait > 0, early > 0 { return early }
    if isLimited, let wait = attempt(from: client, now: now) { return wait }
    if let pair {
      failures.count += 1
      failures.latest = now
      failuresByPair[pair] = failures
      if failuresByPair.count > capacity { forgetOlderPairs() }
    }
    return nil
  }

  /// The last attempt succeeded: forgets the failures before it.
  mutating func succeeded(_ key: LoginKey, from client: IPAddress) {
    failuresByPair[Pair(key: key, client: client.customer)] = nil
  }

  /// The last attempt was not checked.
  mutating func withdraw(_ key: LoginKey, from client: IPAddress) {
    failuresByPair[Pair(key: key, client: client.customer)]?.count -= 1
  }

  /// How many pairs and addresses are remembered.
  var count: Int { max(failuresByPair.count, attemptsByClient.count) }

  private mutating func attempt(from client: IPAddress, now: Int64) -> Int64? {
    var attempts = attemptsByClient[client.customer] ?? []
    attempts.removeAll { now - $0 >= 60_000 || $0 > now }
    if attempts.count >= Self.attemptsPerMinute, let first = attempts.first {
      return first + 60_000 - now
    }
    attempts.append(now)
    attemptsByClient[client.customer] = attempts
    if attemptsByClient.count > capacity { forgetOlderClients() }
    return nil
  }

  private mutating func forgetOlderPairs() {
    let times = failuresByPair.values.map(\.latest).sorted()
    let middle = times[times.count / 2]
    failuresByPair = failuresByPair.filter { $0.value.latest > middle }
  }

  private mutating func forgetOlderClients() {
    let times = attemptsByClient.values.map { $0.last ?? 0 }.sorted()
    let middle = times[times.count / 2]
    attemptsByClient = attemptsByClient.filter { ($0.value.last ?? 0) > middle }
  }
}
