import Ledger

/// Tags: kept as one text, separated by spaces.
public enum Tags {
  /// The tags in what was typed, separated by spaces, commas or hashes; of equal ones the first.
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

  /// The tags as they are kept: as many as fit.
  public static func text(_ tags: [String], byteLimit: Int = JournalNote.tagsLimit) -> String {
    var text = ""
    for tag in tags {
      let next = text.isEmpty ? tag : "\(text) \(tag)"
      if next.utf8.count > byteLimit { break }
      text = next
    }
    return text
  }

  /// Whether a tag is among them, ignoring case and accents.
  public static func contains(_ tag: String, in tags: [String]) -> Bool {
    let folded = Fold.bytes(of: tag)
    return tags.contains { Fold.bytes(of: $0) == folded }
  }

  /// The list with a tag added, or removed if it was there.
  public static func toggled(_ tag: String, in tags: [String]) -> [String] {
    let folded = Fold.bytes(of: tag)
    let rest = tags.filter { Fold.bytes(of: $0) != folded }
    return rest.count == tags.count ? tags + [tag] : rest
  }
}
