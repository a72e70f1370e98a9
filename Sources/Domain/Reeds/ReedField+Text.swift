public import Ledger
import Sound

/// The unit that lengths are shown and typed in.
public enum LengthUnit: Int, CaseIterable, Sendable {
  case millimetres, inches

  public static let choices: Choices<LengthUnit> = [
    (0, "Millimetres", .millimetres), (1, "Inches", .inches),
  ]

  public var symbol: String { self == .inches ? "in" : "mm" }
}

extension ReedField {
  /// Why a text is not a value of a field.
  public enum TextError: Error, Hashable, Sendable {
    case notANumber
    case tooManyPlaces(Int)
    case outOfRange
    case notAPitch
    case notAColour
    case notADay
    case notAChoice
    case tooLong
  }

  /// The unit that its values are shown in.
  public func unit(in lengths: LengthUnit) -> String {
    content.isLength ? lengths.symbol : content.unit
  }

  // MARK: - To text

  /// What a person would type for a value; callers look up the names of tools.
  public func text(of value: Value, in lengths: LengthUnit = .millimetres) -> String {
    switch (content, value) {
    case (_, .null): ""
    case (.pitch, .decimal(let tenths, _)): PitchText.text(tenths)
    case (.colour, .int(let colour)): ThreadColour.hex(colour)
    case (.choice(let choices), .int(let number)):
      choices.first { $0.number == number }?.label ?? ""
    case (.number, .decimal(let units, let places)):
      content.isLength && lengths == .inches
        ? Inches.text(units, places: places) : Self.trimmed(units, places)
    case (_, .int(let number)): "\(number)"
    case (_, .decimal(let units, let places)): Self.trimmed(units, places)
    case (_, .text(let text)): text
    case (_, .bool(let isOn)): isOn ? "Yes" : "No"
    case (_, .day(let day)): day == 0 ? "" : DayText.text(of: day) ?? ""
    default: ""
    }
  }

  /// What a form shows while nobody is typing. Thicknesses keep all their decimals, as a micrometer shows them: `0.590`.
  public func padded(_ value: Value, in lengths: LengthUnit = .millimetres) -> String {
    if case .decimal(let units, 3) = value, content.isLength, lengths == .millimetres {
      return DecimalText.text(units: units, places: 3)
    }
    return text(of: value, in: lengths)
  }

  /// The same with its unit, for display: `0.590 mm`.
  public func words(of value: Value, in lengths: LengthUnit = .millimetres) -> String {
    let text = padded(value, in: lengths)
    let unit = unit(in: lengths)
    switch content {
    case .number where !text.isEmpty && !unit.isEmpty: return "\(text) \(unit)"
    case .colour:
      guard case .int(let colour) = value else { return text }
      return ThreadColour.name(of: colour)
    case .scale(let range, let low, let middle, let high):
      guard case .int(let number) = value else { return text }
      let sign = range.lowerBound < 0 && number > 0 ? "+" : ""
      let number_ = number < 0 ? "−\(-number)" : "\(sign)\(number)"
      let word =
        number == range.lowerBound
        ? low
        : number == range.upperBound
          ? high : range.lowerBound &+ range.upperBound == 2 &* number ? middle : ""
      return word.isEmpty ? number_ : "\(number_), \(word.inLowerCase)"
    default: return text
    }
  }

  /// Brand, model and strength of a single reed, such as `Vandoren V12 3.5`.
  public static func words(ofSingle value: (FieldID) -> Value) -> String {
    var parts: [String] = []
    for field in [brand, model, strength] {
      switch value(field) {
      case .text(let text): parts.append(text)
      case .decimal(let units, let places): parts.append(trimmed(units, places))
      default: break
      }
    }
    return parts.joined(separator: " ")
  }

  /// A number without trailing zeros.
  private static func trimmed(_ units: Int64, _ places: UInt8) -> String {
    var (units, places) = (units, places)
    while places > 0, units % 10 == 0 { (units, places) = (units / 10, places - 1) }
    return DecimalText.text(units: units, places: places)
  }

  // MARK: - From text

