import Sound

/// The counts of a count-in, or of a bar of one, that a voice has time to say.
public struct SpokenCount: Hashable, Sendable {
  /// The least time for one number, in milliseconds.
  public static let leastGap = 400.0

  /// The counts that are said, from 1 on; empty if all of them together are too short.
  public let said: [Int]
  /// The number of counts.
  public let total: Int
  /// The length of a count, in milliseconds.
  private let length: Double

  /// - Parameter counts: those that may be said, in order. One that is too close to the one before it, or to the
  ///   end, is left out.
  public init(_ counts: [Int], of total: Int, every length: Double) {
    var said: [Int] = []
    for count in counts {
      let isClear = said.last.map { Double(count - $0) * length >= Self.leastGap } ?? true
      if isClear, Double(total + 1 - count) * length >= Self.leastGap { said.append(count) }
    }
    (self.said, self.total, self.length) = (said, total, length)
  }

  /// Whether it says all of them.
  public var isWhole: Bool { said.count == total }

  /// What is said after a count that is said, and how many milliseconds later.
  ///
  /// - Parameter repeats: whether the counts start again after the last.
  public func next(after count: Int, repeats: Bool) -> (count: Int, milliseconds: Double)? {
    guard let index = said.firstIndex(of: count) else { return nil }
    if index + 1 < said.count {
      return (said[index + 1], Double(said[index + 1] - count) * length)
    }
    return repeats ? (said[0], Double(total + said[0] - count) * length) : nil
  }

  /// The least time between two that are said, in milliseconds; they are all spoken at the rate that fits into it.
  public var gap: Double {
    said.reduce(Double(total) * length) { least, count in
      min(least, next(after: count, repeats: true)?.milliseconds ?? least)
    }
  }
}

extension MetronomeSetup {
  /// What a voice says in a bar of the count-in: each beat, or if those are too fast, the first of each group.
  public var spokenCount: SpokenCount {
    let length = 60_000 / metronome.tempo.stretches[0].tempo.beatsPerMinute
    var counts = Array(1...beats.count)
    if length < SpokenCount.leastGap, !groups.isEmpty {
      var first = 1
      counts = groups.map { group in
        defer { first += group }
        return first
      }
    }
    return SpokenCount(counts, of: beats.count, every: length)
  }
}
