import Ledger
import Sound

/// A year in which an oboist also climbs: twice a week at the sample gym, from V3 to V5, with a holiday and a
/// sore finger; and some Ferling studies since the spring.
struct SampleTraining {
  private(set) var edits: [Edit] = []
  private let day: Int64
  private let moment: (Int64, Int64) -> Int64
  private let zoneMinutes: Int
  private var chance = Chance(seed: 19)
  private var count = 0
  private var sent: Set<RowID> = []
  /// The climbs in the gym, and the studies.
  private var climbs: [CatalogueItem] = []
  private var studies: [CatalogueItem] = []

  /// - Parameters:
  ///   - day: today.
  ///   - moment: the moment a number of minutes after a day's midnight.
  init(day: Int64, zoneMinutes: Int, moment: @escaping (Int64, Int64) -> Int64) {
    (self.day, self.zoneMinutes, self.moment) = (day, zoneMinutes, moment)
    var catalogues: [Catalogue] = []
    for sample in SampleCatalogue.allCases {
      let contents = sample.contents(on: day, zoneMinutes: zoneMinutes, after: catalogues)
      edits += contents.edits
      if sample == .gym { climbs = contents.items } else { studies = contents.items }
      catalogues.append(Catalogue(sample.id, named: sample.title, .climbs, after: catalogues))
    }
    climb()
    play()
    var settings = TrainingSettings()
    (settings.name, settings.isAsked) = ("Robin", true)
    edits += settings.edits(from: TrainingSettings())
    var level = Level(on: CatalogueWords.climbs.scale)
    level.grade = "V3"
    edits += level.edits(from: nil)
  }

  private mutating func any(through limit: Int) -> Int {
    Int(chance.number(through: UInt64(limit)))
  }

  private func row(_ kind: String, _ number: Int) -> RowID {
    SampleStudio.row("training \(kind)", number)
  }

  // MARK: - Climbing

  /// Success rates in percent, by half grades above the climber: from four below to four above.
  private static let chances = [91, 85, 76, 64, 50, 36, 24, 15, 9]
  /// Breaks, in days ago: a holiday, and a finger that had to heal.
  private static let breaks: [ClosedRange<Int64>] = [96...110, 236...262]

  private mutating func climb() {
    for daysAgo in stride(from: Int64(364), through: 1, by: -1) {
      let isOff = Self.breaks.contains { $0.contains(daysAgo) }
      guard daysAgo % 7 == 2 || daysAgo % 7 == 5, !isOff, any(through: 11) > 0 else { continue }
      // In half grades: 6 is V3. Most progress comes early, and the finger costs a little.
      let year = Int(364 - daysAgo)
      let level = 6 + year * 6 / (year + 180) + (daysAgo < 236 && daysAgo > 200 ? -1 : 0)
      climb(on: day - daysAgo, level)
    }
  }

  private mutating func climb(on day: Int64, _ level: Int) {
    let began = moment(day, Int64(17 * 60 + any(through: 150)))
    var session = PractisedSession(row("workout", Int(self.day - day)), day: day, began: began)
    (session.training, session.catalogue) = (.climbs, SampleCatalogue.gym.id)
    var time = began
    for place in 0..<(5 + any(through: 4)) {
      // A warm-up or two, then about the level, then something hard.
      let above = place < 2 ? -4 + any(through: 1) : -2 + any(through: 5)
      let grade = max((level + above) / 2, 0)
      var attempt = climb(grade, in: session, on: day)
      let isFirst = !sent.contains(attempt.item)
      let odds = Self.chances[min(max(grade * 2 - level + 4, 0), Self.chances.count - 1)]
      attempt.count = 1
      while any(through: 99) >= odds, attempt.count < 5 { attempt.count += 1 }
      let isSent = attempt.count < 5
      attempt.outcome = !isSent ? .attempt : attempt.count == 1 && isFirst ? .flash : .send
      attempt.rested = place == 0 ? 0 : Int64(90 + any(through: 120))
      time += Int64(attempt.count) * 110_000 + attempt.rested * 1_000
      attempt.at = time
      if isSent { sent.insert(attempt.item) }
      edits += attempt.edits(from: nil, zoneMinutes: zoneMinutes)
    }
    session.ended = time + 240_000
    edits += session.edits(from: nil, zoneMinutes: zoneMinutes)
  }

  /// A try of a climb that was on a wall then. Climbs taken down long ago are no longer in the catalogue.
  private mutating func climb(_ grade: Int, in session: PractisedSession, on day: Int64) -> Try {
    // A set stays up for six weeks; it has about a dozen climbs per grade.
    let (set, number) = (Int(self.day - day) / 42, any(through: 11))
    let move = SampleCatalogue.moves[(grade * 5 + number * 7 + set) % SampleCatalogue.moves.count]
    var item = CatalogueItem(
      row("climb", (set * 20 + grade) * 12 + number), in: SampleCatalogue.gym.id, named: move.name)
    item.grade = "V\(grade)"
    var wall = number % SampleCatalogue.walls.count
    let there = climbs.filter { $0.isLive(on: day) && $0.grade.hasSameBytes(as: item.grade) }
    if !there.isEmpty {
      item = there[number % there.count]
      wall = Int(item.number - 1) / 20
    }
    count += 1
    var attempt = Try(row("try", count), of: item, in: session.id, at: session.began, .attempt)
    attempt.scale = CatalogueWords.climbs.scale
    attempt.place = SampleCatalogue.walls[wall]
    attempt.colour =
      CatalogueTag.holdColours[(grade + 1) * 7 % CatalogueTag.holdColours.count].name
    return attempt
  }

  // MARK: - Studies

  private mutating func play() {
    for week in stride(from: Int64(26), through: 0, by: -1) {
      let day = day - week * 7 - 1
      var session = PractisedSession(
        row("studies", Int(week)), day: day, began: moment(day, Int64(10 * 60 + any(through: 90))))
      (session.training, session.catalogue) = (.etudes, SampleCatalogue.studies.id)
      var time = session.began
      for place in 0..<3 {
        // Three at a time, each for a few weeks.
        let number = (Int(26 - week) / 3 + place) % 48
        let item = studies[number]
        count += 1
        time += Int64(9 + any(through: 6)) * 60_000
        let isClean = any(through: 99) < 30 + Int(26 - week) % 3 * 25
        var attempt = Try(
          row("try", count), of: item, in: session.id, at: time, isClean ? .send : .attempt)
        (attempt.scale, attempt.place) = (
          CatalogueWords.etudes.scale, "Ferling: 48 Studies, op. 31"
        )
        (attempt.targetTempo, attempt.tempo) = (
          7_200, isClean ? 7_200 : Int64(52 + any(through: 7) * 2) * 100
        )
        edits += attempt.edits(from: nil, zoneMinutes: zoneMinutes)
      }
      session.ended = time + 60_000
      edits += session.edits(from: nil, zoneMinutes: zoneMinutes)
      // It counts as practice, as when it is ended in the app.
      var block = PractisedBlock(
        row("practice", Int(week)), in: session.id, day: day, began: session.began)
      block.seconds = session.seconds(at: session.ended)
      edits += block.edits(from: nil, zoneMinutes: zoneMinutes)
    }
  }
}
