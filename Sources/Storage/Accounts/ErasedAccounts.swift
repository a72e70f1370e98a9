public import Ledger
import Platform

/// The accounts that this process has erased, so that requests started before cannot save anything for them.
public final class ErasedAccounts: Sendable {
  private let accounts = Lock<Set<AccountID>>([])

  public init() {}

  public func note(_ account: AccountID) {
    accounts.withLock { _ = $0.insert(account) }
  }

  /// A new account has the id of an erased one.
  public func forget(_ account: AccountID) {
    accounts.withLock { _ = $0.remove(account) }
  }

  /// Refuses requests for an erased account.
  public func check(_ account: AccountID) throws(StorageError) {
    guard !accounts.withLock({ $0.contains(account) }) else { throw .unavailable }
  }
}
