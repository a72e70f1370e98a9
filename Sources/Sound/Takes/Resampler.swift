/// Reads samples at another speed, without aliasing from above half the rate.
///
/// Each new sample is a sum of those around its position, weighted by a windowed sinc; the weights are interpolated
/// between two of 256 tabulated positions.
struct Resampler: Sendable {
  /// How many samples to advance per new one.
  let step: Double
  /// How many samples on either side are summed.
  let reach: Int
  private let weights: [Float]
  private static let places = 256

  init(step: Double) {
    self.step = step
    // When it runs faster, frequencies too high for the new rate are removed.
    let cutoff = 0.96 * min(1, 1 / step)
    let reach = Int(24 / cutoff) + 1
    self.reach = reach
    var weights: [Float] = []
    weights.reserveCapacity((Self.places + 1) * 2 * reach)
    for place in 0...Self.places {
      let offset = Double(place) / Double(Self.places)
      var row: [Double] = []
      for index in 0..<2 * reach {
        let distance = Double(index - reach + 1) - offset
        row.append(Self.sinc(distance * cutoff) * Self.window(distance / Double(reach)))
      }
      let sum = row.reduce(0, +)
      for weight in row { weights.append(Float(weight / sum)) }
    }
    self.weights = weights
  }

  private static func sinc(_ x: Double) -> Double {
    abs(x) < 1e-9 ? 1 : Functions.sine(turns: x / 2) / (.pi * x)
  }

  /// Falls to nothing at −1 and 1 (Blackman and Harris).
  private static func window(_ x: Double) -> Double {
    guard abs(x) < 1 else { return 0 }
    return 0.35875 + 0.48829 * Functions.cosine(turns: x / 2)
      + 0.14128 * Functions.cosine(turns: x) + 0.01168 * Functions.cosine(turns: 1.5 * x)
  }

  /// The sample at a position between two frames; needs `reach` frames on either side.
  @inline(__always)
  func sample(_ samples: Span<Float>, _ place: Double, _ channel: Int, of channels: Int) -> Float {
    let whole = Int(place)
    let fine = (place - Double(whole)) * Double(Self.places)
    let row = Int(fine)
    let part = Float(fine - Double(row))
    let weights = weights.span
    let first = row * 2 * reach
    var (sum, next): (Float, Float) = (0, 0)
    var index = (whole - reach + 1) * channels + channel
    for offset in 0..<2 * reach {
      let sample = samples[index]
      sum += sample * weights[first + offset]
      next += sample * weights[first + 2 * reach + offset]
      index += channels
    }
    return sum + (next - sum) * part
  }
}
