/// What the tools hear for the test of a reed.
public enum HeardOfReed: Equatable, Sendable {
  /// Nothing that has a pitch.
  case nothing
  /// A pitch, and its distance from the A that everything is tuned to.
  case pitch(hertz: Double, cents: Double)
  /// Why nothing can be heard, and what to do.
  case trouble(String)
}
