/// The colours that a screen can show.
public enum Gamut: Hashable, Sendable, CaseIterable {
  case sRGB, displayP3

  /// The light of a colour in this gamut's primaries.
  public func linear(_ lab: OKLab) -> RGB {
    let light = lab.linear
    switch self {
    case .sRGB: return light
    case .displayP3:
      return RGB(
        0.822_461_968_7 * light.red + 0.177_538_031_3 * light.green,
        0.033_194_198_9 * light.red + 0.966_805_801_1 * light.green,
        0.017_082_630_7 * light.red + 0.072_397_440_7 * light.green + 0.910_519_928_6 * light.blue)
    }
  }

  /// The colour of light in this gamut's primaries.
  public func lab(_ light: RGB) -> OKLab {
    switch self {
    case .sRGB: return OKLab(linear: light)
    case .displayP3:
      return OKLab(
        linear: RGB(
          1.224_940_176_3 * light.red - 0.224_940_176_3 * light.green,
          -0.042_056_954_7 * light.red + 1.042_056_954_7 * light.green,
          -0.019_637_554_6 * light.red - 0.078_636_045_6 * light.green
            + 1.098_273_600_1 * light.blue))
    }
  }

  /// Light of this gamut in sRGB primaries, which the flash standards use. Colours outside sRGB have amounts below 0 or above 1.
  @inline(__always)
  func asStandards(_ light: (Float, Float, Float)) -> (Float, Float, Float) {
    switch self {
    case .sRGB: light
    case .displayP3:
      (
        1.224_940_2 * light.0 - 0.224_940_2 * light.1,
        1.042_057 * light.1 - 0.042_056_95 * light.0,
        1.098_273_6 * light.2 - 0.019_637_55 * light.0 - 0.078_636_05 * light.1
      )
    }
  }

  /// Whether the screen can show it, within an invisible tolerance.
  public func contains(_ lab: OKLab) -> Bool {
    let (light, slack) = (linear(lab), 0.000_05)
    let least = min(light.red, light.green, light.blue)
    let most = max(light.red, light.green, light.blue)
    return least >= -slack && most <= 1 + slack
  }

  /// The colour, with its chroma reduced to what the screen can show at its lightness and hue.
  ///
  /// Clipping each primary separately would shift the hue.
  public func fitted(_ lab: OKLab) -> OKLab {
    guard !contains(lab) else { return lab }
    let lightness = min(max(lab.lightness, 0), 1)
    var (inside, outside) = (0.0, 1.0)
    for _ in 0..<24 {
      let middle = (inside + outside) / 2
      if contains(OKLab(lightness, lab.a * middle, lab.b * middle)) {
        inside = middle
      } else {
        outside = middle
      }
    }
    return OKLab(lightness, lab.a * inside, lab.b * inside)
  }

  /// The most colourful light of a hue in degrees: one primary is full, one is dark.
  public func cusp(hue: Double) -> OKLCH {
    // Along the six edges from red over yellow, green, cyan, blue and magenta the hue only rises.
    let start = OKLCH(lab(Self.onRim(0))).hue
    func beyondRed(_ place: Double) -> Double {
      let turned = OKLCH(lab(Self.onRim(place))).hue - start
      return turned < -0.000_001 ? turned + 360 : max(turned, 0)
    }
    let wanted = hue - start < 0 ? hue - start + 360 : hue - start
    var (low, high) = (0.0, 6.0)
    for _ in 0..<30 {
      let middle = (low + high) / 2
      if beyondRed(middle) <= wanted { low = middle } else { high = middle }
    }
    let found = OKLCH(lab(Self.onRim(low)))
    return OKLCH(found.lightness, found.chroma, hue)
  }

  /// A point on the rim of most colourful light, from red at 0 over yellow, green, cyan, blue and magenta.
  private static func onRim(_ place: Double) -> RGB {
    let edge = min(Int(place), 5)
    let part = place - Double(edge)
    switch edge {
    case 0: return RGB(1, part, 0)
    case 1: return RGB(1 - part, 1, 0)
    case 2: return RGB(0, 1, part)
    case 3: return RGB(0, 1 - part, 1)
    case 4: return RGB(part, 0, 1)
    default: return RGB(1, 0, 1 - part)
    }
  }
}
