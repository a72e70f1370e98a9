import Domain
import Ledger
import Markup
import RoomKit
import Sound

// Charts; their numbers are beside or below them as text.
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
  static func weekChart(_ weeks: [WeekSum]) -> Node<Message> {
    let most = max(weeks.reduce(0) { max($0, $1.seconds) } / 60, 1)
    let width = 600 / max(weeks.count, 1)
    return figure(.className("practice-weeks")) {
      SVG.svg(.viewBox("0 0 600 120"), .hidden(fromReaders: true)) {
        for (place, week) in weeks.enumerated() {
          let minutes = week.seconds / 60
          let height = Int(minutes * 96 / most)
          let left = place * width + 6
          SVG.rect(
            .plain("x", "\(left)"), .plain("y", "\(118 - height)"),
            .plain("width", "\(width - 12)"), .plain("height", "\(height)"), .plain("rx", "6"),
            .className(place == weeks.count - 1 ? "now" : ""))
          SVG.text(
            .plain("x", "\(left + width / 2 - 6)"), .plain("y", "\(112 - height)"),
            .plain("text-anchor", "middle")
          ) { minutes > 0 ? "\(minutes)" : "" }
        }
      }
      details(.className("more")) {
        summary { "As a table" }
        numbers(
          ["Week of", "Minutes", "Days"],
          weeks.map {
            [MomentText.dayText($0.start), "\($0.seconds / 60)", "\($0.days)"]
          })
      }
    }
  }

  /// A square for each day of a year, in two halves, and the same numbers as a table.
  static func yearChart(_ year: PracticeYear) -> Node<Message> {
    let half = PracticeYear.weekCount / 2 + 1
    return figure(.className("practice-year stack")) {
      p(.className("small quiet figure")) {
        "\(days(Int64(year.days))) and \(DayWords.length(year.total)) in \(PracticeYear.weekCount) weeks"
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
        summary { "As a table" }
        numbers(["Week of", "Days", "Minutes"], weekRows(year))
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
    return SVG.svg(.viewBox("0 0 322 98"), .hidden(fromReaders: true)) {
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
    switch seconds / 60 {
    case ..<15: seconds > 0 ? 1 : 0
    case ..<30: 2
    case ..<60: 3
    default: 4
    }
  }

  /// The weeks with practice, newest first, with the minutes of each day.
  private static func weekRows(_ year: PracticeYear) -> [[String]] {
    var rows: [[String]] = []
    for week in (0..<PracticeYear.weekCount).reversed() {
      let start = year.first + Int64(week * 7)
      var (texts, sum): ([String], Int64) = ([], 0)
      for place in week * 7..<min(week * 7 + 7, year.seconds.count) where year.seconds[place] > 0 {
        let weekday = weekdays[CalendarMonth.weekday(of: year.first + Int64(place))]
        texts.append("\(weekday) \(year.seconds[place] / 60)")
        sum += year.seconds[place]
      }
      if !texts.isEmpty {
        rows.append([MomentText.dayText(start), texts.joined(separator: ", "), "\(sum / 60)"])
      }
    }
    return rows
  }

  static func numbers(_ heads: [String], _ rows: [[String]]) -> Node<Message> {
    table(.className("practice-table")) {
      thead { tr { for head in heads { th(.plain("scope", "col")) { head } } } }
      tbody {
        for row in rows {
          tr {
            for (place, cell) in row.enumerated() {
              place == 0 ? th(.plain("scope", "row")) { cell } : td(.className("figure")) { cell }
            }
          }
        }
      }
    }
  }

  /// The tempo day by day, towards the goal.
  static func ladder(_ ladder: TempoLadder, _ name: String) -> Node<Message> {
    let steps = Array(ladder.steps.suffix(24))
    let most = max(steps.reduce(ladder.goal) { max($0, $1.tempo) }, 1)
    let least = steps.reduce(most) { min($0, $1.tempo) } * 9 / 10
    func height(_ tempo: Int64) -> Int { Int((most - tempo) * 80 / max(most - least, 1)) + 10 }
    var path = ""
    for (place, step) in steps.enumerated() {
      let x = steps.count == 1 ? 300 : 20 + place * 560 / (steps.count - 1)
      path += "\(place == 0 ? "M" : "L")\(x) \(height(step.tempo))"
    }
    if steps.count == 1 { path += "h0" }
    return figure(.className("practice-ladder")) {
      SVG.svg(.viewBox("0 0 600 100"), .hidden(fromReaders: true)) {
        if ladder.goal > 0 {
          SVG.path(
            .className("goal"), .pathData("M0 \(height(ladder.goal))H600"))
        }
        SVG.path(.className("way"), .pathData(path))
      }
      p(.className("small figure")) { ladderText(ladder) }
      details(.className("more")) {
        summary { "Tempo of \(name), day by day" }
        numbers(
          ["Day", "bpm", "Rating"],
          steps.reversed().map {
            [MomentText.dayText($0.day), tempo($0.tempo), $0.rating > 0 ? "\($0.rating)" : "–"]
          })
      }
    }
  }

  static func ladderText(_ ladder: TempoLadder) -> String {
    let blocks = DayWords.count(ladder.count, "time", "times")
    let behind = "played \(blocks) on \(days(Int64(ladder.steps.count)))"
    let goal = ladder.goal > 0 ? " of \(tempo(ladder.goal))" : ""
    let reached =
      ladder.reached > 0
      ? "Reached \(tempo(ladder.reached))\(goal) bpm" : "Nothing rated 3 or better yet"
    let next = ladder.next.map { "next \(tempo($0))" } ?? "goal reached"
    return "\(reached); \(next) (\(behind))."
  }

  /// Each note with its mean, spread and count.
  static func intonationTable(_ day: IntonationDay) -> Node<Message> {
    let notes = day.notes.filter { $0.count >= IntonationDay.leastCount }
    return notes.isEmpty
      ? p(.className("quiet")) { "Not enough notes yet." }
      : numbers(
        ["Note", "Cents", "Spread", "n"],
        notes.map {
          [
            Note($0.number).name(in: .sharps), signed($0.mean),
            Decimal(units: Int64(($0.spread * 10).rounded()), places: 1).text, "\($0.count)",
          ]
        })
  }

  private static func signed(_ cents: Double) -> String {
    let tenths = Int64((cents * 10).rounded())
    let text = Decimal(units: tenths < 0 ? -tenths : tenths, places: 1).text
    return (tenths > 0 ? "+" : tenths < 0 ? "−" : "") + text
  }
}
