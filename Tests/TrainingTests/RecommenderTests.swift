import Testing

@testable import Training

/// What is suggested, and what never is.
@Suite struct RecommenderTests {
  private let day: Int64 = 200

  /// Somebody at V4, and 90 climbs from V0 to V9 with ten styles on six walls.
  private func rating(_ level: Double? = 4) -> Rating {
    Rating(
      TrainingLog(items: (0..<90).map { .init(position: Double($0 % 9)) }, levels: [level]),
      factor: GradeScale.v.factor)
  }

  private func candidates(_ change: (inout Candidate) -> Void = { _ in }) -> [Candidate] {
    (0..<90).map { item in
      var candidate = Candidate(
        item: item, liveFrom: day - Int64(item % 40), tags: [item / 9], place: item % 6)
      change(&candidate)
      return candidate
    }
  }

  private func all(_ found: Suggestions) -> [Suggestion] {
    found.warmUp + found.atLevel + found.project + found.somethingNew
  }

  @Test func eachListHasItsChance() throws {
    let found = Recommender().suggest(candidates(), rating: rating(), day: day)
    for (list, chances) in [
      (found.warmUp, 0.75...1.0), (found.atLevel, 0.5...0.75), (found.project, 0.2...0.5),
    ] as [([Suggestion], ClosedRange<Double>)] {
      #expect(list.count == 5)
      for suggestion in list { #expect(chances.contains(try #require(suggestion.chance))) }
    }
    #expect(found.somethingNew.count == 5)
    #expect(found.somethingNew.allSatisfy { $0.daysSinceSet ?? 99 < 15 && $0.isNew })
    #expect(found.next == found.atLevel.first)
    #expect(Set(all(found).map(\.item)).count == 20, "one item is in two lists")
  }

  @Test func aWarmUpIsNotAboveTheLevel() {
    let log = TrainingLog(items: (0..<90).map { .init(position: Double($0 % 9)) }, levels: [1])
    let rating = Rating(log, factor: 2)
    func warmUps(_ grades: ClosedRange<Int>) -> [Int] {
      let some = candidates().filter { grades.contains($0.item % 9) }
      return Recommender().suggest(some, rating: rating, day: day).warmUp.map { $0.item % 9 }
    }
    #expect(warmUps(1...2).allSatisfy { $0 == 1 } && warmUps(1...2).count == 5)
    #expect(warmUps(2...3).isEmpty, "nothing easier is there")
    #expect(warmUps(0...3).allSatisfy { $0 < 2 })
  }

  @Test(arguments: [false, true]) func whatIsNotLiveIsNeverNamed(comesDueAgain: Bool) {
    var recommender = Recommender()
    (recommender.count, recommender.comesDueAgain) = (90, comesDueAgain)
    let found = recommender.suggest(
      candidates {
        switch $0.item % 4 {
        case 0: $0.outAt = day
        case 1: $0.liveFrom = day + 1
        case 2: ($0.isProject, $0.outAt) = (true, day - 3)
        default: $0.outAt = day + 1
        }
      }, rating: rating(), day: day)
    #expect(!all(found).isEmpty)
    #expect(all(found).allSatisfy { $0.item % 4 == 3 })
  }

  @Test func whatWasSentComesOnlyWhereThereIsLittleElseAndSaysSo() {
    // Of ten climbs at each grade one is unsent.
    let sent = candidates {
      $0.isSent = $0.item >= 9
      if $0.isSent { $0.last = .init(day: day - 30, outcome: .send) }
    }
    var recommender = Recommender()
    let found = recommender.suggest(sent, rating: rating(), day: day)
    #expect(all(found).allSatisfy { $0.isAgain == ($0.item >= 9) })
    #expect(found.atLevel.count == 5)
    let again = found.atLevel.map(\.isAgain)
    #expect(again.contains(true) && again.first == false)
    #expect(again == again.sorted { !$0 && $1 }, "a repeat is before what is unsent")
    #expect(found.somethingNew.allSatisfy { !$0.isAgain })
    recommender.allowsRepeats = false
    #expect(
      all(recommender.suggest(sent, rating: rating(), day: day)).allSatisfy { $0.item < 9 })
    // Where all is new nothing is repeated.
    let fresh = Recommender().suggest(candidates(), rating: rating(), day: day)
    #expect(all(fresh).allSatisfy { !$0.isAgain })
  }

