public import Ledger

/// Data of accounts outside the store, which is removed with them.
public protocol Belongings: Sendable {
  /// Removes the data of an erased account; returns the failures, in words for the log.
  func remove(ofErased account: AccountID) -> [String]
}
