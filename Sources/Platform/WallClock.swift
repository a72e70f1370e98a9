import Glibc

/// The wall clock, which people set and which may jump.
public enum WallClock {
  /// Milliseconds since 1970 UTC.
  public static var milliseconds: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// How far ahead of UTC local time is at a moment.
  public static func zoneMinutes(at milliseconds: Int64) -> Int {
    // Some systems determine the time zone only when told to.
    tzset()
    var seconds = time_t(milliseconds / 1_000)
    var parts = unsafe tm()
    guard unsafe localtime_r(&seconds, &parts) != nil else { return 0 }
    return unsafe parts.tm_gmtoff / 60
  }
}
