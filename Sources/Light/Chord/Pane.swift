/// A part of the canvas with light of its own.
public enum Pane {
  /// The most panes in a chord.
  public static let limit = 4

  /// The outline within which a pane is lit.
  public enum Mask: Int, Hashable, Sendable, CaseIterable {
    case rectangle, ellipse
    /// One side of a straight line through the pane's middle, across the whole canvas.
    case half
    case ring

    static let names = ["rectangle", "ellipse", "half", "ring"]
  }

  /// How a pane's light meets what is below it.
  public enum Blend: Int, Hashable, Sendable, CaseIterable {
    case over, add, multiply, screen, difference

    static let names = ["over", "add", "multiply", "screen", "difference"]
  }

  /// What a pane consists of.
  public enum Field: UInt8, Hashable, Sendable, CaseIterable {
    case left = 0
    case top, width, height, turn, mask, edge, mirror
    case hue, purity, alpha, hue2, purity2, alpha2
    case split, ramp, rampTurn, blend
  }
}

extension Pane.Field {
  /// A field's entry in the table of parameters.
  struct Shape {
    let key: String
    let label: String
    let unit: Parameter.Unit
    let range: ClosedRange<Double>
    let curve: Parameter.Curve
    let fallback: Double

    init(
      _ key: String, _ label: String, _ unit: Parameter.Unit, _ range: ClosedRange<Double>,
      _ fallback: Double, _ curve: Parameter.Curve = .straight
    ) {
      (self.key, self.label, self.unit, self.range) = (key, label, unit, range)
      (self.curve, self.fallback) = (curve, fallback)
    }
  }

  var shape: Shape {
    switch self {
    case .left: Shape("left", "Left", .part, -1...2, 0)
    case .top: Shape("top", "Top", .part, -1...2, 0)
    case .width: Shape("width", "Width", .part, 0.005...2, 1)
    case .height: Shape("height", "Height", .part, 0.005...2, 1)
    case .turn: Shape("turn", "Rotation", .turns, -0.5...0.5, 0, .ring)
    case .mask: Shape("mask", "Mask", .choice(Pane.Mask.names), 0...3, 0, .steps)
    case .edge: Shape("edge", "Soft edge", .part, 0...1, 0, .square)
    case .mirror: Shape("mirror", "Mirrors", .count, 1...12, 1, .steps)
    case .hue: Shape("hue", "Hue", .hue, 0...12, 3.5, .ring)
    case .purity: Shape("purity", "Purity", .purity, -1...1, 0)
    case .alpha: Shape("alpha", "Opacity", .part, 0...1, 1)
    case .hue2: Shape("hue2", "Second hue", .hue, 0...12, 3.5, .ring)
    case .purity2: Shape("purity2", "Second purity", .purity, -1...1, 0)
    case .alpha2: Shape("alpha2", "Second opacity", .part, 0...1, 0)
    case .split: Shape("split", "Split", .part, 0...1, 0.5)
    case .ramp: Shape("ramp", "Ramp", .part, 0...2, 1)
    case .rampTurn: Shape("ramp-turn", "Ramp angle", .turns, -0.5...0.5, 0.25, .ring)
    case .blend: Shape("blend", "Blend", .choice(Pane.Blend.names), 0...4, 0, .steps)
    }
  }
}
