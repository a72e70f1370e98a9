import Domain
import Ledger
public import Reports
import Statistics

/// Which measurements go with how a reed turns out: every measurement against every outcome, with luck counted over
/// the whole map.
public struct RelationsPage: Sendable {
  private let question: Question
  private let relations: Relations
  private var map: RelationsMap?

  public init(_ question: Question, _ log: ReedLog) {
    self.question = question
    relations = Relations(Sheet(question, log))
    map = relations.map
  }

  /// Tests some more; says which share is done, 1 at the end.
  public mutating func step() -> Double { map?.step() ?? 1 }

  /// The answer; complete after the last step.
  public var report: Report {
    let cells = map?.cells ?? []
    var report = Report("What goes with what?")
    report.controls = relations.controls + LogFilter(question).controls(relations.sheet.log)
    report.answer = relations.answer(cells)
    report.sections = relations.sections(cells)
    return report
  }
}
