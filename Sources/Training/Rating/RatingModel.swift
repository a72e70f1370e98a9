/// The assumptions of a fit, all in grade steps. `Docs/Decisions/0037-training.md` records the effect of each.
public struct RatingModel: Hashable, Sendable {
  /// How far a typed level is off: people put themselves about one grade too high or too low.
  public var levelSigma = 1.25
  /// How far a setter's grade is off.
  public var setterSigma = 0.6
  /// How far a vote is off. A vote is one person's opinion on one day, so it weighs less than two tries.
  public var voteSigma = 1.2
  /// How far somebody is from the first item that they tried, if nothing else is known.
  public var unknownSigma = 2.0
  /// What a day adds to the variance of an ability: in a year people change by less than a grade.
  public var driftVariancePerDay = 0.7 / 365
  /// No ability is less certain than this, however long ago the last try was.
  public var widestSigma = 2.5
  /// The failures of one entry that count. Ten falls on one day are not ten pieces of evidence.
  public var countedFailures = 5
  /// A chance with a larger standard deviation than this is called uncertain.
  public var uncertainSigma = 1.0

  public init() {}
}
