/// Guards a set of tests against finding something by luck.
public enum BenjaminiHochberg {
  /// The q of every test, in the order of `p`: report those up to q, and on average no more than
  /// that part of them is luck.
  ///
  /// q₍ᵢ₎ = min over j ≥ i of m·p₍ⱼ₎ / j, at most 1 (Benjamini and Hochberg 1995). `nil` if a p is
  /// not from 0 to 1.
  ///
  /// - Complexity: O(m log m) for m tests.
  public static func adjusted(_ p: [Double]) -> [Double]? {
    guard p.allSatisfy({ 0 <= $0 && $0 <= 1 }) else { return nil }
    var adjusted = p
    var lowest = 1.0
    let order = p.indices.sorted { p[$0] < p[$1] }
    for (place, index) in order.enumerated().reversed() {
      lowest = min(lowest, p[index] * Double(p.count) / Double(place + 1))
      adjusted[index] = lowest
    }
    return adjusted
  }
}
