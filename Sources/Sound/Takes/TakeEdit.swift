/// What remains of a take, as a sequence of its parts; the take itself is never changed.
///
///     var edit = TakeEdit(length: take.frames)
///     edit.trim(to: 48_000..<480_000)
///     edit.cut(96_000..<100_000)
///
/// Positions in the edited take count its frames from 0.
public struct TakeEdit: Hashable, Sendable {
  /// How many frames the original has.
  public let length: Int64
  /// The parts to play, in this order.
  public private(set) var parts: [Range<Int64>]

  /// The permitted number of parts.
  public static let partCounts = 0...10_000
  public static let lengths: ClosedRange<Int64> = 0...1 << 48

  /// The whole take.
  public init(length: Int64) {
    let length = min(max(length, 0), Self.lengths.upperBound)
    self.length = length
    parts = length > 0 ? [0..<length] : []
  }

  private init(length: Int64, parts: [Range<Int64>]) {
    self.length = length
    self.parts = parts
  }

  /// These parts of a take; `nil` if one is beyond its end, or if there are too many.
  init?(parts: [Range<Int64>], of length: Int64) {
    guard Self.lengths.contains(length), parts.count <= Self.partCounts.upperBound,
      parts.allSatisfy({ $0.lowerBound >= 0 && !$0.isEmpty && $0.upperBound <= length })
    else { return nil }
    self.init(length: length, parts: parts)
  }

  /// How many frames remain.
  public var frames: Int64 { parts.reduce(0) { $0 + $1.length } }

  /// Whether nothing has been edited.
  public var isWhole: Bool { self == TakeEdit(length: length) }

  // MARK: - Editing

  /// Keeps only a part.
  public mutating func trim(to range: Range<Int64>) {
    parts = kept(range)
  }

  /// Deletes a part; what comes after it moves up.
  public mutating func cut(_ range: Range<Int64>) {
    let all = frames
    parts =
      kept(0..<min(max(range.lowerBound, 0), all)) + kept(min(max(range.upperBound, 0), all)..<all)
    join()
  }

  /// Splits it into two takes: everything before a frame, and the rest.
  public func split(at frame: Int64) -> (TakeEdit, TakeEdit) {
    let frame = min(max(frame, 0), frames)
    return (
      TakeEdit(length: length, parts: kept(0..<frame)),
      TakeEdit(length: length, parts: kept(frame..<frames))
    )
  }

  /// The parts within a range of the edited take.
  func kept(_ range: Range<Int64>) -> [Range<Int64>] {
    var kept: [Range<Int64>] = []
    var start: Int64 = 0
    for part in parts {
      let from = max(range.lowerBound - start, 0)
      let to = min(range.upperBound - start, part.length)
      if from < to { kept.append(part.lowerBound + from..<part.lowerBound + to) }
      start += part.length
    }
    return kept
  }

  /// Joins parts that are adjacent.
  private mutating func join() {
    var joined: [Range<Int64>] = []
    for part in parts {
      if let last = joined.last, last.upperBound == part.lowerBound {
        joined[joined.count - 1] = last.lowerBound..<part.upperBound
      } else {
        joined.append(part)
      }
    }
    parts = joined
  }

  // MARK: - Positions

  /// The original frame at a position in the edited take; `nil` beyond its end.
  public func original(of frame: Int64) -> Int64? {
    guard frame >= 0 else { return nil }
    var start: Int64 = 0
    for part in parts {
      let place = frame - start
      if place < part.length { return part.lowerBound + place }
      start += part.length
    }
    return nil
  }

  /// The position where an original frame is first heard; `nil` if it was deleted.
  public func place(of original: Int64) -> Int64? {
    var start: Int64 = 0
    for part in parts {
      if part.contains(original) { return start + original - part.lowerBound }
      start += part.length
    }
    return nil
  }
}

extension Range<Int64> {
  /// Its length; `count` would trap on machines with 32-bit integers.
  public var length: Int64 { upperBound - lowerBound }
}

// MARK: - Text

// The length of the original and its parts: `480000 0-48000 96000-120000`.

extension TakeEdit {
  public var text: String {
    var text = "\(length)"
    for part in parts { text += " \(part.lowerBound)-\(part.upperBound)" }
    return text
  }

  /// Reads what ``text`` wrote; `nil` for anything else.
  public init?(parsing text: String) {
    var reader = TextReader(text)
    guard let length = reader.digits(), Self.lengths.contains(length) else { return nil }
    var parts: [Range<Int64>] = []
    while !reader.isAtEnd {
      guard reader.take(" "), let start = reader.digits(), reader.take("-"),
        let end = reader.digits(), start < end, end <= length,
        parts.count < Self.partCounts.upperBound
      else { return nil }
      parts.append(start..<end)
    }
    self.init(length: length, parts: parts)
  }
}
