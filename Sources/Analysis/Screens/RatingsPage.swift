import Domain
import Ledger
public import Reports
import Statistics

/// How far a player's ratings, and answers of yes or no, can be trusted: the same reeds, judged blind on two days.
public struct RatingsPage: Sendable {
  public let report: Report

  /// Below this many reeds, how well ratings agree is mostly luck.
  static let fewest = Strength.fewestForHint

  public init(_ question: Question, _ log: ReedLog) {
    report = Ratings(question, log).report
  }
}

private struct Ratings {
  let question: Question
  let log: ReedLog
  let column: Column
  let columns: [Column]
  var pairs: [Rerating] = []
  var waiting: [(entry: ReedLog.Entry, rating: Rerating.Rating)] = []
  var adjusted = 0

  init(_ question: Question, _ log: ReedLog) {
    (self.question, self.log) = (question, log)
    let entries = LogFilter(question).reeds(log)
    let all = (log.outcomes() + log.shares).filter {
      switch $0.source {
      case .hours, .reedIs: false
      default: true
      }
    }
    let asked = question[Self.outcomeName].flatMap { name in
      all.first { $0.name.hasSameBytes(as: name) }
    }
    let column = asked ?? all[0]
    self.column = column
    columns = all.enumerated().filter { place, other in
      place == 0 || other.name.hasSameBytes(as: column.name)
        || entries.contains { entry in
          entry.tests.contains { test in
            guard test.isBlind, let value = log.number(other, in: test) else { return false }
            return value > 0 || !other.isShare
          }
        }
    }.map { $0.element }
    for entry in entries {
      switch Rerating.of(entry, column, log, today: question.today) {
      case .rated(let pair): pairs.append(pair)
      case .waiting(let rating): waiting.append((entry, rating))
      case .adjusted: adjusted += 1
      case .none: break
      }
    }
  }

  var report: Report {
    var report = Report("How far can I trust my ratings?")
    report.controls =
      [
        Report.Control(
          Self.outcomeName, "Rating", .question,
          columns.map { Report.Control.Option($0.name, $0.label) }, chosen: column.name)
      ]
      + LogFilter(question).controls(log).filter { !$0.name.hasSameBytes(as: LogFilter.moment) }
    report.answer = answer
    if !pairs.isEmpty {
      report.sections.append(
        Report.Section(
          "First rating against second", plot: column.isShare ? nil : plot, table: table))
    }
    if !waiting.isEmpty { report.sections.append(waitingSection) }
    return report
  }

  // MARK: - In words

  private var answer: [String] {
    var answer = pairs.count < RatingsPage.fewest ? tooEarly : agreement
    if adjusted > 0 {
      answer.append(
        "Not counted: \(Words.count(adjusted, "reed", "reeds")) adjusted between the two ratings.")
    }
    return answer
  }

  private var tooEarly: [String] {
    let missing = RatingsPage.fewest - pairs.count
    let head =
      pairs.isEmpty
      ? "Too early to tell: no reed has been rated blind on two days."
      : "Too early to tell: \(Words.count(pairs.count, "reed has", "reeds have")) been rated "
        + "blind on two days, \(missing) more to go."
    return [
      head,
      "Choose 8 to 10 reeds, good and bad. Rate them blind today, and again on another day within "
        + "two weeks, without adjusting them in between.",
      Pace(
        pairs.map { $0.second.day }, of: "reed rated blind a second time",
        "reeds rated blind a second time", today: question.today
      ).words(ofMore: missing, no: "reed was rated blind a second time"),
    ]
  }

  private var agreement: [String] {
    if column.isShare { return sameAnswers }
    let name = Words.lowered(column.label)
    guard let agreement = Agreement(pairs.map { [$0.first.value, $0.second.value] }) else {
      return [
        "All \(pairs.count) reeds got the same rating both times, so nothing tells them apart.",
        Self.chooseOthers,
      ]
    }
    var lines = [headline(agreement.value, agreement.interval, name)]
    let share = max(agreement.value, 0)
    lines.append(
      "About \(Words.percent(share)) of what differs between your ratings is the reeds; the rest "
        + "is you and the day. ICC(A,1) \(Words.number(agreement.value, places: 2)), 95 % "
        + "\(Words.interval(agreement.interval, places: 2)), from \(pairs.count) reeds.")
    lines.append(
      agreement.smallestDifference > 0
        ? "Two ratings of a reed that differ by less than "
          + "\(distance(agreement.smallestDifference)) may mean no change."
        : "Every reed got the same rating both times.")
    if let spearman = Spearman(pairs.map { $0.first.value }, pairs.map { $0.second.value }) {
      let interval =
        spearman.interval.map { ", 95 % \(Words.signedInterval($0, places: 2))" } ?? ""
      lines.append(
        "In order alone, the two days agree with Spearman’s rho "
          + "\(Words.signed(spearman.rho, places: 2))\(interval).")
    }
    if let shift = PairedMean(pairs.map { $0.second.value - $0.first.value }),
      shift.interval.low > 0 || shift.interval.high < 0
    {
      lines.append(
        "The second day was \(distance(abs(shift.difference))) "
          + "\(shift.difference > 0 ? "higher" : "lower") on average, 95 % "
          + "\(Words.differences(shift.interval, in: column, log)).")
    }
    return lines + ceiling(share)
  }

  private static let chooseOthers =
    "Choose good and bad reeds, so that the ratings have something to find."

