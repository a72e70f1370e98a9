public import Ledger

/// What the server asks of whatever keeps grants: who was let into which space, and what those see and write there.
///
/// The owner's copy decides. The grantee has a mirror of it, written behind it in a step of its own, as the two
/// accounts may lie on two machines; done again, both steps come to the same. As with ``Store``, every call may
/// block and may come from any thread, and what is answered is on the disk.
public protocol GrantStore: Sendable {
  /// Lets somebody into a place, or changes how. A grant with other terms gives another view.
  ///
  /// Whether there is such an account makes no difference to the answer.
  func give(
    _ grant: Grant, label: String, in place: Place, to grantee: AccountID
  ) throws(StorageError) -> GrantGiving

  /// Puts somebody out; says whether he was in.
  func revokeGrant(of grantee: AccountID, in place: Place) throws(StorageError) -> Bool

  /// Who was let into a place, in the order of their ids; also grants that are over.
  func grants(in place: Place) throws(StorageError) -> [GivenGrant]

  /// What somebody was let do in a place.
  func grant(of grantee: AccountID, in place: Place) throws(StorageError) -> GivenGrant?

  /// The places that somebody was let into, by the mirror.
  func grants(to grantee: AccountID) throws(StorageError) -> [ReceivedGrant]

  /// As ``Store/push(_:to:now:)``, for somebody who was let in; `nil` where he may not write at all.
  func push(
    _ push: Push, to place: Place, by grantee: AccountID, now: Int64
  ) throws(StorageError) -> PushReply?

  /// As ``Store/pull(_:since:byteLimit:now:)``, of what somebody was let see; `nil` where that is nothing.
  func pull(
    _ place: Place, by grantee: AccountID, since sequence: UInt64, byteLimit: Int, now: Int64
  ) throws(StorageError) -> PullPage?

  /// What the cells that somebody was let see add up to.
  func digest(
    of place: Place, by grantee: AccountID, now: Int64
  ) throws(StorageError) -> SpaceDigest?
}

/// What came of letting somebody in.
public enum GrantGiving: Hashable, Sendable {
  case given(GivenGrant)
  /// As many as may be are in.
  case full
  /// The owner's account is not there, or no longer.
  case noAccount
}

/// A place that somebody was let into.
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
  /// So many may be let into one place.
  public static let countLimit = 200

  /// A number for a view, which no other has.
  public static func newView() -> UInt64 { .random(in: 1 ... .max) }

  /// A grant as it is after it was given: with other terms, it gives another view.
  public func regiven(_ grant: Grant, label: String) -> GivenGrant {
    GivenGrant(grantee, grant, view: grant == self.grant ? view : Self.newView(), label: label)
  }
}
