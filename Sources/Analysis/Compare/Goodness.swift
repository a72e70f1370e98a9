import Domain
import Ledger

/// Which values of an outcome are good, and so what reeds are compared by.
struct Goodness: Sendable {
  let column: Column
  let kind: Kind

  enum Kind: Equatable, Sendable {
    case more
    /// Values near to this one are good: reeds are compared by how far from it they are.
    case near(Double)
    /// Nobody said which values are good.
    case neither
  }

  init(_ column: Column) {
    self.column = column
    switch (column.direction, column.source) {
    case (.higher, _): kind = .more
    case (.target, .test(let field)):
      if case .scale(let range, _, _, _) = field.content {
        kind = .near((Double(range.lowerBound) + Double(range.upperBound)) / 2)
      } else {
        kind = .neither
      }
    default: kind = .neither
    }
  }

  /// What a reed is compared by: its value, or the distance from just right, of each single test.
  func value(of entry: ReedLog.Entry, _ log: ReedLog, _ moment: Column.Moment) -> Double? {
    guard case .near(let target) = kind else {
      return finite(log.number(column, of: entry, moment))
    }
    guard moment == .mean else {
      return finite(log.number(column, of: entry, moment).map { abs($0 - target) })
    }
    let distances = entry.tests.compactMap { log.number(column, in: $0) }.map { abs($0 - target) }
    return distances.isEmpty ? nil : finite(distances.reduce(0, +) / Double(distances.count))
  }

  private func finite(_ value: Double?) -> Double? {
    guard let value, value.isFinite else { return nil }
    return value
  }

  /// 1 where more is ahead, −1 where less is.
  var sign: Double { if case .near = kind { -1 } else { 1 } }

  /// `ahead`, or `higher` where that is neither good nor bad.
  var ahead: String { kind == .neither ? "higher" : "ahead" }

  /// The same with another group after it.
  var aheadOf: String { kind == .neither ? "higher than" : "ahead of" }

  /// What a reed that is ahead does to another one.
  var beats: String {
    switch kind {
    case .more: "beats"
    case .near: "is nearer to just right than"
    case .neither: "is higher than"
    }
  }

  /// What is compared.
  var label: String {
    if case .near = kind { "\(column.label), distance from just right" } else { column.label }
  }

  /// What it says about reeds without a value: `2 B reeds are not rated`.
  var missing: String {
    if case .hours = column.source { "without time played" } else { "not \(counted)" }
  }

  /// What it says about reeds with a value: `rated B reeds`.
  var counted: String {
    switch column.source {
    case .hours: "played"
    case .reedIs, .testIs: "recorded"
    case .test(let field):
      if case .scale = field.content { "rated" } else { "measured" }
    default: "rated"
    }
  }

  /// What a person should know about how values are compared, if anything.
  var note: String? {
    if column.isShare {
      var note = "This compares the share of reeds with “\(column.label)”."
      if case .testIs = column.source { note += " Of several tests, the latest counts." }
      return note
    }
    switch kind {
    case .near:
      return
        "\(column.label) is good near just right, so this compares how far from it each reed is: "
        + "less is better."
    case .neither where column.direction == .target:
      return
        "Just right differs from player to player for \(Words.lowered(column.label)), so this "
        + "compares the values as they are."
    default: return nil
    }
  }

  /// The ends of a scale, so that plots show all of it.
  var span: ClosedRange<Double>? {
    switch column.source {
    case .test(let field):
      guard case .scale(let range, _, _, _) = field.content else { return nil }
      let (low, high) = (Double(range.lowerBound), Double(range.upperBound))
      return sign < 0 ? 0...(high - low) / 2 : low...high
    case .score: return 1...10
    case .reedIs, .testIs: return 0...1
    default: return nil
    }
  }
}
