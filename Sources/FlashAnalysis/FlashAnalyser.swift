/// Checks finished pictures, one after the other, for flashes and patterns that can harm.
///
/// It follows WCAG 2.2 (success criteria 2.3.1 and 2.3.2, with both definitions of a red flash) and ITU-R BT.1702, and shares no
/// code with the limiter that it judges. Where the texts leave room, it takes the strict reading:
///
/// - A flash is a pair of opposing changes of relative luminance of 0.1 or more, the darker below 0.8; or of saturated red. More
///   than three in a second, so seven changes, are too many.
/// - The area is a quarter of any rectangle of a third of the picture's width and height.
/// - The changes need not be at the same place: flashes that move about are counted together, by the part of the area in its
///   bright phase, or in its red one. An area that brightens as much as it darkens, as where something moves, does not count.
/// - Detail finer than a tenth of a degree does not count: pictures wider than 320 pixels are averaged to at most that.
public struct FlashAnalyser {
  /// Something that no picture may contain.
  public struct Violation: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      case flash = "flashes"
      case redFlash = "red flashes"
      case wanderingFlash = "flashes from place to place"
      case pattern = "stripes"
    }

    public let kind: Kind
    /// When it was found, in seconds.
    public let time: Double
    /// The index of the picture.
    public let picture: Int
  }

  static let areaOfWindow = 0.25
  /// How much wider than another a stripe of a regular pattern may be.
  private static let unevenness = 3.0

  private let width: Int
  private let height: Int
  private let factor: Int
  private let givenWidth: Int
  private let isWide: Bool
  private var luminance: [TurningPoints]
  private var redGlow: [RedGlow]
  private var redColour: [RedTurns]
  private var windowPhase: [TurningPoints]
  private var windowRedPhase: [TurningPoints]
  private let windows: Windows
  private let decode: [Double]
  /// Since when there have been too many stripes.
  private var stripesSince: Double?
  private var count = 0

  /// All violations found, at most one for each kind and tenth of a second.
  public private(set) var violations: [Violation] = []

  /// An analyser for pictures of one size.
  ///
  /// - Parameter isWide: whether they are for screens with display-p3 primaries. The standards use sRGB, in which a wider red
  ///   makes up more than all of the light: by that reading it counts as saturated earlier.
  public init(width: Int, height: Int, isWide: Bool = false) {
    self.isWide = isWide
    factor = max(1, (width + 319) / 320)
    givenWidth = width
    self.width = max(1, width / factor)
    self.height = max(1, height / factor)
    let pixels = self.width * self.height
    luminance = Array(repeating: TurningPoints(step: 0.1, ceiling: 0.8), count: pixels)
    redGlow = Array(repeating: RedGlow(), count: pixels)
    redColour = Array(repeating: RedTurns(), count: pixels)
    windows = Windows(width: self.width, height: self.height)
    windowPhase = Array(
      // Exactly a quarter is allowed.
      repeating: TurningPoints(step: Self.areaOfWindow + 1e-9, ceiling: .infinity),
      count: windows.count)
    windowRedPhase = windowPhase
    decode = (0...255).map { step in
      let value = Double(step) / 255
      return value <= 0.040_45 ? value / 12.92 : Power.of((value + 0.055) / 1.055, 2.4)
    }
  }

  /// Adds a picture of three bytes a pixel, shown from a time in seconds on.
  public mutating func take(_ bytes: [UInt8], at time: Double) {
    let pixels = averaged(bytes)
    var flashing = [Bool](repeating: false, count: pixels.count)
    var red = flashing
    var bright = [Double](repeating: 0, count: pixels.count)
    var reddened = bright
    var light = bright
    for (place, given) in pixels.enumerated() {
      let pixel = isWide ? given.ofWiderPrimaries : given
      let y = 0.2126 * pixel.red + 0.7152 * pixel.green + 0.0722 * pixel.blue
      light[place] = y
      luminance[place].take(y, at: time)
      flashing[place] = luminance[place].changes.areTooMany(at: time)
      bright[place] = luminance[place].isUp ? 1 : 0
      redGlow[place].take(pixel, at: time)
      redColour[place].take(pixel, at: time)
      reddened[place] = redColour[place].isRed ? 1 : 0
      red[place] =
        redGlow[place].changes.areTooMany(at: time)
        || redColour[place].changes.areTooMany(at: time)
    }
    if windows.most(of: flashing) > Self.areaOfWindow { report(.flash, time) }
    if windows.most(of: red) > Self.areaOfWindow { report(.redFlash, time) }
    for (window, part) in windows.parts(of: bright).enumerated() {
      windowPhase[window].take(part, at: time)
      if windowPhase[window].changes.areTooMany(at: time) { report(.wanderingFlash, time) }
    }
    for (window, part) in windows.parts(of: reddened).enumerated() {
      windowRedPhase[window].take(part, at: time)
      if windowRedPhase[window].changes.areTooMany(at: time) { report(.wanderingFlash, time) }
    }
    lookForStripes(light, time)
    count += 1
  }

  private mutating func report(_ kind: Violation.Kind, _ time: Double) {
    if let last = violations.last(where: { $0.kind == kind }), time - last.time < 0.1 { return }
    violations.append(Violation(kind: kind, time: time, picture: count))
  }

  /// The picture with detail finer than a pixel of the analysis averaged away.
  ///
  /// Each pixel is a mean with weights that fall off on both sides: a plain mean over three would see one-pixel checkers.
  private func averaged(_ bytes: [UInt8]) -> [Pixel] {
    let given = max(1, givenWidth)
    let rows = bytes.count / 3 / given
    var across = [Pixel](repeating: Pixel(), count: width * rows)
    for row in 0..<rows {
      for column in 0..<width {
        var (sum, weights) = (Pixel(), 0.0)
        let middle = column * factor + factor / 2
        for x in max(0, middle - factor + 1)...min(given - 1, middle + factor - 1) {
          let weight = Double(factor - abs(x - middle))
          let place = 3 * (row * given + x)
          sum.red += weight * decode[Int(bytes[place])]
          sum.green += weight * decode[Int(bytes[place + 1])]
          sum.blue += weight * decode[Int(bytes[place + 2])]
          weights += weight
        }
        across[row * width + column] = sum.divided(by: weights)
      }
    }
    guard factor > 1 || rows != height else { return across }
    var pixels = [Pixel](repeating: Pixel(), count: width * height)
    for row in 0..<height {
      let middle = row * factor + factor / 2
      let (first, last) = (max(0, middle - factor + 1), min(rows - 1, middle + factor - 1))
      guard first <= last else { continue }
      for column in 0..<width {
        var (sum, weights) = (Pixel(), 0.0)
        for y in first...last {
          let weight = Double(factor - abs(y - middle))
          let pixel = across[y * width + column]
          sum.red += weight * pixel.red
          sum.green += weight * pixel.green
          sum.blue += weight * pixel.blue
          weights += weight
        }
        pixels[row * width + column] = sum.divided(by: weights)
      }
    }
    return pixels
  }

  // MARK: - Stripes

  /// More than five pairs of light and dark stripes over a quarter of the picture, for half a second.
  private mutating func lookForStripes(_ light: [Double], _ time: Double) {
    var striped = 0
    for row in 0..<height where Self.pairs(of: (0..<width).map { light[row * width + $0] }) > 5 {
      striped += 1
    }
    var upright = 0
    for column in 0..<width
    where Self.pairs(of: (0..<height).map { light[$0 * width + column] }) > 5 {
      upright += 1
    }
    guard 4 * striped > height || 4 * upright > width || partOfRings(in: light) > 0.25 else {
      stripesSince = nil
      return
    }
    let since = stripesSince ?? time
    stripesSince = since
    if time - since >= 0.5 { report(.pattern, time) }
  }

  /// The most pairs of stripes side by side that are even: no light one is wider than `unevenness` times another light one,
  /// and no dark one than another dark one. The standards mean regular patterns, not every row in which light and dark take
  /// turns.
  private static func pairs(of line: [Double]) -> Int {
    var points = TurningPoints(step: 0.2, ceiling: .infinity)
    var widths: [Int] = []
    var last: Int?
    for (place, value) in line.enumerated() where points.take(value, at: 0) {
      if let last { widths.append(place - last) }
      last = place
    }
    var most = 0
    var first = 0
    for end in widths.indices {
      while !areEven(widths, from: first, through: end) { first += 1 }
      most = max(most, end - first + 1)
    }
    // Between twelve stripes, six pairs, ten are bounded on both sides.
    return last == nil ? 0 : (most + 2) / 2
  }

  /// Whether the widths from `first` on, of light and dark stripes in turn, are even.
  private static func areEven(_ widths: [Int], from first: Int, through end: Int) -> Bool {
    for start in first...min(first + 1, end) {
      let alike = stride(from: start, through: end, by: 2).map { widths[$0] }
      guard let least = alike.min(), let widest = alike.max() else { continue }
      if Double(widest) > unevenness * Double(least) { return false }
    }
    return true
  }

  /// The part of the picture's area in rings around its middle with too many stripes.
  private func partOfRings(in light: [Double]) -> Double {
    var area = 0
    for radius in 2..<max(3, min(width, height) / 2) {
      let count = 8 * radius
      let ring = (0..<count).map { step -> Double in
        let (x, y) = Circle.point(Double(step) / Double(count))
        let column = Int(Double(width) / 2 + x * Double(radius))
        let row = Int(Double(height) / 2 + y * Double(radius))
        return light[min(max(row, 0), height - 1) * width + min(max(column, 0), width - 1)]
      }
      if Self.pairs(of: ring) > 5 { area += 2 * 3 * radius }
    }
    return Double(area) / Double(width * height)
  }
}

