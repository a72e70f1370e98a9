/// Where a server keeps what it has seen of the time.
///
/// As with ``Store``, every call may block and may come from any thread.
public protocol ClockStore: Sendable {
  /// What was noted last; `nil` in a store that no server has kept open for long.
  func seenTime() throws(StorageError) -> SeenTime?

  /// Notes the time. An earlier trusted time than the noted one is left out, unless it replaces it: many servers
  /// may share a store, and their clocks differ a little.
  func note(_ seen: SeenTime, isReplacing: Bool) throws(StorageError)
}
