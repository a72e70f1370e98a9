import JournalRoom
import Pages
import RoomKit
import ToolsRoom

/// A message in passing, with the message that takes back what it tells of.
public struct Toast: Sendable {
  public let number: Int
  let text: String
  let undo: Shell.Message?

  /// How long it stays.
  static let milliseconds = 8_000

  /// The name of its timer.
  var timer: String { "toast \(number)" }
}
