public import Ledger

extension Schema {
  /// Every kind that Woodshed itself knows.
  public static let woodshed = Schema(Kind.ledger + [Settings.kind])
}
