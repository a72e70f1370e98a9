/// How well two answers about the same things agree, such as yes or no on two days.
public struct Kappa: Equatable, Sendable {
  public let count: Int
  /// How many things got the same answer both times.
  public let agreed: Int
  /// The interval of their share.
  public let share: Interval
  /// The share that chance alone would make agree, with answers as frequent as these.
  public let chance: Double
  /// Agreement beyond chance: 0 is no better, and 1 is full agreement. `nil` if all answers are the same, as chance alone
  /// would agree as well.
  public let value: Double?
  public let interval: Interval?

  /// Takes a table with a row for each first answer and a column for each second one, in the same order, which says how
  /// many things got both.
  ///
  /// κ = (a − c) / (1 − c), where the share a agrees, and c = Σ rowᵢ columnᵢ / n² by chance (Cohen, 1960). The interval
  /// takes c as known, as Cohen's did, and the limits of a by Wilson: that of Fleiss, Cohen and Everitt (1969) has no
  /// width where all agree, and is too narrow for a few things. O(k²). `nil` unless the table is square and has counts.
  public init?(_ table: [[Int]], level: Double = 0.95) {
    guard table.allSatisfy({ row in row.count == table.count && row.allSatisfy { $0 >= 0 } }) else {
      return nil
    }
    var (count, agreed, met) = (0, 0, 0.0)
    for (place, row) in table.enumerated() {
      let first = row.reduce(0, +)
      count += first
      agreed += row[place]
      met += Double(first) * Double(table.reduce(0) { $0 + $1[place] })
    }
    guard let share = Wilson.interval(hits: agreed, of: count, level: level) else { return nil }
    let all = Double(count) * Double(count)
    (self.count, self.agreed, self.share, chance) = (count, agreed, share, met / all)
    guard met < all else {
      (value, interval) = (nil, nil)
      return
    }
    func beyondChance(_ share: Double) -> Double { (share * all - met) / (all - met) }
    value = beyondChance(Double(agreed) / Double(count))
    interval = Interval(low: beyondChance(share.low), high: beyondChance(share.high))
  }
}
