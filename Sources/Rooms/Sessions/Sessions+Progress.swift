import Domain
import Ledger
import Markup
import Reports
import RoomKit
import Training

// Progress over time: the level with its band, the pyramid, and the months.
extension Sessions {
  public enum PyramidChoice: Sendable {
    /// Every item once, or every send.
    case unique, all
  }

  static func progress(_ state: State) -> Node<Message> {
    article(.className("page")) {
      pageHead(caps: state.catalogue?.name ?? "Training", "Progress")
      parts(.progress)
      if state.index.catalogues.count > 1 { catalogueChoice(state) }
      if let standing = state.standing {
        let progress = Progress(state.index, standing.catalogue, zoneMinutes: state.zoneMinutes)
        if progress.sends == 0, standing.curve.isEmpty {
          p(.className("quiet")) {
            "Log some tries to see your level, pyramid and months."
          }
        } else {
          div(.className("progress-cards")) {
            level(standing, state)
            pyramid(progress, state)
            months(progress, standing.catalogue.words)
          }
        }
      } else {
        p(.className("quiet")) { "No catalogue yet." }
      }
    }
  }

  private static func level(_ standing: Standing, _ state: State) -> Node<Message> {
    card("Your level", id: "level") {
      p(.className("quiet small figure")) {
        standing.ability == nil
          ? "No data yet."
          : "\(standing.levelText), from \(DayWords.count(standing.tryCount, "try", "tries"))"
      }
      if standing.curve.count > 1, let scale = standing.scale, scale.grades.count > 1 {
        curve(standing.curve, scale, state)
        p(.className("quiet small")) { "The band shows the 95 % interval." }
      }
    }
  }

  /// The level day by day, with its band.
  private static func curve(
    _ all: [AbilityDay], _ scale: GradeScale, _ state: State
  ) -> Node<Message> {
    // No more points than are visible.
    let step = max(all.count / 120, 1)
    var days = all.enumerated().filter { $0.offset % step == 0 }.map { $0.element }
    if let last = all.last, days.last != last { days.append(last) }
    let ends = days.map { day in
      (
        low: day.ability.value - 1.96 * day.ability.sigma,
        high: day.ability.value + 1.96 * day.ability.sigma
      )
    }
    let grades = GradeAxis(
      scale, from: ends.reduce(.infinity) { min($0, $1.low) },
      to: ends.reduce(-.infinity) { max($0, $1.high) })
    let plot = Plot(
      "Your level", x: Plot.Axis("", .day), y: Plot.Axis("", .names(grades.names)),
      layers: [
        .band(
          days.enumerated().map { place, day in
            Plot.Span(
              at: Double(day.day), grades.place(of: ends[place].low),
              grades.place(of: ends[place].high), value: grades.place(of: day.ability.value))
          }),
        .line(
          days.map { Plot.Point(Double($0.day), grades.place(of: $0.ability.value)) }, .solid),
      ])
    let table = Report.Table(
      ["Day", "Level", "From", "To"],
      days.indices.reversed().map { place in
        Report.Table.Line(
          [MomentText.dayText(days[place].day)]
            + [days[place].ability.value, ends[place].low, ends[place].high].map {
              grades.name(of: $0)
            })
      })
    return PlotReader.figure(plot, table, number: 0, state.plot).map { .plot($0) }
  }

  private static func pyramid(_ progress: Progress, _ state: State) -> Node<Message> {
    let isUnique = state.pyramid == .unique
    let words = state.catalogue?.words ?? .climbs
    let bars = progress.pyramid.map { (grade: $0.grade, count: isUnique ? $0.items : $0.sends) }
    let most = bars.reduce(0) { max($0, $1.count) }
    return card("Pyramid", id: "pyramid") {
      segmented(
        "Count", name: "pyramid-choice",
        [
          ("Each \(words.item) once", isUnique, .pyramid(.unique)),
          ("Every time", !isUnique, .pyramid(.all)),
        ])
      gradeBars(bars.map { ($0.grade, $0.count, most, "\($0.count)") }, isPyramid: true)
      let count = bars.reduce(0) { $0 + $1.count }
      p(.className("quiet small figure")) {
        isUnique
          ? "\(DayWords.count(count, words.item, words.items)) in all"
          : "\(Summary.sends(count, words)) in all"
      }
    }
  }

  private static func months(_ progress: Progress, _ words: CatalogueWords) -> Node<Message> {
    card("Month by month", id: "months") {
      reportTable(
        Report.Table(
          ["Month", words.outcome(.send), "Median", "From", "To"],
          progress.months.suffix(24).reversed().map { month in
            Report.Table.Line([
              month.month.name, "\(month.sends)", month.median, month.easiest, month.hardest,
            ])
          }))
    }
  }
}
