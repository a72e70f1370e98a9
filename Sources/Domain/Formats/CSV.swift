/// A table built line by line: RFC 4180, and no cell is taken for a formula.
public struct CSV: Sendable {
  public private(set) var bytes: [UInt8] = []

  public init() {}

  public init(_ heads: [String]) {
    line(heads)
  }

  public mutating func line(_ cells: [String]) {
    line(cells.map { (text: $0, isNumber: false) })
  }

  /// A line in which numbers are never guarded, whatever they start with.
  public mutating func line(_ cells: [(text: String, isNumber: Bool)]) {
    for (place, cell) in cells.enumerated() {
      if place > 0 { bytes.append(UInt8(ascii: ",")) }
      put(cell.text, isGuarded: !cell.isNumber && Self.isGuarded(cell.text))
    }
    bytes.append(0x0D)
    bytes.append(0x0A)
  }

  private mutating func put(_ cell: String, isGuarded: Bool) {
    let isQuoted = cell.utf8.contains {
      $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 == 0x0A || $0 == 0x0D
    }
    if isQuoted { bytes.append(UInt8(ascii: "\"")) }
    if isGuarded { bytes.append(UInt8(ascii: "'")) }
    for byte in cell.utf8 {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    if isQuoted { bytes.append(UInt8(ascii: "\"")) }
  }

  /// Whether a spreadsheet would take a text for a formula, so that it needs an apostrophe in front.
  private static func isGuarded(_ cell: String) -> Bool {
    guard let first = cell.utf8.first else { return false }
    guard first == UInt8(ascii: "'") else { return isSpecial(first) }
    return cell.utf8.dropFirst().first.map(isSpecial) ?? false
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D, 0,
      UInt8(ascii: "'"):
      true
    default: false
    }
  }

  /// The text of a cell without the apostrophe that a spreadsheet needs.
  static func unguarded(_ cell: String) -> String {
    guard cell.utf8.first == UInt8(ascii: "'"), let next = cell.utf8.dropFirst().first,
      isSpecial(next)
    else { return cell }
    return String(decoding: Array(cell.utf8.dropFirst()), as: UTF8.self)
  }
}
