/// The last step before a picture is shown: it lets a number of flashes pass and holds back more.
///
/// For every cell of the picture it remembers how bright and how red the light was, and when that turned. Where the changes of
/// the last second use up what the level allows, a new picture comes through only as far as it makes no further change of that
/// kind: the light may continue in its direction, but not turn back. Changes are also counted over areas as large as the
/// standards look at, in which light may wander without any cell flashing often.
///
/// A picture is held as a whole, by the cell that lets the least through: if each cell were held separately, remains of old
/// pictures could make a pattern that nobody played.
public struct FlashLimiter: Sendable {
  /// A change of luminance that counts. The standards count from 0.1 on.
  private static let lightStep: Float = 0.09
  /// A change of R − G − B that counts. The older standard counts from 0.0625 on, where one end is saturated red.
  private static let glowStep: Float = 0.05
  /// The range of red's part of all light in which a change counts. The standards call 0.8 saturated, and every change from
  /// there that they count ends below 0.66. The step is a little less than the range, so crossing it is a swing.
  private static let redness = Redness(from: 0.67, to: 0.74, step: 0.069_9)
  /// Wider primaries have more saturated reds. A change from those may end at 0.78, but at least 0.098 from its start, so each
  /// change by this step counts.
  private static let wideRedness = Redness(from: 0.7, to: 1.06, step: 0.08)
  /// The light that a dark screen reflects: anything darker has no colour.
  private static let glare: Float = 0.002
  /// The part of a window whose change counts. The standards count from a quarter on.
  private static let areaStep: Float = 0.12
  /// The same for red, whose threshold may differ a little between observers.
  private static let redAreaStep: Float = 0.05
  /// One second and a margin, in milliseconds.
  private static let window: Int32 = 1_060
  /// The picture has this many bins each way; four by four of them are a window.
  private static let bins = 12
  private static let windowBins = 4
  private static let windows = bins - windowBins + 1

  /// The range of red's part in which a change counts, and its step.
  private struct Redness {
    let from, to, step: Float
  }

  /// A cell of the picture, and its history.
  private struct Cell {
    let bin: Int
    /// The light shown last.
    var red: Float = 0
    var green: Float = 0
    var blue: Float = 0
    var light = Swing()
    var phase = Phase()
    var glow = Swing()
    var redness = Swing()
  }

  /// How many of a window's cells are up: by the limiter's own swings, and by the changes that the standards count. Where the
  /// two differ, as above 0.8, a field might change with half of its cells already in the other's phase.
  private struct Field {
    var light = Swing()
    var phase = Swing()
    var redness = Swing()
  }

  /// The directions in which a bin may not change any more.
  private struct Spent {
    var light = Directions()
    var phase = Directions()
    var red = Directions()
  }

  private struct Directions {
    var up = false
    var down = false

    /// Whether a signal must not turn.
    func holds(_ swing: Swing) -> Bool { holds(isUp: swing.isUp) }

    func holds(isUp: Bool) -> Bool { isUp ? down : up }

    mutating func add(_ other: Directions) {
      up = up || other.up
      down = down || other.down
    }
  }

  /// The rules for the cells of one picture.
  private struct Rules {
    let time: Int32
    let since: Int32
    let budget: Int
    let isGoingDark: Bool

    /// How many changes may pass in a signal that is up, or down.
    func allowed(_ isUp: Bool) -> Int { isGoingDark && isUp ? budget + 1 : budget }

    /// The directions in which a field's changes are used up. A field that is already dark may still fade to black.
    func spent(_ field: Swing) -> Directions {
      guard field.hasHad(allowed(field.isUp), since: since) else { return Directions() }
      return Directions(up: true, down: !isGoingDark || field.isUp)
    }
  }

  /// The width and height of a cell in pixels.
  private let size: Int
  private let columns: Int
  private let rows: Int
  private var cells: [Cell] = []
  private let cellsInWindow: [Float]
  private var fields = [Field](repeating: Field(), count: windows * windows)
  private var spent = [Spent](repeating: Spent(), count: bins * bins)
  private var lightUps = [Float](repeating: 0, count: bins * bins)
  private var phaseUps = [Float](repeating: 0, count: bins * bins)
  private var redUps = [Float](repeating: 0, count: bins * bins)
  /// The light shown last.
  private var shown: Picture
  private var hasBegun = false
  /// How much of the last picture came through; the rest is the one before.
  public private(set) var part: Float = 1
  /// Whether the last picture was held back.
  public var isHolding: Bool { part < 1 }
  /// The latest time, in milliseconds.
  private var last: Int32 = 0
  private let gamut: Gamut
  private let redness: Redness

