/// Values below which a given part of the data is.
public enum Quantiles {
  /// The quantile at `part`, from 0 (the smallest value) to 1 (the largest).
  ///
  /// Type 7 of Hyndman and Fan (1996), the default of R and NumPy: straight lines between the values in
  /// order, the k-th of n at (k − 1) / (n − 1). O(n log n). `nil` without values, where one is not
  /// finite, or for a part outside 0 to 1.
  public static func at(_ part: Double, of values: [Double]) -> Double? {
    guard part >= 0, part <= 1 else { return nil }
    guard !values.isEmpty, values.allSatisfy({ $0.isFinite }) else { return nil }
    return at(part, ofOrdered: values.sorted())
  }

  /// The value in the middle, or halfway between the two there.
  public static func median(of values: [Double]) -> Double? { at(0.5, of: values) }

  /// The quantile of values that are in order; at least one.
  static func at(_ part: Double, ofOrdered values: [Double]) -> Double {
    let place = part * Double(values.count - 1)
    let index = min(Int(place), values.count - 1)
    let (low, high) = (values[index], values[min(index + 1, values.count - 1)])
    guard low < high else { return low }
    let share = place - Double(index)
    return low * (1 - share) + high * share
  }
}
