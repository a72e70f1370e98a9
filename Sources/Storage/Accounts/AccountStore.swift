public import Ledger

/// A store for accounts and sign-ins.
///
/// As with ``Store``, every call may block and may come from any thread, and results are on the disk.
public protocol AccountStore: Sendable {
  /// Adds an account; `false` if its id or its name is taken, and then nothing is changed. Adding the same account again
  /// succeeds.
  func add(_ account: Account) throws(StorageError) -> Bool

  func account(_ id: AccountID) throws(StorageError) -> Account?

  func account(named key: LoginKey) throws(StorageError) -> Account?

  /// Every account, oldest first.
  func accounts() throws(StorageError) -> [Account]

  /// Changes the name or password of an account if it still has the earlier one; `isEndingAll` also ends every sign-in
  /// in the same transaction.
  func setLogin(
    _ login: Login, of account: AccountID, replacing earlier: Login?, isEndingAll: Bool
  ) throws(StorageError) -> LoginChange

  /// Erases an account with all its data. Other requests in progress can no longer save anything for it.
  func erase(_ account: AccountID) throws(StorageError)

  func add(_ signIn: SignIn) throws(StorageError)

  func signIn(of account: AccountID, tokenDigest: [UInt8]) throws(StorageError) -> SignIn?

  /// The sign-ins of an account, newest first.
  func signIns(of account: AccountID) throws(StorageError) -> [SignIn]

  /// Saves a sign-in's device name and times, unless it has ended meanwhile.
  func update(_ signIn: SignIn) throws(StorageError)

  /// Ends the given sign-ins of an account.
  func endSignIns(_ ending: SignInEnding, of account: AccountID) throws(StorageError)
}

/// The result of changing a login.
public enum LoginChange: Hashable, Sendable {
  case done
  /// The name belongs to somebody else.
  case nameTaken
  /// The account's login has changed meanwhile, or the account is gone.
  case overtaken
}

/// Which sign-ins of an account to end.
public enum SignInEnding: Hashable, Sendable {
  case one(UInt64)
  case allBut(UInt64)
  case all
  /// Those last used or created too long before a trusted time, or far after it.
  case outdated(now: Int64)
}
