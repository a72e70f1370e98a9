import Domain
import Ledger
import Reports
import Statistics

/// The reeds that count as rows of numbers: what was measured, and how they turned out.
struct Sheet: Sendable {
  let question: Question
  let log: ReedLog
  let entries: [ReedLog.Entry]
  /// Most values first; those with as many in the order of the log.
  let inputs: [Line]
  /// In the order of the log.
  let outcomes: [Line]
  /// Outcomes that are choices: 1 or 0 for every reed. Each is asked about alone: the choices of one field exclude each
  /// other, so a map of all of them would count one relation several times.
  let shares: [Line]

  /// A number of every reed.
  struct Line: Sendable {
    let goodness: Goodness
    /// One for each reed, NaN where nothing was recorded.
    let values: [Double]
    /// The reeds that have one.
    let count: Int
    /// Whether any two differ.
    let isVaried: Bool

    var column: Column { goodness.column }
    var name: String { column.name }
    var label: String { column.label }
    /// Whether anything can go with it.
    var isUsable: Bool { isVaried && count >= Sheet.fewest }

    init(_ column: Column, _ values: [Double]) {
      goodness = Goodness(column)
      self.values = values
      let known = values.filter { $0.isFinite }
      count = known.count
      isVaried = known.contains { $0 != known[0] }
    }
  }

  /// Fewer reeds than this are no row of numbers.
  static let fewest = 4
  /// Below this many, any two columns may go together by luck.
  static let fewestForWord = Strength.fewestForHint

  init(_ question: Question, _ log: ReedLog) {
    (self.question, self.log) = (question, log)
    let filter = LogFilter(question)
    let entries = filter.reeds(log)
    self.entries = entries
    let lines = log.inputs.filter { $0.isNumber }.map { column in
      Line(column, entries.map { Self.finite(log.number(column, of: $0, filter.moment)) })
    }
    inputs = lines.indices.sorted {
      lines[$0].count != lines[$1].count ? lines[$0].count > lines[$1].count : $0 < $1
    }.map { lines[$0] }
    func line(_ column: Column) -> Line {
      let goodness = Goodness(column)
      return Line(
        column, entries.map { Self.finite(goodness.value(of: $0, log, filter.moment)) })
    }
    outcomes = log.outcomes().map(line)
    shares = log.shares.map(line).filter { $0.values.contains(1) }
  }

  private static func finite(_ value: Double?) -> Double {
    guard let value, value.isFinite else { return .nan }
    return value
  }

  /// The line that was chosen in a control.
  func chosen(_ control: String, in lines: [Line]) -> Line? {
    question[control].flatMap { name in lines.first { $0.name.hasSameBytes(as: name) } }
  }

  /// Those that can be chosen: all that are usable, and the one that is.
  func options(_ lines: [Line], chosen: Line?) -> [Report.Control.Option] {
    lines.filter { $0.isUsable || chosen?.name.hasSameBytes(as: $0.name) == true }
      .map { Report.Control.Option($0.name, $0.label) }
  }

  /// The reeds that have a number in both.
  func shared(_ one: Line, _ other: Line) -> [Int] {
    entries.indices.filter { one.values[$0].isFinite && other.values[$0].isFinite }
  }

  /// How often the reeds in question come, or without them any reeds.
  ///
  /// - Parameter what: what they have: `with both`.
  func pace(_ places: [Int], _ what: String) -> Pace {
    places.isEmpty
      ? Pace(entries.map { $0.reed.begun }, of: "reed", "reeds", today: question.today)
      : Pace(
        places.map { entries[$0].reed.begun }, of: "reed \(what)", "reeds \(what)",
        today: question.today)
  }

  // MARK: - What cannot be told apart

  /// Two inputs that go together so closely that what goes with one goes with the other.
  struct Twins: Sendable {
    let one: Line
    let other: Line
    let spearman: Spearman

    /// `“A middle” and “B middle” cannot be told apart: they go together with rho 0.83 (24 reeds).`
    var words: String {
      "“\(one.label)” and “\(other.label)” cannot be told apart: they go together with rho "
        + "\(Words.number(spearman.rho, places: 2)) (\(spearman.count) reeds)."
    }

    func names(_ line: Line) -> Bool {
      one.name.hasSameBytes(as: line.name) || other.name.hasSameBytes(as: line.name)
    }
  }

  /// The pairs of lines, and of lines with the day a reed was started, with a rho beyond 0.7.
  func twins(among lines: [Line]) -> [Twins] {
    let all = lines + [day]
    var twins: [Twins] = []
    for (place, one) in lines.enumerated() {
      for other in all[(place + 1)...] {
        if let pair = twin(one, other) { twins.append(pair) }
      }
    }
    return twins
  }

  /// The same for one of them.
  func twins(of one: Line, among lines: [Line]) -> [Twins] {
    (lines.filter { !$0.name.hasSameBytes(as: one.name) } + [day]).compactMap { twin(one, $0) }
  }

  private var day: Line {
    Line(
      Column(.day, "day", "Day started"),
      entries.map { $0.reed.begun == 0 ? .nan : Double($0.reed.begun) })
  }

  private func twin(_ one: Line, _ other: Line) -> Twins? {
    // That a mean goes with what it is a mean of tells nothing.
    if one.column.isMade(of: other.column) || other.column.isMade(of: one.column) { return nil }
    let both = shared(one, other)
    guard both.count >= Self.fewestForWord,
      let spearman = Spearman(both.map { one.values[$0] }, both.map { other.values[$0] }),
      abs(spearman.rho) > 0.7
    else { return nil }
    return Twins(one: one, other: other, spearman: spearman)
  }

  static let inputName = "input"
  static let outcomeName = "outcome"
}
