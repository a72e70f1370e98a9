import Domain
public import Ledger
public import Reports

/// What a player could try, with the evidence for it: off until asked.
public struct SuggestionsPage: Sendable {
  public let report: Report

  /// - Parameter rows: the rows of the space, for cane that is not tied yet.
  public init(_ question: Question, _ log: ReedLog, _ rows: [Row]) {
    var report = Report("Suggestions")
    guard log.settings.suggests || question[Self.on]?.hasSameBytes(as: "1") == true else {
      report.answer = [
        "Suggestions are off. When on, thirteen rules look through your reeds on this device and show "
          + "at most three things to try, each with its rule, your own reeds by name and date, and "
          + "how much they support it. Nothing is sent anywhere, and nothing is filled in for reeds "
          + "that you didn’t rate."
      ]
      report.sections = [
        Report.Section(actions: [
          Report.Action(
            "Turn on suggestions", .ask(.suggestions, [Question.Choice(Self.on, "1")]))
        ])
      ]
      self.report = report
      return
    }
    report.controls = LogFilter(question).controls(log)
    let adviser = Adviser(question, log, rows)
    report.answer = Self.answer(adviser)
    // Stats and Trends have figures of the same name, from other tests and other reeds.
    if !adviser.suggestions.isEmpty, adviser.moment == .mean {
      report.answer.append(
        "Each reed counts once, with the mean of all its tests. Figures elsewhere can differ: Stats "
          + "shows each reed’s latest test, and Trends judges pitch by the newest "
          + "\(PitchTendency.counts.upperBound) reeds.")
    }
    report.sections = adviser.suggestions.map { $0.section }
    if !adviser.lacks.isEmpty {
      report.sections.append(
        Report.Section(
          "Too little data to say",
          table: Report.Table(
            ["Rule", "What would help"],
            adviser.lacks.map { Report.Table.Line([$0.rule, $0.question]) })))
    }
    self.report = report
  }

  /// Its choice in a ``Question``: whether suggestions are shown.
  public static let on = "on"

  private static func answer(_ adviser: Adviser) -> [String] {
    guard !adviser.log.entries.isEmpty else {
      return ["No reeds yet, so nothing to suggest. Log a few, and rate them as you play."]
    }
    guard !adviser.reeds.isEmpty else {
      return ["No reeds match these filters, so there is nothing to suggest."]
    }
    let count = adviser.suggestions.count
    var answer = [
      count == 0
        ? "Nothing to suggest. Keep making reeds the way you do."
        : "\(Words.sentence(Words.small(count))) \(count == 1 ? "thing" : "things") you could try, "
          + "from \(Words.count(adviser.reeds.count, "reed", "reeds"))."
    ]
    if let first = adviser.suggestions.first {
      answer.append("\(count == 1 ? "It" : "First"): \(first.title). \(first.footing.label).")
    }
    if adviser.waiting > 0 {
      answer.append(
        "\(Words.sentence(Words.small(adviser.waiting))) more "
          + "\(adviser.waiting == 1 ? "is" : "are") weaker or older, and not shown.")
    }
    if adviser.settled > 0 {
      answer.append(
        "\(Words.count(adviser.settled, "suggestion is", "suggestions are")) not made: your own "
          + "experiment found no difference that matters.")
    }
    if adviser.dismissed > 0 {
      answer.append("\(Words.count(adviser.dismissed, "suggestion", "suggestions")) you dismissed.")
    }
    return answer
  }
}

extension Suggestion {
  /// How many of the newest things it cites are listed.
  private static let itemLimit = 20

  var section: Report.Section {
    var text = [
      "Try: \(proposal)", "Why: \(reason)", "Your reeds: \(evidence.joined(separator: " "))",
      "Elsewhere: \(elsewhere)", "Strength: \(footing.label), \(footing.meaning).",
    ]
    let newest = items.enumerated().sorted {
      ($0.element.day, $0.offset) > ($1.element.day, $1.offset)
    }.prefix(Self.itemLimit)
    if items.count > newest.count {
      text.append("The list shows the newest \(newest.count) of \(items.count).")
    }
    let table = Report.Table(
      ["Name", "Date", head],
      newest.map { _, item in
        Report.Table.Line(
          [item.name, item.day == 0 ? "–" : Words.day(item.day), item.value], row: item.row)
      })
    return Report.Section(
      title, text, table: table,
      actions: actions + [Report.Action("Don’t show again", .dismiss(key))])
  }
}
