internal import Sound

/// Looks for a pattern that can harm without a single flash: many light and dark stripes over much of the picture.
///
/// It looks at the light along rows, columns and circles of the finished picture, whatever panes it comes from.
struct Stripes {
  /// A difference of luminance between two stripes that counts. The standards count from 0.2 on.
  private static let step = 0.18
  /// The most changes from light to dark and back along a line: those of five pairs.
  private static let mostChanges = 10
  /// How many rows, and how many columns, are looked at.
  private static let lines = 8
  private static let circles = 6
  /// Points in a row, and in a column.
  private static let points = (240, 135)
  /// The part of the lines, or of the picture's area, that may be striped. The standards mean a quarter; the lines that
  /// are looked at may be up to a line apart from its border.
  private static let mostPart = 0.17

  private let scene: Scene
  private let easel: Easel

  init(_ scene: Scene) {
    self.scene = scene
    easel = Easel(scene, pixel: 1 / Double(Self.points.1))
  }

  var areTooMany: Bool {
    // Most scenes have too few edges for any pattern, and need no look.
    changes(perPane: 2) > Self.mostChanges && (areLevelTooMany || areUprightTooMany)
      || changes(perPane: 4) > Self.mostChanges && areRadialTooMany
  }

  /// How often light and dark can take turns along a line or a circle, if it meets the outline of a pane this often.
  private func changes(perPane count: Int) -> Int {
    scene.layers.reduce(0) { sum, layer in
      let isPlain = layer.alphas.0 == layer.alphas.1 && layer.colours.0 == layer.colours.1
      return sum + layer.mirrors * ((layer.mask == .ring ? 2 * count : count) + (isPlain ? 0 : 2))
    }
  }

  private var areLevelTooMany: Bool {
    let found = (0..<Self.lines).count { row in
      isStriped(Self.points.0) {
        ($0 * scene.aspect, (Double(row) + 0.5) / Double(Self.lines))
      }
    }
    return Double(found) > Self.mostPart * Double(Self.lines)
  }

  private var areUprightTooMany: Bool {
    let found = (0..<Self.lines).count { column in
      isStriped(Self.points.1) {
        ((Double(column) + 0.5) / Double(Self.lines) * scene.aspect, $0)
      }
    }
    return Double(found) > Self.mostPart * Double(Self.lines)
  }

  /// Around the middle of the picture, and of each pane.
  private var areRadialTooMany: Bool {
    var middles = [(x: scene.aspect / 2, y: 0.5)]
    for layer in scene.layers
    where !middles.contains(where: { $0.x == layer.centre.x && $0.y == layer.centre.y }) {
      middles.append(layer.centre)
    }
    return middles.contains { areTooMany(around: $0) }
  }

  private func areTooMany(around middle: (x: Double, y: Double)) -> Bool {
    let width = min(scene.aspect, 1) / 2 / Double(Self.circles)
    var area = 0.0
    for circle in 0..<Self.circles {
      let radius = (Double(circle) + 0.5) * width
      let isRing = isStriped(16 + 40 * circle) { turns in
        (
          middle.x + radius * Functions.cosine(turns: turns),
          middle.y + radius * Functions.sine(turns: turns)
        )
      }
      if isRing { area += 6.283 * radius * width }
    }
    return area > Self.mostPart * scene.aspect
  }

  /// Whether light and dark take turns too often, and evenly, along a line, which is given by a part of it from 0 to 1.
  @inline(never)
  private func isStriped(_ count: Int, _ point: (Double) -> (x: Double, y: Double)) -> Bool {
    var changes: [Int] = []
    var (least, most) = (Double.infinity, -Double.infinity)
    var isRising: Bool?
    for number in 0..<count {
      let (x, y) = point((Double(number) + 0.5) / Double(count))
      guard (0...scene.aspect).contains(x), (0...1).contains(y) else { continue }
      let light = easel.light(x, y).luminance
      (least, most) = (min(least, light), max(most, light))
      if isRising != true, light - least >= Self.step {
        (isRising, most) = (true, light)
      } else if isRising != false, most - light >= Self.step {
        (isRising, least) = (false, light)
      } else {
        continue
      }
      changes.append(number)
      if changes.count > Self.mostChanges, Self.areEven(changes.suffix(Self.mostChanges + 1)) {
        return true
      }
    }
    return false
  }

  /// Whether the stripes between these changes are a regular pattern: no light one is over three times as wide as another
  /// light one, no dark one as another dark one, and three points for how coarsely they are measured.
  private static func areEven(_ changes: ArraySlice<Int>) -> Bool {
    for first in changes.startIndex...changes.startIndex + 1 {
      var (least, widest) = (Int.max, 0)
      for place in stride(from: first + 1, to: changes.endIndex, by: 2) {
        let width = changes[place] - changes[place - 1]
        (least, widest) = (min(least, width), max(widest, width))
      }
      if widest > 3 * least + 3 { return false }
    }
    return true
  }
}
