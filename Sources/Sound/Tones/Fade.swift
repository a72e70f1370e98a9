/// A level moving from one value to another, without a step or a corner.
struct Fade: Sendable {
  enum Shape: Hashable, Sendable {
    /// Half a cosine.
    case smooth
    /// A quarter of a sine over half a cosine, so that crossfades keep their power and have no corner.
    case equalPower
  }

  private(set) var level = 0.0
  private(set) var target = 0.0
  private var from = 0.0
  private var shape = Shape.smooth
  private var place = 0
  private var length = 0

  /// Whether it has reached silence.
  var isSilent: Bool { level == 0 && target == 0 && place >= length }

  mutating func go(to target: Double, in length: Int, _ shape: Shape = .smooth) {
    from = level
    self.target = target
    self.shape = shape
    self.length = max(length, 1)
    place = 0
  }

  /// The level for the next sample.
  mutating func next() -> Double {
    guard place < length else { return level }
    place += 1
    let part = Double(place) / Double(length)
    var weight = 0.5 - 0.5 * Functions.cosine(turns: part / 2)
    if shape == .equalPower {
      weight =
        target > from
        ? Functions.sine(turns: weight / 4) : 1 - Functions.cosine(turns: weight / 4)
    }
    level = place == length ? target : from + (target - from) * weight
    return level
  }
}
