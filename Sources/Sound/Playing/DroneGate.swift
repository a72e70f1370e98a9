/// Lets a drone through while a metronome is silent: it is there when a gap begins, and gone when the gap ends.
///
/// It looks ahead by the length of a fade, so that no click after a gap overlaps the drone. It stays open if no
/// metronome with gaps is playing.
struct DroneGate: Sendable {
  /// How long it takes to open or close, in seconds.
  static let length = 0.08

  private var isUsed = false
  private var fade = Fade()
  private let length: Int
  /// What happens within the block: whether it opens, and from which sample on.
  private var changes: [Change] = []
  private var nextChange = 0

  private struct Change {
    var sample: Int64
    var opens: Bool
  }

  /// The most changes that can occur within a block of any length.
  private static let changeLimit = 256

  init(sampleRate: Int) {
    length = Int(Self.length * Double(sampleRate))
    changes.reserveCapacity(Self.changeLimit)
    fade.go(to: 1, in: 1)
    _ = fade.next()
  }

  /// Whether what sounds from now on is for the gaps alone; takes effect at once if nothing sounds now.
  mutating func isUsed(_ isUsed: Bool, _ transport: Transport, isSilent: Bool) {
    self.isUsed = isUsed
    guard isSilent else { return }
    fade.go(to: isUsed && transport.hasGaps && !transport.isInGap ? 0 : 1, in: 1)
    _ = fade.next()
  }

  /// Determines what happens from one sample up to another.
  mutating func plan(_ transport: Transport, from place: Int64, to end: Int64) {
    changes.removeAll(keepingCapacity: true)
    nextChange = 0
    guard isUsed, transport.hasGaps else {
      if fade.target != 1 { changes.append(Change(sample: place, opens: true)) }
      return
    }
    var ahead = transport
    var isInGap = transport.isInGap
    add(Change(sample: place, opens: isInGap))
    while let cue = ahead.next(before: end + Int64(length)) {
      if ahead.isInGap != isInGap {
        isInGap.toggle()
        add(
          Change(sample: isInGap ? cue.sample : cue.sample - Int64(length), opens: isInGap),
          before: end)
      }
    }
  }

  /// If changes coincide, the last one counts.
  private mutating func add(_ change: Change, before end: Int64 = .max) {
    let earliest = changes.last?.sample ?? change.sample
    let sample = max(change.sample, earliest)
    guard sample < end, changes.count < Self.changeLimit else { return }
    if sample == earliest, !changes.isEmpty { changes.removeLast() }
    changes.append(Change(sample: sample, opens: change.opens))
  }

  /// The level at a sample; samples must be requested in order.
  mutating func next(at sample: Int64) -> Double {
    while nextChange < changes.count, changes[nextChange].sample <= sample {
      let target = changes[nextChange].opens ? 1.0 : 0
      if fade.target != target { fade.go(to: target, in: length) }
      nextChange += 1
    }
    return fade.next()
  }
}
