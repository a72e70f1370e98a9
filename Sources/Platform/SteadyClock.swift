import Glibc

/// A clock that cannot be set and also runs while the machine sleeps; only differences are meaningful.
public enum SteadyClock {
  /// Milliseconds since the machine was started.
  public static var milliseconds: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_BOOTTIME, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}
