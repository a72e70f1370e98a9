/// How a second screen fits the picture to the surface it is projected on: its shape, whether it is seen from behind, and
/// the places of its corners.
public struct ScreenFit: Equatable, Sendable {
  public enum Shape: Int, Sendable, CaseIterable {
    /// The shape of the screen itself.
    case screen, wide, classic

    /// The width in heights.
    public var aspect: Double? {
      switch self {
      case .screen: nil
      case .wide: 16.0 / 9
      case .classic: 4.0 / 3
      }
    }
  }

  /// A place in parts of the unfitted picture's width and height, from its upper left corner.
  public struct Place: Equatable, Sendable {
    public var x, y: Double

    public init(_ x: Double, _ y: Double) {
      (self.x, self.y) = (x, y)
    }
  }

  private static let unpulled = [Place(0, 0), Place(1, 0), Place(1, 1), Place(0, 1)]
  /// How far out a corner can be pulled, also into bars beside the picture.
  static let reach = -0.5...1.5
  /// The least area that a corner's two sides span, so that there is always a picture.
  static let least = 0.01

  public var shape = Shape.screen
  public var isMirrored = false
  /// The places of the corners, clockwise from the upper left one.
  public private(set) var corners = unpulled

  public init() {}

  /// Pulls a corner, unless that would turn the picture inside out or fold it. Returns whether it moved.
  @discardableResult
  public mutating func pull(_ corner: Int, to place: Place) -> Bool {
    guard corners.indices.contains(corner), place.x.isFinite, place.y.isFinite else { return false }
    func within(_ value: Double) -> Double {
      min(max(value, Self.reach.lowerBound), Self.reach.upperBound)
    }
    var pulled = corners
    pulled[corner] = Place(within(place.x), within(place.y))
    guard Self.isPicture(pulled) else { return false }
    corners = pulled
    return true
  }

  /// Whether four corners form a convex picture, clockwise.
  private static func isPicture(_ corners: [Place]) -> Bool {
    corners.count == 4
      && (0..<4).allSatisfy { place in
        let (before, at, after) = (
          corners[(place + 3) % 4], corners[place], corners[(place + 1) % 4]
        )
        let turn =
          (at.x - before.x) * (after.y - at.y) - (at.y - before.y) * (after.x - at.x)
        return turn > least
      }
  }

  /// Maps a screen of this shape to the picture: three columns of three, as shaders take them. Both are in parts of width and
  /// height, from the lower left corner.
  public func matrix(onScreen aspect: Double) -> [Double] {
    // The picture's corners, counterclockwise from the lower left one.
    let (lowerLeft, lowerRight) = (corners[3], corners[2])
    let (upperRight, upperLeft) = (corners[1], corners[0])
    let xs = [lowerLeft.x, lowerRight.x, upperRight.x, upperLeft.x]
    let ys = [1 - lowerLeft.y, 1 - lowerRight.y, 1 - upperRight.y, 1 - upperLeft.y]
    let (sumX, sumY) = (xs[0] - xs[1] + xs[2] - xs[3], ys[0] - ys[1] + ys[2] - ys[3])
    let (x1, x2) = (xs[1] - xs[2], xs[3] - xs[2])
    let (y1, y2) = (ys[1] - ys[2], ys[3] - ys[2])
    let span = x1 * y2 - x2 * y1
    let g = (sumX * y2 - x2 * sumY) / span
    let h = (x1 * sumY - sumX * y1) / span
    // From the picture to the screen …
    let (a, b, c) = (xs[1] - xs[0] + g * xs[1], xs[3] - xs[0] + h * xs[3], xs[0])
    let (d, e, f) = (ys[1] - ys[0] + g * ys[1], ys[3] - ys[0] + h * ys[3], ys[0])
    // … and back.
    var across = [e - f * h, c * h - b, b * f - c * e]
    let up = [f * g - d, a - c * g, c * d - a * f]
    let depth = [d * h - e * g, b * g - a * h, a * e - b * d]
    let size = a * across[0] + b * up[0] + c * depth[0]
    if isMirrored { across = (0..<3).map { depth[$0] - across[$0] } }
    // A picture whose shape differs from the screen's has bars beside it.
    let wide = shape.aspect.map { min($0 / aspect, 1) } ?? 1
    let high = shape.aspect.map { min(aspect / $0, 1) } ?? 1
    func column(_ place: Int, _ part: Double) -> [Double] {
      [across, up, depth].map { $0[place] / (size * part) }
    }
    let first = column(0, wide)
    let second = column(1, high)
    let third = column(2, 1)
    let offset = (0..<3).map { first[$0] * (1 - wide) / 2 + second[$0] * (1 - high) / 2 }
    return first + second + (0..<3).map { third[$0] - offset[$0] }
  }
}

// MARK: - As a text

extension ScreenFit {
  public var parts: [String] {
    ["\(shape.rawValue)", isMirrored ? "1" : "0"]
      + corners.flatMap { [StageMessage.text($0.x), StageMessage.text($0.y)] }
  }

  /// Reads ``parts`` after a message's first one; invalid values keep their defaults.
  public init(_ message: StageMessage) {
    shape = message.whole(1).flatMap { Shape(rawValue: $0) } ?? .screen
    isMirrored = message.whole(2) == 1
    let places = (0..<4).compactMap { place -> Place? in
      guard let x = message.number(3 + 2 * place), let y = message.number(4 + 2 * place),
        Self.reach.contains(x), Self.reach.contains(y)
      else { return nil }
      return Place(x, y)
    }
    if Self.isPicture(places) { corners = places }
  }
}
