import Sound

/// The abilities of people and the difficulties of items that follow from a log.
///
/// Both are normal distributions in steps of one scale. A try moves the two towards what happened, each the more the less
/// certain it is and the more certain the other is. Nothing else is stored, so the same log gives the same numbers everywhere.
public struct Rating: Sendable {
  public let model: RatingModel
  /// How many times harder one step makes it.
  public let factor: Double
  /// What a step adds to the logarithm of the odds.
  let slope: Double
  private(set) var people: [Person]
  private(set) var items: [Side?]

  /// A mean and a variance in steps.
  struct Side: Sendable {
    var mean: Double
    var variance: Double
    var tries = 0
  }

  struct Person: Sendable {
    var side: Side?
    /// When the last try was.
    var at: Int64?
    var points: [Point] = []
  }

  struct Point: Sendable {
    let at: Int64
    let side: Side
  }

  /// Fits the whole log.
  ///
  /// - Complexity: O(n log n) for n tries and votes.
  public init(_ log: TrainingLog, factor: Double, model: RatingModel = RatingModel()) {
    self.model = model
    self.factor = factor
    slope = Functions.log2(factor) * Self.naturalPerBinary
    items = log.items.map { item in
      item.position.flatMap(Self.finite).map { position in
        Side(
          mean: position,
          variance: model.setterSigma * model.setterSigma + Self.variance(halfWidth: item.halfWidth)
        )
      }
    }
    people = log.levels.map { level in
      Person(
        side: level.flatMap(Self.finite).map {
          Side(mean: $0, variance: model.levelSigma * model.levelSigma)
        })
    }
    let votes = Self.counted(log.votes)
    let tries = log.tries.sorted(by: Self.stands)
    var next = 0
    for entry in tries {
      while next < votes.count, votes[next].at <= entry.at {
        learn(votes[next])
        next += 1
      }
      learn(entry)
    }
    for vote in votes[next...] { learn(vote) }
  }

  private static let naturalPerBinary = 0x1.62e42fefa39efp-1

  // MARK: - Results

  /// How good somebody is at a moment: less certain the longer nothing was tried. `nil` without a level or a try.
  public func ability(of person: Int = 0, at moment: Int64? = nil) -> Estimate? {
    guard people.indices.contains(person), let side = people[person].side else { return nil }
    return Estimate(drifted(side, from: people[person].at, to: moment))
  }

  /// How hard an item is; `nil` without a grade, a vote or a try.
  public func difficulty(of item: Int) -> Estimate? {
    guard items.indices.contains(item), let side = items[item] else { return nil }
    return Estimate(side)
  }

  /// How likely somebody is to send an item in one try; `nil` if either is not rated.
  public func chance(person: Int = 0, item: Int, at moment: Int64? = nil) -> Double? {
    guard let ability = ability(of: person, at: moment), let item = difficulty(of: item) else {
      return nil
    }
    return chance(
      above: ability.value - item.value,
      variance: ability.sigma * ability.sigma + item.sigma * item.sigma)
  }

  /// Somebody's ability after each day with a try; days begin at midnight `secondsEast` of Greenwich.
  public func curve(of person: Int = 0, secondsEast: Int64 = 0) -> [AbilityDay] {
    guard people.indices.contains(person) else { return [] }
    var days: [AbilityDay] = []
    for point in people[person].points {
      let day = Self.day(point.at, secondsEast)
      if days.last?.day == day { days.removeLast() }
      days.append(AbilityDay(day: day, ability: Estimate(point.side)))
    }
    return days
  }

  private static func day(_ seconds: Int64, _ east: Int64) -> Int64 {
    let (sum, isOver) = seconds.addingReportingOverflow(east)
    let (days, rest) = (isOver ? seconds : sum).quotientAndRemainder(dividingBy: 86_400)
    return rest < 0 ? days - 1 : days
  }

  /// The chance of somebody `steps` above an item, with a variance.
  func chance(above steps: Double, variance: Double) -> Double {
    Self.logistic(slope * damping(variance) * steps)
  }

  // MARK: - Learning

  /// Learns from one more try, which must be no earlier than those before.
  public mutating func learn(_ entry: LoggedTry) {
    guard people.indices.contains(entry.person), items.indices.contains(entry.item) else { return }
    let before = people[entry.person].side.map {
      drifted($0, from: people[entry.person].at, to: entry.at)
    }
    let unknown = model.unknownSigma * model.unknownSigma
    // An unrated person is assumed to be as good as the first item is hard, and the other way round.
    guard
      var person = before ?? items[entry.item].map({ Side(mean: $0.mean, variance: unknown) }),
      var item = items[entry.item] ?? before.map({ Side(mean: $0.mean, variance: unknown) })
    else { return }
    let isSuccess = entry.outcome != .attempt
    let failures = entry.outcome == .flash ? 0 : max(entry.count, 1) - (isSuccess ? 1 : 0)
    for _ in 0..<min(failures, model.countedFailures) { learn(&person, &item, 0) }
    if isSuccess { learn(&person, &item, 1) }
    person.tries += 1
    item.tries += 1
    people[entry.person].side = person
    people[entry.person].at = max(entry.at, people[entry.person].at ?? entry.at)
    people[entry.person].points.append(Point(at: entry.at, side: person))
    items[entry.item] = item
  }

