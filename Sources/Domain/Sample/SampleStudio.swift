public import Ledger
public import Sound

/// Two months in the life of a fictional oboist, with two years of reeds and one of training: it shows every page full
/// before a person has data of their own.
///
/// It depends only on the day it is made, and has its own space that never leaves the device.
public enum SampleStudio {
  /// A take of the studio, and what its audio is rendered from.
  public struct Tune: Sendable {
    let daysAgo: Int64
    let name: String
    let kind: StudioTune.Kind
    let tempo: Int
    let piece: Int?
    let folder: Int?
    let tags: String
  }

  /// All its rows, as of a moment.
  public static func edits(at now: Int64, zoneMinutes: Int, day: Int64) -> [Edit] {
    var maker = Maker(now: now, zoneMinutes: zoneMinutes, day: day)
    maker.make()
    return maker.edits
  }

  /// What the audio of a take is rendered from; `nil` for a take that is not from the studio.
  public static func request(for take: RowID) -> TakeRequest? {
    for (number, tune) in tunes.enumerated() where row("take", number) == take {
      return .render(tune.kind, tempo: tune.tempo, seed: UInt32(number + 1))
    }
    return nil
  }

  static func row(_ kind: String, _ number: Int) -> RowID {
    RowID(of: Array("sample \(kind) \(number)".utf8), in: "woodshed row")
  }

  // MARK: - Content

  static let pieces: [(title: String, composer: String, tempo: Int64, sections: [String])] = [
    ("Étude 14", "Ferling", 7_200, ["Opening, bars 1–16", "Middle, bars 17–40", "Ending"]),
    ("Fantasia 3", "Telemann", 9_600, ["Largo", "Vivace", "Allegro"]),
    ("Romance 1", "Schumann", 8_400, ["First page", "Second page"]),
    ("Le tombeau de Couperin, Prélude", "Ravel", 9_200, ["Bars 1–32", "Return"]),
    ("Sequenza VII", "Berio", 0, ["Lines 1–4", "Lines 5–8", "Lines 9–13"]),
    ("Scales and thirds", "", 12_000, ["Majors", "Minors", "Thirds"]),
  ]

  static let tunes: [Tune] = [
    Tune(
      daysAgo: 57, name: "Long tones, first week", kind: .longTones, tempo: 60, piece: nil,
      folder: 0, tags: "tone"),
    Tune(
      daysAgo: 52, name: "D major, slow", kind: .scale, tempo: 66, piece: 5, folder: 0,
      tags: "scales"),
    Tune(
      daysAgo: 44, name: "Étude 14, opening", kind: .study, tempo: 60, piece: 0, folder: 1,
      tags: "slow"),
    Tune(
      daysAgo: 38, name: "Romance, first page", kind: .song, tempo: 72, piece: 2, folder: 1,
      tags: ""),
    Tune(
      daysAgo: 31, name: "Lesson: the turn", kind: .song, tempo: 80, piece: 2, folder: 2,
      tags: "lesson"),
    Tune(
      daysAgo: 24, name: "Thirds at 84", kind: .thirds, tempo: 84, piece: 5, folder: 0,
      tags: "scales click"),
    Tune(
      daysAgo: 16, name: "Étude 14 at 66", kind: .study, tempo: 66, piece: 0, folder: 1,
      tags: "good"),
    Tune(
      daysAgo: 9, name: "Long tones, new reed", kind: .longTones, tempo: 60, piece: nil, folder: 0,
      tags: "tone reed27"),
    Tune(
      daysAgo: 4, name: "Romance, full run", kind: .song, tempo: 84, piece: 2, folder: 3,
      tags: "good"),
    Tune(
      daysAgo: 1, name: "Étude 14 at tempo", kind: .study, tempo: 72, piece: 0, folder: 1,
      tags: "good"),
  ]

  static let notes: [(text: String, tags: String, piece: Int?)] = [
    (
      "**Low attacks.** Air first, then tongue. The low D speaks if I keep my throat open.",
      "attacks", nil
    ),
    (
      "# Lesson\n- More direction towards the top of the phrase\n- Breathe after the tie, not before\n☑ Bring reeds\n☐ Romance from memory",
      "lesson", 2
    ),
    ("Half-hole E flat speaks late. Ten slow reps with the tuner, then in context.", "", 0),
    (
      "New reed: bright up top, stuffy down low. Took a little off the left channel. *Better after lunch.*",
      "reed27", nil
    ),
    (
      "Sequenza: the B has to stay put while the colour changes. Kept a B drone on for the whole hour.",
      "", 4
    ),
    ("Tired. Just long tones and the slow Ferling. Felt good anyway.", "", 0),
    ("Thirds: even at 84, lumpy at 92. It’s the fourth finger that rushes.", "scales", 5),
    (
      "Played the Romance for Anna. First thing she noticed: my high C was sharp.",
      "", 2
    ),
    (
      "Low D is 8 cents sharp in the morning, fine after half an hour.",
      "intonation", nil
    ),
    ("Nothing would speak today. Wrote in fingerings instead.", "", 3),
  ]

