import Domain
import Platform

extension ServerClock {
  /// The civil day in this machine's time zone.
  public var today: Int64 {
    let now = now
    return JournalDay.day(of: now, zoneMinutes: WallClock.zoneMinutes(at: now))
  }
}
