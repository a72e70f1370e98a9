internal import Sound

/// Rows of pixels from the top, each three amounts of light.
public struct Picture: Hashable, Sendable {
  public let width: Int
  public let height: Int
  /// Red, green and blue of one pixel after the other.
  public internal(set) var light: [Float]

  /// A black picture; at least one pixel.
  public init(width: Int, height: Int) {
    self.width = max(width, 1)
    self.height = max(height, 1)
    light = [Float](repeating: 0, count: 3 * self.width * self.height)
  }

  public subscript(x: Int, y: Int) -> RGB {
    get {
      let place = 3 * (y * width + x)
      return RGB(Double(light[place]), Double(light[place + 1]), Double(light[place + 2]))
    }
    set {
      let place = 3 * (y * width + x)
      light[place] = Float(newValue.red)
      light[place + 1] = Float(newValue.green)
      light[place + 2] = Float(newValue.blue)
    }
  }

  /// Three bytes for each pixel, as files and screens have them.
  ///
  /// A fixed pattern of less than one step hides the steps of a ramp. It is the same for all three amounts, so it adds no
  /// colour, and in every picture, so it does not flicker.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(light.count)
    for y in 0..<height {
      for x in 0..<width {
        let place = 3 * (y * width + x)
        let offset = Self.pattern[(y & 3) * 4 + (x & 3)]
        for part in 0..<3 {
          bytes.append(Self.byte(light[place + part], offset))
        }
      }
    }
    return bytes
  }

  /// Sixteen offsets from 1/32 to 31/32 of a step, each far from its neighbours.
  private static let pattern: [Float] = [
    0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5,
  ].map { ($0 + 0.5) / 16 }

  private static func byte(_ light: Float, _ offset: Float) -> UInt8 {
    let place = Int(min(max(light, 0), 1) * 4_095 + 0.5)
    return UInt8(min(curve[place] + offset, 255))
  }

  /// The curve from light to steps of 255, at 4,096 places; below the first it is straight anyway.
  private static let curve: [Float] = (0...4_095).map {
    Float(RGB.encode(Double($0) / 4_095) * 255)
  }
}
