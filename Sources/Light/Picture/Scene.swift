internal import Sound

/// A look laid out for a picture of a certain shape: the numbers that a renderer needs, and nothing else.
///
/// Lengths are in heights of the picture. The shader and ``Renderer`` read the same numbers and do the same with them.
public struct Scene: Hashable, Sendable {
  public struct Layer: Hashable, Sendable {
    public let mask: Pane.Mask
    public let blend: Pane.Blend
    public let centre: (x: Double, y: Double)
    /// Half of the width and half of the height.
    public let half: (x: Double, y: Double)
    /// The pane's turn as a cosine and a sine.
    public let turn: (cosine: Double, sine: Double)
    /// The width of the edge, from no light to full light.
    public let edge: Double
    public let mirrors: Int
    public let colours: (OKLab, OKLab)
    public let alphas: (Double, Double)
    public let split: Double
    public let ramp: Double
    public let rampTurn: (cosine: Double, sine: Double)

    public static func == (one: Layer, other: Layer) -> Bool { one.numbers == other.numbers }
    public func hash(into hasher: inout Hasher) { hasher.combine(numbers) }

    init(
      mask: Pane.Mask, blend: Pane.Blend, centre: (x: Double, y: Double),
      half: (x: Double, y: Double), turn: (cosine: Double, sine: Double), edge: Double,
      mirrors: Int, colours: (OKLab, OKLab), alphas: (Double, Double), split: Double, ramp: Double,
      rampTurn: (cosine: Double, sine: Double)
    ) {
      (self.mask, self.blend, self.centre, self.half) = (mask, blend, centre, half)
      (self.turn, self.edge, self.mirrors, self.colours) = (turn, edge, mirrors, colours)
      (self.alphas, self.split, self.ramp, self.rampTurn) = (alphas, split, ramp, rampTurn)
    }

    /// Reads a row of ``numbers``; colours that a narrower gamut lacks lose chroma.
    fileprivate init?(_ row: ArraySlice<Double>, _ narrower: Gamut?) {
      let row = Array(row)
      guard let mask = Pane.Mask(rawValue: Int(min(max(row[0], 0), 9))),
        let blend = Pane.Blend(rawValue: Int(min(max(row[1], 0), 9)))
      else { return nil }
      let size = (x: max(row[6], 0.000_1), y: max(row[7], 0.000_1))
      self.init(
        mask: mask, blend: blend, centre: (row[4], row[5]), half: size,
        turn: (row[8], row[9]), edge: row[3], mirrors: Int(min(max(row[2], 1), 12)),
        colours: (
          Scene.fitted(OKLab(row[12], row[13], row[14]), narrower),
          Scene.fitted(OKLab(row[16], row[17], row[18]), narrower)
        ),
        alphas: (row[15], row[19]), split: row[20], ramp: row[21], rampTurn: (row[10], row[11]))
    }

    fileprivate func widened(_ factor: Double) -> Layer {
      Layer(
        mask: mask, blend: blend, centre: (centre.x * factor, centre.y),
        half: (half.x * factor, half.y), turn: turn, edge: edge, mirrors: mirrors,
        colours: colours, alphas: alphas, split: split, ramp: ramp, rampTurn: rampTurn)
    }

    fileprivate func faded(_ part: Double) -> Layer {
      Layer(
        mask: mask, blend: blend, centre: centre, half: half, turn: turn, edge: edge,
        mirrors: mirrors, colours: colours, alphas: (alphas.0 * part, alphas.1 * part),
        split: split, ramp: ramp, rampTurn: rampTurn)
    }

    /// All values in one row, as the shader takes them.
    public var numbers: [Double] {
      [
        Double(mask.rawValue), Double(blend.rawValue), Double(mirrors), edge, centre.x, centre.y,
        half.x, half.y, turn.cosine, turn.sine, rampTurn.cosine, rampTurn.sine,
        colours.0.lightness, colours.0.a, colours.0.b, alphas.0,
        colours.1.lightness, colours.1.a, colours.1.b, alphas.1, split, ramp,
      ]
    }
  }

  public let background: OKLab
  public private(set) var layers: [Layer]
  public let gamut: Gamut
  /// The picture's width in heights.
  public let aspect: Double
  /// How much of the light is let through.
  public let light: Double
  /// How much of the panes is shown, and how much may be: less than 1 where all of them would make too many stripes.
  public private(set) var part = 1.0
  private(set) var allowed = 1.0

  /// While flashing is limited, a chord has no more arms than this: more make a striped pattern that can harm without a
  /// single flash. Fewer that make one, as those of two colours may, are faded.
  public static let mostArms = 5

