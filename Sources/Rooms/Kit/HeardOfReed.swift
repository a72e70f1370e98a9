/// What the tools hear during a reed test.
public enum HeardOfReed: Equatable, Sendable {
  /// Nothing with a pitch.
  case nothing
  /// A pitch, and its distance from the reference A.
  case pitch(hertz: Double, cents: Double)
  /// Why the microphone cannot be used, and what to do.
  case trouble(String)
}
