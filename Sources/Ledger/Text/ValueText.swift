// Values as JSON: directly where JSON has the type, everything else as an object that names its
// type. See Docs/FileFormat.md.

extension JSONWriter {
  mutating func value(_ value: Value) {
    switch value {
    case .null: raw("null")
    case .bool(let flag): raw(flag ? "true" : "false")
    case .int(let number): raw(String(number))
    case .text(let text): string(text)
    case .number(let number):
      if number.isFinite { member("number", "\(number)") } else { bits(number) }
    case .bytes(let bytes): member("bytes", quoted: Hex.text(of: bytes))
    case .row(let row): member("row", quoted: row.bits.hex)
    case .day(let day):
      if let text = DayText.text(of: day) {
        member("day", quoted: text)
      } else {
        member("day", String(day))
      }
    case .instant(let milliseconds, let zone):
      member("instant", String(milliseconds), andThen: ("zone", String(zone)))
    case .decimal(let units, let places):
      member("decimal", quoted: DecimalText.text(units: units, places: places))
    case .sealed(let bytes): member("sealed", quoted: Hex.text(of: bytes))
    case .blob(let blob):
      raw("{")
      name("blob")
      string(Hex.text(of: blob.sha256))
      name("size")
      raw(String(blob.byteCount))
      name("type")
      string(blob.mimeType)
      raw("}")
    case .unknown(let tag, let bytes):
      raw("{")
      name("tag")
      raw(String(tag))
      name("bytes")
      string(Hex.text(of: bytes))
      raw("}")
    }
  }

  private mutating func member(
    _ name: String, _ text: String, andThen other: (String, String)? = nil
  ) {
    raw("{")
    self.name(name)
    raw(text)
    if let other {
      self.name(other.0)
      raw(other.1)
    }
    raw("}")
  }

  private mutating func member(_ name: String, quoted text: String) {
    raw("{")
    self.name(name)
    string(text)
    raw("}")
  }

  /// Numbers that are not finite keep their bits.
  private mutating func bits(_ number: Double) {
    member("number", quoted: Hex.text(of: number.bitPattern, digits: 16))
  }
}

extension Value {
  /// The value as JSON, as a file of rows has it.
  public var json: [UInt8] {
    var writer = JSONWriter()
    writer.value(self)
    return writer.bytes
  }

  /// Reads a value written as JSON; `nil` if it is not a value.
  public init?(_ json: JSON) {
    switch json {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .string(let text): self = .text(text)
    case .number:
      guard let number = json.int else { return nil }
      self = .int(number)
    case .array: return nil
    case .object(let members):
      guard let first = members.first, members.count <= 3 else { return nil }
      self.init(first.name, first.value, json, count: members.count)
    }
  }

  private init?(_ name: String, _ content: JSON, _ whole: JSON, count: Int) {
    let text = content.string
    switch (name, count) {
    case ("number", 1):
      if case .number(let digits) = content,
        let number = Double(String(decoding: digits, as: UTF8.self)), number.isFinite
      {
        self = .number(number)
      } else if let text, text.utf8.count == 16, let bits = Hex.number(Array(text.utf8)[...]) {
        self = .number(Double(bitPattern: bits))
      } else {
        return nil
      }
    case ("bytes", 1):
      guard let text, let bytes = Hex.bytes(Array(text.utf8)) else { return nil }
      self = .bytes(bytes)
    case ("sealed", 1):
      guard let text, let bytes = Hex.bytes(Array(text.utf8)) else { return nil }
      self = .sealed(bytes)
    case ("row", 1):
      guard let text, let bits = Bits128(hex: text) else { return nil }
      self = .row(RowID(bits))
    case ("day", 1):
      guard let day = text.flatMap(DayText.day(of:)) ?? content.int else { return nil }
      self = .day(day)
    case ("instant", 2):
      guard let time = content.int, let zone = whole["zone"]?.int else { return nil }
      self = .instant(milliseconds: time, zoneMinutes: zone)
    case ("decimal", 1):
      guard let text, let number = DecimalText.parse(Array(text.utf8)) else { return nil }
      self = .decimal(units: number.units, places: number.places)
    case ("blob", 3):
      guard let name = text.flatMap({ Hex.bytes(Array($0.utf8)) }),
        let size = whole["size"]?.int, size >= 0, let type = whole["type"]?.string,
        let blob = BlobReference(sha256: name, byteCount: UInt64(size), mimeType: type)
      else { return nil }
      self = .blob(blob)
    case ("tag", 2):
      guard let tag = content.int, let tag = UInt8(exactly: tag),
        let bytes = whole["bytes"]?.string.flatMap({ Hex.bytes(Array($0.utf8)) })
      else { return nil }
      self = Value(encoded: [tag] + bytes)
    default: return nil
    }
  }
}

/// Civil days as `2026-11-20`, from the year 0 to 9999.
public enum DayText {
  public static func text(of day: Int64) -> String? {
    guard (-719_528...2_932_896).contains(day) else { return nil }
    // Days since 0000-03-01, in eras of 400 years.
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let year = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    let number = dayOfYear - (153 * month + 2) / 5 + 1
    let civil = month < 10 ? month + 3 : month - 9
    let civilYear = year + era * 400 + (civil <= 2 ? 1 : 0)
    return "\(padded(civilYear, 4))-\(padded(civil, 2))-\(padded(number, 2))"
  }

  public static func day(of text: String) -> Int64? {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == 0x2D, bytes[7] == 0x2D,
      let year = number(bytes[..<4]), let month = number(bytes[5..<7]),
      let day = number(bytes[8...]), (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = era * 146_097 + dayOfEra - 719_468
    // A day that the month lacks would come back as another.
    return self.text(of: days).map { $0.hasSameBytes(as: text) } == true ? days : nil
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    var number: Int64 = 0
    for byte in digits {
      guard 0x30...0x39 ~= byte else { return nil }
      number = number * 10 + Int64(byte - 0x30)
    }
    return number
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = Array(String(number).utf8)
    let zeros = [UInt8](repeating: 0x30, count: max(width - digits.count, 0))
    return String(decoding: zeros + digits, as: UTF8.self)
  }
}
