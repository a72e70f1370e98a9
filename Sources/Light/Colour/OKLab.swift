internal import Sound

/// A colour in perceptual coordinates: lightness, and two axes from green to red and from blue to yellow.
///
/// Equal steps look about equal, so colours are mixed here. (Björn Ottosson's OKLab.)
public struct OKLab: Hashable, Sendable {
  public var lightness: Double
  public var a: Double
  public var b: Double

  public init(_ lightness: Double, _ a: Double, _ b: Double) {
    (self.lightness, self.a, self.b) = (lightness, a, b)
  }

  public static let black = OKLab(0, 0, 0)

  /// The colour that is `part` of the way from one to another, in a straight line.
  public static func mix(_ one: OKLab, _ other: OKLab, _ part: Double) -> OKLab {
    OKLab(
      one.lightness + (other.lightness - one.lightness) * part,
      one.a + (other.a - one.a) * part, one.b + (other.b - one.b) * part)
  }

  /// Its light in sRGB primaries; outside sRGB, amounts are below 0 or above 1.
  public var linear: RGB {
    let (l, m, s) = (
      cube(lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b),
      cube(lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b),
      cube(lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b)
    )
    return RGB(
      4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
      -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
      -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701_0 * s)
  }

  private func cube(_ x: Double) -> Double { x * x * x }

  /// The colour of light in sRGB primaries.
  public init(linear: RGB) {
    let (red, green, blue) = (linear.red, linear.green, linear.blue)
    let l = Functions.cubeRoot(
      0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue)
    let m = Functions.cubeRoot(
      0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue)
    let s = Functions.cubeRoot(
      0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue)
    self.init(
      0.210_454_255_3 * l + 0.793_617_785_0 * m - 0.004_072_046_8 * s,
      1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s,
      0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s)
  }
}

/// OKLab as lightness, chroma (the distance from grey) and hue.
public struct OKLCH: Hashable, Sendable {
  public var lightness: Double
  public var chroma: Double
  /// The hue in degrees, from 0 up to 360.
  public var hue: Double

  public init(_ lightness: Double, _ chroma: Double, _ hue: Double) {
    (self.lightness, self.chroma, self.hue) = (lightness, chroma, hue)
  }

  public init(_ lab: OKLab) {
    lightness = lab.lightness
    chroma = (lab.a * lab.a + lab.b * lab.b).squareRoot()
    let turns = Functions.turns(y: lab.b, x: lab.a)
    hue = (turns < 0 ? turns + 1 : turns) * 360
  }

  public var lab: OKLab {
    OKLab(
      lightness, chroma * Functions.cosine(turns: hue / 360),
      chroma * Functions.sine(turns: hue / 360))
  }
}
