import Domain
import Ledger

extension Report {
  /// Its tables as one file for a spreadsheet, each below its heading, with an empty line between them. Below the table of a
  /// section are the dots of its plot, such as a line for each reed.
  public var csv: String {
    var file = CSV()
    for section in sections {
      guard let table = section.table else { continue }
      if !file.bytes.isEmpty { file.line([] as [String]) }
      if !section.heading.utf8.isEmpty { file.line([section.heading]) }
      Self.put(table, into: &file)
      if let dots = section.plot?.table {
        file.line([] as [String])
        Self.put(dots, into: &file)
      }
    }
    return String(decoding: file.bytes, as: UTF8.self)
  }

  /// An interval has a column for each of its ends.
  private static func put(_ table: Table, into file: inout CSV) {
    let areIntervals = table.heads.indices.map { column in
      var count = 0
      for row in table.rows where column < row.cells.count {
        let cell = row.cells[column]
        if Self.gap(in: Array(cell.utf8)) != nil {
          count += 1
        } else if !cell.hasSameBytes(as: "–") {
          return false
        }
      }
      return count > 0
    }
    var heads: [String] = []
    for (column, head) in table.heads.enumerated() {
      heads += areIntervals[column] ? ["\(head), from", "\(head), to"] : [head]
    }
    file.line(heads)
    for row in table.rows {
      var cells: [String] = []
      for (column, cell) in row.cells.enumerated() {
        guard column < areIntervals.count, areIntervals[column] else {
          cells.append(cell)
          continue
        }
        let bytes = Array(cell.utf8)
        let gap = Self.gap(in: bytes)
        cells.append(gap.map { String(decoding: bytes[..<$0], as: UTF8.self) } ?? "")
        cells.append(gap.map { String(decoding: bytes[($0 + 4)...], as: UTF8.self) } ?? "")
      }
      file.line(cells.map(Self.cell))
    }
  }

  /// Where ` to ` stands between the two numbers of an interval; `nil` in anything else.
  private static func gap(in bytes: [UInt8]) -> Int? {
    guard bytes.count > 4 else { return nil }
    return (0...bytes.count - 4).first { place in
      bytes[place] == UInt8(ascii: " ") && bytes[place + 1] == UInt8(ascii: "t")
        && bytes[place + 2] == UInt8(ascii: "o") && bytes[place + 3] == UInt8(ascii: " ")
        && number(Array(bytes[..<place])) != nil && number(Array(bytes[(place + 4)...])) != nil
    }
  }

  /// A signed number is written as a spreadsheet reads it.
  private static func cell(_ text: String) -> (text: String, isNumber: Bool) {
    guard let bytes = number(Array(text.utf8)) else { return (text, false) }
    return (String(decoding: bytes, as: UTF8.self), true)
  }

  /// A number, with a hyphen for a minus; `nil` for anything else.
  private static func number(_ text: [UInt8]) -> [UInt8]? {
    var bytes = text
    let isNegative = bytes.starts(with: "−".utf8)
    if isNegative { bytes.replaceSubrange(..<3, with: [UInt8(ascii: "-")]) }
    let digits =
      bytes.first == UInt8(ascii: "-") || bytes.first == UInt8(ascii: "+")
      ? bytes.dropFirst() : bytes[...]
    let points = digits.reduce(0) { $0 + ($1 == UInt8(ascii: ".") ? 1 : 0) }
    let isNumber =
      !digits.isEmpty && points < 2 && digits.count > points
      && digits.allSatisfy { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") }
    return isNumber ? bytes : nil
  }
}

extension Plot {
  /// Its dots as a table; `nil` without any.
  fileprivate var table: Report.Table? {
    var table = Report.Table(["Dot", x.label, y.label] + (series.count > 1 ? ["Group"] : []))
    for layer in layers {
      guard case .dots(let dots) = layer else { continue }
      for dot in dots {
        var cells = [dot.name, x.scale.cell(dot.x), y.scale.cell(dot.y)]
        if series.count > 1 {
          cells.append(series.indices.contains(dot.series) ? series[dot.series] : "")
        }
        table.rows.append(Report.Table.Line(cells))
      }
    }
    return table.rows.isEmpty ? nil : table
  }
}

extension Plot.Scale {
  /// A value for a spreadsheet.
  fileprivate func cell(_ value: Double) -> String {
    guard value.isFinite else { return "" }
    switch self {
    case .number(let places, _), .signed(let places, _):
      return NumberText.text(value, places: places + 1)
    case .share: return NumberText.text(value, places: 3)
    case .time: return NumberText.text(value, places: 0)
    case .day: return DayText.text(of: Int64(min(max(value, -1e9), 1e9))) ?? ""
    case .names(let names):
      let place = Int(min(max(value.rounded(), -1), 1e6))
      return names.indices.contains(place) ? names[place] : ""
    }
  }
}
