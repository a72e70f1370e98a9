/// A store for the times that a server has seen.
///
/// As with ``Store``, every call may block and may come from any thread.
public protocol ClockStore: Sendable {
  /// The last recorded time; `nil` in a store that no server has kept open for long.
  func seenTime() throws(StorageError) -> SeenTime?

  /// Records the time. A trusted time earlier than the recorded one is ignored unless it replaces it: servers may share a
  /// store, and their clocks differ slightly.
  func note(_ seen: SeenTime, isReplacing: Bool) throws(StorageError)
}
