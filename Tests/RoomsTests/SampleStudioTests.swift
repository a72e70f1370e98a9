import Domain
import Ledger
import Sound
import Testing

@testable import JournalRoom
@testable import Pages
@testable import RoomKit
@testable import Rooms
@testable import SessionsRoom
@testable import ToolsRoom

/// The sample studio: full, believable, of its own space, and gone without a trace.
@Suite struct SampleStudioTests {
  private func studio() -> Desk {
    let desk = Desk("/journal")
    desk.send(.data(.spaceChosen(.sample)))
    return desk
  }

  @Test func fillsItsSpaceOnceAndNotTheOwnOne() {
    let desk = studio()
    let rows = desk.data.rows(Query()).count
    #expect(rows > 200, "\(rows)")
    #expect(Take.all(in: desk.data).count >= 10)
    #expect(Piece.all(in: desk.data).count >= 6)
    desk.send(.helpClosed)
    #expect(desk.data.rows(Query()).count == rows)
    for order in desk.orders {
      if case .recordsCommit(let space, _, _, _) = order { #expect(space == "sample") }
    }
  }

  @Test func sectionsAreDueAndPresetsAtHandFromTheFirstLook() {
    let desk = studio()
    let book = desk.state.journal.practice.book
    let due = book.due(at: desk.state.journal.practice.today)
    #expect(due.count >= 2 && due.count < book.sections.count, "\(due.map(\.name))")
    for section in book.sections {
      let review = Review(after: book.played(section.id))
      #expect(section.due == review.due && section.interval == review.interval)
      #expect(section.due > 0, "\(section.name)")
    }
    #expect(desk.state.tools.metronome.hand.presets.map(\.name).contains("Five, 2 + 3"))
  }

  @Test func aLessonIsToComeAndOthersAreOver() {
    let desk = studio()
    desk.send(.addressChanged("/journal/lessons"))
    #expect(desk.state.journal.lessons.coming.count == 1)
    #expect(desk.state.journal.lessons.past.count == 2)
    #expect(desk.state.journal.lessons.past.allSatisfy { $0.isDone })
  }

  @Test func sessionsOpenOnTheStudiesOfAnOboist() throws {
    let desk = studio()
    desk.send(.addressChanged("/sessions"))
    #expect(desk.state.sessions.catalogue?.name == "Studies")
    let standing = try #require(desk.state.sessions.standing)
    let next = try #require(standing.suggestions?.next)
    #expect(standing.item(next)?.tags == "oboe")
    let reason = standing.reason(next)
    #expect(reason.contains(" in 10 tries would be clean"), "\(reason)")
    // Workouts at the gym are none of the studies' sessions, and the gym says why it is here.
    let all = desk.state.sessions.index.sessions
    let studies = all.count { $0.training == .etudes }
    #expect(studies > 20 && studies < all.count)
    #expect(desk.html.contains(" · \(studies) sessions</p>"))
    #expect(desk.html.contains("The climbing gym is an example:"))
  }

  @Test func whatCataloguesContainIsAfterAllElseInYourData() throws {
    let desk = studio()
    desk.send(.addressChanged("/about/data"))
    let kinds = desk.state.dataPage.found.compactMap { desk.data[$0]?.kind }
    let contained: Set<KindID> = [.item, .cataloguePlace, .catalogueTag]
    let first = try #require(kinds.firstIndex { contained.contains($0) })
    #expect(first > 0 && kinds[first...].allSatisfy { contained.contains($0) })
    for words in ["Study or climb", "Book or wall", "Stretch of practice"] {
      #expect(desk.html.contains(">\(words) "), "\(words)")
    }
  }

  @Test func stretchesOfPracticeAreToldApartByTheirTime() {
    let desk = studio()
    let schema = Schema.woodshed
    let titles = desk.data.rows(Query(.block)).map { schema.title(of: $0) }
    #expect(titles.count > 100 && titles.allSatisfy { $0 != "Stretch of practice" })
    let untold = titles.filter { $0.hasPrefix("Stretch of practice, ") }
    #expect(untold.count > 50 && Set(untold).count > 50)
  }

  @Test func itsStudySessionsCountAsPractice() {
    let desk = studio()
    let index = desk.state.journal.days.index
    let studies = index.sessions.values.filter { $0.training?.isPractice == true }
    #expect(studies.count > 20)
    for session in studies {
      let blocks = desk.state.journal.practice.book.blocks(of: session.id)
      #expect(blocks.reduce(0) { $0 + $1.seconds } == index.seconds(of: session.id))
      #expect(index.marks(of: session.day).seconds >= index.seconds(of: session.id))
    }
  }

  @Test func everyValueIsOneThatItsFieldTakes() {
    let edits = SampleStudio.edits(at: 1_763_000_000_000, zoneMinutes: 60, day: 20_404)
    for edit in edits where edit.field != .life {
      guard let kind = Schema.woodshed.kind(edit.kind), let field = kind.field(edit.field) else {
        Issue.record("\(edit.kind.number) \(edit.field.number) is not known")
        continue
      }
      #expect(field.problem(with: edit.value) == nil, "\(field.name)")
    }
  }

  @Test func nothingLiesInTheFuture() {
    let now: Int64 = 1_763_000_000_000
    for edit in SampleStudio.edits(at: now, zoneMinutes: 60, day: 20_404) {
      if case .instant(let moment, _) = edit.value { #expect(moment <= now) }
      // What comes back lies ahead, and so does the next lesson.
      let isAhead = edit.field == Section.dueField || edit.field == Lesson.dayField
      if case .day(let day) = edit.value, !isAhead { #expect(day <= 20_404) }
    }
  }

  @Test func itsTakesAreRenderedByOurOwnSound() throws {
    let desk = studio()
    desk.send(.journal(.takes(.shelf(.listed(space: "sample", .done([]))))))
    let works = desk.orders.compactMap { order -> TakeRequest? in
      if case .takeWork(let work) = order { TakeRequest(message: work.numbers) } else { nil }
    }
    guard case .render? = works.last else {
      Issue.record("\(works)")
      return
    }
  }

  @Test(arguments: StudioTune.Kind.allCases)
  func aTuneIsAsLongAsItSaysAndNeverTooLoud(kind: StudioTune.Kind) {
    var tune = StudioTune(kind, tempo: 120, seed: 3, sampleRate: 8_000)
    let frames = tune.frames
    var samples: [Float] = []
    var (count, peak): (Int64, Float) = (0, 0)
    repeat {
      tune.render(4_096, to: &samples)
      count += Int64(samples.count)
      for sample in samples { peak = max(peak, abs(sample)) }
    } while !samples.isEmpty
    #expect(count == frames)
    #expect(peak > 0.1 && peak < 1, "\(peak)")
  }
}
