import Glibc

/// The clock on the wall, which people set and which may jump.
public enum WallClock {
  /// Milliseconds since 1970 UTC.
  public static var milliseconds: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}
