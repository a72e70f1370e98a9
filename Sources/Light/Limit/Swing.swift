/// A signal that goes up and down, and when it last turned.
///
/// A swing is a change of at least 1 from the last peak or trough; until then peak or trough follows the signal.
/// Times are in milliseconds.
struct Swing: Sendable {
  /// No time.
  static let never = Int32.min
  /// A little less than a swing: a limited signal stays within it.
  private static let leeway: Float = 0.94

  private(set) var isUp = false
  /// The greatest value since it went up, or the least since it went down.
  private var extreme: Float = 0
  /// When it swung, newest first.
  private var times = SIMD8<Int32>(repeating: never)

  init() {}

  /// Starts at a value: the upper half counts as up.
  init(at value: Float, middle: Float) {
    isUp = value >= middle
    extreme = value
  }

  /// Adds a value.
  @inline(__always)
  mutating func take(_ value: Float, at time: Int32) {
    // One way for both directions: where four signals are taken one after another, a path for each would make sixteen of them.
    let way = isUp ? value - extreme : extreme - value
    if way > 0 { extreme = value } else if way <= -1 { swing(value, time) }
  }

  @inline(never)
  private mutating func swing(_ value: Float, _ time: Int32) {
    isUp.toggle()
    extreme = value
    times = SIMD8(
      time, times[0], times[1], times[2], times[3], times[4], times[5], times[6])
  }

  /// Whether there were at least `count` swings after a time.
  @inline(__always)
  func hasHad(_ count: Int, since time: Int32) -> Bool {
    count <= 8 && times[count - 1] > time
  }

  /// Where the signal may go without a swing, on the side where it could make one.
  var bound: Float { isUp ? extreme - Self.leeway : extreme + Self.leeway }

  /// Whether a value makes no swing, with a little to spare.
  @inline(__always)
  func isWithin(_ value: Float) -> Bool { isUp ? value >= bound : value <= bound }
}

/// Whether light is up or down by the changes that the standards count: of 0.1 or more, the darker end below 0.8.
struct Phase: Sendable {
  private static let step: Float = 0.1
  private static let ceiling: Float = 0.8
  /// How far limited light goes: a little less, so that rounding makes no change of it.
  private static let leeway: Float = 0.09

  private(set) var isUp = false
  /// The lightest since it went up, or the darkest since it went down.
  private var extreme: Float = 0

  init() {}

  /// Starts at a luminance: the upper half counts as up.
  init(at light: Float) {
    isUp = light >= 0.5
    extreme = light
  }

  @inline(__always)
  mutating func take(_ light: Float) {
    extreme = isUp ? max(extreme, light) : min(extreme, light)
    guard abs(extreme - light) >= Self.step, min(extreme, light) < Self.ceiling else { return }
    isUp.toggle()
    extreme = light
  }

  /// Where the light may go without a change, on the side where it could make one.
  var bound: Float {
    if isUp { return min(extreme - Self.leeway, Self.ceiling + 0.01) }
    return extreme < Self.ceiling ? extreme + Self.leeway : .infinity
  }

  /// Whether a luminance makes no change, with a little to spare.
  @inline(__always)
  func isWithin(_ light: Float) -> Bool { isUp ? light >= bound : light <= bound }
}