/// Amounts of light of a pixel.
struct Pixel {
  var red = 0.0
  var green = 0.0
  var blue = 0.0

  /// Converts display-p3 primaries to sRGB.
  var ofWiderPrimaries: Pixel {
    // By way of CIE XYZ.
    let x = 0.486_570_9 * red + 0.265_667_7 * green + 0.198_217_3 * blue
    let y = 0.228_974_6 * red + 0.691_738_5 * green + 0.079_286_9 * blue
    let z = 0.045_113_4 * green + 1.043_944_4 * blue
    return Pixel(
      red: 3.240_970 * x - 1.537_383 * y - 0.498_611 * z,
      green: -0.969_244 * x + 1.875_968 * y + 0.041_555 * z,
      blue: 0.055_630 * x - 0.203_977 * y + 1.056_972 * z)
  }

  func divided(by weight: Double) -> Pixel {
    Pixel(red: red / weight, green: green / weight, blue: blue / weight)
  }
}

/// The times of a signal's latest changes.
struct Changes {
  /// Three flashes in a second are allowed.
  private static let allowed = 6
  /// The latest seven, oldest first.
  private var times: [Double] = []

  var isEmpty: Bool { times.isEmpty }

  mutating func add(_ time: Double) {
    if times.count > Self.allowed { times.removeFirst() }
    times.append(time)
  }

