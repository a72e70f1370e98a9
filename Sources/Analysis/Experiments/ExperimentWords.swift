import Domain
import Ledger
import Reports
import Statistics

/// The report of an experiment in sentences, a plot and the checklist of CENT 2015 (Vohra and others, 2015), which says
/// what a report of an experiment with a single player has to tell.
struct ExperimentWords {
  let data: ExperimentData
  let log: ReedLog
  private let today: Int64
  private let isShown: Bool
  private let result: ExperimentResult?

  var experiment: Experiment { data.experiment }
  var isPaired: Bool { experiment.design == .paired }

  init(_ data: ExperimentData, _ log: ReedLog, today: Int64) {
    (self.data, self.log, self.today) = (data, log, today)
    isShown = data.showsResults(on: today) && !data.experiment.hasOneArm
    result = isShown ? ExperimentResult(data) : nil
  }

  // MARK: - The answer

  var answer: [String] {
    if experiment.hasOneArm {
      return [
        "The two that it compares were merged into one, so it can no longer tell them apart.",
        "Nothing is lost: its places and ratings stay, and so does what chance drew.",
      ]
    }
    guard isShown else {
      return [
        "Still running: \(progress).\(whenFull)",
        "Results stay hidden until it has ended, so that they can’t sway your ratings.",
      ]
    }
    return verdict + weakened + merged + leftOut
  }

  /// `4 of 10 pairs rated`.
  var progress: String {
    let planned = experiment.planned
    return isPaired
      ? "\(data.count) of \(planned) pairs rated"
      : "\(data.count) of \(planned) reeds of each kind rated"
  }

  /// When the planned number is reached at the player’s pace; empty if it is, or if nothing more comes.
  private var whenFull: String {
    let missing =
      isPaired
      ? experiment.planned - data.count
      : (0..<2).reduce(0) { $0 + max(experiment.planned - data.values(of: $1).count, 0) }
    guard missing > 0, experiment.ended == 0 else { return "" }
    let days = isPaired ? data.pairDays : data.reeds.compactMap { $0.rating?.day }
    let (one, many) = isPaired ? ("pair", "pairs") : ("reed", "reeds")
    let pace = Pace(days, of: "rated \(one)", "rated \(many)", today: today)
    return " \(pace.words(ofMore: missing, no: "\(one) was rated"))"
  }

  /// What a verdict takes.
  private var whatIsMissing: String {
    let fewest = ExperimentResult.fewest(experiment.design)
    guard data.count < fewest else { return whenFull }
    return " A verdict takes at least \(fewest)\(isPaired ? " pairs" : " of each").\(whenFull)"
  }

  private var verdict: [String] {
    guard let result else {
      return [
        data.count < 2
          ? "Too early to tell: \(progress).\(whatIsMissing)"
          : "All ratings are alike, so nothing tells the two apart: \(progress)."
      ]
    }
    return [headline(result), figures(result), luck(result)]
  }

  private func headline(_ result: ExperimentResult) -> String {
    let outcome = Words.lowered(data.column.label)
    let (a, b) = (data.arms[0], data.arms[1])
    let start =
      result.strength == .tested || result.verdict == .tooEarly
      ? "\(result.strength.label): " : ""
    switch result.verdict {
    case .tooEarly: return "\(start)\(progress).\(whatIsMissing)"
    case .differs:
      let more = result.difference > 0 ? (b, a) : (a, b)
      return Words.sentence("\(start)\(outcome) is higher with \(more.0) than with \(more.1).")
    case .same:
      return Words.sentence("\(start)no difference that matters between \(a) and \(b).")
    case .undecided: return "Undecided: \(a) and \(b) may be alike, or differ by what matters."
    }
  }

  private func figures(_ result: ExperimentResult) -> String {
    let count =
      isPaired
      ? Words.count(data.count, "pair", "pairs")
      : "\(data.values(of: 0).count) and \(data.values(of: 1).count) reeds"
    return "\(data.arms[1]) less \(data.arms[0]), \(isPaired ? "mean of the pairs" : "means"): "
      + "\(Words.difference(result.difference, in: data.column, log)), 95 % "
      + "\(Words.differences(result.interval, in: data.column, log)), from \(count)."
  }

  private func luck(_ result: ExperimentResult) -> String {
    let ways = Words.ways(result.count, isExact: result.isExact, "arrangements")
    let test = isPaired ? "sign-flip test" : "permutation test within blocks"
    return "If the two did not differ at all, a difference this big or bigger would still turn up "
      + "\(Words.timesInHundred(result.p)) (\(test), \(ways))."
  }

  // MARK: - Sections

