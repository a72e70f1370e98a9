import Domain
import Ledger
import Reports
import Statistics

/// How ratings go with one of the conditions in which reeds were tested.
struct WeatherRelation: Sendable {
  let condition: Column
  let reeds: [(entry: ReedLog.Entry, condition: Double, rating: Double)]
  /// `nil` for fewer than eight reeds, or if the condition was always the same.
  let spearman: Spearman?
  let p: Double?

  static let fewest = Strength.fewestForHint

  /// - Returns: `nil` if no test has both.
  init?(
    _ condition: Column, _ rating: Column, _ reeds: [ReedLog.Entry], _ log: ReedLog,
    _ moment: Column.Moment
  ) {
    // Of several answers the latest counts, beside the condition of the same test.
    let moment = rating.isShare && moment == .mean ? .latest : moment
    var pairs: [(entry: ReedLog.Entry, condition: Double, rating: Double)] = []
    for entry in reeds {
      // Both from the same tests.
      let tested = entry.keeping {
        log.number(condition, in: $0) != nil && log.number(rating, in: $0) != nil
      }
      guard let x = log.number(condition, of: tested, moment),
        let y = log.number(rating, of: tested, moment), x.isFinite, y.isFinite
      else { continue }
      pairs.append((entry, x, y))
    }
    guard !pairs.isEmpty else { return nil }
    self.condition = condition
    self.reeds = pairs
    let spearman =
      pairs.count < Self.fewest
      ? nil : Spearman(pairs.map { $0.condition }, pairs.map { $0.rating })
    self.spearman = spearman
    p = spearman?.p(seed: 1)?.p
  }

  /// - Parameter q: its p adjusted for all conditions that were looked at.
  func section(_ rating: Column, q: Double?, _ log: ReedLog, today: Int64) -> Report.Section {
    let plot = Plot(
      "\(rating.label) against \(Words.lowered(condition.label))",
      x: Plot.Axis(condition.label, Words.scale(of: condition, log)),
      y: Plot.Axis(rating.label, Words.scale(of: rating, log)),
      layers: [
        .dots(
          reeds.map {
            Plot.Dot(
              Words.shown($0.condition, in: condition, log),
              Words.shown($0.rating, in: rating, log),
              name: $0.entry.name, row: $0.entry.id)
          })
      ])
    var table = Report.Table(["Reed", condition.label, rating.label])
    for reed in reeds {
      table.rows.append(
        Report.Table.Line(
          [
            reed.entry.name, Words.mean(reed.condition, in: condition, log),
            Words.ofReed(reed.rating, in: rating, log),
          ], row: reed.entry.id))
    }
    return Report.Section(
      "\(rating.isShare ? "“\(rating.label)”" : rating.label) and \(Words.lowered(condition.label))",
      [sentence(rating, q: q, today: today)], plot: plot, table: table)
  }

  private func sentence(_ rating: Column, q: Double?, today: Int64) -> String {
    let what = rating.isShare ? "“\(rating.label)”" : Words.lowered(rating.label)
    let name = Words.lowered(condition.label)
    guard reeds.count >= Self.fewest else {
      return "Too early to tell: \(Words.count(reeds.count, "reed", "reeds")) with \(name) and "
        + "\(what), \(Self.fewest) are needed. "
        + Pace(
          reeds.map { $0.entry.reed.begun }, of: "reed with both", "reeds with both", today: today
        ).words(ofMore: Self.fewest - reeds.count)
    }
    guard let spearman else {
      return "\(Words.sentence(name)) or \(what) was the same for all reeds."
    }
    let sure = spearman.interval.map { ", 95 % \(Words.signedInterval($0, places: 2))" } ?? ""
    let figures =
      "rank correlation \(Words.signed(spearman.rho, places: 2))\(sure), n = \(reeds.count)"
    let isSupported = spearman.excludesZero && q.map { $0 <= 0.1 } ?? false
    guard isSupported else { return "Nothing shows that \(what) goes with \(name): \(figures)." }
    let (more, less) = rating.isShare ? ("more frequent", "rarer") : ("higher", "lower")
    return "\(Words.sentence(what)) tends to be \(spearman.rho > 0 ? more : less) when "
      + "\(name) is higher: \(figures). Season or cane may be the reason."
  }
}
