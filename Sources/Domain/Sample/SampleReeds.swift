public import Ledger
import Sound

/// Two years of the sample studio's reeds: a shaper that suits its owner, and a gouger that drifts after a steady year
/// until its blade is ground.
public struct SampleReeds {
  private let day: Int64
  private let moment: (Int64, Int64) -> Int64
  private let zoneMinutes: Int
  public private(set) var edits: [Edit] = []
  private var chance: Chance
  /// When each could be played, for the practice sessions.
  private var lives: [(id: RowID, days: ClosedRange<Int64>)] = []

  /// - Parameters:
  ///   - day: today.
  ///   - seed: of what is left to chance; another one gives another studio with the same story.
  ///   - moment: the moment a number of minutes after a day's midnight.
  public init(
    day: Int64, zoneMinutes: Int, seed: UInt64 = 42,
    moment: @escaping (Int64, Int64) -> Int64
  ) {
    chance = Chance(seed: seed)
    (self.day, self.zoneMinutes, self.moment) = (day, zoneMinutes, moment)
    makeTools()
    makeBoxes()
    for batch in 0..<Self.batches.count { make(batch: batch) }
  }

  /// The reed played on a day, if any.
  func reed(on day: Int64, _ number: Int) -> RowID? {
    let playable = lives.filter { $0.days.contains(day) }
    return playable.isEmpty ? nil : playable[number % playable.count].id
  }

  // MARK: - Content

  private static func row(_ kind: String, _ number: Int) -> RowID {
    SampleStudio.row(kind, number)
  }

  private static let shapers = ["RC 10.5", "Danzi", "Innoledy 10.5"]
  private static let models = ["Chiarugi 2", "Guercio D12"]
  private static let brands = ["Rigotti", "Marca", "Alliaud"]
  /// How long ago each batch of six was started, and its note.
  private static let batches: [(daysAgo: Int64, note: String)] = [
    (710, "First batch with the new shaper."), (590, ""), (470, "Dry summer cane."),
    (350, ""), (230, "Half B feels thin on the right."),
    (110, "First batch since the blade was ground."),
    (40, "Ten days to the concert."),
  ]
  private static let ground: Int64 = 120
  private static let boxes: [(name: String, size: Int)] = [
    ("Concert", 10), ("Breaking in", 10), ("Blanks", 20),
  ]
  private static let nicknames = ["Ophelia", "Hamlet", "Puck", "Rosalind", "Prospero"]
  private static let remarks: [(area: Adjustment.Area, amount: String, symptom: String)] = [
    (.sides, "A little off the left", "Late response"), (.tip, "Ten strokes", "Dull attack"),
    (.windows, "Deeper on both sides", "Stiff low notes"), (.clip, "Half a millimetre", "Flat"),
    (.wire, "Squeezed", "Too open"),
  ]
  private static let colours: [Int64] = [
    0x7A1F1F, 0xC8963E, 0x1F4D3B, 0x2762B8, 0xE8CF4A, 0x5B2A86,
  ]

  private mutating func any(through limit: Int) -> Int {
    Int(chance.number(through: UInt64(limit)))
  }

  private mutating func makeTools() {
    func add(_ sort: ReedTool.Sort, _ names: [String]) {
      for (number, name) in names.enumerated() {
        let tool = ReedTool(Self.row("tool \(sort.name)", number), sort, named: name)
        edits += tool.edits(from: nil)
      }
    }
    add(.gouger, ["Innoledy"])
    add(.shaper, Self.shapers)
    add(.stapleModel, Self.models)
    add(.knife, ["Landwell, double hollow"])
    add(.instrument, ["Lorée AK"])
    for number in 0..<18 {
      var staple = ReedTool(Self.row("tool staple", number), .staple, named: "\(number + 16)")
      staple.model = Self.row("tool staple_model", number % 2)
      edits += staple.edits(from: nil)
    }
    let gouger = Self.row("tool gouger", 0)
    var event = ToolEvent(
      Self.row("tool-event", 0), of: gouger, .bladeGround, day: day - Self.ground)
    event.note = "Right side was worn."
    edits += event.edits(from: nil)
  }

  private mutating func makeBoxes() {
    var others: [ReedBox] = []
    for (number, box) in Self.boxes.enumerated() {
      let box = ReedBox(Self.row("box", number), named: box.name, size: box.size, after: others)
      edits += box.edits(from: nil)
      others.append(box)
    }
  }

  // MARK: - Batches and reeds

  private mutating func make(batch number: Int) {
    let entry = Self.batches[number]
    var batch = ReedBatch(Self.row("batch", number), number: number + 1, day: day - entry.daysAgo)
    batch.note = entry.note
    edits += batch.edits(from: nil)
    for place in 0..<6 { make(reed: number * 6 + place, of: batch, place) }
  }

