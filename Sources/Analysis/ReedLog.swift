public import Domain
public import Ledger

/// All reeds with what happened to them, as the analyses read them: every reed once, oldest first.
///
/// A blank stays a blank: nothing is filled in.
public struct ReedLog: Sendable {
  public struct Entry: Sendable {
    public let reed: Reed
    /// Its row, with everything that was measured.
    public let row: Row
    /// Oldest first, as everything that follows.
    public fileprivate(set) var tests: [Test] = []
    public fileprivate(set) var moves: [StageMove] = []
    public fileprivate(set) var adjustments: [Adjustment] = []
    public fileprivate(set) var sittings: [Sitting] = []

    public var id: RowID { reed.id }
    public var name: String { reed.fullName }
    /// Seconds played.
    public var seconds: Int64 { seconds(through: .max) }

    /// Seconds played up to a day, that day included.
    public func seconds(through day: Int64) -> Int64 {
      var sum: Int64 = 0
      for sitting in sittings where sitting.day <= day {
        let (next, isTooMuch) = sum.addingReportingOverflow(sitting.seconds)
        sum = isTooMuch ? .max : next
      }
      return sum
    }

    /// The same with only some of its tests.
    public func keeping(_ isKept: (Test) -> Bool) -> Entry {
      var entry = self
      entry.tests.removeAll { !isKept($0) }
      return entry
    }

    /// The day on which it could first be played, if it ever could.
    public var firstUse: Int64? {
      moves.first { $0.stage.isPlayable && $0.stage != .scraped }?.day ?? tests.first?.day
        ?? sittings.first?.day
    }
    /// The day on which it was retired or discarded, if it was.
    public var end: Int64? {
      reed.stage.isOver ? moves.last { $0.stage.isOver }?.day : nil
    }
  }

  /// A piece of cane with what was measured on it.
  public struct Cane: Sendable {
    public let piece: PieceOfCane
    public let row: Row
  }

  /// How a reed was at one moment.
  public struct Test: Sendable {
    public let id: RowID
    public let day: Int64
    public let made: Int64
    public let isBlind: Bool
    public let row: Row
  }

  /// A block of practice.
  public struct Sitting: Sendable {
    public let day: Int64
    public let seconds: Int64
  }

  public private(set) var entries: [Entry] = []
  /// Oldest first, those that became reeds included.
  public private(set) var canes: [Cane] = []
  public private(set) var tools: [RowID: ReedTool] = [:]
  /// Oldest first.
  public private(set) var toolEvents: [ToolEvent] = []
  public private(set) var boxes: [ReedBox] = []
  public private(set) var batches: [ReedBatch] = []
  public let fields: ReedFieldLists
  public let lengths: LengthUnit
  /// What the person chose for all analyses.
  public let settings: StatsSettings

  /// How many reeds read as if a value were missing, because an experiment with them runs.
  public let coveredCount: Int

  /// The values that are left out because they are far outside the usual range: `Tie length 458 mm (R5)`.
  public var leftOut: [String] {
    var words: [String] = []
    func look(_ row: Row, _ fields: [ReedField], _ name: String) {
      for field in fields {
        let value = row.value(field.id)
        guard let units = ReedField.units(of: value), field.isFarOut(units) else { continue }
        words.append("\(field.label) \(field.words(of: value, in: lengths)) (\(name))")
      }
    }
    let ofReeds = fields.reed.all.filter { $0.usual != nil }
    let ofTests = fields.test.all.filter { $0.usual != nil }
    for entry in entries {
      look(entry.row, ofReeds, entry.name)
      for test in entry.tests { look(test.row, ofTests, entry.name) }
    }
    return words
  }

