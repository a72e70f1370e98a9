/// A hybrid logical time: milliseconds since 1970 in 48 bits, then a counter of 16.
///
/// It follows the wall clock, never goes backwards, and moves past whatever it has seen. A full counter
/// carries into the milliseconds.
public struct HybridTime: Hashable, Sendable {
  public let bits: UInt64

  /// Limited to 63 bits, so that a database can store it as a positive number.
  public init(_ bits: UInt64) {
    self.bits = min(bits, 0x7FFF_FFFF_FFFF_FFFF)
  }

  public init(milliseconds: Int64, counter: UInt16 = 0) {
    let time = UInt64(min(max(milliseconds, 0), Self.lastMilliseconds))
    self.init(time << 16 | UInt64(counter))
  }

  /// The last representable time, in the year 6429.
  public static let lastMilliseconds: Int64 = 0x7FFF_FFFF_FFFF

  public static let zero = HybridTime(0)

  public var milliseconds: Int64 { Int64(bits >> 16) }
  public var counter: UInt16 { UInt16(truncatingIfNeeded: bits) }

  /// The next moment.
  public var next: HybridTime { HybridTime(bits &+ 1) }

  /// Later by this many ticks of the counter.
  public func advanced(by ticks: UInt64) -> HybridTime {
    let (sum, isOver) = bits.addingReportingOverflow(ticks)
    return HybridTime(isOver ? .max : sum)
  }

  /// How far a stamp may be ahead of what its author saw, if that is in a false future.
  static let leeway: UInt64 = 1_000

  /// This moment, or the next free one after those of `times` that are hardly later: a device that keeps
  /// counting from what it saw must not issue the same stamp twice.
  func behind(_ times: [HybridTime]) -> HybridTime {
    var time = self
    var index = 0
    while index < times.count {
      let other = times[index]
      index += 1
      if other >= time, other.bits - time.bits < Self.leeway / 2 {
        // Times that were passed may be close to the later moment.
        time = other.next
        index = 0
      }
    }
    return time
  }
}

extension HybridTime: Comparable {
  public static func < (one: HybridTime, other: HybridTime) -> Bool { one.bits < other.bits }
}

/// When and where a value was written: of two values of a cell, the one with the greater stamp wins.
public struct Stamp: Hashable, Sendable {
  public let time: HybridTime
  public let device: DeviceID

  public init(_ time: HybridTime, _ device: DeviceID) {
    self.time = time
    self.device = device
  }

  /// The first stamp after this one.
  var next: Stamp {
    device.bits == .max
      ? Stamp(time.next, DeviceID(0)) : Stamp(time, DeviceID(device.bits + 1))
  }
}

extension Stamp: Comparable {
  public static func < (one: Stamp, other: Stamp) -> Bool {
    one.time != other.time ? one.time < other.time : one.device < other.device
  }
}