  private mutating func make(reed number: Int, of batch: ReedBatch, _ place: Int) {
    let id = Self.row("reed", number)
    let age = day - batch.day
    var reed = Reed(id, named: batch.reedName(place + 1), begun: batch.day)
    (reed.batch, reed.style) = (batch.id, .american)
    if number % 8 == 3 { reed.nickname = Self.nicknames[number / 8 % Self.nicknames.count] }
    let shaper = number % 3
    let quality = 5 + [2, 0, 1][shaper] + any(through: 3) - 1
    var values: [(UInt64, Value)] = [
      (32, .text(Self.brands[(number / 2) % 3])),
      (35, .decimal(units: number % 2 == 0 ? 1_050 : 1_025, places: 2)),
      (40, .decimal(units: Int64(110 + 5 * any(through: 12)), places: 1)),
      (48, .row(Self.row("tool gouger", 0))), (50, .int(2)),
      (62, .row(Self.row("tool shaper", shaper))),
      (68, .row(Self.row("tool staple_model", number % 2))),
      (69, .row(Self.row("tool staple", number % 18))),
      (70, .decimal(units: 4_700, places: 2)),
      (73, .decimal(units: Int64(7_200 + 25 * any(through: 4)), places: 2)),
      (74, .int(Self.colours[place])), (77, .int(Int64(1 + (any(through: 5) == 0 ? 1 : 0)))),
    ]
    values += gouge(age)
    let moves = life(number, age, quality)
    for (stage, after) in moves.moves {
      let at = batch.day + after
      var move = StageMove(
        Self.row("stage-move", number * 10 + stage.rawValue), of: id, to: stage, day: at,
        made: moment(at, 600))
      if stage == .retired { move.reason = "Dull up top." }
      if stage == .discarded { move.reason = "Cracked while tying." }
      edits += move.edits(from: nil, zoneMinutes: zoneMinutes)
      reed.stage = stage
      if stage == .retired { values.append((121, .int(Int64(1 + number % 4)))) }
    }
    if reed.stage != .blank, reed.stage != .discarded {
      values.append((80, .decimal(units: Int64(7_000 + 25 * any(through: 3)), places: 2)))
      values.append((88, .decimal(units: Int64(80 + 10 * any(through: 4)), places: 2)))
    }
    put(&reed, place)
    edits += reed.edits(from: nil)
    for (field, value) in values { edits.append(Edit(id, .reed, KindID.reed.field(field), value)) }
    if let played = moves.played {
      lives.append((id, batch.day + played.lowerBound...batch.day + played.upperBound))
      test(id, number, batch.day, played, quality)
      adjust(id, number, batch.day + played.lowerBound)
    }
  }

  /// The eight points: steady for three batches, then the right of half B gets thinner until the blade is ground.
  private mutating func gouge(_ age: Int64) -> [(UInt64, Value)] {
    let worn = age > Self.ground ? max(470 - age, 0) / 5 : 0
    let points: [Int64] = [460, 590, 462, 458, 592, 460 - worn, 520, 518]
    return points.enumerated().map { place, point in
      (UInt64(52 + place), .decimal(units: point + Int64(any(through: 12)) - 6, places: 3))
    }
  }

  /// The stages of a reed, and the days after its start on which it could be played.
  private mutating func life(
    _ number: Int, _ age: Int64, _ quality: Int
  ) -> (moves: [(stage: ReedStage, after: Int64)], played: ClosedRange<Int64>?) {
    if age < 60 { return ([], nil) }
    if number % 11 == 5 { return ([(.discarded, 3)], nil) }
    let scraped = Int64(4 + any(through: 5))
    if age < 120, number % 6 > 3 { return ([(.scraped, scraped)], nil) }
    let breaking = scraped + 3
    let used = breaking + Int64(4 + any(through: 4))
    let over = used + Int64(20 + quality * 6 + any(through: 30))
    var moves: [(stage: ReedStage, after: Int64)] = [(.scraped, scraped), (.breakingIn, breaking)]
    if age >= used { moves.append((.inUse, used)) }
    // The newest reeds are still played.
    if age >= over, age > 120 { moves.append((.retired, over)) }
    return (moves, breaking...(age > 120 ? min(over, age) : age))
  }

  private mutating func put(_ reed: inout Reed, _ place: Int) {
    let box: Int
    switch reed.stage {
    case .inUse: box = 0
    case .breakingIn, .scraped: box = 1
    case .blank: box = 2
    default: return
    }
    (reed.box, reed.slot) = (Self.row("box", box), place + 1)
  }

  /// A test when it is new, one in its prime and one when it fades.
  private mutating func test(
    _ reed: RowID, _ number: Int, _ begun: Int64, _ played: ClosedRange<Int64>, _ quality: Int
  ) {
    let length = played.upperBound - played.lowerBound
    for (place, change) in [0, 1, -1].enumerated() where place == 0 || length > 20 {
      let at = begun + played.lowerBound + length * Int64(place) / 2
      guard at <= day else { continue }
      let test = ReedTest(
        Self.row("reed-test", number * 4 + place), of: reed, day: at, made: moment(at, 1_000))
      edits += test.edits(from: nil, zoneMinutes: zoneMinutes)
      let success = min(max(quality + change, 1), 10)
      var answers: [(UInt64, Int64)] = [(70, Int64(success))]
      for field: UInt64 in 48...52 {
        answers.append((field, Int64(min(max(success + any(through: 2) - 1, 1), 10))))
      }
      answers += [
        (53, Int64(any(through: 2) - 1)), (54, Int64(any(through: 2) - 1)),
        (55, Int64(any(through: 2)) - (place == 2 ? 2 : 0)), (36, Int64(2 + any(through: 2))),
        (64, Int64(35 + any(through: 25))),
      ]
      for (field, answer) in answers {
        edits.append(Edit(test.id, .reedTest, KindID.reedTest.field(field), .int(answer)))
      }
      let crow = Value.decimal(units: Int64(84_000 + 10 * (any(through: 40) - 20)), places: 1)
      edits.append(Edit(test.id, .reedTest, KindID.reedTest.field(37), crow))
    }
  }

  private mutating func adjust(_ reed: RowID, _ number: Int, _ at: Int64) {
    guard number % 2 == 0, at < day else { return }
    let entry = Self.remarks[number / 2 % Self.remarks.count]
    var adjustment = Adjustment(
      Self.row("adjustment", number), of: reed, day: at + 1, made: moment(at + 1, 700))
    (adjustment.area, adjustment.amount, adjustment.symptom) = entry
    adjustment.effect = number % 3
    edits += adjustment.edits(from: nil, zoneMinutes: zoneMinutes)
  }
}
