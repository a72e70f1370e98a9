import Domain
import Ledger
public import Reports

/// How one measurement goes with one outcome, reed by reed.
public struct ScatterPage: Sendable {
  public let report: Report

  public init(_ question: Question, _ log: ReedLog) {
    let scatter = Scatter(Sheet(question, log))
    var report = Report("How do the two go together?")
    if let input = scatter.input {
      let outcome = scatter.outcome
      let name = outcome.column.isShare ? "“\(outcome.label)”" : Words.lowered(outcome.label)
      report.title = "\(input.label) and \(name)"
    }
    report.controls = scatter.controls + LogFilter(question).controls(log)
    report.answer = scatter.answer
    report.sections = scatter.sections
    self.report = report
  }
}