  /// - Parameters:
  ///   - rows: the rows of a space; those that are not about reeds are skipped.
  ///   - isCovered: whether to leave out which arm the reeds of running experiments got.
  public init(_ rows: [Row], lengths: LengthUnit = .millimetres, isCovered: Bool = false) {
    fields = ReedFieldLists(rows.filter { $0.kind == .field || $0.kind == .choice })
    self.lengths = lengths
    settings = StatsSettings(rows.first { $0.id == StatsSettings.row })
    let cover = isCovered ? Self.cover(rows, fields.reed) : ExperimentCover()
    coveredCount = Set(cover.reeds).count
    var places: [RowID: Int] = [:]
    for row in rows where row.kind == .reed && row.life == .alive {
      var reed = Reed(row)
      reed.begun = Self.civil(reed.begun)
      entries.append(Entry(reed: reed, row: cover.covered(row)))
    }
    entries.sort { ($0.reed.begun, $0.id) < ($1.reed.begun, $1.id) }
    for (place, entry) in entries.enumerated() { places[entry.id] = place }
    for row in rows where row.life == .alive { take(row, places) }
    canes.sort { ($0.piece.day, $0.piece.id) < ($1.piece.day, $1.piece.id) }
    toolEvents.sort { ($0.day, $0.id) < ($1.day, $1.id) }
    boxes.sort { ($0.place, $0.id) < ($1.place, $1.id) }
    batches.sort { ($0.day, $0.id) < ($1.day, $1.id) }
    for place in entries.indices {
      entries[place].tests.sort { ($0.day, $0.made, $0.id) < ($1.day, $1.made, $1.id) }
      entries[place].moves.sort { ($0.day, $0.made, $0.id) < ($1.day, $1.made, $1.id) }
      entries[place].adjustments.sort { ($0.day, $0.made, $0.id) < ($1.day, $1.made, $1.id) }
      entries[place].sittings.sort { $0.day < $1.day }
    }
  }

  private static func cover(_ rows: [Row], _ fields: ReedFieldList) -> ExperimentCover {
    let alive = rows.filter { $0.life == .alive }
    return ExperimentCover(
      alive.filter { $0.kind == .experiment }.map { Experiment($0) },
      alive.filter { $0.kind == .experimentReed }.map { ExperimentReed($0) }
        .filter { $0.takenOut == 0 }, fields)
  }

  private mutating func take(_ row: Row, _ places: [RowID: Int]) {
    switch row.kind {
    case .reedTool: tools[row.id] = ReedTool(row)
    case .toolEvent:
      var event = ToolEvent(row)
      event.day = Self.civil(event.day)
      toolEvents.append(event)
    case .cane:
      var piece = PieceOfCane(row)
      piece.day = Self.civil(piece.day)
      canes.append(Cane(piece: piece, row: row))
    case .reedBox: boxes.append(ReedBox(row))
    case .reedBatch: batches.append(ReedBatch(row))
    case .reedTest:
      let test = ReedTest(row)
      guard let place = places[test.reed] else { return }
      entries[place].tests.append(
        Test(
          id: row.id, day: Self.civil(test.day), made: test.made, isBlind: test.isBlind, row: row))
    case .stageMove:
      var move = StageMove(row)
      move.day = Self.civil(move.day)
      if let place = places[move.reed] { entries[place].moves.append(move) }
    case .adjustment:
      let adjustment = Adjustment(row)
      if let place = places[adjustment.reed] { entries[place].adjustments.append(adjustment) }
    case .block:
      guard case .row(let reed) = row.value(PractisedBlock.reedField), let place = places[reed],
        case .int(let seconds) = row.value(PractisedBlock.secondsField), seconds > 0,
        case .day(let day) = row.value(PractisedBlock.dayField)
      else { return }
      entries[place].sittings.append(Sitting(day: Self.civil(day), seconds: seconds))
    default: break
    }
  }

  /// How much each of the eight qualities counts in the person's own score.
  public var weights: [Double] { settings.weights.map { Double($0) } }

  /// A file may bring any number as a day: those beyond all calendars are cut short, so that arithmetic on them is
  /// safe.
  private static func civil(_ day: Int64) -> Int64 { min(max(day, -1_000_000_000), 1_000_000_000) }

  public subscript(_ id: RowID) -> Entry? { entries.first { $0.id == id } }

  /// The name of a tool; empty if there is none.
  public func name(ofTool id: RowID) -> String { tools[id]?.name ?? "" }
}
