import Domain
import Reports
import Statistics

/// The reeds that have a rating, in the order in which they were started, each once.
struct RatedReeds: Sendable {
  struct Rated: Sendable {
    let entry: ReedLog.Entry
    let value: Double

    var day: Int64 { entry.reed.begun }
  }

  let column: Column
  let all: [Rated]
  /// Those without a rating or a day.
  let left: Int

  init(_ column: Column, _ reeds: [ReedLog.Entry], _ log: ReedLog, _ moment: Column.Moment) {
    var all: [Rated] = []
    for entry in reeds where entry.reed.begun != 0 {
      guard let value = log.number(column, of: entry, moment), value.isFinite else { continue }
      all.append(Rated(entry: entry, value: value))
    }
    self.column = column
    self.all = all
    left = reeds.count - all.count
  }

  // MARK: - Months

  struct Month: Sendable {
    let month: CalendarMonth
    let values: [Double]

    var median: Double { Quantiles.median(of: values) ?? .nan }
    var middle: Double { Double(month.firstDay) + Double(month.dayCount) / 2 }
  }

  /// The months in which a rated reed was started, oldest first.
  var months: [Month] {
    var months: [Month] = []
    for rated in all {
      let month = CalendarMonth(of: rated.day)
      if let last = months.last, last.month == month {
        months[months.count - 1] = Month(month: month, values: last.values + [rated.value])
      } else {
        months.append(Month(month: month, values: [rated.value]))
      }
    }
    return months
  }

  /// How many reeds a running median is made of.
  static let window = 5

  /// The median of five reeds in a row, at the day of the middle one. Reeds of one day have no order, so their day has one
  /// point: the median of theirs, or, if there are as many reeds as that on one day, the median of these alone.
  var runningMedian: [Plot.Point] {
    guard all.count >= Self.window else { return [] }
    var days: [(day: Int64, medians: [Double])] = []
    for start in 0...all.count - Self.window {
      let values = all[start..<start + Self.window].map { $0.value }
      let (day, median) = (all[start + Self.window / 2].day, Quantiles.median(of: values) ?? .nan)
      if days.last?.day == day {
        days[days.count - 1].medians.append(median)
      } else {
        days.append((day, [median]))
      }
    }
    return days.map { day in
      let values = all.filter { $0.day == day.day }.map { $0.value }
      let median = Quantiles.median(of: values.count >= Self.window ? values : day.medians)
      return Plot.Point(Double(day.day), median ?? .nan)
    }
  }
}

/// Whether ratings rise or fall with time.
struct RatingTrend: Sendable {
  static let fewest = Strength.fewestForHint

  let line: TheilSen
  let test: MannKendall?
  let count: Int
  private let column: Column

  /// `nil` for fewer than eight reeds, or if all were started on one day.
  init?(_ rated: RatedReeds) {
    // The newest ones, if they are too many for all pairs.
    let all = rated.all.suffix(TheilSen.largestCount)
    guard all.count >= Self.fewest,
      let line = TheilSen(all.map { Double($0.day) }, all.map { $0.value })
    else { return nil }
    self.line = line
    test = MannKendall(all.map { $0.value })
    count = all.count
    column = rated.column
  }

  static let year = 365.25

  /// Whether luck alone rarely looks like this.
  var isSupported: Bool {
    line.interval.excludesZero && test.map { $0.p <= 0.05 } ?? false
  }

  /// `+0.8 a year, 95 % +0.1 to +1.5, n = 35`
  func figures(_ log: ReedLog) -> String {
    let interval = Interval(
      low: line.interval.low * Self.year, high: line.interval.high * Self.year)
    return "\(Words.difference(line.slope * Self.year, in: column, log)) a year, "
      + "95 % \(Words.differences(interval, in: column, log)), n = \(count)"
  }
}
