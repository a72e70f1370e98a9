public import Ledger
import Platform

/// The accounts that this process has erased, for requests that began before: nothing is kept for them any more.
public final class ErasedAccounts: Sendable {
  private let accounts = Lock<Set<AccountID>>([])

  public init() {}

  public func note(_ account: AccountID) {
    accounts.withLock { _ = $0.insert(account) }
  }

  /// An account is made under an id that an erased one had.
  public func forget(_ account: AccountID) {
    accounts.withLock { _ = $0.remove(account) }
  }

  /// Refuses what is for an account that is erased.
  public func check(_ account: AccountID) throws(StorageError) {
    guard !accounts.withLock({ $0.contains(account) }) else { throw .unavailable }
  }
}
