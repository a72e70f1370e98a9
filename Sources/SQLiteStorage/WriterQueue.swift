import Ledger

/// Who waits for the writing thread. Whoever has had least of it lately is next, so that however much one account wants,
/// another waits for the piece of its work that is under way, and no more.
struct WriterQueue: Sendable {
  private struct Line: Sendable {
    var jobs: [any Job] = []
    /// How much the account has had of the thread, on the queue's own clock.
    var time: Int
  }

  private var linesByAccount: [AccountID?: Line] = [:]
  /// Those of whom something waits, by when they came.
  private var waiting: [AccountID?] = []
  /// How much of the thread whoever was last served had had by then: nobody saves up more by waiting.
  private var now = 0
  var isOpen = true

  var isEmpty: Bool { waiting.isEmpty }

  /// Whether more than one account waits.
  var isShared: Bool { waiting.count > 1 }

  mutating func append(_ job: any Job) {
    put(job) { $0.jobs.append(job) }
  }

  /// Puts back what has more to do: before all else of its account.
  mutating func putBack(_ job: any Job) {
    put(job) { $0.jobs.insert(job, at: 0) }
  }

  private mutating func put(_ job: any Job, _ change: (inout Line) -> Void) {
    var line = linesByAccount[job.account] ?? Line(time: now)
    if line.jobs.isEmpty {
      line.time = max(line.time, now)
      waiting.append(job.account)
    }
    change(&line)
    linesByAccount[job.account] = line
  }

  /// Takes what is next, where it writes about so many rows at most.
  mutating func takeNext(weight limit: Int = .max) -> (any Job)? {
    guard
      let account = waiting.min(by: { time(of: $0) < time(of: $1) }),
      var line = linesByAccount[account], let job = line.jobs.first, job.weight <= limit
    else { return nil }
    now = line.time
    line.time += max(job.weight, 1)
    line.jobs.removeFirst()
    linesByAccount[account] = line
    if line.jobs.isEmpty { leave(account) }
    return job
  }

  /// Takes out what was put back.
  mutating func remove(_ job: any Job) {
    guard var line = linesByAccount[job.account] else { return }
    let count = line.jobs.count
    line.jobs.removeAll { $0 === job }
    linesByAccount[job.account] = line
    if line.jobs.isEmpty, count > 0 { leave(job.account) }
  }

  private func time(of account: AccountID?) -> Int { linesByAccount[account]?.time ?? now }

  /// Nothing of an account waits any more; what it has had is remembered for as long as it had more than others.
  private mutating func leave(_ account: AccountID?) {
    waiting.removeAll { $0 == account }
    if linesByAccount.count > 2 * waiting.count + 64 {
      linesByAccount = linesByAccount.filter { !$1.jobs.isEmpty || $1.time > now }
    }
  }
}
