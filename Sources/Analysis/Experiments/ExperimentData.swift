import Domain
import Ledger
import Statistics

/// What an experiment's places hold: the reeds, and the one rating of each that counts.
struct ExperimentData {
  let experiment: Experiment
  let column: Column
  let field: ReedField
  /// The two arms in words.
  let arms: [String]
  /// In the order of places, one for each place with a reed.
  private(set) var reeds: [Placed] = []
  /// Places that two devices filled: the reed put there first counts.
  private(set) var twice = 0
  /// Reeds in a second place, which do not count there.
  private(set) var repeated = 0
  /// Reeds whose place has no reed in the log any more.
  private(set) var lost = 0
  /// Reeds that the log gives another value of the field than was drawn.
  private(set) var strayed = 0
  /// Reeds that were taken out after they had been rated.
  private(set) var takenOut = 0
  /// The labels of what was changed after the start.
  let changes: [String]
  /// The days of all looks before the end that are still known.
  let looks: [Int64]
  /// Whether a look was made of which no day is known any more.
  let hasUnknownLook: Bool
  /// Whether it was ended once and then went on.
  let wasReopened: Bool

  struct Placed {
    let place: Int
    let block: Int
    let arm: Int
    let entry: ReedLog.Entry
    /// The first answer after the reed was put to its place.
    let rating: Rating?

    typealias Rating = (value: Double, day: Int64, made: Int64, isBlind: Bool)
  }

  /// `nil` if the log lacks the field of the arms or that of the outcome.
  init?(_ row: Row, _ rows: [Row], _ log: ReedLog) {
    let experiment = Experiment(row)
    guard let field = log.fields.reed.named(experiment.field),
      let outcome = log.fields.test.named(experiment.outcome), outcome.isNumber
    else { return nil }
    (self.experiment, self.field) = (experiment, field)
    column = Column(.test(outcome), outcome.name, outcome.label, outcome.direction)
    arms = Self.names(
      experiment.armsNow.map { field.words(ofArm: $0) { log.name(ofTool: $0) } })
    looks = experiment.lookDays(rows)
    hasUnknownLook = looks.isEmpty && Experiment.wasLookedAt(row)
    wasReopened = Experiment.wasReopened(row)
    let changed = Experiment.changedAfterStart(row)
    changes = Experiment.rows.fields.filter { changed.contains($0.id) }.map { $0.label }
    var members: [ExperimentReed] = []
    for row in rows where row.kind == .experimentReed {
      let member = ExperimentReed(row)
      guard member.experiment == experiment.id else { continue }
      if let end = Self.end(of: member, row) {
        guard let entry = log[member.reed] else { continue }
        let rating = Self.rating(of: entry, column, member, experiment, log)
        if let rating, rating.made <= end { takenOut += 1 }
      } else {
        members.append(member)
      }
    }
    members.sort { ($0.place, $0.made, $0.id) < ($1.place, $1.made, $1.id) }
    var known: Set<RowID> = []
    for member in members {
      if reeds.last?.place == member.place {
        twice += 1
        continue
      }
      guard let block = experiment.block(ofPlace: member.place),
        let arm = experiment.arm(ofPlace: member.place)
      else { continue }
      guard let entry = log[member.reed] else {
        lost += 1
        continue
      }
      guard known.insert(entry.id).inserted else {
        repeated += 1
        continue
      }
      let value = entry.row.value(field.id)
      let drawn = field.value(ofArm: experiment.armsNow[arm])
      if value != .null, let drawn, drawn != value { strayed += 1 }
      reeds.append(
        Placed(
          place: member.place, block: block, arm: arm, entry: entry,
          rating: Self.rating(of: entry, column, member, experiment, log)))
    }
  }

  /// When a reed left its place, in milliseconds since 1970; `nil` if it is still there.
  private static func end(of member: ExperimentReed, _ row: Row) -> Int64? {
    if member.takenOut != 0 { return member.takenOut }
    guard row.life != .alive else { return nil }
    return row.cell(.life)?.stamp.time.milliseconds
  }

  /// Tells apart two arms that are called alike.
  private static func names(_ arms: [String]) -> [String] {
    guard arms[0].hasSameBytes(as: arms[1]) else { return arms }
    return ["\(arms[0]) (first)", "\(arms[1]) (second)"]
  }

  private static func rating(
    of entry: ReedLog.Entry, _ column: Column, _ member: ExperimentReed, _ experiment: Experiment,
    _ log: ReedLog
  ) -> Placed.Rating? {
    for test in entry.tests where test.made >= member.made && test.day >= experiment.started {
      guard experiment.ended == 0 || test.day <= experiment.ended,
        let value = log.number(column, in: test), value.isFinite
      else { continue }
      return (value, test.day, test.made, test.isBlind)
    }
    return nil
  }

  // MARK: - What counts

  var rated: Int { reeds.reduce(0) { $0 + ($1.rating == nil ? 0 : 1) } }
  var blind: Int { reeds.reduce(0) { $0 + ($1.rating?.isBlind == true ? 1 : 0) } }

  /// The pairs of which both reeds are rated.
  var pairs: [(a: Placed, b: Placed)] {
    var pairs: [(a: Placed, b: Placed)] = []
    for a in reeds where a.arm == 0 && a.rating != nil {
      if let b = reeds.first(where: { $0.block == a.block && $0.arm == 1 && $0.rating != nil }) {
        pairs.append((a, b))
      }
    }
    return pairs
  }

  /// The day on which each pair was complete.
  var pairDays: [Int64] {
    pairs.compactMap { pair in
      guard let a = pair.a.rating, let b = pair.b.rating else { return nil }
      return max(a.day, b.day)
    }
  }

  func values(of arm: Int) -> [Double] {
    reeds.filter { $0.arm == arm }.compactMap { $0.rating?.value }
  }

  var blocks: [BlockedPermutationTest.Block] {
    var blocks: [BlockedPermutationTest.Block] = []
    var last: Int?
    for reed in reeds {
      guard let value = reed.rating?.value else { continue }
      if last != reed.block { blocks.append(.init([], [])) }
      last = reed.block
      if reed.arm == 0 {
        blocks[blocks.count - 1].a.append(value)
      } else {
        blocks[blocks.count - 1].b.append(value)
      }
    }
    return blocks
  }

  /// The pairs that count, or the reeds of the arm that has fewer.
  var count: Int {
    experiment.design == .paired ? pairs.count : min(values(of: 0).count, values(of: 1).count)
  }

  /// Whether it was ended as was planned before the start.
  var isEndedByRule: Bool {
    experiment.ended != 0 && experiment.reason.isEmpty && count >= experiment.planned
  }

  /// Whether nothing happened that makes its answer weaker than planned.
  var isClean: Bool {
    isEndedByRule && !wasLookedAt && changes.isEmpty && takenOut == 0 && lost == 0
  }

  /// Whether results were seen before the end.
  var wasLookedAt: Bool { !looks.isEmpty || hasUnknownLook || wasReopened }

  /// Whether its results may be shown on a day: after the end, or on the day of a look.
  func showsResults(on day: Int64) -> Bool { experiment.ended != 0 || looks.contains(day) }
}