  /// The value that a person typed or a file contains; an empty text clears the field. Tools are chosen, not typed.
  public func value(
    of text: String, in lengths: LengthUnit = .millimetres
  ) throws(TextError) -> Value {
    let text = text.trimmingBlanks
    if text.isEmpty { return .null }
    switch content {
    case .text(let isLong):
      guard text.utf8.count <= (isLong ? 20_000 : 400) else { throw .tooLong }
      return .text(text)
    case .flag:
      guard let isOn = Self.flag(text) else { throw .notAChoice }
      return .bool(isOn)
    case .day:
      guard let day = DayText.day(of: text) else { throw .notADay }
      return .day(day)
    case .number(let places, _, let unit):
      if name.hasSameBytes(as: "strength"), let units = Self.strength(text) {
        return .decimal(units: units, places: places)
      }
      let value = try Self.number(
        text, places: places, unit: unit,
        isInches: content.isLength && (lengths == .inches || text.endsInInches))
      guard content.format.accepts(value) else { throw .outOfRange }
      return value
    case .choice(let choices):
      if let choice = choices.first(where: { Fold.bytes(of: $0.label) == Fold.bytes(of: text) }) {
        return .int(choice.number)
      }
      guard let number = try? Decimal(parsing: text, places: 0),
        choices.contains(where: { $0.number == number.units })
      else { throw .notAChoice }
      return .int(number.units)
    case .scale(let range, _, _, _):
      guard let number = try? Decimal(parsing: text, places: 0) else { throw .notANumber }
      guard range.contains(number.units) else { throw .outOfRange }
      return .int(number.units)
    case .pitch:
      guard let tenths = PitchText.tenths(text) else { throw .notAPitch }
      return .decimal(units: tenths, places: 1)
    case .colour:
      guard let colour = ThreadColour.colour(text) else { throw .notAColour }
      return .int(colour)
    case .tool: throw .notAChoice
    }
  }

  private static func number(
    _ text: String, places: UInt8, unit: String, isInches: Bool
  ) throws(TextError) -> Value {
    let text = text.withoutUnits([unit, "mm", "in", "\""])
    let wanted = Int(places)
    let number: Decimal
    do throws(Decimal.ParseError) {
      number = try Decimal(parsing: text, places: isInches ? 6 : wanted)
    } catch {
      switch error {
      case .tooManyPlaces: throw .tooManyPlaces(isInches ? 6 : wanted)
      case .tooLarge: throw .outOfRange
      case .empty, .unexpected: throw .notANumber
      }
    }
    var units = number.units
    if isInches {
      guard let converted = Inches.millimetres(units, places: wanted) else { throw .outOfRange }
      units = converted
    }
    return places == 0 ? .int(units) : .decimal(units: units, places: places)
  }

  /// A strength as boxes print it, in hundredths: `2½`, or `3+`, which is a quarter more than 3.
  private static func strength(_ text: String) -> Int64? {
    var bytes = Array(text.utf8)
    var more: Int64 = 0
    if bytes.last == UInt8(ascii: "+") {
      bytes.removeLast()
      more = 25
    }
    let half = Array("½".utf8)
    if bytes.suffix(half.count).elementsEqual(half) {
      bytes.removeLast(half.count)
      more += 50
    }
    guard more > 0,
      let number = try? Decimal(parsing: String(decoding: bytes, as: UTF8.self), places: 2),
      (0...1_000).contains(number.units)
    else { return nil }
    return number.units + more
  }

  private static func flag(_ text: String) -> Bool? {
    switch String(decoding: Fold.bytes(of: text), as: UTF8.self) {
    case "yes", "true", "1", "x", "on": true
    case "no", "false", "0", "off": false
    default: nil
    }
  }
}

extension ReedField.TextError {
  /// What to do about it, for the person who typed.
  public func words(for field: ReedField) -> String {
    switch self {
    case .notANumber: "Enter a number, such as \(field.example)."
    case .tooManyPlaces(0): "Enter a whole number."
    case .tooManyPlaces(let places): "At most \(DayWords.count(places, "decimal", "decimals"))."
    case .outOfRange:
      if case .scale(let range, _, _, _) = field.content {
        "Enter a number from \(range.lowerBound) to \(range.upperBound)."
      } else {
        "This number is too large."
      }
    case .notAPitch: "Enter a note and cents, such as C6 +14."
    case .notAColour: "Enter a colour, such as red or #7a1f1f."
    case .notADay: "Enter a date, such as 2026-11-20."
    case .notAChoice: "Choose one from the list."
    case .tooLong: "This is too long."
    }
  }
}

extension ReedField {
  /// An example of a number.
  fileprivate var example: String {
    Self.trimmed(usual.map { ($0.lowerBound + $0.upperBound) / 2 } ?? 1, content.places)
  }
}

/// Lengths in inches, kept in millimetres.
enum Inches {
  /// Four places show a hundredth of a millimetre.
  static func text(_ units: Int64, places: UInt8) -> String {
    var divisor: Int64 = 254
    for _ in 0..<places { divisor *= 10 }
    // In ten-thousandths of an inch, rounded: units / (25.4 · 10^places) · 10,000.
    let (product, isOver) = units.multipliedReportingOverflow(by: 100_000)
    guard !isOver else { return "" }
    let half = divisor / 2
    let inches = (product + (product < 0 ? -half : half)) / divisor
    var (rest, left) = (inches, UInt8(4))
    while left > 0, rest % 10 == 0 { (rest, left) = (rest / 10, left - 1) }
    return DecimalText.text(units: rest, places: left)
  }

