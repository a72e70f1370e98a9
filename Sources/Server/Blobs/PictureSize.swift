/// The size of a picture in pixels, from its header.
struct PictureSize: Hashable, Sendable {
  let width: Int
  let height: Int

  /// The limit for a picture: 40 megapixels.
  static let pixelLimit = 40_000_000

  /// Whether a device can open it without running out of memory.
  var isWithinLimit: Bool { width > 0 && height > 0 && width <= Self.pixelLimit / height }

  /// Reads a picture's header; `nil` if these bytes do not contain the size.
  init?(_ kind: BlobKind, head: [UInt8]) {
    let found: (Int, Int)? =
      switch kind {
      case .png: Self.ofPNG(head)
      case .jpeg: Self.ofJPEG(head)
      case .webp: Self.ofWebP(head)
      default: nil
      }
    guard let found else { return nil }
    (width, height) = found
  }

  private static func ofPNG(_ head: [UInt8]) -> (Int, Int)? {
    guard head.has("IHDR", at: 12), head.count >= 24 else { return nil }
    return (number(head[16..<20]), number(head[20..<24]))
  }

  private static func ofJPEG(_ head: [UInt8]) -> (Int, Int)? {
    var place = 2
    while place + 9 <= head.count {
      guard head[place] == 0xFF else { return nil }
      let marker = head[place + 1]
      switch marker {
      case 0xFF: place += 1
      case 0x01, 0xD0...0xD8: place += 2
      case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker):
        return (number(head[(place + 7)..<(place + 9)]), number(head[(place + 5)..<(place + 7)]))
      case 0xD9, 0xDA: return nil
      default: place += 2 + max(number(head[(place + 2)..<(place + 4)]), 2)
      }
    }
    return nil
  }

  private static func ofWebP(_ head: [UInt8]) -> (Int, Int)? {
    guard head.count >= 30 else { return nil }
    if head.has("VP8X", at: 12) {
      return (number(head[24..<27].reversed()) + 1, number(head[27..<30].reversed()) + 1)
    }
    if head.has("VP8L", at: 12), head[20] == 0x2F {
      let bits = number(head[21..<25].reversed())
      return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
    }
    guard head.has("VP8 ", at: 12), head[23..<26].elementsEqual([0x9D, 0x01, 0x2A]) else {
      return nil
    }
    return (number(head[26..<28].reversed()) & 0x3FFF, number(head[28..<30].reversed()) & 0x3FFF)
  }

  /// The bytes as a big-endian number.
  private static func number(_ bytes: some Sequence<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }
}
