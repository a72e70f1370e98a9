/// A click to be played at a sample.
public struct Strike: Hashable, Sendable {
  public var sample: Int64
  public var sound: ClickSound
  public var accent: Accent
  /// The factor for its samples.
  public var level: Float

  public init(sample: Int64, sound: ClickSound, accent: Accent, level: Float = 1) {
    self.sample = sample
    self.sound = sound
    self.accent = accent
    self.level = level
  }
}

/// Renders strikes to samples, in blocks of any size, sample-accurately.
public struct ClickRenderer: Sendable {
  private let table: ClickTable
  /// The clicks still sounding; the last one is the first to be cut by the next.
  private var sounding: [Sounding] = []

  private struct Sounding {
    var strike: Strike
    /// Samples until the next strike that is not muted.
    var room: Int
  }

  /// How many samples after a click the next one can still cut it short.
  public var reach: Int64 { 2 * Int64(table.length) }

  public init(sampleRate: Int) {
    table = ClickTable(sampleRate: sampleRate)
    sounding.reserveCapacity(16)
  }

  /// Adds a strike; `next` is the first later sample on which something is heard, if one is within ``reach``.
  public mutating func add(_ strike: Strike, next: Int64?) {
    guard strike.accent != .mute else { return }
    let room = next.map { Int(clamping: max($0 - strike.sample, 0)) } ?? .max
    if sounding.count == 16 { sounding.removeFirst() }
    sounding.append(Sounding(strike: strike, room: room))
  }

  /// Adds everything sounding from `start` on to `block`.
  public mutating func render(to block: inout [Float], from start: Int64) {
    var isOver = true
    for click in sounding {
      let first = max(0, click.strike.sample - start)
      guard first < block.count else {
        isOver = false
        continue
      }
      for index in Int(first)..<block.count {
        let place = Int(clamping: start + Int64(index) - click.strike.sample)
        let sample = table.sample(
          place, click.strike.sound, of: click.strike.accent, room: click.room)
        block[index] += sample * click.strike.level
      }
      if start + Int64(block.count) - click.strike.sample < Int64(table.length) { isOver = false }
    }
    if isOver { sounding.removeAll(keepingCapacity: true) }
  }
}