  /// A limiter for pictures of one size.
  public init(width: Int, height: Int, gamut: Gamut = .sRGB) {
    shown = Picture(width: width, height: height)
    size = max(1, shown.width / 240)
    columns = (shown.width + size - 1) / size
    rows = (shown.height + size - 1) / size
    var counts = [Float](repeating: 0, count: Self.bins * Self.bins)
    for row in 0..<rows {
      for column in 0..<columns {
        let bin = row * Self.bins / rows * Self.bins + column * Self.bins / columns
        cells.append(Cell(bin: bin))
        counts[bin] += 1
      }
    }
    cellsInWindow = Self.sums(of: counts).map { max($0, 1) }
    self.gamut = gamut
    redness = gamut == .sRGB ? Self.redness : Self.wideRedness
  }

  /// The same limiter for pictures of another size: what was shown and how often it changed is carried over.
  public func resized(width: Int, height: Int) -> FlashLimiter {
    var other = FlashLimiter(width: width, height: height, gamut: gamut)
    for y in 0..<other.shown.height {
      for x in 0..<other.shown.width {
        other.shown[x, y] =
          shown[x * shown.width / other.shown.width, y * shown.height / other.shown.height]
      }
    }
    for row in 0..<other.rows {
      for column in 0..<other.columns {
        let own = cells[row * rows / other.rows * columns + column * columns / other.columns]
        let place = row * other.columns + column
        let bin = other.cells[place].bin
        other.cells[place] = Cell(
          bin: bin, red: own.red, green: own.green, blue: own.blue, light: own.light,
          phase: own.phase, glow: own.glow, redness: own.redness)
      }
    }
    (other.fields, other.hasBegun, other.last) = (fields, hasBegun, last)
    return other
  }

  /// Limits a picture to be shown at a time in millionths of a second, and records it as shown.
  ///
  /// Fading to black may use one change more than the level allows; the standards permit it.
  public mutating func limit(
    _ picture: inout Picture, at time: Int64, _ level: FlashLevel, isGoingDark: Bool = false
  ) {
    guard picture.width == shown.width, picture.height == shown.height else {
      // There is no previous picture of this size to compare with.
      for place in picture.light.indices { picture.light[place] = 0 }
      return
    }
    // A clock that goes back neither frees nor prolongs anything.
    let time = max(last, Int32(clamping: min(max(time, 0) / 1_000, 2_000_000_000)))
    last = time
    let rules = Rules(
      time: time, since: time - Self.window, budget: level.budget, isGoingDark: isGoingDark)
    if hasBegun {
      findSpentFields(rules)
      findPart(picture, rules)
      if part < 1 { hold(&picture) }
      // The same picture again changes nothing.
      guard part > 0 else { return }
    }
    for bin in lightUps.indices { (lightUps[bin], phaseUps[bin], redUps[bin]) = (0, 0, 0) }
    for row in 0..<rows {
      for column in 0..<columns { takeCell(picture, column, row, time) }
    }
    shown = picture
    takeFields(time)
    hasBegun = true
  }

  /// Finds how much of a picture may be mixed into the one shown: as much as every cell allows.
  private mutating func findPart(_ picture: Picture, _ rules: Rules) {
    part = 1
    for row in 0..<rows {
      for column in 0..<columns {
        let light = gamut.asStandards(mean(of: picture, column, row))
        part = min(part, allowedPart(cells[row * columns + column], light, rules))
        if part <= 0 { return }
      }
    }
  }

  private func hold(_ picture: inout Picture) {
    for place in picture.light.indices {
      let old = shown.light[place]
      picture.light[place] = old + (picture.light[place] - old) * part
    }
  }

  // MARK: - Cells

  private struct Signals {
    let light: Float
    let glow: Float
    let redness: Float
  }

  @inline(__always)
  private func signals(_ red: Float, _ green: Float, _ blue: Float) -> Signals {
    let part = red / (red + green + blue + Self.glare)
    return Signals(
      light: (red * 0.212_639 + green * 0.715_169 + blue * 0.072_192) / Self.lightStep,
      glow: max(red - green - blue, 0) / Self.glowStep,
      redness: (min(max(part, redness.from), redness.to) - redness.from) / redness.step)
  }

  @inline(__always)
  private mutating func takeCell(
    _ picture: Picture, _ column: Int, _ row: Int, _ time: Int32
  ) {
    let index = row * columns + column
    let (red, green, blue) = gamut.asStandards(mean(of: picture, column, row))
    let found = signals(red, green, blue)
    var cell = cells[index]
    if hasBegun {
      cell.light.take(found.light, at: time)
      cell.phase.take(found.light * Self.lightStep)
      cell.glow.take(found.glow, at: time)
      cell.redness.take(found.redness, at: time)
    } else {
      cell.light = Swing(at: found.light, middle: 0.5 / Self.lightStep)
      cell.phase = Phase(at: found.light * Self.lightStep)
      cell.glow = Swing(at: found.glow, middle: 0.5 / Self.glowStep)
      cell.redness = Swing(at: found.redness, middle: 0.5)
    }
    (cell.red, cell.green, cell.blue) = (red, green, blue)
    if cell.light.isUp { lightUps[cell.bin] += 1 }
    if cell.phase.isUp { phaseUps[cell.bin] += 1 }
    if cell.redness.isUp { redUps[cell.bin] += 1 }
    cells[index] = cell
  }