  /// Of yes or no; kappa is to them what the ICC is to numbers (Fleiss and Cohen, 1973).
  private var sameAnswers: [String] {
    var table = [[0, 0], [0, 0]]
    for pair in pairs { table[pair.first.value > 0 ? 1 : 0][pair.second.value > 0 ? 1 : 0] += 1 }
    guard let kappa = Kappa(table), let value = kappa.value, let interval = kappa.interval else {
      return [
        "All \(pairs.count) reeds got the same answer both times, so nothing tells them apart.",
        "Cohen’s kappa can’t say how well you agree: chance alone would do as well.",
        Self.chooseOthers,
      ]
    }
    return [
      headline(value, interval, "“\(column.label)”"),
      "\(kappa.agreed) of \(pairs.count) reeds got the same answer both times: "
        + "\(Words.percent(Double(kappa.agreed) / Double(kappa.count))), 95 % "
        + "\(Words.percent(kappa.share.low)) to \(Words.percent(kappa.share.high)). Chance alone "
        + "would make \(Words.percent(kappa.chance)) agree.",
      "Cohen’s kappa \(Words.number(value, places: 2)), 95 % "
        + "\(Words.interval(interval, places: 2)): 0 is no better than chance, 1 is full agreement.",
      ceiling(value)[0],
    ]
  }

  private func headline(_ value: Double, _ interval: Interval, _ name: String) -> String {
    if interval.low >= 0.75 { return "You rate \(name) alike on two days." }
    let isWide = interval.high - interval.low > 0.4
    let end = isWide ? ", as far as \(pairs.count) reeds can tell." : "."
    switch value {
    case 0.75...: return "You rate \(name) mostly alike on two days\(end)"
    case 0.5...: return "You rate \(name) roughly alike on two days\(end)"
    default: return "Two days give you two opinions of \(name)\(end)"
    }
  }

  /// What errors in ratings do to everything they are related to.
  private func ceiling(_ share: Double) -> [String] {
    guard share > 0 else {
      return ["Until your ratings agree better, this rating can’t reveal any relation."]
    }
    let precise = Words.number(0.5 * share.squareRoot(), places: 2)
    let equal = Words.number(0.5 * share, places: 2)
    let double = Words.number(2 * share / (1 + share), places: 2)
    return [
      "A true relation of 0.50 with this rating shows as about \(precise), and as \(equal) if the "
        + "other side is as uncertain.",
      "The mean of two tests of each reed would bring \(Words.number(share, places: 2)) to "
        + "\(double).",
    ]
  }

  /// A difference without its sign.
  private func distance(_ value: Double) -> String {
    let text = Words.difference(value, in: column, log)
    return text.utf8.first == UInt8(ascii: "+")
      ? String(decoding: text.utf8.dropFirst(), as: UTF8.self) : text
  }

  // MARK: - Every reed

  private var plot: Plot {
    var dots: [Plot.Dot] = []
    for (place, pair) in pairs.enumerated() {
      // Equal ones are drawn beside each other.
      let before = pairs.prefix(place).reduce(0) {
        let isEqual =
          $1.first.value == pair.first.value && $1.second.value == pair.second.value
        return $0 + (isEqual ? 1 : 0)
      }
      dots.append(
        Plot.Dot(
          shown(pair.first.value) + Double(before) * step, shown(pair.second.value),
          name: pair.entry.name, row: pair.entry.id))
    }
    let values = pairs.flatMap { [shown($0.first.value), shown($0.second.value)] }
    let low = values.reduce(range?.lowerBound ?? .infinity) { min($0, $1) }
    let high = values.reduce(range?.upperBound ?? -.infinity) { max($0, $1) }
    let scale = Words.scale(of: column, log)
    return Plot(
      "\(column.label) of reeds rated blind on two days",
      x: Plot.Axis("First rating", scale, least: range),
      y: Plot.Axis("Second rating", scale, least: range),
      layers: [
        .line([Plot.Point(low, low), Plot.Point(high, high)], .dashed), .dots(dots),
      ])
  }

  private func shown(_ value: Double) -> Double { Words.shown(value, in: column, log) }

  /// Scales are drawn whole.
  private var range: ClosedRange<Double>? {
    switch column.source {
    case .test(let field):
      guard case .scale(let range, _, _, _) = field.content else { return nil }
      return Double(range.lowerBound)...Double(range.upperBound)
    case .score: return 1...10
    default: return nil
    }
  }

  private var step: Double { range.map { ($0.upperBound - $0.lowerBound) / 60 } ?? 0 }

  private var table: Report.Table {
    Report.Table(
      ["Reed", "First", "Second", "Difference", "Days between"],
      pairs.map { pair in
        Report.Table.Line(
          [
            pair.entry.name, "\(value(pair.first)), \(Words.day(pair.first.day))",
            "\(value(pair.second)), \(Words.day(pair.second.day))",
            difference(pair),
            "\(pair.second.day - pair.first.day)",
          ], row: pair.entry.id)
      })
  }

  private func value(_ rating: Rerating.Rating) -> String {
    column.isShare
      ? Words.ofReed(rating.value, in: column, log) : Words.value(rating.value, in: column, log)
  }

  private func difference(_ pair: Rerating) -> String {
    let difference = pair.second.value - pair.first.value
    guard column.isShare else { return Words.difference(difference, in: column, log) }
    return difference == 0 ? "Same" : "Changed"
  }

  /// The first rating is not shown, or the second would not be blind.
  private var waitingSection: Report.Section {
    Report.Section(
      "Waiting for the second rating",
      ["Rate them blind once more, on another day and before the date given."],
      table: Report.Table(
        ["Reed", "Rated", "Again by"],
        waiting.map { entry, rating in
          Report.Table.Line(
            [
              entry.name, Words.day(rating.day), Words.day(rating.day &+ Rerating.mostDays),
            ], row: entry.id)
        }))
  }

  static let outcomeName = "outcome"
}
