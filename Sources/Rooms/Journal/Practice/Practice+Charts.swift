import Domain
import Ledger
import Markup
import Reports
import RoomKit
import Sound

// Charts; their numbers are beside or below them as text. The ring and the squares of a year have no axes to read, so
// they are drawings of their own.
extension Practice {
  /// A ring that fills.
  static func ring(_ share: Double) -> Node<Message> {
    let length = Int((min(max(share, 0), 1) * 1_000).rounded())
    return SVG.svg(.className("practice-ring"), .viewBox("0 0 40 40"), .hidden(fromReaders: true)) {
      SVG.circle(
        .plain("cx", "20"), .plain("cy", "20"), .plain("r", "16"), .className("way"))
      SVG.circle(
        .plain("cx", "20"), .plain("cy", "20"), .plain("r", "16"), .plain("pathLength", "1000"),
        .className(length >= 1_000 ? "done full" : "done"), .style("--done", "\(length)"))
    }
  }

  /// A bar for each week, and the same numbers as a table.
  static func weekChart(_ weeks: [WeekSum], _ state: State) -> Node<Message> {
    let names = weeks.map { MomentText.dayText($0.start) }
    // The year is in the table.
    let plot = Plot(
      "Minutes per week",
      x: Plot.Axis("", .names(names.map { String(decoding: $0.utf8.dropLast(5), as: UTF8.self) })),
      y: Plot.Axis("", .number(places: 0, unit: "min"), least: 0...10),
      layers: [
        .bars(
          weeks.enumerated().map { place, week in
            Plot.Bar(
              at: Double(place), Double(week.minutes),
              name: "Week of \(names[place])")
          }, .upright)
      ])
    let table = Report.Table(
      ["Week of", "Minutes", "Days"],
      weeks.enumerated().map { place, week in
        Report.Table.Line([names[place], "\(week.minutes)", "\(week.days)"])
      })
    return PlotReader.figure(plot, table, number: 0, state.plot).map { .plot($0) }
  }

  /// A square for each day of a year, in two halves, and the same numbers as a table.
  static func yearChart(_ year: PracticeYear) -> Node<Message> {
    let half = PracticeYear.weekCount / 2 + 1
    return figure(.className("practice-year stack")) {
      p(.className("small quiet figure")) {
        "\(DayWords.length(year.total)) on \(days(Int64(year.days))) in the last \(PracticeYear.weekCount) weeks"
      }
      div(.className("practice-halves")) {
        halfYear(year, 0..<half)
        halfYear(year, half..<PracticeYear.weekCount)
      }
      p(.className("small quiet figure practice-legend")) {
        for (level, text) in ["1–14", "15–29", "30–59", "60+ min"].enumerated() {
          span(.className("l\(level + 1)")) { text }
        }
      }
      details(.className("more")) {
        summary { "The numbers" }
        reportTable(Report.Table(["Week of", "Days", "Minutes"], weekRows(year)))
      }
    }
  }

  /// One path for each shade keeps the drawing small.
  private static func halfYear(_ year: PracticeYear, _ weeks: Range<Int>) -> Node<Message> {
    var paths = [String](repeating: "", count: 5)
    for place in weeks.lowerBound * 7..<min(weeks.upperBound * 7, year.seconds.count) {
      let (x, y) = ((place / 7 - weeks.lowerBound) * 12, place % 7 * 12)
      paths[shade(year.seconds[place])] += "M\(x) \(y)h10v10h-10z"
    }
    return SVG.svg(.viewBox("0 0 322 101"), .hidden(fromReaders: true)) {
      for (level, path) in paths.enumerated() {
        SVG.path(.className("l\(level)"), .pathData(path))
      }
      for week in weeks {
        let end = year.first + Int64(week * 7 + 6)
        if DayWords.number(end) <= 7, week < weeks.upperBound - 1 {
          let name = DayWords.months[CalendarMonth(of: end).number - 1]
          SVG.text(.plain("x", "\((week - weeks.lowerBound) * 12)"), .plain("y", "97")) {
            String(decoding: Array(name.utf8.prefix(3)), as: UTF8.self)
          }
        }
      }
    }
  }

