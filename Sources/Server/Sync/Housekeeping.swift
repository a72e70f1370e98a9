import Platform
public import Storage

/// Automatic maintenance: records the time and read counts every hour; checks for damage and deletes outdated data once
/// a day.
///
/// Several servers may do this with one store; the second one finds nothing to do.
public final class Housekeeping: Sendable {
  private struct State: Sendable {
    var isOpen = true
  }

  private let rounds: HousekeepingRounds
  private let state = Monitor(State())
  private let thread = Lock<Thread?>(nil)

  /// Runs a minute after the start and then hourly.
  public init(
    _ store: any ServerStore, tickets: Tickets, blobs: Blobs? = nil,
    catalogues: CatalogueRoutes? = nil, clock: ServerClock, log: EventLog
  ) {
    rounds = HousekeepingRounds(
      store, tickets: tickets, blobs: blobs, catalogues: catalogues, clock: clock, log: log)
    thread.withLock { thread in
      thread = Thread { self.workUntilStopped() }
    }
  }

  /// Adds gauges for what the operator must put right: a clock that jumped, and damaged rows.
  public func report(to metrics: Metrics) { rounds.report(to: metrics) }

  /// Stops after the current round.
  public func stop() {
    state.change { $0.isOpen = false }
    thread.withLock { thread in
      thread?.join()
      thread = nil
    }
    rounds.keepCounts()
  }

  private func workUntilStopped() {
    var pause = 60_000
    while state.wait(milliseconds: pause, until: { $0.isOpen ? nil : true }) == nil {
      rounds.hourly()
      pause = 3_600_000
    }
  }
}

/// The rounds of housekeeping.
final class HousekeepingRounds: Sendable {
  private let store: any ServerStore
  private let tickets: Tickets
  private let blobs: Blobs?
  private let catalogues: CatalogueRoutes?
  private let clock: ServerClock
  private let log: EventLog
  private let elapsed: @Sendable () -> Int64
  /// The steady clock when the last daily round began.
  private let latestDay = Lock<Int64?>(nil)
  private let damagedRows = Lock(0)

  init(
    _ store: any ServerStore, tickets: Tickets, blobs: Blobs?,
    catalogues: CatalogueRoutes? = nil, clock: ServerClock, log: EventLog,
    elapsed: @escaping @Sendable () -> Int64 = { SteadyClock.milliseconds }
  ) {
    self.store = store
    self.tickets = tickets
    self.blobs = blobs
    self.catalogues = catalogues
    self.clock = clock
    self.log = log
    self.elapsed = elapsed
  }

  /// How many damaged rows the last check found.
  var damagedRowCount: Int { damagedRows.withLock { $0 } }

  func report(to metrics: Metrics) {
    let (clock, store) = (clock, store)
    metrics.addGauge("woodshed_clock_suspect") { clock.isSuspect ? 1 : 0 }
    metrics.addGauge("woodshed_damaged_rows") { self.damagedRowCount }
    metrics.addGauge("woodshed_damaged_rows_met") { store.damage.total }
  }

  /// Saves how often catalogues were read.
  func keepCounts() {
    do throws(StorageError) { try catalogues?.keepCounts() } catch {
      note("reads-\(error.logWord)")
    }
  }

  /// Records the time, saves counts, logs damage that was found, and does the daily round if a day has passed.
  func hourly() {
    do throws(StorageError) { try clock.keep() } catch { note(error.logWord) }
    keepCounts()
    tell(store.damage.takeUntold())
    let now = elapsed()
    let isDue = latestDay.withLock { latest in
      if let day = latest, now - day < 86_400_000 { return false }
      latest = now
      return true
    }
    guard isDue else { return }
    daily()
    // The clock will be known in an hour.
    if clock.look().verdict == .unproven { latestDay.withLock { $0 = nil } }
  }

  /// Checks for damage, then deletes and sweeps outdated data; not while the clock is not trusted, and not in damaged
  /// spaces, whose repair may need it.
  private func daily() {
    let damage = look()
    let reading = clock.look()
    guard let damage, reading.isSteady else {
      clock.warn()
      for word in blobs?.putRight(now: reading.time, isForgetting: false) ?? [] { note(word) }
      return
    }
    let now = reading.time
    for error in Self.tidy(store, now: now, except: damage.places) { note(error.logWord) }
    do throws(SystemError) { try tickets.sweep(now: now) } catch { note("links-\(error.code)") }
    let owners = Set(damage.places.map(\.account))
    for word in blobs?.tidy(now: now, except: owners) ?? [] { note(word) }
  }

  /// Reads every row; `nil` if that failed.
  private func look() -> DamageReport? {
    do throws(StorageError) {
      let report = try store.inspect()
      // In a space whose rows only do not add up, at least one is missing.
      damagedRows.withLock { $0 = max(report.rowCount, report.places.count) }
      tell(report)
      // Damage found on the way has been logged.
      _ = store.damage.takeUntold()
      return report
    } catch {
      if error == .corrupt {
        damagedRows.withLock { $0 = max($0, 1) }
        var line = LogLine(.error, "damaged-store")
        line.add("do", "stop the server and run `woodshed check`")
        log.write(line)
      } else {
        note("look-\(error.logWord)")
      }
      return nil
    }
  }

  private func tell(_ report: DamageReport) {
    for (rows, count) in report.counts {
      var line = LogLine(.error, "damaged-rows")
      line.add("space", rows.place.words)
      line.add("table", rows.table)
      line.add("count", count)
      line.add("do", "stop the server and run `woodshed check`")
      log.write(line)
    }
    for place in report.mismatches {
      var line = LogLine(.error, "missing-rows")
      line.add("space", place.words)
      line.add("do", "stop the server and run `woodshed check`")
      log.write(line)
    }
  }

  private func note(_ failure: String) {
    var line = LogLine(.warning, "housekeeping-failed")
    line.add("failure", failure)
    log.write(line)
  }

  /// Deletes outdated data; a failing space or account does not stop the others.
  static func tidy(
    _ store: any Store & AccountStore, now: Int64, except damaged: Set<Place> = []
  ) -> [StorageError] {
    var errors: [StorageError] = []
    func attempt(_ work: () throws(StorageError) -> Void) {
      do throws(StorageError) { try work() } catch { errors.append(error) }
    }
    attempt { () throws(StorageError) in
      for place in try store.places() where !damaged.contains(place) {
        attempt { () throws(StorageError) in try store.forget(in: place, now: now) }
      }
    }
    attempt { () throws(StorageError) in
      for account in try store.accounts() {
        attempt { () throws(StorageError) in
          try store.endSignIns(.outdated(now: now), of: account.id)
        }
      }
    }
    return errors
  }
}
