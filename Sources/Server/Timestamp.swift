import Glibc

/// A time of day in UTC, as in `2026-08-01T12:00:00.123Z`.
struct Timestamp {
  private let seconds: Int
  private let milliseconds: Int

  init(seconds: Int, milliseconds: Int) {
    self.seconds = seconds
    self.milliseconds = milliseconds
  }

  static var now: Timestamp {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(seconds: time.tv_sec, milliseconds: time.tv_nsec / 1_000_000)
  }

  /// Appends the time as text.
  func append(to bytes: inout [UInt8]) {
    let (year, month, day) = civilDay
    let second = seconds % 86_400
    bytes.append(digits: year, width: 4)
    bytes.append(UInt8(ascii: "-"))
    bytes.append(digits: month, width: 2)
    bytes.append(UInt8(ascii: "-"))
    bytes.append(digits: day, width: 2)
    bytes.append(UInt8(ascii: "T"))
    bytes.append(digits: second / 3_600, width: 2)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(digits: second / 60 % 60, width: 2)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(digits: second % 60, width: 2)
    bytes.append(UInt8(ascii: "."))
    bytes.append(digits: milliseconds, width: 3)
    bytes.append(UInt8(ascii: "Z"))
  }

  /// The Gregorian day, counted in years that begin in March, so that the leap day comes last.
  private var civilDay: (year: Int, month: Int, day: Int) {
    let days = seconds / 86_400 + 719_468
    let era = days / 146_097
    let dayOfEra = days % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }
}

extension [UInt8] {
  /// Appends `number` in decimal, padded with zeros to `width`.
  mutating func append(digits number: Int, width: Int = 1) {
    let start = count
    var rest = number.magnitude
    while rest > 0 || count - start < width {
      append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    }
    self[start...].reverse()
  }
}
