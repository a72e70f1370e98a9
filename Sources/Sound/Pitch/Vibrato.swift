/// A pitch that swings evenly around a centre.
public struct Vibrato: Hashable, Sendable {
  /// Swings per second.
  public var rate: Double
  /// How far it swings to either side.
  public var extent: Cents
  /// The centre, in hertz.
  public var centre: Double

  /// The rates that count as vibrato.
  public static let rates = 3.5...9.0
}

/// Looks for vibrato in the readings of the last second.
///
/// For each rate it tests how much of the pitch's movement a line and a sine of that rate explain together; a glide
/// is a line, not vibrato.
struct VibratoFinder: Sendable {
  private static let seconds = 1.0
  private static let rateStep = 0.1
  /// Anything smaller is steady to every ear.
  private static let least = 4.0
  /// How much of the movement must be explained.
  private static let share = 0.7

  private let interval: Double
  private let rateCount: Int
  /// Newest last; NaN where nothing was heard.
  private var cents: [Double]
  private var isHeard: [Bool]
  private var sines: [Double] = []
  private var cosines: [Double] = []
  private var count = 0
  /// The seconds of sound that a reading averages over.
  private var span = 0.0

  /// - Parameter interval: seconds between readings.
  init(interval: Double) {
    self.interval = interval
    let length = max(Int(Self.seconds / interval), 8)
    cents = [Double](repeating: 0, count: length)
    isHeard = [Bool](repeating: false, count: length)
    rateCount =
      Int((Vibrato.rates.upperBound - Vibrato.rates.lowerBound) / Self.rateStep + 0.5) + 1
    for index in 0..<rateCount {
      for place in 0..<length {
        let turns = rate(index) * Double(place) * interval
        sines.append(Functions.sine(turns: turns))
        cosines.append(Functions.cosine(turns: turns))
      }
    }
  }

  private func rate(_ index: Int) -> Double {
    Vibrato.rates.lowerBound + Double(index) * Self.rateStep
  }

  /// Takes a reading in hertz, averaged over `span` seconds, or `nil` if nothing was heard.
  mutating func hear(_ frequency: Double?, span: Double) {
    let place = count % cents.count
    count += 1
    isHeard[place] = frequency != nil
    guard let frequency else { return }
    self.span = span
    let new = Functions.log2(frequency) * 1_200
    // A different note starts over.
    let before = (place + cents.count - 1) % cents.count
    if isHeard[before], abs(cents[before] - new) > 150 {
      for index in isHeard.indices { isHeard[index] = index == place }
    }
    cents[place] = new
  }

  /// The vibrato of the last second, if there is one.
  var vibrato: Vibrato? {
    let length = cents.count
    var heard = 0
    var (sum, moment, middle) = (0.0, 0.0, 0.0)
    for place in 0..<length where isHeard[place] {
      heard += 1
      sum += cents[place]
      moment += Double(order(place))
    }
    // Two swings at the slowest rate are needed to tell vibrato from a bend.
    guard Double(heard) * interval >= 0.6, heard * 5 >= length * 3 else { return nil }
    let mean = sum / Double(heard)
    middle = moment / Double(heard)
    var (slope, square) = (0.0, 0.0)
    for place in 0..<length where isHeard[place] {
      let time = Double(order(place)) - middle
      slope += time * (cents[place] - mean)
      square += time * time
    }
    slope = square > 0 ? slope / square : 0
    var best = (explained: 0.0, index: 0, amplitude: 0.0)
    var total = 0.0
    for index in 0..<rateCount {
      var (a, b, ss, cc, sc, all) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
      for place in 0..<length where isHeard[place] {
        let at = index * length + order(place)
        let rest = cents[place] - mean - slope * (Double(order(place)) - middle)
        a += rest * sines[at]
        b += rest * cosines[at]
        ss += sines[at] * sines[at]
        cc += cosines[at] * cosines[at]
        sc += sines[at] * cosines[at]
        all += rest * rest
      }
      total = all
      let determinant = ss * cc - sc * sc
      guard determinant > 1e-9 else { continue }
      let (x, y) = ((a * cc - b * sc) / determinant, (b * ss - a * sc) / determinant)
      let explained = x * a + y * b
      if explained > best.explained { best = (explained, index, (x * x + y * y).squareRoot()) }
    }
    let rate = rate(best.index)
    let extent = best.amplitude / Self.response(rate * span)
    guard extent >= Self.least, best.explained >= Self.share * total,
      best.index > 0, best.index < rateCount - 1
    else { return nil }
    return Vibrato(rate: rate, extent: Cents(extent), centre: Functions.exp2(mean / 1_200))
  }

  /// A reading's place in time, oldest first.
  private func order(_ place: Int) -> Int {
    (place - count % cents.count + cents.count) % cents.count
  }

  /// What remains of a swing after averaging over this many of its periods.
  private static func response(_ periods: Double) -> Double {
    guard periods > 1e-3 else { return 1 }
    return max(Functions.sine(turns: periods / 2) / (.pi * periods), 0.3)
  }
}
