import Domain

/// A value that an axis names.
public struct PlotTick: Sendable {
  public let value: Double
  public let text: String
}

extension Plot.Scale {
  /// No more than `most` round values of a range, but both ends if there is no round value.
  func ticks(_ range: ClosedRange<Double>, most: Int) -> [PlotTick] {
    let most = max(most, 2)
    switch self {
    case .names(let names):
      return names.enumerated().map { PlotTick(value: Double($0.offset), text: $0.element) }
    case .number(let places, _), .signed(let places, _):
      var least = 1.0
      for _ in 0..<min(max(places, 0), 9) { least /= 10 }
      let (step, needed) = Self.step(range, most, least: least)
      // Thousandths keep all their decimals, as a micrometer shows them.
      let shown = places > 2 ? min(places, 9) : needed
      let isSigned = if case .signed = self { true } else { false }
      return Self.multiples(of: step, in: range).map {
        PlotTick(value: $0, text: NumberText.text($0, places: shown, isSigned: isSigned))
      }
    case .share:
      let (step, shown) = Self.step(range, most, least: 0.001)
      return Self.multiples(of: step, in: range).map {
        PlotTick(value: $0, text: NumberText.text($0 * 100, places: max(shown - 2, 0)) + " %")
      }
    case .time:
      let span = range.upperBound - range.lowerBound
      let steps: [Double] = [
        1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200,
      ]
      let step =
        steps.first { span / $0 <= Double(most) }
        ?? 86_400
        * Self.step(range.lowerBound / 86_400...range.upperBound / 86_400, most, least: 1).step
      return Self.multiples(of: step, in: range).map { PlotTick(value: $0, text: bareText($0)) }
    case .day: return Self.days(range, most)
    }
  }

  /// 1, 2 or 5 times a power of ten, and how many decimals it has.
  private static func step(
    _ range: ClosedRange<Double>, _ most: Int, least: Double
  ) -> (step: Double, places: Int) {
    let wanted = max((range.upperBound - range.lowerBound) / Double(most), least * 0.999)
    var (unit, places) = (1.0, 0)
    while unit * 10 <= wanted { unit *= 10 }
    while unit > wanted * 1.001, places < 12 { (unit, places) = (unit / 10, places + 1) }
    for factor in [1.0, 2, 5] where unit * factor >= wanted { return (unit * factor, places) }
    return (unit * 10, max(places - 1, 0))
  }

  private static func multiples(of step: Double, in range: ClosedRange<Double>) -> [Double] {
    let first = (range.lowerBound / step - 1e-9).rounded(.up)
    var list: [Double] = []
    while list.count < 60 {
      let value = (first + Double(list.count)) * step
      if value > range.upperBound + step * 1e-9 || !value.isFinite { break }
      if let last = list.last, last >= value { break }
      list.append(value)
    }
    return list.isEmpty ? [range.lowerBound, range.upperBound] : list
  }

  // MARK: - Days

  private static func days(_ range: ClosedRange<Double>, _ most: Int) -> [PlotTick] {
    let span = range.upperBound - range.lowerBound
    var list: [PlotTick] = []
    for step in [1.0, 2, 7, 14] where span / step <= Double(most) {
      // Weeks begin on Monday, as day 4 did.
      let shift = step >= 7 ? 4.0 : 0
      let shifted = range.lowerBound - shift...range.upperBound - shift
      for value in multiples(of: step, in: shifted) where range.contains(value + shift) {
        list.append(
          PlotTick(value: value + shift, text: text(value + shift, isWhole: list.isEmpty)))
      }
      return list.isEmpty ? ends(range) : list
    }
    var month = CalendarMonth(of: PlotText.day(range.lowerBound))
    let months = [1, 3, 6].first { span / 30.4 / Double($0) <= Double(most) }
    let years = step(range.lowerBound / 365.25...range.upperBound / 365.25, most, least: 1).step
    let stride = months ?? Int(min(years, 1_000)) * 12
    month = CalendarMonth(
      year: month.year, number: month.number - (month.year * 12 + month.number - 1) % stride)
    for _ in 0..<60 {
      let value = Double(month.firstDay)
      if value > range.upperBound { break }
      if value >= range.lowerBound {
        if let last = list.last, last.value >= value { break }
        let year = "\(month.year)"
        list.append(
          PlotTick(
            value: value,
            text: months == nil
              ? year : "\(DayWords.months[month.number - 1].prefix(bytes: 3)) \(year)"))
      }
      month = month.advanced(by: stride)
    }
    return list.isEmpty ? ends(range) : list
  }

  private static func ends(_ range: ClosedRange<Double>) -> [PlotTick] {
    [range.lowerBound, range.upperBound].map {
      PlotTick(value: $0, text: MomentText.dayText(PlotText.day($0)))
    }
  }

  /// `3 Nov 2026`, or without its year.
  private static func text(_ value: Double, isWhole: Bool) -> String {
    let text = MomentText.dayText(PlotText.day(value))
    return isWhole || text.utf8.count < 9 ? text : text.prefix(bytes: text.utf8.count - 5)
  }
}

extension String {
  fileprivate func prefix(bytes count: Int) -> String {
    String(decoding: Array(utf8.prefix(count)), as: UTF8.self)
  }
}
