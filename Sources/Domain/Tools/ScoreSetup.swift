public import Ledger

/// Which timed score is in the hand, and how it is played.
public struct ScoreSetup: ToolSetup {
  /// The score as a text; the grid of Sequenza VII where it is empty.
  public var text = ""

  public init() {}
}

extension ScoreSetup {
  public static var kind: KindID { .score }
  public static var names: (id: String, label: String, plural: String) {
    ("score", "Score", "Scores")
  }

  private static let textKey = FieldKey(KindID.score.field(3), "text", "Text")

  public static var fields: [Field] { [textKey.field] }

  public init(_ row: Row) {
    text = row[Self.textKey]
  }

  public func write(to edit: inout RowEdit, over old: ScoreSetup?) {
    edit.set(Self.textKey, text, unless: old?.text)
  }
}
