import Domain
import Ledger
import Reports
import Statistics

/// Goes through all rules. The same data give the same answer.
struct Adviser: Sendable {
  let log: ReedLog
  let question: Question
  /// The reeds that are counted, oldest first.
  let reeds: [ReedLog.Entry]
  let moment: Column.Moment
  /// The rows of the space, for cane that is not tied yet.
  let rows: [Row]

  /// At most three at once, the strongest first, then those with the newest data.
  private(set) var suggestions: [Suggestion] = []
  /// What could not be judged, and what would help.
  private(set) var lacks: [Lack] = []
  /// How many more suggestions there would be.
  private(set) var waiting = 0
  /// How many are not shown because they were dismissed.
  private(set) var dismissed = 0
  /// How many are not made because an experiment found no difference that matters.
  private(set) var settled = 0

  static let limit = 3

  /// What a rule found.
  struct Finding: Sendable {
    /// `nil` if the rule does not apply.
    var suggestion: Suggestion?
    var effects: [Effect] = []
    var lack: Lack?
  }

  /// A rule that lacks data, and the question that it leads to.
  struct Lack: Sendable {
    let rule: String
    let question: String

    init(_ rule: String, _ question: String) { (self.rule, self.question) = (rule, question) }
  }

  init(_ question: Question, _ log: ReedLog, _ rows: [Row]) {
    (self.log, self.question, self.rows) = (log, question, rows)
    let filter = LogFilter(question)
    reeds = filter.reeds(log)
    moment = filter.moment
    judge(findings)
  }

  /// Of all rules, in the order in which they are told.
  ///
  /// Some offer no experiment. Readings of wet and dry cane (``mixedStates()``) are no answer that a reed gives; the ends
  /// of a piece (``caneEnds()``) are what they are, and chance cannot draw them; how many reeds there are
  /// (``pipeline()``) and when to begin a successor (``ageing()``) are no choice between two ways; and after an extreme
  /// reed (``regression()``) nothing should change at all.
  private var findings: [Finding] {
    pitchToStaple() + unevenGouge() + mixedStates() + caneEnds() + altitude() + opening()
      + lateResponse() + tieLength() + ageing() + pipeline() + confounded() + tooEarly()
      + regression()
  }

  private mutating func judge(_ findings: [Finding]) {
    lacks = findings.compactMap { $0.lack }
    let q = BenjaminiHochberg.adjusted(findings.flatMap { $0.effects.map { $0.p } }) ?? []
    var place = 0
    var found: [Suggestion] = []
    for finding in findings {
      var suggestion = finding.suggestion
      for effect in finding.effects {
        let strength = effect.strength(q: place < q.count ? q[place] : 1)
        place += 1
        if effect.isBehind, let footing = suggestion?.footing {
          suggestion?.footing = max(footing, .data(strength))
        }
      }
      guard var suggestion else { continue }
      if log.settings.hasDismissed(suggestion.key) {
        dismissed += 1
        continue
      }
      if let subject = suggestion.subject, let answer = answer(to: subject) {
        if answer.isNone {
          settled += 1
          continue
        }
        suggestion = answer.suggestion(subject.wanted, log)
        // Two rules may ask what one experiment answered.
        if found.contains(where: { $0.key.hasSameBytes(as: suggestion.key) }) { continue }
        if log.settings.hasDismissed(suggestion.key) {
          dismissed += 1
          continue
        }
      }
      found.append(suggestion)
    }
    let order = found.indices.sorted { one, other in
      let (a, b) = (found[one], found[other])
      if a.footing != b.footing { return a.footing > b.footing }
      return a.day != b.day ? a.day > b.day : one < other
    }
    suggestions = order.prefix(Self.limit).map { found[$0] }
    waiting = found.count - suggestions.count
  }
}

// MARK: - What the rules share

extension Adviser {
  /// A reed with its value in a column.
  struct Valued: Sendable {
    let entry: ReedLog.Entry
    let value: Double
  }

  /// The column of a field, unless it is hidden.
  func column(_ name: String) -> Column? { log.column(name) }

