import Synchronization

/// The id of a request, the same in its log line and in an error response.
public struct RequestID: Hashable, Sendable {
  private let number: UInt64

  public init(number: UInt64) {
    self.number = number
  }

  private static let start = UInt64.random(in: .min ... .max)
  private static let counter = Atomic<UInt64>(0)

  /// An id that no other request of this process has.
  public static func next() -> RequestID {
    // A step of SplitMix64: different counts give different numbers, which do not reveal the count.
    let (count, _) = counter.add(1, ordering: .relaxed)
    var mixed = start &+ count &* 0x9e37_79b9_7f4a_7c15
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return RequestID(number: mixed ^ mixed >> 31)
  }
}

extension RequestID: CustomStringConvertible {
  /// Sixteen hexadecimal digits.
  public var description: String {
    let digits = (0..<16).map { place in
      let digit = UInt8(truncatingIfNeeded: number >> UInt64(60 - 4 * place)) & 15
      return digit + (digit < 10 ? 0x30 : 0x57)
    }
    return String(decoding: digits, as: UTF8.self)
  }
}
