import Testing

@testable import Domain
@testable import JournalRoom
@testable import Ledger
@testable import Pages
@testable import RoomKit
@testable import Rooms
@testable import ToolsRoom

/// What is reckoned from practice: reviews, goals, scores, weeks, ladders, intonation.
@Suite struct PracticeNumbersTests {
  private let desk = PracticeDesk()
  private var book: PracticeBook { desk.state.book }

  // MARK: - Reviews

  struct Case: Sendable {
    let days: [Review.Played]
    let review: Review

    /// Days with their ratings, and what follows from them.
    init(_ days: [(Int64, Int)], _ interval: Int64, _ due: Int64) {
      self.days = days.map { Review.Played(day: $0.0, rating: $0.1) }
      review = Review(interval: interval, due: due)
    }
  }

  /// Played when due, late or in time, the wait doubles up to 16 days, and no rating is as good as a good one. Rated 1
  /// or 2 it halves, never below a day. Played before it is due, it waits as long as before.
  static let cases: [Case] = [
    Case([(0, 0)], 1, 1),
    Case([(0, 5), (1, 5)], 2, 3),
    Case([(0, 5), (1, 5), (3, 5)], 4, 7),
    Case([(0, 5), (1, 5), (3, 5), (7, 5)], 8, 15),
    Case([(0, 5), (1, 5), (3, 5), (7, 5), (15, 5)], 16, 31),
    Case([(0, 5), (1, 5), (3, 5), (7, 5), (15, 5), (31, 5)], 16, 47),
    Case([(0, 0), (9, 0)], 2, 11),
    Case([(0, 5), (1, 5), (3, 5), (7, 2)], 2, 9),
    Case([(0, 1), (1, 1)], 1, 2),
    Case([(0, 5), (1, 5), (3, 1), (4, 3)], 2, 6),
    Case([(0, 5), (1, 5), (2, 5)], 2, 4),
    Case([(0, 5), (1, 5), (3, 5), (4, 2)], 2, 6),
  ]

  @Test(arguments: cases)
  func comesBackByTheRule(of example: Case) {
    #expect(Review(after: example.days) == example.review)
  }

