/// How a try ended. For an étude: not clean, clean, clean at first reading.
public enum Outcome: UInt8, Hashable, Sendable, CaseIterable {
  case attempt, send, flash
}

/// One entry of the log.
public struct LoggedTry: Hashable, Sendable {
  /// Who tried, by their place among those rated together.
  public var person: Int
  /// What was tried, by its place among the rated items.
  public var item: Int
  /// When, in seconds.
  public var at: Int64
  public var outcome: Outcome
  /// How many tries it took in all: 3 with a send are two failures and a success.
  public var count: Int

  public init(person: Int = 0, item: Int, at: Int64, outcome: Outcome, count: Int = 1) {
    (self.person, self.item, self.at) = (person, item, at)
    (self.outcome, self.count) = (outcome, count)
  }
}

/// What somebody thinks an item's grade is.
public struct GradeVote: Hashable, Sendable {
  public var person: Int
  public var item: Int
  public var at: Int64
  /// Where the grade is on the scale, in steps.
  public var position: Double
  public var halfWidth: Double

  public init(
    person: Int = 0, item: Int, at: Int64, position: Double, halfWidth: Double = 0
  ) {
    (self.person, self.item, self.at) = (person, item, at)
    (self.position, self.halfWidth) = (position, halfWidth)
  }
}

/// The input of a fit, for people and items of one scale.
public struct TrainingLog: Hashable, Sendable {
  /// What is known of an item before anybody tries it: its setter's grade, if it can be read.
  public struct Item: Hashable, Sendable {
    public var position: Double?
    public var halfWidth: Double

    public init(position: Double? = nil, halfWidth: Double = 0) {
      (self.position, self.halfWidth) = (position, halfWidth)
    }

    public init(_ grade: GradeSpan?) {
      self.init(position: grade?.position, halfWidth: grade?.halfWidth ?? 0)
    }
  }

  /// Initial difficulties; tries and votes name items by their place here.
  public var items: [Item]
  /// The levels that people typed, in steps, by person; `nil` if there is none.
  public var levels: [Double?]
  /// In any order.
  public var tries: [LoggedTry]
  /// In any order; of one person's votes on one item only the last counts.
  public var votes: [GradeVote]

  /// A log of one person, unless `levels` has more.
  public init(
    items: [Item] = [], levels: [Double?] = [nil], tries: [LoggedTry] = [],
    votes: [GradeVote] = []
  ) {
    (self.items, self.levels, self.tries, self.votes) = (items, levels, tries, votes)
  }
}
