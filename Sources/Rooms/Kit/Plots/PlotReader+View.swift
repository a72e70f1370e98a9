public import Ledger
public import Markup
public import Reports

extension PlotReader {
  /// A plot, what is read of it, and its numbers folded below.
  ///
  /// - Parameters:
  ///   - number: its number among the plots of the page.
  ///   - heading: what its numbers are called.
  ///   - version: changes whenever the plot may look different, so that reading a big one does not redraw it.
  ///   - link: the address of a row, if it has one.
  @inline(never) @export(interface)
  public static func figure(
    _ plot: Plot, _ table: Report.Table? = nil, number: Int, _ state: State,
    heading: String = "The numbers", version: Int64? = nil, link: (RowID) -> String? = { _ in nil }
  ) -> Node<Message> {
    let mark = state.mark(in: number)
    return Markup.figure(.className("plot")) {
      Node.element(
        "div", pad(plot, number, mark),
        [
          drawing(plot, PlotLayout.wide, "plot-wide", version, mark),
          drawing(plot, PlotLayout.narrow, "plot-narrow", version, mark),
        ])
      p(.className("plot-reading small figure"), .live("polite")) {
        if let mark {
          if let address = plot.row(of: mark).flatMap(link) {
            a(.href(address)) { plot.text(of: mark) }
          } else {
            plot.text(of: mark)
          }
        }
      }
      if let table {
        details(.className("more")) {
          summary { heading }
          reportTable(table, link: link)
        }
      }
    }
  }

  /// What is focused and pointed at.
  private static func pad(
    _ plot: Plot, _ number: Int, _ mark: PlotMark?
  ) -> [Attribute<Message>] {
    guard plot.isReadable else {
      return [.className("plot-pad"), .role("img"), .label(plot.label)]
    }
    return [
      .className("plot-pad"), .role("application"), .plain("aria-roledescription", "plot"),
      .label("\(plot.label). Arrow keys read its values."), .tabIndex(0),
      .onPointerDown { pointed($0.x, $0.y, width: $0.width, plot, number, mark) },
      .onPointerMove { pointed($0.x, $0.y, width: $0.width, plot, number, mark) },
      .onKeyDown { pressed($0, plot, number, mark) },
    ]
  }

  /// One of the drawings; the styles show the one that fits.
  private static func drawing(
    _ plot: Plot, _ width: Double, _ className: String, _ version: Int64?, _ mark: PlotMark?
  ) -> Node<Message> {
    div(.className(className)) {
      if let version {
        lazy([.number(version)]) { PlotDrawing.drawing(of: plot, width: width) }
      } else {
        PlotDrawing.drawing(of: plot, width: width)
      }
      if let mark { PlotDrawing.ring(around: mark, in: plot, width: width) }
    }
  }
}

/// A table of a report.
///
/// - Parameter link: the address of a row, if it has one.
public func reportTable<Message>(
  _ table: Report.Table, link: (RowID) -> String? = { _ in nil }
) -> Node<Message> {
  silentTable(table, link).silent()
}

/// How many lines a table shows: ten thousand would hold up the page, and nobody reads them there.
private let longestTable = 500

@inline(never)
private func silentTable(
  _ numbers: Report.Table, _ link: (RowID) -> String?
) -> Node<Never> {
  let names = numbers.heads.indices.map { numbers.isWords($0) ? "words" : "figure" }
  let count = numbers.rows.count
  // Focusable, so that keys can scroll it where it is too wide.
  return div(.className("table-scroll"), .tabIndex(0), .role("group"), .label("The numbers")) {
    if count > longestTable {
      p(.className("quiet small")) { "The first \(longestTable) of \(count) lines." }
    }
    table(.className("practice-table")) {
      thead {
        tr {
          for (place, head) in numbers.heads.enumerated() {
            th(.plain("scope", "col"), .className(names[place])) { head }
          }
        }
      }
      tbody {
        for line in numbers.rows.prefix(longestTable) {
          tr {
            for (place, cell) in line.cells.enumerated() {
              if place > 0 {
                td(.className(place < names.count ? names[place] : nil)) { cell }
              } else {
                th(.plain("scope", "row")) {
                  if let address = line.row.flatMap(link) {
                    a(.href(address)) { cell }
                  } else {
                    cell
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}

extension Report.Table {
  /// Whether most cells of a column begin neither with a figure nor with a sign or a dash.
  fileprivate func isWords(_ place: Int) -> Bool {
    let words = rows.count { line in
      guard place < line.cells.count, let first = line.cells[place].utf8.first else { return false }
      // The minus sign and the dashes of texts begin with 0xE2.
      return first | 0x20 >= UInt8(ascii: "a") && first != 0xE2
    }
    return words > rows.count / 2
  }
}
