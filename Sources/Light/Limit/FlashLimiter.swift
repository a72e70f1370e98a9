/// The last thing before a picture is shown: it lets so many flashes pass, and holds back more.
///
/// For every cell of the picture it remembers how light and how red the light was and when that turned. Where the changes of
/// the last second use up what the level allows, a new picture comes through only as far as it makes no further change of that
/// kind: the light may go on in its direction, and not back. The same is counted over parts of the picture as large as the
/// standards look at, in which light may wander without any cell flashing often.
public struct FlashLimiter: Sendable {
  /// A change of luminance that counts. The standards count from 0.1 on.
  private static let lightStep: Float = 0.09
  /// A change of R − G − B that counts where red is near to saturated. The older standard counts from 0.0625 on.
  private static let glowStep: Float = 0.05
  /// Red's part of all light between which a change counts. The standards call 0.8 saturated, and every change from there that
  /// they count ends below 0.66.
  private static let redness: (from: Float, to: Float) = (0.67, 0.74)
  /// Red's part of all light from which on R − G − B begins to count, until it counts in full.
  private static let glowing: (from: Float, to: Float) = (0.55, 0.67)
  /// Light that a dark screen reflects: what is darker has no colour.
  private static let glare: Float = 0.002
  /// A part of a window that changes and counts. The standards count from a quarter on.
  private static let areaStep: Float = 0.15
  /// The second of the standards, and a little more.
  private static let window: Int64 = 1_060_000
  /// The picture in so many parts each way; four by four of them are a window.
  private static let bins = 12
  private static let windowBins = 4
  private static var windows: Int { bins - windowBins + 1 }

  /// The width and height of a cell in pixels.
  private let cell: Int
  private let columns: Int
  private let rows: Int
  private let binOfCell: [Int]
  private let cellsInWindow: [Float]
  /// What was shown last.
  private var shown: Picture
  private var shownCells: [Float]
  private var hasBegun = false
  private var lights: Swings
  private var glows: Swings
  private var reds: Swings
  private var lightFields: Swings
  private var redFields: Swings
  private var isLightSpent = [Bool](repeating: false, count: bins * bins)
  private var isRedSpent = [Bool](repeating: false, count: bins * bins)
  private var lightUps = [Float](repeating: 0, count: bins * bins)
  private var redUps = [Float](repeating: 0, count: bins * bins)
  private let weights: (Float, Float, Float)

  /// A limiter for pictures of one size.
  public init(width: Int, height: Int, gamut: Gamut = .sRGB) {
    shown = Picture(width: width, height: height)
    cell = max(1, shown.width / 240)
    columns = (shown.width + cell - 1) / cell
    rows = (shown.height + cell - 1) / cell
    let count = columns * rows
    var binOfCell: [Int] = []
    var sizes = [Float](repeating: 0, count: Self.bins * Self.bins)
    for row in 0..<rows {
      for column in 0..<columns {
        let bin = row * Self.bins / rows * Self.bins + column * Self.bins / columns
        binOfCell.append(bin)
        sizes[bin] += 1
      }
    }
    self.binOfCell = binOfCell
    cellsInWindow = Self.sums(of: sizes)
    shownCells = [Float](repeating: 0, count: 3 * count)
    (lights, glows, reds) = (Swings(count: count), Swings(count: count), Swings(count: count))
    let fields = Self.windows * Self.windows
    (lightFields, redFields) = (Swings(count: fields), Swings(count: fields))
    let parts = gamut.luminanceWeights
    weights = (Float(parts.red), Float(parts.green), Float(parts.blue))
  }

  /// Makes a picture one that may be shown at a time in millionths of a second, and remembers that it was.
  ///
  /// A player who wants black at once gets it: one change more than the level allows, which the standards still do.
  public mutating func limit(
    _ picture: inout Picture, at time: Int64, _ level: FlashLevel, isGoingDark: Bool = false
  ) {
    guard picture.width == shown.width, picture.height == shown.height else { return }
    let since = time - Self.window
    findSpentFields(level.budget, since, isGoingDark: isGoingDark)
    for bin in lightUps.indices { (lightUps[bin], redUps[bin]) = (0, 0) }
    var index = 0
    for row in 0..<rows {
      for column in 0..<columns {
        limitCell(&picture, index, column, row, time, since, level.budget, isGoingDark)
        index += 1
      }
    }
    shown = picture
    takeFields(time)
    hasBegun = true
  }

  // MARK: - Cells

  private struct Signals {
    let light: Float
    let glow: Float
    let redness: Float
  }

  private func signals(_ red: Float, _ green: Float, _ blue: Float) -> Signals {
    let part = red / (red + green + blue + Self.glare)
    let (glowing, redness) = (Self.glowing, Self.redness)
    let glows = min(max((part - glowing.from) / (glowing.to - glowing.from), 0), 1)
    return Signals(
      light: (red * weights.0 + green * weights.1 + blue * weights.2) / Self.lightStep,
      glow: max(red - green - blue, 0) * glows / Self.glowStep,
      // A little over 1, so that the whole way is a swing.
      redness: min(max((part - redness.from) / (redness.to - redness.from), 0), 1) * 1.001)
  }

