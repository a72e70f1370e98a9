internal import Sound

/// Light as a screen adds it up: amounts of red, green and blue, from none at 0 to all that the screen has at 1.
public struct RGB: Hashable, Sendable {
  public var red: Double
  public var green: Double
  public var blue: Double

  public init(_ red: Double, _ green: Double, _ blue: Double) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  public static let black = RGB(0, 0, 0)
  public static let white = RGB(1, 1, 1)

  /// How light it is: 0 for black, 1 for white.
  public var luminance: Double { red * 0.212_639 + green * 0.715_169 + blue * 0.072_192 }

  /// The same with no amount below 0 or above 1.
  public var clipped: RGB {
    RGB(min(max(red, 0), 1), min(max(green, 0), 1), min(max(blue, 0), 1))
  }

  /// The values from 0 to 1 that image files use for it. Both gamuts use the same curve.
  public var encoded: RGB {
    RGB(Self.encode(red), Self.encode(green), Self.encode(blue))
  }

  /// The light of the values in an image file.
  public init(encoded: RGB) {
    self.init(
      Self.decode(encoded.red), Self.decode(encoded.green), Self.decode(encoded.blue))
  }

  static func encode(_ x: Double) -> Double {
    guard x > 0.003_130_8 else { return 12.92 * x }
    return 1.055 * Functions.power(x, 1 / 2.4) - 0.055
  }

  static func decode(_ x: Double) -> Double {
    guard x > 0.040_45 else { return x / 12.92 }
    return Functions.power((x + 0.055) / 1.055, 2.4)
  }
}
