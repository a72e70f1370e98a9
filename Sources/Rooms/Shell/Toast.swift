import JournalRoom
import Ledger
import Pages
import RoomKit
import ToolsRoom

/// A brief message, with the message that undoes what it reports.
public struct Toast: Sendable {
  public let number: Int
  let text: String
  let undo: Shell.Message?
  /// The take that it can play.
  let take: RowID?
  /// Whether the trash has what it reports: a word of its text leads there.
  let leadsToTrash: Bool
  /// The row that was deleted or restored: the next toast about it takes this one's place.
  let row: RowID?
  /// Whether it says what was undone or redone: the next of these takes its place.
  var tellsOutcome = false

  /// Whether it only says something, and offers nothing to do.
  var isRemark: Bool { undo == nil && take == nil }

  /// How long it stays.
  var milliseconds: Int { isRemark ? 4_000 : 8_000 }

  /// The name of the timer.
  var timer: String { "toast \(number)" }
}

extension Toast {
  /// The text around the last “trash”, if that leads there.
  var aroundTrash: (before: String, word: String, after: String)? {
    let word = "trash"
    let (bytes, letters) = (Array(text.utf8), Array(word.utf8))
    var start = leadsToTrash ? bytes.count - letters.count : -1
    while start >= 0, !bytes[start..<start + letters.count].elementsEqual(letters) { start -= 1 }
    guard start >= 0 else { return nil }
    return (
      String(decoding: Array(bytes[..<start]), as: UTF8.self), word,
      String(decoding: Array(bytes[(start + letters.count)...]), as: UTF8.self)
    )
  }
}

extension String {
  /// The text with each title in quotation marks cut to some 40 letters, between words where it can be.
  var withShortTitles: String {
    let bytes = Array(utf8)
    var short: [UInt8] = []
    var (start, depth) = (0, 0)
    for (index, byte) in bytes.enumerated() where index >= 2 {
      // “ and ” end with 9C and 9D.
      guard bytes[index - 2] == 0xE2, bytes[index - 1] == 0x80 else { continue }
      if byte == 0x9C {
        depth += 1
        if depth == 1 {
          short += bytes[start...index]
          start = index + 1
        }
      } else if byte == 0x9D, depth > 0 {
        depth -= 1
        if depth == 0 {
          short += Self.shortTitle(bytes[start..<index - 2])
          start = index - 2
        }
      }
    }
    return String(decoding: short + bytes[start...], as: UTF8.self)
  }

  private static func shortTitle(_ title: ArraySlice<UInt8>) -> [UInt8] {
    var letters = 0
    var blank: Int?
    for (index, byte) in zip(title.indices, title) where byte & 0xC0 != 0x80 {
      // A short word before a long one would say nothing.
      if byte == 0x20, letters >= 20 { blank = index }
      if letters == 40 { return title[..<(blank ?? index)] + Array("…".utf8) }
      letters += 1
    }
    return Array(title)
  }
}