  /// - Parameter most: how much of the panes may be shown while flashing is limited; see ``PatternFade``.
  public init(
    _ look: Look, aspect: Double, light: Double = 1, level: FlashLevel = .safe,
    upTo most: Double = 1
  ) {
    background = look.colours[0]
    gamut = look.gamut
    self.aspect = aspect
    self.light = light
    let chord = look.chord
    var arms = level == .off ? Int.max : Self.mostArms
    layers = (0..<chord.paneCount).compactMap { pane in
      let alphas = (chord[pane, .alpha], chord[pane, .alpha2])
      guard alphas.0 > 0 || alphas.1 > 0 else { return nil }
      let size = (chord[pane, .width], chord[pane, .height])
      let colours = (look.colours[1 + 2 * pane], look.colours[2 + 2 * pane])
      var mirrors = Int(chord[pane, .mirror])
      if mirrors > 1 {
        mirrors = max(min(mirrors, arms), 1)
        if mirrors > 1 { arms -= mirrors }
      }
      return Layer(
        mask: chord.mask(of: pane), blend: chord.blend(of: pane),
        centre: (
          (chord[pane, .left] + size.0 / 2) * aspect, chord[pane, .top] + size.1 / 2
        ),
        half: (size.0 / 2 * aspect, size.1 / 2), turn: Self.direction(chord[pane, .turn]),
        edge: chord[pane, .edge],
        mirrors: mirrors, colours: colours, alphas: alphas,
        split: chord[pane, .split], ramp: chord[pane, .ramp],
        rampTurn: Self.direction(chord[pane, .rampTurn]))
    }
    if level != .off { fadePattern(upTo: most) }
  }

  /// Fades panes that together make too many stripes, until they make none that count.
  private mutating func fadePattern(upTo most: Double) {
    let whole = layers
    allowed = showHarmlessPart(of: whole, upTo: 1, steps: 5)
    // Fewer light and dark stripes may be more even ones, so weaker panes are judged for themselves.
    part = most < allowed ? showHarmlessPart(of: whole, upTo: most, steps: 3) : allowed
  }

  /// Shows as much of the panes, up to a part of them, as makes no pattern, and returns how much that is.
  private mutating func showHarmlessPart(
    of whole: [Layer], upTo most: Double, steps: Int
  ) -> Double {
    layers = most < 1 ? whole.map { $0.faded(most) } : whole
    guard Stripes(self).areTooMany else { return most }
    var (shown, tooMuch) = (0.0, most)
    for _ in 0..<steps {
      let part = (shown + tooMuch) / 2
      layers = whole.map { $0.faded(part) }
      if Stripes(self).areTooMany { tooMuch = part } else { shown = part }
    }
    layers = whole.map { $0.faded(shown) }
    return shown
  }

  /// Reads a scene from ``LightStage/sceneNumbers``, for another screen; `nil` if they are invalid. If they are of a wider
  /// gamut, colours that this one lacks lose chroma and keep their hue.
  public init?(numbers: [Float], gamut: Gamut = .sRGB) {
    let numbers = numbers.map { Double($0) }
    guard numbers.count >= 8, numbers.allSatisfy({ $0.isFinite }) else { return nil }
    let count = Int(min(max(numbers[5], 0), Double(Pane.limit)))
    guard numbers.count >= 8 + 24 * count, numbers[4] > 0.01 else { return nil }
    let isWide = Self.flags(numbers[7]) & 2 != 0
    let narrower = isWide && gamut == .sRGB ? gamut : nil
    background = Self.fitted(OKLab(numbers[0], numbers[1], numbers[2]), narrower)
    (light, aspect) = (min(max(numbers[3], 0), 1), numbers[4])
    self.gamut = gamut
    layers = (0..<count).compactMap { Layer(numbers[(8 + 24 * $0)..<(32 + 24 * $0)], narrower) }
  }

  /// What else is said of the picture: 1 if it goes dark, 2 if its colours are of a wide gamut.
  static func flags(_ number: Double) -> Int { Int(min(max(number, 0), 3)) }

  private static func fitted(_ colour: OKLab, _ narrower: Gamut?) -> OKLab {
    narrower?.fitted(colour) ?? colour
  }

  /// The same scene in a picture of another shape.
  func reshaped(_ aspect: Double) -> Scene {
    Scene(self, aspect: aspect)
  }

  private init(_ other: Scene, aspect: Double) {
    (background, gamut, light, self.aspect) = (other.background, other.gamut, other.light, aspect)
    let wider = aspect / other.aspect
    layers = other.layers.map { $0.widened(wider) }
  }

  private static func direction(_ turns: Double) -> (cosine: Double, sine: Double) {
    (Functions.cosine(turns: turns), Functions.sine(turns: turns))
  }
}