  /// Whether there were more than three flashes in the second before a time.
  func areTooMany(at time: Double) -> Bool {
    guard times.count > Self.allowed, let first = times.first else { return false }
    return first > time - 1
  }
}

/// When a signal turned between rising and falling, by at least a step.
struct TurningPoints {
  private let step: Double
  /// A change counts only if its lower end is below this.
  private let ceiling: Double
  private var peak: Double?
  private var trough = 0.0
  private(set) var isUp = false
  private(set) var changes = Changes()

  init(step: Double, ceiling: Double) {
    (self.step, self.ceiling) = (step, ceiling)
  }

  /// Adds a value; returns whether it made a change.
  @discardableResult
  mutating func take(_ value: Double, at time: Double) -> Bool {
    guard let top = peak else {
      (peak, trough) = (value, value)
      return false
    }
    if isUp {
      peak = max(top, value)
      guard max(top, value) - value >= step, value < ceiling else { return false }
      isUp = false
      trough = value
    } else {
      trough = min(trough, value)
      // Before the first change it may also have started at a peak.
      if changes.isEmpty {
        peak = max(top, value)
        if max(top, value) - value >= step, value < ceiling {
          (peak, trough) = (value, value)
          changes.add(time)
          return true
        }
      }
      guard value - trough >= step, trough < ceiling else { return false }
      isUp = true
      peak = value
    }
    changes.add(time)
    return true
  }
}

/// Changes to and from saturated red, by the distance in the CIE 1976 chromaticity diagram.
struct RedTurns {
  private(set) var isRed = false
  /// While it is red: the most red point since; while it is not: the point furthest from red.
  private var point: (u: Double, v: Double)?
  private(set) var changes = Changes()

  mutating func take(_ pixel: Pixel, at time: Double) {
    let now = Saturated.chromaticity(pixel)
    guard let point else {
      isRed = Saturated.isRed(pixel)
      return self.point = now
    }
    let apart = Saturated.distance(now, point) > 0.2
    if isRed {
      if apart {
        isRed = false
      } else if Saturated.distance(now, Saturated.red) < Saturated.distance(point, Saturated.red) {
        self.point = now
        return
      } else {
        return
      }
    } else if apart, Saturated.isRed(pixel) {
      isRed = true
    } else {
      if Saturated.distance(now, Saturated.red) > Saturated.distance(point, Saturated.red) {
        self.point = now
      }
      return
    }
    self.point = now
    changes.add(time)
  }
}

/// Changes of (R − G − B) × 320 by more than 20 that start or end at saturated red: the definition of WCAG 2.0 and 2.1.
struct RedGlow {
  private var points = TurningPoints(step: 20, ceiling: .infinity)
  /// Whether it was saturated red at the last peak or trough.
  private var wasRed: Bool?
  private var extreme = 0.0
  private(set) var changes = Changes()