  private static func shade(_ seconds: Int64) -> Int {
    switch DayWords.minutes(seconds) {
    case ..<15: seconds > 0 ? 1 : 0
    case ..<30: 2
    case ..<60: 3
    default: 4
    }
  }

  /// The weeks with practice, newest first, with the minutes of each day.
  private static func weekRows(_ year: PracticeYear) -> [Report.Table.Line] {
    var rows: [Report.Table.Line] = []
    for week in (0..<PracticeYear.weekCount).reversed() {
      let start = year.first + Int64(week * 7)
      var (texts, sum): ([String], Int64) = ([], 0)
      for place in week * 7..<min(week * 7 + 7, year.seconds.count) where year.seconds[place] > 0 {
        let weekday = weekdays[CalendarMonth.weekday(of: year.first + Int64(place))]
        let minutes = DayWords.minutes(year.seconds[place])
        texts.append("\(weekday) \(minutes)")
        sum += minutes
      }
      if !texts.isEmpty {
        rows.append(
          Report.Table.Line([
            MomentText.dayText(start), texts.joined(separator: ", "), "\(sum)",
          ]))
      }
    }
    return rows
  }

  /// The tempo day by day, towards the goal.
  ///
  /// - Parameter number: its number among the plots of the page.
  static func ladder(
    _ ladder: TempoLadder, _ name: String, number: Int, _ state: State
  ) -> Node<Message> {
    let steps = Array(ladder.steps.suffix(24))
    let points = steps.map { Plot.Point(Double($0.day), Double($0.tempo) / 100) }
    let isWhole = steps.allSatisfy { $0.tempo % 100 == 0 }
    var layers: [Plot.Layer] = [
      .line(points, .solid), .dots(points.map { Plot.Dot($0.x, $0.y, name: "") }),
    ]
    if ladder.goal > 0 {
      layers.append(
        .rule(at: Double(ladder.goal) / 100, .across, label: "Goal \(tempo(ladder.goal))"))
    }
    let plot = Plot(
      "Tempo of \(name)", x: Plot.Axis("", .day),
      y: Plot.Axis("", .number(places: isWhole ? 0 : 2, unit: "bpm")), layers: layers)
    let table = Report.Table(
      ["Day", "bpm", "Rating"],
      steps.reversed().map {
        Report.Table.Line([
          MomentText.dayText($0.day), tempo($0.tempo), $0.rating > 0 ? "\($0.rating)" : "–",
        ])
      })
    return div(.className("stack")) {
      p(.className("small figure")) { ladderText(ladder) }
      PlotReader.figure(
        plot, table, number: number, state.plot, heading: "Tempo of \(name), day by day"
      ).map { .plot($0) }
    }
  }

  static func ladderText(_ ladder: TempoLadder) -> String {
    guard let next = ladder.next else { return "Goal reached: \(tempo(ladder.reached)) bpm." }
    let goal = ladder.goal > 0 ? " of \(tempo(ladder.goal))" : ""
    let reached =
      ladder.reached > 0
      ? "Reached \(tempo(ladder.reached))\(goal) bpm" : "Nothing rated 3 or better yet"
    return "\(reached); next \(tempo(next))."
  }

  /// Each note with its mean, spread and count.
  static func intonationTable(_ day: IntonationDay) -> Node<Message> {
    let notes = day.notes.filter { $0.count >= IntonationDay.leastCount }
    return notes.isEmpty
      ? p(.className("quiet")) { "Not enough notes yet." }
      : reportTable(
        Report.Table(
          ["Note", "Average (cents)", "Spread", "Readings"],
          notes.map {
            Report.Table.Line([
              Note($0.number).name(in: .sharps), signed($0.mean),
              Decimal(units: Int64(($0.spread * 10).rounded()), places: 1).text, "\($0.count)",
            ])
          }))
  }

  private static func signed(_ cents: Double) -> String {
    let tenths = Int64((cents * 10).rounded())
    let text = Decimal(units: tenths < 0 ? -tenths : tenths, places: 1).text
    return (tenths > 0 ? "+" : tenths < 0 ? "−" : "") + text
  }
}