  @Test func projectsComeFirstInTheirList() {
    let found = Recommender().suggest(
      candidates { $0.isProject = [7, 8, 16].contains($0.item) }, rating: rating(), day: day)
    #expect(Set(found.project.prefix(3).map(\.item)) == [7, 8, 16])
    #expect(found.project.map(\.isProject) == [true, true, true, false, false])
  }

  @Test func neighboursDifferInTheirTags() {
    var recommender = Recommender()
    recommender.recentTags = [0]
    let found = recommender.suggest(candidates(), rating: rating(), day: day)
    let tags = found.atLevel.map(\.tag)
    #expect(Set(tags).count == 5, "\(tags)")
    #expect(!tags.contains(0))
    recommender.weights.sharedTag = 0
    recommender.weights.exploration = 0
    let plain = recommender.suggest(candidates(), rating: rating(), day: day)
    #expect(plain.atLevel.contains { $0.tag == 0 }, "without the weight there is no difference")
  }

  @Test func aTagOfItsOwnIsNamed() {
    var recommender = Recommender()
    (recommender.recentTags, recommender.count) = ([2], 1)
    let found = recommender.suggest(
      [Candidate(item: 3, tags: [2, 5, 99])], rating: rating(), day: day)
    #expect(found.atLevel.first?.tag == 5)
  }

  @Test func itFollowsFromItsSeed() {
    func found(_ seed: UInt64, _ candidates: [Candidate]) -> Suggestions {
      var recommender = Recommender()
      recommender.seed = seed
      return recommender.suggest(candidates, rating: rating(), day: day)
    }
    let first = found(1, candidates())
    #expect(found(1, candidates()) == first)
    #expect(found(1, candidates().reversed()) == first)
    #expect((2...9).contains { found($0, candidates()) != first })
  }

  @Test func whatWasTriedTodayWaits() {
    let candidates = candidates {
      if $0.item % 18 == 4 { $0.last = .init(day: day, outcome: .attempt) }
      if $0.item % 18 == 13 { $0.last = .init(day: day - 30, outcome: .attempt) }
    }
    var recommender = Recommender()
    recommender.weights.exploration = 0
    let found = recommender.suggest(candidates, rating: rating(3.25), day: day)
    #expect(!found.atLevel.contains { $0.item % 18 == 4 })
  }

  @Test func withoutALevelNothingIsPromised() {
    let found = Recommender().suggest(candidates(), rating: rating(nil), day: day)
    #expect(found.atLevel.isEmpty && found.warmUp.isEmpty && found.project.isEmpty)
    #expect(found.somethingNew.count == 5)
    #expect(found.somethingNew.allSatisfy { $0.chance == nil && $0.isUncertain })
    #expect(found.next == found.somethingNew.first)
    #expect(found.somethingNew.allSatisfy { $0.item % 9 == 0 }, "the easiest come first")
    let ungraded = Rating(TrainingLog(items: [.init()], levels: [4]), factor: 2)
    let one = Recommender().suggest([Candidate(item: 0)], rating: ungraded, day: day)
    #expect(one.atLevel.isEmpty && one.somethingNew.map(\.chance) == [nil])
  }

  @Test func nothingComesOfNothing() {
    let empty = Recommender().suggest([], rating: rating(), day: day)
    #expect(all(empty).isEmpty && empty.next == nil)
    let odd = [
      Candidate(item: 5_000), Candidate(item: -1),
      Candidate(
        item: 4, liveFrom: .min, outAt: .max, last: .init(day: .max, outcome: .send),
        previous: .init(day: .min, outcome: .send)),
    ]
    for day in [Int64.min, 0, .max] {
      var recommender = Recommender()
      for comesDueAgain in [false, true] {
        recommender.comesDueAgain = comesDueAgain
        let found = recommender.suggest(odd, rating: rating(), day: day)
        #expect(all(found).allSatisfy { $0.item != 4 || $0.chance != nil })
      }
    }
  }