  /// Days from today, what to bring, and notes.
  static let lessons: [(days: Int64, bring: String, notes: String)] = [
    (-16, "", "- More direction towards the top of the phrase\n☑ Romance from memory"),
    (-9, "", "Thirds slower, until the fourth finger stops rushing.\n☐ Étude 14 at 72"),
    (5, "Reeds\n☑ Étude 14\nPencil", "Ask about the turn in bar 12."),
  ]

  static let questions = [
    ("Even thirds at 84", "No gap before the fourth finger"),
    ("Low D, first try", "It speaks with the air, not after it"),
    ("The turn in bar 12", "All five notes clear"),
    ("Opening as one long line", "I can hear where it’s going"), ("", ""),
  ]
  static let sentences = [
    "Better after ten slow reps.", "Even, but still cautious.", "It’s the left hand.",
    "Twice it just played itself.", "",
  ]

  // MARK: - Making it

  private struct Maker {
    let now: Int64
    let zoneMinutes: Int
    let day: Int64
    var edits: [Edit] = []
    var sections: [Section] = []
    var sessions: [PractisedSession] = []
    var blocks: [PractisedBlock] = []
    var chance = Chance(seed: 27)
    var reeds: SampleReeds?

    /// The moment a number of minutes after a day's midnight.
    func moment(_ day: Int64, _ minutes: Int64) -> Int64 {
      min((day * 1_440 + minutes - Int64(zoneMinutes)) * 60_000, now)
    }

    mutating func any(through limit: Int) -> Int { Int(chance.number(through: UInt64(limit))) }

    mutating func make() {
      var settings = Settings()
      settings.instrument = "oboe"
      edits += settings.edits(from: Settings())
      makePieces()
      makeReeds()
      makeTraining()
      for daysAgo in stride(from: Int64(58), through: 0, by: -1) {
        // Some days are free, as in real life.
        let isFree = any(through: 6) < 2
        if !isFree { makeSession(day - daysAgo, progress: Double(58 - daysAgo) / 58) }
      }
      makeNotes()
      makeLessons()
      makeTakes()
      makeGoals()
      makePresets()
      makeReviews()
    }

    mutating func makeReeds() {
      let maker = self
      let reeds = SampleReeds(day: day, zoneMinutes: zoneMinutes) { maker.moment($0, $1) }
      edits += reeds.edits
      self.reeds = reeds
    }

    mutating func makeTraining() {
      let maker = self
      edits +=
        SampleTraining(day: day, zoneMinutes: zoneMinutes) { maker.moment($0, $1) }.edits
    }

    mutating func makePieces() {
      var sectionNumber = 0
      for (number, entry) in SampleStudio.pieces.enumerated() {
        var piece = Piece(SampleStudio.row("piece", number), titled: entry.title)
        (piece.composer, piece.tempoGoal) = (entry.composer, entry.tempo)
        edits += piece.edits(from: nil)
        var others: [Section] = []
        for name in entry.sections {
          let id = SampleStudio.row("section", sectionNumber)
          let section = Section(id, in: piece.id, named: name, after: others)
          edits += section.edits(from: nil)
          others.append(section)
          sectionNumber += 1
        }
        sections += others
      }
    }

    func section(_ piece: Int, _ number: Int) -> RowID {
      let before = SampleStudio.pieces[..<piece].reduce(0) { $0 + $1.sections.count }
      return SampleStudio.row("section", before + number)
    }

    mutating func makeSession(_ day: Int64, progress: Double) {
      let number = Int(day - self.day + 100)
      var time = moment(day, Int64(9 * 60 + any(through: 600)))
      var session = PractisedSession(SampleStudio.row("session", number), day: day, began: time)
      let question = SampleStudio.questions[any(through: 4)]
      (session.question, session.sign) = question
      var blocks: [PractisedBlock] = []
      for index in 0...1 + any(through: 2) {
        var block = PractisedBlock(
          SampleStudio.row("block", number * 10 + index), in: session.id, day: day, began: time)
        block.seconds = Int64(300 + any(through: 1_200))
        let piece = index == 0 ? 5 : any(through: SampleStudio.pieces.count - 1)
        block.piece = SampleStudio.row("piece", piece)
        block.section = section(
          piece, any(through: SampleStudio.pieces[piece].sections.count - 1))
        let goal = SampleStudio.pieces[piece].tempo
        if goal > 0 {
          block.tool = .metronome
          let reached = Double(goal) * (0.6 + 0.4 * progress) / 200
          block.tempo = Int64(reached) * 200 + Int64(any(through: 2)) * 200
        } else {
          block.tool = .drone
        }
        block.rating = 2 + any(through: 3)
        block.reed = reeds?.reed(on: day, number)
        blocks.append(block)
        time = min(time + block.seconds * 1_000 + 60_000, now)
      }
      session.ended = time
      session.rating = 2 + any(through: 3)
      session.sentence = SampleStudio.sentences[any(through: 4)]
      edits += session.edits(from: nil, zoneMinutes: zoneMinutes)
      for block in blocks { edits += block.edits(from: nil, zoneMinutes: zoneMinutes) }
      sessions.append(session)
      self.blocks += blocks
    }