  @Test func aSectionIsDueAndSaysWhy() throws {
    let piece = desk.addPiece("Ferling 12")
    let section = desk.addSection("Coda", in: piece)
    #expect(book.due(at: desk.state.today).isEmpty)
    desk.send(.started(Practice.Spot(piece, section)))
    desk.pass(60)
    desk.send(.endTapped)
    #expect(book.section(section)?.due == 20_406 && book.section(section)?.interval == 1)
    desk.now += 86_400_000
    desk.send(.findTyped(""))
    #expect(book.due(at: desk.state.today).map(\.id) == [section])
    #expect(desk.html.contains("Played 1 day ago."))
    // Rated afterwards, by either way, it follows; taken back, too.
    desk.send(.started(Practice.Spot(piece, section)))
    desk.pass(60)
    desk.send(.endTapped)
    #expect(book.section(section)?.due == 20_408 && book.section(section)?.interval == 2)
    let session = try #require(desk.state.after)
    desk.send(.rated(session, 2))
    #expect(book.section(section)?.due == 20_407 && book.section(section)?.interval == 1)
    desk.send(.rated(session, 2))
    #expect(book.section(section)?.interval == 2)
    desk.send(.blockRated(try #require(book.blocks.last).id, 1))
    #expect(book.section(section)?.interval == 1)
    desk.send(.sessionRemoved(session))
    #expect(book.section(section)?.due == 20_406)
    desk.send(.sectionReviewed(section, false))
    #expect(book.due(at: 30_000).isEmpty)
    desk.send(.sectionReviewed(section, true))
    #expect(book.due(at: 30_000).map(\.id) == [section])
    desk.send(.pieceResting(piece, true))
    #expect(book.due(at: 30_000).isEmpty)
  }

  @Test func whatWasOnlyBegunIsNotPlayed() {
    let piece = desk.addPiece("Ferling 12")
    let section = desk.addSection("Coda", in: piece)
    desk.addSession(day: 20_400, seconds: 29, piece: piece, section: section)
    #expect(book.played(section).isEmpty)
    desk.addSession(day: 20_400, seconds: 30, piece: piece, section: section, rating: 4)
    desk.addSession(day: 20_400, seconds: 30, piece: piece, section: section)
    #expect(book.played(section) == [Review.Played(day: 20_400, rating: 4)])
  }

  // MARK: - Goals

  private func goal(
    _ amount: Int64, _ unit: Goal.Unit, _ period: Goal.Period, since: Int64 = 20_000
  ) -> Goal {
    var goal = Goal(RowID(Bits128(high: 1, low: 1)), since: since)
    (goal.amount, goal.unit, goal.period) = (amount, unit, period)
    return goal
  }

  /// 20,405 is Thursday, 13 November 2025.
  @Test(arguments: [
    (Goal.Period.day, 0, Int64(20_405), Int64(20_405)), (.week, 0, 20_402, 20_408),
    (.week, 5, 20_400, 20_406), (.week, 6, 20_401, 20_407), (.month, 0, 20_393, 20_422),
  ])
  func hasItsDays(period: Goal.Period, firstWeekday: Int, first: Int64, last: Int64) {
    let goal = goal(100, .minutes, period)
    for day in first...last {
      #expect(goal.days(around: day, firstWeekday: firstWeekday) == first...last)
    }
    let sums = [first - 1, first, last, last + 1].map {
      DaySum(day: $0, seconds: 3_000, sessions: 1)
    }
    let unique = period == .day ? [sums[0], sums[1], sums[3]] : sums
    let progress = goal.progress(at: first, firstWeekday: firstWeekday, unique)
    #expect(progress.reached == (period == .day ? 50 : 100))
    #expect(progress.isMet == (period != .day))
    let sessions = self.goal(2, .sessions, period)
    #expect(
      sessions.progress(at: last, firstWeekday: firstWeekday, unique).reached
        == (period == .day ? 1 : 2))
  }

  private func days(_ days: some Sequence<Int64>) -> [DaySum] {
    days.map { DaySum(day: $0, seconds: 1_800, sessions: 1) }
  }

  @Test func aScoreForgives() {
    let goal = goal(30, .minutes, .day, since: 20_000)
    func score(_ practised: [DaySum], at day: Int64) -> Double {
      goal.score(at: day, firstWeekday: 0, practised).value
    }
    // About 80 in a hundred after a perfect month, about 99 after three.
    let month = score(days(20_000...20_029), at: 20_029)
    let three = score(days(20_000...20_089), at: 20_089)
    print("score after 30 days \(month), after 90 days \(three)")
    #expect(abs(month - 0.798) < 0.001 && abs(three - 0.992) < 0.001)
    // Thirteen days without halve it; one day takes off a twentieth.
    #expect(abs(score(days(20_000...20_089), at: 20_103) / three - 0.5) < 0.001)
    #expect(score(days(20_000...20_089), at: 20_091) > 0.94 * three)
    // The day that goes on takes nothing away, and counts once the goal is met.
    #expect(score(days(20_000...20_089), at: 20_090) == three)
    #expect(score(days(20_000...20_090), at: 20_090) > three)
  }

  @Test func restDaysDoNotCount() {
    var goal = goal(30, .minutes, .day, since: 20_398)
    goal.restDays = [5, 6]
    // A fortnight of working days, 6 to 19 November: the weekend in between asks for nothing.
    let worked = days([20_398, 20_399, 20_402, 20_403, 20_404, 20_405, 20_406])
    let score = goal.score(at: 20_406, firstWeekday: 0, worked)
    #expect(score.count == 7)
    let same = self.goal(30, .minutes, .day, since: 20_398)
      .score(at: 20_404, firstWeekday: 0, days(20_398...20_404))
    #expect(abs(score.value - same.value) < 1e-12)
    #expect(goal.progress(at: 20_407, firstWeekday: 0, worked).isResting)
  }

  @Test func aWeekWeighsSevenDays() {
    let week = goal(30, .minutes, .week, since: 20_402).score(
      at: 20_408, firstWeekday: 0, days([20_403]))
    #expect(week.count == 1 && abs(week.value - (1 - 0.5.power(7.0 / 13))) < 1e-6)
    // However long ago a goal was set.
    let old = goal(30, .minutes, .day, since: -700_000)
    #expect(old.score(at: 20_405, firstWeekday: 0, days(19_000...20_405)).value > 0.999)
  }

  @Test func aGoalIsSetChangedAndRemoved() throws {
    desk.send(.goal(.opened(nil)), .goal(.amount("45")), .goal(.period(.week)))
    desk.send(
      .goal(.score(true)), .goal(.rest(6)), .goal(.rest(5)), .goal(.rest(6)), .goal(.saved))
    let id = try #require(book.goals.first).id
    #expect(desk.state.sheet == nil && desk.toasts.last == "Goal saved.")
    #expect(desk.html.contains("45 min a week"))
    #expect(book.goals[0].restDays == [5] && book.goals[0].since == 20_405)
    let piece = desk.addPiece("Britten")
    desk.send(.goal(.opened(id)), .opened(.picker(.goal, piece: nil)))
    desk.send(.picked(.goal, Practice.Spot(piece)))
    #expect(desk.state.sheet == .goal)
    desk.send(.goal(.saved))
    #expect(desk.html.contains("45 min a week · Britten"))
    // What goes on counts at once.
    desk.send(.started(Practice.Spot(piece)))
    desk.pass(125)
    #expect(desk.html.contains("2 of 45 min"))
    desk.send(.goal(.opened(id)), .goal(.everything), .goal(.saved))
    #expect(book.goals.map(\.piece) == [nil] && desk.labels.last == "Edit a goal")
    desk.send(.goal(.opened(id)), .goal(.removed))
    #expect(book.goals.isEmpty && desk.state.sheet == nil)
  }

  @Test func aGoalThatIsOnlyOpenedIsNotMade() {
    desk.send(.goal(.opened(nil)), .goal(.amount("60")), .goal(.unit(.sessions)), .closed)
    #expect(book.goals.isEmpty && desk.labels.isEmpty)
    // It is left as it was, and the next one is new.
    desk.send(.goal(.opened(nil)))
    #expect(desk.state.goal?.amount == "30" && desk.state.goal?.goal.unit == .minutes)
  }

  @Test(arguments: [
    (Goal.Unit.minutes, Goal.Period.day, Int64(1_440), "Enter 1–1440 minutes a day."),
    (.minutes, .week, 10_080, "Enter 1–10080 minutes a week."),
    (.minutes, .month, 44_640, "Enter 1–44640 minutes a month."),
    (.sessions, .day, 20, "Enter 1–20 sessions a day."),
    (.sessions, .week, 140, "Enter 1–140 sessions a week."),
  ])
  func aGoalOutOfReachIsRefused(
    unit: Goal.Unit, period: Goal.Period, most: Int64, words: String
  ) {
    desk.send(.goal(.opened(nil)), .goal(.unit(unit)), .goal(.period(period)))
    for text in ["0", "-1", "\(most + 1)", "a lot", "", "1.5", "99999999999999999999"] {
      desk.send(.goal(.amount(text)), .goal(.saved))
      #expect(book.goals.isEmpty && desk.state.sheet == .goal, "\(text)")
      #expect(desk.state.goal?.problem == words && desk.html.contains(words), "\(text)")
      #expect(desk.orders.last == .focus(id: "practice-goal-amount"))
    }
    desk.send(.goal(.amount("\(most)")))
    #expect(desk.state.goal?.problem == nil)
    desk.send(.goal(.saved))
    #expect(book.goals.map(\.amount) == [most])
  }

  @Test func aGoalChangedElsewhereKeepsWhatWasNotTouchedHere() throws {
    desk.send(.goal(.opened(nil)), .goal(.saved))
    var other = try #require(book.goals.first)
    desk.send(.goal(.opened(other.id)), .goal(.amount("40")))
    let before = other
    other.period = .week
    desk.editElsewhere(other.edits(from: before))
    desk.send(.goal(.saved))
    #expect(book.goals.map(\.amount) == [40] && book.goals.map(\.period) == [.week])
  }

  // MARK: - Looking back

  /// The same by an independent way: a table of days, filled by hand.
  @Test func weeksAndDaysAddUp() {
    var random = RandomBits(seed: 4, 5)
    let pieces = (0..<6).map { desk.addPiece("Piece \($0)") }
    var seconds: [Int64: Int64] = [:]
    var secondsByPiece: [Int: [Int64: Int64]] = [:]
    var sessions: [Int64: Int64] = [:]
    for _ in 0..<300 {
      let day = 20_300 + Int64(random.next() % 106)
      let length = 1 + Int64(random.next() % 5_000)
      let piece = Int(random.next() % 7)
      desk.addSession(day: day, seconds: length, piece: piece < 6 ? pieces[piece] : nil)
      seconds[day, default: 0] += length
      sessions[day, default: 0] += 1
      secondsByPiece[piece, default: [:]][day, default: 0] += length
    }
    #expect(book.daySums().map(\.day) == seconds.keys.sorted())
    #expect(
      book.daySums().allSatisfy { $0.seconds == seconds[$0.day] && $0.sessions == sessions[$0.day] }
    )
    for (place, piece) in pieces.enumerated() {
      let sums = book.daySums(of: piece)
      #expect(sums.reduce(0) { $0 + $1.seconds } == secondsByPiece[place]?.values.reduce(0, +) ?? 0)
    }
    for firstWeekday in [0, 5, 6] {
      let weeks = book.weeks(8, to: 20_405, firstWeekday: firstWeekday)
      #expect(weeks.count == 8)
      for week in weeks {
        #expect((week.start + 3) % 7 == Int64(firstWeekday))
        let days = (week.start...week.start + 6).compactMap { seconds[$0] }
        #expect(week.seconds == days.reduce(0, +) && week.days == days.count)
        #expect(week.minutes == days.reduce(0) { $0 + DayWords.minutes($1) })
        let progress = goal(100, .minutes, .week)
          .progress(at: week.start, firstWeekday: firstWeekday, book.daySums())
        #expect(progress.reached == week.minutes)
      }
      #expect(weeks[7].start <= 20_405 && weeks[7].start > 20_398)
    }
    let neglected = book.neglected(at: 20_420)
    for entry in neglected {
      let days = secondsByPiece[pieces.firstIndex(of: entry.piece) ?? 9]?.keys.sorted() ?? []
      #expect(entry.days == 20_420 - (days.last ?? 0) && entry.count == days.count)
    }
    #expect(neglected.map(\.days) == neglected.map(\.days).sorted(by: >))
    #expect(neglected.allSatisfy { $0.days > 7 })
  }

