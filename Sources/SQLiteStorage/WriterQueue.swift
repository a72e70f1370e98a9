import Ledger

/// Who waits for the writing thread: accounts take turns, so that however much one of them wants, another waits for one
/// piece of its work and no more.
struct WriterQueue: Sendable {
  private var jobsByAccount: [AccountID?: [any Job]] = [:]
  /// Those of whom something waits, whose turn is next first.
  private var turns: [AccountID?] = []
  var isOpen = true

  var isEmpty: Bool { turns.isEmpty }

  /// Whether more than one account waits.
  var isShared: Bool { turns.count > 1 }

  mutating func append(_ job: any Job) {
    if jobsByAccount[job.account] == nil { turns.append(job.account) }
    jobsByAccount[job.account, default: []].append(job)
  }

  /// Takes what is next, where it writes about so many rows at most.
  mutating func takeNext(weight limit: Int = .max) -> (any Job)? {
    guard let account = turns.first, let job = jobsByAccount[account]?.first, job.weight <= limit
    else { return nil }
    turns.removeFirst()
    jobsByAccount[account]?.removeFirst()
    if jobsByAccount[account]?.isEmpty == false {
      turns.append(account)
    } else {
      jobsByAccount[account] = nil
    }
    return job
  }

  /// Puts back what has more to do: before all else of its account, whose turn is over.
  mutating func putBack(_ job: any Job) {
    if jobsByAccount[job.account] == nil { turns.append(job.account) }
    jobsByAccount[job.account, default: []].insert(job, at: 0)
  }

  /// Takes out what was put back.
  mutating func remove(_ job: any Job) {
    jobsByAccount[job.account]?.removeAll { $0 === job }
    if jobsByAccount[job.account]?.isEmpty == true {
      jobsByAccount[job.account] = nil
      turns.removeAll { $0 == job.account }
    }
  }
}
