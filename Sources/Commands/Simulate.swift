import Ledger
import Platform
import Simulation
import Storage

/// Runs many schedules on several threads.
struct Simulate {
  private let options: SimulateOptions

  init(_ options: SimulateOptions) {
    self.options = options
  }

  /// The combined findings of all threads so far.
  private struct Findings: Sendable {
    var next = 0
    var tally = Tally()
    /// The final states of all schedules, in any order: equal runs have equal digests.
    var digest: UInt64 = 0
    var failure: Failure?
    var error: CommandError?

    mutating func add(_ other: Findings) {
      tally.add(other.tally)
      digest &+= other.digest
      // The earliest failure is the same on every machine and with any number of threads.
      if let found = other.failure, found.number < failure?.number ?? .max { failure = found }
    }
  }

  private struct Failure: Sendable {
    let number: Int
    let seed: UInt64
    let violation: String
  }

  func run() throws(CommandError) {
    if let count = options.fuzz { return try fuzz(count) }
    let began = Instant.now
    let findings = Lock(Findings())
    let options = options
    let stores = try SimulateStores(options.store)
    defer { stores.close() }
    let work: @Sendable () -> Void = { Self.work(options, stores, findings) }
    let threads = (1..<options.jobs).compactMap { _ in Thread(work) }
    work()
    for thread in threads { thread.join() }
    let found = findings.withLock { $0 }
    if let error = found.error { throw error }
    let (tally, failure) = (found.tally, found.failure)
    let seconds = Double(Instant.now.nanoseconds(since: began)) / 1e9
    Output.show(Self.report(found, seconds))
    if options.schedules == 1, options.hasHistory || failure != nil {
      let seed = Schedule.seed(of: UInt64(options.first), in: options.seed)
      let outcome = try stores.withStore { store in
        Self.live(seed, options, store, isTelling: true)
      }
      Output.show(outcome.history.joined(separator: "\n") + "\n")
    }
    if let failure {
      throw .failed(
        "Schedule \(failure.number): \(failure.violation). See what happened with: "
          + "woodshed simulate --schedules 1 --seed \(failure.seed)\(replayOptions) --history")
    }
    guard options.schedules < 1_000 || !tally.tellsTooMuch else {
      throw .failed(
        "\(tally.needlessConflicts) conflicts were reported for values that the winner's author knew: "
          + "more than 1 in 500.")
    }
    let missing = tally.missing
    if options.schedules >= 1_000, !missing.isEmpty {
      throw .failed(
        "These faults never occurred, so nothing is proved about them: "
          + missing.map(\.name).joined(separator: ", ") + ".")
    }
  }

  /// Tries damaged frames and damaged files, half of each, spread over the threads.
  private func fuzz(_ count: Int) throws(CommandError) {
    let began = Instant.now
    let (seed, jobs) = (options.seed, options.jobs)
    let findings = Lock(Fuzz.Findings())
    let work: @Sendable (Int) -> Void = { job in
      let part = count * (job + 1) / jobs - count * job / jobs
      let seed = seed &+ UInt64(job) &* 0x9E37_79B9
      let frames = Fuzz.tryFrames(part - part / 2, seed: seed)
      let texts = Fuzz.tryTexts(part / 2, seed: seed)
      findings.withLock {
        $0.add(frames)
        $0.add(texts)
      }
    }
    let threads = (1..<jobs).compactMap { job in Thread { work(job) } }
    work(0)
    for thread in threads { thread.join() }
    let found = findings.withLock { $0 }
    let seconds = Double(Instant.now.nanoseconds(since: began)) / 1e9
    Output.show(
      "\(found.tried) damaged frames and files, \(found.read) of them still readable, "
        + "\(Int(Double(found.tried) / max(seconds, 0.001))) per second\n")
    if let failure = found.failure {
      throw .failed("This changed when it was written and read again: \(failure)")
    }
  }

  private var replayOptions: String {
    var text = options.store == .memory ? "" : " --store \(options.store.words)"
    if options.devices != 2...6 {
      text += " --devices \(options.devices.lowerBound)-\(options.devices.upperBound)"
    }
    if options.steps != 20...140 {
      text += " --steps \(options.steps.lowerBound)-\(options.steps.upperBound)"
    }
    return text
  }

  // MARK: - Schedules

  private static let batch = 64

  /// Takes schedules, a batch at a time, until there are no more or one has failed.
  private static func work(
    _ options: SimulateOptions, _ stores: SimulateStores, _ findings: Lock<Findings>
  ) {
    while true {
      let start: Int? = findings.withLock {
        guard $0.next < options.schedules, $0.failure == nil, $0.error == nil else { return nil }
        $0.next += batch
        return options.first + $0.next - batch
      }
      guard let start else { return }
      let numbers = start..<min(start + batch, options.first + options.schedules)
      do throws(CommandError) {
        let found = try stores.withStore { store in live(numbers, options, store) }
        findings.withLock { $0.add(found) }
      } catch {
        let error = error
        findings.withLock { $0.error = error }
      }
    }
  }

  /// Runs some schedules, up to the first that fails.
  private static func live(
    _ numbers: Range<Int>, _ options: SimulateOptions, _ store: (any ServerStore)?
  ) -> Findings {
    var found = Findings()
    for number in numbers {
      let seed = Schedule.seed(of: UInt64(number), in: options.seed)
      let outcome = live(seed, options, store, isTelling: false)
      found.tally.add(outcome.tally)
      found.digest &+= outcome.digest &* (2 &* UInt64(number) &+ 1)
      if let violation = outcome.violation {
        found.failure = Failure(number: number, seed: seed, violation: violation)
        break
      }
    }
    return found
  }

  private static func live(
    _ seed: UInt64, _ options: SimulateOptions, _ store: (any ServerStore)?, isTelling: Bool
  ) -> World.Outcome {
    var limits = Schedule.Limits()
    limits.devices = options.devices
    limits.steps = options.steps
    limits.hasCodec = options.store != .memory
    let schedule = Schedule(seed: seed, limits: limits)
    guard let store else {
      return World.run(
        schedule, server: .memory(epoch: schedule.firstEpoch), isTelling: isTelling)
    }
    let server = StoreServer(store, epoch: schedule.firstEpoch)
    var outcome = World.run(schedule, server: server.simulated, isTelling: isTelling)
    if let failure = server.failure { outcome.violation = "the store failed: \(failure)" }
    return outcome
  }

  // MARK: - The report

  private static func report(_ found: Findings, _ seconds: Double) -> String {
    let tally = found.tally
    var rows = [
      ("schedules", "\(tally.schedules)"),
      ("writes", "\(tally.writes)"),
      ("pushes to the server", "\(tally.pushes)"),
      ("pages pulled", "\(tally.pulls)"),
      ("conflicts reported", "\(tally.conflicts)"),
      ("of them unnecessary", "\(tally.needlessConflicts)"),
      ("files created", "\(tally.files)"),
    ]
    rows += Fault.allCases.map { ($0.name, "\(tally.count(of: $0))") }
    rows += [
      ("violations", found.failure == nil ? "0" : "1"),
      ("digest of the final state", Hex.text(of: found.digest, digits: 16)),
      ("schedules per second", "\(Int(Double(tally.schedules) / max(seconds, 0.001)))"),
    ]
    let width = rows.map { $0.1.count }.max() ?? 0
    return rows.map { name, count in
      String(repeating: " ", count: width - count.count) + count + "  " + name + "\n"
    }.joined()
  }
}
