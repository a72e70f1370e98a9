public import Ledger

/// Totals over reeds: how many are in each stage, and means with their counts and intervals.
public struct ReedFigures: Equatable, Sendable {
  /// A mean over the reeds that have a value.
  public struct Mean: Equatable, Sendable {
    /// The fewest values whose mean gets an interval: as for every rule about single values (`Strength.fewestPairs`).
    public static let fewest = 6

    public let field: ReedField
    public private(set) var count = 0
    /// How many values are left out, because they are far outside the usual range.
    public private(set) var leftOut = 0
    /// Of the values, in units of the field's last place, and of their squares: exact up to 2⁵³.
    private var sum = 0.0
    private var squares = 0.0

    init(of field: ReedField) { self.field = field }

    mutating func add(_ units: Int64) {
      if field.isFarOut(units) {
        leftOut += 1
        return
      }
      let number = Double(units)
      (count, sum, squares) = (count + 1, sum + number, squares + number * number)
    }

    /// In units of the field's last place; 0 if no reed has a value.
    public var value: Double { count == 0 ? 0 : sum / Double(count) }

    /// Half the width of the mean's 95 % interval, t · s / √n (Student, 1908), in the same units; `nil` for fewer than
    /// ``fewest`` values, or if all are equal.
    ///
    /// t is expanded in 1 / (n − 1) (Abramowitz and Stegun, 26.7.5), and from six values on less than 0.02 % away from what
    /// `Statistics` has, which the page does not carry.
    public var reach: Double? {
      let n = Double(count)
      let spread = n * squares - sum * sum
      guard count >= Self.fewest, spread > 0 else { return nil }
      let part = 1 / (n - 1)
      let t = 1.96 + part * (2.372 + part * (2.823 + part * (2.556 + part * 1.6)))
      return t * (spread * part).squareRoot() / n
    }
  }

  public let count: Int
  /// By stage, in order.
  public let stages: [Int]
  /// From each reed's latest test with a value: success, loudness, pitch.
  public let answers: [Mean]
  /// Of the eight points of the gouge.
  public let gouge: [Mean]

  /// - Parameter reeds: the reeds to count.
  public init(_ reeds: [ReedIndex.Line], _ index: ReedIndex, _ data: Replica) {
    count = reeds.count
    var stages = [Int](repeating: 0, count: ReedStage.allCases.count)
    for line in reeds { stages[line.reed.stage.rawValue] += 1 }
    self.stages = stages
    gouge = ReedField.gougePoints.compactMap { index.fields[$0] }.map { field in
      var mean = Mean(of: field)
      for line in reeds {
        if let units = ReedField.units(of: line.value(field.id)) { mean.add(units) }
      }
      return mean
    }
    let asked = ReedField.averaged.compactMap { index.testFields[$0] }
    var answers = asked.map { Mean(of: $0) }
    for line in reeds {
      var answered = asked.map { _ in false }
      for event in index.events(of: line.reed.id).reversed() where event.kind == .reedTest {
        guard let row = data[event.id] else { continue }
        for (place, field) in asked.enumerated() where !answered[place] {
          guard let units = ReedField.units(of: row.value(field.id)) else { continue }
          answered[place] = true
          answers[place].add(units)
        }
        if !answered.contains(false) { break }
      }
    }
    self.answers = answers
  }
}

extension ReedField {
  /// The eight points where a gouge is measured: half A from left to right, half B, and the ends.
  public static let gougePoints = (52...59).map { KindID.reed.field($0) }
  /// The fields that Reed Log averages.
  static let averaged = [70, 54, 55].map { KindID.reedTest.field($0) }
}