  // MARK: - Due again

  private typealias Result = Candidate.Result

  @Test(arguments: [
    (Outcome.attempt, nil, 1), (.send, nil, 3), (.flash, nil, 7),
    (.send, Result(day: 90, outcome: .send), 20), (.flash, Result(day: 90, outcome: .send), 30),
    (.send, Result(day: 40, outcome: .send), 60), (.attempt, Result(day: 40, outcome: .send), 1),
    (.send, Result(day: 90, outcome: .attempt), 3), (.send, Result(day: 99, outcome: .send), 3),
    (.send, Result(day: 120, outcome: .send), 3), (.send, Result(day: .min, outcome: .send), 60),
  ])
  func betterResultsComeBackLater(outcome: Outcome, previous: Candidate.Result?, days: Int64) {
    let last = Candidate.Result(day: 100, outcome: outcome)
    #expect(ReviewPlan().interval(last: last, previous: previous) == days)
    #expect(ReviewPlan().dueDay(last: last, previous: previous) == 100 + days)
    #expect(ReviewPlan().interval(last: nil, previous: previous) == nil)
  }

  @Test func whatIsDueComesBackAndWhatIsNotWaits() {
    var recommender = Recommender()
    (recommender.comesDueAgain, recommender.allowsRepeats) = (true, false)
    let studied = candidates {
      guard $0.item % 9 == 3 else { return }
      let isDue = $0.item < 45
      ($0.isSent, $0.last) = (true, .init(day: day - (isDue ? 3 : 2), outcome: .send))
    }
    let found = recommender.suggest(studied, rating: rating(), day: day)
    let due = all(found).filter(\.isDue)
    #expect(!due.isEmpty)
    #expect(due.allSatisfy { $0.item < 45 && $0.isAgain })
    #expect(!all(found).contains { $0.item >= 45 && $0.item % 9 == 3 })
    #expect(found.atLevel.first?.isDue == true)
    recommender.comesDueAgain = false
    #expect(!all(recommender.suggest(studied, rating: rating(), day: day)).contains { $0.isAgain })
  }

  // MARK: - Reasons

  private func suggestion(
    chance: Double? = 0.68, days: Int64? = 3, isProject: Bool = false, isAgain: Bool = false,
    isDue: Bool = false, isUncertain: Bool = false
  ) -> Suggestion {
    Suggestion(
      item: 0, chance: chance, sigma: chance.map { _ in 0.5 }, daysSinceSet: days, tag: nil,
      isProject: isProject, isAgain: isAgain, isDue: isDue, isNew: false,
      isUncertain: isUncertain)
  }

  @Test func aReasonIsOneLine() {
    #expect(suggestion().reason(tagName: "slab") == "about 7 in 10 · slab · set 3 days ago")
    #expect(suggestion(days: 0).reason() == "about 7 in 10 · set today")
    #expect(suggestion(days: 1).reason() == "about 7 in 10 · set yesterday")
    #expect(suggestion(days: 60).reason() == "about 7 in 10")
    #expect(suggestion(chance: 0.01).reason() == "less than 1 in 10 · set 3 days ago")
    #expect(suggestion(chance: 0.97, days: nil).reason() == "more than 9 in 10")
    #expect(
      suggestion(days: nil, isProject: true, isUncertain: true).reason()
        == "your project · about 7 in 10, uncertain")
    let sentence = (before: "you’d send ", after: " tries")
    #expect(
      suggestion(days: nil).reason(tagName: "clarinet", in: sentence)
        == "you’d send about 7 in 10 tries · clarinet")
    #expect(
      suggestion(days: nil, isUncertain: true).reason(in: sentence)
        == "you’d send perhaps 7 in 10 tries")
    #expect(suggestion(isAgain: true).reason(tagName: "") == "about 7 in 10 · again")
    #expect(suggestion(isAgain: true, isDue: true).reason() == "about 7 in 10 · due again")
    #expect(
      suggestion(chance: nil, isUncertain: true).reason() == "no estimate yet · set 3 days ago")
  }
}