  /// Two days of a minute and a half are listed with two minutes each, and count as four for a goal.
  @Test func theMinutesOfAWeekAreThoseOfItsDays() {
    for day in [20_403, 20_404] as [Int64] { desk.addSession(day: day, seconds: 90) }
    #expect(book.weeks(1, to: 20_405, firstWeekday: 0).first?.minutes == 4)
    let html = desk.html
    #expect(html.contains("Tue 2, Wed 2") && html.contains(">4</td>") && !html.contains(">3</td>"))
    desk.send(.goal(.opened(nil)), .goal(.amount("5")), .goal(.period(.week)), .goal(.saved))
    #expect(desk.html.contains("4 of 5 min"))
  }

  @Test func trainingThatCountsIsNamedBesideTheSessions() throws {
    desk.addSession(day: 20_404, seconds: 600)
    #expect(!desk.html.contains("as practice, too"))
    for words in CatalogueWords.allCases {
      var session = PractisedSession(blank: RowID(of: Array("\(words)".utf8), in: "test"))
      (session.day, session.began, session.ended) = (20_404, 1_000, 2_000)
      session.training = words
      desk.edit(session.edits(from: nil))
    }
    #expect(book.trainingCount == 1)
    #expect(desk.html.contains("1 étude session counts as practice, too: see "))
  }

