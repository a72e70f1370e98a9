import Sound
import Testing

@testable import Training

/// What follows from a log.
@Suite struct RatingTests {
  private let day: Int64 = 86_400

  private func rating(
    items: [TrainingLog.Item] = [.init(position: 4), .init(position: 5)], level: Double? = 4,
    _ tries: [LoggedTry] = [], votes: [GradeVote] = []
  ) -> Rating {
    Rating(
      TrainingLog(items: items, levels: [level], tries: tries, votes: votes),
      factor: GradeScale.v.factor)
  }

  @Test func anEmptyLogSaysWhatIsTyped() throws {
    let rating = rating()
    let (ability, item) = (try #require(rating.ability()), try #require(rating.difficulty(of: 1)))
    #expect(ability.value == 4 && ability.sigma == rating.model.levelSigma && ability.tries == 0)
    #expect(item.value == 5 && item.sigma == rating.model.setterSigma && item.tries == 0)
    #expect(rating.curve().isEmpty)
    #expect(rating.chance(item: 0) == 0.5)
    let none = Rating(TrainingLog(), factor: 2)
    #expect(none.ability() == nil && none.difficulty(of: 0) == nil && none.curve().isEmpty)
  }

  /// Where nothing is known nothing is said.
  @Test func nothingIsMadeUp() {
    let rating = rating(items: [.init(), .init(position: 3)], level: nil)
    #expect(rating.ability() == nil)
    #expect(rating.difficulty(of: 0) == nil)
    #expect(rating.chance(item: 1) == nil)
    #expect(rating.difficulty(of: -1) == nil && rating.difficulty(of: 2) == nil)
    #expect(rating.ability(of: 1) == nil && rating.ability(of: -1) == nil)
    #expect(self.rating(items: [.init(position: .nan)], level: .infinity).ability() == nil)
    // A try between two that are unknown says nothing about either.
    let after = self.rating(
      items: [.init()], level: nil, [LoggedTry(item: 0, at: 0, outcome: .send)])
    #expect(after.ability() == nil && after.difficulty(of: 0) == nil)
  }

  @Test func aFirstTryRatesWhoeverWasNotRated() throws {
    let sent = try #require(
      rating(level: nil, [LoggedTry(item: 0, at: 0, outcome: .flash)]).ability())
    let failed = try #require(
      rating(level: nil, [LoggedTry(item: 0, at: 0, outcome: .attempt)]).ability())
    #expect(sent.value > 4 && failed.value < 4)
    #expect(sent.sigma > 1, "one try makes nobody sure")
    let item = try #require(
      rating(items: [.init()], [LoggedTry(item: 0, at: 0, outcome: .flash)]).difficulty(of: 0))
    #expect(item.value < 4 && item.sigma > 1 && item.tries == 1)
  }

  @Test func aFlashRaisesAnAbilityAndLowersADifficulty() throws {
    let rating = rating([LoggedTry(item: 1, at: 0, outcome: .flash)])
    let (ability, item) = (try #require(rating.ability()), try #require(rating.difficulty(of: 1)))
    #expect(ability.value > 4 && ability.sigma < rating.model.levelSigma && ability.tries == 1)
    #expect(item.value < 5 && item.sigma < rating.model.setterSigma)
    // What was surer moves less.
    #expect(ability.value - 4 > 5 - item.value)
    // What nobody tried keeps what its setter said.
    #expect(rating.difficulty(of: 0)?.value == 4)
    #expect(rating.difficulty(of: 0)?.sigma == rating.model.setterSigma)
  }

  private func ability(_ outcome: Outcome, _ count: Int) throws -> Double {
    try #require(rating([LoggedTry(item: 0, at: 0, outcome: outcome, count: count)]).ability())
      .value
  }

  @Test func triesBeforeASendAreFailuresAndAtMostFiveCount() throws {
    #expect(try ability(.send, 1) == ability(.flash, 1))
    #expect(try ability(.send, 2) < ability(.send, 1))
    #expect(try ability(.send, 6) < ability(.send, 5))
    #expect(try ability(.send, 7) == ability(.send, 6))
    #expect(try ability(.attempt, 5) < ability(.attempt, 4))
    #expect(try ability(.attempt, 6) == ability(.attempt, 5))
    #expect(try ability(.attempt, .max) == ability(.attempt, 5))
    #expect(try ability(.attempt, 0) == ability(.attempt, 1))
    #expect(try ability(.flash, 9) == ability(.flash, 1))
  }

  @Test func whatIsExpectedTeachesLittle() throws {
    let easy = try #require(
      rating(items: [.init(position: 0)], [LoggedTry(item: 0, at: 0, outcome: .flash)]).ability())
    let hard = try #require(
      rating(items: [.init(position: 8)], [LoggedTry(item: 0, at: 0, outcome: .flash)]).ability())
    #expect(easy.value - 4 < 0.1)
    #expect(hard.value - 4 > 0.5)
  }

  @Test func idleTimeWidensAnAbilityUpToALimit() throws {
    let rating = rating((0..<40).map { LoggedTry(item: 0, at: $0 * 60, outcome: .send) })
    let sigmas = try [0, 30, 365, 36_500, 1_000_000].map {
      try #require(rating.ability(at: 2_400 + $0 * day)).sigma
    }
    #expect(sigmas[0] < sigmas[1] && sigmas[1] < sigmas[2] && sigmas[2] < sigmas[3])
    #expect(sigmas[3] == rating.model.widestSigma && sigmas[4] == sigmas[3])
    #expect(rating.ability(at: .max)?.value == rating.ability()?.value)
    // Before the last try it is as sure as it will be.
    #expect(rating.ability(at: .min)?.sigma == rating.ability()?.sigma)
    // A try after a long pause moves it further.
    func moved(after days: Int64) throws -> Double {
      var later = rating
      later.learn(LoggedTry(item: 1, at: 2_400 + days * day, outcome: .attempt))
      return try #require(rating.ability()).value - (try #require(later.ability())).value
    }
    #expect(try moved(after: 700) > moved(after: 1))
  }

  @Test func votesAreWeakEvidenceAndTheLastOneCounts() throws {
    func voted(_ votes: [GradeVote]) throws -> Estimate {
      try #require(rating(votes: votes).difficulty(of: 0))
    }
    let one = try voted([GradeVote(item: 0, at: 5, position: 6)])
    #expect(one.value > 4 && one.value < 5 && one.sigma < 0.6)
    let changed = [GradeVote(item: 0, at: 1, position: 2), GradeVote(item: 0, at: 5, position: 6)]
    #expect(try voted(changed) == one)
    #expect(try voted(changed.reversed()) == one)
    let wide = try voted([GradeVote(item: 0, at: 5, position: 6, halfWidth: 2)])
    #expect(wide.value > 4 && wide.value < one.value)
    let two = Rating(
      TrainingLog(
        items: [.init(position: 4)], levels: [nil, nil],
        votes: [0, 1].map { GradeVote(person: $0, item: 0, at: 5, position: 6) }),
      factor: GradeScale.v.factor)
    #expect(try #require(two.difficulty(of: 0)).value > one.value)
    let ungraded = rating(
      items: [.init()], votes: [GradeVote(item: 0, at: 5, position: 6)]
    ).difficulty(of: 0)
    #expect(ungraded?.value == 6)
  }

  @Test func aRangeIsLessSureThanAGrade() throws {
    let rating = rating(items: [
      .init(GradeScale.v.read("V4")), .init(GradeScale.v.read("V3/V5")), .init(nil),
    ])
    let (one, range) = (
      try #require(rating.difficulty(of: 0)), try #require(rating.difficulty(of: 1))
    )
    #expect(one.value == 4 && range.value == 4 && range.sigma > one.sigma)
    #expect(rating.difficulty(of: 2) == nil)
  }

  /// Two devices that merge their logs come to the same, whatever order the entries are in.
  @Test func theSameLogGivesTheSameNumbersInAnyOrder() {
    var log = TrainingSample.log(items: 50, tries: 400, votes: 40)
    // Many in the same second.
    for index in log.tries.indices { log.tries[index].at /= 40_000 }
    func bits(_ log: TrainingLog) -> [UInt64] {
      let rating = Rating(log, factor: 3.17)
      return rating.curve().flatMap { [$0.ability.value.bitPattern, $0.ability.sigma.bitPattern] }
        + log.items.indices.map { rating.difficulty(of: $0)?.value.bitPattern ?? 0 }
    }
    let expected = bits(log)
    var random = Chance(seed: 4)
    for _ in 0..<5 {
      for index in log.tries.indices.reversed() {
        log.tries.swapAt(index, Int(random.number(through: UInt64(index))))
      }
      log.votes.reverse()
      #expect(bits(log) == expected)
    }
    log.tries[7].outcome = log.tries[7].outcome == .attempt ? .send : .attempt
    #expect(bits(log) != expected)
  }

  @Test func theCurveHasADayForEachDayWithATry() throws {
    let rating = rating(
      [0, 3_600, 90_000, 86_400 * 5 - 1].map { LoggedTry(item: 0, at: $0, outcome: .send) })
    #expect(rating.curve().map(\.day) == [0, 1, 4])
    #expect(rating.curve(secondsEast: 3_600).map(\.day) == [0, 1, 5])
    #expect(rating.curve(secondsEast: -3_600).map(\.day) == [-1, 0, 1, 4])
    #expect(rating.curve().map(\.ability.tries) == [2, 3, 4])
    #expect(rating.curve().last?.ability == rating.ability())
    let values = rating.curve().map(\.ability.value)
    #expect(values == values.sorted())
  }

  @Test func brokenClocksAndPlacesBreakNothing() {
    let tries = [Int64.min, -1, .max].map { LoggedTry(item: 0, at: $0, outcome: .send) }
    let rating = rating(
      tries + [
        LoggedTry(item: 9, at: 0, outcome: .send),
        LoggedTry(person: 7, item: 0, at: 0, outcome: .send),
        LoggedTry(item: -1, at: 0, outcome: .send),
      ],
      votes: [
        GradeVote(item: 0, at: .max, position: .nan), GradeVote(item: 12, at: 0, position: 3),
      ])
    #expect(rating.ability()?.tries == 3)
    #expect(rating.ability().map { $0.value.isFinite && $0.sigma > 0 } == true)
    #expect(rating.curve(secondsEast: 3_600).count == 3)
  }

  /// What is tried often is found, wherever it began.
  @Test func estimatesFindTheTruth() throws {
    for truth in [1.0, 4, 7] {
      let grades = (0...80).map { truth - 2 + Double($0) / 20 }
      var chance = Chance(seed: 9)
      let tries = (0..<400).map { number in
        let item = number % grades.count
        let odds = Rating.logistic((truth - grades[item]) * 1.1537)
        return LoggedTry(
          item: item, at: Int64(number) * 60, outcome: chance.part() < odds ? .send : .attempt)
      }
      let rating = rating(items: grades.map { .init(position: $0) }, level: 4, tries)
      let ability = try #require(rating.ability())
      #expect(abs(ability.value - truth) < 0.35)
      #expect(ability.sigma < 0.25)
    }
  }
}
