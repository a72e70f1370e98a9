import Sound

/// What somebody could try next, in four lists.
public struct Suggestions: Hashable, Sendable {
  public var warmUp: [Suggestion] = []
  public var atLevel: [Suggestion] = []
  public var project: [Suggestion] = []
  public var somethingNew: [Suggestion] = []

  /// The one to show first.
  public var next: Suggestion? {
    atLevel.first ?? project.first ?? somethingNew.first ?? warmUp.first
  }
}

/// Chooses what to try next.
public struct Recommender: Sendable {
  /// The chances that are aimed at.
  public struct Aims: Hashable, Sendable {
    public var atLevel = 0.70
    public var warmUp = 0.90
    public var limit = 0.35

    public init() {}
  }

  public var aims = Aims()
  public var weights = Weights()
  /// How many each list has at most.
  public var count = 5
  /// Whether what was done comes again after a while, as études do; a property of the catalogue.
  public var comesDueAgain = false
  public var reviews = ReviewPlan()
  /// Whether what was sent may fill a list that would stay short.
  public var allowsRepeats = true
  /// The same seed, log and day give the same lists.
  public var seed: UInt64 = 0
  /// Tags of what was tried last, which others are preferred to.
  public var recentTags: TagSet = []

  public init() {}

  /// What counts how much, in squared steps: a step off the aim costs 1.
  public struct Weights: Hashable, Sendable {
    /// Being tried today, halved with each day. A second try on the same day tells little that is new.
    public var recency = 0.15
    /// Sharing a tag with what was tried last or is in the list already.
    public var sharedTag = 0.05
    /// How much being unsure counts: a step of standard deviation costs this.
    public var doubt = 1.0
    /// At most this is taken off by chance, so that what is unknown is tried now and then.
    public var exploration = 0.05
    /// Being due is worth this.
    public var due = 0.5
    /// Nothing farther from the aim than this many steps is worth a place: rather a repeat.
    public var farthest = 2.0

    public init() {}
  }
}

extension Recommender {
  /// Chooses from what is live on `day`, in days since 1970.
  ///
  /// - Complexity: O(n) for n candidates.
  public func suggest(
    _ candidates: [Candidate], rating: Rating, person: Int = 0, day: Int64
  ) -> Suggestions {
    var pools = Pools(limit: max(count, 1) * 4)
    let ability = rating.ability(of: person, at: Days.start(of: day)).map {
      Rating.Side(mean: $0.value, variance: $0.sigma * $0.sigma)
    }
    let level = Target(aims.atLevel, rating)
    let warmUp = Target(aims.warmUp, rating)
    let limit = Target(aims.limit, rating)
    for (place, candidate) in candidates.enumerated() where candidate.isLive(on: day) {
      let isDue = isDue(candidate, on: day)
      // What comes again waits until it is due; anything else is done once it was sent.
      let isWaiting = comesDueAgain ? candidate.last != nil && !isDue : candidate.isSent
      guard !isWaiting || allowsRepeats || candidate.isProject else { continue }
      let gap = gap(ability, candidate, rating)
      let bias = bias(candidate, day, isDue: isDue)
      func entry(_ cost: Double) -> Shortlist.Entry {
        Shortlist.Entry(cost: cost, item: candidate.item, place: place)
      }
      if !isWaiting, candidate.last == nil, !candidate.isSent,
        let cost = noveltyCost(candidate, gap, from: limit, through: warmUp, day)
      {
        pools.new.insert(entry(cost + bias))
      }
      if candidate.isProject, !candidate.isSent {
        // All of one's own projects come before any that is merely hard enough to be one.
        pools.project.insert(entry(bias - 1_000))
      }
      guard let gap else { continue }
      if let cost = cost(gap, level) {
        if isWaiting {
          pools.repeats.insert(entry(cost + bias))
        } else {
          pools.level.insert(entry(cost + bias))
        }
      }
      if let cost = cost(gap, warmUp) {
        if isWaiting {
          pools.warmUpRepeats.insert(entry(cost + bias))
        } else {
          pools.warmUp.insert(entry(cost + bias))
        }
      }
      if !isWaiting, !candidate.isProject, let cost = cost(gap, limit) {
        pools.project.insert(entry(cost + bias))
      }
    }
    var choice = Choice(candidates: candidates, weights: weights, count: count, recent: recentTags)
    let lists = [
      choice.take([pools.level, pools.repeats]), choice.take([pools.project]),
      choice.take([pools.warmUp, pools.warmUpRepeats]), choice.take([pools.new]),
    ].map { places in
      places.map { suggestion(candidates[$0], gap(ability, candidates[$0], rating), rating, day) }
    }
    return Suggestions(
      warmUp: lists[2], atLevel: lists[0], project: lists[1], somethingNew: lists[3])
  }

  // MARK: - What an item costs

  /// A chance that is aimed at, as steps of the person above the item.
  private struct Target {
    let steps: Double

    init(_ chance: Double, _ rating: Rating) {
      let chance = min(max(chance, 0.01), 0.99)
      steps = Functions.log2(chance / (1 - chance)) / Functions.log2(rating.factor)
    }
  }

  /// How far a person is above an item.
  private struct Gap {
    let steps: Double
    let variance: Double
  }

