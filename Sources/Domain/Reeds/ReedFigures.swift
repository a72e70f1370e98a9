public import Ledger

/// Totals over reeds: how many are in each stage, and means with their counts.
public struct ReedFigures: Equatable, Sendable {
  /// A mean over the reeds that have a value.
  public struct Mean: Equatable, Sendable {
    public let field: ReedField
    public let sum: Int64
    public let count: Int

    /// In units of the field's last place; 0 if no reed has a value.
    public var value: Double { count == 0 ? 0 : Double(sum) / Double(count) }
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
      var (sum, count) = (Int64(0), 0)
      for line in reeds {
        guard let units = ReedField.units(of: line.value(field.id)) else { continue }
        (sum, count) = (sum.addingReportingOverflow(units).partialValue, count + 1)
      }
      return Mean(field: field, sum: sum, count: count)
    }
    let asked = ReedField.averaged.compactMap { index.testFields[$0] }
    var sums = asked.map { _ in (sum: Int64(0), count: 0) }
    for line in reeds {
      var answered = asked.map { _ in false }
      for event in index.events(of: line.reed.id).reversed() where event.kind == .reedTest {
        guard let row = data[event.id] else { continue }
        for (place, field) in asked.enumerated() where !answered[place] {
          guard let units = ReedField.units(of: row.value(field.id)) else { continue }
          answered[place] = true
          sums[place] = (sums[place].sum + units, sums[place].count + 1)
        }
        if !answered.contains(false) { break }
      }
    }
    answers = zip(asked, sums).map { Mean(field: $0, sum: $1.sum, count: $1.count) }
  }
}

extension ReedField {
  /// The eight points where a gouge is measured: half A from left to right, half B, and the ends.
  public static let gougePoints = (52...59).map { KindID.reed.field($0) }
  /// The fields that Reed Log averages.
  static let averaged = [70, 54, 55].map { KindID.reedTest.field($0) }
}
