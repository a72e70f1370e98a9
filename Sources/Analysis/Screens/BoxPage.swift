import Domain
import Ledger
public import Reports
import Statistics

/// What is in the box: how many reeds are in each stage, how many of those tied came into use, and how long the
/// playable ones may last.
public struct BoxPage: Sendable {
  public let report: Report

  public init(_ question: Question, _ log: ReedLog) {
    let filter = LogFilter(question)
    let reeds = filter.reeds(log)
    // A finished reed has left its box and its stage, but not the answer to how long reeds last.
    var wide = question
    (wide[LogFilter.stage], wide[LogFilter.box]) = (nil, nil)
    let all = LogFilter(wide).reeds(log)
    var report = Report("Your box now")
    report.controls = filter.controls(log)
    guard !reeds.isEmpty else {
      report.answer = [log.entries.isEmpty ? "No reeds yet." : "No reed matches these filters."]
      self.report = report
      return
    }
    let lives = Lives(all, .hours, today: question.today)
    let yield = ReedYield(all, today: question.today)
    // Nobody ties a single reed.
    let areTied = Self.family(reeds) != .singles
    report.answer =
      [Self.headline(reeds)] + (areTied ? [yield.sentence] : [])
      + [Lives.told(all, today: question.today).sentence(today: question.today)]
    report.sections =
      [Self.stages(reeds, today: question.today)] + (areTied ? [Self.yield(yield)] : [])
      + [Self.playable(reeds, lives, log, filter.moment, today: question.today)]
    self.report = report
  }

  // MARK: - Stages

  /// `4 blanks, 2 scraped, 5 in use.`
  private static func headline(_ reeds: [ReedLog.Entry]) -> String {
    var parts: [String] = []
    for stage in ReedStage.allCases where !stage.isOver {
      let count = reeds.count { $0.reed.stage == stage }
      guard count > 0 else { continue }
      let family = Self.family(reeds)
      parts.append(
        stage == .blank && family != .singles
          ? Words.count(count, "blank", "blanks")
          : "\(count) \(Words.lowered(stage.label(for: family)))")
    }
    let over = reeds.count { $0.reed.stage.isOver }
    if parts.isEmpty {
      return
        "Nothing in the box: \(Words.count(over, "reed is", "reeds are")) retired or discarded."
    }
    return "In the box: \(Words.list(parts))."
  }

  /// By which the stages are named: single reeds have their own words, unless they are mixed with others.
  private static func family(_ reeds: [ReedLog.Entry]) -> ReedField.Family {
    let areSingle = !reeds.isEmpty && reeds.allSatisfy { $0.reed.instrument.family == .singles }
    return areSingle ? .singles : .doubles
  }

  /// How long a reed counts as newly arrived in a stage.
  private static let recentDays: Int64 = 30

  private static func stages(_ reeds: [ReedLog.Entry], today: Int64) -> Report.Section {
    let stages = ReedStage.allCases
    let family = family(reeds)
    var plot = Plot(
      "Reeds by stage", x: Plot.Axis("Reeds", .number(places: 0, unit: ""), least: 0...4),
      y: Plot.Axis("Stage", .names(stages.map { $0.label(for: family) })))
    var table = Report.Table(["Stage", "Reeds now", "New in the last \(recentDays) days"])
    var bars: [Plot.Bar] = []
    for (place, stage) in stages.enumerated() {
      let count = reeds.count { $0.reed.stage == stage }
      let new = reeds.count { entry in
        let start: ReedStage = entry.reed.instrument.family == .singles ? .scraped : .blank
        return entry.moves.contains { $0.stage == stage && $0.day > today - recentDays }
          || stage == start && entry.reed.begun != 0 && entry.reed.begun > today - recentDays
      }
      bars.append(Plot.Bar(at: Double(place), Double(count), name: stage.label(for: family)))
      table.rows.append(Report.Table.Line([stage.label(for: family), "\(count)", "\(new)"]))
    }
    plot.layers = [.bars(bars, .across)]
    return Report.Section(
      family == .singles ? "From the box to the concert" : "From blank to concert", plot: plot,
      table: table)
  }

  private static func yield(_ yield: ReedYield) -> Report.Section {
    var text = [
      "Counts reeds you tied: bought reeds and plans are left out. A retired reed was once in use."
    ]
    if yield.waiting > 0 {
      text.append(
        "\(Words.count(yield.waiting, "reed", "reeds")) of those not decided yet "
          + "\(yield.waiting == 1 ? "was" : "were") started over \(ReedYield.patience) days ago.")
    }
    let lines = [
      ["Came into use", "\(yield.used)"], ["Discarded before", "\(yield.count - yield.used)"],
      ["Not decided yet", "\(yield.young)"],
    ]
    return Report.Section(
      "How many come into use", text,
      table: Report.Table(["Reeds tied", "Number"], lines.map { Report.Table.Line($0) }))
  }

  // MARK: - Playable reeds

