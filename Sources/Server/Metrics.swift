public import HTTP
import Platform
import Synchronization

/// The server's counters; any thread can count without waiting.
public final class Metrics: Sendable {
  /// The upper bounds of the duration histogram's buckets, in microseconds.
  static let bounds = [
    100, 500, 1_000, 5_000, 10_000, 50_000, 100_000, 500_000, 1_000_000, 5_000_000,
  ]

  let start = Instant.now
  let inFlight = Atomic(0)
  let byteCount = Atomic(0)
  let nanoseconds = Atomic(0)
  private let gauges = Lock<[(name: String, value: @Sendable () -> Int)]>([])
  /// Requests for which the proxy did not give the client's address.
  let untoldClients = Atomic(0)
  private let requests: InlineArray<40, Atomic<Int>>
  private let buckets: InlineArray<11, Atomic<Int>>

  public init() {
    requests = InlineArray { _ in Atomic(0) }
    buckets = InlineArray { _ in Atomic(0) }
  }

  /// Counts a request in.
  public func requestBegan() {
    inFlight.add(1, ordering: .relaxed)
  }

  /// Counts a request out, with its answer.
  public func requestEnded(_ exchange: Exchange) {
    inFlight.subtract(1, ordering: .relaxed)
    byteCount.add(exchange.byteCount, ordering: .relaxed)
    nanoseconds.add(Int(exchange.nanoseconds), ordering: .relaxed)
    let statusClass = min(max(exchange.status.code / 100, 1), 5)
    requests[Self.place(of: exchange.request.method, statusClass)].add(1, ordering: .relaxed)
    let microseconds = Int(exchange.nanoseconds / 1_000)
    let bucket = Self.bounds.firstIndex { microseconds <= $0 } ?? Self.bounds.count
    buckets[bucket].add(1, ordering: .relaxed)
  }

  /// How many requests of `method` had a status of that class: 2 for 200 to 299.
  func count(_ method: Method, _ statusClass: Int) -> Int {
    requests[Self.place(of: method, statusClass)].load(ordering: .relaxed)
  }

  /// How many requests fell into each bucket; the last is beyond all bounds.
  func bucketCounts() -> [Int] {
    buckets.indices.map { buckets[$0].load(ordering: .relaxed) }
  }

  /// Adds a number that is read whenever the counts are reported.
  public func addGauge(_ name: String, _ value: @escaping @Sendable () -> Int) {
    gauges.withLock { $0.append((name, value)) }
  }

  /// The current values of the added numbers.
  func gaugeValues() -> [(name: String, value: Int)] {
    gauges.withLock { $0 }.map { ($0.name, $0.value()) }
  }

  private static func place(of method: Method, _ statusClass: Int) -> Int {
    let row =
      switch method {
      case .get: 0
      case .head: 1
      case .post: 2
      case .put: 3
      case .patch: 4
      case .delete: 5
      case .refused: 6
      case .unknown: 7
      }
    return row * 5 + statusClass - 1
  }
}
