import Ledger
import Training

/// Sends by grade and by month.
public struct Progress: Sendable {
  /// A bar of the pyramid.
  public struct Step: Equatable, Sendable {
    public let grade: String
    /// How many items were sent, and the number of sends.
    public fileprivate(set) var items: Int
    public fileprivate(set) var sends: Int
  }

  public struct Month: Equatable, Sendable {
    public let month: CalendarMonth
    public let sends: Int
    /// Grades as named by the scale.
    public let median: String
    public let easiest: String
    public let hardest: String
  }

  /// Hardest first; grades without sends between the easiest and the hardest are included.
  public private(set) var pyramid: [Step] = []
  /// Oldest first.
  public private(set) var months: [Month] = []
  /// How many sends have a readable grade.
  public private(set) var sends = 0

  /// - Parameter zoneMinutes: the time zone of days, ahead of UTC.
  public init(_ index: TrainingIndex, _ catalogue: Catalogue, zoneMinutes: Int) {
    guard let scale = catalogue.gradeScale else { return }
    var grades = GradeReader(scale)
    var items: [Int: Set<RowID>] = [:]
    var counts: [Int: Int] = [:]
    var byMonth: [CalendarMonth: [Double]] = [:]
    for attempt in index.tries.values
    where attempt.outcome.isSent && attempt.scale.hasSameBytes(as: catalogue.scaleID) {
      guard let span = grades.read(attempt.grade) else { continue }
      sends += 1
      // A grade across two counts as the lower one.
      items[span.first, default: []].insert(attempt.item)
      counts[span.first, default: 0] += 1
      guard attempt.precision == .moment || attempt.precision == .day || attempt.precision == .month
      else { continue }
      let day = JournalDay.day(of: attempt.at, zoneMinutes: zoneMinutes, start: 0)
      byMonth[CalendarMonth(of: day), default: []].append(span.position)
    }
    if let least = counts.keys.min(), let most = counts.keys.max() {
      pyramid = (least...most).reversed().map { place in
        Step(
          grade: scale.prefix + scale.grades[place].name, items: items[place]?.count ?? 0,
          sends: counts[place] ?? 0)
      }
    }
    months = byMonth.sorted {
      ($0.key.year, $0.key.number) < ($1.key.year, $1.key.number)
    }.map { month, positions in
      let sorted = positions.sorted()
      func name(_ position: Double) -> String { scale.prefix + scale.name(at: position) }
      return Month(
        month: month, sends: sorted.count, median: name(GradeScale.median(sorted)),
        easiest: name(sorted[0]), hardest: name(sorted[sorted.count - 1]))
    }
  }
}