  mutating func take(_ pixel: Pixel, at time: Double) {
    let value = max(0, pixel.red - pixel.green - pixel.blue) * 320
    let isRed = Saturated.isRed(pixel)
    let wasUp = points.isUp
    guard let wasRed else {
      points.take(value, at: time)
      (extreme, self.wasRed) = (value, isRed)
      return
    }
    if points.take(value, at: time) {
      if isRed || wasRed { changes.add(time) }
      (extreme, self.wasRed) = (value, isRed)
    } else if wasUp ? value >= extreme : value <= extreme {
      (extreme, self.wasRed) = (value, isRed)
    }
  }
}

/// What the standards call saturated red.
enum Saturated {
  static let red = chromaticity(Pixel(red: 1))
  /// A dark screen reflects about a thousandth of its white: anything darker has no visible colour.
  private static let glare = 0.001

  static func isRed(_ pixel: Pixel) -> Bool {
    (pixel.red + glare) / (pixel.red + pixel.green + pixel.blue + 3 * glare) >= 0.8
  }

  /// A colour's point in the CIE 1976 diagram.
  static func chromaticity(_ seen: Pixel) -> (u: Double, v: Double) {
    let pixel = Pixel(red: seen.red + glare, green: seen.green + glare, blue: seen.blue + glare)
    let x = 0.4124 * pixel.red + 0.3576 * pixel.green + 0.1805 * pixel.blue
    let y = 0.2126 * pixel.red + 0.7152 * pixel.green + 0.0722 * pixel.blue
    let z = 0.0193 * pixel.red + 0.1192 * pixel.green + 0.9505 * pixel.blue
    let sum = x + 15 * y + 3 * z
    return (4 * x / sum, 9 * y / sum)
  }

  static func distance(_ one: (u: Double, v: Double), _ other: (u: Double, v: Double)) -> Double {
    let (du, dv) = (one.u - other.u, one.v - other.v)
    return (du * du + dv * dv).squareRoot()
  }
}

/// All rectangles of a third of the picture's width and height.
struct Windows {
  private let width: Int
  private let height: Int
  private let across: Int
  private let down: Int

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    (across, down) = (max(1, width / 3), max(1, height / 3))
  }

  var count: Int { (width - across + 1) * (height - down + 1) }

  /// The mean of each window.
  func parts(of values: [Double]) -> [Double] {
    let line = width + 1
    var sums = [Double](repeating: 0, count: line * (height + 1))
    for row in 0..<height {
      var own = 0.0
      for column in 0..<width {
        own += values[row * width + column]
        sums[(row + 1) * line + column + 1] = sums[row * line + column + 1] + own
      }
    }
    var parts: [Double] = []
    parts.reserveCapacity(count)
    let area = Double(across * down)
    for top in 0...(height - down) {
      for left in 0...(width - across) {
        let (upper, lower) = (top * line + left, (top + down) * line + left)
        parts.append(
          (sums[lower + across] - sums[lower] - sums[upper + across] + sums[upper]) / area)
      }
    }
    return parts
  }

  /// The largest part of any window in which something holds.
  func most(of holds: [Bool]) -> Double {
    guard holds.contains(true) else { return 0 }
    return parts(of: holds.map { $0 ? 1 : 0 }).max() ?? 0
  }
}

/// Points of a circle of radius 1.
enum Circle {
  /// The point some turns clockwise from the right: a point of the surrounding square, projected onto the circle.
  static func point(_ turns: Double) -> (x: Double, y: Double) {
    let place = turns * 8
    let edge = Int(place)
    let part = place - Double(edge)
    let (x, y): (Double, Double) =
      switch edge {
      case 0: (1, part)
      case 1: (1 - part, 1)
      case 2: (-part, 1)
      case 3: (-1, 1 - part)
      case 4: (-1, -part)
      case 5: (part - 1, -1)
      case 6: (part, -1)
      default: (1, part - 1)
      }
    let length = (x * x + y * y).squareRoot()
    return (x / length, y / length)
  }
}

/// Powers, from the series of the logarithm and the exponential.
enum Power {
  static func of(_ base: Double, _ exponent: Double) -> Double {
    guard base > 0 else { return 0 }
    // ln x = 2 artanh((x − 1) / (x + 1)), brought near to 1 by halving.
    var (part, halvings) = (base, 0.0)
    while part < 0.7 {
      part *= 2
      halvings += 1
    }
    let ratio = (part - 1) / (part + 1)
    var (sum, term) = (0.0, ratio)
    for odd in stride(from: 1.0, through: 41, by: 2) {
      sum += term / odd
      term *= ratio * ratio
    }
    let exponentOfE = exponent * (2 * sum - halvings * 0.693_147_180_559_945_3)
    // e to the x as a series, of an eighth squared three times.
    let eighth = exponentOfE / 8
    var (value, next) = (1.0, 1.0)
    for number in 1...30 {
      next *= eighth / Double(number)
      value += next
    }
    value *= value
    value *= value
    return value * value
  }
}
