/// A note in a MIDI file, on the drum channel.
public struct MidiNote: Hashable, Sendable {
  /// In milliseconds from the beginning.
  public var start: Int64
  public var length: Int64
  /// The drum's key.
  public var key: Int
  /// The velocity: 1 to 127.
  public var velocity: Int

  public init(start: Int64, length: Int64 = 40, key: Int, velocity: Int) {
    self.start = start
    self.length = length
    self.key = key
    self.velocity = velocity
  }
}

/// Writes clicks as a MIDI file with one track whose tick is a millisecond: 120 quarters per minute of 500
/// ticks.
public enum MidiWriter {
  private static let ticksPerQuarter = 500
  private static let microsecondsPerQuarter = 500_000

  /// The bytes of the file; notes before the beginning are left out.
  ///
  /// - Parameter end: when the track ends, in milliseconds.
  public static func bytes(_ notes: [MidiNote], title: String, end: Int64) -> [UInt8] {
    var track: [UInt8] = []
    write([0xFF, 0x03], Array(title.utf8), after: 0, to: &track)
    write([0xFF, 0x51], big(microsecondsPerQuarter, bytes: 3), after: 0, to: &track)
    var events: [(tick: Int64, bytes: [UInt8])] = []
    for note in notes where note.start >= 0 {
      let key = UInt8(min(max(note.key, 0), 127))
      events.append((note.start, [0x99, key, UInt8(min(max(note.velocity, 1), 127))]))
      events.append((note.start + max(note.length, 1), [0x89, key, 0]))
    }
    // Each delta is the difference of two times, so that no rounding errors add up.
    var place: Int64 = 0
    let order = events.indices.sorted { one, other in
      events[one].tick == events[other].tick ? one < other : events[one].tick < events[other].tick
    }
    for index in order {
      writeLength(events[index].tick - place, to: &track)
      track += events[index].bytes
      place = events[index].tick
    }
    write([0xFF, 0x2F], [], after: max(end - place, 0), to: &track)
    return Array("MThd".utf8) + big(6, bytes: 4) + big(0, bytes: 2) + big(1, bytes: 2)
      + big(ticksPerQuarter, bytes: 2) + Array("MTrk".utf8) + big(track.count, bytes: 4) + track
  }

  /// A meta event of the track: its type and its content.
  private static func write(
    _ kind: [UInt8], _ content: [UInt8], after ticks: Int64, to track: inout [UInt8]
  ) {
    writeLength(ticks, to: &track)
    track += kind
    writeLength(Int64(content.count), to: &track)
    track += content
  }

  /// Seven bits per byte, highest first; each but the last has its top bit set.
  private static func writeLength(_ number: Int64, to track: inout [UInt8]) {
    // No delta has more than 28 bits: that would be three days.
    let number = min(max(number, 0), 0x0FFF_FFFF)
    for shift in stride(from: 21, to: 0, by: -7) where number >> Int64(shift) > 0 {
      track.append(UInt8(truncatingIfNeeded: number >> Int64(shift)) | 0x80)
    }
    track.append(UInt8(truncatingIfNeeded: number) & 0x7F)
  }

  private static func big(_ number: Int, bytes count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