  var sections: [Report.Section] {
    var sections: [Report.Section] = []
    if isShown, data.rated > 0 {
      sections.append(
        Report.Section(
          isPaired ? "Pair by pair" : "Reed by reed",
          [isPaired ? "Each line is a pair." : "Each dot is a reed."], plot: plot, table: table))
    }
    sections.append(
      Report.Section(
        "How it was done",
        ["After the checklist of CENT 2015 for experiments with one player."], table: checklist,
        actions: [Report.Action("Open the experiment", .open(experiment.id))]))
    return sections
  }

  private var plot: Plot {
    let scale = Words.scale(of: data.column, log)
    var plot = Plot(
      "\(data.column.label) with \(data.arms[0]) and \(data.arms[1])",
      x: Plot.Axis(data.field.label, .names(data.arms)), y: Plot.Axis(data.column.label, scale))
    if isPaired {
      for pair in data.pairs {
        guard let a = pair.a.rating, let b = pair.b.rating else { continue }
        plot.layers.append(
          .line([Plot.Point(0, shown(a.value)), Plot.Point(1, shown(b.value))], .faint))
      }
    }
    plot.layers.append(
      .dots(
        data.reeds.compactMap { reed in
          reed.rating.map {
            Plot.Dot(
              Double(reed.arm), shown($0.value), name: reed.entry.name, row: reed.entry.id)
          }
        }))
    return plot
  }

  private func shown(_ value: Double) -> Double { Words.shown(value, in: data.column, log) }

  private var table: Report.Table {
    Report.Table(
      ["Reed", isPaired ? "Pair" : "Block", data.field.label, data.column.label, "Code"],
      data.reeds.map { reed in
        Report.Table.Line(
          [
            reed.entry.name, "\(reed.block + 1)", data.arms[reed.arm],
            reed.rating.map { Words.value($0.value, in: data.column, log) } ?? "Not rated",
            experiment.code(ofPlace: reed.place),
          ], row: reed.entry.id)
      })
  }

  /// What CENT asks, and what this experiment says.
  private var checklist: Report.Table {
    var lines: [(String, String)] = [
      ("Question", experiment.question.isEmpty ? "Not written down" : experiment.question),
      (
        "Design",
        isPaired
          ? "Pairs: two pieces of one tube, one for each" : "Blocks of four of one lot and week"
      ),
      ("What was compared", "\(data.field.label): \(data.arms[0]) and \(data.arms[1])"),
      (
        "Outcome, fixed before the start",
        "\(data.column.label): the first answer after a reed is put to its place"
      ),
      ("Planned size", plannedSize),
      (
        "Decision rule",
        "A difference if its 95 % interval leaves out 0 and p ≤ 0.05"
          + (experiment.difference > 0 ? "; none that matters if it is all below \(limit)" : "")
      ),
      ("Order", "Drawn from seed \(experiment.seed), half of each \(isPaired ? "pair" : "block")"),
      ("Hidden while rating", "\(data.blind) of \(data.rated) ratings blind, by code"),
      ("Dates", dates),
      ("Early looks", lookWords),
      (
        "Changes after the start",
        changeWords
      ),
      ("Reeds", "\(data.reeds.count) of \(experiment.places) places filled, \(data.rated) rated"),
    ]
    if let result {
      lines.append(
        (
          "Result",
          "\(Words.difference(result.difference, in: data.column, log)), 95 % "
            + "\(Words.differences(result.interval, in: data.column, log)), p "
            + Words.p(result.p)
        ))
      lines.append(
        (
          "Method",
          isPaired
            ? "Mean of paired differences with t interval, sign-flip test"
            : "Welch’s interval, permutation test within blocks"
        ))
    }
    lines.append(("Holds for", "You, and reeds like these; nobody else was asked"))
    return Report.Table(
      ["What CENT asks", "This experiment"], lines.map { Report.Table.Line([$0.0, $0.1]) })
  }

  private var plannedSize: String {
    isPaired ? "\(experiment.planned) pairs" : "\(experiment.planned) reeds of each kind"
  }

  /// The smallest difference that matters.
  private var limit: String {
    let text = Words.difference(Double(experiment.difference) / 1_000, in: data.column, log)
    return text.utf8.first == UInt8(ascii: "+")
      ? String(decoding: text.utf8.dropFirst(), as: UTF8.self) : text
  }

  private var dates: String {
    let start = "Started \(Words.day(experiment.started))"
    guard experiment.ended != 0 else { return "\(start), running" }
    return "\(start), ended \(Words.day(experiment.ended)) "
      + (data.isEndedByRule ? "by its rule" : "early")
  }

  private var lookWords: String {
    if !data.looks.isEmpty { return Words.list(data.looks.map { Words.day($0) }) }
    return data.wasLookedAt ? "Yes, on a day that is no longer known" : "None"
  }

  private var changeWords: String {
    var changes = data.changes.map { Words.lowered($0) }
    if data.takenOut > 0 {
      changes.append("\(Words.count(data.takenOut, "rated reed", "rated reeds")) taken out")
    }
    return changes.isEmpty ? "None" : Words.sentence(Words.list(changes))
  }
}
