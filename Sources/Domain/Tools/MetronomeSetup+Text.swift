import Sound

// The short texts of a metronome's row: accents as digits, "3222"; groups, "2+3"; voices, "3,4".

extension MetronomeSetup {
  /// Why a text is not a grouping.
  public enum GroupingError: Error, Hashable, Sendable {
    case notANumber(String)
    case groupOutOfRange(Int)
    case tooManyBeats(Int)
  }

  /// Reads groups of beats such as `2+2+3`.
  public static func groups(parsing text: String) throws(GroupingError) -> [Int] {
    var groups: [Int] = []
    var sum = 0
    for part in text.utf8.split(
      separator: UInt8(ascii: "+"), maxSplits: 64, omittingEmptySubsequences: false)
    {
      let word = Array(part).trimmed
      guard let group = number(word) else {
        throw .notANumber(String(decoding: word, as: UTF8.self))
      }
      guard Meter.groups.contains(group) else { throw .groupOutOfRange(group) }
      groups.append(group)
      sum += group
    }
    guard Meter.beatCounts.contains(sum) else { throw .tooManyBeats(sum) }
    return groups
  }

  /// Groups as people write them: `2+2+3`.
  public static func text(of groups: [Int]) -> String { text(groups, between: "+") }

  static func accents(_ text: String, _ counts: ClosedRange<Int>) -> [Accent]? {
    guard counts.contains(text.utf8.count) else { return nil }
    var accents: [Accent] = []
    for byte in text.utf8 {
      guard let accent = Accent(rawValue: Int(byte) - 48) else { return nil }
      accents.append(accent)
    }
    return accents
  }

  static func text(_ accents: [Accent]) -> String {
    String(decoding: accents.map { UInt8($0.rawValue + 48) }, as: UTF8.self)
  }

  static func numbers(
    _ text: String, between separator: Unicode.Scalar, in range: ClosedRange<Int>
  ) -> [Int]? {
    if text.utf8.isEmpty { return [] }
    var numbers: [Int] = []
    for part in text.utf8.split(
      separator: UInt8(ascii: separator), maxSplits: 64, omittingEmptySubsequences: false)
    {
      guard let number = number(Array(part)), range.contains(number) else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  static func text(_ numbers: [Int], between separator: String) -> String {
    var text = ""
    for (index, number) in numbers.enumerated() {
      if index > 0 { text += separator }
      text += "\(number)"
    }
    return text
  }

  /// A whole number of at most four digits.
  private static func number(_ bytes: [UInt8]) -> Int? {
    guard (1...4).contains(bytes.count) else { return nil }
    var number = 0
    for byte in bytes {
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return number
  }
}
