public import Ledger

/// A person's changes, to be saved as one action.
public struct Keeping: Equatable, Sendable {
  /// What was done, in words: undo repeats them.
  public let label: String
  public let edits: [Edit]
  /// Edits of one field while it has the focus share a number.
  public let draft: UInt64?
  /// Edits of a new row share a number while its form is open: they are undone together.
  public let form: UInt64?
  /// A toast to show, with an Undo button.
  public let saying: String?
  /// Whether a person must be told if it cannot be saved. What they are playing continues
  /// regardless.
  public let isVital: Bool
}

extension Effect {
  /// Saves edits as one action: visible at once, durable soon, synced when possible.
  public static func keep(
    _ label: String, _ edits: [Edit], draft: UInt64? = nil, form: UInt64? = nil,
    saying: String? = nil, isVital: Bool = true
  ) -> Effect {
    Effect(
      .keep(
        Keeping(
          label: label, edits: edits, draft: draft, form: form, saying: saying, isVital: isVital)))
  }

  /// Imports a file's content as one undo step.
  public static func takeIn(_ label: String, _ rows: ImportedRows) -> Effect {
    Effect(.takeIn(label: label, rows))
  }

  /// Dismisses what came too late to an erased row.
  public static func dismissLost(_ action: UInt64) -> Effect { Effect(.dismissLost(action)) }

  /// Sends pending changes at once instead of waiting for a pause: a person left a field.
  public static var syncNow: Effect { Effect(.syncNow) }
}
