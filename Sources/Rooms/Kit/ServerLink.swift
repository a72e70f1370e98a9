public import Ledger

/// The account that a space is synced with, and the page's part in that.
public struct ServerLink: Equatable, Sendable {
  public let account: AccountID
  public let epoch: Epoch
  /// Of several pages of the app, one syncs.
  public let isHolder: Bool

  public init(account: AccountID, epoch: Epoch, isHolder: Bool) {
    (self.account, self.epoch, self.isHolder) = (account, epoch, isHolder)
  }
}
