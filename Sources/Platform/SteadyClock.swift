import Glibc

/// A clock that nobody sets and that also runs while the machine sleeps; only differences mean anything.
public enum SteadyClock {
  /// Milliseconds since the machine was started.
  public static var milliseconds: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_BOOTTIME, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}
