import Sound

/// A season under one rule. The rule sees grades, dates, typed levels and the log.
struct TrainingSeason {
  private let world: TrainingWorld
  private let rule: TrainingRule
  private var figures: TrainingFigures
  private var recommender = Recommender()
  /// One rating from everybody's log, or one for each person.
  private var ratings: [Rating] = []
  private let levels: Rating
  /// By person and item.
  private var histories: [[History]]
  private var triesByItem: [Int]
  private var recentTags: [TagSet]
  private var (tries, successes) = (0, 0)

  private struct History {
    var tries = 0
    var isSent = false
    var last: Candidate.Result?
  }

  private init(_ world: TrainingWorld, _ rule: TrainingRule, _ model: RatingModel) {
    self.world = world
    self.rule = rule
    figures = TrainingFigures(rule)
    recommender.count = 1
    recommender.allowsRepeats = rule == .oursWithRepeats
    histories = world.people.map { _ in
      [History](repeating: History(), count: world.items.count)
    }
    triesByItem = [Int](repeating: 0, count: world.items.count)
    recentTags = [TagSet](repeating: [], count: world.people.count)
    let log = TrainingLog(
      items: world.items.map { TrainingLog.Item(position: $0.grade) },
      levels: world.people.map { $0.level })
    levels = Rating(log, factor: world.shape.factor, model: model)
    if rule.isOurs {
      ratings = [Rating](
        repeating: levels, count: rule == .oursAlone ? world.people.count : 1)
    }
  }

  /// A rule's results over all seasons of a shape.
  static func figures(
    _ shape: TrainingShape, _ rule: TrainingRule, model: RatingModel = RatingModel(),
    weights: Recommender.Weights = Recommender.Weights()
  ) -> TrainingFigures {
    var sum = TrainingFigures(rule)
    for seed in shape.seeds {
      var season = TrainingSeason(TrainingWorld(shape, seed: seed), rule, model)
      season.recommender.weights = weights
      season.run()
      sum.add(season.figures)
    }
    return sum
  }

  private mutating func run() {
    for day in world.days {
      for person in world.people.indices {
        let list = fixedList(person, day)
        for number in 0..<world.shape.perSession {
          guard
            let item = list.map({ number < $0.count ? $0[number] : nil })
              ?? suggestion(person, day)
          else {
            figures.missing += 1
            continue
          }
          judge(item, person, day)
          attempt(item, person, day, number)
        }
      }
    }
    judgeEstimates()
  }

  // MARK: - The rules

  /// The list that a rule that never learns shows at the start of a session; `nil` for the other rules.
  private func fixedList(_ person: Int, _ day: Int64) -> [Int]? {
    let level = world.people[person].level
    let known = world.items.indices.filter { world.items[$0].liveFrom <= day }
    func nearest(_ items: [Int]) -> [Int] {
      items.sorted { one, other in
        let (first, second) = (
          abs(world.items[one].grade - level), abs(world.items[other].grade - level)
        )
        return first != second ? first < second : one < other
      }
    }
    switch rule {
    case .appAsShown:
      // One climb is shown, the same throughout a session.
      guard let first = nearest(known).first else { return [] }
      return [Int](repeating: first, count: world.shape.perSession)
    case .appWalkedDown: return nearest(known.filter { world.isLive($0, on: day) })
    case .nearestUnsent:
      return nearest(
        known.filter { world.isLive($0, on: day) && !histories[person][$0].isSent })
    default: return nil
    }
  }

  private func suggestion(_ person: Int, _ day: Int64) -> Int? {
    let open = world.items.indices.filter { item in
      world.isLive(item, on: day)
        && (self.recommender.allowsRepeats || !histories[person][item].isSent)
    }
    if rule == .oracle {
      let aim = Functions.log2(0.7 / 0.3) / Functions.log2(world.shape.factor)
      return open.min { one, other in
        abs(world.steps(person, one, on: day) - aim)
          < abs(world.steps(person, other, on: day) - aim)
      }
    }
    var recommender = self.recommender
    recommender.seed = UInt64(day)
    recommender.recentTags = recentTags[person]
    let candidates = open.map { item in
      let history = histories[person][item]
      return Candidate(
        item: item, liveFrom: world.items[item].liveFrom, outAt: world.items[item].outAt,
        isSent: history.isSent, last: history.last, tags: [world.items[item].style],
        place: world.items[item].place)
    }
    let isAlone = rule == .oursAlone
    return recommender.suggest(
      candidates, rating: ratings[isAlone ? person : 0], person: person, day: day
    ).next?.item
  }

