public import Ledger

/// What the server asks of whatever keeps accounts, and who is signed in to them.
///
/// As with ``Store``, every call may block and may come from any thread, and what is answered is on the disk.
public protocol AccountStore: Sendable {
  /// Adds an account; `false` where its id or its name is taken, and then nothing is changed. Added again as it
  /// is, it is there.
  func add(_ account: Account) throws(StorageError) -> Bool

  func account(_ id: AccountID) throws(StorageError) -> Account?

  func account(named key: LoginKey) throws(StorageError) -> Account?

  /// Every account, oldest first.
  func accounts() throws(StorageError) -> [Account]

  /// Gives an account another name or password, where it still has the earlier one; `isEndingAll` also ends every
  /// sign-in in the same step.
  func setLogin(
    _ login: Login, of account: AccountID, replacing earlier: Login?, isEndingAll: Bool
  ) throws(StorageError) -> LoginChange

  /// Erases an account with everything that is kept for it. What another request was about to keep for it is not
  /// kept any more.
  func erase(_ account: AccountID) throws(StorageError)

  func add(_ signIn: SignIn) throws(StorageError)

  func signIn(of account: AccountID, tokenDigest: [UInt8]) throws(StorageError) -> SignIn?

  /// Who is signed in to an account, the latest first.
  func signIns(of account: AccountID) throws(StorageError) -> [SignIn]

  /// Keeps a sign-in's device name and times, where it has not ended meanwhile.
  func update(_ signIn: SignIn) throws(StorageError)

  /// Ends sign-ins: those with these ids, or all but these.
  func endSignIns(_ ending: SignInEnding, of account: AccountID) throws(StorageError)
}

/// What came of giving an account another login.
public enum LoginChange: Hashable, Sendable {
  case done
  /// The name is somebody else's.
  case nameTaken
  /// The account has another login by now than the one that was to be replaced, or is gone.
  case overtaken
}

/// Which sign-ins of an account end.
public enum SignInEnding: Hashable, Sendable {
  case one(UInt64)
  case allBut(UInt64)
  case all
  /// Those that were last used, or made, too long before a moment that is trusted, or far behind it.
  case outdated(now: Int64)
}
