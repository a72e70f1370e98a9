import Ledger

/// The time of a try, as exactly as it is known.
///
/// Anything less exact than a moment is kept as 10:00 UTC on its first day, which is the same day almost
/// everywhere; an unknown date is kept as 0, so that it comes first.
struct TryDate: Equatable {
  let at: Int64
  let zoneMinutes: Int64
  let precision: Try.Precision

  static let unknown = TryDate(0, 0, .none)
  /// The earliest plausible day in a log.
  static let firstDay: Int64 = -25_567

  init(_ at: Int64, _ zoneMinutes: Int64, _ precision: Try.Precision) {
    (self.at, self.zoneMinutes, self.precision) = (at, zoneMinutes, precision)
  }

  init(day: Int64, _ precision: Try.Precision) {
    self.init(day * 86_400_000 + 36_000_000, 0, precision)
  }

  /// The date of a try in the ledger.
  init(_ row: Row, _ attempt: Try) {
    let zone: Int64 =
      if case .instant(_, let zone) = row.value(Try.atField) { zone } else { 0 }
    let written = Self.writable(attempt.at, zone)
    self.init(written.milliseconds, written.zoneMinutes, attempt.precision)
  }

  /// A moment, or the nearest that a file can contain.
  static func writable(
    _ milliseconds: Int64, _ zoneMinutes: Int64
  ) -> (milliseconds: Int64, zoneMinutes: Int64) {
    if FileMoment.isWritable(milliseconds, zoneMinutes) { return (milliseconds, zoneMinutes) }
    let least = Field.moments.lowerBound + 86_400_000
    return (min(max(milliseconds, least), Field.moments.upperBound - 86_400_000), 0)
  }

  /// The civil day, or the first of the month or year; 0 if unknown.
  var day: Int64 {
    precision == .none ? 0 : JournalDay.day(of: at, zoneMinutes: Int(zoneMinutes))
  }

  /// `2026-11-20T18:31:07+01:00`, `2026-11-20`, `2026-11`, `2026`, or empty.
  var text: String {
    switch precision {
    case .none: return ""
    case .moment:
      var writer = ReedWriter()
      writer.moment(at, zoneMinutes)
      return String(decoding: writer.bytes.dropFirst().dropLast(), as: UTF8.self)
    case .day: return dayText(10)
    case .month: return dayText(7)
    case .year: return dayText(4)
    }
  }

  private func dayText(_ count: Int) -> String {
    String(decoding: Array((DayText.text(of: day) ?? "").utf8.prefix(count)), as: UTF8.self)
  }

  var value: Value { .instant(milliseconds: at, zoneMinutes: zoneMinutes) }

  /// The local time.
  var wall: Int64 { at &+ zoneMinutes &* 60_000 }

  /// The key of all tries of one session: the day, or what is known of it.
  var dayKey: String { precision == .moment ? dayText(10) : text }

  /// Its position in a log.
  var order: Int64 {
    switch precision {
    case .moment: at
    case .none: Int64.min
    case .day: TryDate(day: day, .day).at
    case .month, .year: TryDate.read(text, zoneMinutes: 0)?.at ?? at
    }
  }
}

// MARK: - Reading

extension TryDate {
  /// Reads a date in our format or as spreadsheets write it; without a time zone, `zoneMinutes` ahead of UTC.
  static func read(_ text: String, zoneMinutes: Int) -> TryDate? {
    let bytes = Array(text.trimmingBlanks.utf8)
    // Unknown dates are 0 in some logs.
    if bytes.allSatisfy({ $0 == 0x30 || $0 == 0x2D }) { return unknown }
    let isNumber = bytes.allSatisfy { 0x30...0x39 ~= $0 || $0 == 0x2D }
    let hasDashes =
      (bytes.count <= 4 || bytes[4] == 0x2D) && (bytes.count <= 7 || bytes[7] == 0x2D)
    if isNumber, hasDashes, bytes.count == 4 || bytes.count == 7 || bytes.count == 10 {
      func part(_ range: Range<Int>, _ usual: String) -> String {
        guard range.upperBound <= bytes.count else { return usual }
        let text = String(decoding: bytes[range], as: UTF8.self)
        return text.utf8.allSatisfy { $0 == 0x30 } ? usual : text
      }
      let month = part(5..<7, "")
      let day = month.utf8.isEmpty ? "" : part(8..<10, "")
      let first = "\(part(0..<4, ""))-\(month.orFirst)-\(day.orFirst)"
      guard let number = DayText.day(of: first) else { return nil }
      return TryDate(day: number, month.utf8.isEmpty ? .year : day.utf8.isEmpty ? .month : .day)
    }
    let plain = String(decoding: bytes, as: UTF8.self)
    if let moment = FileMoment.read(plain) ?? local(plain, zoneMinutes),
      FileMoment.isWritable(moment.milliseconds, moment.zoneMinutes)
    {
      return TryDate(moment.milliseconds, moment.zoneMinutes, .moment)
    }
    return LooseDay.day(of: plain).map { TryDate(day: $0, .day) }
  }

  private static func local(
    _ text: String, _ zoneMinutes: Int
  ) -> (milliseconds: Int64, zoneMinutes: Int64)? {
    guard let utc = FileMoment.read(text + "Z") else { return nil }
    let zone = Int64(min(max(zoneMinutes, -1_439), 1_439))
    return (utc.milliseconds - zone * 60_000, zone)
  }
}

extension String {
  fileprivate var orFirst: String { utf8.isEmpty ? "01" : self }
}
