import Ledger

/// The words of a search.
public struct Wanted {
  private let words: [ArraySlice<UInt8>]

  public init(_ question: String) { words = Fold.bytes(of: question).split(separator: 0x20) }

  public var isEmpty: Bool { words.isEmpty }

  /// Whether a text contains all words, ignoring case and accents; a search without words matches everything.
  public func isIn(_ text: String) -> Bool {
    if words.isEmpty { return true }
    let text = Fold.bytes(of: text)
    return words.allSatisfy { Self.contains($0, in: text) }
  }

  private static func contains(_ word: ArraySlice<UInt8>, in text: [UInt8]) -> Bool {
    guard let first = word.first, word.count <= text.count else { return false }
    for start in 0...text.count - word.count where text[start] == first {
      if text[start..<start + word.count].elementsEqual(word) { return true }
    }
    return false
  }
}
