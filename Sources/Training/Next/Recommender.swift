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
  /// The chances that are aimed at.
  public struct Aims: Hashable, Sendable {
    public var atLevel = 0.70
    public var warmUp = 0.90
    public var limit = 0.35

    public init() {}
  }

  public var aims = Aims()
  public var weights = Weights()
  /// How many each list has at most.
  public var count = 5
  /// Whether what was done comes again after a while, as études do; a property of the catalogue.
  public var comesDueAgain = false
  public var reviews = ReviewPlan()
  /// Whether what was sent may fill a list that would stay short.
  public var allowsRepeats = true
  /// The same seed, log and day give the same lists.
  public var seed: UInt64 = 0
  /// Tags of what was tried last, which others are preferred to.
  public var recentTags: TagSet = []

  public init() {}

  /// What counts how much, in squared steps: a step off the aim costs 1.
  public struct Weights: Hashable, Sendable {
    /// Being tried today, half of it yesterday, a third the day before. A second try on the same day tells little that is new.
    public var recency = 0.15
    /// Sharing a tag with what was tried last or is in the list already.
    public var sharedTag = 0.05
    /// How much being unsure counts: a step of standard deviation costs this.
    public var doubt = 1.0
    /// At most this is taken off by chance, so that what is unknown is tried now and then.
    public var exploration = 0.05
    /// Being due is worth this.
    public var due = 0.5
    /// How far from the aim is near, in log odds: for 7 in 10 from 3 to 9 in 10. Rather a repeat than anything beyond.
    public var near = 1.5
    /// Nothing beyond this is worth a place at all: for 7 in 10 from 1 in 10 to 98 in 100.
    public var farthest = 3.0

    public init() {}
  }
}
