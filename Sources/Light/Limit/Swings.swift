/// Signals that go up and down, each at a place of its own, and when each last turned.
///
/// A swing is a way of at least 1 from the last height or depth; heights and depths go along with the signal until then.
struct Swings: Sendable {
  /// The last so many swings are remembered.
  private static let memory = 8
  /// A little less than a swing: a signal that is held stays within it.
  private static let leeway: Float = 0.94

  private var isUp: [Bool]
  /// The greatest value since it went up, or the least since it went down.
  private var extreme: [Float]
  private var times: [Int64]
  private var next: [UInt8]

  init(count: Int) {
    isUp = [Bool](repeating: false, count: count)
    extreme = [Float](repeating: 0, count: count)
    // As good as never.
    times = [Int64](repeating: -1 << 60, count: count * Self.memory)
    next = [UInt8](repeating: 0, count: count)
  }

  /// Begins anew at a value: the upper half counts as up.
  mutating func begin(_ place: Int, at value: Float, middle: Float) {
    isUp[place] = value >= middle
    extreme[place] = value
  }

  func isUp(_ place: Int) -> Bool { isUp[place] }

  /// Takes in a value; says whether the signal swung.
  mutating func take(_ value: Float, at place: Int, _ time: Int64) -> Bool {
    let last = extreme[place]
    if isUp[place] {
      if value > last {
        extreme[place] = value
      } else if last - value >= 1 {
        return swing(place, value, time)
      }
    } else if value < last {
      extreme[place] = value
    } else if value - last >= 1 {
      return swing(place, value, time)
    }
    return false
  }

  private mutating func swing(_ place: Int, _ value: Float, _ time: Int64) -> Bool {
    isUp[place].toggle()
    extreme[place] = value
    times[place * Self.memory + Int(next[place])] = time
    next[place] = (next[place] + 1) & UInt8(Self.memory - 1)
    return true
  }

  /// Whether the last so many swings all came after a time.
  func hasHad(_ count: Int, at place: Int, since time: Int64) -> Bool {
    guard count <= Self.memory else { return false }
    let index = (Int(next[place]) - count) & (Self.memory - 1)
    return times[place * Self.memory + index] > time
  }

  /// Where the signal may go without a swing, on the side where it could make one.
  func bound(_ place: Int) -> Float {
    isUp[place] ? extreme[place] - Self.leeway : extreme[place] + Self.leeway
  }

  /// Whether a value makes no swing, with a little to spare.
  func isWithin(_ value: Float, at place: Int) -> Bool {
    isUp[place] ? value >= bound(place) : value <= bound(place)
  }
}
