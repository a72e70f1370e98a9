import Domain
import Ledger
public import Reports
import Statistics

/// Whether a gouger still cuts as it did, point by point, and whether its sides and halves are even.
public struct GougerPage: Sendable {
  public let report: Report

  public init(_ question: Question, _ log: ReedLog) {
    let choice = GougeChoice(question, log)
    var report = Report("Gouger watch")
    report.controls = choice.controls + LogFilter(question).controls(log)
    let watches = GougePoint.all(log).map { GougeWatch($0, choice.pieces, choice.events) }
    guard let shown = choice.shown(watches) else {
      report.answer = [
        "Nothing to watch yet: measure the gouge of your reeds or cane, at the middle and both sides of each half."
      ]
      self.report = report
      return
    }
    let words = GougeWords(log, today: question.today)
    report.answer = [words.headline(shown)]
    let others = watches.filter {
      $0.alarmNow != nil && !$0.point.name.hasSameBytes(as: shown.point.name)
    }
    if !others.isEmpty {
      let names = others.map { Words.lowered($0.point.label) }
      report.answer.append("An alarm, too: \(Words.list(names)).")
    }
    if let text = words.sides(choice.run(choice.pieces)) { report.answer.append(text) }
    var section = Report.Section(
      shown.point.label,
      words.explanations(shown) + words.readings(shown, choice.repeats) + choice.leftOut,
      plot: words.plot(shown), table: words.table(shown))
    section.actions = others.map {
      Report.Action(
        "Show \(Words.lowered($0.point.label))",
        .ask(.gouger, choice.kept + [Question.Choice("point", $0.point.name)]))
    }
    if let gouger = choice.gouger {
      section.actions.append(Report.Action("Open \(choice.gougerName)", .open(gouger)))
    }
    report.sections = [section, words.bias(choice)] + words.summary(watches)
    self.report = report
  }
}
