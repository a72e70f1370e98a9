/// What somebody could try next, in four lists.
public struct Suggestions: Hashable, Sendable {
  public var atLevel: [Suggestion] = []
  public var project: [Suggestion] = []
  public var warmUp: [Suggestion] = []
  public var somethingNew: [Suggestion] = []

  /// The one to show first.
  public var next: Suggestion? {
    atLevel.first ?? project.first ?? somethingNew.first ?? warmUp.first
  }
}

/// Chooses what to try next.
public struct Recommender: Sendable {
  /// The chances to aim at.
  public struct Aims: Hashable, Sendable {
    public var atLevel = 0.70
    public var warmUp = 0.90
    public var limit = 0.35

    public init() {}
  }

  public var aims = Aims()
  public var weights = Weights()
  /// The most items in a list.
  public var count = 5
  /// Whether items come due again after a while, as études do; a property of the catalogue.
  public var comesDueAgain = false
  public var reviews = ReviewPlan()
  /// Whether sent items may fill a list that would otherwise be short.
  public var allowsRepeats = true
  /// The same seed, log and day give the same lists.
  public var seed: UInt64 = 0
  /// Tags of what was tried last; other tags are preferred.
  public var recentTags: TagSet = []

  public init() {}

  /// The weights, in squared steps: a step off the aim costs 1.
  public struct Weights: Hashable, Sendable {
    /// Tried today: half of it yesterday, a third the day before. A second try on the same day tells little new.
    public var recency = 0.15
    /// Sharing a tag with what was tried last or is already in the list.
    public var sharedTag = 0.05
    /// The cost of uncertainty: a step of standard deviation costs this.
    public var doubt = 1.0
    /// The largest random discount, so that unknown items are tried now and then.
    public var exploration = 0.05
    /// The discount for being due.
    public var due = 0.5
    /// How far from the aim is near, in log odds: for 7 in 10, from 3 to 9 in 10. A repeat is better than anything beyond.
    public var near = 1.5
    /// Nothing beyond this is suggested: for 7 in 10, from 1 in 10 to 98 in 100.
    public var farthest = 3.0

    public init() {}
  }
}
