/// How a score is played besides its speed: from where, how often, and what is heard of it.
public struct ScorePlan: Hashable, Sendable {
  /// The bar that the first pass starts with; if there is no such bar, it starts at the beginning.
  public var line = 1
  public var bar = 1
  /// How often it is played, unless it repeats endlessly.
  public var passes = 1
  /// The speeds of the passes, if they differ.
  public var ladder: ScoreLadder?
  /// Every pass whose number is a multiple of this is silent; 0 for none.
  public var silentEvery = 0
  /// Whether only the count-in is heard.
  public var isSilent = false
  public var sounds = ScoreSounds()

  public init() {}

  /// The permitted values.
  public static let passCounts = 1...1_000_000

  func isSilent(inPass pass: Int) -> Bool {
    isSilent || silentEvery > 0 && pass % silentEvery == 0
  }
}

/// The sounds of a score's count-in and bars.
public struct ScoreSounds: Hashable, Sendable {
  public var count = ClickSound.tick
  /// For the first bar of each line.
  public var first = ClickSound.tock
  public var other = ClickSound.tick

  public init() {}
}

/// A speed that changes from pass to pass until it reaches its limit.
public struct ScoreLadder: Hashable, Sendable {
  public let start: ScoreScale
  /// In percent of the written speed.
  public let step: Int
  public let passesPerStep: Int
  public let limit: ScoreScale

  /// Creates a ladder, up or down, or `nil` if its steps do not lead to the limit.
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
