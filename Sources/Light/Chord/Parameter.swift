internal import Sound

/// A value of a chord that can be set: its name, range, unit, curve and default.
///
/// This one table drives the screen, the keys, files and tests. A number never changes its meaning: files and recorded events
/// name parameters by it.
public struct Parameter: Hashable, Sendable {
  public enum Unit: Sendable {
    /// A part of a whole, shown as a percentage.
    case part
    /// A place on the ring of twelve hues.
    case hue
    /// From black at −1 to white at +1.
    case purity
    /// Whole turns.
    case turns
    case seconds
    /// Just a number.
    case count
    /// One of some choices, by its place among them.
    case choice([String])
  }

  /// How a control's position from 0 to 1 becomes a value.
  public enum Curve: Hashable, Sendable {
    case straight
    /// Finer at small values.
    case square
    /// Whole numbers only.
    case steps
    /// Its end meets its start.
    case ring
  }

  /// What it belongs to.
  public enum Part: Hashable, Sendable {
    case chord
    case background
    case pane(Int)
  }

  public static func == (one: Parameter, other: Parameter) -> Bool { one.number == other.number }

  public func hash(into hasher: inout Hasher) { hasher.combine(number) }

  var isHue: Bool { if case .hue = unit { true } else { false } }

  public let number: Int
  public let part: Part
  /// Its name in files, within its part.
  public let key: String
  /// Its name on screen.
  public let label: String
  public let unit: Unit
  public let range: ClosedRange<Double>
  public let curve: Curve
  public let fallback: Double

  /// Values are whole ten-thousandths, so four decimal places write one exactly.
  public static let precision = 10_000.0

  /// The nearest allowed value; a ring wraps round, and what is not a finite number becomes the default.
  public func allowed(_ value: Double) -> Double {
    guard value.isFinite else { return fallback }
    let (low, high) = (range.lowerBound, range.upperBound)
    switch curve {
    case .ring:
      guard abs(value) < 1e9 else { return fallback }
      let turned = (value - low) / (high - low)
      let rest = low + (turned - Functions.floor(turned)) * (high - low)
      let rounded = Self.rounded(rest)
      return rounded < high ? max(rounded, low) : low
    case .steps: return min(max(Functions.floor(min(max(value, low), high) + 0.5), low), high)
    case .straight, .square: return Self.rounded(min(max(value, low), high))
    }
  }

  /// The distance from one value to another: on a ring, the shorter way round.
  func way(from: Double, to: Double) -> Double {
    let (way, length) = (to - from, range.upperBound - range.lowerBound)
    guard curve == .ring else { return way }
    return way > length / 2 ? way - length : way < -length / 2 ? way + length : way
  }

  private static func rounded(_ value: Double) -> Double {
    Functions.floor(value * precision + 0.5) / precision
  }

  /// The value at a control's position from 0 to 1.
  public func value(at way: Double) -> Double {
    let way = min(max(way, 0), 1)
    let part = curve == .square ? way * way : way
    return allowed(range.lowerBound + (range.upperBound - range.lowerBound) * part)
  }

  /// A value's position on a control, from 0 to 1.
  public func way(of value: Double) -> Double {
    let part =
      (allowed(value) - range.lowerBound) / (range.upperBound - range.lowerBound)
    return curve == .square ? part.squareRoot() : part
  }
}

extension Parameter {
  /// How many numbers there are, used or not.
  static let numberCount = paneStart + Pane.limit * paneStride
  /// The first pane's parameters start at this number, each later pane's ``paneStride`` further on. Numbers from 256 on are
  /// for objects on the canvas.
  static let paneStart = 16
  static let paneStride = 32

  /// Every parameter, by number.
  public static let all: [Parameter] = chord + (0..<Pane.limit).flatMap { pane($0) }

  /// The parameter of that number, if there is one.
  public static func numbered(_ number: Int) -> Parameter? {
    placesByNumber.indices.contains(number) && placesByNumber[number] >= 0
      ? all[placesByNumber[number]] : nil
  }

  /// Its name in texts: `background.hue`, or `pane.2.width` for the second pane.
  public var path: String {
    switch part {
    case .chord: "chord.\(key)"
    case .background: "background.\(key)"
    case .pane(let pane): "pane.\(pane + 1).\(key)"
    }
  }

  private static let placesByNumber: [Int] = {
    var places = [Int](repeating: -1, count: numberCount)
    for (place, parameter) in all.enumerated() { places[parameter.number] = place }
    return places
  }()

  private static let chord: [Parameter] = [
    Parameter(
      number: 0, part: .background, key: "hue", label: "Hue", unit: .hue, range: 0...12,
      curve: .ring, fallback: 9.5),
    Parameter(
      number: 1, part: .background, key: "purity", label: "Purity", unit: .purity, range: -1...1,
      curve: .straight, fallback: -0.7),
    Parameter(
      number: 2, part: .chord, key: "panes", label: "Panes", unit: .count,
      range: 1...Double(Pane.limit), curve: .steps, fallback: 1),
    Parameter(
      number: 3, part: .chord, key: "time", label: "Transition", unit: .seconds, range: 0...20,
      curve: .square, fallback: 0.25),
    Parameter(
      number: 4, part: .chord, key: "curve", label: "Curve", unit: .choice(Ease.names),
      range: 0...3, curve: .steps, fallback: 1),
  ]

  private static func pane(_ pane: Int) -> [Parameter] {
    Pane.Field.allCases.map { field in
      let shape = field.shape
      return Parameter(
        number: paneStart + pane * paneStride + Int(field.rawValue), part: .pane(pane),
        key: shape.key, label: shape.label, unit: shape.unit, range: shape.range,
        curve: shape.curve, fallback: shape.fallback)
    }
  }
}

/// How a transition gets from its start to its end.
public enum Ease: Int, Hashable, Sendable, CaseIterable {
  case straight, gentle, early, late

  static let names = ["straight", "gentle", "early", "late"]

  /// How much is done after a part of the time.
  public func done(_ part: Double) -> Double {
    let part = min(max(part, 0), 1)
    switch self {
    case .straight: return part
    case .gentle: return part * part * (3 - 2 * part)
    case .early: return 1 - (1 - part) * (1 - part)
    case .late: return part * part
    }
  }
}
