import Domain
import Ledger
import Reports
import Statistics

/// An experiment of the player's own that met the rule set before it began: what it found is what a suggestion on the
/// same question says, whatever the rest of the log looks like. There, chance did not decide which reed got what.
struct Answered: Sendable {
  let data: ExperimentData
  let result: ExperimentResult

  /// Whether there is no difference that matters, so that there is nothing to suggest.
  var isNone: Bool { result.verdict == .same }

  /// What it found, for a suggestion on something else.
  func line(_ log: ReedLog) -> String {
    isNone
      ? "Your own experiment found no difference that matters between \(Words.list(data.arms))."
      : suggestion(.more, log).evidence[0]
  }

  /// The suggestion that it supports.
  func suggestion(_ wanted: Suggestion.Wanted, _ log: ReedLog) -> Suggestion {
    let (experiment, column) = (data.experiment, data.column)
    let isSecond = (result.difference > 0) == (wanted == .more)
    let (winner, other) = isSecond ? (1, 0) : (0, 1)
    let (better, worse) = (data.arms[winner], data.arms[other])
    let (field, outcome) = (Words.lowered(data.field.label), Words.lowered(column.label))
    // The winner less the other.
    let sign = isSecond ? 1.0 : -1
    let ends = [result.interval.low * sign, result.interval.high * sign]
    let interval = Interval(low: min(ends[0], ends[1]), high: max(ends[0], ends[1]))

    var found = Suggestion(
      "tested \(experiment.id.bits.hex)", "\(data.field.label): \(better) rather than \(worse)")
    found.proposal = "For your next reeds, choose \(better) rather than \(worse) (\(field))."
    found.reason =
      "Your own experiment met the rule that was set before it began: \(outcome) is "
      + "\(wanted == .more ? "higher" : "lower") with \(better) than with \(worse)."
    let name = experiment.question.isEmpty ? "" : " “\(experiment.question)”"
    let count =
      experiment.design == .paired
      ? Words.count(data.count, "pair", "pairs")
      : "\(data.values(of: winner).count) and \(data.values(of: other).count) reeds"
    found.evidence = [
      "Your experiment\(name) ended on \(Words.day(experiment.ended)): \(better) less \(worse) "
        + "\(Words.difference(result.difference * sign, in: column, log)), 95 % "
        + "\(Words.differences(interval, in: column, log)), from \(count).",
      "The rest of your log is not counted: there, chance did not decide which reed got what.",
    ]
    found.elsewhere = "This is your own experiment; it needs no outside claim."
    found.items = data.reeds.compactMap { reed in
      guard let rating = reed.rating else { return nil }
      let value = Words.value(rating.value, in: column, log)
      return Suggestion.Item(
        reed.entry.name, rating.day, "\(value), \(data.arms[reed.arm])", reed.entry.id)
    }
    found.head = column.label
    found.footing = .data(.tested)
    found.actions = [
      Report.Action(
        "See the experiment",
        .ask(.experiment, [Question.Choice(experiment: experiment.id)]))
    ]
    return found
  }
}

extension Suggestion {
  /// The question that a suggestion is an answer to, as an experiment would put it.
  struct Subject: Sendable {
    /// The names of a reed's and a test's field in exports.
    let field: String
    let outcome: String
    /// The two groups it is about; `nil` if it is about any values of the field.
    var groups: (String, String)?
    var wanted = Wanted.more
  }

  /// Which way the outcome should go.
  enum Wanted: Sendable { case more, less }
}

extension Adviser {
  /// The experiment that answered a question last; `nil` if none did by its rule.
  func answer(to subject: Suggestion.Subject) -> Answered? {
    var last: Answered?
    for row in rows where row.kind == .experiment && row.life == .alive {
      let experiment = Experiment(row)
      guard experiment.started != 0, experiment.ended != 0,
        experiment.field.hasSameBytes(as: subject.field),
        experiment.outcome.hasSameBytes(as: subject.outcome)
      else { continue }
      if let before = last?.data.experiment,
        (before.ended, before.id) > (experiment.ended, experiment.id)
      {
        continue
      }
      guard let data = ExperimentData(row, rows, log), isAbout(subject, data),
        let result = ExperimentResult(data), result.strength == .tested
      else { continue }
      last = Answered(data: data, result: result)
    }
    return last
  }

  /// The offer of an experiment beside a suggestion that is about something else. One that has been made is cited and
  /// linked to instead.
  func experimentBeside(
    _ field: String, _ outcome: String
  ) -> (evidence: [String], actions: [Report.Action]) {
    guard let answer = answer(to: Suggestion.Subject(field: field, outcome: outcome)) else {
      return ([], experiment(field, outcome))
    }
    return ([answer.line(log)], answer.suggestion(.more, log).actions)
  }

  /// Whether the arms of an experiment are the groups in question.
  private func isAbout(_ subject: Suggestion.Subject, _ data: ExperimentData) -> Bool {
    guard let groups = subject.groups else { return true }
    let arms = data.experiment.armsNow.map { arm -> String in
      switch data.field.value(ofArm: arm) {
      case .row(let tool)?: log.name(ofTool: tool)
      case let value?: data.field.text(of: value)
      case nil: ""
      }
    }
    guard arms.count == 2 else { return false }
    func are(_ one: String, _ other: String) -> Bool {
      arms[0].hasSameBytes(as: one) && arms[1].hasSameBytes(as: other)
    }
    return are(groups.0, groups.1) || are(groups.1, groups.0)
  }
}
