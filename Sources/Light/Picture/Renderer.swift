internal import Sound

/// Draws scenes pixel by pixel: slow, and the reference for the shader.
public struct Renderer: Sendable {
  public init() {}

  /// The scene as a picture of that size.
  public func draw(_ scene: Scene, width: Int, height: Int) -> Picture {
    var picture = Picture(width: width, height: height)
    draw(scene, into: &picture)
    return picture
  }

  /// Draws over an existing picture.
  public func draw(_ scene: Scene, into picture: inout Picture) {
    let pixel = 1 / Double(picture.height)
    let easel = Easel(scene, pixel: pixel)
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let across = (Double(x) + 0.5) / Double(picture.width) * scene.aspect
        let light = easel.light(across, (Double(y) + 0.5) * pixel)
        picture[x, y] = RGB(
          light.red * scene.light, light.green * scene.light, light.blue * scene.light)
      }
    }
  }
}

/// A scene, prepared to be evaluated at points for pixels of one size.
struct Easel {
  private let background: RGB
  private let brushes: [Brush]

  init(_ scene: Scene, pixel: Double) {
    background = scene.gamut.linear(scene.background).clipped
    brushes = scene.layers.map { Brush($0, gamut: scene.gamut, pixel: pixel) }
  }

  /// The light at a point, before it is dimmed.
  @inline(__always)
  func light(_ across: Double, _ down: Double) -> RGB {
    var light = background
    for brush in brushes { brush.paint(&light, across, down) }
    return light.clipped
  }
}

/// One layer, prepared to be evaluated at points.
private struct Brush {
  private let layer: Scene.Layer
  private let gamut: Gamut
  private let edge: Double
  private let ramp: Double
  private let lights: (RGB, RGB)

  init(_ layer: Scene.Layer, gamut: Gamut, pixel: Double) {
    self.layer = layer
    self.gamut = gamut
    edge = max(layer.edge, pixel)
    // No ramp is steeper than a pixel.
    ramp = max(layer.ramp, pixel / min(layer.half.x, layer.half.y) / 2)
    lights = (gamut.linear(layer.colours.0).clipped, gamut.linear(layer.colours.1).clipped)
  }

  func paint(_ light: inout RGB, _ across: Double, _ down: Double) {
    let (dx, dy) = (across - layer.centre.x, down - layer.centre.y)
    var x = dx * layer.turn.cosine + dy * layer.turn.sine
    var y = dy * layer.turn.cosine - dx * layer.turn.sine
    if layer.mirrors > 1 { (x, y) = folded(x, y) }
    let cover = min(max(0.5 - distance(x, y) / edge, 0), 1)
    guard cover > 0 else { return }
    // How far along the ramp it is.
    let place =
      (x / layer.half.x * layer.rampTurn.cosine + y / layer.half.y * layer.rampTurn.sine) / 2 + 0.5
    let straight = min(max((place - layer.split) / ramp + 0.5, 0), 1)
    let part = straight * straight * (3 - 2 * straight)
    let alpha = (layer.alphas.0 + (layer.alphas.1 - layer.alphas.0) * part) * cover
    let own =
      part <= 0
      ? lights.0
      : part >= 1
        ? lights.1 : gamut.linear(.mix(layer.colours.0, layer.colours.1, part)).clipped
    light.red = blended(light.red, own.red, alpha)
    light.green = blended(light.green, own.green, alpha)
    light.blue = blended(light.blue, own.blue, alpha)
  }

  /// Mirrors are at equal angles around the middle.
  private func folded(_ x: Double, _ y: Double) -> (Double, Double) {
    let radius = (x * x + y * y).squareRoot()
    let wedge = 1 / Double(layer.mirrors)
    let turns = Functions.turns(y: y, x: x) / wedge
    let rest = turns - Functions.floor(turns + 0.5)
    let angle = abs(rest) * wedge
    return (radius * Functions.cosine(turns: angle), radius * Functions.sine(turns: angle))
  }

  /// How far outside the mask a point is; below 0 inside.
  private func distance(_ x: Double, _ y: Double) -> Double {
    switch layer.mask {
    case .rectangle:
      let (over, under) = (abs(x) - layer.half.x, abs(y) - layer.half.y)
      let (out, beside) = (max(over, 0), max(under, 0))
      return (out * out + beside * beside).squareRoot() + min(max(over, under), 0)
    case .ellipse: return ellipse(x, y)
    case .half: return x
    case .ring:
      let band = min(layer.half.x, layer.half.y) / 4
      return abs(ellipse(x, y) + band) - band
    }
  }

  /// Exact near the outline for a hard edge. A soft edge follows similar ellipses instead: the exact distance has a crease
  /// along the longer axis, which a wide edge would show.
  private func ellipse(_ x: Double, _ y: Double) -> Double {
    let least = min(layer.half.x, layer.half.y)
    let (u, v) = (x / layer.half.x, y / layer.half.y)
    let level = (u * u + v * v).squareRoot()
    let (slopeX, slopeY) = (u / layer.half.x, v / layer.half.y)
    let slope = (slopeX * slopeX + slopeY * slopeY).squareRoot()
    guard slope > 0 else { return -least }
    let (exact, soft) = (level * (level - 1) / slope, (level - 1) * least)
    return exact + (soft - exact) * min(edge / least, 1)
  }

  private func blended(_ below: Double, _ own: Double, _ alpha: Double) -> Double {
    switch layer.blend {
    case .over: below + (own - below) * alpha
    case .add: below + own * alpha
    case .multiply: below * (1 + (own - 1) * alpha)
    case .screen: 1 - (1 - min(below, 1)) * (1 - own * alpha)
    case .difference: below + (abs(below - own) - below) * alpha
    }
  }
}
