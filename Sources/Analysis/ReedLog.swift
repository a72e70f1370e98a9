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
    public var seconds: Int64 { sittings.reduce(0) { $0 + $1.seconds } }
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
  public private(set) var tools: [RowID: ReedTool] = [:]
  /// Oldest first.
  public private(set) var toolEvents: [ToolEvent] = []
  public private(set) var boxes: [ReedBox] = []
  public private(set) var batches: [ReedBatch] = []
  public let fields: ReedFieldLists
  public let lengths: LengthUnit

  /// - Parameter rows: the rows of a space; those that are not about reeds are skipped.
  public init(_ rows: [Row], lengths: LengthUnit = .millimetres) {
    fields = ReedFieldLists(rows.filter { $0.kind == .field || $0.kind == .choice })
    self.lengths = lengths
    var places: [RowID: Int] = [:]
    for row in rows where row.kind == .reed && row.life == .alive {
      entries.append(Entry(reed: Reed(row), row: row))
    }
    entries.sort { ($0.reed.begun, $0.id) < ($1.reed.begun, $1.id) }
    for (place, entry) in entries.enumerated() { places[entry.id] = place }
    for row in rows where row.life == .alive { take(row, places) }
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

  private mutating func take(_ row: Row, _ places: [RowID: Int]) {
    switch row.kind {
    case .reedTool: tools[row.id] = ReedTool(row)
    case .toolEvent: toolEvents.append(ToolEvent(row))
    case .reedBox: boxes.append(ReedBox(row))
    case .reedBatch: batches.append(ReedBatch(row))
    case .reedTest:
      let test = ReedTest(row)
      guard let place = places[test.reed] else { return }
      entries[place].tests.append(
        Test(id: row.id, day: test.day, made: test.made, isBlind: test.isBlind, row: row))
    case .stageMove:
      let move = StageMove(row)
      if let place = places[move.reed] { entries[place].moves.append(move) }
    case .adjustment:
      let adjustment = Adjustment(row)
      if let place = places[adjustment.reed] { entries[place].adjustments.append(adjustment) }
    case .block:
      guard case .row(let reed) = row.value(PractisedBlock.reedField), let place = places[reed],
        case .int(let seconds) = row.value(PractisedBlock.secondsField), seconds > 0,
        case .day(let day) = row.value(PractisedBlock.dayField)
      else { return }
      entries[place].sittings.append(Sitting(day: day, seconds: seconds))
    default: break
    }
  }

  public subscript(_ id: RowID) -> Entry? { entries.first { $0.id == id } }

  /// The name of a tool; empty if there is none.
  public func name(ofTool id: RowID) -> String { tools[id]?.name ?? "" }
}
