/// The cheapest entries so far.
struct Shortlist {
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
  /// Cheapest first.
  private(set) var entries: [Entry] = []

  init(limit: Int) { self.limit = limit }

  mutating func insert(_ cost: Double, _ item: Int, _ place: Int) {
    let entry = Entry(cost: cost, item: item, place: place)
    if entries.count == limit {
      guard let last = entries.last, entry.stands(before: last) else { return }
      entries.removeLast()
    }
    var place = entries.count
    while place > 0, entry.stands(before: entries[place - 1]) { place -= 1 }
    entries.insert(entry, at: place)
  }
}

/// How far a person is above an item, in steps.
struct Gap {
  let steps: Double
  let variance: Double
}

/// Items near a chance, and substitutes if there are too few.
struct List {
  /// How far the person is above the target difficulty.
  let steps: Double
  private let weights: Recommender.Weights
  private let slope: Double
  private(set) var near: Shortlist
  private(set) var repeats: Shortlist
  private(set) var far: Shortlist

  init(_ chance: Double, _ slope: Double, _ weights: Recommender.Weights, limit: Int) {
    let chance = min(max(chance, 0.01), 0.99)
    steps = Rating.logOdds(chance) / slope
    (self.weights, self.slope) = (weights, slope)
    (near, repeats, far) = (
      Shortlist(limit: limit), Shortlist(limit: limit), Shortlist(limit: limit)
    )
  }

  /// An item costs the expected squared distance from the aim.
  mutating func insert(_ gap: Gap, _ bias: Double, _ item: Int, _ place: Int, isRepeat: Bool) {
    let off = gap.steps - steps
    let distance = abs(off) * slope
    guard distance <= weights.farthest else { return }
    let cost = off * off + weights.doubt * gap.variance + bias
    if distance > weights.near {
      if !isRepeat { far.insert(cost, item, place) }
    } else if isRepeat {
      repeats.insert(cost, item, place)
    } else {
      near.insert(cost, item, place)
    }
  }
}

/// Takes items from shortlists, each once, so that neighbours differ in their tags.
struct Choice {
  private let candidates: [Candidate]
  private let weights: Recommender.Weights
  private let count: Int
  private let recent: TagSet
  private var taken: Set<Int> = []

  init(_ candidates: [Candidate], _ weights: Recommender.Weights, count: Int, recent: TagSet) {
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
