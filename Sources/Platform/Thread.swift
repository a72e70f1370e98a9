import Glibc

/// A thread of our own, for blocking work.
public struct Thread: Sendable {
  private let handle: pthread_t

  /// Starts `body` on a new thread, or returns `nil` if the system has no thread left.
  public init?(_ body: @escaping @Sendable () -> Void) {
    let work = unsafe Unmanaged.passRetained(Work(body: body))
    var handle = pthread_t()
    let code = unsafe pthread_create(&handle, nil, runWork, work.toOpaque())
    guard code == 0 else {
      unsafe work.release()
      return nil
    }
    self.handle = handle
  }

  /// Waits until the thread's work is done.
  public func join() {
    pthread_join(handle, nil)
  }
}

private final class Work: Sendable {
  let body: @Sendable () -> Void

  init(body: @escaping @Sendable () -> Void) {
    self.body = body
  }
}

private func runWork(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context = unsafe context else { return nil }
  unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
  return nil
}
