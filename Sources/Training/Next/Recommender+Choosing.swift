import Sound

extension Recommender {
  /// Chooses from the items live on `day`, in days since 1970.
  ///
  /// - Complexity: O(n) for n candidates.
  public func suggest(
    _ candidates: [Candidate], rating: Rating, person: Int = 0, day: Int64
  ) -> Suggestions {
    let ability = rating.ability(of: person, at: Days.start(of: day)).map {
      Rating.Side(mean: $0.value, variance: $0.sigma * $0.sigma)
    }
    let limit = max(count, 1) * 4
    var warmUp = List(aims.warmUp, rating.slope, weights, limit: limit)
    var level = List(aims.atLevel, rating.slope, weights, limit: limit)
    var hard = List(aims.limit, rating.slope, weights, limit: limit)
    var (projects, new) = (Shortlist(limit: limit), Shortlist(limit: limit))
    for (place, candidate) in candidates.enumerated() where candidate.isLive(on: day) {
      let isDue = isDue(candidate, on: day)
      let isWaiting = isWaiting(candidate, isDue: isDue)
      guard !isWaiting || allowsRepeats || candidate.isProject else { continue }
      let gap = gap(ability, candidate, rating)
      let bias = bias(candidate, day, isDue: isDue)
      let isProject = candidate.isProject && !candidate.isSent
      if isProject { projects.insert(bias, candidate.item, place) }
      if !isWaiting, candidate.last == nil, !candidate.isSent,
        gap.map({ $0.steps >= hard.steps - 1 && $0.steps <= warmUp.steps + 1 }) ?? true
      {
        // Without a level, the easiest come first.
        let grade = ability == nil ? rating.difficulty(of: candidate.item)?.value : nil
        new.insert((grade ?? weeksSinceSet(candidate, day)) + bias, candidate.item, place)
      }
      guard let gap, !isWaiting || allowsRepeats else { continue }
      level.insert(gap, bias, candidate.item, place, isRepeat: isWaiting)
      // Nothing above the person's grade is a warm-up.
      if gap.steps >= -0.5 {
        warmUp.insert(gap, bias, candidate.item, place, isRepeat: isWaiting)
      }
      if !isWaiting, !isProject { hard.insert(gap, bias, candidate.item, place, isRepeat: false) }
    }
    var choice = Choice(candidates, weights, count: count, recent: recentTags)
    func suggestions(_ places: [Int]) -> [Suggestion] {
      places.map { suggestion(candidates[$0], gap(ability, candidates[$0], rating), rating, day) }
    }
    // No item is in two lists.
    let atLevel = suggestions(choice.take([level.near, level.repeats, projects, level.far]))
    return Suggestions(
      atLevel: atLevel, project: suggestions(choice.take([projects, hard.near, hard.far])),
      warmUp: suggestions(choice.take([warmUp.near, warmUp.repeats, warmUp.far])),
      somethingNew: suggestions(choice.take([new])))
  }

  // MARK: - What an item costs

  private func gap(_ ability: Rating.Side?, _ candidate: Candidate, _ rating: Rating) -> Gap? {
    guard let ability, rating.items.indices.contains(candidate.item),
      let item = rating.items[candidate.item]
    else { return nil }
    return Gap(steps: ability.mean - item.mean, variance: ability.variance + item.variance)
  }

  /// Items that come due again wait until then; any other is done once sent.
  private func isWaiting(_ candidate: Candidate, isDue: Bool) -> Bool {
    comesDueAgain ? candidate.last != nil && !isDue : candidate.isSent
  }

  /// Weeks since it was set: a year if unknown.
  private func weeksSinceSet(_ candidate: Candidate, _ day: Int64) -> Double {
    candidate.liveFrom.map { min(Double(Days.between($0, day)) / 7, 52) } ?? 52
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
    let isDue = isDue(candidate, on: day)
    return Suggestion(
      item: candidate.item,
      chance: gap.map { rating.chance(above: $0.steps, variance: $0.variance) }, sigma: sigma,
      daysSinceSet: candidate.liveFrom.map { Days.between($0, day) },
      tag: candidate.tags.subtracting(recentTags).first ?? candidate.tags.first,
      isProject: candidate.isProject,
      isAgain: candidate.isSent || isWaiting(candidate, isDue: isDue), isDue: isDue,
      isNew: candidate.last == nil && !candidate.isSent,
      isUncertain: (sigma ?? .infinity) > rating.model.uncertainSigma)
  }
}
