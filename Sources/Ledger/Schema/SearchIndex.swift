/// The words of rows, folded and stored side by side, so that a search reads one run of bytes.
///
/// A row matches when each word of the question starts one of its words. Rows that changed are added
/// again; their old words are skipped, and removed when there are too many.
public struct SearchIndex: Sendable {
  private var bytes: [UInt8] = []
  private var entries: [Entry] = []
  private var entriesByRow: [RowID: Int] = [:]
  private var liveSize = 0

  private struct Entry: Sendable {
    let row: RowID
    let start: Int
    let end: Int
    var isLive: Bool
  }

  public init() {}

  /// Indexes a row under these texts, replacing earlier ones.
  public mutating func set(_ row: RowID, _ texts: [String]) {
    remove(row)
    let start = bytes.count
    for text in texts {
      bytes.append(0x20)
      Fold.append(text, to: &bytes)
    }
    bytes.append(0x0A)
    entriesByRow[row] = entries.count
    entries.append(Entry(row: row, start: start, end: bytes.count, isLive: true))
    liveSize += bytes.count - start
    if bytes.count > 4_096, liveSize * 2 < bytes.count { sweep() }
  }

  /// Removes a row from the index.
  public mutating func remove(_ row: RowID) {
    guard let place = entriesByRow.removeValue(forKey: row) else { return }
    entries[place].isLive = false
    liveSize -= entries[place].end - entries[place].start
  }

  /// The rows that contain all words of a question; `nil` for a question without words.
  public func rows(matching question: String) -> Set<RowID>? {
    let words = Fold.bytes(of: question).split { $0.isBreak }.map { Array($0) }
    guard !words.isEmpty else { return nil }
    var found: Set<RowID> = []
    for entry in entries where entry.isLive {
      if words.allSatisfy({ has($0, entry) }) { found.insert(entry.row) }
    }
    return found
  }

  /// Whether a text alone has all words of a question, with its numbers in full: "Ferling 6" but not "Ferling 60".
  public static func names(_ text: String, _ question: String) -> Bool {
    let names = Fold.bytes(of: text).split { $0.isBreak }
    return Fold.bytes(of: question).split { $0.isBreak }.allSatisfy { word in
      let isNumber = word.allSatisfy { 0x30...0x39 ~= $0 }
      return names.contains { $0.starts(with: word) && (!isNumber || $0.count == word.count) }
    }
  }

  private func has(_ word: [UInt8], _ entry: Entry) -> Bool {
    let first = word[0]
    var index = entry.start + 1
    let last = entry.end - word.count
    while index <= last {
      if bytes[index] == first, bytes[index - 1].isBreak {
        var place = 1
        while place < word.count, bytes[index + place] == word[place] { place += 1 }
        if place == word.count { return true }
      }
      index += 1
    }
    return false
  }

  private mutating func sweep() {
    var swept = SearchIndex()
    for entry in entries where entry.isLive {
      let start = swept.bytes.count
      swept.bytes.append(contentsOf: bytes[entry.start..<entry.end])
      swept.entriesByRow[entry.row] = swept.entries.count
      swept.entries.append(
        Entry(row: entry.row, start: start, end: swept.bytes.count, isLive: true))
    }
    swept.liveSize = swept.bytes.count
    self = swept
  }
}

extension UInt8 {
  /// Whether it ends a word: neither a letter nor a digit nor part of a longer character.
  fileprivate var isBreak: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: false
    default: true
    }
  }
}
