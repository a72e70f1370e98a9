/// The blocks of a FLAC file, found by their numbers and checksums without decoding them.
///
/// It reads files whose blocks have a constant length, so that they are numbered.
struct FlacBlocks {
  /// The number of the next block.
  private(set) var number: Int64
  private let length: Int64
  private let bytes: FlacReader.Bytes
  private var window: [UInt8] = []
  private var windowStart: Int64
  private var place = 0

  /// No block is larger: 65,536 frames of two channels, uncompressed.
  private static let largest = 1 << 19
  private static let portion = 1 << 18

  /// - Parameters:
  ///   - number: of the first block to read, which begins at `offset`.
  ///   - length: of the file, in bytes.
  init(from number: Int64, at offset: Int64, length: Int64, bytes: @escaping FlacReader.Bytes) {
    (self.number, self.length, self.bytes) = (number, length, bytes)
    windowStart = offset
  }

  /// The bytes of the next block.
  mutating func next() throws(FlacError) -> ArraySlice<UInt8> {
    let at = windowStart + Int64(place)
    var end = place
    var sum: UInt16 = 0
    while true {
      if let found = blockEnd(from: &end, &sum) {
        // A file may say of a few bytes that they are a block.
        guard Self.head(of: window[place..<found]) != nil else { throw .damagedBlock(at: at) }
        defer { place = found }
        number += 1
        return window[place..<found]
      }
      let missing = min(Int64(Self.portion), length - windowStart - Int64(window.count))
      guard missing > 0 else { throw .cutShort(at: at) }
      guard window.count - place < Self.largest else { throw .damagedBlock(at: at) }
      window.removeFirst(place)
      (windowStart, end, place) = (at, end - place, 0)
      let count = window.count
      window += bytes(at + Int64(count), Int(missing))
      guard window.count > count else { throw .cutShort(at: at) }
    }
  }

  /// Where the block at `place` ends; `nil` if the window ends first. The checksum of a whole block, with the one that
  /// it contains, is 0, and the next block follows.
  private func blockEnd(from end: inout Int, _ sum: inout UInt16) -> Int? {
    let next = FlacWriter.coded(UInt64(number + 1))
    let isLastPart = windowStart + Int64(window.count) == length
    let limit = window.count - (4 + next.count)
    let table = FlacChecksum.table
    while end < limit {
      sum = sum << 8 ^ table[Int(sum >> 8 ^ UInt16(window[end]))]
      end += 1
      if sum == 0, window[end] == 0xFF, window[end + 1] == 0xF8,
        window[(end + 4)...].starts(with: next), hasHead
      {
        return end
      }
    }
    guard isLastPart, hasHead, FlacChecksum.ofBlock(window[place...]) == 0 else { return nil }
    return window.count
  }

  /// Whether the expected block begins at `place`.
  private var hasHead: Bool {
    let coded = FlacWriter.coded(UInt64(number))
    return window.count - place > 6 + coded.count && window[place] == 0xFF
      && window[place + 1] == 0xF8 && window[(place + 4)...].starts(with: coded)
  }

  /// How many bytes the number of a block has, and what follows it in the head before its checksum; `nil` if the block is
  /// too short for that.
  private static func head(of block: ArraySlice<UInt8>) -> (number: Int, more: Int)? {
    guard block.count > 4 else { return nil }
    let lengths = block[block.startIndex + 2]
    // A number begins with as many ones as it has bytes, except that a single byte has none.
    let number = max((~block[block.startIndex + 4]).leadingZeroBitCount, 1)
    let length = lengths >> 4 == 6 ? 1 : lengths >> 4 == 7 ? 2 : 0
    let rate = lengths & 15 == 12 ? 1 : lengths & 15 > 12 ? 2 : 0
    // Besides them, four bytes before, the checksum of the head, and that of the block.
    return block.count >= number + length + rate + 7 ? (number, length + rate) : nil
  }

  /// Appends a block of such a file as one of a file whose blocks differ in length: with its first frame in place of
  /// its number.
  static func append(_ block: ArraySlice<UInt8>, at frame: Int64, to file: inout [UInt8]) {
    guard let head = head(of: block) else { return }
    let start = file.count
    let (lengths, kinds) = (block[block.startIndex + 2], block[block.startIndex + 3])
    file += [0xFF, 0xF9, lengths, kinds]
    file += FlacWriter.coded(UInt64(frame))
    let place = block.startIndex + 4 + head.number
    file += block[place..<place + head.more]
    file.append(FlacChecksum.ofHead(file[start...]))
    file += block[(place + head.more + 1)..<(block.endIndex - 2)]
    let sum = FlacChecksum.ofBlock(file[start...])
    file += [UInt8(sum >> 8), UInt8(sum & 0xFF)]
  }
}
