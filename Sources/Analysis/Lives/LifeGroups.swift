import Domain
import Ledger
import Reports
import Statistics

/// The lives of all reeds together, or side by side by what they were made of.
struct LifeGroups: Sendable {
  struct Group: Sendable {
    let name: String
    let lives: [Lives.Life]
    let curve: KaplanMeier

    var ends: Int { lives.count { $0.isEnd } }
  }

  /// What the reeds can be grouped by.
  let choices: [Column]
  let chosen: Column?
  /// The largest first, those of one size by name; a single one without a choice.
  let groups: [Group]
  let leftOut: [String]
  private let measure: Lives.Measure
  private let lives: Lives

  /// More curves than these cannot be told apart.
  private static let mostGroups = 5
  /// Below this many ends in a group the test of a difference is not to be trusted.
  static let fewestEnds = 10

  init(_ name: String?, _ lives: Lives, _ log: ReedLog) {
    let choices = log.inputs.filter { column in
      !column.isNumber && Self.names(column, lives, log).count > 1
    }
    self.choices = choices
    chosen = name.flatMap { name in choices.first { $0.name.hasSameBytes(as: name) } }
    self.lives = lives
    measure = lives.measure
    guard let chosen else {
      groups = lives.curve.map { [Group(name: "All reeds", lives: lives.all, curve: $0)] } ?? []
      leftOut = []
      return
    }
    var groups: [Group] = []
    for name in Self.names(chosen, lives, log) {
      let own = lives.all.filter {
        log.group(chosen, of: $0.entry)?.hasSameBytes(as: name) == true
      }
      let curve = KaplanMeier(times: own.map { $0.time }, ends: own.map { $0.isEnd })
      if let curve { groups.append(Group(name: name, lives: own, curve: curve)) }
    }
    groups.sort {
      $0.lives.count == $1.lives.count
        ? Words.precedes($0.name, $1.name) : $0.lives.count > $1.lives.count
    }
    self.groups = Array(groups.prefix(Self.mostGroups))
    var leftOut: [String] = []
    let without = lives.all.count { log.group(chosen, of: $0.entry) == nil }
    if without > 0 {
      leftOut.append(
        "\(Words.count(without, "reed", "reeds")) without “\(chosen.label)” \(without == 1 ? "is" : "are") left out."
      )
    }
    let rest = groups.dropFirst(Self.mostGroups).map { $0.name }
    if !rest.isEmpty { leftOut.append("Not shown, with the fewest reeds: \(Words.list(rest)).") }
    self.leftOut = leftOut
  }

  private static func names(_ column: Column, _ lives: Lives, _ log: ReedLog) -> [String] {
    var names = lives.all.compactMap { log.group(column, of: $0.entry) }
    names.sort(by: Words.precedes)
    var different: [String] = []
    for name in names where different.last?.hasSameBytes(as: name) != true {
      different.append(name)
    }
    return different
  }

  // MARK: - In words

  /// Whether the groups differ, or what is missing to say so; `nil` for a single one.
  func sentence(today: Int64) -> String? {
    guard let chosen, groups.count > 1 else { return nil }
    let enough = groups.filter { $0.ends >= Self.fewestEnds }
    guard enough.count > 1 else {
      let parts = groups.map { "\($0.name) has \($0.ends)" }
      return "Too early to compare: at least two need \(Self.fewestEnds) reeds that have ended; "
        + "\(Words.list(parts)). \(toCompare(today: today))"
    }
    let names = Words.list(enough.map { $0.name })
    guard
      let test = LogRank(
        enough.map { (times: $0.lives.map { $0.time }, ends: $0.lives.map { $0.isEnd }) })
    else { return "Nothing tells \(names) apart." }
    let isRare = test.p <= 0.05
    var text =
      isRare
      ? "\(names) do not last equally long (log-rank p = \(Words.p(test.p)))."
      : "Nothing shows that \(names) last longer or shorter (log-rank p = \(Words.p(test.p)))."
    if isRare { text += " Something else that differs between them may be the reason." }
    let rest = groups.filter { $0.ends < Self.fewestEnds }.map { $0.name }
    if !rest.isEmpty {
      text +=
        " Fewer than \(Self.fewestEnds) of \(Words.list(rest)) have ended, too few to compare."
    }
    return "\(chosen.label): \(text)"
  }

