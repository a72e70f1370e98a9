public import Ledger

/// What the server asks of whatever keeps the spaces.
///
/// Every call may block, and may come from any thread. What ``push(_:to:now:)`` says is kept is on the
/// disk. A space that is not there is made, with an epoch of its own, by whoever first asks for it.
public protocol Store: Sendable {
  /// Takes changes, or offered cells, in by the rules of ``PushPlanner``, in whole actions. Where it fails, the earlier ones
  /// may be kept: whoever sends all of it again comes to the same.
  func push(_ push: Push, to place: Place, now: Int64) throws(StorageError) -> PushReply

  /// The cells numbered after `sequence`, whole actions at a time, up to about so many bytes.
  func pull(
    _ place: Place, since sequence: UInt64, byteLimit: Int, now: Int64
  ) throws(StorageError) -> PullPage

  /// What is known of the space as a whole.
  func header(of place: Place) throws(StorageError) -> SpaceHeader

  /// The number of the space's last change.
  func latestSequence(of place: Place) throws(StorageError) -> UInt64

  /// The values of a row that others took the place of, up to about so many bytes: field by field, the highest first,
  /// and of each the latest first.
  func history(
    of row: RowID, in place: Place, behind last: HistoryPlace?, byteLimit: Int
  ) throws(StorageError) -> HistoryPage

  /// Which number was the last at a moment that is past.
  func recollection(
    of moment: PastMoment, in place: Place, now: Int64
  ) throws(StorageError) -> Recollection

  /// The rows behind `row` as they stood when `sequence` was the last number, whole, up to about so many
  /// bytes.
  func state(
    of place: Place, asOf sequence: UInt64, after row: RowID?, byteLimit: Int
  ) throws(StorageError) -> PastPage

  /// Forgets what is past ``Horizon/history``: superseded values, the stubs of purged rows, and which number
  /// was the last at a moment. `now` is a time that is trusted: what lies far ahead of it is noted anew.
  func forget(in place: Place, now: Int64) throws(StorageError)

  /// Gives a space a new epoch, so that devices hand over all that they have; for every space of a store
  /// that was restored from a backup. What was when is remembered from then on.
  func begin(_ epoch: Epoch, in place: Place) throws(StorageError)

  /// Every space there is, in order.
  func places() throws(StorageError) -> [Place]

  /// Finishes what is under way and lets go; later calls are ``StorageError/unavailable``.
  func close()
}

/// All that a server asks of whatever keeps its data.
public typealias ServerStore =
  Store & AccountStore & BlobStore & GrantStore & ClockStore & SoundStore & PublicationStore