  @Test func aYearHasEachOfItsDays() {
    for (day, minutes) in [(20_405, 60), (20_404, 14), (20_402, 15), (20_031, 30)]
      as [(Int64, Int64)]
    {
      desk.addSession(day: day, seconds: minutes * 60)
    }
    // A day before the first week, and one to come.
    desk.addSession(day: 20_037, seconds: 60)
    desk.addSession(day: 20_406, seconds: 60)
    let year = PracticeYear(book, to: 20_405, firstWeekday: 0)
    #expect(year.first == 20_038 && year.seconds.count == 368)
    #expect(year.days == 3 && year.total == 89 * 60)
    #expect(year.seconds[364...367].map { $0 / 60 } == [15, 0, 14, 60])
    #expect(PracticeYear(book, to: 20_405, firstWeekday: 6).first == 20_037)
    let html = desk.html
    #expect(html.contains("1 h 29 min on 3 days in the last 53 weeks"))
    #expect(html.contains("Mon 15, Wed 14, Thu 60"))
    #expect(html.contains("class=\"l4\" d=\"M300 36h10v10h-10z\""))
  }

  @Test func aStreakIsCountedOnlyIfAskedFor() {
    for day in [20_405, 20_404, 20_403, 20_400] as [Int64] {
      desk.addSession(day: day, seconds: 60)
    }
    #expect(!desk.html.contains("Streak"))
    desk.send(.option(.streak(true)))
    #expect(desk.html.contains("Streak: 3 days"))
    desk.reload()
    #expect(desk.html.contains("Streak: 3 days"))
    desk.send(.option(.streak(false)))
    #expect(!desk.html.contains("Streak"))
  }

