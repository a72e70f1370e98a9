import Domain

extension Report {
  /// Its tables as one file for a spreadsheet, each below its heading, with an empty line between them.
  public var csv: String {
    var file = CSV()
    for section in sections {
      guard let table = section.table else { continue }
      if !file.bytes.isEmpty { file.line([] as [String]) }
      if !section.heading.utf8.isEmpty { file.line([section.heading]) }
      file.line(table.heads)
      for row in table.rows { file.line(row.cells.map(Self.cell)) }
    }
    return String(decoding: file.bytes, as: UTF8.self)
  }

  /// A signed number is written as a spreadsheet reads it.
  private static func cell(_ text: String) -> (text: String, isNumber: Bool) {
    var bytes = Array(text.utf8)
    let isNegative = bytes.starts(with: "−".utf8)
    if isNegative { bytes.replaceSubrange(..<3, with: [UInt8(ascii: "-")]) }
    let digits =
      bytes.first == UInt8(ascii: "-") || bytes.first == UInt8(ascii: "+")
      ? bytes.dropFirst() : bytes[...]
    let points = digits.reduce(0) { $0 + ($1 == UInt8(ascii: ".") ? 1 : 0) }
    let isNumber =
      !digits.isEmpty && points < 2 && digits.count > points
      && digits.allSatisfy { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") }
    return isNumber ? (String(decoding: bytes, as: UTF8.self), true) : (text, false)
  }
}
