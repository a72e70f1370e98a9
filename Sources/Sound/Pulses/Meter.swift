/// How strongly a click is played.
public enum Accent: Int, Hashable, Sendable, CaseIterable {
  case mute, soft, normal, strong

  public var name: String {
    switch self {
    case .mute: "mute"
    case .soft: "soft"
    case .normal: "normal"
    case .strong: "strong"
    }
  }
}

/// The accents of one bar of a metronome.
public struct Meter: Hashable, Sendable {
  public static let beatCounts = 1...32
  public static let subdivisionCounts = 1...12
  /// Where the second of two subdivisions may fall, in percent of the beat: from straight to well beyond
  /// triplets.
  public static let swings = 50...75
  /// How many voices a polyrhythm may have, including the beats.
  public static let voiceLimit = 4
  public static let voiceCounts = 1...32

  /// The beats of the bar.
  public private(set) var beats: [Accent]
  /// What is played within a beat: one entry per subdivision.
  ///
  /// The first is the beat itself; its entry is unused.
  public private(set) var subdivisions: [Accent]
  /// Where off-beats fall; only beats divided by two, four and so on can swing.
  public private(set) var swing: Int
  /// Further voices: how many evenly spaced strokes each has in a bar.
  public private(set) var voices: [Int]

  /// Four beats, the first of them strong.
  public static let common = Meter(unchecked: [.strong, .normal, .normal, .normal])

  private init(unchecked beats: [Accent]) {
    self.beats = beats
    (subdivisions, swing, voices) = ([.normal], 50, [])
  }

  /// Creates a bar, or `nil` if a count is out of range.
  public init?(
    beats: [Accent], subdivisions: [Accent] = [.normal], swing: Int = 50, voices: [Int] = []
  ) {
    guard Self.beatCounts.contains(beats.count), Self.swings.contains(swing),
      Self.subdivisionCounts.contains(subdivisions.count), voices.count < Self.voiceLimit,
      voices.allSatisfy({ Self.voiceCounts.contains($0) })
    else { return nil }
    self.beats = beats
    self.subdivisions = subdivisions
    self.swing = swing
    self.voices = voices
  }

  /// This many beats, the first of them strong.
  public init?(beats count: Int, subdivisions: Int = 1, swing: Int = 50, voices: [Int] = []) {
    guard Self.beatCounts.contains(count), Self.subdivisionCounts.contains(subdivisions) else {
      return nil
    }
    self.init(
      beats: [.strong] + [Accent](repeating: .normal, count: count - 1),
      subdivisions: [.normal] + [Accent](repeating: .soft, count: subdivisions - 1), swing: swing,
      voices: voices)
  }

  /// Groups of beats: the bar starts strong, the other groups start normal, and the rest is soft.
  public init?(grouping: [Int], subdivisions: Int = 1, swing: Int = 50, voices: [Int] = []) {
    guard Self.subdivisionCounts.contains(subdivisions), !grouping.isEmpty,
      grouping.allSatisfy({ Self.groups.contains($0) })
    else { return nil }
    var beats: [Accent] = []
    for group in grouping {
      guard beats.count + group <= Self.beatCounts.upperBound else { return nil }
      beats.append(beats.isEmpty ? .strong : .normal)
      beats += [Accent](repeating: .soft, count: group - 1)
    }
    self.init(
      beats: beats,
      subdivisions: [.normal] + [Accent](repeating: .soft, count: subdivisions - 1), swing: swing,
      voices: voices)
  }

  /// How many beats a group may have.
  public static let groups = 1...4

  /// All ways to group `count` beats in the sizes of ``groups``, largest groups first; at most `limit`.
  public static func groupings(of count: Int, limit: Int = 256) -> [[Int]] {
    var found: [[Int]] = []
    func add(_ grouping: [Int], _ rest: Int) {
      guard found.count < limit else { return }
      guard rest > 0 else { return found.append(grouping) }
      for group in groups.reversed() where group <= rest { add(grouping + [group], rest - group) }
    }
    if beatCounts.contains(count) { add([], count) }
    return found
  }
}
