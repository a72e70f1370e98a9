import Domain
import Ledger
public import Reports

/// Which reeds an analysis counts, and which of their tests: the controls that all pages share.
public struct LogFilter: Sendable {
  private let question: Question

  public init(_ question: Question) { self.question = question }

  /// Which of a reed's tests count.
  public var moment: Column.Moment {
    guard let text = question[Self.moment] else { return .mean }
    if text.hasSameBytes(as: "first") { return .first }
    if text.hasSameBytes(as: "latest") { return .latest }
    return Int64(text).map { .day(min(max($0, -100_000), 100_000)) } ?? .mean
  }

  /// The reeds that are counted.
  public func reeds(_ log: ReedLog) -> [ReedLog.Entry] {
    log.entries.filter { keeps($0) }
  }

  public func keeps(_ entry: ReedLog.Entry) -> Bool {
    let reed = entry.reed
    if let text = question[Self.instrument], !"\(reed.instrument.rawValue)".hasSameBytes(as: text) {
      return false
    }
    if let text = question[Self.stage], !"\(reed.stage.rawValue)".hasSameBytes(as: text) {
      return false
    }
    if let text = question[Self.box], reed.box?.bits.hex.hasSameBytes(as: text) != true {
      return false
    }
    if let text = question[Self.days], let days = Int64(text), reed.begun <= question.today - days {
      return false
    }
    if let text = question[Self.tag],
      !Self.tags(of: reed).contains(where: { $0.hasSameBytes(as: text) })
    {
      return false
    }
    if let text = question[Self.tool] {
      return entry.row.cells.contains {
        if case .row(let id) = $0.value { id.bits.hex.hasSameBytes(as: text) } else { false }
      }
    }
    return true
  }

  /// The controls for a log: only what divides its reeds.
  public func controls(_ log: ReedLog) -> [Report.Control] {
    var (instruments, stages) = (Set<Int>(), Set<Int>())
    var tags: [String] = []
    for entry in log.entries {
      instruments.insert(entry.reed.instrument.rawValue)
      stages.insert(entry.reed.stage.rawValue)
      for tag in Self.tags(of: entry.reed) where !tags.contains(where: { $0.hasSameBytes(as: tag) })
      {
        tags.append(tag)
      }
    }
    typealias Option = Report.Control.Option
    let tools = log.tools.values.sorted {
      ($0.sort.rawValue, $0.id) < ($1.sort.rawValue, $1.id)
    }
    return [
      control(
        Self.moment, "Ratings of each reed", "Mean of all tests",
        [Option("first", "First test"), Option("latest", "Latest test")]
          + [3, 7, 14].map { Option("\($0)", "Day \($0)") }),
      control(
        Self.instrument, "Instrument", "All",
        instruments.sorted().map { Option("\($0)", Reed.Instrument.choices[$0].label) }),
      control(
        Self.days, "Started", "Any time",
        [(92, "In the last 3 months"), (366, "In the last year"), (731, "In the last 2 years")]
          .map { Option("\($0.0)", $0.1) }),
      control(
        Self.stage, "Stage", "All",
        stages.sorted().map { Option("\($0)", ReedStage.choices[$0].label) }),
      control(Self.box, "Box", "All", log.boxes.map { Option($0.id.bits.hex, $0.name) }),
      control(Self.tag, "Tag", "All", tags.map { Option($0, $0) }),
      control(
        Self.tool, "Tool", "All",
        tools.map { Option($0.id.bits.hex, "\($0.sort.label): \($0.name)") }),
    ].filter { divides(log, $0) }
  }

  /// Whether there is anything to choose. A single box, tag or tool counts if some reeds have it and others do not.
  private func divides(_ log: ReedLog, _ control: Report.Control) -> Bool {
    guard control.options.count == 2 else { return control.options.count > 2 }
    var alone = Question(question.subject, today: question.today)
    alone[control.name] = control.options[1].value
    let count = LogFilter(alone).reeds(log).count
    return count > 0 && count < log.entries.count
  }

  private func control(
    _ name: String, _ label: String, _ all: String, _ options: [Report.Control.Option]
  ) -> Report.Control {
    Report.Control(
      name, label, .filter, [Report.Control.Option("", all)] + options,
      chosen: question[name] ?? "")
  }

  private static func tags(of reed: Reed) -> [String] {
    reed.tags.utf8.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
  }

  static let moment = "moment"
  static let instrument = "instrument"
  static let days = "days"
  static let stage = "stage"
  static let box = "box"
  static let tag = "tag"
  static let tool = "tool"
}
