import Glibc
import Ledger
import Platform

// People who look at a second device: its request is held until there is news.
extension Crowd {
  private struct Watched: Sendable {
    var answers = 0
    var bytes = 0
    var failures = 0
    /// From before a push to when the other device had it.
    var nanoseconds: [UInt64] = []
  }

  /// Everybody's second device watches for some minutes, in the second half of which one person after another pushes.
  func watch(minutes: Int) {
    let end = Instant.now.nanoseconds + UInt64(minutes) * 60_000_000_000
    let total = Lock(Watched())
    let pushed = people.map { _ in Lock<UInt64?>(nil) }
    let watchers = people.indices.map { index in
      Thread {
        let own = watched(index, until: end, pushed[index])
        total.withLock { total in
          total.answers += own.answers
          total.bytes += own.bytes
          total.failures += own.failures
          total.nanoseconds += own.nanoseconds
        }
      }
    }
    let pushes = min(200, people.count)
    let start = end - UInt64(minutes) * 30_000_000_000
    for number in 0..<pushes {
      let due = start + UInt64(number) * 100_000_000
      let now = Instant.now.nanoseconds
      if due > now { usleep(UInt32((due - now) / 1_000)) }
      let index = number * people.count / pushes
      pushed[index].withLock { $0 = Instant.now.nanoseconds }
      if !people[index].withLock({ push(&$0) }) { total.withLock { $0.failures += 1 } }
    }
    for watcher in watchers { watcher?.join() }
    let result = total.withLock { $0 }
    let times = result.nanoseconds.sorted()
    guard result.failures == 0, times.count == pushes, let last = times.last else {
      fail("\(result.failures) requests failed; \(times.count) of \(pushes) pushes were heard of")
    }
    func milliseconds(_ nanoseconds: UInt64) -> Double { Double(nanoseconds / 10_000) / 100 }
    // Those that began within the time are answered up to 50 seconds after it.
    let each = Double(result.bytes) / Double(people.count) / (Double(minutes) + 50.0 / 60)
    show(
      "Waiting for news: \(result.answers) answers, at most \(Int(each.rounded(.up))) bytes a minute for each device; "
        + "from a push to the other device p50 \(milliseconds(times[times.count / 2])) ms, "
        + "p99 \(milliseconds(times[times.count * 99 / 100])) ms, longest \(milliseconds(last)) ms")
  }

  private func watched(
    _ index: Int, until end: UInt64, _ pushed: Lock<UInt64?>
  ) -> Watched {
    var own = Watched()
    let member = people[index].withLock { $0.member }
    guard var client = Client(port: port, cookie: member.cookie) else {
      own.failures += 1
      return own
    }
    defer { client.end() }
    var since: UInt64 = 0
    var isFirst = true
    while Instant.now.nanoseconds < end {
      let line = "GET \(member.base)/watch?since=\(since)&device=2"
      guard let answer = client.answer(to: line), answer.status == 200,
        case .pull(let page) = try? Frame(bytes: answer.body).body
      else {
        own.failures += 1
        return own
      }
      since = page.to
      // What was there before counts for nothing.
      if page.hasMore || isFirst {
        isFirst = page.hasMore
        continue
      }
      own.answers += 1
      // A browser's request has about 700 bytes.
      own.bytes += 700 + answer.head.utf8.count + answer.body.count
      if !page.cells.isEmpty, let start = pushed.withLock({ $0 }) {
        own.nanoseconds.append(Instant.now.nanoseconds - start)
      }
    }
    return own
  }
}
