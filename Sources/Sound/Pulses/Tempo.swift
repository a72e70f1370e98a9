/// A musical speed, in hundredths of a beat per minute.
///
/// Every value is within ``range``, so any tempo can be played. Times are never summed from intervals: a
/// plan computes each tick from its index.
public struct Tempo: Hashable, Sendable {
  /// The speeds a metronome can usefully click: 10 to 600 beats per minute.
  public static let range = 1_000...60_000

  public let centiBeatsPerMinute: Int

  /// Creates a tempo, or `nil` when `centiBeatsPerMinute` is outside ``range``.
  public init?(centiBeatsPerMinute: Int) {
    guard Self.range.contains(centiBeatsPerMinute) else { return nil }
    self.centiBeatsPerMinute = centiBeatsPerMinute
  }

  /// The nearest representable tempo.
  public init(clamping beatsPerMinute: Double) {
    let hundredths = beatsPerMinute.isNaN ? 0 : min(max(beatsPerMinute * 100, 0), 1e6)
    let nearest = Int(Functions.nearest(hundredths))
    centiBeatsPerMinute = min(max(nearest, Self.range.lowerBound), Self.range.upperBound)
  }

  /// 120 beats per minute.
  public static let standard = Tempo(clamping: 120)

  public var beatsPerMinute: Double { Double(centiBeatsPerMinute) / 100 }
}

extension Tempo: Comparable {
  public static func < (one: Tempo, other: Tempo) -> Bool {
    one.centiBeatsPerMinute < other.centiBeatsPerMinute
  }
}
