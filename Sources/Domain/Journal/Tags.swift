import Ledger

/// The words that a thing is found by: kept as one text, with blanks between them.
public enum Tags {
  /// The words of what was typed, with blanks, commas or hashes between them; of equal ones the first.
  public static func list(_ text: String) -> [String] {
    var seen: [[UInt8]] = []
    var tags: [String] = []
    for part in text.utf8.split(whereSeparator: { $0 <= 0x20 || $0 == 0x2C || $0 == 0x23 }) {
      let tag = String(decoding: Array(part), as: UTF8.self)
      let folded = Fold.bytes(of: tag)
      if seen.contains(folded) { continue }
      seen.append(folded)
      tags.append(tag)
    }
    return tags
  }

  /// The words as they are kept: as many as there is room for.
  public static func text(_ tags: [String], byteLimit: Int = JournalNote.tagsLimit) -> String {
    var text = ""
    for tag in tags {
      let next = text.isEmpty ? tag : "\(text) \(tag)"
      if next.utf8.count > byteLimit { break }
      text = next
    }
    return text
  }

  /// Whether a word is among them, however it is written.
  public static func contains(_ tag: String, in tags: [String]) -> Bool {
    let folded = Fold.bytes(of: tag)
    return tags.contains { Fold.bytes(of: $0) == folded }
  }

  /// The list with a word that was not there, or without one that was.
  public static func toggled(_ tag: String, in tags: [String]) -> [String] {
    let folded = Fold.bytes(of: tag)
    let rest = tags.filter { Fold.bytes(of: $0) != folded }
    return rest.count == tags.count ? tags + [tag] : rest
  }
}