  /// One Newton step for each side, with the other spread by its uncertainty (Glickman 1999).
  private func learn(_ person: inout Side, _ item: inout Side, _ outcome: Double) {
    let steps = person.mean - item.mean
    let (forPerson, forItem) = (
      pull(steps, outcome, otherVariance: item.variance),
      pull(steps, outcome, otherVariance: person.variance)
    )
    person.variance = 1 / (1 / person.variance + forPerson.information)
    person.mean += person.variance * forPerson.gradient
    item.variance = 1 / (1 / item.variance + forItem.information)
    item.mean -= item.variance * forItem.gradient
  }

  private func pull(
    _ steps: Double, _ outcome: Double, otherVariance: Double
  ) -> (gradient: Double, information: Double) {
    let damped = slope * damping(otherVariance)
    let chance = Self.logistic(damped * steps)
    return (damped * (outcome - chance), damped * damped * chance * (1 - chance))
  }

  /// A vote is a reading of the difficulty with a known error.
  private mutating func learn(_ vote: GradeVote) {
    guard items.indices.contains(vote.item), abs(vote.position) < .infinity else { return }
    let variance = model.voteSigma * model.voteSigma + Self.variance(halfWidth: vote.halfWidth)
    guard var item = items[vote.item] else {
      items[vote.item] = Side(mean: vote.position, variance: variance)
      return
    }
    let gain = item.variance / (item.variance + variance)
    item.mean += gain * (vote.position - item.mean)
    item.variance *= 1 - gain
    items[vote.item] = item
  }

  /// A side after idle time.
  private func drifted(_ side: Side, from last: Int64?, to moment: Int64?) -> Side {
    guard let last, let moment, moment > last else { return side }
    var side = side
    let days = (Double(moment) - Double(last)) / 86_400
    let widest = max(model.widestSigma * model.widestSigma, side.variance)
    side.variance = min(side.variance + days * model.driftVariancePerDay, widest)
    return side
  }

  // MARK: - Arithmetic

  /// How much a variance flattens the curve: a normal distribution through a logistic one.
  private func damping(_ variance: Double) -> Double {
    1 / (1 + slope * slope * variance * (.pi / 8)).squareRoot()
  }

  static func logistic(_ x: Double) -> Double {
    1 / (1 + Functions.exp2(-x / naturalPerBinary))
  }

  static func logOdds(_ chance: Double) -> Double {
    Functions.log2(chance / (1 - chance)) * naturalPerBinary
  }

  private static func finite(_ position: Double) -> Double? {
    abs(position) < .infinity ? position : nil
  }

  /// The variance of a grade that may be anywhere in a range.
  private static func variance(halfWidth: Double) -> Double { halfWidth * halfWidth / 3 }

  // MARK: - Order

  /// By time, and within a second in a fixed order, so that the order of merging does not matter.
  private static func stands(_ one: LoggedTry, before other: LoggedTry) -> Bool {
    if one.at != other.at { return one.at < other.at }
    if one.person != other.person { return one.person < other.person }
    if one.item != other.item { return one.item < other.item }
    if one.outcome != other.outcome { return one.outcome.rawValue < other.outcome.rawValue }
    return one.count < other.count
  }

  /// The last vote of each person on each item, by time.
  private static func counted(_ votes: [GradeVote]) -> [GradeVote] {
    func stands(_ one: GradeVote, before other: GradeVote) -> Bool {
      if one.at != other.at { return one.at < other.at }
      if one.person != other.person { return one.person < other.person }
      if one.item != other.item { return one.item < other.item }
      if one.position != other.position { return one.position < other.position }
      return one.halfWidth < other.halfWidth
    }
    func isByVoter(_ one: GradeVote, _ other: GradeVote) -> Bool {
      if one.item != other.item { return one.item < other.item }
      if one.person != other.person { return one.person < other.person }
      return stands(one, before: other)
    }
    let votes = votes.sorted(by: isByVoter)
    return votes.indices.filter { place in
      guard place + 1 < votes.count else { return true }
      return votes[place].item != votes[place + 1].item
        || votes[place].person != votes[place + 1].person
    }.map { votes[$0] }.sorted(by: stands)
  }
}

extension Estimate {
  init(_ side: Rating.Side) {
    self.init(value: side.mean, sigma: side.variance.squareRoot(), tries: side.tries)
  }
}
