/// The degrees that a pitch may be tuned to, from the root up to where they repeat.
///
/// A scale of twelve degrees gives each of the twelve notes a degree. With any other size the degrees
/// are counted separately, and a pitch is named by the nearest note.
public struct Scale: Hashable, Sendable {
  public let name: String
  /// Cents above the root, rising from 0, all below ``period``.
  public let degrees: [Double]
  /// Cents from the root to where the degrees repeat; 1200 for an octave.
  public let period: Double

  /// How many degrees a scale may have.
  public static let sizes = 1...1024

  /// Creates a scale, or `nil` if the degrees do not rise from 0 to below the period.
  public init?(name: String, degrees: [Double], period: Double) {
    guard Self.sizes.contains(degrees.count), degrees[0] == 0, period.isFinite, period >= 1,
      period <= 12_000, zip(degrees, degrees.dropFirst()).allSatisfy({ $0 < $1 }),
      degrees[degrees.count - 1] < period
    else { return nil }
    self.name = name
    self.degrees = degrees
    self.period = period
  }

  /// A number of equal steps to the octave, or `nil` outside ``sizes``.
  public init?(equalDivisions count: Int) {
    guard Self.sizes.contains(count) else { return nil }
    self.init(
      name: "\(count) equal steps", degrees: (0..<count).map { 1200 * Double($0) / Double(count) },
      period: 1200)
  }

  /// The degree nearest to a pitch, counted across periods, and the pitch's distance from it.
  func nearest(toCentsAboveRoot cents: Double) -> (degree: Int, offset: Double) {
    let turn = Functions.floor(cents / period)
    let rest = cents - turn * period
    // The first degree of the next period may be nearer than the last of this one.
    var best = (degree: degrees.count, offset: rest - period)
    for (degree, place) in degrees.enumerated() where abs(rest - place) < abs(best.offset) {
      best = (degree, rest - place)
    }
    return (best.degree + Int(turn) * degrees.count, best.offset)
  }

  /// How far a degree is above the root, counted across periods.
  func cents(ofDegree degree: Int) -> Double {
    let count = degrees.count
    let turn = degree >= 0 ? degree / count : -((count - 1 - degree) / count)
    return Double(turn) * period + degrees[degree - turn * count]
  }
}