  @Test func restDaysDoNotBreakAStreak() {
    // Wednesday to Monday, without the weekend.
    for day in [20_398, 20_399, 20_402, 20_397] as [Int64] {
      desk.addSession(day: day, seconds: 60)
    }
    #expect(book.streak(at: 20_402) == 1)
    desk.send(.goal(.opened(nil)), .goal(.rest(5)), .goal(.rest(6)), .goal(.saved))
    #expect(book.streak(at: 20_402) == 4)
    // A day that is not over yet may still be practised; one that is over may not.
    #expect(book.streak(at: 20_403) == 4 && book.streak(at: 20_404) == 0)
    #expect(book.streak(at: 20_000) == 0)
  }

  @Test func whatIsLeftOfASessionInTheTrashDoesNotCount() throws {
    let piece = desk.addPiece("Ferling 12")
    desk.addSession(day: 20_400, seconds: 600, piece: piece)
    desk.addSession(day: 20_401, seconds: 300, piece: piece)
    let id = try #require(book.sessions.last).id
    desk.edit(Edit.trashing(id, .session))
    #expect(book.daySums(of: piece) == [DaySum(day: 20_401, seconds: 300, sessions: 1)])
    desk.edit([Edit(id, .session, .life, Life.alive.value)])
    #expect(book.daySums(of: piece).map(\.seconds) == [600, 300])
    // A block whose session has not come yet is practice all the same.
    let alone = desk.room.row
    var block = PractisedBlock(alone, in: desk.room.row, day: 20_402, began: 1)
    (block.piece, block.seconds) = (piece, 60)
    desk.edit(block.edits(from: nil, zoneMinutes: 0))
    #expect(book.daySums(of: piece).map(\.seconds) == [600, 300, 60])
  }

  @Test func aSessionIsShortenedFromItsEnd() {
    func blocks(_ seconds: [Int64]) -> [PractisedBlock] {
      seconds.map { seconds in
        let id = RowID(Bits128(high: 1, low: 1))
        var block = PractisedBlock(id, in: id, day: 1, began: 1)
        block.seconds = seconds
        return block
      }
    }
    let all = blocks([300, 36_000, 5])
    #expect(all.filling(40_000).map(\.seconds) == [300, 36_000, 3_700])
    #expect(all.filling(400).map(\.seconds) == [300, 100, 0])
    #expect(all.filling(200).map(\.seconds) == [200, 0, 0])
    #expect(blocks([]).filling(200).isEmpty)
  }

  @Test func aLadderHasItsNextRung() {
    let piece = desk.addPiece("Ferling 12")
    let section = desk.addSection("Coda", in: piece)
    func ladder(goal: Int64 = 12_000) -> TempoLadder {
      TempoLadder(book, piece: piece, section: section, goal: goal)
    }
    #expect(ladder().next == nil)
    desk.addSession(day: 1, seconds: 60, piece: piece, section: section, rating: 2, tempo: 9_000)
    #expect(ladder().reached == 0 && ladder().next == 9_000)
    desk.addSession(day: 2, seconds: 60, piece: piece, section: section, rating: 4, tempo: 8_000)
    desk.addSession(day: 2, seconds: 60, piece: piece, section: section, rating: 3, tempo: 8_400)
    desk.addSession(day: 2, seconds: 60, piece: piece, tempo: 20_000)
    #expect(ladder().steps.map(\.tempo) == [9_000, 8_400])
    #expect(ladder().reached == 8_400 && ladder().next == 8_800)
    #expect(Practice.ladderText(ladder()) == "Reached 84 of 120 bpm; next 88.")
    desk.addSession(day: 3, seconds: 60, piece: piece, section: section, tempo: 11_900)
    #expect(ladder().next == 12_000 && ladder(goal: 0).next == 12_500)
    desk.addSession(day: 4, seconds: 60, piece: piece, section: section, tempo: 12_050)
    #expect(ladder().next == nil)
    let slow = desk.addSection("Slow", in: piece)
    desk.addSession(day: 4, seconds: 60, piece: piece, section: slow, tempo: 1_050)
    #expect(TempoLadder(book, piece: piece, section: slow, goal: 0).next == 1_100)
    #expect(desk.page(piece).contains("Tempo of Coda, day by day"))
  }

