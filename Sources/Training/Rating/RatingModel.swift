/// What a fit takes for granted, all in grade steps. `Docs/Decisions/0037-training.md` says what each was seen to do.
public struct RatingModel: Hashable, Sendable {
  /// How far a typed level is off: people put themselves about one grade too high or too low.
  public var levelSigma = 1.25
  /// How far a setter's grade is off.
  public var setterSigma = 0.6
  /// How far a vote is off. A vote is one person's feeling after one day, so it weighs less than two tries.
  public var voteSigma = 1.2
  /// How far somebody is from the first thing that they tried, if nothing else is known.
  public var unknownSigma = 2.0
  /// What a day adds to the variance of an ability: in a year people move by less than a grade.
  public var driftVariancePerDay = 0.7 / 365
  /// No ability is less sure than this, however long ago its last try was.
  public var widestSigma = 2.5
  /// Failures of one entry that count. Ten falls on one day are not ten pieces of evidence.
  public var countedFailures = 5
  /// An estimate that is less sure than this, with its item, is said to be uncertain.
  public var uncertainSigma = 1.0

  public init() {}
}