  /// More bars than these cannot be told apart.
  private static let mostBars = 24

  private static func playable(
    _ reeds: [ReedLog.Entry], _ lives: Lives, _ log: ReedLog, _ moment: Column.Moment, today: Int64
  ) -> Report.Section {
    let order: [ReedStage] = [.inUse, .declining, .breakingIn, .scraped]
    let playable = order.flatMap { stage in reeds.filter { $0.reed.stage == stage } }
    guard !playable.isEmpty else {
      return Report.Section("Reeds you can play", ["None at the moment."])
    }
    let success = log.column("success")
    var table = Report.Table([
      "Reed", "Stage", "Played", "Success", "Age",
      lives.median == nil ? "Left" : "Left of your median",
    ])
    for entry in playable {
      let rating = success.flatMap { column in
        log.number(column, of: entry, moment).map { Words.mean($0, in: column, log) }
      }
      let age = entry.reed.begun == 0 ? nil : today - entry.reed.begun
      table.rows.append(
        Report.Table.Line(
          [
            entry.name, entry.reed.stage.label(for: entry.reed.instrument.family),
            entry.seconds > 0 ? lives.words(Double(entry.seconds)) : "not recorded",
            rating ?? "not rated", age.map { Words.count(Int(max($0, 0)), "day", "days") } ?? "–",
            left(entry, lives),
          ], row: entry.id))
    }
    var text: [String] = []
    let silent = playable.count { $0.seconds == 0 }
    if silent > 0 {
      text.append(
        "\(Words.count(silent, "reed", "reeds")) in the list \(silent == 1 ? "has" : "have") no time recorded: choose the reed after "
          + "a session.")
    }
    if lives.median == nil {
      text.append(
        lives.ends < Lives.fewestEnds
          ? "How much is left is shown once \(Lives.fewestEnds) reeds with time recorded have ended."
          : "How much is left is not known: more than half of your reeds outlast those that ended.")
    }
    return Report.Section(
      "Reeds you can play", text, plot: plot(playable, lives), table: table,
      actions: [Report.Action("How long your reeds last", .ask(.life, []))])
  }

  private static func left(_ entry: ReedLog.Entry, _ lives: Lives) -> String {
    guard let median = lives.median else { return "–" }
    let left = median - Double(entry.seconds)
    return left > 0 ? lives.words(left) : "past it by \(lives.words(-left))"
  }

  private static func plot(_ playable: [ReedLog.Entry], _ lives: Lives) -> Plot? {
    let played = playable.filter { $0.seconds > 0 }.prefix(mostBars)
    guard !played.isEmpty else { return nil }
    var plot = Plot(
      "Time played on each reed", x: Plot.Axis("Played", .time, least: 0...3_600),
      y: Plot.Axis("Reed", .names(played.map { $0.name })))
    plot.layers = [
      .bars(
        played.enumerated().map {
          Plot.Bar(at: Double($0.offset), Double($0.element.seconds), name: $0.element.name)
        }, .across)
    ]
    if let median = lives.median {
      plot.layers.append(.rule(at: median, .upright, label: "Half of your reeds last this long"))
    }
    return plot
  }
}

/// How many of the reeds that were tied came into use.
struct ReedYield: Sendable {
  /// From here on a reed that is on its way is said to be waiting.
  static let patience: Int64 = 90

  private(set) var used = 0
  /// Those with a verdict: in use once, or discarded before.
  private(set) var count = 0
  /// On their way: too young for a verdict.
  private(set) var young = 0
  /// Those of them that were started long ago.
  private(set) var waiting = 0

  init(_ reeds: [ReedLog.Entry], today: Int64) {
    for entry in reeds {
      let reed = entry.reed
      guard reed.origin != .boughtReed, reed.stage != .planned else { continue }
      let wasUsed = entry.moves.contains { Self.isUse($0.stage) } || Self.isUse(reed.stage)
      if wasUsed || reed.stage.isOver {
        count += 1
        used += wasUsed ? 1 : 0
      } else {
        young += 1
        waiting += reed.begun != 0 && today - reed.begun > Self.patience ? 1 : 0
      }
    }
  }

  private static func isUse(_ stage: ReedStage) -> Bool {
    stage == .inUse || stage == .declining || stage == .retired
  }

  /// `7 of 12 = 58 %, 95 % 32 to 81 %, …`
  var sentence: String {
    let rest = young == 0 ? "" : " \(young) more \(young == 1 ? "is" : "are") not decided yet."
    guard count > 0, let interval = Wilson.interval(hits: used, of: count) else {
      return "No reed that you tied has a verdict yet.\(rest)"
    }
    let low = Words.number(interval.low * 100, places: 0)
    return
      "Of the reeds you tied, \(used) of \(count) = \(Words.percent(Double(used) / Double(count))) "
      + "came into use, 95 % \(low) to \(Words.percent(interval.high)).\(rest)"
  }
}
