import Ledger

/// The queue of the writing thread. The account that has used it least is next, so that however much work one account
/// has, another only waits for the step in progress.
struct WriterQueue: Sendable {
  private struct Line: Sendable {
    var jobs: [any Job] = []
    /// How much the account has used the thread, on the queue's own clock.
    var time: Int
  }

  private var linesByAccount: [AccountID?: Line] = [:]
  /// The accounts with waiting jobs, in order of arrival.
  private var waiting: [AccountID?] = []
  /// The clock of the account that was served last: nobody gains credit by waiting.
  private var now = 0
  var isOpen = true

  var isEmpty: Bool { waiting.isEmpty }

  /// Whether an account other than this one waits.
  func hasOthers(than account: AccountID?) -> Bool { waiting.contains { $0 != account } }

  mutating func append(_ job: any Job) {
    put(job) { $0.jobs.append(job) }
  }

  /// Puts an unfinished job back, before other jobs of its account.
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

  /// Takes the next job, if it writes at most about `limit` rows.
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

  /// Removes a job that was put back.
  mutating func remove(_ job: any Job) {
    guard var line = linesByAccount[job.account] else { return }
    let count = line.jobs.count
    line.jobs.removeAll { $0 === job }
    linesByAccount[job.account] = line
    if line.jobs.isEmpty, count > 0 { leave(job.account) }
  }

  private func time(of account: AccountID?) -> Int { linesByAccount[account]?.time ?? now }

  /// An account has no more waiting jobs; its usage is remembered as long as it is above that of others.
  private mutating func leave(_ account: AccountID?) {
    waiting.removeAll { $0 == account }
    if linesByAccount.count > 2 * waiting.count + 64 {
      linesByAccount = linesByAccount.filter { !$1.jobs.isEmpty || $1.time > now }
    }
  }
}
