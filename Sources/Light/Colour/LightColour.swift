/// How purity becomes lightness and chroma.
public enum ColourMode: UInt8, Hashable, Sendable, CaseIterable {
  /// Each hue as colourful as the screen can make it; yellow is then lighter than blue.
  case vivid
  /// All hues equally light and equally colourful, and softer.
  case even

  public var name: String {
    switch self {
    case .vivid: "vivid"
    case .even: "even"
    }
  }
}

/// A colour as it is played: a tempered hue, and a purity from black at −1 over pure at 0 to white at +1.
public struct LightColour: Hashable, Sendable {
  public var hue: TemperedHue
  public var purity: Double

  public init(hue: TemperedHue, purity: Double) {
    self.hue = hue
    self.purity = min(max(purity, -1), 1)
  }

  /// The colour to show on screen.
  public func lab(_ mode: ColourMode, in gamut: Gamut = .sRGB) -> OKLab {
    let degrees = hue.degrees
    let pure: OKLCH
    switch mode {
    case .vivid: pure = gamut.cusp(hue: degrees)
    // The most chroma that every hue has at one lightness.
    case .even: pure = OKLCH(0.75, 0.1275, degrees)
    }
    let lightness =
      purity < 0
      ? pure.lightness * (1 + purity) : pure.lightness + (1 - pure.lightness) * purity
    return gamut.fitted(OKLCH(lightness, pure.chroma * (1 - abs(purity)), degrees).lab)
  }

  /// In one word, without its purity.
  var name: String { purity <= -0.995 ? "black" : purity >= 0.995 ? "white" : hue.name }

  /// In words, for people who cannot see it: "tempered 4.5, yellow-orange, tint +0.3".
  public var words: String {
    let shade = Self.text(purity)
    guard abs(purity) < 0.995 else { return name }
    let place = "tempered \(Self.text(hue.value, sign: false)), \(hue.name)"
    if abs(purity) < 0.05 { return "\(place), pure" }
    return "\(place), \(purity < 0 ? "shade" : "tint") \(shade)"
  }

  /// A number with one decimal place.
  private static func text(_ value: Double, sign: Bool = true) -> String {
    let tenths = Int((abs(value) * 10).rounded(.toNearestOrAwayFromZero))
    let digits = "\(tenths / 10).\(tenths % 10)"
    return sign ? (value < 0 ? "−" : "+") + digits : digits
  }
}
