import Domain
import Ledger
public import Reports

/// Which of several things works best for the player: any input that divides reeds into groups, and any outcome.
public struct ComparePage: Sendable {
  public let report: Report

  public init(_ question: Question, _ log: ReedLog) {
    let comparison = Comparison(question, log)
    var report = Report(comparison.title)
    report.controls = comparison.controls + LogFilter(question).controls(log)
    report.answer = comparison.answer
    report.sections = comparison.sections
    self.report = report
  }
}
