public import Ledger

/// How many of a store's connections each account has just now, so that none has more than half of them.
public struct LentByAccount: Sendable {
  private let share: Int
  private var counts: [AccountID: Int] = [:]

  /// Of so many connections.
  public init(of limit: Int) {
    share = max(limit / 2, 1)
  }

  /// Whether one more may be lent; what the store does for nobody in particular waits for no share.
  public func hasRoom(for account: AccountID?) -> Bool {
    account.map { counts[$0] ?? 0 < share } ?? true
  }

  public mutating func lend(to account: AccountID?) {
    if let account { counts[account, default: 0] += 1 }
  }

  public mutating func takeBack(from account: AccountID?) {
    guard let account, let count = counts[account] else { return }
    counts[account] = count > 1 ? count - 1 : nil
  }
}