    /// Each section is due according to how it was played.
    mutating func makeReviews() {
      let book = PracticeBook(sections, sessions, blocks)
      edits += book.reviewEdits(of: sections.map { $0.id })
    }

    mutating func makeNotes() {
      for number in 0..<24 {
        let entry = SampleStudio.notes[number % SampleStudio.notes.count]
        let day = self.day - Int64(57 - number * 57 / 23)
        var note = JournalNote(
          SampleStudio.row("note", number), day: day, made: moment(day, 20 * 60))
        (note.text, note.tags) = (entry.text, entry.tags)
        note.piece = entry.piece.map { SampleStudio.row("piece", $0) }
        edits += note.edits(from: nil, zoneMinutes: zoneMinutes)
      }
    }

    mutating func makeLessons() {
      for (number, entry) in SampleStudio.lessons.enumerated() {
        var lesson = Lesson(SampleStudio.row("lesson", number), with: "Anna", on: day + entry.days)
        (lesson.bring, lesson.notes, lesson.isDone) = (entry.bring, entry.notes, entry.days < 0)
        edits += lesson.edits(from: nil)
      }
    }

    mutating func makeTakes() {
      for (number, tune) in SampleStudio.tunes.enumerated() {
        let day = self.day - tune.daysAgo
        var take = Take(
          SampleStudio.row("take", number), named: tune.name, day: day,
          began: moment(day, 17 * 60 + Int64(number)), sampleRate: 48_000)
        let sound = StudioTune(tune.kind, tempo: tune.tempo, seed: UInt64(number + 1))
        (take.frames, take.state) = (sound.frames, .recorded)
        take.piece = tune.piece.map { SampleStudio.row("piece", $0) }
        take.folder = tune.folder.map { TakeFolder.first[$0].id }
        take.tags = tune.tags
        edits += take.edits(from: nil, zoneMinutes: zoneMinutes)
      }
    }

    mutating func makeGoals() {
      var daily = Goal(SampleStudio.row("goal", 0), since: day - 58)
      daily.amount = 40
      var weekly = Goal(SampleStudio.row("goal", 1), since: day - 58)
      (weekly.amount, weekly.unit, weekly.period) = (5, .sessions, .week)
      edits += daily.edits(from: nil) + weekly.edits(from: nil)
      var plan = PracticePlan(SampleStudio.row("plan", 0), named: "One hour", after: [])
      plan.weekdays = [0, 1, 2, 3, 4, 5]
      edits += plan.edits(from: nil)
      var items: [PracticePlan.Item] = []
      for (number, piece) in [5, 0, 2].enumerated() {
        var item = PracticePlan.Item(
          SampleStudio.row("item", number), in: plan.id, piece: SampleStudio.row("piece", piece),
          section: nil, after: items)
        item.minutes = [15, 25, 20][number]
        edits += item.edits(from: nil)
        items.append(item)
      }
    }

    mutating func makePresets() {
      var slow = MetronomeSetup()
      if let tempo = Tempo(centiBeatsPerMinute: 6_600) { slow.tempo = tempo }
      slow.sound = .wood
      var five = MetronomeSetup()
      five.group([2, 3])
      if let tempo = Tempo(centiBeatsPerMinute: 13_200) { five.tempo = tempo }
      add("metronome", 0, "Étude 14, slow", slow)
      add("metronome", 1, "Five, 2 + 3", five)
      var drone = DroneSetup()
      drone.root = Note(62)
      add("drone", 0, "D drone, reed", drone)
      var tuner = TunerSetup()
      tuner.tolerance = 3
      add("tuner", 0, "Strict", tuner)
    }

    mutating func add<Setup: ToolSetup>(
      _ kind: String, _ number: Int, _ name: String, _ setup: Setup
    ) {
      let row = SampleStudio.row(kind, number)
      edits += Preset(row, named: name, of: setup, after: []).edits(from: nil)
    }
  }
}
