import Domain
import Ledger
import Markup
import Reports
import RoomKit

// A page of analysis: every report is drawn the same way.
extension Reeds {
  static func statsPage(_ subject: Question.Subject, _ state: State) -> Node<Message> {
    article(.className("page stats-page")) {
      a(.className("back-link"), .href(Place.figures.path)) {
        Icon.back.view()
        "Stats"
      }
      pageHead(caps: subject.line(for: state.instrument.family), subject.title)
      switch subject {
      case .experiment: link(to: .experiments, "Your experiments")
      case .trends: link(to: .files, "Import weather")
      default: []
      }
      if state.index.lines.isEmpty {
        p(.className("quiet")) { "There are no reeds to count yet." }
        p { a(.className("button"), .href(Place.front.path)) { "Log a reed" } }
      } else if subject == .suggestions, !state.stats.settings.suggests {
        suggestionsOff
      } else {
        let answer = state.stats.answer.flatMap { $0.subject == subject ? $0 : nil }
        if let answer { controls(answer.report.controls, subject, state) }
        progress(state.stats.work, hasAnswer: answer != nil)
        if let answer { report(answer.report, state) }
        if subject == .suggestions { suggestionSettings(state.stats.settings) }
      }
    }.keyed(.number(UInt64(subject.rawValue)))
  }

  static func link(to place: Place, _ text: String) -> Node<Message> {
    p { a(.className("button"), .href(place.path)) { text } }
  }

  // MARK: - The question

  private static func controls(
    _ controls: [Report.Control], _ subject: Question.Subject, _ state: State
  ) -> Node<Message> {
    let filters = controls.filter { $0.role == .filter }
    let active = filters.filter { state.stats.choice(in: $0, on: subject) != nil }.count
    let hasScore = controls.contains { control in
      control.options.contains { $0.value.hasSameBytes(as: "score") }
    }
    return div(.className("stack stats-controls")) {
      div(.className("stats-choices")) {
        for control in controls where control.role == .question {
          choice(control, subject, state)
        }
      }
      div(.className("row wrap")) {
        if !filters.isEmpty {
          details(.className("more")) {
            summary { active == 0 ? "Filter" : "Filter (\(active))" }
            div(.className("stats-choices")) {
              for control in filters { choice(control, subject, state) }
            }
            if active > 0 { div { action("Clear filters", .stats(.filtersCleared)) } }
          }
        }
        if hasScore {
          action(
            "Your score", icon: .sliders, style: .quiet, id: "stats-score", .stats(.scoreOpened))
        }
      }
    }
  }

  private static func choice(
    _ control: Report.Control, _ subject: Question.Subject, _ state: State
  ) -> Node<Message> {
    choiceField(
      FieldFrame(control.label, id: "stats-\(control.name)"),
      choices: control.options.map { ($0.value, $0.label) },
      value: state.stats.value(of: control, on: subject)
    ) { .stats(.chosen(control, $0)) }
  }

  // MARK: - The work

  private static func progress(_ work: StatsDesk.Work, hasAnswer: Bool) -> Node<Message> {
    let last = hasAnswer ? " The previous result is shown below." : ""
    return div(.className("stats-work")) {
      switch work {
      case .going(let share):
        // A quick answer shows no bar.
        if share != nil || !hasAnswer {
          div(.className("row wrap")) {
            progressBar("Working …", share: share)
            action("Cancel", .stats(.cancelled))
          }
        }
      case .cancelled: again("Cancelled.\(last)", "Ask again", isProblem: false)
      case .missing: again(ClerkFiles.notHere + last, "Try again", isProblem: true)
      case .failed:
        again("Couldn’t work this out. Your data is safe.\(last)", "Try again", isProblem: true)
      case .none: []
      }
    }
  }

  private static func again(_ text: String, _ label: String, isProblem: Bool) -> [Node<Message>] {
    [
      div(.className("row wrap")) {
        p(.className(isProblem ? "note problem" : "quiet"), .role(isProblem ? "alert" : "status")) {
          if isProblem { Icon.warning.view() }
          text
        }
        action(label, icon: .reload, id: "stats-again", .stats(.askedAgain))
      }
    ]
  }

  // MARK: - The answer

  private static func report(_ report: Report, _ state: State) -> Node<Message> {
    // Only while another is on its way: what stays must be easy to read.
    let isOld = if case .going = state.stats.work { true } else { false }
    return div(.className(isOld ? "stack stats-report old" : "stack stats-report"), .busy(isOld)) {
      div(.className("stack stats-answer"), .role("status")) {
        for (place, sentence) in report.answer.enumerated() {
          p(.className(place == 0 ? "stats-headline" : nil)) { sentence }
        }
      }
      for (place, section) in report.sections.enumerated() {
        part(section, place, state).keyed(.number(UInt64(place)))
      }
      if report.sections.contains(where: { $0.table != nil }) {
        p { action("Download numbers", icon: .download, .stats(.numbersWanted)) }
      }
    }
  }

  /// How many reeds of a list are shown at first.
  private static let longest = 8

  private static func part(
    _ part: Report.Section, _ place: Int, _ state: State
  ) -> Node<Message> {
    card(part.heading.isEmpty ? nil : part.heading, id: "stats-part-\(place)") {
      for sentence in part.text { p { sentence } }
      if let plot = part.plot {
        PlotReader.figure(
          plot, part.table, number: place, state.stats.reader, version: state.stats.turn
        ) { address(of: $0, state) }.map { .stats(.plot($0)) }
      } else if let table = part.table {
        let rows: Node<Message> = reportTable(table) { address(of: $0, state) }
        if table.rows.count > longest, table.rows[0].row != nil {
          details(.className("more")) {
            summary { "The numbers" }
            rows
          }
        } else {
          rows
        }
      }
      if part.plot != nil || !part.actions.isEmpty {
        div(.className("row wrap stats-actions")) {
          for deed in part.actions { action(deed.label, message(for: deed.deed)) }
          if let plot = part.plot {
            action(
              "Share picture", label: "Share picture: \(plot.label)", icon: .share, style: .quiet,
              .stats(.pictureWanted(plot)))
          }
        }
      }
    }
  }

  private static func message(for deed: Report.Action.Deed) -> Message {
    switch deed {
    case .ask(let subject, let choices): .stats(.ask(subject, choices))
    case .experiment(let field, let outcome, let arms):
      .experiment(.wanted(field: field, outcome: outcome, arms: arms))
    case .open(let row): .stats(.opened(row))
    case .dismiss(let key): .stats(.dismissed(key))
    }
  }
}
