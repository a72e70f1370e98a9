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

  /// How long it stays.
  static let milliseconds = 8_000

  /// The name of the timer.
  var timer: String { "toast \(number)" }
}