  // MARK: - Results

  private mutating func judge(_ item: Int, _ person: Int, _ day: Int64) {
    figures.suggestions += 1
    if (0.5...0.85).contains(world.chance(person, item, on: day)) { figures.inZone += 1 }
    if !world.isLive(item, on: day) { figures.notLive += 1 }
    if histories[person][item].isSent {
      figures.sent += 1
      // Only our rules mark repeats.
      if rule.isOurs { figures.again += 1 }
    }
  }

  private mutating func attempt(_ item: Int, _ person: Int, _ day: Int64, _ number: Int) {
    guard world.isLive(item, on: day) else { return }
    var history = histories[person][item]
    history.tries += 1
    let isSuccess = world.succeeds(person, item, attempt: history.tries, on: day)
    let outcome: Outcome = isSuccess ? history.tries == 1 ? .flash : .send : .attempt
    history.isSent = history.isSent || isSuccess
    history.last = Candidate.Result(day: day, outcome: outcome)
    histories[person][item] = history
    recentTags[person] = [world.items[item].style]
    triesByItem[item] += 1
    tries += 1
    successes += isSuccess ? 1 : 0
    guard rule.isOurs else { return }
    ratings[rule == .oursAlone ? person : 0].learn(
      LoggedTry(
        person: person, item: item, at: day * 86_400 + 64_800 + Int64(number) * 600,
        outcome: outcome))
  }

  private func rating(of person: Int) -> Rating {
    guard rule.isOurs else { return levels }
    return ratings[rule == .oursAlone ? person : 0]
  }

  private mutating func judgeEstimates() {
    guard rule != .oracle else { return }
    let last = world.days.last ?? 0
    for person in world.people.indices {
      guard let ability = rating(of: person).ability(of: person) else { continue }
      figures.abilities += 1
      figures.abilityErrors += abs(ability.value - world.ability(of: person, on: last))
    }
    // With separate logs there is no shared estimate of an item.
    for item in world.items.indices where triesByItem[item] >= 10 && rule != .oursAlone {
      guard let difficulty = rating(of: 0).difficulty(of: item) else { continue }
      figures.items += 1
      figures.itemErrors += abs(difficulty.value - world.items[item].difficulty)
    }
    judgePredictions(after: last)
  }

  /// After the season everybody tries 120 random items; no log records these tries.
  private mutating func judgePredictions(after last: Int64) {
    let base = tries == 0 ? 0.5 : Double(successes) / Double(tries)
    for person in world.people.indices {
      var luck = Chance(seed: 77, at: Int64(person))
      let live = world.items.indices.filter { world.isLive($0, on: last) }
      for attempt in 0..<120 where !live.isEmpty {
        let item = live[Int(luck.number(through: UInt64(live.count - 1)))]
        guard let ours = rating(of: person).chance(person: person, item: item),
          let level = levels.chance(person: person, item: item)
        else { continue }
        figures.heldOut.add(
          ours: ours, level: level, base: base,
          isSuccess: world.succeeds(person, item, attempt: 500 + attempt, on: last))
      }
    }
  }
}

extension TrainingFigures {
  fileprivate mutating func add(_ other: TrainingFigures) {
    suggestions += other.suggestions
    inZone += other.inZone
    sent += other.sent
    again += other.again
    notLive += other.notLive
    missing += other.missing
    abilityErrors += other.abilityErrors
    abilities += other.abilities
    itemErrors += other.itemErrors
    items += other.items
    heldOut.add(other.heldOut)
  }

  /// A rule's results over all seasons of a shape.
  public static func of(
    _ rule: TrainingRule, in shape: TrainingShape, model: RatingModel = RatingModel(),
    weights: Recommender.Weights = Recommender.Weights()
  ) -> TrainingFigures {
    TrainingSeason.figures(shape, rule, model: model, weights: weights)
  }
}

extension HeldOut {
  fileprivate mutating func add(_ other: HeldOut) {
    count += other.count
    ours.add(other.ours)
    level.add(other.level)
    base.add(other.base)
    for place in tenths.indices {
      tenths[place].count += other.tenths[place].count
      tenths[place].predicted += other.tenths[place].predicted
      tenths[place].successes += other.tenths[place].successes
    }
  }
}

extension HeldOut.Score {
  fileprivate mutating func add(_ other: HeldOut.Score) {
    squares += other.squares
    right += other.right
  }
}
