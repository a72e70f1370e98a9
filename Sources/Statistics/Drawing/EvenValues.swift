/// Values moved and scaled to between −1 and 1, so that sums of them are accurate and never
/// overflow.
struct EvenValues {
  let scaled: [Double]
  let sum: Double
  /// Sums that differ by less are equal: the rest is rounding, of the sums or of the values
  /// themselves.
  let tolerance: Double

  /// Scales values; `nil` if one is not finite.
  init?(_ values: [Double], around middle: Double) {
    guard middle.isFinite, values.allSatisfy({ $0.isFinite }) else { return nil }
    // Halves, as the difference of two finite numbers may be infinite.
    let moved = values.map { $0 / 2 - middle / 2 }
    let largest = moved.reduce(0) { max($0, abs($1)) }
    let scale = largest > 0 ? largest : 1
    scaled = moved.map { $0 / scale }
    sum = scaled.reduce(0, +)
    let size = values.reduce(0) { max($0, abs($1) / 2 / scale) }
    tolerance = Double(values.count) * (0x1p-36 + size * 0x1p-50)
  }
}
