public import Ledger

/// Where cells lie: a space, and the account that it is owned by.
public struct Place: Hashable, Sendable {
  public let account: AccountID
  public let space: SpaceID

  public init(_ account: AccountID, _ space: SpaceID) {
    self.account = account
    self.space = space
  }
}

extension Place {
  /// As it is told to whoever keeps the server: enough to find it, and nothing of what it holds.
  public var words: String { "\(account.bits.hex.prefix(8))/\(space.bits.hex.prefix(8))" }
}
