public import Ledger

/// A store for spaces.
///
/// Every call may block and may come from any thread. Changes that ``push(_:to:now:)`` confirms are on the disk. A
/// missing space is created on first access, with a new epoch.
public protocol Store: Sendable {
  /// Applies changes or offered cells by the rules of ``PushPlanner``, in whole actions. If it fails, the earlier ones may
  /// be saved: sending all of it again gives the same result.
  func push(_ push: Push, to place: Place, now: Int64) throws(StorageError) -> PushReply

  /// The cells numbered after `sequence`, in whole actions, up to about `byteLimit` bytes.
  func pull(
    _ place: Place, since sequence: UInt64, byteLimit: Int, now: Int64
  ) throws(StorageError) -> PullPage

  /// The header of the space.
  func header(of place: Place) throws(StorageError) -> SpaceHeader

  /// The number of the space's last change.
  func latestSequence(of place: Place) throws(StorageError) -> UInt64

  /// The superseded values of a row, up to about `byteLimit` bytes: field by field, highest first, and newest first
  /// within a field.
  func history(
    of row: RowID, in place: Place, behind last: HistoryPlace?, byteLimit: Int
  ) throws(StorageError) -> HistoryPage

  /// The last number at a past moment.
  func recollection(
    of moment: PastMoment, in place: Place, now: Int64
  ) throws(StorageError) -> Recollection

  /// The complete rows after `row` as of the change number `sequence`, up to about `byteLimit` bytes.
  func state(
    of place: Place, asOf sequence: UInt64, after row: RowID?, byteLimit: Int
  ) throws(StorageError) -> PastPage

  /// Deletes what is older than ``Horizon/history``: superseded values, stubs of purged rows, and minute marks. `now` is
  /// a trusted time: times far ahead of it are replaced by it.
  func forget(in place: Place, now: Int64) throws(StorageError)

  /// Gives a space a new epoch, so that devices send all they have; for every space of a store that was restored from a
  /// backup. The history of moments starts again then.
  func begin(_ epoch: Epoch, in place: Place) throws(StorageError)

  /// Every space there is, in order.
  func places() throws(StorageError) -> [Place]

  /// Finishes work in progress and closes the store; later calls are ``StorageError/unavailable``.
  func close()
}

/// Everything that a server needs from its store.
public typealias ServerStore =
  Store & AccountStore & BlobStore & GrantStore & ClockStore & SoundStore & PublicationStore
