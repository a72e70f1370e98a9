import Domain
import Ledger
import Markup
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
            level(standing)
            pyramid(progress, state)
            months(progress)
          }
        }
      } else {
        p(.className("quiet")) { "No catalogue yet." }
      }
    }
  }

  private static func level(_ standing: Standing) -> Node<Message> {
    card("Your level", id: "level") {
      p(.className("quiet small figure")) {
        standing.ability == nil
          ? "No data yet."
          : "\(standing.levelText), from \(DayWords.count(standing.tryCount, "try", "tries"))"
      }
      if standing.curve.count > 1, let scale = standing.scale {
        curve(standing.curve, scale)
        p(.className("quiet small")) { "The band shows the 95 % interval." }
      }
    }
  }

  /// The level day by day, with its band.
  private static func curve(_ all: [AbilityDay], _ scale: GradeScale) -> Node<Message> {
    // No more points than are visible.
    let step = max(all.count / 120, 1)
    var days = all.enumerated().filter { $0.offset % step == 0 }.map { $0.element }
    if let last = all.last, days.last != last { days.append(last) }
    var (least, most) = (Double.infinity, -Double.infinity)
    for day in days {
      least = min(least, day.ability.value - 2 * day.ability.sigma)
      most = max(most, day.ability.value + 2 * day.ability.sigma)
    }
    let span = max(most - least, 0.5)
    let first = days.first?.day ?? 0
    let length = max(Double((days.last?.day ?? 0) - first), 1)
    func x(_ day: AbilityDay) -> Int { 44 + Int(Double(day.day - first) / length * 516) }
    func y(_ value: Double) -> Int { 10 + Int((most - value) / span * 160) }
    var (line, above, below) = ("", "", "")
    for (place, day) in days.enumerated() {
      line += "\(place == 0 ? "M" : "L")\(x(day)) \(y(day.ability.value))"
      above +=
        "\(place == 0 ? "M" : "L")\(x(day)) \(y(day.ability.value + 1.96 * day.ability.sigma))"
    }
    for day in days.reversed() {
      below += "L\(x(day)) \(y(day.ability.value - 1.96 * day.ability.sigma))"
    }
    let marks = scale.grades.filter { $0.step >= least && $0.step <= most }
    let every = max(marks.count / 6, 1)
    return SVG.svg(.className("level-curve"), .viewBox("0 0 570 190"), .hidden(fromReaders: true)) {
      SVG.path(.className("band"), .pathData("\(above)\(below)Z"))
      SVG.path(.className("line"), .pathData(line))
      for (place, grade) in marks.enumerated() where place % every == 0 {
        SVG.text(.plain("x", "0"), .plain("y", "\(y(grade.step) + 4)")) {
          "\(scale.prefix)\(grade.name)"
        }
      }
      SVG.text(.plain("x", "44"), .plain("y", "188")) { MomentText.dayText(first) }
      SVG.text(.plain("x", "560"), .plain("y", "188"), .className("end")) {
        MomentText.dayText(days.last?.day ?? first)
      }
    }
  }

  private static func pyramid(_ progress: Progress, _ state: State) -> Node<Message> {
    let isUnique = state.pyramid == .unique
    let words = state.catalogue?.words ?? .climbs
    return card("Pyramid", id: "pyramid") {
      segmented(
        "Count", name: "pyramid-choice",
        [
          ("Each \(words.item) once", isUnique, .pyramid(.unique)),
          ("Every time", !isUnique, .pyramid(.all)),
        ])
      gradeBars(
        progress.pyramid.map {
          let count = isUnique ? $0.items : $0.sends
          return ($0.grade, count, "\(count)")
        }, isPyramid: true)
      p(.className("quiet small figure")) {
        "n = \(progress.pyramid.reduce(0) { $0 + (isUnique ? $1.items : $1.sends) })"
      }
    }
  }

  private static func months(_ progress: Progress) -> Node<Message> {
    card("Month by month", id: "months") {
      div(.className("table-scroll")) {
        table(.className("practice-table")) {
          thead {
            tr {
              for head in ["Month", "Sent", "Median", "From", "To"] {
                th(.plain("scope", "col")) { head }
              }
            }
          }
          tbody {
            for month in progress.months.suffix(24).reversed() {
              tr {
                th(.plain("scope", "row")) { month.month.name }
                for text in ["\(month.sends)", month.median, month.easiest, month.hardest] {
                  td(.className("figure")) { text }
                }
              }
            }
          }
        }
      }
    }
  }
}
