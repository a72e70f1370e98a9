/// The parameters of a simulated season: who climbs what, and how wrong everybody's grades are.
///
/// Everything here is a property of the world, unknown to the rules that are judged in it.
public struct TrainingShape: Hashable, Sendable {
  public var name: String
  public var people: Int
  /// The walls, or books, and how many items are on each.
  public var places: Int
  public var itemsPerPlace: Int
  /// The easiest and the hardest grade set, in steps.
  public var grades: ClosedRange<Int>
  /// What one step divides the odds of a success by.
  public var factor: Double
  /// Abilities are spread evenly over these steps.
  public var abilities: ClosedRange<Double>
  /// How far the truth is from a setter's grade.
  public var setterSigma: Double
  /// How far a typed level is from the truth, before it is rounded to a whole grade.
  public var levelSigma: Double
  public var weeks: Int
  public var sessionsPerWeek: Int
  public var perSession: Int
  /// The weeks between resets; each resets the next place.
  public var weeksPerReset: Int
  /// How much everybody improves in a week, in steps.
  public var gainPerWeek: Double
  /// How many styles there are; each item has one.
  public var styles: Int
  /// How far people are better or worse at a style.
  public var styleSigma: Double
  /// How far people are better or worse on a given day.
  public var formSigma: Double
  /// The seeds, one season each.
  public var seeds: [UInt64]
}

extension TrainingShape {
  /// The gym of `SESSIONS.md` section 4; the parameters of the model were set with it.
  public static func gym(seed: UInt64) -> TrainingShape {
    TrainingShape(
      name: "40 climbers on 120 climbs from V0 to V8", people: 40, places: 6, itemsPerPlace: 20,
      grades: 0...8, factor: 3.17, abilities: 1...7, setterSigma: 0.6, levelSigma: 1.2, weeks: 12,
      sessionsPerWeek: 2, perSession: 3, weeksPerReset: 1, gainPerWeek: 0, styles: 5,
      styleSigma: 0, formSigma: 0, seeds: (0..<8).map { seed &+ $0 })
  }

  /// A music school. No parameter was set with it: it has fewer people, a flatter scale, worse grades, and players who
  /// improve, have styles that suit them, and good and bad days.
  public static func school(seed: UInt64) -> TrainingShape {
    TrainingShape(
      name: "15 players on 90 études of grades 1 to 8", people: 15, places: 3, itemsPerPlace: 30,
      grades: 1...8, factor: 2, abilities: 2...8, setterSigma: 0.9, levelSigma: 1.5, weeks: 10,
      sessionsPerWeek: 4, perSession: 2, weeksPerReset: 3, gainPerWeek: 0.05, styles: 4,
      styleSigma: 0.5, formSigma: 0.3, seeds: (0..<8).map { seed &+ 1_000 &+ $0 })
  }
}
