/// A message between page and stage: a list of texts, of which the first is its kind.
///
/// Numbers are written as in chord files. Separator characters inside a text become spaces.
public struct StageMessage: Sendable {
  public private(set) var parts: [String]

  private static let separator: UInt8 = 0x1F

  public init(_ parts: [String]) {
    self.parts = parts
  }

  /// Reads ``text``.
  public init(_ text: String) {
    parts = []
    var bytes: [UInt8] = []
    for byte in Array(text.utf8) + [Self.separator] {
      if byte == Self.separator {
        parts.append(String(decoding: bytes, as: UTF8.self))
        bytes = []
      } else {
        bytes.append(byte)
      }
    }
  }

  public var text: String {
    var bytes: [UInt8] = []
    for (place, part) in parts.enumerated() {
      if place > 0 { bytes.append(Self.separator) }
      bytes += Array(part.utf8).map { $0 == Self.separator || $0 == 0x1E ? 0x20 : $0 }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The part at a place; empty if there is none.
  public subscript(place: Int) -> String { parts.indices.contains(place) ? parts[place] : "" }

  /// The number at a place.
  public func number(_ place: Int) -> Double? { Self.number(self[place]) }

  /// The whole number at a place.
  public func whole(_ place: Int) -> Int? {
    number(place).flatMap { abs($0) < 1_000_000 ? Int($0) : nil }
  }

  public func isAbout(_ word: String) -> Bool { self[0].hasSameBytes(as: word) }

  public static func number(_ text: String) -> Double? {
    PlainNumber.units(Array(text.utf8), places: 4).map { Double($0) / Parameter.precision }
  }

  public static func text(_ number: Double) -> String {
    number.isFinite && abs(number) < 1_000_000 ? ChordText.number(number) : "0"
  }
}
