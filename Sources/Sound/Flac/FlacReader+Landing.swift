// Finds a block from which a frame can be reached: by the seek table, or else by bisecting the file.

extension FlacReader {
  typealias Landing = (frame: Int64, offset: Int64)

  /// The distance below which blocks are read in sequence instead of bisecting further.
  private static let near: Int64 = 1 << 16

  /// A block that begins at or before a frame, not far from it.
  func landing(before frame: Int64) -> Landing {
    var low: Landing = (0, soundStart)
    var high = length
    for point in points {
      // A table entry counts only if there really is a block.
      let start = soundStart + point.offset
      guard start < length else { break }
      if point.frame > frame {
        high = start
        break
      }
      if point.frame > low.frame { low = (point.frame, start) }
    }
    if low.frame > 0, !isBlock(low) {
      low = (0, soundStart)
      high = length
    }
    while high - low.offset > Self.near {
      let middle = low.offset + (high - low.offset) / 2
      if let found = block(from: middle, before: high), found.frame <= frame {
        low = found
      } else {
        high = middle
      }
    }
    return low
  }

  /// Whether there is a block at a claimed position.
  private func isBlock(_ landing: Landing) -> Bool {
    block(from: landing.offset, before: landing.offset + 1)?.frame == landing.frame
  }

  /// The first block that begins at or after a position, and before another.
  private func block(from start: Int64, before end: Int64) -> Landing? {
    var block = FlacBlock(channels: info.channels)
    var window: [UInt8] = []
    var windowStart = start
    var place = 0
    var size = 1 << 15
    while windowStart + Int64(place) < min(end, length) {
      if window.count - place < 2 || size > window.count {
        windowStart += Int64(place)
        place = 0
        window = bytes(windowStart, size)
        guard window.count >= 2 else { return nil }
      }
      while place + 1 < window.count, window[place] != 0xFF || window[place + 1] & 0xFE != 0xF8 {
        place += 1
      }
      guard place + 1 < window.count else {
        if windowStart + Int64(window.count) >= length { return nil }
        continue
      }
      guard windowStart + Int64(place) < end else { return nil }
      do throws(FlacBlock.Trouble) {
        try block.read(window, at: place, info)
        return (block.position, windowStart + Int64(place))
      } catch {
        let isAllThere = windowStart + Int64(window.count) >= length
        if error == .needsMore, !isAllThere, window.count - place < 1 << 19 {
          // It may be longer: look again with more data.
          size = max(2 * (window.count - place), 1 << 15)
          windowStart += Int64(place)
          place = 0
          window = bytes(windowStart, size)
        } else {
          place += 1
        }
      }
    }
    return nil
  }
}
