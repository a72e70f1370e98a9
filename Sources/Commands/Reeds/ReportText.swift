import Ledger
import Reports

/// A report for a terminal or another program; a plot is given by its name and the table with its numbers.
struct ReportText {
  private let report: Report

  init(_ report: Report) { self.report = report }

  // MARK: - Text

  var text: String {
    var parts = [([report.title] + report.answer).joined(separator: "\n")]
    let chosen = report.controls.filter { $0.chosen != $0.options.first?.value ?? "" }
    if !chosen.isEmpty {
      parts.append(
        chosen.map { control in
          let label = control.options.first { $0.value == control.chosen }?.label
          return "\(control.label): \(label ?? control.chosen)"
        }.joined(separator: "\n"))
    }
    for section in report.sections {
      var lines: [String] = []
      if !section.heading.isEmpty { lines.append("# \(section.heading)") }
      lines += section.text
      if let plot = section.plot { lines.append("Plot: \(plot.label)") }
      if let table = section.table { lines += Self.lines(table) }
      if !lines.isEmpty { parts.append(lines.joined(separator: "\n")) }
    }
    return parts.joined(separator: "\n\n") + "\n"
  }

  /// A table in columns; those of numbers are aligned to the right.
  private static func lines(_ table: Report.Table) -> [String] {
    let all = [table.heads] + table.rows.map(\.cells)
    let count = all.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      all.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    let isNumber = (0..<count).map { column in
      column > 0
        && table.rows.allSatisfy { row in
          column >= row.cells.count
            || row.cells[column].utf8.allSatisfy { $0 < 0x41 || $0 >= 0x80 }
        }
    }
    return all.map { cells in
      var line = ""
      for (column, cell) in cells.enumerated() {
        let space = String(repeating: " ", count: widths[column] - cell.count)
        line += (column > 0 ? "  " : "") + (isNumber[column] ? space + cell : cell + space)
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  // MARK: - JSON

  var json: String {
    let document = Self.object([
      ("title", .string(report.title)), ("answer", Self.texts(report.answer)),
      ("controls", .array(report.controls.map(Self.json))),
      ("sections", .array(report.sections.map(Self.json))),
    ])
    return String(decoding: document.bytes, as: UTF8.self) + "\n"
  }

  private static func json(_ control: Report.Control) -> JSON {
    object([
      ("name", .string(control.name)), ("label", .string(control.label)),
      ("chosen", .string(control.chosen)),
      (
        "options",
        .array(
          control.options.map {
            object([("value", .string($0.value)), ("label", .string($0.label))])
          })
      ),
    ])
  }

  private static func json(_ section: Report.Section) -> JSON {
    var members: [(String, JSON)] = [
      ("heading", .string(section.heading)), ("text", texts(section.text)),
    ]
    if let plot = section.plot {
      members.append(
        (
          "plot",
          object([
            ("label", .string(plot.label)), ("x", .string(plot.x.label)),
            ("y", .string(plot.y.label)), ("series", texts(plot.series)),
          ])
        ))
    }
    if let table = section.table {
      members.append(
        (
          "table",
          object([
            ("heads", texts(table.heads)), ("rows", .array(table.rows.map { texts($0.cells) })),
          ])
        ))
    }
    return object(members)
  }

  private static func texts(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }

  private static func object(_ members: [(String, JSON)]) -> JSON {
    .object(members.map { JSON.Member($0.0, $0.1) })
  }
}
