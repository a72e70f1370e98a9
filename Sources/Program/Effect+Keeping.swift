public import Ledger

/// What a person changed, to be kept as one action.
public struct Keeping: Equatable, Sendable {
  /// What was done, in words: undo says them again.
  public let label: String
  public let edits: [Edit]
  /// Edits of one field while it has the focus bear one number.
  public let draft: UInt64?
  /// What to say in passing, with Undo beside it.
  public let saying: String?
  /// Whether a person must be told where it cannot be kept. What is in the hand goes on without.
  public let isVital: Bool
}

extension Effect {
  /// Keeps edits as one action: seen at once, durable soon, synced when it can be.
  public static func keep(
    _ label: String, _ edits: [Edit], draft: UInt64? = nil, saying: String? = nil,
    isVital: Bool = true
  ) -> Effect {
    Effect(
      .keep(
        Keeping(label: label, edits: edits, draft: draft, saying: saying, isVital: isVital)))
  }

  /// Takes in what a file says, as one step of undo.
  public static func takeIn(_ label: String, _ rows: ImportedRows) -> Effect {
    Effect(.takeIn(label: label, rows))
  }

  /// Lets go of what came too late to an erased row.
  public static func dismissLost(_ action: UInt64) -> Effect { Effect(.dismissLost(action)) }

  /// Sends what waits without waiting for rest: a person left a field.
  public static var syncNow: Effect { Effect(.syncNow) }
}