  /// How many more must end until the two with the most ends can be compared.
  private func toCompare(today: Int64) -> String {
    let order = groups.indices.sorted {
      groups[$0].ends != groups[$1].ends ? groups[$0].ends > groups[$1].ends : $0 < $1
    }
    let two = order.prefix(2).map { groups[$0] }
    let more = two.reduce(0) { $0 + max(Self.fewestEnds - $1.ends, 0) }
    let names = two.map { $0.name }.joined(separator: " or ")
    return Pace(
      Lives.ends(of: two.flatMap { $0.lives }), of: "reed (\(names)) retired or discarded",
      "reeds (\(names)) retired or discarded", today: today
    ).words(ofMore: more, no: "reed (\(names)) was retired or discarded")
  }

  // MARK: - As a plot

  var plot: Plot {
    var plot = Plot(
      "Share of reeds still in use",
      x: measure == .hours
        ? Plot.Axis("Played", .time, least: 0...3_600)
        : Plot.Axis("Days since first use", .number(places: 0, unit: "days"), least: 0...7),
      y: Plot.Axis("Still in use", .share, least: 0...1),
      series: groups.count > 1 ? groups.map { $0.name } : [])
    for (number, group) in groups.enumerated() {
      let end = group.lives.reduce(0) { max($0, $1.time) }
      plot.layers.append(.band(Self.band(group.curve, until: end, series: number)))
    }
    for (number, group) in groups.enumerated() {
      let end = group.lives.reduce(0) { max($0, $1.time) }
      var points = [Plot.Point(0, 1)]
      for step in group.curve.steps { points.append(Plot.Point(step.time, step.survival)) }
      points.append(Plot.Point(end, group.curve.steps.last?.survival ?? 1))
      plot.layers.append(.steps(points, Self.strokes[number % Self.strokes.count]))
      plot.layers.append(
        .dots(
          group.lives.filter { !$0.isEnd }.map { life in
            let name =
              "\(life.entry.name), \(life.isGone ? "lost or sold" : "still in use"): \(lives.words(life.time))"
            return Plot.Dot(
              life.time, Self.survival(group.curve, at: life.time), series: number, name: name,
              row: life.entry.id)
          }))
    }
    if groups.count == 1, lives.median != nil {
      plot.layers.append(.rule(at: 0.5, .across, label: "half of them"))
    }
    return plot
  }

  private static let strokes: [Plot.Stroke] = [.solid, .dashed]

  /// The share that lasts longer than a time.
  private static func survival(_ curve: KaplanMeier, at time: Double) -> Double {
    curve.steps.last { $0.time <= time }?.survival ?? 1
  }

  /// The intervals between the steps, with an edge at each of them.
  private static func band(_ curve: KaplanMeier, until end: Double, series: Int) -> [Plot.Span] {
    var spans: [Plot.Span] = []
    var before: Interval?
    for step in curve.steps {
      if let before {
        spans.append(Plot.Span(at: step.time, before.low, before.high, series: series))
      }
      if let interval = step.interval {
        spans.append(Plot.Span(at: step.time, interval.low, interval.high, series: series))
      }
      before = step.interval
    }
    if let before { spans.append(Plot.Span(at: end, before.low, before.high, series: series)) }
    return spans
  }

  var table: Report.Table {
    var table = Report.Table(["After", "In use until then", "Ended", "Still in use", "95 %"])
    if groups.count > 1, let chosen { table.heads.insert(chosen.label, at: 0) }
    for group in groups {
      for step in group.curve.steps {
        let interval = step.interval.map {
          "\(Words.number($0.low * 100, places: 0)) to \(Words.percent($0.high))"
        }
        let cells = [
          lives.words(step.time), "\(step.atRisk)", "\(step.ends)", Words.percent(step.survival),
          interval ?? "–",
        ]
        table.rows.append(
          Report.Table.Line(groups.count > 1 ? [group.name] + cells : cells))
      }
    }
    return table
  }
}