  private func gap(_ ability: Rating.Side?, _ candidate: Candidate, _ rating: Rating) -> Gap? {
    guard let ability, rating.items.indices.contains(candidate.item),
      let item = rating.items[candidate.item]
    else { return nil }
    return Gap(steps: ability.mean - item.mean, variance: ability.variance + item.variance)
  }

  /// The squared distance from the aim that is to be expected; `nil` where it is too far.
  private func cost(_ gap: Gap, _ target: Target) -> Double? {
    let off = gap.steps - target.steps
    guard abs(off) <= weights.farthest else { return nil }
    return off * off + weights.doubt * gap.variance
  }

  /// What was set last comes first, if it is neither hopeless nor trivial.
  private func noveltyCost(
    _ candidate: Candidate, _ gap: Gap?, from limit: Target, through warmUp: Target, _ day: Int64
  ) -> Double? {
    let weeks = candidate.liveFrom.map { min(Double(Days.between($0, day)) / 7, 52) } ?? 52
    guard let gap else { return weeks }
    guard gap.steps >= limit.steps - 1, gap.steps <= warmUp.steps + 1 else { return nil }
    return weeks
  }

  private func bias(_ candidate: Candidate, _ day: Int64, isDue: Bool) -> Double {
    var chance = Chance(seed: seed, at: Int64(candidate.item))
    var bias = -weights.exploration * chance.part()
    if isDue {
      bias -= weights.due
    } else if let last = candidate.last {
      bias += weights.recency / (1 + Double(max(Days.between(last.day, day), 0)))
    }
    return bias
  }

  private func isDue(_ candidate: Candidate, on day: Int64) -> Bool {
    guard comesDueAgain,
      let due = reviews.dueDay(last: candidate.last, previous: candidate.previous)
    else { return false }
    return due <= day
  }

  private func suggestion(
    _ candidate: Candidate, _ gap: Gap?, _ rating: Rating, _ day: Int64
  ) -> Suggestion {
    let sigma = gap?.variance.squareRoot()
    return Suggestion(
      item: candidate.item,
      chance: gap.map { rating.chance(above: $0.steps, variance: $0.variance) }, sigma: sigma,
      daysSinceSet: candidate.liveFrom.map { Days.between($0, day) },
      tag: candidate.tags.subtracting(recentTags).first ?? candidate.tags.first,
      isProject: candidate.isProject, isAgain: candidate.isSent,
      isDue: isDue(candidate, on: day), isNew: candidate.last == nil && !candidate.isSent,
      isUncertain: (sigma ?? .infinity) > rating.model.uncertainSigma)
  }
}

/// The cheapest entries so far.
private struct Shortlist {
  struct Entry {
    let cost: Double
    let item: Int
    /// Its place among the candidates.
    let place: Int

    func stands(before other: Entry) -> Bool {
      cost != other.cost ? cost < other.cost : item < other.item
    }
  }

  let limit: Int
  /// From cheap to dear.
  private(set) var entries: [Entry] = []

  init(limit: Int) { self.limit = limit }

  mutating func insert(_ entry: Entry) {
    if entries.count == limit {
      guard let last = entries.last, entry.stands(before: last) else { return }
      entries.removeLast()
    }
    var place = entries.count
    while place > 0, entry.stands(before: entries[place - 1]) { place -= 1 }
    entries.insert(entry, at: place)
  }
}

private struct Pools {
  var level: Shortlist
  var repeats: Shortlist
  var warmUp: Shortlist
  var warmUpRepeats: Shortlist
  var project: Shortlist
  var new: Shortlist

  init(limit: Int) {
    let list = Shortlist(limit: limit)
    (level, repeats, warmUp, warmUpRepeats, project, new) = (list, list, list, list, list, list)
  }
}

/// Takes items from shortlists, each once, so that neighbours differ in their tags.
private struct Choice {
  let candidates: [Candidate]
  let weights: Recommender.Weights
  let count: Int
  let recent: TagSet
  private var taken: Set<Int> = []

  init(candidates: [Candidate], weights: Recommender.Weights, count: Int, recent: TagSet) {
    (self.candidates, self.weights, self.count, self.recent) = (candidates, weights, count, recent)
  }

  /// The places of the chosen; a later shortlist only fills what an earlier one leaves open.
  mutating func take(_ shortlists: [Shortlist]) -> [Int] {
    var places: [Int] = []
    var (tags, rooms) = (recent, Set<Int>())
    for shortlist in shortlists {
      var rest = shortlist.entries.filter { !taken.contains($0.item) }
      while places.count < count, !rest.isEmpty {
        var best = 0
        var bestCost = Double.infinity
        for (index, entry) in rest.enumerated() {
          let candidate = candidates[entry.place]
          let isAlike =
            candidate.tags.first == nil
            ? candidate.place.map { rooms.contains($0) } ?? false
            : candidate.tags.shares(with: tags)
          let cost = entry.cost + (isAlike ? weights.sharedTag : 0)
          if cost < bestCost { (best, bestCost) = (index, cost) }
        }
        let entry = rest.remove(at: best)
        let candidate = candidates[entry.place]
        taken.insert(entry.item)
        places.append(entry.place)
        tags.formUnion(candidate.tags)
        if let place = candidate.place { rooms.insert(place) }
      }
    }
    return places
  }
}
