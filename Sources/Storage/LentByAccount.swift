public import Ledger

/// Counts the connections that each account uses, so that none gets more than half of them.
public struct LentByAccount: Sendable {
  private let share: Int
  private var counts: [AccountID: Int] = [:]

  /// `limit` is how many connections there are.
  public init(of limit: Int) {
    share = max(limit / 2, 1)
  }

  /// Whether the account may have one more; the store's own work has no limit.
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