  // MARK: - Intonation

  @Test func theDayKeepsHowTheNotesLay() throws {
    func listen(_ isOn: Bool) {
      _ = Tools.update(&desk.tools, .tuner(.mainTapped), .nowhere)
      #expect(desk.tools.bench.ear.isListening == isOn)
      desk.notice()
    }
    func play(_ number: Int, _ cents: [Double]) {
      for value in cents { desk.tools.tuner.sitting.map.add(.init(number), value) }
    }
    listen(true)
    play(69, [Double](repeating: 4, count: 20) + [Double](repeating: -2, count: 20))
    play(71, [Double](repeating: -7, count: 30))
    listen(false)
    var day = try #require(book.intonation(on: 20_405).first)
    #expect(day.notes.map(\.number) == [69, 71] && day.notes.map(\.count) == [40, 30])
    #expect(abs(day.notes[0].mean - 1) < 0.01 && abs(day.notes[0].spread - 3) < 0.01)
    // The sitting grows: only what is new is added.
    listen(true)
    play(69, [Double](repeating: 10, count: 40))
    listen(false)
    day = try #require(book.intonation.first)
    #expect(book.intonation.count == 1 && day.notes.map(\.count) == [80, 30])
    #expect(abs(day.notes[0].mean - 5.5) < 0.02)
    // A map that was cleared, a page that was opened anew, and the next day add to what is kept.
    _ = Tools.update(&desk.tools, .tuner(.mapCleared), .nowhere)
    listen(true)
    play(69, [Double](repeating: 0, count: 80))
    listen(false)
    #expect(try #require(book.intonation.first).notes.map(\.count) == [160, 30])
    desk.reload()
    desk.tools = Tools.State()
    listen(true)
    play(72, [Double](repeating: 3, count: 24))
    listen(false)
    #expect(try #require(book.intonation.first).notes.map(\.count) == [160, 30, 24])
    desk.now += 86_400_000
    listen(true)
    play(72, [Double](repeating: 3, count: 10))
    listen(false)
    #expect(book.intonation.count == 1)
    listen(true)
    play(72, [Double](repeating: 3, count: 24))
    listen(false)
    #expect(book.intonation.map(\.day) == [20_406, 20_405])
    #expect(desk.html.contains("C5") && desk.html.contains("as the tuner heard it"))
    let silent = desk.orders.allSatisfy { order in
      guard case .keep(let keeping) = order else { return true }
      return !keeping.isVital && keeping.saying == nil && keeping.label == Action.byItself
    }
    #expect(silent)
  }

  @Test(arguments: [
    ("", 0), ("69 120 -320 450", 1), ("69 120 -320 450;71 3 0 0", 2), ("71 3 0 0;69 3 0 0", 1),
    ("69 0 0 0", 0), ("x", 0), (";;  ;69", 0), ("69 1 99999 0", 0), ("200 1 0 0", 0),
  ])
  func readsWhatItWrote(text: String, count: Int) {
    let notes = IntonationDay.notes(in: text)
    #expect(notes.count == count)
    var day = IntonationDay(1, "Oboe", on: DeviceID(1))
    day.add(notes)
    #expect(IntonationDay.notes(in: day.text).map(\.count) == notes.map(\.count))
  }
}

extension Double {
  /// A power of a number, as a test may take its time for.
  fileprivate func power(_ exponent: Double) -> Double {
    var (high, part, result) = (exponent, self, 1.0)
    for _ in 0..<60 {
      part = part.squareRoot()
      high += high
      if high >= 1 {
        high -= 1
        result *= part
      }
    }
    return result
  }
}