  /// How much of the new light may be mixed into the old one here.
  @inline(__always)
  private func allowedPart(
    _ cell: Cell, _ light: (red: Float, green: Float, blue: Float), _ rules: Rules
  ) -> Float {
    let found = signals(light.red, light.green, light.blue)
    var part: Float = 1
    let spent = spent[cell.bin]
    let isLightSpent =
      !cell.light.isWithin(found.light)
      && (spent.light.holds(cell.light)
        || cell.light.hasHad(rules.allowed(cell.light.isUp), since: rules.since))
    let isPhaseSpent =
      !cell.phase.isWithin(found.light * Self.lightStep)
      && spent.phase.holds(isUp: cell.phase.isUp)
    if isLightSpent || isPhaseSpent {
      let from = signals(cell.red, cell.green, cell.blue).light
      let way = found.light - from
      func wayTo(_ bound: Float) -> Float {
        abs(way) > 0.000_01 ? min(max((bound - from) / way, 0), 1) : 0
      }
      if isLightSpent { part = wayTo(cell.light.bound) }
      if isPhaseSpent { part = min(part, wayTo(cell.phase.bound / Self.lightStep)) }
    }
    let areGlowsSpent =
      spent.red.holds(cell.glow)
      || cell.glow.hasHad(rules.allowed(cell.glow.isUp), since: rules.since)
    let areRedsSpent =
      spent.red.holds(cell.redness)
      || cell.redness.hasHad(rules.allowed(cell.redness.isUp), since: rules.since)
    guard areGlowsSpent || areRedsSpent else { return part }
    let mixed =
      part == 1
      ? found
      : signals(
        cell.red + (light.red - cell.red) * part, cell.green + (light.green - cell.green) * part,
        cell.blue + (light.blue - cell.blue) * part)
    if areGlowsSpent, !cell.glow.isWithin(mixed.glow) { return 0 }
    if areRedsSpent, !cell.redness.isWithin(mixed.redness) { return 0 }
    return part
  }

  @inline(__always)
  private func mean(of picture: Picture, _ column: Int, _ row: Int) -> (Float, Float, Float) {
    guard size > 1 else {
      let place = 3 * (row * picture.width + column)
      return (picture.light[place], picture.light[place + 1], picture.light[place + 2])
    }
    var sums: (Float, Float, Float) = (0, 0, 0)
    var count: Float = 0
    for y in row * size..<min((row + 1) * size, picture.height) {
      for x in column * size..<min((column + 1) * size, picture.width) {
        let place = 3 * (y * picture.width + x)
        sums.0 += picture.light[place]
        sums.1 += picture.light[place + 1]
        sums.2 += picture.light[place + 2]
        count += 1
      }
    }
    return (sums.0 / count, sums.1 / count, sums.2 / count)
  }

  // MARK: - Fields

  /// Finds where no further change of a whole field is allowed.
  private mutating func findSpentFields(_ rules: Rules) {
    for bin in spent.indices { spent[bin] = Spent() }
    for (window, field) in fields.enumerated() {
      let (light, red) = (rules.spent(field.light), rules.spent(field.redness))
      let phase = rules.spent(field.phase)
      guard light.up || phase.up || red.up else { continue }
      let (left, top) = (window % Self.windows, window / Self.windows)
      for row in top..<top + Self.windowBins {
        for column in left..<left + Self.windowBins {
          let bin = row * Self.bins + column
          spent[bin].light.add(light)
          spent[bin].phase.add(phase)
          spent[bin].red.add(red)
        }
      }
    }
  }

  private mutating func takeFields(_ time: Int32) {
    let (lightSums, redSums) = (Self.sums(of: lightUps), Self.sums(of: redUps))
    let phaseSums = Self.sums(of: phaseUps)
    for window in fields.indices {
      let light = lightSums[window] / cellsInWindow[window] / Self.areaStep
      let phase = phaseSums[window] / cellsInWindow[window] / Self.areaStep
      let red = redSums[window] / cellsInWindow[window] / Self.redAreaStep
      if hasBegun {
        fields[window].light.take(light, at: time)
        fields[window].phase.take(phase, at: time)
        fields[window].redness.take(red, at: time)
      } else {
        fields[window].light = Swing(at: light, middle: 0.5 / Self.areaStep)
        fields[window].phase = Swing(at: phase, middle: 0.5 / Self.areaStep)
        fields[window].redness = Swing(at: red, middle: 0.5 / Self.redAreaStep)
      }
    }
  }

  /// The sums over each window's bins.
  private static func sums(of parts: [Float]) -> [Float] {
    var sums: [Float] = []
    sums.reserveCapacity(windows * windows)
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
