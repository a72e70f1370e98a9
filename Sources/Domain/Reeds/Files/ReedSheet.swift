public import Ledger

/// Boxes and labels to print: a self-contained page.
public enum ReedSheet {
  /// The page: each box with its reeds, then a label for each reed that is not retired or discarded.
  ///
  /// - Parameter origin: where the app is, such as `https://shed.example`: the code on each label is the address of its reed.
  public static func html(_ rows: ReedRows, origin: String, on day: Int64) -> [UInt8] {
    var page = HTMLPage()
    page.raw(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
        + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
        + "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
        + "style-src 'unsafe-inline'\"><title>Reeds</title><style>\(style)</style></head><body><main>"
        + "<h1>Reeds</h1><p class=\"quiet\">")
    page.text(DayWords.whole(day))
    page.raw("</p>")
    let reeds = rows.alive(.reed).map { (row: $0, reed: Reed($0)) }
    let boxes = rows.alive(.reedBox).map { ReedBox($0) }
      .sorted { ($0.place, $0.id) < ($1.place, $1.id) }
    for box in boxes {
      let inside = reeds.filter { $0.reed.box == box.id }
      put(
        box.name.isEmpty ? "Unnamed box" : box.name, "\(inside.count) of \(box.size)", inside, rows,
        &page)
    }
    let known = Set(boxes.map { $0.id })
    let loose = reeds.filter { reed in
      !reed.reed.stage.isOver && !(reed.reed.box.map { known.contains($0) } ?? false)
    }
    if !loose.isEmpty { put("Not in a box", "\(loose.count)", loose, rows, &page) }
    let labelled = reeds.filter { !$0.reed.stage.isOver }
      .sorted { one, other in
        one.reed.begun == other.reed.begun
          ? ReedIndex.Name(of: one.reed) < ReedIndex.Name(of: other.reed)
          : one.reed.begun < other.reed.begun
      }
    if labelled.isEmpty {
      page.raw("<p>No reeds to label.</p>")
    } else {
      page.raw("<h2 class=\"labels\">Labels</h2><ul class=\"labels\">")
      for one in labelled { label(one.row, one.reed, rows, origin, &page) }
      page.raw("</ul>")
    }
    page.raw("</main></body></html>\n")
    return page.bytes
  }

  /// The address of a reed in the app.
  public static func address(of reed: RowID, at origin: String) -> String {
    "\(origin)/reeds/reed/\(reed.bits.hex)"
  }

  private static func put(
    _ title: String, _ count: String, _ reeds: [(row: Row, reed: Reed)], _ rows: ReedRows,
    _ page: inout HTMLPage
  ) {
    page.raw("<section><h2>")
    page.text(title)
    page.raw("</h2><p class=\"quiet\">")
    page.text(count)
    page.raw("</p>")
    if !reeds.isEmpty {
      let singles = reeds.count { $0.reed.instrument.family == .singles }
      // Nobody ties a single reed.
      let areTied = singles < reeds.count
      let hasPlaces = reeds.contains { $0.reed.slot > 0 }
      page.raw(
        "<table><thead><tr>\(hasPlaces ? "<th>Place</th>" : "")<th>Reed</th>\(areTied ? "<th>Thread</th>" : "")<th>Stage</th>"
          + "<th>\(singles == 0 ? "Staple" : areTied ? "Staple or brand" : "Brand")</th>"
          + "\(areTied ? "<th>Shaper</th>" : "")<th>Started</th></tr></thead><tbody>")
      let order = reeds.sorted {
        let (a, b) = (
          $0.reed.slot == 0 ? Int.max : $0.reed.slot, $1.reed.slot == 0 ? Int.max : $1.reed.slot
        )
        return a == b ? ReedIndex.Name(of: $0.reed) < ReedIndex.Name(of: $1.reed) : a < b
      }
      for (row, reed) in order {
        page.raw("<tr><td>")
        if hasPlaces {
          page.text(reed.slot > 0 ? "\(reed.slot)" : "")
          page.raw("</td><td>")
        }
        page.text(reed.fullName)
        if areTied {
          page.raw("</td><td>")
          thread(row, &page)
        }
        let shaper = areTied ? [tool(row, ReedField.shaper, rows)] : []
        for text in [reed.stage.label(for: reed.instrument.family), source(row, reed, rows)]
          + shaper + [DayText.text(of: reed.begun) ?? ""]
        {
          page.raw("</td><td>")
          page.text(text)
        }
        page.raw("</td></tr>")
      }
      page.raw("</tbody></table>")
    }
    page.raw("</section>")
  }

  private static func label(
    _ row: Row, _ reed: Reed, _ rows: ReedRows, _ origin: String, _ page: inout HTMLPage
  ) {
    page.raw("<li>")
    if let code = QRCode(address(of: reed.id, at: origin)) { page.raw(code.svg) }
    page.raw("<div><strong>")
    page.text(reed.name.isEmpty ? "Unnamed reed" : reed.name)
    page.raw("</strong><span>")
    page.text(source(row, reed, rows))
    page.raw("</span><span>")
    page.text(DayText.text(of: reed.begun) ?? "")
    page.raw("</span>")
    thread(row, &page)
    page.raw("</div></li>")
  }

  /// The colour of the thread and its name.
  private static func thread(_ row: Row, _ page: inout HTMLPage) {
    guard case .int(let colour) = row.value(ReedField.thread), (0...0xFF_FFFF).contains(colour)
    else { return }
    page.raw("<span class=\"thread\"><i style=\"background:\(ThreadColour.hex(colour))\"></i>")
    page.text(ThreadColour.name(of: colour))
    page.raw("</span>")
  }

  private static func tool(_ row: Row, _ field: FieldID, _ rows: ReedRows) -> String {
    row.link(field).flatMap { rows[$0] }?.text(ReedTool.nameField) ?? ""
  }

  /// The staple of a reed, or the brand, model and strength of a single reed.
  private static func source(_ row: Row, _ reed: Reed, _ rows: ReedRows) -> String {
    if reed.instrument.family == .singles { return ReedField.words(ofSingle: { row.value($0) }) }
    return [tool(row, ReedField.stapleModel, rows), tool(row, ReedField.staple, rows)]
      .filter { !$0.utf8.isEmpty }.joined(separator: " · ")
  }

  private static let style =
    "body{margin:0;font:12pt/1.4 system-ui,sans-serif;color:#231d15;background:#fff}"
    + "main{max-width:48rem;margin:0 auto;padding:1rem}h1,h2{font-family:Palatino,Georgia,serif}"
    + "h2{margin:1.5rem 0 0}section{break-inside:avoid}.quiet{margin:0;color:#655a4b}"
    + "table{width:100%;border-collapse:collapse}th,td{text-align:left;padding:.2rem .5rem .2rem 0;"
    + "border-bottom:1px solid #8f8370;font-size:10pt}ul.labels{display:grid;padding:0;gap:2mm;"
    + "grid-template-columns:repeat(auto-fill,58mm)}ul.labels li{display:flex;gap:2mm;width:56mm;"
    + "height:26mm;border:1px dashed #8f8370;break-inside:avoid;overflow:hidden;list-style:none}"
    + "li svg{width:26mm;height:26mm;flex:none}li div{display:flex;flex-direction:column;"
    + "justify-content:center;font-size:8pt;line-height:1.3;overflow-wrap:anywhere}"
    + "li strong{font-size:11pt}.thread i{display:inline-block;width:.8em;height:.8em;"
    + "margin-right:.3em;border:1px solid #8f8370;border-radius:50%;print-color-adjust:exact}"
    + "h2.labels{break-before:page}"
}