  /// Millionths of an inch in units of the last place of a millimetre; `nil` on overflow.
  static func millimetres(_ millionths: Int64, places: Int) -> Int64? {
    var factor: Int64 = 254
    for _ in 0..<places { factor *= 10 }
    let (product, isOver) = millionths.multipliedReportingOverflow(by: factor)
    guard !isOver else { return nil }
    return (product + (product < 0 ? -5_000_000 : 5_000_000)) / 10_000_000
  }
}

/// A note and the deviation of a pitch from it, such as `C6 +14`.
public enum PitchText {
  public static func text(_ tenths: Int64) -> String {
    // The nearest note: 1,000 tenths of a cent are a semitone.
    let note = (tenths + 500).floored(by: 1_000)
    let rest = tenths - note * 1_000
    let name = Note(Int(clamping: note)).name(in: .sharps)
    if rest == 0 { return name }
    let cents = rest % 10 == 0 ? "\(abs(rest) / 10)" : DecimalText.text(units: abs(rest), places: 1)
    return "\(name) \(rest < 0 ? "−" : "+")\(cents)"
  }

  /// Reads `C6`, `Bb5 -20`, `C6 +14.5 ¢`.
  static func tenths(_ text: String) -> Int64? {
    let parts = text.withoutUnits(["cents", "cent", "¢"]).utf8.split(
      separator: 0x20, maxSplits: 1, omittingEmptySubsequences: true)
    guard let first = parts.first,
      let note = try? Note(parsing: String(decoding: Array(first), as: UTF8.self))
    else { return nil }
    var tenths = Int64(note.number) * 1_000
    if parts.count == 2 {
      let rest = String(decoding: Array(parts[1]).filter { $0 != 0x20 }, as: UTF8.self)
      guard let cents = try? Decimal(parsing: rest, places: 1), abs(cents.units) <= 1_000 else {
        return nil
      }
      tenths += cents.units
    }
    return (0...127_999).contains(tenths) ? tenths : nil
  }
}

/// Thread colours: each has a name, for people who cannot see it.
public enum ThreadColour {
  public static let all: [(name: String, colour: Int64)] = [
    ("Red", 0xC62828), ("Dark red", 0x7A1F1F), ("Orange", 0xE07B28), ("Gold", 0xC8963E),
    ("Yellow", 0xE8CF4A), ("Light green", 0x7DB46C), ("Green", 0x1F4D3B), ("Turquoise", 0x2A9D9D),
    ("Light blue", 0x7FB2E5), ("Blue", 0x2762B8), ("Navy", 0x1B2A5A), ("Purple", 0x5B2A86),
    ("Pink", 0xD9739A), ("Brown", 0x6B4226), ("White", 0xF4F1EA), ("Grey", 0x8A8A88),
    ("Black", 0x1C1B1A),
  ]

  /// The name of the nearest colour.
  public static func name(of colour: Int64) -> String {
    func part(_ colour: Int64, _ shift: Int64) -> Int64 { colour >> shift & 0xFF }
    var best = (name: "Red", distance: Int64.max)
    for known in all {
      var distance: Int64 = 0
      for shift: Int64 in [0, 8, 16] {
        let difference = part(known.colour, shift) - part(colour, shift)
        distance += difference * difference
      }
      if distance < best.distance { best = (known.name, distance) }
    }
    return best.name
  }

  /// `#7a1f1f`.
  public static func hex(_ colour: Int64) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = [0x23]
    for place in stride(from: Int64(20), through: 0, by: -4) {
      text.append(digits[Int(colour >> place & 0xF)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads a name or `#7a1f1f`.
  public static func colour(_ text: String) -> Int64? {
    let folded = Fold.bytes(of: text)
    if let known = all.first(where: { Fold.bytes(of: $0.name) == folded }) { return known.colour }
    guard folded.count == 7, folded[0] == 0x23 else { return nil }
    var colour: Int64 = 0
    for byte in folded.dropFirst() {
      switch byte {
      case 0x30...0x39: colour = colour << 4 | Int64(byte - 0x30)
      case 0x61...0x66: colour = colour << 4 | Int64(byte - 0x61 + 10)
      default: return nil
      }
    }
    return colour
  }
}

extension Int64 {
  /// The quotient, rounded down.
  fileprivate func floored(by divisor: Int64) -> Int64 {
    self >= 0 ? self / divisor : -((-self + divisor - 1) / divisor)
  }
}

extension String {
  /// The text without surrounding spaces and one of these units at its end.
  fileprivate func withoutUnits(_ units: [String]) -> String {
    let text = trimmingBlanks
    for unit in units where !unit.isEmpty && text.utf8.count > unit.utf8.count {
      if text.utf8.suffix(unit.utf8.count).elementsEqual(unit.utf8) {
        return String(decoding: Array(text.utf8.dropLast(unit.utf8.count)), as: UTF8.self)
          .trimmingBlanks
      }
    }
    return text
  }

  fileprivate var endsInInches: Bool {
    let bytes = Array(trimmingBlanks.utf8)
    return bytes.last == 0x22 || bytes.suffix(2).elementsEqual("in".utf8)
  }
}
