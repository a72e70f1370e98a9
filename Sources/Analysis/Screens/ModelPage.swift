import Domain
import Ledger
public import Reports

/// What measurements and choices say together about an outcome: shown only once there are enough reeds, and it predicts them.
public struct ModelPage: Sendable {
  private let question: Question
  private var model: Model

  public init(_ question: Question, _ log: ReedLog) {
    self.question = question
    model = Model(Sheet(question, log))
  }

  /// Compares with chance some more; says which share is done, 1 at the end.
  public mutating func step() -> Double { model.step() }

  /// The answer; complete after the last step.
  public var report: Report {
    var report = Report("What do measurements and choices say together?")
    report.controls = model.controls + LogFilter(question).controls(model.sheet.log)
    report.answer = model.answer
    report.sections = model.sections
    return report
  }
}
