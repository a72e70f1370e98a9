import Domain
public import Ledger
public import Reports

/// What an experiment says: nothing but its progress before it has ended, then its answer by the rule fixed before.
public struct ExperimentPage: Sendable {
  public let report: Report

  public init(_ question: Question, _ log: ReedLog, _ rows: [Row]) {
    var report = Report("What did my experiment find?")
    let started = rows.filter {
      $0.kind == .experiment && $0.life == .alive && Experiment($0).started != 0
    }.sorted { $0.id > $1.id }
    guard let newest = started.first else {
      report.answer = [
        "No experiment has been started.",
        "Only an experiment can show what causes a difference: chance decides which reed gets what.",
      ]
      self.report = report
      return
    }
    let asked = question[Question.Choice.experiment].flatMap { name in
      started.first { $0.id.bits.hex.hasSameBytes(as: name) }
    }
    let row = asked ?? newest
    report.controls = [
      Report.Control(
        Question.Choice.experiment, "Experiment", .question,
        started.map { Report.Control.Option($0.id.bits.hex, Self.name(of: Experiment($0))) },
        chosen: row.id.bits.hex)
    ]
    guard let data = ExperimentData(row, rows, log) else {
      report.answer = [
        "This experiment can’t be read: what it compares or measures is no longer one of your fields.",
        "Nothing is lost: it can be read again once that field is back.",
      ]
      self.report = report
      return
    }
    let words = ExperimentWords(data, log, today: question.today)
    report.answer = words.answer
    report.sections = words.sections
    self.report = report
  }

  private static func name(of experiment: Experiment) -> String {
    experiment.question.isEmpty ? "Without a question" : experiment.question
  }
}
