public import Ledger

/// Where cells are: a space, and the account that owns it.
public struct Place: Hashable, Sendable {
  public let account: AccountID
  public let space: SpaceID

  public init(_ account: AccountID, _ space: SpaceID) {
    self.account = account
    self.space = space
  }
}

extension Place {
  /// A text for the operator: enough to find it, without any of its content.
  public var words: String { "\(account.bits.hex.prefix(8))/\(space.bits.hex.prefix(8))" }
}