  private mutating func limitCell(
    _ picture: inout Picture, _ index: Int, _ column: Int, _ row: Int, _ time: Int64,
    _ since: Int64, _ budget: Int, _ isGoingDark: Bool
  ) {
    let new = mean(of: picture, column, row)
    let old = (shownCells[3 * index], shownCells[3 * index + 1], shownCells[3 * index + 2])
    var out = new
    var found = signals(new.0, new.1, new.2)
    if hasBegun {
      let part = part(index, old, new, found, since, budget, isGoingDark)
      if part < 1 {
        out = (
          old.0 + (new.0 - old.0) * part, old.1 + (new.1 - old.1) * part,
          old.2 + (new.2 - old.2) * part
        )
        found = signals(out.0, out.1, out.2)
        hold(&picture, column, row, part)
      }
      _ = lights.take(found.light, at: index, time)
      _ = glows.take(found.glow, at: index, time)
      _ = reds.take(found.redness, at: index, time)
    } else {
      lights.begin(index, at: found.light, middle: 0.5 / Self.lightStep)
      glows.begin(index, at: found.glow, middle: 0.5 / Self.glowStep)
      reds.begin(index, at: found.redness, middle: 0.5)
    }
    (shownCells[3 * index], shownCells[3 * index + 1], shownCells[3 * index + 2]) = out
    let bin = binOfCell[index]
    if lights.isUp(index) { lightUps[bin] += 1 }
    if reds.isUp(index) { redUps[bin] += 1 }
  }

  /// How much of the new picture may be mixed into the old one here.
  @inline(__always)
  private func part(
    _ index: Int, _ old: (Float, Float, Float), _ new: (Float, Float, Float), _ found: Signals,
    _ since: Int64, _ budget: Int, _ isGoingDark: Bool
  ) -> Float {
    let bin = binOfCell[index]
    var part: Float = 1
    let allowed = isGoingDark && lights.isUp(index) ? budget &+ 1 : budget
    if isLightSpent[bin] || lights.hasHad(allowed, at: index, since: since),
      !lights.isWithin(found.light, at: index)
    {
      let from = signals(old.0, old.1, old.2).light
      let way = found.light - from
      part = abs(way) > 0.000_01 ? min(max((lights.bound(index) - from) / way, 0), 1) : 0
    }
    let areGlowsSpent = isRedSpent[bin] || glows.hasHad(budget, at: index, since: since)
    let areRedsSpent = isRedSpent[bin] || reds.hasHad(budget, at: index, since: since)
    guard areGlowsSpent || areRedsSpent else { return part }
    let mixed =
      part == 1
      ? found
      : signals(
        old.0 + (new.0 - old.0) * part, old.1 + (new.1 - old.1) * part,
        old.2 + (new.2 - old.2) * part)
    if areGlowsSpent, !glows.isWithin(mixed.glow, at: index) { return 0 }
    if areRedsSpent, !reds.isWithin(mixed.redness, at: index) { return 0 }
    return part
  }

  private func mean(of picture: Picture, _ column: Int, _ row: Int) -> (Float, Float, Float) {
    guard cell > 1 else {
      let place = 3 * (row * picture.width + column)
      return (picture.light[place], picture.light[place + 1], picture.light[place + 2])
    }
    var sums: (Float, Float, Float) = (0, 0, 0)
    var count: Float = 0
    for y in row * cell..<min((row + 1) * cell, picture.height) {
      for x in column * cell..<min((column + 1) * cell, picture.width) {
        let place = 3 * (y * picture.width + x)
        sums.0 += picture.light[place]
        sums.1 += picture.light[place + 1]
        sums.2 += picture.light[place + 2]
        count += 1
      }
    }
    return (sums.0 / count, sums.1 / count, sums.2 / count)
  }

  private func hold(_ picture: inout Picture, _ column: Int, _ row: Int, _ part: Float) {
    for y in row * cell..<min((row + 1) * cell, picture.height) {
      for x in column * cell..<min((column + 1) * cell, picture.width) {
        let place = 3 * (y * picture.width + x)
        for place in place..<place + 3 {
          let old = shown.light[place]
          picture.light[place] = old + (picture.light[place] - old) * part
        }
      }
    }
  }

  // MARK: - Fields

  /// Finds out where no further change of a whole field is allowed.
  private mutating func findSpentFields(_ budget: Int, _ since: Int64, isGoingDark: Bool) {
    for bin in isLightSpent.indices { (isLightSpent[bin], isRedSpent[bin]) = (false, false) }
    for window in 0..<Self.windows * Self.windows {
      let allowed = isGoingDark && lightFields.isUp(window) ? budget &+ 1 : budget
      let isLight = lightFields.hasHad(allowed, at: window, since: since)
      let isRed = redFields.hasHad(budget, at: window, since: since)
      guard isLight || isRed else { continue }
      let (left, top) = (window % Self.windows, window / Self.windows)
      for row in top..<top + Self.windowBins {
        for column in left..<left + Self.windowBins {
          let bin = row * Self.bins + column
          if isLight { isLightSpent[bin] = true }
          if isRed { isRedSpent[bin] = true }
        }
      }
    }
  }

  private mutating func takeFields(_ time: Int64) {
    let lightSums = Self.sums(of: lightUps)
    let redSums = Self.sums(of: redUps)
    for window in lightSums.indices {
      let light = lightSums[window] / max(cellsInWindow[window], 1) / Self.areaStep
      let red = redSums[window] / max(cellsInWindow[window], 1) / Self.areaStep
      if hasBegun {
        _ = lightFields.take(light, at: window, time)
        _ = redFields.take(red, at: window, time)
      } else {
        lightFields.begin(window, at: light, middle: 0.5 / Self.areaStep)
        redFields.begin(window, at: red, middle: 0.5 / Self.areaStep)
      }
    }
  }

  /// What the windows' parts add up to.
  private static func sums(of parts: [Float]) -> [Float] {
    var sums: [Float] = []
    for top in 0..<windows {
      for left in 0..<windows {
        var sum: Float = 0
        for row in top..<top + windowBins {
          for column in left..<left + windowBins { sum += parts[row * bins + column] }
        }
        sums.append(sum)
      }
    }
    return sums
  }
}
