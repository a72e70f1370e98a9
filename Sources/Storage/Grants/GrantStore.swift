public import Ledger

/// A store for grants: who may access which space, and what they can see and write there.
///
/// The owner's copy decides. The grantee has a mirror of it, written in a second step, because the two accounts may be
/// on different machines; both steps can be repeated. As with ``Store``, every call may block and may come from any
/// thread, and results are on the disk.
public protocol GrantStore: Sendable {
  /// Grants somebody access to a place, or changes the grant. A grant with different terms gives a new view.
  ///
  /// The answer does not reveal whether the account exists.
  func give(
    _ grant: Grant, label: String, in place: Place, to grantee: AccountID
  ) throws(StorageError) -> GrantGiving

  /// Revokes somebody's grant; returns whether there was one.
  func revokeGrant(of grantee: AccountID, in place: Place) throws(StorageError) -> Bool

  /// The grants in a place, in the order of grantees' ids, including expired ones.
  func grants(in place: Place) throws(StorageError) -> [GivenGrant]

  /// Somebody's grant in a place.
  func grant(of grantee: AccountID, in place: Place) throws(StorageError) -> GivenGrant?

  /// The grants that somebody has received, by the mirror.
  func grants(to grantee: AccountID) throws(StorageError) -> [ReceivedGrant]

  /// As ``Store/push(_:to:now:)``, for a grantee; `nil` if he may not write at all.
  func push(
    _ push: Push, to place: Place, by grantee: AccountID, now: Int64
  ) throws(StorageError) -> PushReply?

  /// As ``Store/pull(_:since:byteLimit:now:)``, of what a grantee can see; `nil` if that is nothing.
  ///
  /// A page ends after `reach` numbers at the latest, see ``GrantedView``.
  func pull(
    _ place: Place, by grantee: AccountID, since sequence: UInt64, reach: UInt64, byteLimit: Int,
    now: Int64
  ) throws(StorageError) -> PullPage?

  /// The digest of the cells that a grantee can see.
  func digest(
    of place: Place, by grantee: AccountID, now: Int64
  ) throws(StorageError) -> SpaceDigest?
}

extension GrantStore {
  public func pull(
    _ place: Place, by grantee: AccountID, since sequence: UInt64, byteLimit: Int, now: Int64
  ) throws(StorageError) -> PullPage? {
    try pull(
      place, by: grantee, since: sequence, reach: GrantedView.reach, byteLimit: byteLimit, now: now)
  }
}

/// The result of giving a grant.
public enum GrantGiving: Hashable, Sendable {
  case given(GivenGrant)
  /// The limit is reached.
  case full
  /// The owner's account does not exist.
  case noAccount
}

/// A place to which somebody was granted access.
public struct ReceivedGrant: Hashable, Sendable {
  public let place: Place
  public let role: Role
  public let expiry: Int64?

  public init(_ place: Place, _ role: Role, expiry: Int64?) {
    self.place = place
    self.role = role
    self.expiry = expiry
  }
}

extension GivenGrant {
  /// The most grants in a place.
  public static let countLimit = 200

  /// A unique number for a view.
  public static func newView() -> UInt64 { .random(in: 1 ... .max) }

  /// The grant after it was given again: with different terms, it gives a new view.
  public func regiven(_ grant: Grant, label: String) -> GivenGrant {
    GivenGrant(grantee, grant, view: grant == self.grant ? view : Self.newView(), label: label)
  }
}
