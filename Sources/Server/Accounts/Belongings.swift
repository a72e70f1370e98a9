public import Ledger

/// What is kept of accounts beside their store, and goes with them.
public protocol Belongings: Sendable {
  /// Removes what an account had that is erased; gives what failed, in words for the log.
  func remove(ofErased account: AccountID) -> [String]
}
