/// Which bytes of a file a Range header asks for.
enum ByteRange: Hashable, Sendable {
  case all
  case part(Range<Int64>)
  /// There are no such bytes.
  case none

  /// Reads `bytes=0-499`, `bytes=500-` or `bytes=-500`. Anything else, including several ranges, means all bytes, as
  /// RFC 9110 allows.
  init(_ header: String?, of count: Int64) {
    self = header.flatMap { Self.parse($0, count) } ?? .all
  }

  private static func parse(_ header: String, _ count: Int64) -> ByteRange? {
    let text = header.filter { $0 != " " && $0 != "\t" }.lowercased()
    guard text.hasPrefix("bytes=") else { return nil }
    let ends = text.dropFirst(6).split(
      separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard ends.count == 2 else { return nil }
    if ends[0].isEmpty {
      guard let length = number(ends[1]) else { return nil }
      return length == 0 || count == 0 ? ByteRange.none : .part(max(count - length, 0)..<count)
    }
    guard let first = number(ends[0]) else { return nil }
    var last = Int64.max
    if !ends[1].isEmpty {
      guard let end = number(ends[1]), end >= first else { return nil }
      last = end
    }
    guard first < count else { return ByteRange.none }
    return .part(first..<(min(last, count - 1) + 1))
  }

  private static func number(_ text: Substring) -> Int64? {
    guard !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return Int64(text) ?? .max
  }
}
