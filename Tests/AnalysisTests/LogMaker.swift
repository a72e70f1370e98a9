import Domain
import Ledger
import Reports
import Testing

@testable import Analysis

/// Makes the rows of a reed log in few lines.
///
/// Reeds, tests and tools are given by the names that fields have in exports:
///
///     var maker = LogMaker()
///     let reed = maker.reed("B1", begun: 100, ["shaper": .tool("A"), "g_a_m": 0.59])
///     maker.test(reed, day: 110, ["success": 6])
struct LogMaker {
  private(set) var rows: [Row] = []
  private var tools: [(sort: ReedTool.Sort, name: String, id: RowID)] = []
  private var count: UInt64 = 0

  enum Entry: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral,
    ExpressibleByBooleanLiteral
  {
    case number(Double)
    /// A text, or the label of a choice.
    case text(String)
    case flag(Bool)
    /// The tool of this name, made when it is first named.
    case tool(String)
    case value(Value)

    init(floatLiteral value: Double) { self = .number(value) }
    init(integerLiteral value: Int) { self = .number(Double(value)) }
    init(stringLiteral value: String) { self = .text(value) }
    init(booleanLiteral value: Bool) { self = .flag(value) }
  }

  /// Whether numbers far outside the usual range of their field are slips. Otherwise that range is widened: most logs
  /// here hold whatever numbers their test needs.
  var hasSlips = false

  private mutating func widen(_ cells: [(FieldID, Value)], _ fields: [ReedField], _ kind: KindID) {
    for (id, value) in cells where !hasSlips {
      let row = RowID(Bits128(high: 2, low: id.number))
      guard let field = fields.first(where: { $0.id == id }),
        let units = ReedField.units(of: value), field.isFarOut(units),
        !rows.contains(where: { $0.id == row })
      else { continue }
      var own = OwnField(blank: row)
      (own.kind, own.number) = (Int64(bitPattern: kind.number), Int64(bitPattern: id.number))
      (own.least, own.most) = (.min + 1, .max)
      add(own)
    }
  }

  var log: ReedLog { ReedLog(rows) }

  /// An id that no row has yet; later ones are larger.
  mutating func newID() -> RowID {
    count += 1
    return RowID(Bits128(high: 1, low: count))
  }

  /// Adds a record with more cells.
  @discardableResult
  mutating func add(_ record: some RowRecord, _ cells: [(FieldID, Value)] = []) -> RowID {
    let stamp = Stamp(HybridTime(count), DeviceID(1))
    let all =
      record.edits(from: nil).map { Cell(field: $0.field, stamp: stamp, value: $0.value) }
      + cells.map { Cell(field: $0.0, stamp: stamp, value: $0.1) }
    rows.append(Row(id: record.id, kind: type(of: record).kind, cells: all))
    return record.id
  }

  /// The suggestions of a day, switched on and for a box of any size.
  func adviser(today: Int64, dismissed: [String] = []) -> Adviser {
    var (maker, settings) = (self, StatsSettings())
    settings.suggests = true
    settings.leastInUse = 0
    for key in dismissed { settings.dismiss(key) }
    maker.add(settings)
    return Adviser(Question(.suggestions, today: today), maker.log, maker.rows)
  }

  // MARK: - Reeds and tests

  /// A reed in use; `change` sets its other properties.
  @discardableResult
  mutating func reed(
    _ name: String, begun day: Int64, _ entries: [String: Entry] = [:],
    change: (inout Reed) -> Void = { _ in }
  ) -> RowID {
    var reed = Reed(newID(), named: name, begun: day)
    reed.stage = .inUse
    change(&reed)
    let cells = cells(entries, ReedField.reed)
    widen(cells, ReedField.reed, .reed)
    return add(reed, cells)
  }

  @discardableResult
  mutating func test(
    _ reed: RowID, day: Int64, isBlind: Bool = false, _ entries: [String: Entry] = [:]
  ) -> RowID {
    var test = ReedTest(newID(), of: reed, day: day, made: day * 86_400_000)
    test.isBlind = isBlind
    let cells = cells(entries, ReedField.test)
    widen(cells, ReedField.test, .reedTest)
    return add(test, cells)
  }

  mutating func move(_ reed: RowID, to stage: ReedStage, day: Int64) {
    add(StageMove(newID(), of: reed, to: stage, day: day, made: day * 86_400_000))
  }

  mutating func sitting(_ reed: RowID, day: Int64, seconds: Int64) {
    var block = PractisedBlock(newID(), in: reed, day: day, began: day * 86_400_000)
    (block.reed, block.seconds) = (reed, seconds)
    add(block)
  }

  // MARK: - Tools and boxes

  /// The tool of this name and sort.
  mutating func tool(_ sort: ReedTool.Sort, _ name: String) -> RowID {
    if let tool = tools.first(where: { $0.sort == sort && $0.name == name }) { return tool.id }
    let id = newID()
    tools.append((sort, name, id))
    return add(ReedTool(id, sort, named: name))
  }

  mutating func event(_ tool: RowID, _ what: ToolEvent.What, day: Int64) {
    add(ToolEvent(newID(), of: tool, what, day: day))
  }

  mutating func box(_ name: String) -> RowID {
    add(ReedBox(newID(), named: name, after: []))
  }

  // MARK: - Values

  private mutating func cells(
    _ entries: [String: Entry], _ fields: [ReedField]
  ) -> [(FieldID, Value)] {
    var cells: [(FieldID, Value)] = []
    for (name, entry) in entries.sorted(by: { $0.key < $1.key }) {
      guard let field = fields.first(where: { $0.name == name }) else {
        Issue.record("no field is named \(name)")
        continue
      }
      cells.append((field.id, value(entry, in: field)))
    }
    return cells
  }

  private mutating func value(_ entry: Entry, in field: ReedField) -> Value {
    switch (entry, field.content) {
    case (.tool(let name), .tool(let sort)): return .row(tool(sort, name))
    case (.number(let number), .number(let places, _, _)) where places > 0:
      return .decimal(units: Self.units(number, places), places: places)
    case (.number(let number), .pitch):
      return .decimal(units: Self.units(number, 1), places: 1)
    case (.number(let number), _): return .int(Self.units(number, 0))
    case (.flag(let flag), _): return .bool(flag)
    case (.value(let value), _): return value
    case (.text(let text), _):
      do { return try field.value(of: text) } catch {
        Issue.record("\(text) is no \(field.name)")
        return .null
      }
    default:
      Issue.record("\(field.name) takes no such value")
      return .null
    }
  }

  private static func units(_ number: Double, _ places: UInt8) -> Int64 {
    var number = number
    for _ in 0..<places { number *= 10 }
    return Int64(number.rounded())
  }
}

extension Report {
  /// The whole answer as one text.
  var words: String { answer.joined(separator: " ") }

  /// Every text a person reads in it, each on a line.
  var allText: String {
    var lines = [title] + answer
    for control in controls { lines += [control.label] + control.options.map { $0.label } }
    for section in sections {
      lines += [section.heading] + section.text
      lines += (section.table?.heads ?? []) + (section.table?.rows.flatMap { $0.cells } ?? [])
      lines += section.actions.map { $0.label }
      guard let plot = section.plot else { continue }
      lines += [plot.label, plot.x.label, plot.y.label] + plot.series
    }
    return lines.joined(separator: "\n")
  }

  func control(_ name: String) -> Control? { controls.first { $0.name == name } }
}