  /// The reeds that have a value; the others are left out.
  func valued(
    _ column: Column, among reeds: [ReedLog.Entry], _ moment: Column.Moment? = nil
  ) -> [Valued] {
    reeds.compactMap { entry in
      guard let value = log.number(column, of: entry, moment ?? self.moment), value.isFinite else {
        return nil
      }
      return Valued(entry: entry, value: value)
    }
  }

  /// Says how many have no value.
  func unrated(_ count: Int, of all: Int, _ label: String) -> [String] {
    let rest = all - count
    guard rest > 0 else { return [] }
    return [
      "\(Words.count(rest, "reed has", "reeds have")) no value for \(label) and "
        + "\(rest == 1 ? "is" : "are") not counted."
    ]
  }

  func item(_ entry: ReedLog.Entry, _ value: String) -> Suggestion.Item {
    Suggestion.Item(entry.name, entry.reed.begun, value, entry.id)
  }

  func items(_ valued: [Valued], _ column: Column) -> [Suggestion.Item] {
    valued.map { item($0.entry, Words.value($0.value, in: column, log)) }
  }

  /// A length that is part of a rule.
  func length(_ millimetres: Double, places: Int) -> String {
    let number =
      log.lengths == .inches
      ? Words.number(millimetres / 25.4, places: places + 1)
      : Words.number(millimetres, places: places)
    return "\(number) \(log.lengths.symbol)"
  }

  /// The instruments of the reeds, in their order.
  func instruments(_ family: ReedField.Family) -> [Reed.Instrument] {
    Reed.Instrument.allCases.filter { instrument in
      instrument.family == family && reeds.contains { $0.reed.instrument == instrument }
    }
  }

  /// The offer to draw an experiment: what differs, and what it is judged by. None if either is hidden, or if there are
  /// no two of a tool to draw from.
  ///
  /// - Parameter arms: the two that are compared, if they are known. There is no choice if a person has two of a tool.
  func experiment(_ field: String, _ outcome: String, _ arms: [String] = []) -> [Report.Action] {
    guard let differs = log.fields.reed.named(field), !differs.isHidden, differs.canBeArm,
      log.fields.test.named(outcome)?.isHidden == false
    else { return [] }
    var arms = arms
    if case .tool(let sort) = differs.content {
      let tools = log.tools.values.filter { $0.sort == sort }.map { $0.id }.sorted()
      if tools.count < 2 { return [] }
      if arms.isEmpty, tools.count == 2 { arms = tools.map { $0.bits.hex } }
    }
    return [
      Report.Action(
        "Try as an experiment", .experiment(field: field, outcome: outcome, arms: arms))
    ]
  }

  /// The groups of two reeds as an experiment keeps them; none if either has no value.
  func arms(_ column: Column, _ one: ReedLog.Entry?, _ other: ReedLog.Entry?) -> [String] {
    let arms = [one, other].compactMap { $0.flatMap { log.arm(column, of: $0) } }
    return arms.count == 2 ? arms : []
  }

  /// The usual number of these reeds and one two steps of its field higher or lower, as an experiment keeps them; none if
  /// nothing was recorded.
  func arms(_ name: String, of all: [ReedLog.Entry], more isMore: Bool) -> [String] {
    guard let field = log.fields.reed.named(name), !field.isHidden,
      case .number(let places, _, _) = field.content
    else { return [] }
    let recorded = all.compactMap { ReedField.units(of: $0.row.value(field.id)) }
      .filter { !field.isFarOut($0) }.sorted()
    guard !recorded.isEmpty else { return [] }
    let usual = Value.decimal(units: recorded[recorded.count / 2], places: places)
    guard let other = field.stepped(usual, by: isMore ? 2 : -2) else { return [] }
    return [field.text(of: usual), field.text(of: other)]
  }

  /// The tool that a field names.
  func tool(_ field: UInt64, of entry: ReedLog.Entry) -> RowID? {
    guard case .row(let id) = entry.row.value(KindID.reed.field(field)), log.tools[id] != nil
    else { return nil }
    return id
  }

  /// Those that are newer than the last dismissed one: a dismissed one is gone with all before it.
  func undismissed<Thing>(_ things: [Thing], key: (Thing) -> String) -> [Thing] {
    guard let last = things.lastIndex(where: { log.settings.hasDismissed(key($0)) }) else {
      return things
    }
    return Array(things[(last + 1)...])
  }
}
