/// How far a performance's panes are faded because together they make too many stripes, from picture to picture.
///
/// They fade at once, and come back within a second. A glide may cross dozens of patterns in a second, and panes that came
/// back at once between them would flicker. A chord that is recalled is all there at once.
public struct PatternFade: Sendable {
  private var part = 1.0
  /// When the last picture was drawn, and the last chord recalled, in steps.
  private var step: Int64 = 0
  private var coming: Int64?
  /// Since when the panes may come back only by a jump, as weaker ones would make a pattern.
  private var stuck: Int64?
  /// Whether a later picture of the same look shows more of its panes.
  public private(set) var isRecovering = false

  public init() {}

  /// The scene of a performance, at its own level unless told otherwise.
  public mutating func scene(
    of performance: Performance, aspect: Double, level: FlashLevel? = nil
  ) -> Scene {
    func scene(upTo most: Double) -> Scene {
      Scene(
        performance.look, aspect: aspect, light: performance.light,
        level: level ?? performance.limit, upTo: most)
    }
    let now = performance.step
    let recovered = performance.isFrozen ? 0 : Double(now - step) / Double(Performance.rate)
    let isSame = performance.comings.last == coming
    let most = isSame || performance.isFrozen ? min(part + recovered, 1) : 1
    var shown = scene(upTo: most)
    if shown.part >= min(most, shown.allowed) {
      stuck = nil
    } else if let since = stuck, now - since >= Performance.rate, !performance.isFrozen {
      shown = scene(upTo: 1)
      stuck = nil
    } else {
      stuck = stuck ?? now
    }
    (part, step, coming) = (shown.part, now, performance.comings.last)
    isRecovering = part < shown.allowed && !performance.isFrozen
    return shown
  }
}
