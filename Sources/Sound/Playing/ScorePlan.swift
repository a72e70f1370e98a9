/// How a score is played beside its speed: from where, how often, and what is heard of it.
public struct ScorePlan: Hashable, Sendable {
  /// The bar that the first pass begins with; where there is none of this name, it begins at the beginning.
  public var line = 1
  public var bar = 1
  /// How often it is played, where it does not go on without end.
  public var passes = 1
  /// The speeds of the passes, where they are not all played at one.
  public var ladder: ScoreLadder?
  /// Each pass of a multiple of this number is silent; 0 for none.
  public var silentEvery = 0
  /// Whether nothing is heard but the count-in.
  public var isSilent = false
  public var sounds = ScoreSounds()

  public init() {}

  /// What can be asked for.
  public static let passCounts = 1...1_000_000

  func isSilent(inPass pass: Int) -> Bool {
    isSilent || silentEvery > 0 && pass % silentEvery == 0
  }
}

/// What a score's count-in and bars are struck with.
public struct ScoreSounds: Hashable, Sendable {
  public var count = ClickSound.tick
  /// Of the first bar of each line.
  public var first = ClickSound.tock
  public var other = ClickSound.tick

  public init() {}
}

/// A speed that changes from pass to pass until it is where it should be.
public struct ScoreLadder: Hashable, Sendable {
  public let start: ScoreScale
  /// In percent of the written speed.
  public let step: Int
  public let passesPerStep: Int
  public let limit: ScoreScale

  /// Creates a ladder, up or down, or `nil` where it could not be climbed.
  public init?(start: ScoreScale, step: Int, passesPerStep: Int, limit: ScoreScale) {
    guard (1...100).contains(step), (1...1_000).contains(passesPerStep) else { return nil }
    self.start = start
    self.step = step
    self.passesPerStep = passesPerStep
    self.limit = limit
  }

  /// The speed of a pass, counted from 1.
  public func scale(ofPass pass: Int) -> ScoreScale {
    let steps = min((max(pass, 1) - 1) / passesPerStep, 300)
    let percent =
      start.percent <= limit.percent
      ? min(start.percent + steps * step, limit.percent)
      : max(start.percent - steps * step, limit.percent)
    return ScoreScale(percent: percent) ?? limit
  }
}
