import Domain
import Ledger
import Reports
import Statistics

/// The report of an experiment in sentences, a plot and the checklist of CENT 2015 (Vohra and others, 2015), which says
/// what a report of an experiment with a single player has to tell.
struct ExperimentWords {
  let data: ExperimentData
  let log: ReedLog
  private let isShown: Bool
  private let result: ExperimentResult?

  private var experiment: Experiment { data.experiment }
  private var isPaired: Bool { experiment.design == .paired }

  init(_ data: ExperimentData, _ log: ReedLog, today: Int64) {
    (self.data, self.log) = (data, log)
    isShown = data.experiment.showsResults(on: today)
    result = isShown ? ExperimentResult(data) : nil
  }

  // MARK: - The answer

  var answer: [String] {
    guard isShown else {
      return [
        "Still running: \(progress).",
        "Results stay hidden until it has ended, so that they can’t sway your ratings.",
      ]
    }
    return verdict + weakened + leftOut
  }

  /// `4 of 10 pairs rated`.
  private var progress: String {
    let planned = experiment.planned
    return isPaired
      ? "\(data.count) of \(planned) pairs rated"
      : "\(data.count) of \(planned) reeds of each kind rated"
  }

  private var verdict: [String] {
    guard let result else {
      return [
        data.count < 2
          ? "Too early to tell: \(progress)."
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
    case .tooEarly: return "\(start)\(progress)."
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
    let ways = "\(result.count) \(result.isExact ? "arrangements" : "draws")"
    let test = isPaired ? "sign-flip test" : "permutation test within blocks"
    return "If the two did not differ at all, a difference this big or bigger would still turn up "
      + "\(Words.timesInHundred(result.p)) (\(test), \(result.isExact ? "all \(ways)" : ways))."
  }

  /// What makes the answer weaker than planned.
  private var weakened: [String] {
    var lines: [String] = []
    if experiment.ended == 0 {
      lines.append("It is still running (\(progress)); this is an early look, and no verdict.")
    } else if !data.isEndedByRule {
      let reason = experiment.reason.isEmpty ? "" : " Reason: \(experiment.reason)"
      lines.append("It was ended early (\(progress)), which weakens its answer.\(reason)")
    }
    let peeks = experiment.peekDays
    if !peeks.isEmpty {
      lines.append(
        "Results were looked at before the end, on "
          + "\(Words.list(peeks.map { Words.day($0) })). Each look gives luck another chance, so "
          + "this counts as supported at most, not as tested.")
    }
    if !data.changes.isEmpty {
      lines.append(
        "Changed after the start: \(Words.list(data.changes.map { Words.lowered($0) })). What was "
          + "fixed before is no longer what is answered here.")
    }
    return lines
  }

  private var leftOut: [String] {
    var lines: [String] = []
    let unrated = data.reeds.count - data.rated
    if unrated > 0 {
      lines.append("Not counted: \(Words.count(unrated, "reed", "reeds")) without a rating.")
    }
    let alone = isPaired ? data.rated - 2 * data.count : 0
    if alone > 0 {
      lines.append(
        "Not counted: \(Words.count(alone, "rated reed", "rated reeds")) whose partner is not "
          + "rated.")
    }
    if data.twice > 0 {
      lines.append(
        "\(Words.sentence(Words.small(data.twice))) \(data.twice == 1 ? "place was" : "places were") "
          + "filled twice, on two devices; the reed put there first counts.")
    }
    if data.repeated > 0 {
      lines.append(
        "Not counted: \(Words.count(data.repeated, "reed", "reeds")) put into a second place.")
    }
    if data.lost > 0 {
      lines.append("Not counted: \(Words.count(data.lost, "reed", "reeds")) deleted since.")
    }
    if data.strayed > 0 {
      lines.append(
        "\(Words.count(data.strayed, "reed was", "reeds were")) logged with another "
          + "\(Words.lowered(data.field.label)) than drawn; \(data.strayed == 1 ? "it counts" : "they count") "
          + "as drawn.")
    }
    return lines
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
      ("Early looks", peekWords),
      (
        "Changes after the start",
        data.changes.isEmpty ? "None" : Words.list(data.changes.map { Words.lowered($0) })
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

  private var peekWords: String {
    let days = experiment.peekDays
    return days.isEmpty ? "None" : Words.list(days.map { Words.day($0) })
  }
}
