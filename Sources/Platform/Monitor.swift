import Glibc

/// A value that one thread at a time may access; threads can wait until it is in the state they need.
@safe public final class Monitor<Value: Sendable>: Sendable {
  private nonisolated(unsafe) let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private nonisolated(unsafe) let condition: UnsafeMutablePointer<pthread_cond_t>
  private nonisolated(unsafe) var value: Value

  public init(_ value: Value) {
    unsafe self.value = value
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(mutex, nil)
    unsafe condition = .allocate(capacity: 1)
    unsafe condition.initialize(to: pthread_cond_t())
    var steady = pthread_condattr_t()
    unsafe pthread_condattr_init(&steady)
    unsafe pthread_condattr_setclock(&steady, CLOCK_MONOTONIC)
    unsafe pthread_cond_init(condition, &steady)
    unsafe pthread_condattr_destroy(&steady)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe condition.deallocate()
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// Changes the value, and lets waiting threads check it again.
  public func change<Result>(_ body: (inout Value) -> Result) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer {
      unsafe pthread_cond_broadcast(condition)
      unsafe pthread_mutex_unlock(mutex)
    }
    return unsafe body(&value)
  }

  /// Waits until `take` succeeds.
  public func wait<Result>(until take: (inout Value) -> Result?) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while true {
      if let result = unsafe take(&value) { return result }
      unsafe pthread_cond_wait(condition, mutex)
    }
  }

  /// Waits likewise, but returns `nil` after more than `milliseconds`.
  public func wait<Result>(milliseconds: Int, until take: (inout Value) -> Result?) -> Result? {
    var end = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &end)
    let nanoseconds = end.tv_nsec + milliseconds % 1_000 * 1_000_000
    end.tv_sec += milliseconds / 1_000 + nanoseconds / 1_000_000_000
    end.tv_nsec = nanoseconds % 1_000_000_000
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while true {
      if let result = unsafe take(&value) { return result }
      guard unsafe pthread_cond_timedwait(condition, mutex, &end) == 0 else {
        return unsafe take(&value)
      }
    }
  }
}
