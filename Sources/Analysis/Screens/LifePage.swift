import Domain
import Ledger
public import Reports
import Statistics

/// How long reeds last, and how they fade.
public struct LifePage: Sendable {
  public let report: Report

  public init(_ question: Question, _ log: ReedLog) {
    let filter = LogFilter(question)
    // A finished reed has left its box and its stage.
    var wide = question
    (wide[LogFilter.stage], wide[LogFilter.box]) = (nil, nil)
    let reeds = LogFilter(wide).reeds(log)
    let lives: Lives
    switch question["measure"] {
    case let name? where name.hasSameBytes(as: "hours"):
      lives = Lives(reeds, .hours, today: question.today)
    case let name? where name.hasSameBytes(as: "days"):
      lives = Lives(reeds, .days, today: question.today)
    default: lives = .told(reeds, today: question.today)
    }
    let isInDays = lives.measure == .days
    let groups = LifeGroups(question["group"], lives, log)
    var report = Report("How long reeds last")
    typealias Option = Report.Control.Option
    report.controls = [
      Report.Control(
        "measure", "Life", .question,
        [Option("hours", "Hours played"), Option("days", "Days since first use")],
        chosen: isInDays ? "days" : "hours")
    ]
    if groups.choices.count > 0 {
      report.controls.append(
        Report.Control(
          "group", "Side by side", .question,
          [Option("", "All reeds")] + groups.choices.map { Option($0.name, $0.label) },
          chosen: groups.chosen?.name ?? ""))
    }
    report.controls += filter.controls(log).filter {
      !$0.name.hasSameBytes(as: LogFilter.stage) && !$0.name.hasSameBytes(as: LogFilter.box)
    }
    guard !lives.all.isEmpty else {
      report.answer = [lives.sentence(today: question.today)]
      self.report = report
      return
    }
    report.answer = [lives.sentence(today: question.today)]
    if let text = groups.sentence(today: question.today) { report.answer.append(text) }
    var left: [String] = []
    if lives.unknown > 0 {
      left.append(
        "\(Words.count(lives.unknown, "reed", "reeds")) left out: "
          + "\(isInDays ? "no day of their end" : "no time played") is recorded.")
    }
    report.sections = [
      Report.Section(
        isInDays ? "Still in use, by days" : "Still in use, by hours played",
        [
          "Dots are reeds still in use: they count for as long as they have lasted. The band is the 95 % interval."
        ] + left + groups.leftOut, plot: groups.plot, table: groups.table)
    ]
    if let fading = LifeTraces(lives, log).section { report.sections.append(fading) }
    self.report = report
  }
}
