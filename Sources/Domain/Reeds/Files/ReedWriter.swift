import Ledger

/// Writes JSON directly: members in the order of the calls, no spaces, minimal escapes.
struct ReedWriter {
  private(set) var bytes: [UInt8] = []

  mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  mutating func raw(_ text: StaticString) {
    text.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
  }

  mutating func raw(_ more: [UInt8]) { bytes.append(contentsOf: more) }

  mutating func byte(_ byte: UInt8) { bytes.append(byte) }

  /// A comma, unless an object or a list has just started.
  mutating func separate() {
    guard let last = bytes.last, last != UInt8(ascii: "{"), last != UInt8(ascii: "[") else {
      return
    }
    bytes.append(UInt8(ascii: ","))
  }

  mutating func name(_ name: String) {
    separate()
    string(name)
    bytes.append(UInt8(ascii: ":"))
  }

  /// A name that is already quoted, with its colon.
  mutating func quotedName(_ name: [UInt8]) {
    separate()
    bytes.append(contentsOf: name)
  }

  mutating func string(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { buffer in
      if unsafe buffer.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }) {
        unsafe bytes.append(contentsOf: buffer)
      } else {
        for place in buffer.indices { JSON.escape(unsafe buffer[place], into: &bytes) }
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func digit(_ number: UInt8) -> UInt8 {
    number < 10 ? 0x30 + number : 0x57 + number
  }

  mutating func int(_ number: Int64) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    magnitude(number.magnitude)
  }

  private mutating func magnitude(_ number: UInt64, atLeast digits: Int = 1) {
    var (divisor, count) = (UInt64(1), 1)
    while number / divisor >= 10 { (divisor, count) = (divisor * 10, count + 1) }
    for _ in count..<max(digits, count) { bytes.append(0x30) }
    while divisor > 0 {
      bytes.append(0x30 + UInt8(truncatingIfNeeded: number / divisor % 10))
      divisor /= 10
    }
  }

  /// A number without trailing zeros.
  mutating func decimal(_ units: Int64, _ places: UInt8) {
    var (units, places) = (units, places)
    while places > 0, units % 10 == 0 { (units, places) = (units / 10, places - 1) }
    guard places > 0, places < 19 else {
      if places == 0 { return int(units) }
      return raw(Array(DecimalText.text(units: units, places: places).utf8))
    }
    if units < 0 { bytes.append(UInt8(ascii: "-")) }
    var scale: UInt64 = 1
    for _ in 0..<places { scale *= 10 }
    magnitude(units.magnitude / scale)
    bytes.append(UInt8(ascii: "."))
    magnitude(units.magnitude % scale, atLeast: Int(places))
  }

  /// The 32 digits of a row's id, in quotes.
  mutating func row(_ row: RowID) {
    bytes.append(UInt8(ascii: "\""))
    for half in [row.bits.high, row.bits.low] {
      for shift in stride(from: UInt64(60), through: 4, by: -4) {
        bytes.append(Self.digit(UInt8(truncatingIfNeeded: half >> shift & 15)))
      }
      bytes.append(Self.digit(UInt8(truncatingIfNeeded: half & 15)))
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// `"2026-11-20"`.
  mutating func day(_ day: Int64) {
    bytes.append(UInt8(ascii: "\""))
    civil(day)
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func civil(_ day: Int64) {
    bytes.append(contentsOf: (DayText.text(of: day) ?? "").utf8)
  }

  /// `"2026-11-20T14:31:07+01:00"`, with milliseconds if they are not 0.
  mutating func moment(_ milliseconds: Int64, _ zoneMinutes: Int64) {
    let local = milliseconds + zoneMinutes * 60_000
    let day = JournalDay.day(of: local, zoneMinutes: 0)
    let rest = UInt64(local - day * 86_400_000)
    bytes.append(UInt8(ascii: "\""))
    civil(day)
    bytes.append(UInt8(ascii: "T"))
    magnitude(rest / 3_600_000, atLeast: 2)
    bytes.append(UInt8(ascii: ":"))
    magnitude(rest / 60_000 % 60, atLeast: 2)
    bytes.append(UInt8(ascii: ":"))
    magnitude(rest / 1_000 % 60, atLeast: 2)
    if rest % 1_000 > 0 {
      bytes.append(UInt8(ascii: "."))
      magnitude(rest % 1_000, atLeast: 3)
    }
    if zoneMinutes == 0 {
      bytes.append(UInt8(ascii: "Z"))
    } else {
      bytes.append(zoneMinutes < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
      magnitude(zoneMinutes.magnitude / 60, atLeast: 2)
      bytes.append(UInt8(ascii: ":"))
      magnitude(zoneMinutes.magnitude % 60, atLeast: 2)
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

/// Moments in files, such as `2026-11-20T14:31:07.250+01:00`.
enum FileMoment {
  /// Whether a moment survives writing and reading.
  static func isWritable(_ milliseconds: Int64, _ zoneMinutes: Int64) -> Bool {
    (-1_439...1_439).contains(zoneMinutes)
      && (Field.moments.lowerBound + 86_400_000...Field.moments.upperBound - 86_400_000)
        .contains(milliseconds)
  }

  static func read(_ text: String) -> (milliseconds: Int64, zoneMinutes: Int64)? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 17,
      let day = DayText.day(of: String(decoding: bytes[..<10], as: UTF8.self)),
      bytes[10] | 0x20 == UInt8(ascii: "t") || bytes[10] == 0x20,
      let hour = number(bytes[11..<13]), bytes[13] == 0x3A, let minute = number(bytes[14..<16]),
      hour < 24, minute < 60
    else { return nil }
    var (place, second, thousandths) = (16, Int64(0), Int64(0))
    if bytes[place] == 0x3A, bytes.count >= 19 {
      guard let read = number(bytes[17..<19]), read < 60 else { return nil }
      (second, place) = (read, 19)
    }
    if place < bytes.count, bytes[place] == UInt8(ascii: ".") {
      place += 1
      var scale: Int64 = 100
      while place < bytes.count, 0x30...0x39 ~= bytes[place] {
        thousandths += Int64(bytes[place] - 0x30) * scale
        (scale, place) = (scale / 10, place + 1)
      }
    }
    guard let zone = zone(bytes[place...]) else { return nil }
    let local = day * 86_400_000 + hour * 3_600_000 + minute * 60_000 + second * 1_000 + thousandths
    return (local - zone * 60_000, zone)
  }

  private static func zone(_ bytes: ArraySlice<UInt8>) -> Int64? {
    guard let sign = bytes.first else { return nil }
    if bytes.count == 1 { return sign | 0x20 == UInt8(ascii: "z") ? 0 : nil }
    let digits = bytes.dropFirst().filter { $0 != 0x3A }
    guard digits.count == 4, sign == 0x2B || sign == 0x2D, let hours = number(digits[..<2]),
      let minutes = number(digits[2...]), hours < 24, minutes < 60
    else { return nil }
    return (sign == 0x2D ? -1 : 1) * (hours * 60 + minutes)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    var number: Int64 = 0
    for byte in digits {
      guard 0x30...0x39 ~= byte else { return nil }
      number = number * 10 + Int64(byte - 0x30)
    }
    return number
  }
}
